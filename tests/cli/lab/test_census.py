"""``litgrid lab census``: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import litgrid
from tests.cli.run import run

WALLS = "lightup\n.1.\n...\n#.2\n"


def test_in_words() -> None:
    said = run("lab", "census", "--empty", "gappy", "9", "--fewest").stdout
    assert said.startswith("empty gappy 9x9  Gappy 9 x 9\n664 answers in ")
    assert "; 86 up to the 8 symmetries of the board.\nFixed by all their 18 labels: 616.\n" in said
    assert "fewest labels  answers\n            2      152\n" in said
    assert "        never       48\n\nWith 2 labels, and one answer:\n" in said
    assert run("lab", "census", "--empty", "gappy", "7").stdout.splitlines()[1].startswith("No answer in ")
    plain = run("lab", "census", "--empty", "binairo", "4", "--no-unique-lines").stdout
    assert "  no two rows and no two columns are equal: no\n90 answers in " in plain
    assert "Fixed by all their 16 givens: all.\n" in plain


def test_json() -> None:
    found = json.loads(run("lab", "census", "--empty", "binairo", "4", "--json", "--fewest").stdout)
    assert found.pop("seconds") > 0
    example = found.pop("example")
    assert litgrid.solve(litgrid.kinds.get("binairo").from_clues(example)).status == "unique"
    assert found == {
        "id": "empty binairo 4x4",
        "kind": "binairo",
        "size": [4, 4],
        "unique_lines": True,
        "answers": 72,
        "symmetries": 16,
        "classes": 10,
        "clue": "given",
        "clues": 16,
        "fixed": 72,
        "fewest": {"4": 72},
        "never": 0,
    }


def test_the_board_of_a_puzzle(tmp_path: Path) -> None:
    found = json.loads(run("lab", "census", "--json", text=WALLS).stdout)
    assert found["answers"] == litgrid.count(litgrid.load("lightup\n.#.\n...\n#.#")).count
    assert (found["clue"], found["clues"], "fewest" in found) == ("number", 3, False)
    path = tmp_path / "walls.txt"
    path.write_text(WALLS)
    assert json.loads(run("lab", "census", "--json", str(path)).stdout)["answers"] == found["answers"]


def test_what_is_refused() -> None:
    for arguments, code, word in (
        (["--empty", "binairo", "5"], 2, "even number of columns"),
        (["--empty", "nonesuch", "5"], 2, "expected the name of a kind"),
        (["--empty", "gappy", "9", "3", "2"], 2, "size"),
        (["--empty", "gappy", "9", "--kind", "gappy"], 2, "there is no file"),
        (["missing.txt"], 3, "missing.txt"),
        (["--empty", "gappy", "9", "--timeout", "0"], 4, "time limit"),
        (["--empty", "lightup", "9", "--fewest", "--timeout", "2"], 4, "time limit"),
    ):
        result = run("lab", "census", *arguments)
        assert result.exit_code == code
        assert word in result.stderr
        assert "Traceback" not in result.output
