"""The kernels to compile; all else about the package is in pyproject.toml."""

import os
import sysconfig
from importlib import import_module
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

FOLDER = Path("src")
# One build for this version of Python and all later ones; those without the interpreter's lock have no such thing yet.
LASTING = not sysconfig.get_config_var("Py_GIL_DISABLED")
# Division as in C; and without what no kernel needs, which takes a quarter of the time to compile.
DIRECTIVES = {"cdivision": True, "auto_pickle": False, "binding": False}
OPTIONS: dict[str, dict[str, Any]] = {
    "build_ext": {"parallel": True},
    "bdist_wheel": {"py_limited_api": "cp311"} if LASTING else {},
}


class Build(build_ext):
    """Cython writes C one file at a time; then all files are compiled at once."""

    def build_extensions(self) -> None:
        """Build all."""
        write = import_module("Cython.Build").cythonize
        for extension in self.extensions:
            (made,) = write(extension, build_dir=self.build_temp, compiler_directives=DIRECTIVES, quiet=True)
            extension.sources = made.sources
        super().build_extensions()


setup(
    cmdclass={"build_ext": Build},
    ext_modules=[
        Extension(
            ".".join(file.relative_to(FOLDER).with_suffix("").parts),
            [str(file)],
            # Where it cannot be compiled, Python runs the same file.
            optional=True,
            extra_compile_args=[] if os.name == "nt" else ["-O3", "-g0"],
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if LASTING else [],
            py_limited_api=LASTING,
        )
        for file in sorted(header.with_suffix(".py") for header in FOLDER.rglob("*.pxd"))
    ],
    options=OPTIONS,
)
