"""The kernels to compile; all else about the package is in pyproject.toml."""

import os
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import Extension, setup

FOLDER = Path("src/litgrid/kernel")
# One build for this version of Python and all later ones; those without the interpreter's lock have no such thing yet.
LASTING = not sysconfig.get_config_var("Py_GIL_DISABLED")

OPTIONS: dict[str, dict[str, Any]] = {
    "build_ext": {"cython_directives": {"cdivision": True}, "cython_c_in_temp": True},
    "bdist_wheel": {"py_limited_api": "cp311"} if LASTING else {},
}

setup(
    ext_modules=[
        Extension(
            f"litgrid.kernel.{file.stem}",
            [str(file)],
            # Where it cannot be compiled, Python runs the same file.
            optional=True,
            extra_compile_args=[] if os.name == "nt" else ["-O3", "-g0"],
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if LASTING else [],
            py_limited_api=LASTING,
        )
        for file in sorted(FOLDER.glob("*.py"))
        if "\n    import cython\n" in file.read_text(encoding="utf-8")
    ],
    options=OPTIONS,
)
