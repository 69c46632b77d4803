"""``litgrid solve``: what it prints, and what it exits with."""

from __future__ import annotations

import builtins
import json
import warnings
from pathlib import Path
from textwrap import dedent
from typing import Any

import dratify
import pytest

from litgrid.answer import Telling
from litgrid.core.tables import Rule
from litgrid.formats import loads
from litgrid.question import QUESTIONS
from litgrid.solving import Verdict
from tests.cli.run import run

ONE = "lightup\n.1.\n...\n#.2\n"
BOTH = '{"id":"two","kind":"lightup","clues":[".."]}\n'
NO = "lightup\n4.\n"


def test_the_only_answer() -> None:
    result = run("solve", text=ONE)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == dedent("""\
        standard input:1  Light Up 3 x 3
        ┌───────┐
        │ ● 1 · │
        │ · · ● │
        │ █ ● 2 │
        └───────┘
        Exactly one answer.

        """)


def test_several_answers() -> None:
    result = run("solve", "-", text=BOTH)
    assert result.exit_code == 1
    # Which of the two comes first is the engine's affair.
    assert result.stdout.startswith("two  Light Up 1 x 2\n┌─────┐\n│ ")
    assert "Another answer:" in result.stdout
    assert "│[●|·]│" in result.stdout or "│[·|●]│" in result.stdout
    assert "Several answers: these two differ in 2 cells: r1c1, r1c2." in result.stdout


def test_many_differences_are_cut() -> None:
    telling = Telling(Verdict(loads("lightup\n" + "." * 30), "unknown"))
    assert telling.listed(list(range(21))).endswith("r1c19, r1c20 and 1 more")
    assert telling.listed([0, 2]) == "r1c1, r1c3"


def test_no_answer_names_the_clues() -> None:
    result = run("solve", text=NO)
    assert result.exit_code == 1
    assert result.stdout == dedent("""\
        standard input:1  Light Up 1 x 2
        No answer: these clues cannot all hold:
          - the 4 at r1c1 touches exactly 4 bulbs

        """)
    # No board of 4 x 4 has two black cells in each line that do not touch: no clue is to blame.
    assert "the rules alone cannot be met" in run("solve", text="gappy\n- - - -\n- - - -\n").stdout


def test_out_of_time() -> None:
    result = run("solve", "--timeout", "0", text=ONE)
    assert result.exit_code == 4
    assert result.stdout.endswith("Unknown: out of time after 0 s.\n\n")


def test_an_engine_that_does_not_know(fake_engines: None) -> None:
    result = run("solve", "--engine", "asleep", text=BOTH)
    assert result.exit_code == 4
    assert result.stdout.endswith("Unknown.\n\n")


def test_json() -> None:
    result = run("solve", "--json", "--engine", "minisat", text=BOTH + '{"kind":"lightup","clues":["4."]}\n')
    assert result.exit_code == 1
    first, second = map(json.loads, result.stdout.splitlines())
    assert list(first) == ["id", "kind", "size", "status", "solutions", "conflict", "shrunk", "engine", "seconds"]
    assert first.pop("seconds") >= 0
    assert sorted(first.pop("solutions")) == [[".o"], ["o."]]
    assert first == {
        "id": "two",
        "kind": "lightup",
        "size": [1, 2],
        "status": "several",
        "conflict": [],
        "shrunk": True,
        "engine": "minisat",
    }
    assert second["id"] == "standard input:2"
    assert second["status"] == "none"
    assert second["conflict"] == [
        {"rule": "number", "at": [1, 1], "cells": [[1, 2]], "text": "the 4 at r1c1 touches exactly 4 bulbs"},
    ]


def test_switches_of_the_kinds() -> None:
    # Rows 1 and 3 are equal, and every other rule is obeyed.
    text = "binairo\n0101\n1010\n0101\n1010\n"
    without = json.loads(run("solve", "--json", "--no-unique-lines", text=text).stdout)
    with_rule = json.loads(run("solve", "--json", "--unique-lines", text=text).stdout)
    assert (without["status"], with_rule["status"]) == ("unique", "none")
    assert json.loads(run("solve", "--json", text=text).stdout)["status"] == "none", "on, unless said otherwise"


def test_several_files_the_largest_code_counts(tmp_path: Path) -> None:
    for name, text in {"one": ONE, "no": NO, "bad": "lightup\n.7\n", "empty": ""}.items():
        (tmp_path / name).write_text(text)
    names = [str(tmp_path / name) for name in ("one", "bad", "no", "empty", "missing", "one")]
    result = run("solve", *names)
    assert result.exit_code == 3
    assert result.stdout.count("Exactly one answer.") == 2, "bad puzzles do not stop the others"
    assert [line.removeprefix("litgrid: ").removeprefix(str(tmp_path)) for line in result.stderr.splitlines()] == [
        "/bad:2:2: expected one of . (free), # (wall), 0 1 2 3 4 (numbered wall), o (bulb), x (marked as no bulb); "
        "got '7': a wall has four neighbours, so that numbers go to 4",
        "/empty: expected a puzzle, got nothing: the text is empty",
        "/missing: expected a file, but there is none of that name",
    ]
    assert run("solve", names[0], names[2]).exit_code == 1
    assert run("solve", names[0], "--timeout", "0", names[2]).exit_code == 4


@pytest.mark.parametrize("text", ["lightup\n4.\n", "lightup\no.o\n", "lightup\n#1\n##\n"])
def test_what_cannot_be_solved_is_a_puzzle_not_an_error(text: str) -> None:
    result = run("solve", text=text)
    assert (result.exit_code, result.stderr) == (1, "")


@pytest.mark.parametrize("text", ["lightup\n##\n##\n", "lightup\n0\n"])
def test_a_board_without_a_free_cell_is_solved(text: str) -> None:
    assert run("solve", text=text).exit_code == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--kind", "sudoku"], "one of lightup, binairo, gappy, mosaic, starbattle; got 'sudoku'"),
        (["--engine", "cadcal"], "Did you mean 'cadical'?"),
        (["--format", "pdf"], "expected the name of a format"),
        (["--encoding", "magic"], "'magic' is not one of"),
        (["--timeout", "-1"], "-1.0 is not in the range x>=0"),
        (["--timeout", "nan"], "expected a number, got 'nan'"),
        (["--timeout", "1e999"], "expected a number, got"),
        (["--timeout", "soon"], "expected a number, got 'soon'"),
        (["--sed", "1"], "No such option"),
    ],
)
def test_usage(args: list[str], message: str) -> None:
    result = run("solve", *args, text=ONE)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_aliases_are_names_too() -> None:
    assert run("solve", "--kind", "akari", "--engine", "minisat22", "--format", "plain", text=".#").exit_code == 0


def test_an_encoding_that_cannot_hold_a_puzzle() -> None:
    grid = "binairo\n" + "\n".join(["11" + "." * 48, *["." * 50] * 49]) + "\n\n" + ONE  # a guess is no answer
    result = run("solve", "--encoding", "pairwise", text=grid)
    assert result.exit_code == 4, "it is not bad input"
    assert "clauses would take" in result.stderr
    assert "Exactly one answer." in result.stdout


def test_a_file_that_may_not_be_read_costs_no_other_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Not with a file's mode: the tests may run as root, who may read everything.
    (tmp_path / "one").write_text(ONE)
    (tmp_path / "secret").write_text(ONE)
    was = builtins.open

    def guarded(path: Any, *args: Any, **extra: Any) -> Any:
        if str(path).endswith("secret"):
            raise PermissionError(13, "Permission denied")
        return was(path, *args, **extra)

    monkeypatch.setattr(builtins, "open", guarded)
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    result = run("solve", *(str(tmp_path / name) for name in ("one", "secret", "one")))
    assert result.exit_code == 3
    assert result.stdout.count("Exactly one answer.") == 2
    assert result.stderr == f"litgrid: {tmp_path}/secret: expected a file that may be read, but permission is denied\n"


def test_an_empty_name_and_standard_input_twice() -> None:
    result = run("solve", "", "-", text=ONE)
    assert result.exit_code == 3
    assert result.stderr == "litgrid: expected the name of a file, got an empty name\n"
    assert "Exactly one answer." in result.stdout
    result = run("solve", "-", "-", text=ONE)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "standard input (-) can be read only once" in result.stderr


def test_messages_are_one_line_and_ids_too(tmp_path: Path) -> None:
    path = tmp_path / "a\nb\x1b[2J"
    path.write_text("lightup\n.7\n\n" + ONE)
    result = run("solve", str(path))
    assert result.stderr.count("\n") == 1
    assert "a\\nb\\x1b[2J:2:2: expected one of" in result.stderr
    assert result.stdout.splitlines()[0].endswith("a\\nb\\x1b[2J:4  Light Up 3 x 3")


def test_a_broken_plug_in_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def warn(*_: object, **__: object) -> None:
        warnings.warn("skipped the plug-in 'x' (x:X): No module\nnamed 'x'", stacklevel=1)
        raise KeyboardInterrupt

    monkeypatch.setitem(vars(QUESTIONS["solve"]), "function", warn)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        result = run("solve", text=ONE)
    assert result.stderr.splitlines()[0] == "litgrid: skipped the plug-in 'x' (x:X): No module\\nnamed 'x'"


def test_a_bug_is_said_without_a_traceback(fake_engines: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*arguments: object) -> None:
        raise IndexError("oh")

    monkeypatch.delenv("LITGRID_DEBUG", raising=False)
    monkeypatch.setattr("tests.fakes.Asleep.open", breaks)
    open_board = "lightup\n...\n...\n...\n"
    result = run("solve", "--engine", "asleep", text=f"{open_board}\n.#")
    assert result.exit_code == 4
    assert "standard input:1: this is a bug in litgrid (IndexError: oh)" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Exactly one answer." in result.stdout, "the next puzzle is still answered"
    monkeypatch.setenv("LITGRID_DEBUG", "1")
    assert "Traceback" in run("solve", "--engine", "asleep", text=open_board).stderr


def test_an_engine_that_lies_is_no_bug_in_litgrid(fake_engines: None) -> None:
    result = run("solve", "--engine", "lying", text="lightup\n...\n...\n...\n\n.#")
    assert result.exit_code == 4
    assert result.stderr.startswith(
        "litgrid: standard input:1: the engine lying gave a grid that breaks a rule: the run"
    )
    assert "Exactly one answer." in result.stdout, "the next puzzle is still answered"


def test_not_enough_memory(fake_engines: None) -> None:
    result = run("solve", "--engine", "crashing", text="lightup\n...\n...\n...\n")
    assert result.exit_code == 4
    assert "standard input:1: this takes more memory than litgrid may take" in result.stderr


def test_a_name_cannot_steer_the_terminal() -> None:
    text = '{"id":"\\u001b[2J\\ud800","kind":"akari","clues":["#"]}'
    assert run("solve", text=text).stdout.startswith("\\x1b[2J\ufffd  Light Up 1 x 1\n")
    assert json.loads(run("solve", "--json", text=text).stdout)["id"] == "\x1b[2J\ufffd", (
        "a lone surrogate would break strict readers"
    )


def test_colours_when_asked_for() -> None:
    assert "\x1b[" in run("solve", "--color", "always", text=ONE).stdout
    assert "\x1b[" not in run("solve", text=ONE).stdout


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "litgrid: interrupted"),
        (OSError(28, "No space left on device"), 4, "litgrid: the output cannot be written: No space left on device"),
    ],
)
def test_what_stops_the_whole_batch(
    error: BaseException, code: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setitem(vars(QUESTIONS["solve"]), "function", fail)
    result = run("solve", text=ONE)
    assert result.exit_code == code
    assert result.stderr.strip() == message


def test_out_of_time_with_an_answer_or_while_shrinking(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = loads(ONE)
    found = Verdict(puzzle, "unknown", (puzzle.read_rows(["o1.", "..o", "#o2"]),), timeout=5.0)
    monkeypatch.setitem(vars(QUESTIONS["solve"]), "function", lambda *_, **__: found)
    result = run("solve", "--timeout", "5", text=ONE)
    assert result.exit_code == 4
    assert "Unknown: out of time after 5 s. This is an answer, but it may not be the only one." in result.stdout
    clue = Rule("number", (1,), "the 4 at r1c1 touches exactly 4 bulbs", clue=True)
    for timeout, ended in ((5.0, "Time ran out"), (None, "The engine gave up")):
        left = Verdict(puzzle, "none", conflict=(clue,), shrunk=False, timeout=timeout)
        monkeypatch.setitem(vars(QUESTIONS["solve"]), "function", lambda *_, left=left, **__: left)
        result = run("solve", text=ONE)
        assert result.exit_code == 1
        assert f"{ended} before needless clues could be taken out of this list." in result.stdout


@pytest.mark.parametrize(("text", "code", "steps"), [(ONE, 0, "steps"), (NO, 1, "1 step,")])
def test_a_proof_and_the_formula_that_it_refutes(tmp_path: Path, text: str, code: int, steps: str) -> None:
    path = tmp_path / "why.drat"
    result = run("solve", "--proof", str(path), text=text)
    assert result.exit_code == code
    assert steps in result.stderr
    clauses = (tmp_path / "why.cnf").read_text()
    assert "c var 1 bulb r1c1\n" in clauses
    assert ("c rule 22-22 different: some cell is not as in the answer" in clauses) == (code == 0)
    assert dratify.check_proof(dratify.parse_dimacs(clauses), path.read_text()).ok


@pytest.mark.parametrize(
    ("path", "text", "code", "said"),
    [
        ("why.drat", BOTH, 4, "two: there is nothing to prove: expected a puzzle with exactly one answer or none"),
        ("why.drat", ONE + "\n" + NO, 4, "--proof holds the proof of one puzzle"),
        ("why.cnf", ONE, 2, "expected a file for the proof whose name does not end in .cnf"),
        ("missing/why.drat", ONE, 4, "the file cannot be written: No such file or directory"),
        ("why.CNF", ONE, 2, "expected a file for the proof whose name does not end in .cnf"),
        ("", ONE, 2, "expected a file for the proof"),
        ("-", ONE, 2, "expected a file: the answer is on standard output"),
    ],
)
def test_proofs_that_cannot_be(tmp_path: Path, path: str, text: str, code: int, said: str) -> None:
    result = run("solve", "--proof", path if path in ("", "-") else str(tmp_path / path), text=text)
    assert result.exit_code == code
    assert said.removeprefix("two: ") in result.stderr


@pytest.mark.parametrize(
    ("puzzle", "proof", "code", "said"),
    [
        ("why.txt", "why.txt", 2, "would be overwritten"),
        ("why.cnf", "why.drat", 3, 'expected the header "p cnf VARIABLES CLAUSES"'),
    ],
)
def test_a_proof_never_overwrites_the_puzzle(tmp_path: Path, puzzle: str, proof: str, code: int, said: str) -> None:
    path = tmp_path / puzzle
    path.write_text(ONE)
    result = run("solve", "--proof", str(tmp_path / proof), str(path))
    assert result.exit_code == code
    assert said in " ".join(result.stderr.split())
    assert path.read_text() == ONE


def test_out_of_time_for_a_proof(tmp_path: Path) -> None:
    result = run("solve", "--timeout", "0", "--proof", str(tmp_path / "why.drat"), text=ONE)
    assert result.exit_code == 4
    assert not (tmp_path / "why.drat").exists()
