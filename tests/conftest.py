"""What all tests share."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from litgrid.core import warden
from litgrid.engines import engines
from litgrid.puzzles import kinds
from litgrid.web.words import words
from tests.fakes import Asleep, Crashing, Lying, Queens, Scripted
from tests.processes import owned

owned()

# The same boards on every machine, and no failure because a machine was busy.
settings.register_profile("litgrid", deadline=None, derandomize=True, database=None, max_examples=100)
settings.load_profile("litgrid")


# Nothing of the user who tests is read or written: here their page has a token of its own.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix=f"{warden.PREFIX}{warden.identity()}-")


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(os.environ["XDG_DATA_HOME"], ignore_errors=True)


@pytest.fixture(scope="session")
def real_puzzles() -> Path:
    """The folder of real puzzles, which are not part of the project."""
    place = Path(os.environ.get("LITGRID_PUZZLES", Path(__file__).parents[2] / "shared" / "puzzles"))
    if not place.is_dir():
        pytest.skip(f"no real puzzles: {place} is not here (set LITGRID_PUZZLES to the folder that holds them)")
    return place


@pytest.fixture
def queens() -> Iterator[type[Queens]]:
    """A fourth kind of puzzle, registered while a test runs."""
    kinds.add(Queens)
    yield Queens
    kinds.discard(Queens.name)
    words.cache_clear()  # those of each kind are among them


@pytest.fixture
def fake_engines() -> Iterator[None]:
    """Engines that misbehave, registered while a test runs."""
    fakes = (Lying(), Crashing(), Asleep(), Scripted(1_000_000))
    for fake in fakes:
        engines.add(fake)
    yield
    for fake in fakes:
        engines.discard(fake.name)
