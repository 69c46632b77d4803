"""The page on the command line is made from the commands: :func:`filled` writes what is between its marks.

A mark is a comment, ``<!-- from the commands -->`` or ``<!-- from the options of many -->``; what was made ends at the
mark ``<!-- end -->``. Options that many commands have, and say the same of, stand in one table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import click

from litgrid.cli import COMMANDS, NO, YES, main
from litgrid.cli.lab import COMMANDS as INSIDE
from litgrid.cli.options import Ending
from tests.cli.test_help import tree

MARK = re.compile(r"(?<=<!-- from the )(commands|options of many)( -->\n).*?(?=<!-- end -->)", re.DOTALL)
MANY = 2
"""An option is said once for all where so many commands have it."""
FILES = ["[FILES]..."]
"""How most commands are used, which the page says once."""
MOST_EXAMPLES = 2
"""``--help`` shows more."""
WRITES = re.compile(r"^ *(printf|litgrid examples .*) .*> puzzles?\.(txt|jsonl)$")
"""What writes the puzzles of examples: the page tells it once for all."""
PATIENCE = re.compile(r"^Seconds for each puzzle, after which .*")
"""What ends then is told by the answer: it is said once for all."""
READING = ("`--kind NAME`", "`--format NAME`", "`--open TOKEN`", "`--strict`", "`--unique-lines`, `--no-unique-lines`")
"""What every command has that reads puzzles."""
BOUNDS = re.compile(r"[0-9.<=]*x[0-9.<>=]*")
Row = tuple[str, str, str]


def filled(page: str) -> str:
    """Return a page with what the commands say now between its marks."""
    return MARK.sub(lambda mark: f"{mark[1]}{mark[2]}\n{MADE[mark[1]]()}\n\n", page)


def _options_of_many() -> str:
    return _table(sorted(_many()))


def _commands() -> str:
    many, commands = _many(), dict(tree(main, "litgrid"))
    groups = {
        heading: [f"litgrid {name}" for name in section if name != "lab"] for heading, section in COMMANDS.items()
    }
    groups |= {f"Lab: {heading.lower()}": [f"litgrid lab {name}" for name in INSIDE[heading]] for heading in INSIDE}
    parts = []
    for heading, names in groups.items():
        parts += [f"## {heading}", *(part for name in names for part in _entry(name, commands[name], many))]
    return "\n\n".join(parts)


MADE = {"commands": _commands, "options of many": _options_of_many}


def _entry(name: str, command: click.Command, many: set[Row]) -> Iterator[str]:
    """Yield what is told of a command: what it does, its examples, its own options, its exit codes."""
    yield f"### {name}"
    usage = command.collect_usage_pieces(click.Context(command))[1:]
    if usage != FILES:
        yield f"`{' '.join([name, *usage])}`"
    told, _, below = (command.help or "").partition("\b\n")
    for paragraph in told.strip().split("\n\n"):
        yield _prose(paragraph.replace(" (none, or -: standard input)", ""))
    examples = [line.strip() for line in below.splitlines()[1:] if line.strip() and not WRITES.search(line)]
    yield "\n".join(["```sh", *examples[:MOST_EXAMPLES], "```"])
    rows = list(_rows(command))
    if own := [row for row in rows if row not in many]:
        yield _table(own)
    also = [_short(row[0]) for row in rows if row in many and row[0] not in READING]
    last = [f"Also {', '.join(also)}."] if also else []
    if isinstance(command, Ending):
        last.append(_codes(command))
    if last:
        yield " ".join(last)


def _codes(command: Ending) -> str:
    """Return what a command's exit codes 0 and 1 mean; the page says once what others do."""
    own = [f"{code} {' '.join(command.codes[code].split())}" for code in (YES, NO) if command.codes[code]]
    return _prose(f"Exit codes: {'; '.join(own)}.")


def _many() -> set[Row]:
    """Return the options that many commands have and say the same of."""
    having = Counter(row for _, command in tree(main) for row in _rows(command))
    return {row for row, number in having.items() if number >= MANY}


def _rows(command: click.Command) -> Iterator[Row]:
    """Yield of each option how it is written, what it means, and what it is by default."""
    context = click.Context(command)
    for option in command.params:
        if not isinstance(option, click.Option) or (record := option.get_help_record(context)) is None:
            continue
        said, default = record[1], ""
        while (bracket := re.search(r"\s*\[([^][]*)\]$", said)) is not None:
            parts = [part for part in bracket[1].split("; ") if not BOUNDS.fullmatch(part)]
            default = "; ".join(parts).removeprefix("default: ") or default
            said = said[: bracket.start()]
        long, *others = [*sorted(option.opts, key=len, reverse=True), *option.secondary_opts]
        if isinstance(option.type, click.Choice):
            said = f"{', '.join(f'`{choice}`' for choice in option.type.choices)}. {said}"
        elif not option.is_flag:
            long += f" {option.metavar or 'N'}".replace("|", "\\|")
        said = PATIENCE.sub("Seconds for each puzzle; then it is told what was found.", said)
        yield ", ".join(f"`{one}`" for one in (long, *others)), _prose(said), default


def _short(names: str) -> str:
    """Return the first name of an option, without its value."""
    return re.sub(r"`(--[\w-]+).*", r"`\1`", names)


def _table(rows: list[Row]) -> str:
    return "\n".join(["| option | meaning | default |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)])


def _prose(text: str) -> str:
    """Return a help's text as Markdown: names of options and of commands are code already, or become it."""
    plain = " ".join(text.split())
    return re.sub(r"(?<![`\w-])(--[a-z][\w-]*)", r"`\1`", plain).replace("|", "\\|")
