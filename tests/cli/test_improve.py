"""``litgrid improve``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import litgrid
from litgrid.improving import Better, Improvement
from tests.cli.run import run

BOARD = "lightup\n.1.\n...\n#.2\n"
SEVERAL = "lightup\n.1.\n...\n#..\n"
FULL = "binairo\n0011\n0101\n1010\n1100\n"


def test_needless_clues() -> None:
    result = run("improve", text=BOARD)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "standard input:1  Light Up 3 x 3",
        "Each of these clues could go, alone:",
        "  the 1 at r1c2 touches exactly 1 bulb",
        "The fewest of its clues: 1; fewer would not do.",
        "  .#.",
        "  ...",
        "  #.2",
        "",
    ]


def test_a_level_in_json() -> None:
    result = run("improve", "--json", "--level", "1", text=BOARD)
    assert result.exit_code == 0
    lean = json.loads(result.stdout)["lean"]
    assert (lean["number"], lean["exact"]) == (1, True)


def test_a_clue_more() -> None:
    result = run("improve", text=SEVERAL)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[1] == "Several answers; one with any of these 2 clues more:"
    assert set(lines[2:4]) == {"  the 2 at r3c1 touches exactly 2 bulbs", "  the 1 at r3c1 touches exactly 1 bulb"}
    few = run("improve", text="binairo\n0...\n....\n..1.\n....\n").stdout
    assert "Several answers; one with 2 clues more; fewer would not do:" in few
    line = json.loads(run("improve", "--json", text=SEVERAL).stdout)
    assert line["status"] == "several"
    assert [one["number"] for one in line["unique"]] == [2, 2]
    assert line["needless"] is line["lean"] is line["fewest"] is None


def test_fewest_and_written(tmp_path: Path) -> None:
    path = tmp_path / "fewest.jsonl"
    result = run("improve", "--fewest", "-o", str(path), text=FULL)
    assert result.exit_code == 0
    assert "The fewest clues of all for this answer: 4; fewer would not do." in result.stdout
    assert "needless" not in result.stdout
    solved = run("solve", "--json", str(path))
    assert solved.exit_code == 0
    assert json.loads(solved.stdout)["solutions"] == [["0011", "0101", "1010", "1100"]]
    line = json.loads(run("improve", "--json", "--fewest", "--needless", text=FULL).stdout)
    assert list(line) == [
        "id",
        "kind",
        "size",
        "status",
        "needless",
        "lean",
        "fewest",
        "unique",
        "wants_cells",
        "seconds",
    ]
    assert (line["fewest"]["number"], line["fewest"]["least"], line["fewest"]["exact"]) == (4, 4, True)
    assert len(line["needless"]) == 16


@pytest.mark.parametrize(
    ("arguments", "text", "code", "words"),
    [
        (["--unique"], BOARD, 1, "One answer."),
        (["--fewest"], SEVERAL, 1, "Several answers."),
        ([], "lightup\n4.\n..\n", 1, "No answer"),
        (["--timeout", "0"], BOARD, 4, "Unknown: out of time."),
        (["--level", "1"], BOARD, 0, "could go"),
        (["--level", "easy"], BOARD, 0, "could go"),
        (["--level", "tricky"], BOARD, 2, ""),
    ],
)
def test_ends(arguments: list[str], text: str, code: int, words: str) -> None:
    result = run("improve", *arguments, text=text)
    assert result.exit_code == code
    assert words in result.stdout


def test_does_not_write_over_what_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    result = run("improve", str(path), "-o", str(path))
    assert result.exit_code == 2
    assert path.read_text() == BOARD


def test_what_is_not_proved_is_not_called_the_fewest() -> None:
    puzzle = litgrid.load("binairo\n0011\n0101\n1010\n1100")
    best = Better(puzzle, (), (), clues=16, least=3, exact=False)
    found = Improvement(puzzle, "unique", fewest=best, asked=frozenset(("fewest",)))
    words = "The fewest clues of all for this answer: not known, at least 3; the best that was found has 16."
    assert words in str(found)
    assert found.outcome == "unknown"
