"""``litgrid improve``: clues that a puzzle can do without, clues that would leave it one answer, the fewest clues."""

from __future__ import annotations

from typing import Any

import click

from litgrid.cli import NO, UNKNOWN, YES
from litgrid.cli.numbers import IntRange
from litgrid.cli.options import command, json_option, output_option, timeout_option
from litgrid.cli.output import keep
from litgrid.cli.source import Source, input_options, which_option
from litgrid.cli.words import count, heading, json_line, named, rule_objects
from litgrid.core.files import write_file
from litgrid.core.grid import Shape
from litgrid.formats import Record, formats
from litgrid.improving import Better, Improvement
from litgrid.improving import improve as find

MOST_SHOWN = 5
"""So many clues that would each do are shown."""


@command(
    "answered",
    "not what was asked for:\nno answer, or several",
    unknown="unknown: out of time, or more than the\nfewest clues that are possible",
)
@which_option
@input_options
@click.option("--needless", is_flag=True, help="Look for clues of a puzzle with one answer that can go.")
@click.option("--unique", is_flag=True, help="Look for clues that would leave a puzzle with several answers one.")
@click.option("--fewest", is_flag=True, help="Look for the fewest clues that the board can have for the one answer.")
@click.option(
    "--level",
    metavar="N",
    type=IntRange(1, 4),
    help="Let no clue go that would make the puzzle harder than this, 1 to 4: see `litgrid grade`.",
)
@timeout_option("Seconds for each puzzle, after which the best that was found is told.")
@json_option
@output_option("Write the improved puzzles, as JSON lines.")
def improve(
    source: Source,
    needless: bool,
    unique: bool,
    fewest: bool,
    level: int | None,
    timeout: float | None,
    as_json: bool,
    path: str | None,
) -> int:
    """Tell what would make the puzzles of FILES (none, or -: standard input) better.

    Of a puzzle with one answer, which clues can go: each alone, and as many as possible together. To one with several
    answers, which clue more would leave one, or which few clues. With --fewest, the fewest clues of all for the same
    answer: numbers in any walls, labels of any lines, given cells; cells besides numbers or labels only where these do
    not suffice, and then as few as possible. Without --needless, --unique and --fewest the first two are looked for.

    \b
    Examples:
      litgrid generate lightup 6 --clues all --seed 1 > puzzle.jsonl
      litgrid improve puzzle.jsonl
      litgrid improve --fewest --timeout 60 -o fewest.jsonl puzzle.jsonl
    """  # noqa: D301
    keep(source.files, path)
    asked = {"needless": needless, "unique": unique, "fewest": fewest}
    if not any(asked.values()):
        asked.update(needless=True, unique=True)
    made: list[Record] = []

    def answer(record: Record) -> int:
        found = find(record.puzzle, **asked, level=level, timeout=timeout)
        if found.best is not None:
            made.append(Record(record.id, found.best.puzzle))
        click.echo(as_line(record, found) if as_json else in_words(record, found, asked))
        return exit_code(found, asked)

    code = source.run(answer)
    if path is not None:
        jsonl = formats.get("jsonl")
        write_file((jsonl.write(record).encode("utf-8", "backslashreplace") for record in made), path)
    return code


def exit_code(found: Improvement, asked: dict[str, bool]) -> int:
    """Return the exit code for one puzzle."""
    if found.status == "several" and asked["unique"]:
        return YES if found.unique else UNKNOWN
    if found.status != "unique":
        return UNKNOWN if found.status == "unknown" else NO
    if not asked["needless"] and not asked["fewest"]:
        return NO  # there is nothing to add to one answer
    wanted = [(asked["needless"], found.lean), (asked["fewest"], found.fewest)]
    proved = found.fewest is None or found.fewest.exact
    return YES if proved and all(better is not None for some, better in wanted if some) else UNKNOWN


def as_line(record: Record, found: Improvement) -> str:
    """Return an improvement as one line of JSON; null for what was not asked, or not found."""
    shape = record.puzzle.shape
    return json_line(
        {
            **named(record),
            "status": found.status,
            "needless": None if found.needless is None else rule_objects(found.needless, shape),
            "lean": found.lean and better_object(found.lean, shape),
            "fewest": found.fewest and better_object(found.fewest, shape),
            "unique": [better_object(better, shape) for better in found.unique],
            "seconds": round(found.seconds, 6),
        }
    )


def better_object(better: Better, shape: Shape) -> dict[str, Any]:
    """Return a better puzzle as JSON holds it."""
    return {
        "clues": better.puzzle.clues,
        "number": better.clues,
        "least": better.least,
        "exact": better.exact,
        "removed": rule_objects(better.removed, shape),
        "added": rule_objects(better.added, shape),
    }


def in_words(record: Record, found: Improvement, asked: dict[str, bool]) -> str:
    """Return an improvement for people."""
    lines = [heading(record)]
    if found.status == "unknown":
        lines.append("Unknown: out of time.")
    elif found.status == "none":
        lines.append("No answer: `litgrid solve` names clues that clash.")
    elif found.status == "several":
        lines += _more(found, asked)
    else:
        lines += _less(found, asked)
    return "\n".join([*lines, ""])


def _less(found: Improvement, asked: dict[str, bool]) -> list[str]:
    lines = []
    if found.needless is not None:
        lines.append("Each of these clues could go, alone:" if found.needless else "No clue is needless.")
        lines += [f"  {rule.sentence}" for rule in found.needless]
    if found.lean is not None and found.needless:
        lines += [_number("The fewest of its clues", found.lean), *_rows(found.lean)]
    if found.fewest is not None:
        lines += [_number("The fewest clues of all for this answer", found.fewest), *_rows(found.fewest)]
    if (asked["needless"] and not found.lean) or (asked["fewest"] and not found.fewest):
        lines.append("The time ran out before more was found.")
    return lines or ["One answer."]


def _more(found: Improvement, asked: dict[str, bool]) -> list[str]:
    if not found.unique:
        return ["Several answers; the time ran out before clues were found." if asked["unique"] else "Several answers."]
    first, number = found.unique[0], len(found.unique)
    if number == 1:
        proof = "; fewer would not do" if first.exact and len(first.added) > 1 else ""
        lines = [f"Several answers; one with {count(len(first.added), 'clue')} more{proof}:"]
        lines += [f"  {rule.sentence}" for rule in first.added]
        return [*lines, "The puzzle then:", *_rows(first)]
    lines = [f"Several answers; one with any of these {number:,} clues more:"]
    lines += [f"  {better.added[0].sentence}" for better in found.unique[:MOST_SHOWN]]
    if number > MOST_SHOWN:
        lines.append(f"  and {number - MOST_SHOWN:,} others")
    return [*lines, "The puzzle with the first:", *_rows(first)]


def _number(what: str, better: Better) -> str:
    if better.exact:
        return f"{what}: {better.clues:,}; fewer would not do."
    return f"{what}: not known, at least {better.least:,}; the best that was found has {better.clues:,}."


def _rows(better: Better) -> list[str]:
    return [f"  {row}" for row in better.puzzle.text().split("\n")]
