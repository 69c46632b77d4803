"""`litgrid lab sweep` and `litgrid lab report`: what they print, and every way they can end."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.run import HERE, PROGRAM, ROOT, run
from tests.processes import PATIENCE, started

QUICK = ["--max-flips", "1000", "--executions", "20", "--jobs", "1", "--start", "nothing"]


@pytest.fixture
def output(tmp_path: Path) -> str:
    return str(tmp_path / "results.jsonl")


def sweep(*args: str) -> tuple[int, str, str]:
    result = run("lab", "sweep", *args)
    return result.exit_code, result.stdout, result.stderr


def test_tables_are_printed(output: str) -> None:
    code, text, errors = sweep(
        "example lightup-10", *QUICK, "--heuristic", "skc", "--heuristic", "score", "--noise", "0.3", "-o", output
    )
    assert (code, errors) == (0, "")
    lines = text.split("\n")
    assert lines[0] == (
        "instance example lightup-10, form sat, noise 0.3, max flips 1,000, restarts 0, executions 20, seed 0"
    )
    assert [line.split()[0] for line in lines if line.startswith(("skc", "score"))] == ["skc", "score"]
    again = run("lab", "report", output)
    assert (again.exit_code, again.stdout) == (0, text)
    in_markdown = run("lab", "report", "--markdown", output).stdout
    assert "| heuristic |" in in_markdown


def test_a_description_and_options_that_replace_parts_of_it(output: str, tmp_path: Path) -> None:
    example = str(ROOT / "examples" / "sweep.toml")
    code, text, _ = sweep(example, "--jobs", "1", "--noise", "0.2", "--executions", "3", "--seed", "0", "-o", output)
    assert code == 0
    assert "noise 0.2" in text
    head = json.loads(Path(output).read_text(encoding="utf-8").split("\n")[0])["experiment"]
    assert (head["noises"], head["executions"], head["seed"]) == ([0.2], 3, 0)
    assert head["instances"] == ["lightup.txt", "example lightup-10"]


def test_pictures(output: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    folder = tmp_path / "pictures" / "here"
    code, _, errors = sweep(
        "example lightup-10", *QUICK, "-o", output, "--plot-folder", str(folder), "--plot-format", "png",
        "--noise", "0", "--noise", "1",
    )  # fmt: skip
    assert code == 0
    assert [path.name for path in sorted(folder.iterdir())] == ["flips-against-noise.png", "run-lengths.png"]
    assert errors.startswith("wrote ")
    (tmp_path / "file").touch()
    result = run("lab", "report", output, "--plot-folder", str(tmp_path / "file"))
    assert result.exit_code == 4
    assert "cannot be written" in result.stderr


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([], 2, "at least one of instances"),
        (["--noise", "2.0", "x"], 2, "2.0"),
        (["--noise", "nan", "x"], 2, "nan"),
        (["--seed", str(2**64), "x"], 2, str(2**64)),
        (["--heuristic", "walk", "x"], 2, "'walk'"),
        (["--noise", "0.5", "--noise", "0.5", "x"], 2, "expected each of noises once, got 0.5 twice"),
        (["--backend", "dask", "x"], 2, "need each other"),
        (["--scheduler", "tcp://x:1", "x"], 2, "need each other"),
        (["--jobs", "0", "x"], 2, "0"),
        (["examples/sweep.toml", "x"], 2, "give no other files with it"),
        (["nothing.toml"], 3, "nothing.toml: expected a file, but there is none of that name"),
        (["nothing.txt"], 3, "nothing.txt: expected a file, but there is none of that name"),
        (["nothing.cnf"], 3, "nothing.cnf: expected a file, but there is none of that name"),
        (["example nothing"], 3, "expected the name of an example"),
        (["empty sudoku 9"], 3, "sudoku"),
        (["examples/sweep.toml", "--kind", "binario"], 2, "Did you mean 'binairo'?"),
        (["examples"], 3, "examples: expected a file, got a directory"),
    ],
)
def test_what_is_wrong_is_said(
    args: list[str], code: int, said: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    found, text, errors = sweep(*args, "-o", output)
    assert (found, text) == (code, "")
    assert said in errors
    assert not Path(output).exists()


@pytest.mark.parametrize(
    "text", ["instances = " + "[" * 100_000, f"noises = [{'9' * 400}]", "kind = 'binario'", "format = 'doc'"]
)
def test_what_a_description_cannot_hold_is_bad_input(text: str, output: str, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(f"instances = 'x'\n{text}\n" if "instances" not in text else text)
    code, _, errors = sweep(str(path), "-o", output)
    assert code == 3
    assert errors.startswith(f"litgrid: {path}: expected ")


def test_names_of_files_steer_neither_the_terminal_nor_pictures(output: str, tmp_path: Path) -> None:
    names = [tmp_path / name for name in ("$x^{2$.cnf", "\x1b[31m.cnf")]
    for name in names:
        name.write_text("p cnf 1 1\n1 0\n")
    code, text, _ = sweep(*map(str, names), "-o", output, "--executions", "2", "--plot-folder", str(tmp_path))
    assert (code, "\x1b" in text) == (0, False)
    assert "$x^{2$.cnf" in (picture := (tmp_path / "run-lengths.svg").read_text())
    assert r">$\mathdefault" not in picture  # numbers of axes are formulas


def test_a_broken_description_is_bad_input(output: str, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("instances = 'x'\nheuristic = 'skc'\n")
    assert sweep(str(path), "-o", output)[0] == 3
    assert sweep(str(path), "-o", output)[2].endswith("got 'heuristic'. Did you mean 'heuristics'?\n")


def test_results_that_are_not_ours_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text("lightup\n.1.\n...\n#.2\n")
    code, _, errors = sweep(str(path), "-o", str(path), "--start", "nothing", "--anew")
    assert code == 3
    assert "expected a file of results" in errors
    assert path.read_text() == "lightup\n.1.\n...\n#.2\n"
    assert run("lab", "report", str(path)).exit_code == 3


def test_an_unwritable_place_is_told_before_any_work(tmp_path: Path) -> None:
    code, _, errors = sweep("example lightup-10", "-o", str(tmp_path / "no" / "such"))
    assert code == 4
    assert "the results cannot be written" in errors


def test_an_unfinished_file_is_shown(output: str) -> None:
    sweep("example lightup-10", *QUICK, "--noise", "0.1", "--noise", "0.2", "-o", output)
    lines = Path(output).read_text(encoding="utf-8").splitlines()
    Path(output).write_text("\n".join(lines[:2]) + '\n{"ce', encoding="utf-8")
    result = run("lab", "report", output)
    assert result.exit_code == 0
    assert "Not finished: 20 of 40 executions." in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_bar_is_shown_on_a_terminal(output: str, tmp_path: Path) -> None:
    clauses = "".join(f"{a}1 {b}2 0\n" for a in ("", "-") for b in ("", "-"))
    (tmp_path / "unsolvable.cnf").write_text(f"p cnf 2 4\n{clauses}")
    many = [word for number in range(40) for word in ("--noise", str(number / 40))]
    parent, child = pty.openpty()
    args = [str(tmp_path / "unsolvable.cnf"), *many, "--executions", "200", "--max-flips", "2000", "-o", output]
    shown = b""
    with started([*PROGRAM, "lab", "sweep", *args], env=HERE, stdout=subprocess.DEVNULL, stderr=child) as process:
        os.close(child)
        with suppress(OSError):  # how a pseudo-terminal ends on Linux
            while piece := os.read(parent, 4096):
                shown += piece
        assert process.wait(PATIENCE) == 0
    if not shown:
        pytest.skip("it was done before a bar was worth it")
    assert b"chunk " in shown
    assert b" of 40" in shown


def test_the_missing_package_is_named(output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sweep("example lightup-10", *QUICK, "-o", output)[0] == 0
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run("lab", "report", output, "--plot-folder", f"{output}.matplotlib")
    assert result.exit_code == 4
    assert "need the package matplotlib" in result.stderr
