"""Builds the package: setuptools, which compiles the kernels, with a C compiler fetched where there is none.

The package ``ziglang`` holds one (clang). It is large, so it is asked for only where no other is found and where there
is a build of it. Where none can be had, the package is built all the same, and Python runs the kernels as they are.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import build_meta

Settings = Mapping[str, Any] | None

get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist


def get_requires_for_build_wheel(_: Settings = None) -> list[str]:
    """Return what else the build needs."""
    return ["ziglang"] if _compiler() is None and _has_zig() else []


get_requires_for_build_editable = get_requires_for_build_wheel


def _run(hook: Callable[..., str]) -> Callable[..., str]:
    """Return a hook of setuptools, run with a compiler, and without a trace in this folder."""

    def run(folder: str, *arguments: Any, **named: Any) -> str:
        with TemporaryDirectory() as temporary, _setting(_environment(Path(temporary))):
            return hook(folder, *arguments, **named)

    return run


build_wheel = _run(build_meta.build_wheel)
build_editable = _run(build_meta.build_editable)
build_sdist = _run(build_meta.build_sdist)
prepare_metadata_for_build_wheel = _run(build_meta.prepare_metadata_for_build_wheel)
prepare_metadata_for_build_editable = _run(build_meta.prepare_metadata_for_build_editable)


def _environment(temporary: Path) -> dict[str, str]:
    """Return what setuptools is to find in the environment."""
    config = temporary / "setup.cfg"
    config.write_text(f"[build]\nbuild_base = {temporary / 'build'}\n[egg_info]\negg_base = {temporary}\n")
    found = {"DIST_EXTRA_CONFIG": str(config)}
    command = _compiler()
    if command is None and find_spec("ziglang"):
        command = f"{shlex.quote(sys.executable)} -m ziglang cc"
        flags = os.environ.get("CFLAGS", "")
        found |= {"CFLAGS": f"{flags} -fno-sanitize=all -g0", "ZIG_GLOBAL_CACHE_DIR": str(temporary / "zig")}
        found["ZIG_LOCAL_CACHE_DIR"] = found["ZIG_GLOBAL_CACHE_DIR"]
    if command:
        _, _, options = (sysconfig.get_config_var("LDSHARED") or "cc -shared").partition(" ")
        found |= {"CC": command, "LDSHARED": f"{command} {options}"}
    return found


def _compiler() -> str | None:
    """Return the command of a C compiler; empty where setuptools finds one by itself, ``None`` where there is none."""
    if sys.platform == "win32" or "CC" in os.environ:
        return ""
    usual = shlex.split(sysconfig.get_config_var("CC") or "cc")[0]
    return "" if shutil.which(usual) else next(filter(shutil.which, ("cc", "gcc", "clang")), None)


def _has_zig() -> bool:
    """Return whether ``ziglang`` is built for this machine."""
    return sys.platform in ("linux", "darwin") and platform.machine() in ("x86_64", "aarch64", "arm64")


@contextmanager
def _setting(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment for a while."""
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
