"""``litgrid explain``, ``hint`` and ``grade``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgrid.explaining import GRADING
from tests.cli.run import ROOT, run

BOARD = "lightup\n.1.\n...\n#.2\n"
LIGHTUP = str(ROOT / "examples" / "lightup.txt")


def test_explains_in_numbered_sentences() -> None:
    result = run("explain", text=BOARD)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "standard input:1  Light Up 3 x 3"
    assert lines[1].startswith("1. All cells that are left around the 2 at r3c3 are needed")
    assert lines[-2:] == ["Solved; level 1, easy.", ""]


def test_json_is_as_documented() -> None:
    result = run("explain", "--json", "-", text=BOARD)
    line = json.loads(result.stdout)
    assert {"id", "level", "steps"} <= set(line)
    documented = {"cells", "technique", "rules", "facts", "cost", "text"}
    assert all(documented <= set(step) for step in line["steps"])
    first = line["steps"][0]
    assert first["cells"] == [[2, 3, True], [3, 2, True]]
    assert (first["technique"], first["facts"], first["cost"]) == ("clue-full", [], 1)
    decided = sorted(cell for step in line["steps"] for cell in step["cells"])
    assert [cell[:2] for cell in decided if cell[2]] == [[1, 1], [2, 3], [3, 2]]
    assert len(decided) == 6  # all but three walls


def test_certify() -> None:
    result = run("explain", "--certify", text=BOARD)
    assert result.exit_code == 0
    assert result.stdout.endswith("Solved; level 1, easy.\n\nCertified: no step could have taken fewer rules.\n\n")
    line = json.loads(run("explain", "--certify", "--json", text=BOARD).stdout)
    assert [step["least"] for step in line["steps"]] == [1] * len(line["steps"])
    late = json.loads(run("explain", "--certify", "--json", "--timeout", "0", text=BOARD).stdout)
    assert late["steps"] == []


def test_french() -> None:
    result = run("explain", "--language", "fr", text=BOARD)
    assert "une ampoule en l1c1" in result.stdout
    assert result.stdout.rstrip().endswith("Résolu\N{NO-BREAK SPACE}; niveau 1, facile.")


def test_goes_on_from_a_partial_grid(tmp_path: Path) -> None:
    partial = tmp_path / "partial.txt"
    partial.write_text("o1.\n..o\n#.2\n")
    result = run("explain", "--json", "--from", str(partial), text=BOARD)
    assert result.exit_code == 0
    cells = [cell[:2] for step in json.loads(result.stdout)["steps"] for cell in step["cells"]]
    assert [1, 1] not in cells
    assert [2, 3] not in cells
    assert [3, 2] in cells


def test_names_a_mistake(tmp_path: Path) -> None:
    partial = tmp_path / "partial.txt"
    partial.write_text(".1.\n..x\n#.2\n")
    result = run("explain", "--from", str(partial), text=BOARD)
    assert result.exit_code == 1
    assert "The entry of no bulb at r2c3 cannot stand. All cells that are left around the 2 at r3c3" in result.stdout
    line = json.loads(run("explain", "--json", "--from", str(partial), text=BOARD).stdout)
    assert line["mistake"]["entry"] == [2, 3, False]
    assert [2, 3, True] in line["mistake"]["step"]["cells"]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (".1.\n...\n#.1\n", "expected 2, as in the puzzle, got 1"),
        ("lightup\n.1.\n...\n", "expected a grid of 3 x 3, as the puzzle, got one of 2 x 3"),
        (".1.\n.2.\n#.2\n", "expected one of xo., got 2"),
        ("wrong\n", "expected a grid of 3 x 3, as the puzzle, got one of 1 x 5"),
    ],
)
def test_a_partial_grid_of_another_puzzle_is_refused(tmp_path: Path, rows: str, words: str) -> None:
    partial = tmp_path / "partial.txt"
    partial.write_text(rows)
    result = run("explain", "--from", str(partial), text=BOARD)
    assert result.exit_code == 3
    assert words in result.stderr


@pytest.mark.parametrize(
    "words",
    ["hint --cell r3c1", "explain --why r3c1", "explain --why r3c1 --puzzle 1", "explain --why r3c1 --from clues"],
)
def test_what_cannot_be_asked_of_a_puzzle_is_said_with_its_place(words: str) -> None:
    result = run(*words.split(), text=BOARD)
    assert (result.exit_code, result.stderr) == (
        3,
        "litgrid: standard input:1: expected a cell that is to be filled in, got r3c1\n",
    )


def test_standard_input_is_read_once() -> None:
    drawn = ("explain", "-", "--from", "-", "-o", "steps.svg")
    for args in (("explain", "--from", "-"), ("explain", "-", "--from", "-"), drawn, ("hint", "-", "-")):
        result = run(*args, text=BOARD)
        assert result.exit_code == 2
        assert "cannot both be standard input" in result.stderr


def test_not_one_answer() -> None:
    several, none = run("explain", text="lightup\n..\n..\n"), run("explain", text="lightup\n4.\n..\n")
    assert several.exit_code == none.exit_code == 1
    assert "several answers" in several.stdout
    assert "no answer" in none.stdout
    assert json.loads(run("explain", "--json", text="lightup\n4.\n..\n").stdout)["status"] == "none"


def test_hints_tell_more_and_more(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    where, rule, step = (run("hint", str(path), "--stage", stage).stdout for stage in "123")
    assert where == "Look at r2c2 to r3c3.\n"
    assert rule == "A number that needs all its cells: think of the 2 at r3c3.\n"
    assert step.startswith("All cells that are left around the 2 at r3c3")
    done = tmp_path / "done.txt"
    done.write_text("o1x\nxxo\n#o2\n")
    result = run("hint", str(path), str(done))
    assert (result.exit_code, result.stdout) == (0, "Nothing is left to be decided.\n")


def test_a_hint_is_about_one_puzzle() -> None:
    assert run("hint", LIGHTUP).exit_code == 3
    assert run("hint", LIGHTUP, "--puzzle", "2").exit_code == 0


def test_grades() -> None:
    result = run("grade", text=BOARD)
    assert result.exit_code == 0
    assert "Level 1, easy (1.2). One rule at a time decides everything. Other generators call it easy." in result.stdout
    line = json.loads(run("grade", "--json", text=BOARD).stdout)
    assert (line["level"], line["score"], line["tier"], line["excess"], line["grading"]) == (1, 1.2, "easy", 0, GRADING)
    assert sum(line["techniques"].values()) == line["steps"]
    several = run("grade", text="lightup\n..\n..\n")
    assert several.exit_code == 1
    assert several.stdout.endswith("\nSeveral answers, and so no level.\n\n")
    line = json.loads(run("grade", "--json", text="lightup\n..\n..\n").stdout)
    assert (line["status"], line["level"], line["tier"]) == ("several", None, None)
    assert run("grade", "--timeout", "0", LIGHTUP).exit_code == 4


def test_draws_the_steps(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    svg, pdf = tmp_path / "steps.svg", tmp_path / "steps.pdf"
    result = run("explain", "-o", str(svg), "-o", str(pdf), text=BOARD)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "steps.svg: 4 pictures" in result.stderr
    drawn = svg.read_text(encoding="utf-8")
    assert "1. All cells that are left" in drawn
    assert "level 1, easy." in drawn
    assert pdf.read_bytes().startswith(b"%PDF")
    assert run("explain", "-o", "-", text=BOARD).stdout == drawn


def test_draws_a_mistake_and_several_puzzles(tmp_path: Path) -> None:
    partial, svg = tmp_path / "partial.txt", tmp_path / "steps.svg"
    partial.write_text(".1.\n..x\n#.2\n")
    assert run("explain", "--from", str(partial), "-o", str(svg), text=BOARD).exit_code == 1
    assert "cannot stand" in svg.read_text(encoding="utf-8")
    assert run("explain", "-o", str(svg), text=BOARD + "\n" + BOARD).exit_code == 0
    first, second = ((tmp_path / f"steps-{number}.svg").read_text(encoding="utf-8") for number in (1, 2))
    assert first.replace("input:1", "input:6") == second


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("-o", "-", "--json"), 2, "ask for one of them"),
        (("-o", "steps.png"), 2, "to end in .svg or .pdf"),
        (("-o", "/no/such/folder/a.svg"), 4, "cannot be written"),
    ],
)
def test_what_cannot_be_drawn_is_said(options: tuple[str, ...], code: int, words: str) -> None:
    result = run("explain", *options, text=BOARD)
    assert result.exit_code == code
    assert words in result.stderr
    if code == 2 and "--json" not in options:
        assert run("explain", "-o", "-", text=BOARD + "\n" + BOARD).exit_code == 2


def test_where_there_are_no_steps_nothing_is_certified() -> None:
    said = run("explain", "--certify", text="lightup\n4\n")
    assert said.exit_code == 1
    assert "no answer" in said.stdout
    assert "ertified" not in said.stdout


def saved(*moves: str) -> str:
    """Return a game of Light Up (``.1.`` / ``...`` / ``#.2``) as Tatham's collection saves it."""
    lines = ["SAVEFILE:41:Simon Tatham's Portable Puzzle Collection", "VERSION :1:1", "GAME    :8:Light Up"]
    lines += ["PARAMS  :3:3x3", "CPARAMS :3:3x3", "DESC    :6:a1dBa2"]
    lines += [f"{key:8}:{len(value)}:{value}" for key in ("NSTATES", "STATEPOS") if (value := str(len(moves) + 1))]
    return "\n".join([*lines, *(f"MOVE    :{len(move)}:{move}" for move in moves), ""])


def test_a_game_that_was_begun_is_gone_on_from() -> None:
    right, wrong = saved("L0,0", "I1,1", "L2,1"), saved("L2,0", "I0,0")
    result = run("explain", "--json", text=right)
    assert result.exit_code == 0
    decided = [cell for step in json.loads(result.stdout)["steps"] for cell in step["cells"]]
    assert len(decided) == 3  # of six cells
    assert "litgrid: standard input:1: it is gone on from 3 cells that a player had entered" in result.stderr
    afresh = run("explain", "--json", "--from", "clues", text=right)
    assert afresh.stdout.split('"seconds"')[0] == run("explain", "--json", text=saved()).stdout.split('"seconds"')[0]
    assert afresh.stderr == ""
    for command in ("explain", "hint"):
        mistaken = run(command, "--json", text=wrong)
        assert mistaken.exit_code == 1
        assert json.loads(mistaken.stdout)["mistake"]["entry"] in ([1, 3, True], [1, 1, False])
    assert run("hint", "-", "clues", text=wrong).stdout == run("hint", text=saved()).stdout
    assert "open" in run("check", text=right).stdout
    assert run("check", "--complete", text=wrong).exit_code == 1
    assert "contradicts" not in run("solve", text=wrong).stderr
    assert run("solve", text=wrong).exit_code == 0  # it is about the puzzle


def test_a_saved_game_is_a_partial_grid(tmp_path: Path) -> None:
    partial = tmp_path / "game.sav"
    partial.write_text(saved("L2,0"))
    result = run("explain", "--json", "--from", str(partial), text=BOARD)
    assert json.loads(result.stdout)["mistake"]["entry"] == [1, 3, True]


def test_a_game_that_was_begun_is_converted() -> None:
    begun = saved("L0,0", "I1,1")
    line = json.loads(run("convert", "--to", "jsonl", text=begun).stdout)
    assert line["entries"] == ["ox.", ".x.", "x.x"]
    assert "solution" not in line
    pzprv3 = run("convert", "--to", "pzprv3", text=begun).stdout
    assert pzprv3.split("\n")[4:7] == ["# 1 . ", ". + . ", "- . 2 "]
    for name in ("pzprv3", "pencilbox", "tatham-save", "penpa", "legup"):
        there = run("convert", "--to", name, text=begun)
        assert "entered" not in there.stderr
        back = run("convert", "--to", "jsonl", "--kind", "lightup", text=there.stdout)
        assert json.loads(back.stdout)["entries"] == line["entries"]
    lost = run("convert", "--to", "pzpr", text=begun)
    assert lost.stderr == "litgrid: standard input:1: pzpr has no place for what is entered\n"
    answer = run("convert", "--to", "pzprv3", text='{"kind":"lightup","clues":["1."],"solution":["1o"]}')
    assert "pzprv3 has no place for answers" in answer.stderr
    assert "#" not in answer.stdout


def test_the_answer_that_comes_along_is_never_where_one_begins() -> None:
    text = '{"kind":"lightup","clues":[".1.","...","#.2"],"solution":["o1.","..o","#o2"]}'
    assert len(json.loads(run("explain", "--json", text=text).stdout)["steps"]) > 0
    assert run("explain", text=text).stderr == ""
    assert "Look at" in run("hint", text=text).stdout
    assert "Solved" in run("check", text=text).stdout


def test_hint_says_that_it_is_about_one_puzzle() -> None:
    said = run("hint", "--help").stdout
    assert "[PUZZLE [PARTIAL]]" in said.splitlines()[0]
    assert "FILES" not in said
    assert "several puzzles" not in said
