"""Options that several commands have, and what they say about how to print."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, TextIO, TypeVar

import click

from litgrid.cli import BAD_INPUT, INTERRUPTED, NO, UNKNOWN, USAGE, YES
from litgrid.cli.numbers import FloatRange
from litgrid.core.errors import LitgridError, MissingPackageError
from litgrid.core.registry import Registry
from litgrid.core.terminal import UNICODE_FRAME, Look
from litgrid.puzzles import kinds

Command = TypeVar("Command", bound=Callable[..., Any])
LEFT = 29
"""So wide is the left column of exit codes at least."""
SWITCH, LAYER = "switch_", "layer_"
"""How names of the values of switches begin, and of layers, among those of other options: see :func:`said_of`."""


def name_option(flag: str, registry: Registry[Any], text: str, **extra: Any) -> Callable[[Command], Command]:
    """Return an option that takes a name or alias which a registry knows, and gives the name."""
    named = found_by(registry.get, registry.names)
    return click.option(flag, f"{flag.removeprefix('--')}_name", metavar="NAME", help=text, **named, **extra)


class Listing(click.Option):
    """An option whose help ends with the names that there are, which are asked for when it is shown."""

    def __init__(self, *args: Any, listed: Callable[[], Iterable[str]], **extra: Any) -> None:
        self._listed = listed
        super().__init__(*args, **extra)

    @property
    def help(self) -> str | None:
        """What is said of it, and the names."""
        return self._help and f"{self._help} {', '.join(self._listed())}."

    @help.setter  # noqa: A003 - click's name
    def help(self, said: str | None) -> None:
        self._help = said


class Following(click.Option):
    """Options that follow from kinds, in the place of all: :class:`Once` makes them where they are needed.

    Else every kind would be imported wherever a puzzle of one is read.
    """

    def __init__(self, names: Sequence[str], *, make: Callable[[], list[click.Parameter]]) -> None:
        super().__init__(names, hidden=True, expose_value=False)
        self.make = make

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Nobody can say it."""


def found_by(find: Callable[[str], Any], names: Callable[[], list[str]]) -> dict[str, Any]:
    """Return how click finds what is named in an option, and gives its name, or completes it."""

    def complete(_context: click.Context, _option: click.Parameter, begun: str) -> list[str]:
        return [name for name in names() if name.startswith(begun)]

    return {"callback": reading(lambda said: str(find(said).name)), "shell_complete": complete}


def encoding_option(text: str, *more: str) -> Callable[[Command], Command]:
    """Return the option that names an encoding, of any kind of puzzle, or something more in its place."""

    def known(said: str) -> str:
        from litgrid.lab.experiment import expect_encoding  # commands without this option need nothing of the lab

        return said if said in more else expect_encoding(said)

    return click.option("--encoding", metavar="NAME", callback=reading(known), help=text)


def reading(read: Callable[[str], Any]) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """Return what click calls to have a text read; what cannot be read is a usage error, what is not here is none."""

    def convert(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
        try:
            return None if value is None else read(value)
        except MissingPackageError:
            raise
        except LitgridError as error:
            raise click.BadParameter(str(error), ctx, param) from None

    return convert


def each_of(read: Callable[..., Any]) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], tuple[Any, ...]]:
    """Return what click calls to have each of several texts read."""
    return lambda ctx, param, values: tuple(read(ctx, param, value) for value in values)


def command(
    yes: str,
    no: str = "",
    *,
    bad: str = "bad input",
    unknown: str,
    interrupted: str = "interrupted",
    note: str = "Of several puzzles the largest counts.",
) -> Callable[[Callable[..., Any]], click.Command]:
    """Return click's decorator of a command; below its help stand what its exit codes mean, and a note.

    A meaning may have several lines. A code without one is not named.
    """
    codes = {YES: yes, NO: no, USAGE: "usage", BAD_INPUT: bad, UNKNOWN: unknown, INTERRUPTED: interrupted}
    return click.command(cls=Ending, codes=codes, note=note)


class Once(click.Command):
    """A command that refuses an option with one value that is given twice; of a rule on and off the last counts."""

    def complete(self) -> None:
        """Make the options that follow from kinds; until then ``params`` has a :class:`Following` in their place."""
        each = [param.make() if isinstance(param, Following) else [param] for param in self.params]
        self.params[:] = [param for some in each for param in some]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List every option."""
        self.complete()
        super().format_options(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Look how often each option is given, then do as click does."""
        if ctx.resilient_parsing:  # for completion, which proposes what is not given yet
            self.complete()
        try:
            _, _, given = self.make_parser(ctx).parse_args(list(args))
        except click.NoSuchOption:
            self.complete()
            _, _, given = self.make_parser(ctx).parse_args(list(args))
        for option in given:
            once = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
            if once and given.count(option) > 1:
                raise click.UsageError(f"{option.opts[-1]} is given {given.count(option)} times: say it once.", ctx)
        return super().parse_args(ctx, args)


class Ending(Once):
    """A command that says below its help what its exit codes mean, and a note."""

    def __init__(self, name: str | None = None, *, codes: dict[int, str], note: str, **extra: Any) -> None:
        self.codes = codes
        left, right = _codes(codes, (YES, NO, USAGE), 3), _codes(codes, (BAD_INPUT, UNKNOWN, INTERRUPTED), 5)
        width = max(LEFT, *(len(line) + 3 for line in left))
        rows = [f"  {one:{width}}{other}".rstrip() for one, other in zip_longest(left, right, fillvalue="")]
        super().__init__(name, epilog="\n".join(["\b", "Exit codes:", *rows, note]), **extra)


def _codes(codes: dict[int, str], column: tuple[int, ...], width: int) -> list[str]:
    """Return the lines of a column, each with the code that it begins with."""
    meanings = [(code, codes[code].split("\n")) for code in column if codes[code]]
    return [f"{'' if number else code:<{width}}{line}" for code, lines in meanings for number, line in enumerate(lines)]


def timeout_option(text: str) -> Callable[[Command], Command]:
    """Return ``--timeout``, with what it does."""
    return click.option("--timeout", type=FloatRange(min=0), metavar="SECONDS", help=text)


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return what adds several options, in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def switch_options(otherwise: str) -> Callable[[Command], Command]:
    """Return what adds the switches of all kinds; ``otherwise`` says how a rule is that nobody switches."""

    def option(switch: str, sentence: str) -> click.Parameter:
        word = switch.replace("_", "-")
        text = f"The rule that {sentence}. By default {otherwise}."
        return click.Option([f"--{word}/--no-{word}", f"{SWITCH}{switch}"], default=None, help=text)

    def make() -> list[click.Parameter]:
        sentences = {switch: sentence for kind in kinds for switch, sentence in kind.switches.items()}
        return [option(switch, sentence) for switch, sentence in sentences.items()]

    return click.option("--switches", cls=Following, make=make)


def layer_options() -> Callable[[Command], Command]:
    """Return what adds an option for each layer of which something can be wanted where a puzzle is made."""

    def make() -> list[click.Parameter]:
        layers = {layer.name: layer.help for kind in kinds for layer in kind.layers if layer.help}
        number: dict[str, Any] = {"type": FloatRange(min=0), "metavar": "NUMBER"}
        return [click.Option([f"--{name}", f"{LAYER}{name}"], help=text, **number) for name, text in layers.items()]

    return click.option("--layers", cls=Following, make=make)


def said_of(which: str, values: dict[str, Any]) -> dict[str, Any]:
    """Take what was said of all switches, or of all layers, out of the values of options."""
    said = {name.removeprefix(which): values.pop(name) for name in list(values) if name.startswith(which)}
    return {name: value for name, value in said.items() if value is not None}


color_option = click.option(
    "--color",
    "how",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    callback=lambda _context, _option, value: look(value),
    help="Whether to use colours; auto: on a terminal, unless NO_COLOR is set.",
)
"""How to draw on standard output."""
json_option = click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line.")


def output_option(text: str, ending: str = "", **extra: Any) -> Callable[[Command], Command]:
    """Return ``--output``, with what is written there, and how its name shall end."""
    from litgrid.core.files import expect_ending  # imported here: most commands write no file

    named = reading(partial(expect_ending, ending=ending))
    return click.option("-o", "--output", "path", metavar="FILE", help=text, callback=named, **extra)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a standard stream is a terminal; a closed one is ``None``."""
    return stream is not None and stream.isatty()


def look(color: str) -> Look:
    """Return how to draw on standard output."""
    terminal = is_terminal(sys.stdout)
    auto = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        if encoding.lower() != "utf-8":  # which holds the symbols of kinds that need not be asked
            (UNICODE_FRAME + "".join(symbol for kind in kinds for symbol in kind.symbols.values())).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        unicode = False
    else:
        unicode = True
    width = None
    if terminal:
        from shutil import get_terminal_size  # imported here: it knows archives, too

        width = get_terminal_size().columns
    return Look(color == "always" or (color == "auto" and auto), unicode, width)
