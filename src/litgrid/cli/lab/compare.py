"""``litgrid lab compare``: engines and encodings side by side, on a few puzzles or on thousands."""

from __future__ import annotations

from typing import Any

import click

from litgrid.answer import Telling
from litgrid.cli import BAD_INPUT, UNKNOWN, YES, complain
from litgrid.cli.asking import CODES, language_option, show
from litgrid.cli.batch import Progress
from litgrid.cli.going import job_options
from litgrid.cli.lab.report import print_tables, report_options
from litgrid.cli.lab.report import show as show_results
from litgrid.cli.lab.sweep import DESCRIPTION, described, progress
from litgrid.cli.numbers import IntRange
from litgrid.cli.options import command, json_option, look, reading, timeout_option
from litgrid.cli.output import keep
from litgrid.cli.source import Source, input_options
from litgrid.core.errors import InputError
from litgrid.core.terminal import Look
from litgrid.engines import installed
from litgrid.formats import Input, Record
from litgrid.lab.compare import Comparison, decided
from litgrid.lab.compare import compare as measured
from litgrid.lab.contest import Contest, run
from litgrid.lab.workers import BACKENDS
from litgrid.sat.cardinality import ENCODINGS, Encoding


@command(
    "all gave an answer, and they agree; with -o: all is done, and nothing is wrong",
    unknown="one failed, was too slow, or gave up, or two disagree",
    note="With -o, after a kill or an interruption, the same command goes on where it was.",
)
@input_options
@click.option(
    "--engine",
    "names",
    metavar="NAME",
    multiple=True,
    callback=reading(lambda some: tuple(installed(name).name for name in some)),
    help="What solves: see `litgrid engines`. May be given several times.  [default: all that are installed]",
)
@click.option(
    "--encoding",
    "encodings",
    type=click.Choice(ENCODINGS),
    multiple=True,
    help="How counts become clauses. May be given several times.  [default: auto]",
)
@click.option("--whole", is_flag=True, help="The whole puzzle, and not what propagation leaves open.")
@click.option("--unique", is_flag=True, help="Look for a second answer too, or find that there is none.")
@timeout_option("Seconds after which a combination is stopped.")
@click.option("--memory", type=IntRange(min=1), metavar="MB", help="The most memory of a combination.")
@click.option("-o", "--output", metavar="RESULTS", help="For many puzzles: the file of results; also to go on.")
@job_options("How many at once, which disturb each other.", default=1, show_default=True)
@click.option("--anew", is_flag=True, help="Drop what RESULTS holds, of any experiment.")
@language_option
@json_option
@report_options
def compare(
    source: Source,
    names: tuple[str, ...],
    encodings: tuple[Encoding, ...],
    whole: bool,
    unique: bool,
    timeout: float | None,
    memory: int | None,
    output: str | None,
    where: dict[str, Any],
    anew: bool,
    language: str,
    as_json: bool,
    **how: Any,
) -> int:
    """Solve the puzzles and formulas of FILES (none, or -: standard input) with each engine and encoding.

    Each combination runs in a process of its own: its memory is its own, and a crash or a time limit touches no other.
    With -o RESULTS the results of all puzzles are kept, a JSON object a line, and shown together; FILES may then be
    "empty KIND SIZE", "example NAME", or one description that ends in .toml.

    \b
    Examples:
      printf 'binairo\\n1...\\n....\\n...1\\n....\\n' > puzzle.txt
      litgrid lab compare --engine cadical --engine minisat puzzle.txt
      litgrid lab compare --engine cadical --encoding pairwise --encoding totalizer --timeout 60 puzzle.txt
      litgrid lab compare "empty binairo 4" --engine cadical --engine minisat --unique --timeout 60 -o results.jsonl
    """  # noqa: D301
    limits = {"whole": whole, "unique": unique, "timeout": timeout, "memory": memory}
    if output is not None:
        said = {**limits, "engines": names, "encodings": encodings}
        return _contest(source, said, output, anew=anew, where=where, how=how)
    if not any((how["plot_folder"], how["parquet"], anew, where["jobs"] != 1, where["backend"] != BACKENDS[0])):
        where_to = None if as_json else look("never")
        return _each(source, names, encodings or ("auto",), limits, language, where_to, markdown=how["markdown"])
    raise click.UsageError("--plot-folder, --parquet, --anew, --jobs and --backend go with -o RESULTS.")


def _each(
    source: Source,
    names: tuple[str, ...],
    encodings: tuple[Encoding, ...],
    limits: dict[str, Any],
    language: str,
    how: Look | None,
    *,
    markdown: bool,
) -> int:
    if any(name.lower().endswith(DESCRIPTION) for name in source.files):
        raise click.UsageError("a description (.toml) needs a place for the results: -o RESULTS.")

    def answer(record: Input) -> int:
        known = None
        if isinstance(record, Record) and not limits["whole"]:
            known = decided(record.puzzle, limits["timeout"])
        if known is not None:
            return show(record, Comparison(record.asked, (), known), how, language)
        bar = Progress()
        found = measured(record.asked, names, encodings, tick=bar.show, **limits)
        bar.clear()
        if markdown and how is not None:
            print_tables([found.table(Telling(found, language))], markdown=True)
            click.echo()
        else:
            show(record, found, how, language)
        for problem in found.problems:
            complain(f"{record.id}: {problem}")
        return CODES[found.outcome]

    return source.run(answer, formulas=True)


def _contest(
    source: Source, said: dict[str, Any], output: str, *, anew: bool, where: dict[str, Any], how: dict[str, Any]
) -> int:
    said |= {"kind": source.kind, "format": source.format, "switches": source.switched}
    changes = {name: value for name, value in said.items() if value not in (None, False, (), [])}
    contest, folder = described(Contest, source.files, changes)
    keep([*source.files, *(str(folder / name) for name in contest.instances), output], how["parquet"])
    worst = YES

    def bad(error: InputError) -> None:
        nonlocal worst
        worst = BAD_INPUT
        complain(str(error))

    with progress(output, "job") as tick:
        results = run(contest, output, folder=folder, bad=bad, anew=anew, tick=tick, **where)
    show_results(results, **how)
    for problem in results.wrong:
        complain(problem)
        worst = max(worst, UNKNOWN)
    return worst
