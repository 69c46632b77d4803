"""``litgrid lab compare``: engines and encodings side by side."""

from __future__ import annotations

from dataclasses import asdict

import click

from litgrid.cli import UNKNOWN, YES, complain
from litgrid.cli.batch import Progress
from litgrid.cli.lab.report import markdown_option, print_tables
from litgrid.cli.options import command, json_option, timeout_option
from litgrid.cli.source import Source, input_options
from litgrid.cli.words import heading, json_line
from litgrid.core.errors import UnknownNameError
from litgrid.engines import installed
from litgrid.engines.base import Status
from litgrid.formats import Record
from litgrid.lab.compare import COUNTS, HEAD, Comparison, Measurement, decided
from litgrid.lab.compare import compare as measured
from litgrid.lab.tables import Table
from litgrid.sat.cardinality import ENCODINGS, Encoding

NOTHING_LEFT = "nothing is left to search"


@command("all gave an answer, and they agree", unknown="one failed, was too slow, or gave up, or two disagree", note="")
@input_options
@click.option(
    "--engine",
    "names",
    metavar="NAME",
    multiple=True,
    help="What solves: see `litgrid engines`. May be given several times.  [default: all that are installed]",
)
@click.option(
    "--encoding",
    "encodings",
    type=click.Choice(ENCODINGS),
    multiple=True,
    default=["auto"],
    show_default=True,
    help="How counts become clauses. May be given several times.",
)
@click.option("--whole", is_flag=True, help="The whole puzzle, and not what propagation leaves open.")
@timeout_option("Seconds after which a combination is stopped.")
@json_option
@markdown_option
def compare(
    source: Source,
    names: tuple[str, ...],
    encodings: tuple[Encoding, ...],
    whole: bool,
    timeout: float | None,
    as_json: bool,
    markdown: bool,
) -> int:
    """Solve the puzzles of FILES (none, or -: standard input) with each engine and encoding, and show what it took.

    Each combination runs in a process of its own, one after another: its memory is its own, and a crash or a time
    limit touches no other.

    \b
    Examples:
      printf 'binairo\\n1...\\n....\\n...1\\n....\\n' > puzzle.txt
      litgrid lab compare --engine cadical --engine minisat puzzle.txt
      litgrid lab compare --engine cadical --encoding pairwise --encoding totalizer --timeout 60 puzzle.txt
    """  # noqa: D301
    try:
        for name in names:
            installed(name)
    except UnknownNameError as error:
        raise click.BadParameter(str(error), param_hint="--engine") from None

    def answer(record: Record) -> int:
        known = None if whole else decided(record.puzzle, timeout)
        if known is not None:
            click.echo(_decided(record, known, as_json=as_json))
            return YES
        bar = Progress()
        found = measured(record, names or None, encodings, whole=whole, timeout=timeout, tick=bar.show)
        bar.clear()
        if as_json:
            for one in found:
                click.echo(json_line(record.about | asdict(one)))
        else:
            print_tables([Table(found.title, HEAD, found.rows)], markdown=markdown)
            click.echo()
        return judged(record, found)

    return source.run(answer)


def _decided(record: Record, status: Status, *, as_json: bool) -> str:
    """Return what is said of a puzzle that no engine is needed for."""
    if as_json:
        values = asdict(Measurement("propagation", COUNTS, status.value))
        return json_line({**record.about, **values, "note": f"{NOTHING_LEFT}; --whole searches all"})
    there = "the answer" if status is Status.SAT else "that there is no answer"
    return f"{heading(record)}\nPropagation finds {there}: {NOTHING_LEFT}; --whole searches all.\n"


def judged(record: Record, found: Comparison) -> int:
    """Say what went wrong, and return the exit code."""
    for one in found:
        if one.problem:
            complain(f"{record.id}: {one.engine} {one.encoding}: {one.problem}")
    answers = {one.status for one in found}
    if {"sat", "unsat"} <= answers:
        complain(f"{record.id}: one engine says that there is an answer and another that there is none: one is wrong")
    return YES if answers in ({"sat"}, {"unsat"}) else UNKNOWN
