"""Prints the oldest versions that litgrid is said to work with, as constraints of pip, for `scripts/test-lowest`."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
extras = project["optional-dependencies"]
wanted = [*project["dependencies"], *(each for name in extras if name not in ("dev", "docs") for each in extras[name])]
for requirement in map(Requirement, wanted):
    for bound in requirement.specifier:
        print(f"{requirement.name}=={bound.version}")
