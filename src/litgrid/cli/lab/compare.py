"""``litgrid lab compare``: engines and encodings side by side, on a few puzzles or on thousands."""

from __future__ import annotations

from typing import Any

import click

from litgrid.answer import Telling
from litgrid.cli import BAD_INPUT, UNKNOWN, YES, complain
from litgrid.cli.asking import CODES, Asked, asking
from litgrid.cli.batch import Progress
from litgrid.cli.going import job_options
from litgrid.cli.lab.report import print_tables, report_options, show
from litgrid.cli.lab.sweep import DESCRIPTION, described, progress
from litgrid.cli.output import keep
from litgrid.cli.source import Source
from litgrid.core.errors import InputError
from litgrid.formats import Input
from litgrid.lab.compare import Comparison
from litgrid.lab.contest import Contest, run
from litgrid.lab.workers import BACKENDS


@asking(
    "compare",
    yes="all gave an answer, and they agree; with -o: all is done, and nothing is wrong",
    unknown="one failed, was too slow, or gave up, or two disagree",
    note="With -o, after a kill or an interruption, the same command goes on where it was.",
    many=False,
)
@click.option("-o", "--output", metavar="RESULTS", help="For many puzzles: the file of results; also to go on.")
@job_options("How many at once, which disturb each other.", default=1, show_default=True)
@click.option("--anew", is_flag=True, help="Drop what RESULTS holds, of any experiment.")
@report_options
def compare(asked: Asked, output: str | None, where: dict[str, Any], anew: bool, **how: Any) -> int:
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
    if output is not None:
        return _contest(asked.source, dict(asked.options), output, anew=anew, where=where, how=how)
    if any((how["plot_folder"], anew, where["jobs"] != 1, where["backend"] != BACKENDS[0])):
        raise click.UsageError("--plot-folder, --anew, --jobs and --backend go with -o RESULTS.")
    if any(name.lower().endswith(DESCRIPTION) for name in asked.source.files):
        raise click.UsageError("a description (.toml) needs a place for the results: -o RESULTS.")

    def answer(record: Input) -> int:
        bar = Progress()
        found: Comparison = asked.ask(record, tick=bar.show)
        bar.clear()
        if how["markdown"] and found.measured and not asked.as_json:
            print_tables([found.table(Telling(found, asked.language))], markdown=True)
            click.echo()
        else:
            asked.show(record, found)
        for problem in found.problems:
            complain(f"{record.id}: {problem}")
        return CODES[found.outcome]

    return asked.each(answer)


def _contest(
    source: Source, said: dict[str, Any], output: str, *, anew: bool, where: dict[str, Any], how: dict[str, Any]
) -> int:
    said |= {"kind": source.kind, "format": source.format, "switches": source.switched}
    changes = {name: value for name, value in said.items() if value not in (None, False, (), [])}
    contest, folder = described(Contest, source.files, changes)
    keep([*source.files, *(str(folder / name) for name in contest.instances), output])
    worst = YES

    def bad(error: InputError) -> None:
        nonlocal worst
        worst = BAD_INPUT
        complain(str(error))

    with progress(output, "job") as tick:
        results = run(contest, output, folder=folder, bad=bad, anew=anew, tick=tick, **where)
    show(results, **how)
    for problem in results.wrong:
        complain(problem)
        worst = max(worst, UNKNOWN)
    return worst
