"""Every command that takes ``--timeout`` keeps it, on boards that are far too large for it; and the limit of memory.

What is measured is the CPU time of a process, a fork of this one, so that it need not start anew; where that is longer,
less that of the same command with ``--timeout 0``: reading the board and making its rules are not limited. So a busy
machine makes nothing longer.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from litgrid.cli import main
from litgrid.counting.methods import METHODS
from litgrid.counting.packages import GANAK
from tests.cli.run import HERE, PROGRAM
from tests.processes import finished, forked

LIMIT, OVER = 0.3, 1.0
"""Seconds that are asked for, and of CPU time that a command may take longer."""
PATIENCE = 120.0
"""Seconds after which a command is ended, however busy the machine is."""
LISTED = [method for method in METHODS if method != GANAK.name or GANAK.installed]
COMMANDS: dict[str, list[list[str]]] = {
    "solve": [[], ["--all"], ["--all", "--sorted"], ["--forced"], ["--proof", "proof.drat"], ["--engine", "minicard"]],
    "count": [[], ["--approx"], *(["--method", method] for method in LISTED)],
    "check": [["--complete"]],
    "sample": [[]],
    "explain": [[], ["--certify"]],
    "hint": [["-"]],
    "grade": [[]],
    "improve": [[], ["--needless"], ["--unique"], ["--fewest"], ["--level", "2"]],
    "render": [["--answer"]],
    "booklet": [["-o", "book.pdf"]],
    "publish": [["-o", "page.html"]],
    "finish": [[]],
    "generate": [["KIND", "SIZE", "--seed", "1"], ["KIND", "SIZE", "--seed", "1", "--level", "2"]],
    "lab walksat": [[], ["--three-sat"]],
    "lab compare": [["--engine", "cadical"], ["--engine", "cadical", "--whole"]],
    "lab census": [[], ["--fewest"]],
    "lab decode": [["-", "unsat"]],
    "lab encode": [["--level", "--count", "-o", "out/"]],
    "lab judge": [["-", "all.cnf"]],
    "lab trace": [[]],
}
"""Each command with ``--timeout``, and what it is asked; else it reads the board."""
CASES = [(name, *options) for name, asked in COMMANDS.items() for options in asked]
ONLY = "binairo\n01\n10\n"
QUICK = [("binairo", 200, False)]
LARGE = [
    (kind, size, given) for size in (200, 600, 1000) for kind in ("binairo", "lightup", "gappy") for given in (0, 1)
]


def taking(command: click.Command, name: str = "") -> Iterator[str]:
    """Yield the commands that take ``--timeout``."""
    if isinstance(command, click.Group):
        for own in command.list_commands(click.Context(command)):
            inner = command.get_command(click.Context(command), own)
            assert inner is not None
            yield from taking(inner, f"{name} {own}".strip())
    elif any("--timeout" in param.opts for param in command.params):
        yield name


def board(kind: str, size: int, given: bool) -> str:
    """Return an empty board, or one with walls, labels or values here and there."""
    if kind == "gappy":
        labels = " ".join(str(place % 7 + 1) if given and place % 3 == 0 else "-" for place in range(size))
        return f"gappy\n{labels}\n{labels}\n"
    put = ("##" if kind == "lightup" else "01") * size
    rows = (
        "".join(put[row + column] if given and (7 * row + 13 * column) % 5 == 0 else "." for column in range(size))
        for row in range(size)
    )
    return "\n".join([kind, *rows, ""])


def seconds(case: tuple[str, ...], text: str, folder: Path, timeout: float, **environment: str) -> tuple[float, str]:
    """Return the CPU time that a command takes, and what it says on standard error."""
    name, *options = case
    kind, size = text.split("\n", 1)[0], str(text.count("\n") - 1)
    options = [{"KIND": kind, "SIZE": size}.get(option, option) for option in options]
    (folder / "board.txt").write_text(text)
    (folder / "unsat").write_text("s UNSATISFIABLE\n")
    (folder / "all.cnf").write_text(f"p cnf {int(size) ** 2} 1\n1 0\n")
    (folder / "said").touch()
    arguments = [*name.split(), *options, "--timeout", str(timeout)]

    def command() -> None:
        if environment:  # how much memory there is depends on what is held already
            os.execve(sys.executable, [*PROGRAM, *arguments], {**HERE, **environment})
        main(arguments, prog_name="litgrid")

    pid = forked(command, folder, folder / "board.txt", Path(os.devnull), folder / "said")
    end = time.monotonic() + PATIENCE
    while not (ended := os.wait4(pid, os.WNOHANG))[0]:
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            pytest.fail(f"{name} {options} did not end")
        time.sleep(0.01)
    said = (folder / "said").read_text()
    assert os.waitstatus_to_exitcode(ended[1]) in range(5), said
    return ended[2].ru_utime + ended[2].ru_stime, said


def test_every_command_with_a_time_limit_is_in_the_table() -> None:
    assert set(taking(main)) == set(COMMANDS)


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="this system does not tell the CPU time of a process")
@pytest.mark.parametrize("case", CASES, ids=" ".join)
@pytest.mark.parametrize(
    ("kind", "size", "given"), [*QUICK, *(pytest.param(*one, marks=pytest.mark.slow) for one in LARGE)]
)
def test_the_time_limit_is_kept(case: tuple[str, ...], kind: str, size: int, given: bool, tmp_path: Path) -> None:
    if case[0] == "lab encode" and kind == "binairo" and size > 200:
        pytest.skip("no limit is for writing: that lines differ takes 650 million clauses at 600 x 600")
    text = board(kind, size, given)
    took, _ = seconds(case, text, tmp_path, LIMIT)
    assert took < LIMIT + OVER or took - seconds(case, text, tmp_path, 0)[0] < LIMIT + OVER


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="this system does not tell the CPU time of a process")
@pytest.mark.parametrize("case", CASES, ids=" ".join)
@pytest.mark.parametrize(
    ("kind", "size"),
    [pytest.param(kind, size, marks=pytest.mark.slow) for kind, size, given in LARGE if not given and size != 1000],
)
def test_what_does_not_fit_ends_with_a_sentence(case: tuple[str, ...], kind: str, size: int, tmp_path: Path) -> None:
    _, said = seconds(case, board(kind, size, False), tmp_path, 2, LITGRID_MEMORY="400M")
    assert "Traceback" not in said
    assert "bug in litgrid" not in said


def test_memory_is_refused_before_it_is_taken(tmp_path: Path) -> None:
    took, said = seconds(("count",), board("lightup", 200, False), tmp_path, 5, LITGRID_MEMORY="300M")
    assert "would take about 958 MB of memory, and litgrid may take 300 MB" in said
    assert took < 5
    took, said = seconds(("count",), board("binairo", 150, False), tmp_path, 60, LITGRID_MEMORY="260M")
    assert "an engine with lines that must differ would take about 200 MB of memory" in said
    assert took < 5
    _, said = seconds(("solve",), board("binairo", 4, False), tmp_path, 5, LITGRID_MEMORY="much")
    assert said.startswith("litgrid: LITGRID_MEMORY: expected an amount of memory, as 500M or 12G, got 'much'")


def test_of_several_puzzles_only_the_one_that_is_too_large_is_refused(tmp_path: Path) -> None:
    places = [tmp_path / name for name in ("first.txt", "large.txt", "last.txt")]
    for place, text in zip(places, [board("binairo", 2, False), board("lightup", 200, False), ONLY], strict=True):
        place.write_text(text)
    done = finished(
        [*PROGRAM, "count", "--json", *map(str, places)],
        env=HERE | {"LITGRID_MEMORY": "300M"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 4
    assert [json.loads(line).get("count") for line in done.stdout.splitlines()] in ([2, 1], [2, None, 1])
    (said,) = done.stderr.splitlines()
    assert said.startswith(f"litgrid: {places[1]}:1: ")
    assert "litgrid may take 300 MB" in said
