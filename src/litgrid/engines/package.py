"""Engines that are Python packages: asked for their version without being imported, and imported when they are used."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from litgrid.core.errors import MissingPackageError
from litgrid.core.numerals import whole
from litgrid.engines.base import Engine


class PackageEngine(Engine):
    """An engine inside a package."""

    package: str  # what the package is called where it is installed from
    module: str
    least: str = ""  # the oldest version that will do; empty where any does

    @property
    def install(self) -> str:  # type: ignore[override]
        """The command that brings the package."""
        return f"pip install {self.package}"

    def version(self) -> str | None:
        """Return the package's name and version."""
        number = self._number()
        return number and f"{self.package} {number}"

    def _number(self) -> str | None:
        from importlib import metadata

        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None

    def need(self) -> None:
        if self.least and _parts(number := self._number() or self.least) < _parts(self.least):
            raise MissingPackageError(
                f"the engine {self.name} needs the package {self.package} from version {self.least} on, "
                f"here is {number}: pip install --upgrade {self.package}"
            )
        try:
            found = sys.modules.get(self.module) or find_spec(self.module)
        except ImportError:  # of the package that the module is in
            found = None
        if found is None:
            raise self._missing()

    def load(self) -> Any:
        """Import the module; raise :class:`MissingPackageError` naming the command that brings it, or a newer one."""
        self.need()
        try:
            return import_module(self.module)
        except ImportError as error:
            raise self._missing() from error

    def _missing(self) -> MissingPackageError:
        return MissingPackageError(
            f"the engine {self.name} needs the package {self.package}, which is not installed here: {self.install}"
        )


def _parts(version: str) -> list[int]:
    """Return the numbers of a version, to be compared.

    >>> _parts("9.15.6755") > _parts("9.2")
    True
    """
    return [number for part in version.split(".") if (number := whole(part)) is not None]
