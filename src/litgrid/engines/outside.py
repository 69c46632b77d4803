"""Engines that are programs of others: where they are, and which version."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from litgrid.core.errors import EngineError, MissingPackageError
from litgrid.core.limit import Limit
from litgrid.engines.base import Engine
from litgrid.engines.process import Program

PATIENCE = 2.0
"""Seconds that a program may take to say its version."""
MOST_SAID = 1 << 16
"""Bytes in which it may do so."""
VERSION = re.compile(r"[0-9]+(?:\.[0-9]+)+")


class OutsideEngine(Engine):
    """A program: beside this Python, on the PATH, or in a package."""

    program: str  # its name, or its path
    package: str | None = None  # a package that brings it, but perhaps not to where programs are found

    def version(self) -> str | None:
        """Return the version that the program says, or where it is if it says none."""
        path = self._find()
        return None if path is None else _said_version(path) or path

    def need(self) -> None:
        self.path()

    def path(self) -> str:
        """Return where the program is; raise where there is none, or it is no program."""
        path, program = self._find(), self.program
        if path is None and Path(program).name != program and Path(program).exists():
            raise EngineError(
                f"the engine {self.name} needs a program, and {program} cannot be executed: is it one, and allowed to "
                "be, by chmod +x?"
            )
        if path is None:
            raise MissingPackageError(
                f"the engine {self.name} needs the program {program}, which is neither on the PATH nor beside this "
                f"Python: {self.install}"
            )
        return path

    def _find(self) -> str | None:
        beside = str(Path(sys.executable).parent)
        found = shutil.which(self.program, path=beside) or shutil.which(self.program)
        return found or (_inside(self.package, self.program) if self.package else None)


def _inside(package: str, program: str) -> str | None:
    from importlib import metadata

    try:
        files = metadata.files(package) or []
    except metadata.PackageNotFoundError:
        return None
    places = (str(file.locate()) for file in files if file.stem == program and file.parent.name == "bin")
    return next((place for place in places if os.access(place, os.X_OK)), None)


def _said_version(path: str) -> str:
    """Return the version that a program prints when asked for it; empty where it prints none."""
    limit = Limit(PATIENCE)
    try:
        with Program(path, [path, "--version"]) as program:
            said = program.read(MOST_SAID, limit)
            if said is None or program.wait(limit) != 0:
                return ""
    except EngineError:
        return ""
    line = next((line.strip() for line in said.split("\n") if re.search("[0-9]", line)), "")
    found = VERSION.search(line)
    return found[0] if found else line
