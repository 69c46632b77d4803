"""``litgrid lab encode``: a puzzle as clauses, or as counts, for any solver."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import get_args

import click

from litgrid.cli import YES, complain
from litgrid.cli.asking import language_option, show
from litgrid.cli.options import command, encoding_option, json_option, look, output_option
from litgrid.cli.output import keep
from litgrid.cli.source import Source, puzzle_options
from litgrid.core.files import write_file
from litgrid.encode.counts import Counts
from litgrid.formats import FormulaRecord
from litgrid.lab.sizes import COUNTS, Made, Target, laid_out, sizes
from litgrid.sat import dimacs, opb, smtlib
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.dimacs import Projecting
from litgrid.sat.stream import Stream

WRITERS: dict[str, Callable[[Stream], Iterator[bytes]]] = {
    "dimacs": dimacs.dump,
    "smtlib": smtlib.dump,
    "opb": opb.dump,
}
COUNTING: dict[str, Callable[[Counts], Iterator[bytes]]] = {"smtlib": Counts.smtlib, "opb": Counts.opb}


@command("written", unknown="too large to be written, or the output cannot be written", note="")
@click.argument("files", nargs=-1, metavar="[PUZZLE|CNF]")
@puzzle_options
@click.option(
    "--to",
    type=click.Choice(list(WRITERS)),
    default="dimacs",
    show_default=True,
    help="The format: DIMACS for SAT solvers, SMT-LIB for z3 and its like, OPB for pseudo-Boolean solvers.",
)
@encoding_option(
    f"How counts become clauses: {', '.join(ENCODINGS)}, or as the kind has it; counts: not at all (smtlib, opb).  "
    "[default: auto; for opb counts]",
    COUNTS,
)
@click.option("--three-sat", "three", is_flag=True, help="Turn each clause into clauses of exactly three literals.")
@click.option(
    "--project",
    type=click.Choice(get_args(Projecting)),
    default="show",
    show_default=True,
    help="How DIMACS names the cells for model counters: c p show, or c ind for those before 2022.",
)
@click.option(
    "--stats",
    is_flag=True,
    help="Print how large it is, and write it only where -o says so; of all encodings, unless --encoding names one.",
)
@language_option
@json_option
@output_option("Where to write; packed if it ends in .gz, .bz2 or .xz.  [default: standard output]")
def encode(
    source: Source,
    to: Target,
    encoding: str | None,
    three: bool,
    project: Projecting,
    stats: bool,
    language: str,
    as_json: bool,
    path: str | None,
) -> int:
    """Write PUZZLE (none, or -: standard input) as a formula for any solver; or another formula, in DIMACS, anew.

    Comments say what variables mean and which rule clauses come from; `litgrid lab decode` turns the solver's output
    back into a grid.

    \b
    Examples:
      printf 'lightup\\n.1.\\n...\\n#.2\\n' > puzzle.txt
      litgrid lab encode puzzle.txt -o puzzle.cnf
      litgrid lab encode puzzle.txt --to smtlib | z3 -in
      litgrid lab encode --empty binairo 16 --stats
    """  # noqa: D301
    chosen = encoding or (COUNTS if to == "opb" and not three else "auto")
    if chosen == COUNTS and to not in COUNTING:
        raise click.UsageError("DIMACS holds clauses only, no counts: choose another encoding, or --to opb or smtlib.")
    if chosen == COUNTS and three:
        raise click.UsageError("--three-sat is about clauses, and counts have none: choose another encoding.")
    if as_json and not stats:
        raise click.UsageError("--json goes with --stats.")
    record = source.one_or_formula()
    if isinstance(record, FormulaRecord) and encoding is not None:
        raise click.UsageError("--encoding is about the rules of a puzzle: a formula has its clauses already.")
    keep(source.files, path)
    if stats:
        found = sizes(record.asked, encodings=[encoding] if encoding else None, to=to, three=three)
        show(record, found, None if as_json else look("never"), language)
    if not stats or path is not None:
        _write(laid_out(record.asked, chosen, to, three=three), to, path, project)
    return YES


def _text(formula: Made, to: str, project: Projecting = "show") -> Iterator[bytes]:
    if isinstance(formula, Counts):
        return COUNTING[to](formula)
    return dimacs.dump(formula.stream(), project) if to == "dimacs" else WRITERS[to](formula.stream())


def _write(formula: Made, to: str, path: str | None, project: Projecting) -> None:
    text = _text(formula, to, project)
    if path is None or path == "-":
        for piece in text:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    written = write_file(text, path)
    things = "constraints" if isinstance(formula, Counts) else "clauses"
    complain(f"{path}: {formula.variables:,} variables, {formula.size.clauses:,} {things}, {written:,} bytes")
