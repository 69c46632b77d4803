"""Kinds as people outside write them: from the documentation, found as plug-ins, with every command and the page."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from litgrid.improving.improvement import improve
from litgrid.puzzles import kinds
from litgrid.testing import check
from litgrid.testing.boards import Case
from tests.processes import finished
from tests.test_docs import PAGES, furnish
from tests.testing.thermometers import Thermometers

ROOT = Path(__file__).parents[2]
PLUG_INS = """[litgrid.puzzles]
mines = mines:Mines
thermometers = thermometers:Thermometers
wrong = wrong:Wrong
gone = nowhere:Gone
thief = thief:Thief
"""
WRONG = """
from dataclasses import dataclass
from mines import Mines

@dataclass(frozen=True, eq=False)
class Wrong(Mines):
    name = "wrong"
    answer = "x*."
"""
THIEF = """
from dataclasses import dataclass
from mines import Mines

@dataclass(frozen=True, eq=False)
class Thief(Mines):
    name = "lightup"
"""
PUZZLES = {
    "mines": "mines\n2..\n.3.\n1.1\n",
    "thermometers": "thermometers\n2 3 1\n3 2 1\naAB\ncbB\nCCC\n",
}
COMMANDS = {
    "solve": "Exactly one answer.",
    "count": "1 answer, counted",
    "sample --seed 1": "drawn uniformly",
    "check": "No rule is broken so far",
    "explain": "Solved; level 1, easy.",
    "explain --language fr": "Résolu\N{NO-BREAK SPACE}; niveau 1, facile.",
    "hint -": "Look at",
    "grade": "). One rule at a time decides everything.",
    "improve": "lue",
    "render": "3 x 3",
    "convert --to jsonl": '"clues"',
}


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a package with plug-ins is installed, some of them wrong."""
    folder = tmp_path_factory.mktemp("outside")
    furnish(next(page for page in PAGES if page.name == "contributing.md"), folder)
    (folder / "thermometers.py").write_text(Path(__file__).with_name("thermometers.py").read_text(encoding="utf-8"))
    (folder / "wrong.py").write_text(WRONG)
    (folder / "thief.py").write_text(THIEF)
    package = folder / "outside-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(PLUG_INS)
    return folder


def run(outside: Path, *words: str, given: str = "") -> tuple[int, str, str]:
    """Return how a Python program ends that has the plug-ins, and what it prints."""
    path = os.pathsep.join([str(ROOT / "src"), str(outside)])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    done = finished(
        [sys.executable, *words], cwd=outside, env=environment, input=given, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


EVERY = """
import json, sys
from click.testing import CliRunner
from litgrid.cli import main
text, commands = json.load(sys.stdin)
found = [CliRunner().invoke(main, command.split(), input=text) for command in commands]
print(json.dumps([[result.exit_code, result.stdout] for result in found]))
"""
"""Runs commands, one after another, on a puzzle."""


@pytest.mark.parametrize("kind", PUZZLES)
def test_every_command_knows_them(outside: Path, kind: str) -> None:
    _, found, said = run(outside, "-c", EVERY, given=json.dumps([PUZZLES[kind], list(COMMANDS)]))
    for (command, expected), (code, shown) in zip(COMMANDS.items(), json.loads(found), strict=True):
        assert code in (0, 1), command + said
        assert expected in shown, command + said


@pytest.mark.parametrize("kind", PUZZLES)
def test_they_are_made_to_order(outside: Path, kind: str) -> None:
    code, shown, _ = run(outside, "-m", "litgrid", "generate", kind, "5x5", "--seed", "1", "--number", "2")
    assert code == 0
    code, shown, _ = run(outside, "-m", "litgrid", "solve", "--json", given=shown)
    assert code == 0
    assert [json.loads(line)["status"] for line in shown.splitlines()] == ["unique", "unique"]


def test_those_that_are_wrong_are_skipped_each_with_one_sentence(outside: Path) -> None:
    code, _, said = run(outside, "-m", "litgrid", "solve", given=PUZZLES["mines"])
    assert code == 0
    lines = said.splitlines()
    assert [line.split("'")[1] for line in lines] == ["wrong", "gone", "thief"]
    assert "where 'x' is not" in lines[0]
    assert "the name 'lightup' is that of a kind of puzzle already" in lines[2]


def test_the_page_has_them_and_no_wrong_one(outside: Path) -> None:
    program = """if True:
        import json
        from litgrid.web.api import described
        from litgrid.web.words import words
        from litgrid.web.tasks.asking import asking
        from litgrid.web.tasks.lab import formula
        from litgrid.puzzles import kinds
        puzzle = {"kind": "mines", "clues": kinds.get("mines").from_text(["2..", ".3.", "1.1"]).clues}
        question = {"puzzle": puzzle, "language": "fr"}
        print(json.dumps([
            [kind["name"] for kind in described("fr")], words("fr")["says.mines.number"],
            formula(question)["rules"][0]["text"], asking("explain")(question)["steps"][0]["text"],
        ]))
    """
    code, shown, _ = run(outside, "-c", program)
    assert code == 0
    names, says, texts, step = json.loads(shown)
    ours = [name for name in kinds.names() if name not in PUZZLES]
    assert names == [*ours, *PUZZLES]
    assert says == "le {value} en {at} a autant de mines autour de lui."
    assert texts == "le 2 en l1c1 a autant de mines autour de lui"
    assert step == "Il n'y a qu'une possibilité pour le 2 en l1c1\N{NO-BREAK SPACE}: des mines en l1c2 et l2c1."


def test_what_a_kind_of_theirs_lacks_is_said() -> None:
    lacking = check(Thermometers)
    assert any("instructions" in sentence for sentence in lacking)
    assert any("'fr' lack rule.tube, rule.label" in sentence for sentence in lacking)


@pytest.fixture
def mines(outside: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(outside)
    from mines import Mines  # type: ignore[import-not-found]

    kinds.add(Mines)
    yield
    kinds.discard("mines")


def test_a_number_that_cannot_stand_on_a_mine_is_no_clue_of_it(mines: None) -> None:
    """All ways to add one clue to a board, each tried: given mines are no numbers, and no number stands on one."""
    puzzle = kinds.get("mines").from_text(["1..", "..."])
    found = improve(puzzle)
    assert found.status == "several"
    for better in found.unique:
        case = Case.of(better.puzzle)
        assert case is not None
        assert len(case.answers) == 1
    case = Case.of(puzzle)
    assert case is not None
    said = puzzle.clues_of(case.answers.reshape(-1, 2, 3))
    assert ((said < 0) == (case.answers == 1)).all()
