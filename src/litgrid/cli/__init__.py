"""The command line. A command is imported when it is called, so that ``litgrid --help`` does not wait for NumPy.

Exit codes: 0 yes, 1 the answer is no, 2 usage, 3 bad input, 4 no answer: unknown, out of time, not possible with these
options, output that cannot be written, or a bug in litgrid; 130 interrupted. Of several puzzles the largest counts.
Data goes to standard output, everything else to standard error.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple, TextIO

import click

from litgrid import __version__
from litgrid.core.printable import printable
from litgrid.core.words import LANGUAGES, OWN

COMMANDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Play": {
        "play": ("litgrid.cli.play:play", "Open a page in the browser to play puzzles, set them, and look inside."),
    },
    "Solve": {
        "solve": ("litgrid.cli.solve:solve", "Solve puzzles, and prove whether the answer is the only one."),
        "count": ("litgrid.cli.count:count", "Count the answers of puzzles."),
        "sample": ("litgrid.cli.sample:sample", "Draw answers of puzzles at random."),
        "check": ("litgrid.cli.check:check", "Tell whether filled or half-filled grids obey the rules."),
    },
    "Understand": {
        "explain": (
            "litgrid.cli.explain:explain",
            "Explain puzzles step by step, from the clues or a half-filled grid.",
        ),
        "hint": ("litgrid.cli.explain:hint", "Give the next step: where to look, which rule, the step."),
        "grade": ("litgrid.cli.grade:grade", "Tell how hard puzzles are, and what they take."),
    },
    "Make": {
        "generate": ("litgrid.cli.generate:generate", "Make puzzles to order: kind, size, level, walls, symmetry."),
        "finish": ("litgrid.cli.finish:finish", "Fill in what a board that was begun lacks to have one answer."),
        "improve": ("litgrid.cli.improve:improve", "Tell which clues are needless, or missing; find the fewest."),
        "booklet": ("litgrid.cli.collected:booklet", "Make a booklet of puzzles to print, as PDF."),
        "publish": ("litgrid.cli.collected:publish", "Make a page to play puzzles on: one file, without a server."),
    },
    "Exchange": {
        "convert": ("litgrid.cli.convert:convert", "Write puzzles in another format: links, IDs, files."),
        "render": ("litgrid.cli.render:render", "Draw puzzles and their answers: text, SVG, PNG, PDF."),
        "examples": ("litgrid.cli.lists:examples", "Print the puzzles that come with litgrid."),
        "formats": ("litgrid.cli.lists:formats", "List the formats that puzzles are read from and written in."),
    },
    "Look inside": {
        "lab": ("litgrid.cli.lab:lab", "Look inside: clauses, other solvers, local search, experiments."),
        "engines": ("litgrid.cli.lists:engines", "List the engines that solve."),
    },
}
"""What there is to do, and for each command where it is, and a line about it."""

NO_WORK = (["lab"], ["lab", "-h"], ["lab", "--help"])
"""What shows no more than a list of commands."""

YES, NO, USAGE, BAD_INPUT, UNKNOWN = range(5)
INTERRUPTED = 130
LONG = 3.0
"""A command that takes more seconds says what makes it slow, where something does."""
COLLECTING = 100_000
"""Objects between two searches for cycles: there are hardly any, and clauses are many lists."""
PIPE_CLOSED = 141
"""What the shell says of a program that ended because nobody read its output any more."""

EPILOG = """\b
Exit codes:
  0    yes: exactly one answer; no rule is broken
  1    the answer is no
  2    usage
  3    bad input
  4    no answer: unknown, out of time, not possible with these options, output not written
  130  interrupted
Of several puzzles the largest counts.

\b
A process takes half of the memory there is at most;
LITGRID_MEMORY=500M or 12G in the environment says another amount.

\b
Shell completion: eval "$(_LITGRID_COMPLETE=bash_source litgrid)"
(or zsh_source, fish_source)"""


class LazyGroup(click.Group):
    """Commands that are imported when they are called.

    ``sections`` maps a heading to names, and these to ``"module:attribute"`` and a line about the command.
    """

    def __init__(self, *args: Any, sections: Mapping[str, Mapping[str, tuple[str, str]]], **extra: Any) -> None:
        super().__init__(*args, **extra)
        self._sections = sections
        self.places = {name: place for section in sections.values() for name, place in section.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names, in order."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in self.places:
            return None
        module, _, attribute = self.places[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; where there is none of that name, say which is meant."""
        if args and args[0] not in self.places and not args[0].startswith("-"):
            ctx.fail(f"expected a command, got {args[0]!r}{meant(*args)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands by section without importing them."""
        for heading, section in self._sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name, summary) for name, (_, summary) in section.items()])


def meant(name: str, *more: str) -> str:
    """Return the end of a sentence that asks whether help, solving a file, or the nearest command was meant.

    >>> meant("encode"), meant("genrate"), meant("x")
    ('. Did you mean `litgrid lab encode`?', '. Did you mean `litgrid generate`?', '; see litgrid --help')
    >>> meant("help"), meant("help", "solve")
    ('. Did you mean `litgrid --help`?', '. Did you mean `litgrid solve --help`?')
    """
    from difflib import get_close_matches
    from pathlib import Path
    from shlex import quote

    from litgrid.cli.lab import COMMANDS as INSIDE

    known = {name: f"lab {name}" for section in INSIDE.values() for name in section}
    known |= {name: name for section in COMMANDS.values() for name in section}
    if name == "help":
        right = " ".join([*(known[topic] for topic in more[:1] if topic in known), "--help"])
    elif name not in known and Path(name).is_file():
        right = f"solve {quote(name)}"
    elif near := [name] if name in known else get_close_matches(name.lower(), known, 1):
        right = known[near[0]]
    else:
        return "; see litgrid --help"
    return f". Did you mean `litgrid {right}`?"


class Called(NamedTuple):
    """What every command can ask for: how the program was called, in which language, and what it is a worker of."""

    arguments: list[str]
    language: str
    worker: Any = None


class Commands(LazyGroup):
    """The outermost group: every way a command can end, said without a traceback."""

    def main(self, args: Sequence[str] | None = None, *_: Any, worker: Any = None, **extra: Any) -> None:  # type: ignore[override]
        """Run a command and leave with its exit code."""
        gc.set_threshold(COLLECTING)
        gc.enable()
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # others of NumPy take long to start, for nothing
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        args = sys.argv[1:] if args is None else list(args)
        extra |= {"standalone_mode": False, "obj": Called(args, language_of(args), worker)}
        begin = perf_counter()
        with warnings.catch_warnings(), click.Context(self, obj=extra["obj"]).scope():
            warnings.showwarning = lambda message, *_, **__: complain(str(message))
            code = self._run(args, extra)
        if perf_counter() - begin > LONG:
            from litgrid.kernel import SLOW, is_compiled

            if not is_compiled():
                complain(SLOW)
        sys.exit(code)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; end quietly where nobody reads its output any more (click would say "no")."""
        try:
            code = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except BrokenPipeError:
            silence(sys.stdout)
            return PIPE_CLOSED
        return code

    def _run(self, args: Sequence[str] | None, extra: dict[str, Any]) -> int:
        from litgrid.core import memory
        from litgrid.core.errors import InputError, LitgridError

        if sys.stdout is None:
            complain("the output cannot be written: standard output is closed")
            return UNKNOWN
        try:
            memory.bound()
            if args and args[0] in self.places and args not in NO_WORK:
                # Here, and not as deep in calls as commands do it: there CPython 3.11 asks the system for a piece of
                # stack a thousand times while NumPy is imported, and gives it back: half a small puzzle's time.
                import_module("numpy")
            code = super().main(args, **extra)
        except click.ClickException as error:
            to_stderr(partial(_show, error))
            return USAGE
        except (click.Abort, KeyboardInterrupt):
            complain("interrupted")
            return INTERRUPTED
        except LitgridError as error:
            complain(str(error))
            return BAD_INPUT if isinstance(error, InputError) else UNKNOWN
        except OSError as error:
            silence(sys.stdout)
            complain(f"the output cannot be written: {error.strerror}")
            return UNKNOWN
        except Exception as error:  # the last line of defence: a sentence, never a traceback
            report(error)
            return UNKNOWN
        return code if isinstance(code, int) else YES


def report(error: Exception, where: str = "") -> None:
    """Say that something went wrong that is not the user's fault."""
    from litgrid.core import memory

    if os.environ.get("LITGRID_DEBUG"):
        import traceback  # imported here, as below: it is rarely needed

        traceback.print_exception(error)
    if isinstance(error, MemoryError) or "std::bad_alloc" in str(error):  # which is what engines in C++ say of it
        message = f"this takes more memory than litgrid may take; {memory.MORE}"
    else:
        message = (
            f"this is a bug in litgrid ({type(error).__name__}: {error}); please report it, with the puzzle, and with "
            "what LITGRID_DEBUG=1 in the environment shows"
        )
    complain(where + message)


def complain(message: str) -> None:
    """Say something on standard error, in the language of the answers as far as the catalogue has it."""
    to_stderr(lambda: click.echo(f"litgrid: {printable(told(message))}", err=True))


def language_of(args: Sequence[str]) -> str:
    """Return in which language a command is asked to answer, before its options are read, which may be wrong.

    >>> language_of(["solve", "--language", "fr"]), language_of(["solve", "--language=tlh"])
    ('fr', 'en')
    """
    said = " ".join(args).replace("--language=", "--language ").partition("--language ")[2]
    return next((language for language in LANGUAGES if said.split(" ")[0] == language), OWN)


def calling() -> Called | None:
    """Return how the program was called, where it is the program."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.find_root().obj


def told(message: str) -> str:
    """Return a sentence in the language of the answers."""
    called = calling()
    if called is None or called.language == OWN:
        return message
    from litgrid.web.translating import translated  # imported here: English needs no catalogue

    return translated(message, called.language)


def _show(error: click.ClickException) -> None:
    """Show what is wrong with the words of a command, as click does."""
    said = told(error.format_message())
    if said == error.format_message():
        error.show()
        return
    if isinstance(error, click.UsageError) and error.ctx is not None:
        help_ = told(f"Try '{error.ctx.command_path} --help' for help.")
        click.echo(f"{told(error.ctx.get_usage())}\n{help_}\n", err=True)
    click.echo(said, err=True)


def to_stderr(write: Callable[[], object]) -> None:
    """Write to standard error; where nobody can read it, the answers and the exit code are the same."""
    try:
        write()
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Send a stream to nowhere: what is still buffered would fail again when Python closes it."""
    with contextlib.suppress(OSError):  # a stream without a file, as tests have
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@click.command(
    cls=Commands,
    sections=COMMANDS,
    name="litgrid",
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
def main() -> None:
    """Solve pencil puzzles with SAT, and prove that the answer is the only one: Light Up, Binairo and others.

    \b
    Example:
      litgrid examples | litgrid solve
    """  # noqa: D301 - click's mark for lines that stay as they are
