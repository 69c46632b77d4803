"""``litgrid lab judge``: whether somebody's formula of a puzzle is right, and if not why not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

from litgrid.cli import NO, UNKNOWN, YES, complain
from litgrid.cli.asking import language_option, option_of, show
from litgrid.cli.batch import Progress, called, each, read_text
from litgrid.cli.jobs import jobs_option
from litgrid.cli.numbers import FloatRange, IntRange
from litgrid.cli.options import color_option, command, json_option, name_option, output_option
from litgrid.cli.output import keep
from litgrid.cli.source import Source, puzzle_options
from litgrid.core.errors import InputError
from litgrid.core.puzzle import Puzzle
from litgrid.core.terminal import Look
from litgrid.core.workers import in_order
from litgrid.formats import Record, formats
from litgrid.lab.workers import go_on
from litgrid.question import Question
from litgrid.sat.reading import read
from litgrid.teaching.boards import growing
from litgrid.teaching.judge import judge as judged
from litgrid.teaching.marks import Maker, Mark, Table, mark, runner
from litgrid.teaching.programs import Limits, protection

QUESTION = Question("litgrid.teaching.judge:judge")
USUAL = Limits()


@command("right", "not right, or a program failed", unknown="nothing wrong was found, and not all is proved", note="")
@click.argument("files", nargs=-1, metavar="[PUZZLE] [FORMULA]")
@puzzle_options
@jobs_option
@click.option(
    "--map",
    "names",
    metavar="NAME|FILE",
    help="How cells are called: a name as x{r}{c}, x{r0}{c0} from 0, or a JSON object.",
)
@option_of(QUESTION.options["needless"])
@click.option("--with", "program", metavar="COMMAND", help="What prints the formula of the board in the file {file}.")
@name_option("--as", formats, "The format in which COMMAND is given boards.  [default: text]")
@click.option(
    "--boards", type=IntRange(1, 100_000), metavar="N", help="In place of a puzzle so many small boards of --kind."
)
@click.option("--seed", type=IntRange(min=0), default=0, show_default=True, help="Which boards.")
@click.option("--class", "folder", metavar="FOLDER", help="Each file there: a formula, or the {program} of COMMAND.")
@click.option(
    "--program-timeout",
    type=FloatRange(0),
    default=USUAL.seconds,
    show_default=True,
    help="Seconds of a program's run.",
)
@option_of(QUESTION.options["timeout"])
@output_option("Where the table of a class goes, as CSV; who is in it already is not done again.")
@language_option
@json_option
@color_option
def judge(
    source: Source,
    names: str | None,
    needless: bool | None,
    program: str | None,
    as_name: str | None,
    boards: int | None,
    seed: int,
    folder: str | None,
    program_timeout: float,
    timeout: float | None,
    path: str | None,
    language: str,
    as_json: bool,
    how: Look,
) -> int:
    """Say whether a FORMULA (-: standard input) of PUZZLE is right: whether, on the cells, it accepts just the answers.

    It is in DIMACS, OPB or SMT-LIB. A cell's variable is row * columns + column + 1, counted from 0, or has a name that
    ends as r2c3 does; --map says otherwise. A grid that it accepts and should not is shown with the rule that it
    breaks; an answer that it refuses with the lines that do it.

    \b
    Examples:
      printf 'lightup\\n..\\n..\\n' > puzzle.txt
      printf 'p cnf 4 4\\n1 2 0\\n-1 -2 0\\n3 4 0\\n-3 -4 0\\n' > hers.cnf
      litgrid lab judge puzzle.txt hers.cnf
      litgrid lab encode puzzle.txt --to smtlib | litgrid lab judge puzzle.txt -
      litgrid lab judge --kind lightup --boards 20 --with "litgrid lab encode {file}"
    """  # noqa: D301
    limits = replace(USUAL, seconds=program_timeout)
    options: dict[str, Any] = {
        "called": _names(names),
        "needless": bool(needless),
        "timeout": timeout or QUESTION.options["timeout"].default,
    }
    form = as_name or "text"
    if folder is not None:
        puzzles = list(_boards(source, boards, seed))
        return _class(Path(folder), source, puzzles, program, form, limits, path, options)
    if program is not None:
        complain(protection())
        tried, maker = _watched(_boards(source, boards, seed), boards or 1), runner(program, form, limits)
        return _told(mark(tried, maker, jobs=source.jobs, **options), language, None if as_json else how)
    if boards is not None:
        raise click.UsageError("--boards needs --with: what makes the formula of each board.")
    if source.jobs > 1:
        raise click.UsageError("--jobs goes with --boards and --class.")
    if len(source.files) < (1 if source.empty else 2):
        raise click.UsageError("expected a puzzle and the file of a formula (-: standard input).")
    *files, formula = source.files
    if files == ["-"] == [formula]:
        raise click.UsageError("standard input (-) can be read only once.")
    record = source._replace(files=tuple(files)).one()
    pieces = read(read_text(formula), called(formula))

    def answer(record: Record) -> int:
        return show(record, judged(record.puzzle, pieces, **options), None if as_json else how, language)

    return each([record], answer)


def _boards(source: Source, boards: int | None, seed: int) -> Iterable[Puzzle]:
    if boards is None:
        return [source.one().puzzle]
    if source.kind is None:
        raise click.UsageError("--boards needs --kind: of which puzzle.")
    return growing(source.kind, boards, seed)


def _watched(puzzles: Iterable[Puzzle], number: int) -> Iterator[Puzzle]:
    """Yield boards, and show how many were tried."""
    bar = Progress()
    try:
        for place, puzzle in enumerate(puzzles):
            bar.show(place / number, f"board {place + 1}")
            yield puzzle
    finally:
        bar.clear()


def _names(said: str | None) -> str | Mapping[str, int | str]:
    """Return how cells are called: a name with places, or an object of JSON, there or in a file."""
    if said is None or ("{r" in said and not said.startswith("{")):
        return said or ""
    text = said if said.startswith("{") else read_text(said)
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except ValueError as error:
        raise InputError(
            f'expected a JSON object, as {{"r1c1": 17}}, or a name as x{{r}}{{c}}: {error}', source=said
        ) from None
    if not isinstance(found, dict) or not all(type(value) in (int, str) for value in found.values()):
        raise InputError('expected a JSON object with a variable for each cell, as {"r1c1": 17}', source=said)
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; raise :class:`ValueError` where it names a key twice."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name} is named twice")
        found[name] = value
    return found


def _told(found: Mark, language: str, look: Look | None) -> int:
    """Tell what a program is worth; return the exit code."""
    record = Record(f"board {found.boards}", found.puzzle)
    if found.judgement is None:
        complain(f"board {found.boards}, {found.puzzle.title} {found.puzzle.shape}: {found.problem}")
        return NO
    if look is not None and found.verdict == "equal":
        complain(f"boards: {found.boards}, all as the last one")
    return show(record, found.judgement, look, language)


def _class(
    folder: Path,
    source: Source,
    puzzles: list[Puzzle],
    program: str | None,
    form: str,
    limits: Limits,
    path: str | None,
    options: Mapping[str, Any],
) -> int:
    """Judge each file of a folder; return the exit code."""
    if path is None:
        raise click.UsageError("--class needs -o: where the table goes.")
    keep([*source.files, str(folder)], path)
    try:
        there = (file for file in folder.iterdir() if not file.name.startswith("."))
        files = sorted(file for file in there if file.is_file() or not file.exists())  # a link that leads nowhere
    except OSError as error:
        raise InputError(f"expected a folder, but it cannot be read: {error.strerror}", source=str(folder)) from None
    if program is not None:
        complain(protection())
    table, bar = Table(Path(path)), Progress()
    exercise = "".join([*(puzzle.to_text() for puzzle in puzzles), program or "", form, repr(sorted(options.items()))])
    digests = {file: sha256(exercise.encode() + _content(file)).hexdigest()[:12] for file in files}
    before = ((file, table.verdict(file.name, digest)) for file, digest in digests.items())
    verdicts = {file: verdict for file, verdict in before if verdict is not None}
    todo = [file for file in files if file not in verdicts]

    def maker(file: Path) -> Maker:
        return partial(_read, file) if program is None else runner(program, form, limits, program=str(file.resolve()))

    work = ((puzzles, maker(file)) for file in todo)
    with closing(in_order(partial(mark, **options), work, jobs=source.jobs, again=go_on(path))) as marks:
        for place, file in enumerate(todo, len(files) - len(todo)):
            bar.show(place / len(files), file.name)
            found = next(marks)
            table.add(found.row(file.name, digests[file]))
            verdicts[file] = found.verdict
    bar.clear()
    told = ", ".join(f"{verdict} {number}" for verdict, number in sorted(Counter(verdicts.values()).items()))
    kept = len(files) - len(todo)
    complain(f"{path}: {told}" + (f" ({kept} as before)" if kept else ""))
    said = set(verdicts.values())
    return YES if said <= {"equal"} else UNKNOWN if said <= {"equal", "unknown"} else NO


def _content(file: Path) -> bytes:
    """Return what tells a file from others; nothing where it cannot be read, which is said in its turn."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _read(file: Path, _puzzle: Puzzle) -> str:
    return read_text(str(file))
