"""``litgrid generate``: puzzles made to order."""

from __future__ import annotations

import sys
from pathlib import Path
from secrets import randbelow
from time import perf_counter
from typing import Any

import click

from litgrid.cli import NO, UNKNOWN, YES, complain
from litgrid.cli.asking import messages_option, option_of
from litgrid.cli.batch import Notes, called, read_text, tell_terminal
from litgrid.cli.batch import Progress as Bar
from litgrid.cli.going import going_on, job_options
from litgrid.cli.numbers import FloatRange, IntRange
from litgrid.cli.options import (
    LAYER,
    SWITCH,
    command,
    is_terminal,
    layer_options,
    name_option,
    said_of,
    switch_options,
    together,
)
from litgrid.cli.output import keep
from litgrid.cli.words import count
from litgrid.cli.writing import held, target_of, writing
from litgrid.core.errors import InputError, LitgridError, OutOfTimeError
from litgrid.core.files import is_stream
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.formats import Format, Record, formats
from litgrid.formats.files import read_bytes
from litgrid.formats.record import Request
from litgrid.generating.making import drawable
from litgrid.generating.order import LEVELS, Order
from litgrid.generating.picture import rows_in, rows_of
from litgrid.lab import journal
from litgrid.lab.generate import MOST_SEED, NotMetError, Progress, generated
from litgrid.lab.workers import go_on
from litgrid.puzzles import kinds
from litgrid.question import MAKING

PART = ".part"
"""What is added to a file's name for what is finished of it."""
SOURCE = "puzzle"
"""Puzzles without names are called puzzle:1, puzzle:2 and so on, in messages."""


@command(
    "all are made",
    "some, or none: given up",
    bad="bad input: the pattern, or what FILE.part holds",
    unknown="out of time, not possible with these options, output not written",
    note="After a kill, an interruption or the end of the time the same command goes on where it was, if it has -o and "
    "--seed.",
)
@click.argument("kind")
@click.argument("size", required=False)
@click.option("--width", type=IntRange(min=1), help="In place of SIZE: how many columns.")
@click.option("--height", type=IntRange(min=1), help="How many rows, beside --width.  [default: as many]")
@together(*map(option_of, MAKING["generate"].options.values()))
@click.option("--pattern", metavar="FILE", help="# where clues shall be, . elsewhere: the walls, or the given cells.")
@click.option(
    "--picture", metavar="FILE", help="Its answer, a PNG or rows of # and . for others: black cells, ones and so on."
)
@click.option(
    "--wall-percent",
    type=FloatRange(0, 100, max_open=True),
    metavar="PERCENT",
    help="Walls at random, each with its number: --walls, --symmetry none and --no-unique; with --unique only needed "
    "numbers.",
)
@layer_options()
@switch_options("as the kind has it")
@name_option("--to", formats, "The format to write: see `litgrid formats`.  [default: as FILE ends, else jsonl]")
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to write, packed if it ends in .gz.")
@job_options("How many workers.", default=1, show_default=True)
@click.option("--tries", type=IntRange(min=1), help="Give up after so many in a row that bring no new puzzle.")
@click.option("--anew", is_flag=True, help="Drop what FILE.part holds.")
@messages_option
def generate(
    kind: str,
    size: str | None,
    width: int | None,
    height: int | None,
    number: int | None,
    seed: int | None,
    to_name: str | None,
    output: str,
    where: dict[str, Any],
    tries: int | None,
    timeout: float | None,
    anew: bool,
    **wanted: Any,
) -> int:
    """Make puzzles of KIND and SIZE (10 or 10x12: rows x columns), each with its answer and its level.

    Each has exactly one answer, which is proved; no two are equal. No clue could be left out without another answer, a
    harder puzzle than --level allows, or less --symmetry. Levels are those of `litgrid grade`.

    \b
    Examples:
      litgrid generate lightup 10x10 --level medium..hard --seed 7 | litgrid render
      litgrid generate binairo 6 --number 50 --jobs 2 -o binairo.jsonl
      litgrid generate gappy 10 --clues all --to janko
      litgrid generate lightup --width 7 --wall-percent 30 --to text
      litgrid generate binairo 8 --givens 25% --number 10
    """  # noqa: D301
    number = number or 1
    target, to_file = target_of(to_name, output, "jsonl"), output != "-"
    if to_file:
        keep([path for path in (wanted["pattern"], wanted["picture"]) if path], output)
    elif number > 1 and target.separator is None and not target.gathers:
        raise click.UsageError(f"{target.name} holds one puzzle in a text: say with -o where to write {number:,}.")
    order = ordered(kind, size, width, height, **wanted)
    target.check_holds(kinds.get(order.kind).empty(order.shape))  # before any is made
    if order.givens is not None and not drawable(order):
        complain("answers of such a board are too many to be drawn uniformly: they are drawn as for other puzzles")
    part = output + PART if to_file and not is_stream(output) else None
    if seed is None:
        seed = _seed_of(part) if part and not anew else randbelow(MOST_SEED)
    bar, notes, code, found = Bar(), Notes(), YES, 0
    begin = perf_counter()

    puzzles = generated(
        order,
        number,
        seed,
        path=part,
        anew=anew,
        patience=tries,
        limit=Limit(timeout),
        tick=lambda now: bar.show(now.found / now.wanted, _how_far(now)),
        **where,
    )
    with writing(target, output, whole=True) as write:
        try:
            with going_on(bar, part):
                for found, record in enumerate(puzzles, 1):
                    code = max(code, write(held(target, _fitting(record, target, found), notes), found))
        except NotMetError as error:
            complain(str(error))
            code = max(code, NO)
        except OutOfTimeError as error:
            complain(f"{error}{'' if part is None else f'; {go_on(part)}'}")
            code = UNKNOWN
    notes.say()
    if part is not None and code != UNKNOWN:
        Path(part).unlink(missing_ok=True)
    if to_file or is_terminal(sys.stderr):
        complain(f"{count(found, 'puzzle')} in {perf_counter() - begin:.3g} s (seed {seed})")
    return code


def ordered(
    kind: str,
    size: str | None,
    width: int | None,
    height: int | None,
    *,
    pattern: str | None,
    picture: str | None,
    wall_percent: float | None,
    **wanted: Any,
) -> Order:
    """Return what options order; :class:`InputError` where the pattern is wrong, else a usage error."""
    rows = None if pattern is None else _rows(pattern)
    if wall_percent is not None:
        if wanted["walls"] is not None:
            raise click.UsageError("--walls and --wall-percent say the same: leave one of them out.")
        wanted["walls"] = wall_percent / 100
        defaults = {"symmetry": "none"} if wanted["unique"] else {"symmetry": "none", "unique": False}
        wanted |= {name: value for name, value in defaults.items() if wanted[name] is None}
    if wanted["givens"] is not None and wanted["unique"]:
        raise click.UsageError("--unique does not go with --givens: any cells of any answer are given.")
    given, asked = said_of(SWITCH, wanted), said_of(LAYER, wanted)
    try:
        shape = _shape(kind, size, width, height, rows)
        answer = None if picture is None else _answer(picture, shape)
        if answer is not None:
            shape = shape or Shape(len(answer), len(answer[0]))
        if shape is None:
            raise click.UsageError("expected a SIZE, as 10 or 10x12 (rows x columns).")
        said = {name: value for name, value in wanted.items() if value is not None}
        return Order(
            kind,
            shape,
            said.pop("level", LEVELS),
            pattern=rows,
            switches=tuple(given.items()),
            layers=tuple(asked.items()),
            answer=answer,
            **said,
        )
    except InputError as error:
        source = pattern or picture
        raise error.at(source=source and called(source)) from None
    except LitgridError as error:
        raise click.UsageError(str(error)) from None


def _shape(
    kind: str, size: str | None, width: int | None, height: int | None, rows: tuple[str, ...] | None
) -> Shape | None:
    if size is not None and (width or height):
        raise click.UsageError("SIZE and --width say the same: leave one of them out.")
    if height and not width:
        raise click.UsageError("--height needs --width.")
    if size is not None:
        return Shape.read(size)
    if width:
        return Shape(height or width, width)
    return Order.shape_of(kind, rows) if rows else None


def _answer(picture: str, shape: Shape | None) -> tuple[str, ...]:
    tell_terminal(picture)
    return rows_of(read_bytes(picture), shape)


def _rows(pattern: str) -> tuple[str, ...]:
    rows = rows_in(read_text(pattern))
    if not rows:
        raise InputError("expected a pattern, rows of # and ., got nothing", source=called(pattern))
    return rows


def _seed_of(part: str) -> int:
    """Return the seed of what was begun, as it goes on with no other; else any."""
    seed = journal.read(part)[0].get("seed") if Path(part).exists() else None
    return seed if isinstance(seed, int) else randbelow(MOST_SEED)


def _fitting(record: Record, target: Format, number: int) -> Record:
    """Return a record without what the format has no place for and nobody asked for: name, answer, level."""
    return Record(
        record.id if target.holds_names else Request(source=SOURCE).name(number),
        record.puzzle,
        source=SOURCE,
        line=number,
        level=record.level if target.holds_levels else None,
        score=record.score,
        answer=record.answer if target.holds_answers else None,
    )


def _how_far(now: Progress) -> str:
    rate = now.found / now.seconds if now.seconds else 0
    return f"{now.found:,} of {count(now.wanted, 'puzzle')}, {rate:,.1f} a second, {now.tries:,} tried"
