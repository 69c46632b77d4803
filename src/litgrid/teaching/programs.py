"""Programs that make formulas, run for many boards and many people, within limits.

A program gets a board as text and prints a formula. It is somebody else's: it may loop, fork, write without end, or
look around. Each run has limits of time, memory, processes and output, and ends with everything that it started; where
litgrid and its warden are killed at once, bubblewrap or the system ends it. Where bubblewrap is installed, it sees the
disk read-only and no network, and no process but its own; :data:`GUARDED` and :data:`UNGUARDED` say so.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from litgrid.core.errors import EngineError, LitgridError
from litgrid.core.limit import Limit
from litgrid.core.processes import temporary_folder
from litgrid.core.puzzle import Puzzle
from litgrid.engines.process import Program
from litgrid.formats.loading import dumps

GUARDED = (
    "Programs run in bubblewrap: they read the disk and write nothing, have no network and see no process but their "
    "own; time, memory and output are limited."
)
UNGUARDED = (
    "bubblewrap is not installed: programs can read and write what you can, and use the network; time, memory and "
    "output are limited. Run only what you trust."
)
FILE = "{file}"
"""Where the name of the board's file stands in a command; without it, the board is on standard input."""
SHOWN = 160
"""So much of what a program complains about is told."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may take."""

    seconds: float = 10.0  # by the clock
    memory: int = 1 << 30  # bytes
    output: int = 64 << 20  # bytes
    processes: int = 64  # at the same time; not for the superuser without bubblewrap, whom the system does not limit


def protection() -> str:
    """Return what protects this machine from programs, as a sentence."""
    return UNGUARDED if shutil.which("bwrap") is None else GUARDED


def made(
    command: str,
    puzzle: Puzzle,
    form: str = "text",
    limits: Limits | None = None,
    places: Mapping[str, str] | None = None,
) -> str:
    """Run a program on a puzzle, and return the formula that it prints.

    The command is written as for a shell, which it is not given to; ``{file}`` stands for the board's file, in the
    format ``form``, and other places in braces for what ``places`` says. Raises :class:`LitgridError` where it prints
    nothing, ends with an error, or takes more than it may.
    """
    limits = limits or Limits()
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise LitgridError(f"expected a command, got {command!r}: {error}") from None
    with temporary_folder() as folder:
        board = folder / "board.txt"
        board.write_text(dumps(puzzle, format=form), encoding="utf-8")
        reads = any(FILE in word for word in words)
        filled = {FILE: str(board)} | {f"{{{name}}}": value for name, value in (places or {}).items()}
        run = [_filled(word, filled) for word in words]
        try:
            with Program(words[0] if words else "", _guarded(run, folder, limits), talk=not reads) as program:
                if not reads:
                    program.write(board.read_bytes())
                    program.hang_up()
                return _said(program, limits)
        except EngineError as error:
            raise LitgridError(str(error).removeprefix("the engine ")) from None


def _filled(word: str, places: Mapping[str, str]) -> str:
    for place, value in places.items():
        word = word.replace(place, value)
    return word


def _said(program: Program, limits: Limits) -> str:
    limit = Limit(limits.seconds)
    text = program.read(limits.output, limit)
    code = None if text is None else program.wait(limit)
    if text is None or code is None:
        raise LitgridError(f"the program was ended after {limits.seconds:g} s")
    said = program.complaint()
    why = f": {said[:SHOWN]}" if said else ""
    if code:
        raise LitgridError(f"the program ended with exit code {code}{why}")
    if not text.strip():
        raise LitgridError(f"the program printed nothing{why}")
    return text


def _guarded(command: list[str], folder: Path, limits: Limits) -> list[str]:
    """Return a command with limits, and where there is bubblewrap inside it."""
    bounds = {"t": int(limits.seconds) + 1, "v": limits.memory >> 10, "f": limits.output >> 9, "u": limits.processes}
    set_all = " ".join(f"ulimit -{name} {most} 2>/dev/null;" for name, most in bounds.items())
    limited = ["sh", "-c", f'{set_all} exec "$@"', "sh", *command]
    if shutil.which("bwrap") is None:
        return [*(["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []), *limited]
    inside = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", str(folder), str(folder)]
    return ["bwrap", *inside, "--setenv", "TMPDIR", str(folder), "--unshare-all", "--die-with-parent", *limited]
