"""The program as the shell sees it: start-up, streams, signals, exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread, Timer
from typing import IO

import pytest

from litgrid import __version__
from litgrid.cli import main
from litgrid.formats import formats
from litgrid.puzzles import kinds
from tests import processes
from tests.cli.run import HERE, PROGRAM, ROOT, process, run
from tests.processes import PATIENCE, computed, finished, forked

ONE = "lightup\n.1.\n...\n#.2\n"


IMPORTING = """
import atexit, sys
before = set(sys.modules)
atexit.register(lambda: print(*set(sys.modules) - before, file=sys.stderr))
from litgrid.__main__ import main
main()
"""


OTHERS = "import sys, click, numpy; print(*sys.modules)"


def imported(*args: str, text: str = "") -> set[str]:
    """Return which modules a command imports."""
    done = finished(
        [sys.executable, "-c", IMPORTING, *args],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env=HERE,
        check=True,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["lab", "--help"]])
def test_help_does_not_wait_for_numpy(args: list[str]) -> None:
    assert not {"numpy", "pysat", "importlib.metadata"} & imported(*args)


HEAVY = {"z3", "ortools", "matplotlib", "rich", "scipy", "pandas", "asyncio", "importlib.metadata", "litgrid.cli.crew"}
DEAR = {"json", "heapq", "difflib", "shutil", "subprocess", "pathlib", "zlib", "signal", "random", "numpy.ma"}
"""What takes a hundredth of the time of a small puzzle to import, or more."""
FORMATS = {f"litgrid.formats.{name}" for name in ("jsonl", "links", "paste", "deciding", "pzpr")}
NO_USE = {"pysat", "litgrid.proof", "litgrid.core.rulewords", "litgrid.explaining", "litgrid.puzzles.lightup.forms"}
OTHER_KINDS = {f"litgrid.puzzles.{name}" for name in kinds.names() if name != "lightup"}
NO_PATHS = {"litgrid.core.files", "litgrid.cli.output"}
WORKING = {"shutil", "tempfile", "logging", "concurrent.futures", "litgrid.counting", "litgrid.lab.cluster"}


@pytest.mark.parametrize(
    ("args", "needless"),
    [
        ("solve", DEAR | FORMATS | NO_USE | NO_PATHS | {"numpy.random"}),
        ("check", DEAR | FORMATS | {"pysat", "litgrid.explaining"} | NO_PATHS),
        ("render", {"litgrid.explaining", "litgrid.checking", "numpy.ma", *FORMATS}),
        ("explain", {"numpy.ma", "pysat", "litgrid.counting", "litgrid.listing", *DEAR, *FORMATS, *NO_PATHS}),
        ("grade", {"numpy.ma", "pysat", "litgrid.counting", "litgrid.listing", *DEAR, *FORMATS, *NO_PATHS}),
        ("count", {"numpy.ma", "pysat", "litgrid.engines.process", "litgrid.core.processes", *FORMATS}),
        ("generate lightup 5 --seed 1", WORKING),
    ],
)
def test_a_small_puzzle_imports_nothing_that_it_does_not_use(args: str, needless: set[str]) -> None:
    others = finished([sys.executable, "-c", OTHERS], capture_output=True, encoding="utf-8", check=True).stdout.split()
    names = imported(*args.split(), text=ONE)
    assert {"numpy", "litgrid.formats.files"} <= names, "or else this test sees nothing"
    assert (HEAVY | OTHER_KINDS | needless).intersection(names).difference(others) == set()


ENDING = """
import atexit, gc
atexit.register(lambda: print(gc.get_freeze_count() > 0))  # last of all
from litgrid.__main__ import main
main()
"""


def test_what_ends_is_not_searched_for_cycles() -> None:
    done = finished([sys.executable, "-c", ENDING, "--version"], capture_output=True, text=True, env=HERE, check=True)
    assert done.stdout == f"litgrid {__version__}\nTrue\n"


def test_help_and_version() -> None:
    assert run("--version").stdout == f"litgrid {__version__}\n"
    overview = run("--help").stdout
    assert "Exit codes:" in overview
    for command in ("solve", "check", "formats", "engines"):
        assert f"  {command} " in overview
        text = run(command, "--help").stdout
        assert "Example" in text
    for command in ("solve", "check"):
        assert "Exit codes:" in run(command, "--help").stdout
        assert "--unique-lines / --no-unique-lines" in run(command, "--help").stdout


def test_no_such_command() -> None:
    result = run("slove")
    assert result.exit_code == 2
    assert "expected a command, got 'slove'. Did you mean `litgrid solve`?" in result.stderr


def test_help_and_files_are_no_commands(tmp_path: Path) -> None:
    path = tmp_path / "solve.txt"
    path.write_text("lightup\n.\n")
    for arguments, right in (
        (["help"], "--help"),
        (["help", "encode"], "lab encode --help"),
        ([str(path)], f"solve {path}"),
    ):
        result = run(*arguments)
        assert result.exit_code == 2
        assert f"Did you mean `litgrid {right}`?" in result.stderr


def test_formats_and_engines() -> None:
    text = run("formats").stdout
    assert "lightup-classic: " in text
    listed = [json.loads(line) for line in run("formats", "--json").stdout.splitlines()]
    assert [item["name"] for item in listed] == formats.names()
    assert "cadical" in run("engines").stdout
    (first, *_) = (json.loads(line) for line in run("engines", "--json").stdout.splitlines())
    assert first["name"] == "auto"
    assert first["complete"] is True


def test_a_missing_engine_says_how_to_get_it(fake_engines: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from litgrid.engines import engines

    monkeypatch.setattr(type(engines.get("asleep")), "version", lambda self: None)
    shown = run("engines").stdout
    assert re.search(r"^not installed +to install\n", shown, re.MULTILINE)
    assert re.search(r"^asleep +nothing +sleeps$", shown, re.MULTILINE)


def test_every_example_has_exactly_one_answer() -> None:
    files = sorted(str(path) for path in (ROOT / "examples").iterdir() if path.suffix in (".txt", ".jsonl"))
    assert len(files) >= 4
    done = run("solve", "--json", *files)
    assert (done.exit_code, done.stderr) == (0, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert {item["status"] for item in found} == {"unique"}
    assert {item["kind"] for item in found} == set(kinds.names())
    assert run("check", str(ROOT / "examples" / "mixed.jsonl")).exit_code == 0


def test_exit_codes_reach_the_shell() -> None:
    for code, args, text in [
        (0, ["solve"], ONE),
        (1, ["solve"], "lightup\n4."),
        (2, ["solve", "--kind", "x"], ONE),
        (3, ["solve"], ""),
        (4, ["solve", "--timeout", "0"], ONE),
    ]:
        assert run(*args, text=text).exit_code == code
    assert process("solve", "--timeout", "0", text=ONE).returncode == 4


@contextmanager
def started(*args: str, text: str) -> Iterator[tuple[subprocess.Popen[str], IO[str], IO[str]]]:
    """Start the program on a text; give it with its two outputs."""
    with processes.started(
        [*PROGRAM, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=HERE,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        written = Thread(target=_write, args=[program.stdin, text])  # it answers while there is more to come
        written.start()
        yield program, program.stdout, program.stderr
        written.join()


def _write(file: IO[str], text: str) -> None:
    with suppress(BrokenPipeError), file:
        file.write(text)


def test_a_closed_pipe_ends_quietly() -> None:
    with started("solve", "--json", text='{"kind":"lightup","clues":["..#"]}\n' * 5_000) as (program, stdout, stderr):
        assert stdout.readline().startswith('{"id"'), "an answer comes as soon as it is found"
        stdout.close()
        assert stderr.read() == ""
        assert program.wait(PATIENCE) == 141


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
@pytest.mark.parametrize("engine", ["cadical", "minisat"])
def test_ctrl_c_ends_with_130_and_a_word(engine: str) -> None:
    # Two cells are given that no first guess has: each engine needs far longer than this test waits, with an encoding
    # that is slow here.
    text = "binairo\n" + "\n".join(["00" + "." * 98, *["." * 100] * 99])
    with started("solve", "--engine", engine, "--encoding", "sequential", text=text) as (program, _, stderr):
        computed(program.pid, 1.0)
        program.send_signal(signal.SIGINT)
        assert stderr.read().strip() == "litgrid: interrupted"
        assert program.wait(PATIENCE) == 130


def test_a_full_disk_is_not_a_bug() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")
    with Path("/dev/full").open("w") as full:
        done = finished(
            [*PROGRAM, "solve"], input=ONE, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", env=HERE, check=False
        )
    assert done.returncode == 4
    assert "the output cannot be written: No space left" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="closes streams as a POSIX shell does")
@pytest.mark.parametrize(
    ("command", "code", "stdout", "stderr"),
    [
        ("solve one missing >&-", 4, "", "litgrid: the output cannot be written: standard output is closed\n"),
        ("--help >&-", 4, "", "litgrid: the output cannot be written: standard output is closed\n"),
        ("solve one 2>&-", 0, "Exactly one answer.", ""),
        ("solve missing one 2>&-", 3, "Exactly one answer.", ""),
        ("solve missing one 2>/dev/full", 3, "Exactly one answer.", ""),
        ("solve --nope 2>/dev/full", 2, "", ""),
        ("--help >/dev/full", 4, "", "litgrid: the output cannot be written: No space left on device\n"),
        ("solve one >/dev/full 2>/dev/full", 4, "", ""),
    ],
)
def test_streams_that_cannot_be_written(command: str, code: int, stdout: str, stderr: str, tmp_path: Path) -> None:
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")
    (tmp_path / "one").write_text(ONE)
    shell = ["sh", "-c", f'"{sys.executable}" -m litgrid {command}']
    done = finished(shell, capture_output=True, encoding="utf-8", env=HERE, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (code, stderr)
    assert stdout in done.stdout


def test_a_terminal_without_unicode() -> None:
    done = process("solve", text=ONE, PYTHONIOENCODING="ascii")
    assert done.stdout.splitlines()[1:5] == ["+-------+", "| o 1 . |", "| . . o |", "| # o 2 |"]


def terminal(program: Sequence[str], columns: int = 80, **environment: str) -> str:
    """Run a program whose standard output and error are a terminal; return what it showed."""
    fcntl = pytest.importorskip("fcntl", reason="pseudo-terminals are POSIX")
    termios = pytest.importorskip("termios", reason="pseudo-terminals are POSIX")
    pty = pytest.importorskip("pty", reason="pseudo-terminals are POSIX")
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    streams = {"stdin": subprocess.DEVNULL, "stdout": child, "stderr": child}
    with processes.started(program, **streams, env={**HERE, "TERM": "xterm", **environment}) as running:
        os.close(child)
        shown = b""
        while True:
            try:
                piece = os.read(parent, 65536)
            except OSError:  # Linux says so when the other side is closed
                break
            if not piece:
                break
            shown += piece
        os.close(parent)
        running.wait(PATIENCE)
    return shown.decode()


def test_colours_on_a_terminal_unless_it_says_no() -> None:
    solve = [*PROGRAM, "solve", str(ROOT / "examples" / "lightup.txt")]
    assert "\x1b[" in terminal(solve)
    assert "\x1b[" not in terminal(solve, NO_COLOR="1")
    assert "\x1b[" not in terminal(solve, TERM="dumb")
    assert "\x1b[" in terminal([*solve, "--color", "always"], NO_COLOR="1")
    assert "\x1b[" not in terminal([*solve, "--color", "never"])


SOON = """
import sys
from litgrid.cli import batch, main
batch.PATIENCE /= 10
main()
"""


def test_a_bar_on_a_long_batch(tmp_path: Path) -> None:
    # Long enough for a bar that comes soon, on any machine; and none in what a pipe gets.
    path = tmp_path / "many.jsonl"
    path.write_text('{"kind":"lightup","clues":["..........","..2......."]}\n' * 300)
    program = [sys.executable, "-c", SOON, "explain", "--json", str(path)]
    shown = terminal(program, columns=30)
    assert "%  puzzle " in shown
    # Redrawn in its place: wider than the terminal, it would scroll.
    assert all(len(piece) < 30 for piece in re.split(r"[\r\n]", shown) if "%  puzzle " in piece)
    done = finished(program, capture_output=True, encoding="utf-8", env=HERE)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 300


def test_switches_come_from_the_registry(queens: object) -> None:
    from litgrid.cli.options import Once, command
    from litgrid.cli.source import Source, input_options

    @command("done", unknown="nothing")
    @input_options
    def puzzles(_: Source) -> None:
        """Do nothing."""

    assert isinstance(puzzles, Once)
    puzzles.complete()
    names = {option for parameter in puzzles.params for option in [*parameter.opts, *parameter.secondary_opts]}
    assert {"--unique-lines", "--no-unique-lines", "--diagonals", "--no-diagonals"} <= names


def test_completion_of_names() -> None:
    shown = process(text="", _LITGRID_COMPLETE="bash_complete", COMP_WORDS="litgrid solve --kind li", COMP_CWORD="3")
    assert "lightup" in shown.stdout


@pytest.mark.parametrize("given", ["--kind binairo --no-unique-lines", "--no-unique-lines --kind binairo"])
def test_completion_proposes_what_is_not_given_yet(given: str) -> None:
    """Also options of kinds, and whatever follows them."""
    line = f"litgrid solve {given} --"
    shown = process(text="", _LITGRID_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD="5")
    proposed = {said.partition(",")[2] for said in shown.stdout.split()}
    assert {"--format", "--timeout"} <= proposed
    assert not {"--kind", "--unique-lines", "--no-unique-lines"} & proposed


def test_completion_says_what_help_does() -> None:
    shown = process(text="", _LITGRID_COMPLETE="fish_complete", COMP_WORDS="litgrid solve --ki", COMP_CWORD="--ki")
    assert ", ".join(kinds.names()) in shown.stdout


STARTING = """
import runpy, sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
runpy.run_module("litgrid", run_name="__main__")
"""


def test_hardly_anything_is_imported_before_ctrl_c_is_heard() -> None:
    program = "import sys; before = {*sys.modules}; import litgrid.__main__; print(*{*sys.modules} - before)"
    found = finished([sys.executable, "-S", "-c", program], env=HERE, capture_output=True, text=True).stdout.split()
    assert "litgrid.__main__" in found
    assert {name for name in found if not name.startswith("litgrid")} <= {"__future__", "atexit", "gc"}


def test_interrupted_while_it_starts() -> None:
    done = finished([sys.executable, "-c", STARTING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "litgrid: interrupted\n")


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "--json"],
        ["count", "--json"],
        ["check", "--json"],
        ["grade", "--json"],
        ["explain", "--json"],
        ["improve", "--json"],
        ["sample", "--json"],
        ["convert", "--to", "jsonl"],
        ["render", "--ascii"],
        ["lab", "compare", "--json"],
    ],
    ids=" ".join,
)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="takes pipes with names")
def test_what_comes_through_a_pipe_is_answered_as_it_comes(command: list[str], tmp_path: Path) -> None:
    """Each puzzle before the next one is there."""
    lines = [f'{{"id":"{name}","kind":"lightup","clues":[".1.","...","#.2"]}}\n' for name in ("first", "second")]
    given, said, errors = (tmp_path / name for name in ("given", "said", "errors"))
    for pipe in (given, said):
        os.mkfifo(pipe)
    pid = forked(lambda: main(command, prog_name="litgrid"), ROOT, given, said, errors)
    ended = Timer(60, os.kill, [pid, signal.SIGKILL])  # an answer that does not come is not waited for
    ended.start()
    try:
        with given.open("w") as asking, said.open(encoding="utf-8") as answers:
            for line, name in zip(lines, ("first", "second"), strict=True):
                asking.write(line)
                asking.flush()
                assert name in next((said for said in answers if "first" in said or "second" in said), "")
            asking.close()
            answers.read()
    finally:
        ended.cancel()
        _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, errors.read_text()
