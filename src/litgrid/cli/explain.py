"""``litgrid explain`` and ``litgrid hint``: how to solve a puzzle, step by step, and the next step alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from litgrid.cli import NO, UNKNOWN, YES
from litgrid.cli.batch import each
from litgrid.cli.numbers import IntRange
from litgrid.cli.options import command, json_option, timeout_option
from litgrid.cli.output import keep
from litgrid.cli.source import Source, begun, input_options, reading_options, which_option
from litgrid.cli.words import heading, json_line, place, rule_objects
from litgrid.core.grid import Shape
from litgrid.core.words import LANGUAGES
from litgrid.explaining import Certificate, Explanation, Grade, Step
from litgrid.explaining import certify as find_cheaper
from litgrid.explaining import explain as find
from litgrid.explaining import hint as find_hint
from litgrid.explaining.words import catalogue
from litgrid.formats import Record

language_option = click.option(
    "--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True, help="Of the sentences."
)
limited = timeout_option("Seconds for each puzzle, after which it ends.")
FAILED = {"no": "a mistake; not exactly\none answer", "unknown": "unknown: out of time"}


@command("explained to the end", **FAILED)
@which_option
@input_options
@click.option("--from", "partial", metavar="PARTIAL", help="A half-filled grid of the one puzzle, to go on from.")
@click.option("--certify", is_flag=True, help="Prove that no step could have taken fewer rules, or show which could.")
@click.option("--svg", metavar="FILE", help="Draw the steps, a picture each, as SVG; -: on standard output.")
@click.option("--pdf", metavar="FILE", help="The same as PDF, on as many pages as it takes.")
@language_option
@limited
@json_option
def explain(
    source: Source,
    partial: str | None,
    certify: bool,
    svg: str | None,
    pdf: str | None,
    language: str,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Explain the puzzles of FILES (none, or -: standard input), from the clues to the answer.

    Each step is the cheapest where it stands: one rule; a technique; a chain; at last a case split. A half-filled
    grid is gone on from, or the entry that cannot stand is named; PARTIAL holds rows, or the puzzle with cells filled
    in.

    \b
    Examples:
      printf 'lightup\\n.1.\\n...\\n#.2\\n' > puzzle.txt
      litgrid explain puzzle.txt
      litgrid explain --json --language fr puzzle.txt
      litgrid explain --certify puzzle.txt
      litgrid explain --svg steps.svg --pdf steps.pdf puzzle.txt
    """  # noqa: D301

    def explained(record: Record) -> Explanation:
        start = None if partial is None else begun(partial, source.files, record.puzzle)
        return find(record.puzzle, start=start, timeout=timeout)

    def answer(record: Record) -> int:
        found = explained(record)
        left = None if timeout is None else max(timeout - found.seconds, 0.0)
        certificate = find_cheaper(found, timeout=left) if certify else None
        click.echo((as_line if as_json else in_words)(record, found, language, certificate=certificate))
        return exit_code(found)

    if svg is not None or pdf is not None:
        if as_json or certify:
            raise click.UsageError("--json and --certify go without --svg and --pdf.")
        keep(source.files, svg, pdf)
        records, code = source.gather() if partial is None else ([source.one()], YES)
        return max(code, each(records, _drawing(records, explained, svg, pdf, language)))
    return source.run(answer) if partial is None else answer(source.one())


def _drawing(
    records: list[Record], explained: Callable[[Record], Explanation], svg: str | None, pdf: str | None, language: str
) -> Callable[[Record], int]:
    """Return what draws the strip of a puzzle."""
    from litgrid.cli.strip import drawer  # imported here: sentences need no pictures
    from litgrid.explaining.pictures import strip_of

    draw = drawer(svg, pdf, records)

    def drawn(record: Record) -> int:
        found = explained(record)
        draw(strip_of(found, heading(record), language, puzzle=record.puzzle, end=closing(found, language)))
        return exit_code(found)

    return drawn


@command("a step, or none left", **FAILED)
@which_option
@reading_options
@click.argument("puzzle", type=click.Path(readable=False))
@click.argument("partial", type=click.Path(readable=False), required=False)
@click.option("--stage", type=IntRange(1, 3), default=1, show_default=True, help="How much is told.")
@language_option
@limited
@json_option
def hint(
    source: Source,
    puzzle: str,
    partial: str | None,
    stage: int,
    language: str,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Give the next step of PUZZLE, filled in as far as PARTIAL: where to look (1), which rule (2), the step (3).

    A mistake comes first: the entry that cannot stand.

    \b
    Examples:
      printf 'lightup\\n.1.\\n...\\n#.2\\n' > puzzle.txt
      litgrid hint puzzle.txt
      litgrid hint puzzle.txt --stage 3
    """  # noqa: D301
    record = replace(source, files=(puzzle,)).one()
    start = None if partial is None else begun(partial, [puzzle], record.puzzle)
    found = find_hint(record.puzzle, start, timeout=timeout)
    if as_json:
        click.echo(as_line(record, found, language, stage))
    elif found.steps:
        click.echo(found.steps[0].hint(stage, language))
    else:
        click.echo(ending(found, language) or catalogue(language)["hint"]["done"])
    return YES if found.steps else exit_code(found)


def exit_code(found: Explanation | Grade) -> int:
    """Return the exit code of an explanation, or of the grade that one has."""
    if found.status == "unknown" or (found.status != "none" and not found.complete):
        return UNKNOWN
    return YES if found.status == "unique" else NO


def as_line(
    record: Record,
    found: Explanation,
    language: str,
    stage: int | None = None,
    certificate: Certificate | None = None,
) -> str:
    """Return an explanation as one line of JSON; a status and a mistake only where there is something wrong.

    With a certificate each step has ``least``, null where it is not known, and ``cheaper`` where there is one.
    """
    shape = record.puzzle.shape
    line: dict[str, Any] = {"id": record.id, "level": found.level}
    if found.status != "unique":
        line["status"] = found.status
    if found.mistake is not None:
        mistake = found.mistake
        entry = [*place(mistake.cell, shape), bool(mistake.value)]
        line["mistake"] = {"entry": entry, "step": step_object(mistake.step, shape, language)}
    line["steps"] = [step_object(step, shape, language) for step in found.steps]
    if certificate is not None:
        for number, (step, least) in enumerate(zip(line["steps"], certificate.least, strict=True)):
            step["least"] = least
            if number in certificate.cheaper:
                step["cheaper"] = step_object(certificate.cheaper[number], shape, language)
    if stage is not None and found.steps:
        line["text"] = found.steps[0].hint(stage, language)
    return json_line(line)


def step_object(step: Step, shape: Shape, language: str) -> dict[str, Any]:
    """Return a step as JSON holds it: cells as row and column from 1, and true or false."""
    return {
        "cells": [[*place(cell, shape), bool(value)] for cell, value in step.cells],
        "technique": step.technique,
        "rules": rule_objects(step.rules, shape),
        "facts": [[*place(cell, shape), bool(value)] for cell, value in step.facts],
        "cost": step.cost,
        "text": step.text(language),
    }


def in_words(record: Record, found: Explanation, language: str, certificate: Certificate | None = None) -> str:
    """Return an explanation for people: a heading, a sentence a step, and what a certificate says of them."""
    width = len(str(len(found.steps)))
    lines = [f"{number:{width}}. {step.text(language)}" for number, step in enumerate(found.steps, 1)]
    proved = [*certified(certificate, language), ""] if certificate is not None and found.steps else []
    return "\n".join([heading(record), *lines, closing(found, language), "", *proved])


def closing(found: Explanation, language: str) -> str:
    """Return what is said after the steps."""
    if found.complete and found.status == "unique":
        return str(catalogue(language)["hint"]["level"]).format(level=found.level)
    return ending(found, language)


def certified(found: Certificate, language: str) -> list[str]:
    """Return a certificate for people: the steps for which there was a cheaper one."""
    words = catalogue(language)["certificate"]
    lines = [
        words["cheaper"].format(
            number=number + 1, cost=found.explanation.steps[number].cost, least=step.cost, step=step.text(language)
        )
        for number, step in found.cheaper.items()
    ]
    if found.unknown:
        lines.append(words["unknown"].format(number=found.unknown))
    return lines or [words["all"]]


def ending(found: Explanation, language: str) -> str:
    """Return what is to be said where the steps do not lead to one answer; nothing where they do."""
    words = catalogue(language)
    if found.mistake is not None:
        return found.mistake.text(language)
    if found.status == "none":
        return str(words["hint"]["none"])
    if found.status == "unknown" or not found.complete:
        return str(words["hint"]["unknown"])
    return str(words["hint"]["several"]) if found.status == "several" else ""
