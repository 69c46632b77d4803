"""``litgrid lab encode``: a puzzle as clauses, or as counts, for any solver."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, get_args

import click

from litgrid.cli import YES, complain
from litgrid.cli.asking import language_option, show
from litgrid.cli.jobs import jobs_option, serving
from litgrid.cli.options import command, encoding_option, json_option, look, output_option, timeout_option
from litgrid.cli.output import keep, made_folder, put
from litgrid.cli.source import Source, puzzle_options
from litgrid.cli.words import json_line
from litgrid.core.files import BESIDE, rename, write_file, written
from litgrid.core.processes import passing
from litgrid.core.puzzle import Puzzle
from litgrid.encode.counts import Counts
from litgrid.formats import FormulaRecord, Input
from litgrid.lab.sizes import COUNTS, GIVEN, Made, Target, laid_out, sizes
from litgrid.sat import dimacs, opb, smtlib
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.dimacs import Projecting
from litgrid.sat.formula import Formula
from litgrid.sat.stream import Stream
from litgrid.teaching.notation import Notation
from litgrid.teaching.notation import written as notation

WRITERS: dict[str, Callable[[Stream], Iterator[bytes]]] = {
    "dimacs": dimacs.dump,
    "smtlib": smtlib.dump,
    "opb": opb.dump,
}
ENDINGS = {"dimacs": ".cnf", "smtlib": ".smt2", "opb": ".opb"}
"""How the names of files in a folder end, by format."""
COUNTING: dict[str, Callable[[Counts], Iterator[bytes]]] = {"smtlib": Counts.smtlib, "opb": Counts.opb}


@command("written", unknown="too large to be written, or the output cannot be written", note="")
@click.argument("files", nargs=-1, metavar="[PUZZLE|CNF]...")
@puzzle_options
@jobs_option
@click.option(
    "--to",
    type=click.Choice([*WRITERS, *get_args(Notation)]),
    default="dimacs",
    show_default=True,
    help="The format: DIMACS for SAT solvers, SMT-LIB for z3 and its like, OPB for pseudo-Boolean solvers; for people "
    "text or LaTeX, by rule.",
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
@click.option("--gzip", "packed", is_flag=True, help="Pack the formulas of a folder.")
@click.option("--level", "graded", is_flag=True, help="Grade each puzzle, with its score, for the table of a folder.")
@click.option("--count", "counted", is_flag=True, help="Count the answers of each puzzle, for the table of a folder.")
@timeout_option("Seconds to grade a puzzle, and to count its answers, after which that is null.")
@language_option
@json_option
@output_option(
    "Where to write; packed if it ends in .gz, .bz2 or .xz; a folder, if it ends in /, for a formula of each puzzle.  "
    "[default: standard output]"
)
def encode(
    source: Source,
    to: Target | Notation,
    encoding: str | None,
    three: bool,
    project: Projecting,
    stats: bool,
    packed: bool,
    graded: bool,
    counted: bool,
    timeout: float | None,
    language: str,
    as_json: bool,
    path: str | None,
) -> int:
    """Write PUZZLE (none, or -: standard input) as a formula for any solver; or another formula, in DIMACS, anew.

    Comments say what variables mean and which rule clauses come from; `litgrid lab decode` turns the solver's output
    back into a grid. With -o FOLDER/ every puzzle of all files becomes a formula, and formulas.jsonl says of each what
    it is: an object a line.

    \b
    Examples:
      printf 'lightup\\n.1.\\n...\\n#.2\\n' > puzzle.txt
      litgrid lab encode puzzle.txt -o puzzle.cnf
      litgrid lab encode puzzle.txt --to smtlib | z3 -in
      litgrid lab encode --empty binairo 16 --stats
      litgrid lab encode puzzle.txt --to text
      litgrid lab encode puzzle.txt --level --count -o formulas/
    """  # noqa: D301
    if to == "text" or to == "latex":
        if stats or packed or graded or counted or timeout is not None or as_json or source.jobs > 1:
            raise click.UsageError(f"--to {to} goes with --encoding, --three-sat and -o only.")
        record = source.one_or_formula(encoding)
        keep(source.files, path)
        lines = notation(record.asked, to, encoding=encoding or "pairwise", three=three, language=language)
        put((f"{line}\n".encode() for line in lines), path)
        return YES
    chosen = encoding or (COUNTS if to == "opb" and not three else "auto")
    folder = path is not None and path.endswith(("/", os.sep))
    more = {"graded": graded, "counted": counted, "timeout": timeout}
    of_folder = more | {"packed": packed, "jobs": source.jobs > 1}
    _check(chosen, to, of_folder, three=three, stats=stats, as_json=as_json, folder=folder)
    if path is not None and folder:
        made = partial(laid_out, encoding=chosen, to=to, three=three)
        text = partial(_text, to=to, project=project)
        return _each(source, path, chosen, made, text, ENDINGS[to] + ".gz" * packed, more)
    record = source.one_or_formula(encoding)
    keep(source.files, path)
    if stats:
        found = sizes(record.asked, encodings=[encoding] if encoding else None, to=to, three=three)
        show(record, found, None if as_json else look("never"), language)
    if not stats or path is not None:
        _write(laid_out(record.asked, chosen, to, three=three), to, path, project)
    return YES


def _check(
    encoding: str, to: str, of_folder: dict[str, Any], *, three: bool, stats: bool, as_json: bool, folder: bool
) -> None:
    if encoding == COUNTS and to not in COUNTING:
        raise click.UsageError("DIMACS holds clauses only, no counts: choose another encoding, or --to opb or smtlib.")
    if encoding == COUNTS and three:
        raise click.UsageError("--three-sat is about clauses, and counts have none: choose another encoding.")
    if as_json and not stats:
        raise click.UsageError("--json goes with --stats.")
    if folder and stats:
        raise click.UsageError("--stats is about one puzzle: the table in the folder has the sizes of all.")
    if not folder and any(value not in (False, None) for value in of_folder.values()):
        raise click.UsageError("--gzip, --level, --count, --timeout and --jobs go with a folder: -o FOLDER/.")


def _each(
    source: Source,
    path: str,
    encoding: str,
    make: Callable[[Puzzle | Formula], Made],
    text: Callable[[Made], Iterator[bytes]],
    ending: str,
    more: dict[str, Any],
) -> int:
    """Write a formula for every puzzle into a folder, and the table of them; return the exit code.

    A formula gets its name when its turn comes, as that depends on those before it; whoever makes it knows none.
    """
    from litgrid.lab.formulas import TABLE, Names, row, wanted  # imported here: they grade and count

    folder = made_folder(path, "formulas")
    names = Names(folder, {os.path.realpath(file) for file in source.files})
    unnamed = folder / f"{BESIDE}formula-"

    def answer(record: Input) -> tuple[Path, str, dict[str, Any]]:
        made, file = make(record.asked), unnamed.with_name(f"{unnamed.name}{os.urandom(8).hex()}{ending}")
        write_file(text(made), str(file))
        said = GIVEN if isinstance(record, FormulaRecord) else encoding
        return file, wanted(record), row(record, "", said, made, **more)

    with (
        passing(unnamed, begun=True) if serving() is None else nullcontext(),
        written(str(folder / TABLE)) as write,
    ):

        def name(found: tuple[Path, str, dict[str, Any]], _number: int) -> int:
            file, bare, said = found
            said["file"] = names.name(bare, ending)
            rename(file, folder / said["file"])
            write(f"{json_line(said)}\n".encode())
            return YES

        return source.run(answer, then=name, formulas=True)


def _text(formula: Made, to: str, project: Projecting) -> Iterator[bytes]:
    if isinstance(formula, Counts):
        return COUNTING[to](formula)
    return dimacs.dump(formula.stream(), project) if to == "dimacs" else WRITERS[to](formula.stream())


def _write(formula: Made, to: str, path: str | None, project: Projecting) -> None:
    written = put(_text(formula, to, project), path)
    if path is not None and path != "-":
        things = "constraints" if isinstance(formula, Counts) else "clauses"
        complain(f"{path}: {formula.variables:,} variables, {formula.size.clauses:,} {things}, {written:,} bytes")
