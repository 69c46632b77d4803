"""`litgrid lab compare`: tables, JSON, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgrid.lab.measuring import Measurement, Stand
from tests.cli.run import run

ONE = "lightup\n.1.\n...\n#.2\n"
OPEN = "binairo\n" + "......\n" * 6


def compare(*args: str, text: str) -> tuple[int, str, str]:
    result = run("lab", "compare", *args, text=text)
    return result.exit_code, result.stdout, result.stderr


def test_a_table_a_puzzle() -> None:
    names = ("--engine", "cadical", "--engine", "minisat", "--encoding", "auto", "--encoding", "totalizer")
    code, text, errors = compare(*names, "--whole", text=ONE + "\n" + OPEN)
    assert (code, errors) == (0, "")
    lines = text.split("\n")
    assert lines[0] == "standard input:1  Light Up 3 x 3"
    rows = [line.split()[:3] for line in lines if line.startswith(("cadical", "minisat"))]
    each = [[engine, encoding, "sat"] for engine in ("cadical", "minisat") for encoding in ("auto", "totalizer")]
    assert rows == each * 2
    assert "|---|" in compare("--engine", "minisat", "--markdown", text=OPEN)[1]


@pytest.mark.parametrize(("last", "status", "found"), [("2", "sat", "the answer"), ("0", "unsat", "that there is no")])
def test_a_puzzle_that_propagation_decides_is_not_measured(last: str, status: str, found: str) -> None:
    text = ONE.replace("2", last)
    code, shown, errors = compare(text=text)
    assert (code, errors) == (0, "")
    assert f"\nPropagation finds {found}" in shown
    assert shown.endswith(": nothing is left to search; --whole searches all.\n\n")
    (line,) = compare("--json", text=text)[1].splitlines()
    told = json.loads(line)
    assert set(told) == {"id", "kind", "size", *Measurement.__slots__, "note"}
    assert (told["engine"], told["status"], told["variables"]) == ("propagation", status, None)


def test_json_has_every_number() -> None:
    code, text, _ = compare("--engine", "minisat", "--json", "--whole", text=ONE)
    assert code == 0
    (line,) = text.splitlines()
    found = json.loads(line)
    assert set(found) == {"id", "kind", "size", *Measurement.__slots__}
    assert (found["id"], found["engine"]) == ("standard input:1", "minisat")
    assert (found["status"], found["variables"]) == ("sat", 9)


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["--engine", "cadicl"], 2, "Did you mean 'cadical'?"),
        (["--encoding", "best"], 2, "'best'"),
        (["--timeout", "-1"], 2, "-1.0 is not in the range"),
        (["nothing.txt"], 3, "there is none of that name"),
    ],
)
def test_what_is_wrong_is_said(args: list[str], code: int, said: str) -> None:
    found, text, errors = compare(*args, text=ONE)
    assert (found, text) == (code, "")
    assert said in errors


def test_a_bad_puzzle_does_not_cost_the_others() -> None:
    code, text, errors = compare("--engine", "minisat", text="lightup\n.7.\n\n" + ONE)
    assert code == 3
    assert "standard input:2:2" in errors
    assert "standard input:4" in text


def test_a_time_limit_ends_with_4() -> None:
    code, text, errors = compare("--engine", "minisat", "--timeout", "0", text=ONE)
    assert code == 4
    assert "timeout" in text
    assert errors == "litgrid: standard input:1: minisat auto: stopped after 0 s\n"


def test_a_time_limit_may_be_longer_than_a_system_can_wait() -> None:
    code, text, errors = compare("--engine", "minisat", "--whole", "--timeout", "1e10", text=ONE)
    assert (code, errors) == (0, "")
    assert "sat" in text


def test_engines_that_disagree_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["sat", "unsat"])
    monkeypatch.setattr(Stand, "measure", lambda _, __, a, b, **___: Measurement(a, b, next(answers)))
    code, _, errors = compare("--engine", "minisat", "--engine", "cadical", text=OPEN)
    assert code == 4
    assert errors.endswith("cadical says that there is no answer, and minisat found one: it is wrong\n")


def test_a_puzzle_without_an_answer_is_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("lightup\n.1.\n...\n#.0\n")
    code, text, errors = compare("--engine", "minisat", "--whole", str(path), text="")
    assert (code, errors) == (0, "")
    assert "unsat" in text


def test_a_formula_is_compared_as_it_is() -> None:
    code, text, errors = compare(
        "--engine", "minisat", "--engine", "cadical", "--json", text="p cnf 2 2\n1 2 0\n-1 0\n"
    )
    assert (code, errors) == (0, "")
    assert [(found["kind"], found["encoding"], found["status"]) for found in map(json.loads, text.splitlines())] == [
        ("cnf", "given", "sat")
    ] * 2


def test_many_are_kept_and_reported(tmp_path: Path) -> None:
    output, puzzles = tmp_path / "results.jsonl", tmp_path / "puzzles.txt"
    puzzles.write_text(f"{ONE}\nlightup\n.7.\n\n{OPEN}")
    args = [str(puzzles), "--engine", "minisat", "--unique", "--no-unique-lines", "--timeout", "60", "-o", str(output)]
    code, text, errors = compare(*args, text="")
    assert code == 3  # the bad one
    assert "puzzles.txt:7:2" in errors
    assert "Solvers: uniqueness" in text
    head, *jobs = map(json.loads, output.read_text().splitlines())
    assert head["contest"]["switches"] == ["no-unique-lines"]
    assert [(job["kind"], job["unique"]) for job in jobs] == [("lightup", True), ("binairo", False)]
    assert run("lab", "report", str(output)).stdout == text
    assert compare(*args, text="")[1] == text
    (tmp_path / "contest.toml").write_text('instances = "puzzles.txt"\nengines = "minisat"\n')
    code, text, errors = compare(str(tmp_path / "contest.toml"), "--anew", "-o", str(output), text="")
    assert (code, "Solvers: first answer" in text) == (3, True)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--anew"], "go with -o RESULTS"),
        (["--jobs", "2"], "go with -o RESULTS"),
        (["contest.toml"], "needs a place for the results"),
        (["--memory", "much"], "expected a whole number, got 'much'"),
    ],
)
def test_what_goes_together(args: list[str], said: str) -> None:
    code, text, errors = compare(*args, text=ONE)
    assert (code, text) == (2, "")
    assert said in " ".join(errors.split())
