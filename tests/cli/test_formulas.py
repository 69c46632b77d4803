"""Formulas where puzzles go, and everything that looks like one and is none."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import dratify
import pytest

import litgrid
from litgrid.sat.threesat import three_sat
from tests.cli.run import run

CNF = "c three variables\n\np cnf 3 2\nc p show 1 2 0\n1 -3\n0 2 3 0\n"
NONE = "p cnf 1 2\n1 0\n-1 0\n"
PUZZLE = "lightup\n.1.\n...\n#.2\n"
PACK: dict[str, Callable[[bytes], bytes]] = {
    "a.cnf": bytes,
    "a.cnf.gz": gzip.compress,
    "a.dimacs.bz2": bz2.compress,
    "a.cnf.xz": lzma.compress,
    "a": bytes,
}


@pytest.mark.parametrize("name", PACK)
def test_a_file_in_dimacs_is_told(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(PACK[name](CNF.encode()))
    found = json.loads(run("solve", "--json", str(file)).stdout)
    assert (found["id"], found["kind"], found["status"]) == (name, "cnf", "model")
    one, two, three = (literal > 0 for literal in found["model"])
    assert (one or not three) and (two or three)  # noqa: PT018 - two clauses
    counted = json.loads(run("count", "--json", str(file)).stdout)
    assert (counted["kind"], counted["status"], counted["count"]) == ("cnf", "exact", 3)
    assert run("lab", "walksat", str(file)).exit_code == 0
    assert run("lab", "encode", str(file), "--to", "opb").stdout.count(";") == 2
    assert run("lab", "sweep", str(file), "--executions", "3", "-o", str(tmp_path / "r.jsonl")).exit_code == 0
    assert len(litgrid.load_formula(file)) == 2


def test_what_is_said_of_puzzles_is_refused() -> None:
    for option in (["--kind", "lightup"], ["--strict"], ["--open", "x"]):
        result = run("solve", *option, text=CNF)
        assert (result.exit_code, option[0] in result.stderr) == (3, True)


def test_exit_codes_and_lines_as_solvers_print_them(tmp_path: Path) -> None:
    (tmp_path / "none.cnf").write_text(NONE)
    result = run("solve", "--dimacs", str(tmp_path / "none.cnf"))
    assert (result.exit_code, result.stdout) == (1, "s UNSATISFIABLE\n")
    result = run("solve", "--dimacs", text="p cnf 2 2\n-1 0\n2 0\n")
    assert (result.exit_code, result.stdout) == (0, "s SATISFIABLE\nv -1 2 0\n")
    assert run("solve", "--json", text=NONE).stdout.startswith(
        '{"id":"standard input","kind":"cnf","status":"none","model":null,'
    )
    result = run("solve", "--dimacs", text=PUZZLE)
    assert (result.exit_code, result.stdout) == (3, "")
    assert "got a puzzle" in result.stderr
    for option in ("--all", "--json", "--forced"):
        assert run("solve", "--dimacs", option, text=NONE).exit_code == 2


def test_models_are_listed_and_what_is_common_is_told() -> None:
    result = run("solve", "--all", "--json", text=CNF)
    assert result.exit_code == 0
    *models, last = map(json.loads, result.stdout.splitlines())
    assert sorted(one["model"] for one in models) == [[-1, 2], [1, -2], [1, 2]]
    assert (last["status"], last["count"]) == ("all", 3)
    assert "Stopped after 2 models" in run("solve", "--all", "--max", "2", text=CNF).stdout
    assert run("solve", "--forced", text="p cnf 2 1\n-2 0\n").stdout.endswith(
        "1 of 2 variables is the same in all models: -2.\n\n"
    )
    result = run("solve", "--all", text=NONE)
    assert (result.exit_code, result.stdout.splitlines()[1]) == (1, "No model.")


@pytest.mark.parametrize("option", ["--kind binairo", "--open x", "--no-unique-lines", "--encoding pairwise"])
def test_what_is_about_puzzles_is_refused_for_a_formula(option: str, tmp_path: Path) -> None:
    (tmp_path / "b.cnf").write_text(CNF)
    (tmp_path / "b.txt").write_text("binairo\n00..\n0...\n..1.\n....\n")
    result = run("solve", *option.split(), str(tmp_path / "b.cnf"), str(tmp_path / "b.txt"))
    assert result.exit_code in (3, 4)
    assert "b.cnf:1: " in result.stderr
    assert "puzzle" in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Binairo" in result.stdout, "the others are answered"


def test_puzzles_and_formulas_go_together(tmp_path: Path) -> None:
    (tmp_path / "a.cnf").write_text(CNF)
    (tmp_path / "b.txt").write_text(PUZZLE)
    result = run("solve", "--json", str(tmp_path / "a.cnf"), str(tmp_path / "b.txt"), text="")
    assert [json.loads(line)["status"] for line in result.stdout.splitlines()] == ["model", "unique"]


def test_a_proof_is_of_the_file_itself(tmp_path: Path) -> None:
    file, proof = tmp_path / "u.cnf", tmp_path / "u.drat"
    file.write_text(NONE)
    result = run("solve", "--proof", str(proof), str(file))
    assert result.exit_code == 1
    assert f"{proof} refutes {file}: 1 step, 2 clauses" in result.stderr
    assert (file.read_text(), proof.read_text()) == (NONE, "0\n")
    holes = "p cnf 6 9\n1 2 0 3 4 0 5 6 0\n-1 -3 0 -1 -5 0 -3 -5 0\n-2 -4 0 -2 -6 0 -4 -6 0\n"
    file.write_text(holes)
    assert run("solve", "--proof", str(proof), str(file)).exit_code == 1
    assert dratify.check_proof(dratify.parse_dimacs(holes), proof.read_text()).ok
    assert run("solve", "--proof", str(tmp_path / "v.drat"), text=NONE).exit_code == 1
    assert (tmp_path / "v.cnf").read_text() == NONE
    puzzle = _written(tmp_path, PUZZLE, "p.txt")
    result = run("solve", "--proof", str(tmp_path / "v.drat"), str(puzzle), str(tmp_path / "v.cnf"))
    assert "v.cnf is what is read here, and would be overwritten" in result.stderr
    assert (tmp_path / "v.cnf").read_text() == NONE


def test_a_formula_becomes_3_sat_and_tells_its_size(tmp_path: Path) -> None:
    formula = litgrid.load_formula(_written(tmp_path, "p cnf 5 2\n1 2 3 4 -5 0\n-1 0\n"))
    path = _written(tmp_path, run("lab", "encode", "--three-sat", str(tmp_path / "a.cnf")).stdout, "b.cnf")
    made = litgrid.load_formula(path)
    assert list(made.clauses()) == list(three_sat(formula).clauses())
    assert made.projection is not None
    assert made.projection.tolist() == [1, 2, 3, 4, 5]
    assert litgrid.count(made).count == litgrid.count(formula).count == 15
    said = json.loads(run("lab", "encode", "--stats", "--json", "--three-sat", str(tmp_path / "a.cnf")).stdout)
    assert (said["kind"], said["variables"], said["clauses"], said["before"]["clauses"]) == ("cnf", 9, 7, 2)
    assert (
        "As 3-SAT 2 clauses became 7" in run("lab", "encode", "--stats", "--three-sat", str(tmp_path / "a.cnf")).stdout
    )
    assert run("lab", "encode", "--encoding", "auto", str(path)).exit_code == 2


def _written(folder: Path, text: str, name: str = "a.cnf") -> Path:
    path = folder / name
    path.write_text(text)
    return path


OTHERS = {
    "p wcnf 2 1 9\n9 1 2 0\n": (1, 1, "a weighted CNF"),
    "c new\nh 1 2 0\n5 -1 0\n": (2, 1, "a weighted CNF"),
    "p cnf+ 2 1\n1 2 >= 1\n": (1, 1, "a CNF with counts in it (p cnf+)"),
    "c\np sp 3 2\na 1 2 4\n": (2, 1, "a graph for shortest paths (p sp)"),
    "p edge 3 2\ne 1 2\n": (1, 1, "a graph to colour"),
    "* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n": (1, 1, "a pseudo-Boolean problem (OPB)"),
    "1 2 0\n-1 0\n2 -1 3 0\n": (1, 1, "a CNF without its header"),
    "c hello\n1 2 0\n": (2, 1, "a CNF without its header"),
    "1 -2 3 0\n-1 2 -3 0\n": (1, 1, "a CNF without its header"),
    "p inccnf\n1 2 0\na 1 0\n": (1, 1, "a CNF with assumptions"),
    "(set-logic QF_UF)\n(assert x)\n": (1, 1, "a formula in SMT-LIB"),
}
COMMANDS = ["solve", "count", "lab walksat", "lab encode", "hint", "explain", "grade", "convert --to jsonl", "render"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("text", OTHERS)
def test_what_is_no_cnf_is_called_by_its_name(text: str, command: str, tmp_path: Path) -> None:
    file = _written(tmp_path, text, "a.txt")
    line, column, what = OTHERS[text]
    result = run(*command.split(), str(file))
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr.startswith(f"litgrid: {file}:{line}:{column}: expected a puzzle")
    assert what in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "line", "column", "what"),
    [
        ("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 0\n", 2, 1, "a quantified formula (QDIMACS)"),
        ("p cnf 2 2\n1 2 0\n", 1, 1, "the header says 2 clauses, but the file has 1"),
        ("p cnf 2 1\n1 2\n", 2, 1, "expected 0 after the last clause"),
        ("p cnf 2 1\nx1 2 0\n", 2, 1, "got 'x1'"),
        ("P CNF 2 1\n1 2 0\n", 1, 1, 'expected the header "p cnf VARIABLES CLAUSES"'),
    ],
)
@pytest.mark.parametrize("command", ["solve", "count", "lab walksat", "lab encode"])
def test_a_cnf_that_is_wrong(command: str, text: str, line: int, column: int, what: str) -> None:
    result = run(*command.split(), text=text)
    assert result.exit_code == 3
    assert result.stderr.startswith(f"litgrid: standard input:{line}:{column}: ")
    assert what in result.stderr


@pytest.mark.parametrize("command", ["hint", "explain", "grade", "sample"])
def test_a_puzzle_is_said_to_be_wanted(command: str) -> None:
    result = run(*command.split(), text=CNF)
    assert result.exit_code == 3
    assert "standard input:3:1: expected a puzzle, got a CNF" in result.stderr
