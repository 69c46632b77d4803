"""``litgrid grade``: how hard puzzles are."""

from __future__ import annotations

import click

from litgrid.cli.explain import exit_code
from litgrid.cli.options import command, json_option, timeout_option
from litgrid.cli.source import Source, input_options
from litgrid.cli.words import count, heading, json_line, named, place
from litgrid.explaining import Grade
from litgrid.explaining import grade as find
from litgrid.formats import Record

LEVELS = {
    1: "one rule at a time",
    2: "techniques, or three rules at most at once",
    3: "chains, or the completions of a line",
    4: "long chains or case splits",
}
"""What each level takes."""


@command("graded", "not exactly one answer", unknown="unknown: out of time")
@input_options
@timeout_option("Seconds for each puzzle, after which it ends.")
@json_option
def grade(source: Source, timeout: float | None, as_json: bool) -> int:
    """Tell how hard the puzzles of FILES (none, or -: standard input) are, from 1 to 4, and what they take.

    Levels: 1 one rule at a time; 2 techniques that have a name, or three rules at most at once; 3 chains, or the
    completions of a line; 4 long chains or case splits. Then what generators of the kind would call it. A graded puzzle
    is explained by the same steps: see `litgrid explain`.

    \b
    Examples:
      litgrid examples --kind lightup | head -3 | litgrid grade
      litgrid generate binairo 6 --number 3 | litgrid grade --json
    """  # noqa: D301

    def answer(record: Record) -> int:
        found = find(record.puzzle, timeout=timeout)
        click.echo(as_line(record, found) if as_json else in_words(record, found))
        return exit_code(found)

    return source.run(answer)


def as_line(record: Record, found: Grade) -> str:
    """Return a grade as one line of JSON."""
    hardest = found.hardest
    shape = record.puzzle.shape
    graded = found.status == "unique"  # the steps to what several answers have in common make no level
    return json_line(
        {
            **named(record),
            "status": found.status,
            "level": (found.level or None) if graded else None,
            "tier": (found.tier or None) if graded else None,
            "grading": found.version,
            "techniques": dict(found.techniques),
            "hardest": hardest
            and {
                "technique": hardest.technique,
                "cost": hardest.cost,
                "cells": [[*place(cell, shape), bool(value)] for cell, value in hardest.cells],
            },
            "steps": found.steps,
            "hard": found.hard,
            "excess": found.excess,
            "bottlenecks": found.bottlenecks,
            "seconds": round(found.seconds, 6),
        }
    )


def in_words(record: Record, found: Grade) -> str:
    """Return a grade for people."""
    lines = [heading(record)]
    if found.level and found.status == "unique":
        tier = f"; {found.tier}" if found.tier else ""
        lines.append(f"Level {found.level}: {LEVELS[found.level]}{tier}.")
    elif found.status == "none":
        lines.append("No answer, and so no level.")
    elif found.status == "several":
        there = "" if found.hardest is None else "; the steps to what is the same in all"
        lines.append(f"Several answers, and so no level{there}{':' if there else '.'}")
    else:
        lines.append("Unknown: out of time.")
    if found.hardest is not None:
        lines.append(
            f"{count(found.steps, 'step')}, {found.hard:,} of the highest level; the hardest takes "
            f"{count(found.hardest.cost, 'rule')} ({found.hardest.technique}); excess {found.excess:,}; "
            f"{count(found.bottlenecks, 'bottleneck')}."
        )
        listed = sorted(found.techniques.items(), key=lambda item: (-item[1], item[0]))
        lines.append("Techniques: " + ", ".join(f"{name} {number:,}" for name, number in listed) + ".")
    return "\n".join([*lines, ""])
