"""The kernels in their two forms: compiled, and as Python runs them where nothing could be compiled."""

from __future__ import annotations

import shutil
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import litgrid.kernel

FORMS = ("compiled", "interpreted")
PACKAGE = Path(litgrid.kernel.__file__).parents[1]


def bare(folder: Path) -> str:
    """Put into a folder what an installation has where nothing could be compiled; return the folder."""
    shutil.copytree(PACKAGE, folder / "litgrid", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    return str(folder)


def kernel(name: str, form: str) -> ModuleType:
    """Return a kernel in one of its forms."""
    return _interpreted(name) if form == "interpreted" else import_module(f"litgrid.kernel.{name}")


@cache
def _interpreted(name: str) -> ModuleType:
    source = Path(litgrid.kernel.__file__).with_name(f"{name}.py")
    spec = spec_from_file_location(f"interpreted_{name}", source)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    below = {} if name == "memory" else {"litgrid.kernel.memory": _interpreted("memory")}
    with patch.dict(sys.modules, below):
        spec.loader.exec_module(module)
    return module
