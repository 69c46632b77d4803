"""``litgrid convert``: puzzles from any format into another."""

from __future__ import annotations

from litgrid.cli.asking import messages_option
from litgrid.cli.batch import Notes, each
from litgrid.cli.jobs import jobs_option
from litgrid.cli.options import command, name_option, output_option
from litgrid.cli.output import keep
from litgrid.cli.source import Source, input_options, which_option
from litgrid.cli.writing import Held, held, target_of, writing
from litgrid.formats import Record, formats


@command("all is converted", unknown="a puzzle that the format cannot hold, or output that cannot be written")
@input_options
@jobs_option
@which_option
@name_option("--to", formats, "The format to write: see `litgrid formats`.  [default: as FILE ends]")
@output_option(
    "Where to write, packed if it ends in .gz; by default standard output. Where the format holds one puzzle in a "
    "text, several become FILE-1, FILE-2 and so on, before the ending.",
    default="-",
)
@messages_option
def convert(source: Source, to_name: str | None, path: str) -> int:
    """Write the puzzles of FILES (none, or -: standard input) in another format.

    What that format cannot say (a name, an answer, a rule) is left out, and standard error tells so.

    \b
    Examples:
      litgrid examples --kind lightup > puzzles.jsonl
      litgrid convert --to pzpr -o links.txt puzzles.jsonl
      litgrid convert --to jsonl -o all.jsonl links.txt puzzles.jsonl
      litgrid convert --to legup --puzzle 2 -o second.xml puzzles.jsonl
      echo '3x3:a1dBa2' | litgrid convert --to text
    """  # noqa: D301
    keep(source.files, path)
    target, notes = target_of(to_name, path), Notes()

    def answer(record: Record) -> Held | None:
        return held(target, record, notes)

    with writing(target, path) as write:
        if not source.alone and target.separator is not None:
            return source.run(answer, notes, then=write)
        records, code = source.gather()
        code = max(code, each(records, answer, notes, then=write, jobs=source.jobs))
        notes.say()
    return code
