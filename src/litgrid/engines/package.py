"""Engines that are Python packages: asked for their version without being imported, and imported when they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from litgrid.core.errors import MissingPackageError
from litgrid.engines.base import Engine


class PackageEngine(Engine):
    """An engine inside a package.

    Attributes
    ----------
    package
        what the package is called where it is installed from
    module
        the module that is imported
    """

    package: str
    module: str

    @property
    def install(self) -> str:  # type: ignore[override]
        """The command that brings the package."""
        return f"pip install {self.package}"

    def version(self) -> str | None:
        """Return the package's name and version."""
        from importlib import metadata

        try:
            return f"{self.package} {metadata.version(self.package)}"
        except metadata.PackageNotFoundError:
            return None

    def load(self) -> Any:
        """Import the module.

        Raises
        ------
        MissingPackageError
            naming the command that brings it.
        """
        try:
            return import_module(self.module)
        except ImportError as error:
            raise MissingPackageError(
                f"the engine {self.name} needs the package {self.package}, which is not installed here: {self.install}"
            ) from error
