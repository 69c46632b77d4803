"""What is written can be counted by others, who are given nothing but the file."""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import litgrid
from litgrid.core.puzzle import Puzzle
from litgrid.encode.layout import Layout
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.dimacs import Projecting, dump
from tests.processes import finished

READ = """
import sys
clauses, shown = [], None
for line in open(sys.argv[1], encoding="utf-8"):
    words = line.split()
    if words[0] == "p":
        variables = int(words[2])
    elif words[:3] == ["c", "p", "show"] or words[:2] == ["c", "ind"]:
        shown = (shown or []) + [int(word) for word in words if word.isdigit()][:-1]
    elif words[0] != "c":
        clauses.append([int(word) for word in words[:-1]])
"""
GANAK = """
import pyganak
counter = pyganak.Counter()
counter.new_vars(variables)
counter.set_sampling_set(shown)
counter.add_clauses(clauses)
print(int(counter.count()))
"""
APPROXMC = """
import pyapproxmc
counter = pyapproxmc.Counter(seed=1)
for clause in clauses:
    counter.add_clause(clause)
cells, hashes = counter.count(shown)
print(cells * 2**hashes)
"""
COUNTERS = {"pyganak": GANAK, "pyapproxmc": APPROXMC}

# The counts are known: 72 for the smallest Binairo, 2 for the smallest Gappy, one for a puzzle.
BOARDS = {
    "binairo": (litgrid.kinds.get("binairo").from_clues(["...."] * 4), 72),
    "gappy": (litgrid.kinds.get("gappy").from_clues({"rows": [None] * 8, "cols": [None] * 8, "grid": None}), 2),
    "lightup": (litgrid.loads("lightup\n.1.\n...\n#.2"), 1),
}


def _file(puzzle: Puzzle, folder: Path, encoding: str, three: bool, project: Projecting = "show") -> Path:
    file = folder / "formula.cnf"
    file.write_bytes(b"".join(dump(Layout(puzzle, encoding, three=three).stream(), project)))
    return file


@pytest.mark.parametrize("counter", COUNTERS)
@pytest.mark.parametrize("three", [False, True])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("board", BOARDS)
def test_counters(board: str, encoding: str, three: bool, counter: str, tmp_path: Path) -> None:
    if find_spec(counter) is None:
        pytest.skip(f"{counter} is not installed")
    if (board, counter) == ("gappy", "pyapproxmc"):
        pytest.skip("it loses a variable that can be flipped in every model: litgrid.counting.packages says more")
    puzzle, expected = BOARDS[board]
    project: Projecting = "ind" if three else "show"
    file = _file(puzzle, tmp_path, encoding, three, project)
    done = finished([sys.executable, "-c", READ + COUNTERS[counter], str(file)], capture_output=True, timeout=120)
    assert int(done.stdout.split()[-1]) == expected


@pytest.mark.parametrize("board", BOARDS)
def test_picosat_lists_all_models_of_pairwise(board: str, tmp_path: Path) -> None:
    if shutil.which("picosat") is None:
        pytest.skip("picosat is not installed")
    puzzle, expected = BOARDS[board]
    file = _file(puzzle, tmp_path, "pairwise", three=False)
    done = finished(["picosat", "--all", str(file)], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.splitlines()[-1] == f"s SOLUTIONS {expected}"


def test_cells_are_named_in_one_line_or_in_short_ones(tmp_path: Path) -> None:
    puzzle = BOARDS["binairo"][0]
    head = _file(puzzle, tmp_path, "auto", three=True).read_text()
    cells = " ".join(map(str, range(1, 17)))
    assert head.startswith("c t pmc\n")
    assert [line for line in head.split("\n") if line.startswith(("c p", "c ind"))] == [f"c p show {cells} 0"]
    older = _file(puzzle, tmp_path, "auto", three=False, project="ind").read_text().split("\n")
    assert [line for line in older if line.startswith(("c p", "c ind", "c t"))] == [
        "c ind 1 2 3 4 5 6 7 8 9 10 0",
        "c ind 11 12 13 14 15 16 0",
    ]
