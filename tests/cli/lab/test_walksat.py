"""``litgrid lab walksat``: puzzles and formulas, what it prints and writes."""

from __future__ import annotations

import gzip
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from litgrid.cli.lab.sparkline import ASCII, UNICODE, as_csv, sparkline
from litgrid.core.terminal import Look
from litgrid.encode.puzzle import formula
from litgrid.formats import loads
from litgrid.lab.walks import NOTHING_LEFT
from litgrid.sat.dimacs import write
from litgrid.sat.walksat import HEURISTICS, Settings
from litgrid.sat.walksat import run as search
from tests.cli.run import HERE, PROGRAM, ROOT, run
from tests.processes import PATIENCE, computed, started

ONE = "lightup\n.1.\n...\n#.2\n"
ANSWER = ["o1.", "..o", "#o2"]
OPEN = "binairo\n1...\n....\n...1\n....\n"
NONE = "binairo\n1..1\n1..1\n....\n....\n"
ENDLESS = "p cnf 2 3\n1 0\n-1 0\n2 0\n"


def told(*args: str, text: str = "") -> dict[str, Any]:
    result = run("lab", "walksat", "--json", *args, text=text)
    assert result.stderr == ""
    (line,) = result.stdout.splitlines()
    said: dict[str, Any] = json.loads(line)
    assert result.exit_code == {"undecided": 4, "none": 1}.get(said["status"], 0)
    return said


@pytest.mark.parametrize("start", ["rest", "nothing"])
@pytest.mark.parametrize("three", [[], ["--three-sat"]])
@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_it_finds_the_only_answer(start: str, three: list[str], heuristic: str) -> None:
    options = ["--from", start, "--heuristic", heuristic, "--encoding", "pairwise", "--seed", "3", *three]
    said = told(*options, text=ONE)
    assert said["solutions"] == [ANSWER]
    if start == "rest":
        assert set(said) == {"status", "id", "kind", "size", "solutions", "note"}
        return
    assert said["status"] == "model"
    assert said["solved"] == said["executions"] == 1
    assert said["mean_flips"] == said["median_flips"] == said["flips"]
    assert (said["heuristic"], said["noise"], said["seed"]) == (heuristic, 0.5, 3)
    made = formula(loads(ONE), "pairwise", three=bool(three))
    assert (said["variables"], said["clauses"]) == (made.variables, len(made))


def test_a_puzzle_that_propagation_decides_is_not_searched(tmp_path: Path) -> None:
    said = told(text=ONE)
    assert (said["status"], said["note"]) == ("decided", NOTHING_LEFT)
    result = run("lab", "walksat", "-o", str(tmp_path / "result"), text=ONE)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "│ ● 1 · │" in result.stdout
    assert result.stdout.endswith("nothing is left to search; --from nothing searches all.\n\n")
    assert "flips" not in result.stdout
    assert (tmp_path / "result").read_text() == "SAT\n1 -2 -3 -4 -5 6 -7 8 -9 0\n"


def test_the_object_is_what_the_search_says() -> None:
    made = formula(loads(OPEN))
    runs = search(made, Settings("score", 0.25, 50, 2), seed=9, executions=30)
    options = ["--heuristic", "score", "--noise", "0.25", "--max-flips", "50", "--restarts", "2", "--seed", "9"]
    said = told(*options, "--executions", "30", "--from", "nothing", text=OPEN)
    solved = [int(flips) for flips in runs.flips[runs.solved]]
    assert said["flips"] == runs.flips.sum()
    assert said["restarts"] == runs.restarts.sum()
    assert said["solved"] == len(solved)
    assert said["mean_flips"] == pytest.approx(sum(solved) / len(solved))
    assert (said["max_flips"], said["max_restarts"], said["executions"]) == (50, 2, 30)
    assert said["seconds"] >= 0


def test_in_words() -> None:
    result = run("lab", "walksat", "--from", "nothing", text=ONE)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("standard input:1  Light Up 3 x 3\n")
    assert "\n9 variables, " in result.stdout
    assert "│ ● 1 · │" in result.stdout
    assert "\nA model was found after " in result.stdout
    many = run("lab", "walksat", "--from", "nothing", "--executions", "1000", text=ONE)
    assert "\n1,000 of 1,000 executions found a model (100.0%).\nOn average after " in many.stdout


def test_undecided() -> None:
    result = run("lab", "walksat", "--max-flips", "500", "--restarts", "1", text=ENDLESS)
    assert result.exit_code == 4
    assert result.stdout.startswith(
        "standard input  2 variables, 3 clauses\nUndecided after 1,000 flips and 1 restart in "
    )
    assert "UNSAT" not in result.stdout
    many = run("lab", "walksat", "--max-flips", "10", "--executions", "7", text=ENDLESS)
    assert "0 of 7 executions found a model (0.0%).\n70 flips in all in " in many.stdout
    said = told("--max-flips", "10", text=ENDLESS)
    assert (said["status"], said["model"], said["mean_flips"]) == ("undecided", None, None)


def test_a_puzzle_that_counting_refutes_is_not_searched(tmp_path: Path) -> None:
    result = run("lab", "walksat", text=NONE)
    assert result.exit_code == 1
    assert "No answer, as propagation finds: there is nothing to search." in result.stdout
    file = tmp_path / "result"
    assert run("lab", "walksat", "-o", str(file), text=NONE).exit_code == 1
    assert file.read_text() == "UNSAT\n"
    assert told("--from", "nothing", "--max-flips", "1000", text=NONE)["status"] == "undecided"


@pytest.mark.parametrize("packed", [False, True])
def test_a_formula_with_its_names(tmp_path: Path, packed: bool) -> None:
    text = write(formula(loads(ONE))).encode()
    file = tmp_path / "formula"
    file.write_bytes(gzip.compress(text) if packed else text)
    said = told(str(file))
    assert said["names"] == ["bulb r1c1", "bulb r2c3", "bulb r3c2"]
    assert said["model"] == [1, -2, -3, -4, -5, 6, -7, 8, -9]
    assert "solutions" not in said
    assert "True: bulb r1c1, bulb r2c3, bulb r3c2\n" in run("lab", "walksat", str(file)).stdout


@pytest.mark.parametrize(
    "text", ["p cnf 1 1\n1 0\n", "c\nc of nothing\np cnf 1 1\n1 0", "\nc x\r\np cnf 1 1\r\n1 0\r\n"]
)
def test_how_a_formula_begins(text: str) -> None:
    assert told(text=text)["model"] == [1]


def test_an_encoding_is_refused_for_a_formula() -> None:
    for command in (["walksat"], ["encode"], ["encode", "--to", "text"]):
        result = run("lab", *command, "--encoding", "pairwise", text=ENDLESS)
        assert (result.exit_code in (2, 4), result.stdout) == (True, "")
        assert "a formula has its clauses already" in " ".join(result.stderr.split())


def test_names_cannot_steer_the_terminal() -> None:
    shown = run("lab", "walksat", text="c var 1 red\x1b[31m\np cnf 1 1\n1 0\n")
    assert "\x1b" not in shown.stdout


@pytest.mark.parametrize("start", ["rest", "nothing"])
def test_a_result_file_goes_back_through_decode(tmp_path: Path, start: str) -> None:
    puzzle, result = tmp_path / "puzzle.txt", tmp_path / "result"
    puzzle.write_text(OPEN)
    asked = run("lab", "walksat", str(puzzle), "--from", start, "-o", str(result))
    assert asked.exit_code == 0
    lines = result.read_text().split("\n")
    assert (lines[0], lines[1][-2:], lines[2:]) == ("SAT", " 0", [""])
    decoded = run("lab", "decode", str(puzzle), str(result))
    assert decoded.exit_code == 0
    # The same picture, under another heading.
    assert decoded.stdout.splitlines()[1:6] == asked.stdout.splitlines()[1:6]
    if start == "nothing":
        made = formula(loads(OPEN))
        true = set(map(int, lines[1].split()[:-1]))
        assert all(true & set(clause) for clause in made.clauses())


def test_an_undecided_result_file(tmp_path: Path) -> None:
    assert run("lab", "walksat", "--max-flips", "9", "-o", str(tmp_path / "r"), text=ENDLESS).exit_code == 4
    assert (tmp_path / "r").read_text() == "undef\n"


def test_a_trace_as_a_file_and_as_a_line(tmp_path: Path) -> None:
    file = tmp_path / "trace.csv"
    assert run("lab", "walksat", "--from", "nothing", "--seed", "1", "--trace", str(file), text=OPEN).exit_code == 0
    head, *rows = file.read_text().splitlines()
    assert head == "flips,false"
    runs = search(formula(loads(OPEN)), Settings(), seed=1, trace_every=1)
    assert runs.trace is not None
    assert rows == [f"{flips},{false}" for flips, false in enumerate(runs.trace.tolist())]
    shown = run("lab", "walksat", "--from", "nothing", "--seed", "1", "--trace", "show", text=OPEN).stdout.splitlines()
    assert shown[-1].startswith(f"False clauses: {runs.trace[0]} at first, 0 at least, over {runs.flips[0]} flips")
    assert set(shown[-2]) <= set(UNICODE)
    said = run("lab", "walksat", "--json", "--trace", "show", text=ENDLESS)
    assert json.loads(said.stdout)
    assert "False clauses: " in said.stderr


def test_long_traces_are_thinned() -> None:
    import numpy as np

    trace = np.arange(25_000)
    rows = as_csv(trace, 10).splitlines()[1:]
    assert len(rows) <= 10_000
    assert rows[1] == "30,3"
    bars, _ = sparkline(trace, 1, Look(False, False, None)).split("\n")
    assert len(bars) == 60
    assert set(bars) <= set(ASCII)
    assert bars[-1] == ASCII[-1]
    assert as_csv(None, 1) == "flips,false\n"
    assert "no trace" in sparkline(None, 1, Look(False, False, None))
    assert sparkline(np.zeros(3, dtype=np.int64), 1, Look(False, True, None)).startswith(UNICODE[0] * 3)


def test_an_empty_board() -> None:
    said = told("--empty", "gappy", "9", "--restarts", "20")
    assert said["status"] == "model"
    assert said["size"] == [9, 9]


def test_a_time_limit() -> None:
    begin = time.process_time()
    said = told("--timeout", "0.3", "--max-flips", str(10**12), text=ENDLESS)
    assert said["status"] == "undecided"
    assert time.process_time() - begin < 20


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--heuristic", "best"], "best"),
        (["--noise", "2"], "2"),
        (["--noise", "nan"], "expected a number"),
        (["--max-flips", "-1"], "-1"),
        (["--executions", "0"], "0"),
        (["a", "b", "-o", "c"], "expected one file"),
        (["--timeout", "nan"], "expected a number"),
    ],
)
def test_usage(args: list[str], says: str) -> None:
    result = run("lab", "walksat", *args, text=ONE)
    assert result.exit_code == 2
    assert says in result.stderr


def test_what_is_searched_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "p.txt"
    file.write_text(ONE)
    for option in ("-o", "--trace"):
        result = run("lab", "walksat", str(file), option, str(file))
        assert result.exit_code == 2
        assert "would be overwritten" in " ".join(result.stderr.split())
    assert file.read_text() == ONE


def test_bad_input_and_output(tmp_path: Path) -> None:
    result = run("lab", "walksat", text="p cnf 1 1\n2 0\n")
    assert result.exit_code == 3
    assert "expected variables up to 1" in result.stderr
    assert run("lab", "walksat", text="nonsense").exit_code == 3
    result = run("lab", "walksat", "-o", str(tmp_path / "no" / "such"), text=ONE)
    assert result.exit_code == 4
    assert "cannot be written" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal")
def test_ctrl_c() -> None:
    options = ["lab", "walksat", "-", "--max-flips", str(10**15)]
    with started(
        [*PROGRAM, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=HERE, cwd=ROOT
    ) as program:
        assert program.stdin is not None
        program.stdin.write(ENDLESS.encode())
        program.stdin.close()
        computed(program.pid, 1.5)
        program.send_signal(signal.SIGINT)
        assert program.wait(PATIENCE) == 130
        assert program.stderr is not None
        assert program.stderr.read().decode().endswith("litgrid: interrupted\n")
