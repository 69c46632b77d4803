"""``litgrid lab encode``: what it writes, what it counts, what it refuses."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from litgrid.core.bounds import Bounds, join
from litgrid.encode import rules
from litgrid.encode.puzzle import formula
from litgrid.formats import loads
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.dimacs import read, write
from litgrid.sat.size import Size
from tests.cli.run import process, run

ONE = "lightup\n.1.\n...\n#.2\n"
TWO = '{"id":"a","kind":"lightup","clues":[".."]}\n{"id":"b","kind":"lightup","clues":["..."]}\n'
BOARDS = [("lightup", "4x7"), ("binairo", "6x8"), ("gappy", "9")]


def test_a_puzzle_as_dimacs() -> None:
    result = run("lab", "encode", text=ONE)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == write(formula(loads(ONE)))
    assert run("lab", "encode", "-", text=ONE).stdout == result.stdout
    assert run("lab", "encode", "--encoding", "totalizer", "--three-sat", text=ONE).stdout == write(
        formula(loads(ONE), "totalizer", three=True)
    )


@pytest.mark.parametrize(("kind", "size"), BOARDS)
@pytest.mark.parametrize("three", [[], ["--three-sat"]])
def test_stats_are_the_sizes_of_the_file(kind: str, size: str, three: list[str]) -> None:
    lines = run("lab", "encode", "--empty", kind, size, "--stats", "--json", *three).stdout.splitlines()
    assert [json.loads(line)["encoding"] for line in lines] == list(ENCODINGS)
    for line in lines:
        said = json.loads(line)
        text = run("lab", "encode", "--empty", kind, size, "--encoding", said["encoding"], *three).stdout
        made = read(text)
        assert said["clauses"] == len(made) == sum(kind["clauses"] for kind in said["rules"])
        assert said["literals"] == made.literals.size == sum(kind["literals"] for kind in said["rules"])
        assert said["variables"] == made.variables
        cells = said["size"][0] * said["size"][1]
        assert said["auxiliaries"] == made.variables - cells == sum(kind["auxiliaries"] for kind in said["rules"])
        assert said["three_sat"] is bool(three)
        assert ("before" in said) is bool(three)
        if three:
            assert Size.of(made.starts[1:] - made.starts[:-1]).lengths.keys() == {3}
            assert said["before"]["clauses"] < said["clauses"]


def test_stats_of_all_encodings_join_the_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[int] = []

    def counted(bounds: Iterable[Bounds]) -> Bounds:
        joined.append(1)
        return join(bounds)

    monkeypatch.setattr(rules, "join", counted)
    assert run("lab", "encode", "--empty", "binairo", "4", "--stats").exit_code == 0
    assert joined == [1]


def test_stats_as_tables() -> None:
    result = run("lab", "encode", "--empty", "binairo", "100", "--stats", "--encoding", "pairwise")
    assert result.exit_code == 0
    assert "balance     200  3.96e+31  2.02e+33            0\n" in result.stdout
    assert "10,000 variables, of which 10,000 are cells; encoding pairwise.\n" in result.stdout
    result = run("lab", "encode", "--empty", "binairo", "16", "--stats")
    assert "pairwise           256  3,821,856  56,012,928  732,160     896  3,088,800\n" in result.stdout
    result = run("lab", "encode", "--stats", "--three-sat", "--encoding", "pairwise", text=ONE)
    assert "As 3-SAT 21 clauses became 51 (2.43 times as many)" in result.stdout
    assert "34" in result.stdout.splitlines()[-2]
    result = run("lab", "encode", "--stats", "--to", "opb", text=ONE)
    assert "counts " in result.stdout
    assert "constraints" in run("lab", "encode", "--stats", "--encoding", "counts", "--to", "smtlib", text=ONE).stdout


@pytest.mark.parametrize("size", [["10x12"], ["10", "12"], ["10 12"], ["10X12"], [" 10 x 12 "], ["10,12"]])
def test_sizes_are_read_as_people_write_them(size: list[str]) -> None:
    result = run("lab", "encode", "--empty", "Takuzu", *size, "--stats", "--json", "--encoding", "auto")
    assert json.loads(result.stdout)["size"] == [10, 12]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--empty", "binairo", "0"], "expected a size, as 16 or 10x12 (rows x columns), got '0'"),
        (["--empty", "binairo", "4x"], "got '4x'"),
        (["--empty", "binairo", "-4"], "got '-4'"),
        (["--empty", "binairo", "4", "5", "6"], "got '4 5 6'"),
        (["--empty", "binairo", "4", "file.txt"], "got '4 file.txt'"),
        (["--empty", "binairo", "5"], "5 x 5: expected an even number of columns, got 5"),
        (["--empty", "gappy", "8x9"], "so the board is square"),
        (["--empty", "lightup", "99999"], "expected at most 4,000,000 cells"),
        (["--empty", "sudoku", "9"], "one of lightup, binairo, gappy, mosaic, starbattle; got 'sudoku'"),
        (["--empty", "gappy", "9", "--puzzle", "1"], "--empty needs no --puzzle"),
        (["--empty", "gappy", "9", "--kind", "gappy"], "--empty needs no --puzzle, --kind or --format"),
        (["a", "b"], "expected one file, got 2: a b"),
        (["--encoding", "counts"], "DIMACS holds clauses only, no counts"),
        (["--encoding", "counts", "--to", "opb", "--three-sat"], "--three-sat is about clauses"),
        (["--encoding", "binary"], "expected an encoding, one of auto, "),
        (["--json"], "--json goes with --stats"),
    ],
)
def test_usage(args: list[str], message: str) -> None:
    result = run("lab", "encode", *args, text=ONE)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_one_of_several() -> None:
    result = run("lab", "encode", text=TWO)
    assert result.exit_code == 3
    assert result.stderr == (
        "litgrid: standard input: expected one puzzle, got 2: choose one with --puzzle 1 to --puzzle 2, or with its "
        "id\n"
    )
    second = run("lab", "encode", "--puzzle", "2", text=TWO).stdout
    assert "p cnf 3 " in second
    assert run("lab", "encode", "--puzzle", "b", text=TWO).stdout == second
    for which in ("3", "0", "c", "-1", "9999999999"):
        result = run("lab", "encode", "--puzzle", which, text=TWO)
        assert result.exit_code == 3
        assert f"got '{which}'; there are 2 puzzles here" in result.stderr
    # A bad puzzle does not cost the others.
    bad = "lightup\n.7\n\nlightup\n..\n"
    assert run("lab", "encode", "--puzzle", "2", text=bad).exit_code == 0
    result = run("lab", "encode", "--puzzle", "1", text=bad)
    assert result.exit_code == 3
    assert "standard input:2:2: expected one of" in result.stderr


def test_files(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.cnf", tmp_path / "a.cnf.gz"
    plain.write_text("old and much longer than a formula\n" * 1000)
    result = run("lab", "encode", "-o", str(plain), text=ONE)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert plain.read_text() == write(formula(loads(ONE)))
    size = plain.stat().st_size
    assert result.stderr == f"litgrid: {plain}: 9 variables, 21 clauses, {size:,} bytes\n"
    assert run("lab", "encode", "-o", str(packed), text=ONE).exit_code == 0
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert run("lab", "encode", "-o", "-", text=ONE).stdout == plain.read_text()
    result = run("lab", "encode", "--stats", "-o", str(plain), "--to", "opb", text=ONE)
    assert "literals" in result.stdout
    assert plain.read_text().startswith("* #variable= 9 #constraint= 15\n")


def test_what_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "such.cnf", "", "a\0b"):
        result = run("lab", "encode", "-o", str(path), text=ONE)
        assert result.exit_code == 4
        assert f"{path}: the file cannot be written: ".replace("\0", "\\x00") in result.stderr
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(ONE)
    result = run("lab", "encode", str(puzzle), "-o", str(puzzle))
    assert result.exit_code == 2
    assert "would be overwritten" in " ".join(result.stderr.split())
    assert puzzle.read_text() == ONE
    if Path("/dev/full").exists():
        result = run("lab", "encode", "-o", "/dev/full", text=ONE)
        assert result.exit_code == 4
        assert "/dev/full: the file cannot be written: No space left on device" in result.stderr


def test_what_is_too_large_is_refused_before_a_file_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    result = run("lab", "encode", "--empty", "binairo", "60", "--encoding", "pairwise", "-o", str(path))
    assert result.exit_code == 4
    assert "clauses, and litgrid stops at 20,000,000; choose another encoding" in result.stderr
    assert not path.exists()


def test_a_process_writes_bytes(tmp_path: Path) -> None:
    done = process("lab", "encode", text=ONE)
    assert (done.returncode, done.stdout) == (0, write(formula(loads(ONE))))
    done = process("lab", "encode", "--help")
    assert "Usage: litgrid lab encode [OPTIONS] [PUZZLE|CNF]..." in done.stdout


def test_a_folder_holds_a_formula_of_each_puzzle_and_a_table(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "here"
    puzzles = [
        {"id": "a/1", "kind": "lightup", "clues": [".1.", "...", "#.2"], "level": "easy"},
        {"id": "A 1", "kind": "lightup", "clues": [".1.", "...", "#.0"]},
        {"id": "binairo-4x4-s7-1", "kind": "binairo", "clues": ["...."] * 4},
    ]
    text = "".join(json.dumps(puzzle) + "\n" for puzzle in puzzles) + '{"kind": "lightup", "clues": ["7"]}\n'
    result = run("lab", "encode", "--level", "--count", "--gzip", "-o", f"{folder}/", text=text)
    assert result.exit_code == 3  # the last one is bad, and costs the others nothing
    assert "standard input:4" in result.stderr
    rows = [json.loads(line) for line in (folder / "formulas.jsonl").read_text().splitlines()]
    assert [row["file"] for row in rows] == ["a_1.cnf.gz", "A_1-2.cnf.gz", "binairo-4x4-s7-1.cnf.gz"]
    assert sorted(path.name for path in folder.iterdir()) == sorted(["formulas.jsonl", *(row["file"] for row in rows)])
    assert [(row["id"], row["answers"], row["seed"]) for row in rows] == [
        ("a/1", 1, None),
        ("A 1", 0, None),
        ("binairo-4x4-s7-1", 72, 7),  # as the catalogue of integer sequences has it
    ]
    assert [row["level"] for row in rows] == [1, None, None]  # one with another number of answers has none
    assert [row["score"] for row in rows] == [1.2, None, None]
    for row in rows:
        made = read(gzip.decompress((folder / row["file"]).read_bytes()).decode())
        assert (made.variables, len(made), made.literals.size) == tuple(
            row[name] for name in ("variables", "clauses", "literals")
        )
        assert sum(rule["clauses"] for rule in row["rules"]) == row["clauses"]


def test_a_folder_knows_what_the_puzzles_say_and_overwrites_none_of_them(tmp_path: Path) -> None:
    puzzle, given = tmp_path / "puzzle.jsonl", tmp_path / "one.cnf"
    puzzle.write_text('{"id": "one", "kind": "lightup", "clues": [".1.", "...", "#.2"], "level": 3}\n')
    given.write_text("p cnf 2 1\n1 -2 0\n")
    result = run("lab", "encode", str(puzzle), str(given), "-o", f"{tmp_path}/")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    first, second = map(json.loads, (tmp_path / "formulas.jsonl").read_text().splitlines())
    assert (first["level"], first["answers"], first["file"]) == (3, None, "one-2.cnf")
    assert (second["kind"], second["encoding"], second["clauses"], second["file"]) == ("cnf", "given", 1, "one-3.cnf")
    assert given.read_text() == "p cnf 2 1\n1 -2 0\n"
    assert (tmp_path / "one-2.cnf").read_text() == run("lab", "encode", text=ONE).stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--count"], "go with a folder"),
        (["--jobs", "2"], "go with a folder"),
        (["--stats", "-o", "x/"], "--stats is about one puzzle"),
    ],
)
def test_what_goes_with_a_folder(args: list[str], said: str) -> None:
    result = run("lab", "encode", *args, text=ONE)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.split())
