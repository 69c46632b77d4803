"""``--engine`` with one that is not installed: said before anything is solved, the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import litgrid
from litgrid.core.errors import MissingPackageError
from tests.cli.run import run
from tests.cli.test_help import COMMANDS

DECIDED = "lightup\n.1.\n...\n#.2\n"
OPEN = "binairo\n......\n" + "......\n" * 5
WITH_ENGINE = [name for name, command in COMMANDS.items() if any("--engine" in one.opts for one in command.params)]
SAYS = (
    "litgrid: the engine program:nosuch needs the program nosuch, which is neither on the PATH nor beside this Python"
)


def test_these_have_it() -> None:
    assert WITH_ENGINE == ["litgrid solve", "litgrid lab compare"]


@pytest.mark.parametrize("text", [DECIDED, OPEN, DECIDED + "\n" + OPEN, ""], ids=["decided", "open", "both", "nothing"])
@pytest.mark.parametrize(
    "command",
    [
        *(["solve", *more] for more in ([], ["--all"], ["--forced"], ["--json"], ["--proof", "p"])),
        *(["lab", "compare", *more] for more in ([], ["--engine", "cadical", "--whole"])),
    ],
    ids=" ".join,
)
def test_an_engine_that_is_missing_is_said_at_once(
    command: list[str], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*command, "--engine", "program:nosuch", text=text)
    assert (result.exit_code, result.stdout) == (4, "")
    assert result.stderr.startswith(SAYS)
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_so_it_is_in_python() -> None:
    """Whether or not an engine is needed."""
    puzzle = litgrid.load(DECIDED)
    asked: tuple[Callable[..., object], ...] = (litgrid.solve, litgrid.forced, litgrid.answers)
    for ask in asked:
        with pytest.raises(MissingPackageError, match="needs the program nosuch"):
            ask(puzzle, engine="program:nosuch")
