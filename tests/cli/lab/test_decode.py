"""``litgrid lab decode``: real programs' results of real files as checked grids, and everything that is none."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from litgrid.core.check import violations
from litgrid.formats import loads
from litgrid.puzzles import kinds
from tests.cli.run import HERE, process, run
from tests.programs import PROGRAMS, answer

ONE = "lightup\n.1.\n...\n#.2\n"
NO = "lightup\n.4.\n...\n"
SOLVED = "SAT\n1 -2 -3 -4 -5 6 -7 8 -9 0\n"
BOARDS = [
    "lightup\n...1...\n.2...#.\n..#....\n#..1..0\n",
    "binairo\n......\n.1....\n......\n..0..1\n",
    "gappy\n5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6\n",
    "mosaic\n.23.3\n3....\n2...3\n..12.\n2.0.2\n",
    "starbattle\nstars: 1\nAABB\nAAAB\nCCDB\nCDDD\n",
    "binairo\n........\n........\n........\n........\n........\n........\n",
]
FORMATS = {"cnf": "dimacs", "opb": "opb", "smt2": "smtlib"}


@pytest.fixture
def puzzle(tmp_path: Path) -> str:
    path = tmp_path / "puzzle.txt"
    path.write_text(ONE)
    return str(path)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.split("\n")[0])
@pytest.mark.parametrize("how", [[], ["--encoding", "totalizer"], ["--three-sat"]], ids=" ".join)
def test_there_and_back_through_real_programs(program: str, board: str, how: list[str], tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(board)
    written = run("lab", "encode", str(path), "--to", FORMATS[PROGRAMS[program][0]], *how)
    assert written.exit_code == 0
    result = answer(program, written.stdout, tmp_path)
    decoded = run("lab", "decode", str(path), "-", "--json", text=result)
    assert decoded.exit_code == 0, decoded.stderr
    said = json.loads(decoded.stdout)
    made = loads(board)
    assert said["status"] == "unknown"
    assert not violations(made.tables(), made.read_rows(said["solutions"][0]))


@pytest.mark.parametrize("program", PROGRAMS)
def test_no_answer(program: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(NO)
    written = run("lab", "encode", str(path), "--to", FORMATS[PROGRAMS[program][0]])
    decoded = run("lab", "decode", str(path), "-", text=answer(program, written.stdout, tmp_path))
    assert decoded.exit_code == 1
    assert decoded.stdout.endswith("The solver says so, and litgrid has proved it.\n\n")
    assert "No answer: these clues cannot all hold:\n  - the 4 at r1c2 touches exactly 4 bulbs\n" in decoded.stdout


def test_counts_for_z3(tmp_path: Path) -> None:
    written = run("lab", "encode", "--empty", "gappy", "9", "--to", "smtlib", "--encoding", "counts")
    decoded = run("lab", "decode", "--empty", "gappy", "9", "-", text=answer("z3", written.stdout, tmp_path))
    assert decoded.exit_code == 0
    assert decoded.stdout.count("■") == 18


def test_an_answer_in_words(puzzle: str) -> None:
    result = run("lab", "decode", puzzle, "-", text=SOLVED)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == dedent(f"""\
        {puzzle}:1  Light Up 3 x 3
        ┌───────┐
        │ ● 1 · │
        │ · · ● │
        │ █ ● 2 │
        └───────┘
        This is an answer: it obeys all rules. It may not be the only one.

        """)


def test_json_is_what_solve_prints(puzzle: str) -> None:
    said = json.loads(run("lab", "decode", puzzle, "-", "--json", text=SOLVED).stdout)
    solved = json.loads(run("solve", puzzle, "--json").stdout)
    assert said.keys() == solved.keys()
    assert said == solved | {"status": "unknown", "engine": "decoded", "seconds": 0.0}
    result = run("lab", "decode", puzzle, "-", "--json", text="INDET")
    assert result.exit_code == 4
    assert (json.loads(result.stdout)["status"], json.loads(result.stdout)["solutions"]) == ("unknown", [])


@pytest.mark.parametrize("text", ["INDET", "undef\n", "s UNKNOWN\n", "unknown", "timeout\n"])
def test_undecided(puzzle: str, text: str) -> None:
    result = run("lab", "decode", puzzle, "-", text=text)
    assert result.exit_code == 4
    assert result.stdout.endswith("Undecided: the solver gave up.\n\n")


def test_a_model_that_breaks_rules(puzzle: str) -> None:
    result = run("lab", "decode", puzzle, "-", text=SOLVED.replace("8", "-8").replace("1 -2", "-1 -2"))
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr == (
        "litgrid: standard input: expected an answer to this puzzle, but it breaks 4 rules: r1c1 is lit by a bulb in "
        "its row or column (dark: r1c1, r2c1); r3c2 is lit by a bulb in its row or column (dark: r2c2, r3c2); the 1 at "
        "r1c2 touches exactly 1 bulb (number: r1c1, r1c3, r2c2); and 1 more. Is it the result of this puzzle's "
        "formula?\n"
    )
    wall = run("lab", "decode", puzzle, "-", text=SOLVED.replace("-2", "2"))
    assert "the wall r1c2 holds no bulb (wall: r1c2)" in wall.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "got nothing"),
        ("hello", "1:1: expected a solver's result"),
        (
            "SAT\n1 -2 -3 -4\n",
            "r2c2, r2c3, r3c1, r3c2, r3c3 are missing, and nothing ends the model, as a 0 or the last "
            "parenthesis: is the file cut off?",
        ),
        ("SAT\n1 -2 -3 -4 -5 6 -7 8\n", "r3c3 is missing"),
        ("sat\n((x1 true) (x6", "and nothing ends the model"),
        ('sat\n(error "line 9: no model")\n', "2:1: the solver found a model, and does not say it: '(error"),
        ("v 1 -1 0\n", "1:5: expected each variable once"),
        ("SAT\n1 99999999999 0", "2:3: expected literals"),
        ("SAT\n1 4294967297 0", "2:3: expected variables from 1 to 2,147,483,647, got 4294967297"),
    ],
)
def test_what_is_no_result(puzzle: str, text: str, message: str) -> None:
    result = run("lab", "decode", puzzle, "-", text=text)
    assert result.exit_code == 3
    assert message in result.stderr


@pytest.mark.parametrize(
    "text",
    [
        SOLVED.replace(" 0\n", "\n"),
        SOLVED.replace("\n", "\r\n"),
        SOLVED.replace("SAT\n", "s SATISFIABLE\nv ").replace("-3 ", "-3\nc\nv "),
        "s SATISFIABLE\nv x1 -x2 -x3 -x4 -x5 x6 -x7 x8 -x9 x10\n",
        # What a solver leaves out may have either value; the check looks at one.
        "sat\n((x1 true) (x6 true) (x8 true))",
    ],
)
def test_results_in_other_dress(puzzle: str, text: str) -> None:
    assert "This is an answer" in run("lab", "decode", puzzle, "-", text=text).stdout


def test_files(puzzle: str, tmp_path: Path) -> None:
    path = tmp_path / "result"
    for data in (SOLVED.encode(), gzip.compress(SOLVED.encode()), b"\xef\xbb\xbf" + SOLVED.encode()):
        path.write_bytes(data)
        assert run("lab", "decode", puzzle, str(path)).exit_code == 0
    for data, message in (
        (SOLVED.encode("utf-16"), "expected text in UTF-8, got UTF-16"),
        (b"SAT\n1 \xe9 0\n", "result:2:3: expected literals"),
        (b"\x7fELF", "is this a binary file?"),
        (gzip.compress(SOLVED.encode())[:-4], "expected a packed file that can be unpacked"),
    ):
        path.write_bytes(data)
        result = run("lab", "decode", puzzle, str(path))
        assert result.exit_code == 3
        assert message in result.stderr
    assert "there is none of that name" in run("lab", "decode", puzzle, str(tmp_path / "no")).stderr


def test_usage(puzzle: str) -> None:
    for args in ([], [puzzle], ["-", "-"], ["--empty", "gappy", "9"]):
        result = run("lab", "decode", *args)
        assert result.exit_code == 2
    assert "expected one file, got 2" in run("lab", "decode", puzzle, puzzle, "-", text=SOLVED).stderr


def test_one_of_several_and_switches(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_text('{"id":"a","kind":"lightup","clues":[".."]}\n{"id":"b","kind":"binairo","clues":["..",".."]}\n')
    # Two rows alike: an answer only where lines need not differ.
    result = run("lab", "decode", str(path), "-", "--puzzle", "b", text="SAT\n1 -2 -3 4 0")
    assert result.exit_code == 0
    args = ["lab", "decode", "--empty", "binairo", "2", "4", "-"]
    rows = "v 1 -2 1 -2 -1 2 -1 2 0"
    assert run(*args, text=rows).exit_code == 3  # each variable twice
    rows = "v 1 -2 3 -4 -5 6 -7 8 0"
    assert "columns 1 and 3 are not equal" in run(*args, text=rows).stderr
    assert run(*args, "--no-unique-lines", text=rows).exit_code == 0


def test_no_traceback_in_a_process(puzzle: str) -> None:
    done = process("lab", "decode", puzzle, "-", text=SOLVED)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_kind_is_tried() -> None:
    assert {board.split("\n")[0] for board in BOARDS} == set(kinds.names())


WRONG = "p cnf 2 4\n1 2 0\n-1 -2 0\n1 0\n2 0\n"
"""Not the formula of the puzzle ``..``, which has two answers."""


@pytest.mark.parametrize("program", [name for name, (ending, *_) in PROGRAMS.items() if ending == "cnf"])
def test_a_wrong_unsat_is_answered_with_an_answer(program: str, tmp_path: Path) -> None:
    said = answer(program, WRONG, tmp_path)
    args = ["lab", "decode", "--empty", "lightup", "1x2", "-"]
    result = run(*args, text=said)
    assert result.exit_code == 3
    assert result.stdout.count("●") == 1
    assert result.stderr == (
        "litgrid: standard input: the solver says that there is no answer, but this is one: the solver is wrong, or "
        "this is not the result of this puzzle's formula\n"
    )
    as_json = run(*args, "--json", text=said)
    assert as_json.exit_code == 3
    assert sorted(json.loads(as_json.stdout)["solutions"]) == [[".o"], ["o."]]


def test_a_right_unsat_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(NO)
    result = run("lab", "decode", str(path), "-", "--json", text="UNSAT")
    assert result.exit_code == 1
    said = json.loads(result.stdout)
    assert (said["status"], said["shrunk"], [rule["at"] for rule in said["conflict"]]) == ("none", True, [[1, 2]])


def test_an_unsat_that_cannot_be_checked_in_time_stays_the_solvers_word(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"  # where a guess is no answer
    path.write_text("\n".join(["binairo", "11" + "." * 58, *["." * 60] * 59]))
    args = ["lab", "decode", str(path), "-", "--timeout", "0"]
    result = run(*args, text="UNSAT\n")
    assert result.exit_code == 4
    assert result.stdout.endswith("No answer, says the solver; litgrid did not find out within 0 s.\n\n")
    assert json.loads(run(*args, "--json", text="UNSAT\n").stdout)["status"] == "unknown"


FIRST, SECOND = "1 -2 3 -4 -5 6 -7 8 0", "-1 2 -3 4 5 -6 7 -8 0"


@pytest.mark.parametrize(
    "text",
    [
        f"s SATISFIABLE\nv {FIRST}\ns SATISFIABLE\nv {SECOND}\ns SOLUTIONS 2\n",
        f"c Answer: 1\nv {FIRST}\nc Answer: 2\nv {SECOND}\ns SATISFIABLE\nc Models : 2\n",
        f"SAT\n{FIRST}\n{SECOND}\n",
        f"v {FIRST} {SECOND}",
    ],
)
def test_several_models_are_several_answers(text: str) -> None:
    args = ["lab", "decode", "--empty", "binairo", "2x4", "--no-unique-lines", "-"]
    result = run(*args, text=text)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("Binairo") == 1
    assert [line for line in result.stdout.split("\n") if "nswer" in line] == [
        "Answer 1:",
        "Answer 2:",
        "2 models, each an answer that obeys all rules; two may be the same.",
    ]
    *answers, end = map(json.loads, run(*args, "--json", text=text).stdout.splitlines())
    assert [one["answer"] for one in answers] == [["1010", "0101"], ["0101", "1010"]]
    assert (end["status"], end["count"]) == ("some", 2)
    wrong = run(*args, text=text.replace("-7 8", "7 8"))
    assert wrong.exit_code == 3
    assert "expected an answer to this puzzle, but it breaks" in wrong.stderr


@pytest.mark.skipif(shutil.which("picosat") is None, reason="picosat is not installed")
def test_all_that_a_real_program_finds(tmp_path: Path) -> None:
    path = tmp_path / "formula.cnf"
    path.write_text(run("lab", "encode", "--empty", "lightup", "3").stdout)
    found = subprocess.run(["picosat", "--all", str(path)], capture_output=True, text=True, check=False).stdout
    said = run("lab", "decode", "--empty", "lightup", "3", "-", "--json", text=found)
    lines = [json.loads(line) for line in said.stdout.splitlines()]
    counted = json.loads(run("count", "--empty", "lightup", "3", "--json").stdout)
    assert len({tuple(line["answer"]) for line in lines[:-1]}) == counted["count"]
    assert lines[-1]["count"] == len(lines) - 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell what a program took")
@pytest.mark.parametrize("text", [r"\0", "y\n", "c\n", "v 1\n", "a", "1", "sat\ny\n"])
def test_what_never_ends_is_soon_refused(puzzle: str, tmp_path: Path, text: str) -> None:
    """A pipe without end: little of it is read, and little is held."""
    script = (
        "import sys, resource\nfrom litgrid.cli import main\ntry:\n    main(sys.argv[1:])\nfinally:\n"
        "    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime\n"
        # What resource says of memory begins with that of the process that started this one.
        "    memory = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "    print(seconds, memory.split()[1], file=sys.stderr)\n"
    )
    command = ["yes", text.removesuffix("\n")] if "\n" in text else ["tr", r"\0", text]
    with (
        Path("/dev/zero").open("rb") as zeros,
        subprocess.Popen(command, stdin=zeros, stdout=subprocess.PIPE) as endless,
    ):
        try:
            done = subprocess.run(
                [sys.executable, "-c", script, "lab", "decode", puzzle, "-"],
                stdin=endless.stdout,
                capture_output=True,
                text=True,
                env=HERE,
                check=False,
            )
        finally:
            endless.kill()
    seconds, memory = map(float, done.stderr.splitlines()[-1].split())
    assert done.returncode == 3, done.stderr
    assert "expected " in done.stderr
    assert seconds < 10
    assert memory < 300_000  # KiB
