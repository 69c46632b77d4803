"""``litgrid generate``: what it writes, in which format, and how an order is refused or given up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import litgrid
from litgrid.core.grid import Shape
from litgrid.formats import formats
from litgrid.generating import Order
from tests.cli.run import run

BINAIRO = ["generate", "binairo", "6", "--seed", "1"]
ORDER = Order("binairo", Shape(6, 6), (1, 2), switches=(("unique_lines", False),))


def test_records_of_json() -> None:
    result = run(*BINAIRO, "--number", "3", "--level", "easy..2", "--no-unique-lines")
    assert (result.exit_code, result.stderr) == (0, "")
    for number, line in enumerate(result.stdout.splitlines(), 1):
        record = json.loads(line)
        assert list(record) == ["id", "kind", "size", "unique_lines", "clues", "solution", "level"]
        assert record["id"] == ORDER.name(1, number)
        assert (record["kind"], record["size"], record["unique_lines"]) == ("binairo", [6, 6], False)
        assert record["level"] in (1, 2)
    assert run("grade", "--json", text=result.stdout).exit_code == 0
    assert run("check", text=result.stdout).exit_code == 0


def test_another_each_time() -> None:
    assert len({run("generate", "binairo", "6").stdout for _ in range(3)}) == 3


def test_every_format_that_holds_the_kind_writes_them() -> None:
    for target in formats:
        if target.kinds and "binairo" not in target.kinds:
            continue
        result = run(*BINAIRO, "--to", target.name)
        assert result.exit_code == 0
        # Names, answers and levels nobody asked for; that a rule is on must be known.
        said = f"litgrid: puzzle:1: {target.name} cannot say that the rule unique-lines is on\n"
        assert result.stderr in ("", said)
        puzzle = litgrid.generate("binairo", 6, seed=1)
        assert litgrid.load(result.stdout, kind="binairo", format=target.name, unique_lines=True) == puzzle


def test_files(tmp_path: Path) -> None:
    for name in ("some.jsonl", "some.jsonl.gz"):
        result = run(*BINAIRO, "-n", "2", "-o", str(tmp_path / name))
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr.startswith("litgrid: 2 puzzles in ")
        assert result.stderr.endswith(" s (seed 1)\n")
    result = run(*BINAIRO, "-n", "2", "--to", "legup", "-o", str(tmp_path / "some.xml"))
    assert result.exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "some-1.xml",
        "some-2.xml",
        "some.jsonl",
        "some.jsonl.gz",
    ]
    assert (tmp_path / "some.jsonl").read_text() == run(*BINAIRO, "-n", "2").stdout


def test_out_of_time_and_going_on(tmp_path: Path) -> None:
    out = tmp_path / "some.jsonl"
    result = run("generate", "binairo", "8", "-n", "1000000", "--timeout", "0.5", "-o", str(out))
    assert result.exit_code == 4
    assert "the time limit ran out; what is finished is in" in result.stderr
    first = out.read_text() if out.exists() else ""
    # The seed is that of what was begun.
    result = run("generate", "binairo", "8", "-n", str(first.count("\n") + 1), "-o", str(out))
    assert result.exit_code == 0
    assert out.read_text().startswith(first)
    assert [path.name for path in tmp_path.iterdir()] == ["some.jsonl"]


def test_what_is_given_up_leaves_what_there_is(tmp_path: Path) -> None:
    out = tmp_path / "some.jsonl"
    result = run("generate", "binairo", "2", "-n", "100", "--tries", "50", "--seed", "1", "-o", str(out))
    assert result.exit_code == 1
    assert "expected 100 different puzzles, found 8: 50 tries in a row" in result.stderr
    assert out.read_text().count("\n") == 8
    assert [path.name for path in tmp_path.iterdir()] == ["some.jsonl"]


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (["lightup"], 2, "expected a SIZE"),
        (["lightup", "5x"], 2, "expected a size, as 16 or 10x12"),
        (["lightup", "5", "--width", "5"], 2, "leave one of them out"),
        (["lightup", "--height", "5"], 2, "--height needs --width"),
        (["akary", "5"], 2, "Did you mean 'akari'?\n"),
        (["lightup", "5", "--level", "tricky"], 2, "expected a level, 1 to 4 or easy"),
        (["lightup", "5", "--level", "3..2"], 2, "the lowest level first"),
        (["lightup", "5", "--walls", "20"], 2, "0.25 or 25%"),
        (["lightup", "5", "--walls", "1"], 2, "from 0 to less than 1"),
        (["lightup", "5", "--walls", "0.2", "--wall-percent", "20"], 2, "say the same"),
        (["binairo", "6", "--wall-percent", "20"], 2, "Binairo has no walls"),
        (["lightup", "5", "--wall-percent", "20", "--level", "2"], 2, "has no level"),
        (["binairo", "3"], 2, "3 x 3: expected an even number of columns"),
        (["gappy", "7"], 4, "7 x 7"),
        (["lightup", "5", "-n", "2", "--to", "legup"], 2, "legup holds one puzzle in a text: say with -o"),
        (["lightup", "2", "--level", "4", "--tries", "20", "--seed", "1"], 1, "ask for these, or a larger board"),
        (["lightup", "5", "--pattern", "none.txt"], 3, "none.txt: expected a file, but there is none"),
        (
            ["gappy", "9", "-n", "100000", "--to", "pzpr"],
            4,
            "pzpr holds lightup, starbattle only, not gappy",
        ),
        (
            ["lightup", "5", "--walls", "0", "--tries", "20", "--seed", "1"],
            1,
            "perhaps there is none: ask for a larger",
        ),
        (["lightup", "5", "--backend", "dask"], 2, "need each other"),
        (["lightup", "5", "-o", "no/such/folder"], 4, "the file cannot be written"),
    ],
)
def test_what_cannot_be(args: list[str], code: int, sentence: str) -> None:
    result = run("generate", *args)
    assert (result.exit_code, result.stdout) == (code, "")
    assert sentence in result.stderr


def test_a_pattern_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "nothing.txt"
    path.write_text("\n\n")
    result = run("generate", "lightup", "5", "--pattern", str(path))
    assert (result.exit_code, result.stderr) == (
        3,
        f"litgrid: {path}: expected a pattern, rows of # and ., got nothing\n",
    )


def test_a_wrong_pattern_has_a_place(tmp_path: Path) -> None:
    path = tmp_path / "walls.txt"
    path.write_text("#..\n..x\n...\n")
    result = run("generate", "lightup", "--pattern", str(path))
    assert result.exit_code == 3
    assert result.stderr == f"litgrid: {path}:2:3: expected one of # (a clue), . (none); got 'x'\n"


@pytest.mark.parametrize("percent", ["5", "30", "60"])
def test_walls_at_random_as_the_first_generator_drew_them(percent: str) -> None:
    result = run("generate", "lightup", "--width", "9", "--height", "7", "--wall-percent", percent, "-n", "20")
    assert (result.exit_code, result.stderr) == (0, "")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    text = "".join(row for record in records for row in record["clues"])
    assert set(text) <= set(".01234")  # every wall has its number
    assert abs(sum(char != "." for char in text) / len(text) - int(percent) / 100) < 0.05
    assert all("level" not in record for record in records)
    assert run("check", text=result.stdout).exit_code == 0  # it can always be solved
    assert any(rows != [row[::-1] for row in rows[::-1]] for rows in (record["clues"] for record in records))


def test_walls_at_random_with_one_answer() -> None:
    result = run("generate", "lightup", "--width", "7", "--wall-percent", "30", "--unique", "-n", "5")
    assert result.exit_code == 0
    assert run("solve", text=result.stdout).exit_code == 0


def test_walls_at_random_in_every_format_of_light_up() -> None:
    for target in formats:
        if target.kinds and "lightup" not in target.kinds:
            continue
        result = run("generate", "lightup", "--width", "7", "--wall-percent", "30", "--seed", "1", "--to", target.name)
        assert (result.exit_code, result.stderr) == (0, "")
        puzzle = litgrid.load(result.stdout, kind="lightup", format=target.name)
        assert puzzle == litgrid.generate("lightup", 7, walls=0.3, symmetry="none", unique=False, seed=1)


def test_a_share_of_given_cells() -> None:
    made = run("generate", "binairo", "4", "--givens", "25%", "--seed", "1", "--to", "text")
    assert (made.exit_code, made.stderr) == (0, "")
    assert sum(made.stdout.partition("\n")[2].count(value) for value in "01") == 4
    large = run("generate", "binairo", "10", "--givens", "0.5", "--seed", "1", "-o", "-")
    assert "too many to be drawn uniformly" in large.stderr
    both = run("generate", "binairo", "4", "--givens", "25%", "--unique")
    assert (both.exit_code, both.stdout) == (2, "")
    assert "--unique does not go with --givens" in both.stderr
    assert run("generate", "binairo", "4", "--givens", "25").exit_code == 2
    signs = run("generate", "binairo", "4", "--givens", "25%", "--signs", "0.2")
    assert (signs.exit_code, signs.stdout) == (2, "")
    assert "a share of given cells says which clues there are: leave out signs" in signs.stderr


def test_a_record_holds_the_score_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    assert run("generate", "lightup", "5", "--score", "1..3", "-n", "3", "--seed", "1", "-o", str(path)).exit_code == 0
    made = [json.loads(line) for line in path.read_text().splitlines()]
    graded = [json.loads(line) for line in run("grade", "--json", str(path)).stdout.splitlines()]
    assert [one["score"] for one in made] == [one["score"] for one in graded]
    assert "score" not in json.loads(run("generate", "lightup", "5", "--seed", "1").stdout)
    assert run("convert", "--to", "jsonl", str(path)).stdout == path.read_text()
    wrong = run("convert", "--to", "jsonl", text=path.read_text().replace('"score":', '"score":"x","was":'))
    assert (wrong.exit_code, wrong.stdout) == (3, "")
    assert "\"score\": expected a number, got 'x'" in wrong.stderr
