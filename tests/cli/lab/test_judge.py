"""``litgrid lab judge``: a formula, a program, a class, and what is said of those that are none."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from litgrid.cli.batch import read_text
from tests import processes
from tests.cli.run import HERE, PROGRAM, run

WRONG = "p cnf 4 4\n1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n"
RIGHT = "p cnf 4 8\n-1 -2 0\n-3 -4 0\n-1 -3 0\n-2 -4 0\n1 2 3 0\n1 2 4 0\n1 3 4 0\n2 3 4 0\n"
COPY = f'{sys.executable} -c "print(open(__import__(chr(115)+chr(121)+chr(115)).argv[1]).read())" {{program}}'


@pytest.fixture
def puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("puzzle.txt").write_text("lightup\n..\n..\n")
    Path("wrong.cnf").write_text(WRONG)
    Path("right.cnf").write_text(RIGHT)
    return tmp_path


@pytest.mark.usefixtures("puzzle")
def test_a_formula_is_right_or_not() -> None:
    said = run("lab", "judge", "puzzle.txt", "wrong.cnf")
    assert said.exit_code == 1
    assert "the run r1c1 to r2c1 holds at most one bulb" in said.stdout
    assert run("lab", "judge", "puzzle.txt", "right.cnf").exit_code == 0
    record = json.loads(run("lab", "judge", "puzzle.txt", "wrong.cnf", "--json", "--needless").stdout)
    assert (record["verdict"], record["refuses"], record["clauses"]) == ("accepts", None, [])
    assert record["needless"] == []
    assert run("lab", "judge", "--empty", "lightup", "2", "-", text=RIGHT).exit_code == 0


@pytest.mark.usefixtures("puzzle")
def test_cells_are_called_as_is_said() -> None:
    Path("map.json").write_text(json.dumps({"r1c1": 4, "r1c2": 3, "r2c1": 2, "r2c2": 1}))
    assert run("lab", "judge", "puzzle.txt", "right.cnf", "--map", "map.json").exit_code == 0
    Path("x.smt2").write_text("".join(f"(declare-const v{row}_{column} Bool)" for row in (1, 2) for column in (1, 2)))
    assert run("lab", "judge", "puzzle.txt", "x.smt2", "--map", "v{r}_{c}").exit_code == 1
    for wrong in ('{"r1c1": true}', '{"r1c1": [1]}'):
        assert "with a variable for each cell" in run("lab", "judge", "puzzle.txt", "right.cnf", "--map", wrong).stderr
    twice = run("lab", "judge", "puzzle.txt", "right.cnf", "--map", '{"r1c1": 1, "r1c1": 2}')
    assert "r1c1 is named twice" in twice.stderr
    Path("map.json").write_text("[1]")
    said = run("lab", "judge", "puzzle.txt", "right.cnf", "--map", "map.json")
    assert "map.json: expected a JSON object with a variable for each cell" in said.stderr


@pytest.mark.usefixtures("puzzle")
def test_a_program_is_judged_on_the_smallest_board_that_it_fails_on() -> None:
    own = f"{sys.executable} -m litgrid lab encode {{file}}"
    assert run("lab", "judge", "--kind", "lightup", "--boards", "4", "--with", own).exit_code == 0
    fixed = f"cat {Path('right.cnf').resolve()}"
    said, again = (
        run("lab", "judge", "--kind", "lightup", "--boards", "9", "--with", fixed, "--json", "--jobs", jobs)
        for jobs in ("1", "2")
    )
    assert said.exit_code in (1, 2)
    assert "bubblewrap" in said.stderr
    assert (again.exit_code, again.stdout, again.stderr) == (said.exit_code, said.stdout, said.stderr)


def test_a_program_that_fails_is_not_right_and_its_last_line_is_told_from_the_front(puzzle: Path) -> None:
    program = puzzle / "fails.py"
    program.write_text("raise SyntaxError('begin ' + 'x' * 300)")
    said = run("lab", "judge", "--kind", "lightup", "--boards", "2", "--with", f"{sys.executable} {program}")
    assert said.exit_code == 1
    assert "ended with exit code 1: SyntaxError: begin xxx" in said.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_class_is_marked_and_goes_on_where_it_was(puzzle: Path, jobs: str) -> None:
    folder = puzzle / "class"
    folder.mkdir()
    for name, text in {"adam": RIGHT, "eve": WRONG, "noa": "", "tom": "p cnf 1 1\n1 0\n"}.items():
        (folder / name).write_text(text)
    arguments = ["lab", "judge", "puzzle.txt", "--jobs", jobs, "--class", "class", "-o", "marks.csv"]
    assert run(*arguments).exit_code == 1
    rows = list(csv.DictReader(Path("marks.csv").read_text().splitlines()))
    assert [row["verdict"] for row in rows] == ["equal", "accepts", "failed", "failed"]
    assert rows[1]["breaks"] == "the run r1c1 to r2c1 holds at most one bulb"
    assert "an empty text" in rows[2]["problem"]
    assert "a formula of 1 x 1" in rows[3]["problem"]
    (folder / "noa").write_text(RIGHT)  # handed in again
    assert "(3 as before)" in run(*arguments).stderr
    whole = Path("marks.csv").read_text()
    assert "noa,equal" in whole
    Path("other.txt").write_text("lightup\n.#\n..\n")
    run("lab", "judge", "other.txt", *arguments[3:])
    assert Path("marks.csv").read_text() != whole
    run(*arguments)
    assert Path("marks.csv").read_text() == whole
    Path("marks.csv").write_text(whole[: whole.index("noa") + 5])  # cut off in a line
    run(*arguments)
    assert Path("marks.csv").read_text() == whole
    (folder / "Anna Smith's").write_text(RIGHT)
    (folder / "=1+1").write_text(RIGHT)
    run(*arguments[:-1], "m.csv", "--with", "cat {program}")
    assert "Anna Smith's,equal" in Path("m.csv").read_text()
    assert "\n'=1+1,equal" in Path("m.csv").read_text()
    Path("other.csv").write_text("a,b\n")
    assert "expected the columns" in run(*arguments[:-1], "other.csv").stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_that_cannot_be_read_or_needs_too_much_memory_costs_the_others_nothing(
    puzzle: Path, jobs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = puzzle / "class"
    folder.mkdir()
    for name in ("adam", "big", "gone", "tom"):
        (folder / name).write_text(RIGHT)
    (folder / "lost").symlink_to("nowhere")

    def reading(path: str) -> str:
        if path.endswith("big"):
            raise MemoryError
        return read_text(path)

    original = Path.read_bytes

    def content(path: Path) -> bytes:
        if path.name == "gone":
            path.unlink()
        return original(path)

    monkeypatch.setattr("litgrid.cli.lab.judge.read_text", reading)
    monkeypatch.setattr(Path, "read_bytes", content)
    assert run("lab", "judge", "puzzle.txt", "--class", "class", "-o", "marks.csv", "--jobs", jobs).exit_code == 1
    rows = list(csv.DictReader(Path("marks.csv").read_text().splitlines()))
    assert [(row["name"], row["verdict"]) for row in rows] == [
        ("adam", "equal"),
        ("big", "failed"),
        ("gone", "failed"),
        ("lost", "failed"),
        ("tom", "equal"),
    ]
    assert "more memory" in rows[1]["problem"]
    assert all("there is none of that name" in row["problem"] for row in rows[2:4])


@pytest.mark.skipif(os.name != "posix", reason="processes die of signals")
@pytest.mark.parametrize(
    ("killed", "code", "message"),
    [(True, 4, "run the same command again"), (False, 130, "interrupted")],
    ids=["killed", "Ctrl-C"],
)
def test_what_was_done_is_kept_where_a_worker_is_killed_or_all_are_interrupted(
    puzzle: Path, killed: bool, code: int, message: str
) -> None:
    folder = puzzle / "class"
    folder.mkdir()
    for name in ("adam", "eve", "tom"):
        (folder / name).write_text(f"cat << END\n{RIGHT}END\n")
    (folder / "eve").write_text("exec sleep 600\n")
    command = ["lab", "judge", "puzzle.txt", "--class", "class", "-o", "marks.csv", "--with", "sh {program}"]
    options = ["--program-timeout", "900", "--jobs", "2"]
    with processes.started([*PROGRAM, *command, *options], stderr=subprocess.PIPE, env=HERE, cwd=puzzle) as started:
        assert started.stderr is not None
        parent, marks = psutil.Process(started.pid), Path("marks.csv")
        processes.wait_until(lambda: marks.exists() and "adam" in marks.read_text())
        sleeping = [one for one in parent.children() if any(below.name() == "sleep" for below in one.children(True))]
        if killed:
            sleeping[0].kill()
        else:
            started.send_signal(signal.SIGINT)
        assert started.wait(processes.PATIENCE) == code
        assert message in started.stderr.read().decode()
    (folder / "eve").write_text((folder / "tom").read_text())
    assert "marks.csv: equal 3 (" in run(*command, "--program-timeout", "900").stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["puzzle.txt"], "expected a puzzle and the file of a formula"),
        (["--boards", "3"], "--boards needs --with"),
        (["--boards", "3", "--with", "cat"], "--boards needs --kind"),
        (["puzzle.txt", "--class", "nowhere"], "--class needs -o"),
        (["puzzle.txt", "--class", "nowhere", "-o", "m.csv"], "expected a folder"),
        (["puzzle.txt", "puzzle.txt", "--jobs", "2"], "--jobs goes with --boards and --class"),
        (["puzzle.txt", "puzzle.txt"], "puzzle.txt: expected a formula in DIMACS, OPB or SMT-LIB, got something else"),
    ],
)
@pytest.mark.usefixtures("puzzle")
def test_what_cannot_be_judged(arguments: list[str], message: str) -> None:
    said = run("lab", "judge", *arguments)
    assert message in said.stderr
    assert said.exit_code in (2, 3)
