"""Where the puzzles of a command come from: files, one of those in a file, or an empty board of some size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, wraps
from typing import Any, NamedTuple, cast

import click

from litgrid.cli import BAD_INPUT, YES, batch, complain
from litgrid.cli.batch import Ahead, Notes, Then, called, only_code, read_text, tell_terminal
from litgrid.cli.jobs import serving
from litgrid.cli.options import SWITCH, Command, Listing, name_option, said_of, switch_options, together
from litgrid.core.characters import Grid
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.numerals import whole
from litgrid.core.puzzle import Puzzle
from litgrid.formats import FormulaRecord, Input, Record, formats, load_coming, loads_all
from litgrid.formats.files import opened
from litgrid.formats.formulas import formula_in
from litgrid.formats.partial import read_partial
from litgrid.puzzles import empty as empty_board
from litgrid.puzzles import kinds

MOST_GATHERED = 16_000_000
"""How many cells puzzles that are held together may have: a link of 40 characters can claim 4 million."""


class Source(NamedTuple):
    """Which puzzles a command is about, as its arguments and options say.

    ``files`` is nothing (standard input), files, or what follows ``--empty KIND ROWS``: nothing or COLUMNS.
    """

    files: tuple[str, ...] = ()
    kind: str | None = None
    format: str | None = None
    switches: Mapping[str, bool] = {}
    empty: tuple[str, str] | None = None
    which: str | None = None
    open: str | None = None
    strict: bool = False
    jobs: int = 1

    @property
    def alone(self) -> bool:
        """Whether it is said that there is one puzzle only."""
        return self.empty is not None or self.which is not None

    @property
    def switched(self) -> list[str]:
        """The rules that are switched on or off: ``no-unique-lines``."""
        said = {name.replace("_", "-"): on for name, on in self.switches.items()}
        return [name if on else f"no-{name}" for name, on in said.items()]

    def run(
        self,
        answer: Callable[[Any], Any],
        notes: Notes | None = None,
        *,
        then: Then = only_code,
        formulas: bool = False,
        ahead: Ahead | None = None,
    ) -> int:
        """Answer the one puzzle, or every one as :func:`litgrid.cli.batch.run` does; return the exit code."""
        if self.alone:
            return batch.each([self.one()], answer, then=then)
        told = formulas if self.format is None else None  # what is said to be in a format of puzzles is none else

        def one(record: Input) -> Any:
            self._expect(record)
            return answer(record)

        return batch.run(self.files, self._coming, one, notes, then=then, jobs=self.jobs, formulas=told, ahead=ahead)

    def _expect(self, record: Input) -> None:
        """Refuse a formula where something is said that is about puzzles alone."""
        if not isinstance(record, FormulaRecord):
            return
        told = [option for option, value in (("--kind", self.kind), ("--open", self.open)) if value is not None]
        told += [f"--{word}" for word in self.switched] + ["--strict"] * self.strict
        if told:
            raise InputError(f"expected a puzzle, as {' and '.join(told)} is about one, got a CNF: leave it out")

    def gather(self) -> tuple[list[Record], int]:
        """Return every puzzle, and the exit code of reading them: bad ones are reported and left out.

        So are those for which, with all before them, there is no room: :data:`MOST_GATHERED`.
        """
        if self.alone:
            return [self.one()], YES
        records: list[Record] = []
        if serving() is not None:  # to whom they come one by one
            return records, YES
        notes, room = Notes(), MOST_GATHERED

        def keep(record: Record) -> int:
            nonlocal room
            if record.puzzle.shape.size > room:
                notes.add(
                    f"left out: expected puzzles of at most {MOST_GATHERED:,} cells together, got more: split the "
                    "file, or name fewer",
                    record,
                )
                return BAD_INPUT
            room -= record.puzzle.shape.size
            records.append(record)
            return YES

        return records, self._replace(jobs=1).run(keep, notes)

    def one(self) -> Record:
        """Return the puzzle that is meant."""
        if self.empty is not None:
            if self.which is not None or self.kind is not None or self.format is not None:
                raise click.UsageError("--empty needs no --puzzle, --kind or --format: there is no file.")
            return empty_record(self.empty[0], " ".join([self.empty[1], *self.files]), self.switches)
        return cast("Record", self._read(formulas=False))

    def one_or_formula(self, encoding: str | None = None) -> Input:
        """Return the puzzle that is meant, or the formula that the file is; for one an encoding is refused."""
        record = self.one() if self.alone else self._read(formulas=True)
        if encoding is not None and isinstance(record, FormulaRecord):
            raise click.UsageError("--encoding is about the rules of a puzzle: a formula has its clauses already.")
        return record

    def _read(self, *, formulas: bool) -> Input:
        if len(self.files) > 1:
            raise click.UsageError(f"expected one file, got {len(self.files)}: {' '.join(self.files)}")
        tell_terminal(self.path)
        with opened(self.path) as file:
            formula = formula_in(file, wanted=formulas) if self.format is None else None
            if formula is not None:
                self._expect(formula)
            return formula or self.one_of(file.whole(), called(self.path))

    @property
    def path(self) -> str:
        """The one file."""
        return self.files[0] if self.files else "-"

    def one_of(self, text: str, name: str) -> Record:
        """Return the puzzle of a text that is meant; ``name`` is what the text is called."""
        item = _choose(self.load(text, name), self.which, name)
        if isinstance(item, InputError):
            raise item
        for sentence in item.notes:
            complain(f"{name}:{item.line}: {sentence}")
        return item

    def load(self, text: str, name: str) -> Iterator[Record | InputError]:
        """Return the puzzles of a text, and what is wrong with others."""
        return loads_all(text, source=name, **self._said)

    def _coming(self, pieces: Iterable[str], name: str) -> Iterator[Record | InputError]:
        return load_coming(pieces, source=name, lazily=True, **self._said)

    @property
    def _said(self) -> dict[str, Any]:
        return {"kind": self.kind, "format": self.format, "open": self.open, "strict": self.strict, **self.switches}


def reading_options(command: Command) -> Command:
    """Add what is said about input: kind, format, and the switches of all kinds.

    The command is given one :class:`Source` for all that, and for its files, ``--empty`` and ``--puzzle``.
    """

    @wraps(command)
    def sourced(
        *,
        kind_name: str | None,
        format_name: str | None,
        files: tuple[str, ...] = (),
        empty: tuple[str, str] | None = None,
        which: str | None = None,
        opened: str | None = None,
        strict: bool = False,
        **others: Any,
    ) -> Any:
        rules = said_of(SWITCH, others)
        return command(Source(files, kind_name, format_name, rules, empty, which, opened, strict), **others)

    add = together(
        name_option("--kind", kinds, "The kind of puzzle:", cls=Listing, listed=kinds.names),
        name_option("--format", formats, "The format of the input: see `litgrid formats`."),
        click.option(
            "--open", "opened", metavar="TOKEN", help="How an open cell is written: x, 2, -1; '' for nothing."
        ),
        click.option("--strict", is_flag=True, help="Ask wherever a text could mean several puzzles."),
        switch_options("as the puzzle says"),
    )
    return add(cast("Command", sourced))


empty_option = click.option(
    "--empty",
    nargs=2,
    metavar="KIND SIZE",
    help="In place of a file an empty board, of a size as 10x12.",
)
# Whether a file can be read is found out, and said, when its turn comes: it must not cost the others their answer.
files_argument = partial(click.argument, "files", nargs=-1, type=click.Path(readable=False))
input_options = together(files_argument(), reading_options)
"""The files, and what is said about them: kind, format, and the switches of all kinds."""
begun_options = together(files_argument(metavar="[PUZZLE [PARTIAL]]"), reading_options)
"""The file of one puzzle, and that of a half-filled grid, and the same about them."""
which_option = click.option(
    "--puzzle", "which", metavar="N|ID", help="Which puzzle of the file: its id, or its number, from 1."
)
puzzle_options = together(empty_option, which_option, reading_options)
"""Which puzzle, and what is said about the file."""


def _choose(items: Iterable[Record | InputError], which: str | None, source: str) -> Record | InputError:
    """Return the item that is meant; of all others none is kept, as a short text can hold many large boards."""
    number = 1 if which is None else whole(which)
    named: Record | None = None
    numbered: Record | InputError | None = None
    total, alike = 0, []
    for total, item in enumerate(items, 1):
        if isinstance(item, Record) and item.id == which:
            named = item
            alike.append(total)
        if total == number:
            numbered = item
    if which is None and total > 1:
        raise InputError(
            f"expected one puzzle, got {total}: choose one with --puzzle 1 to --puzzle {total}, or with its id",
            source=source,
        )
    if len(alike) > 1:
        twice = f"{which!r} is the id of {len(alike)} puzzles"
        if numbered is None:
            first, second = alike[:2]
            hint = f"choose one by its number, as with --puzzle {first} or --puzzle {second}"
            raise InputError(f"expected the id of one puzzle, but {twice}: {hint}", source=source)
        named = None
        complain(f"{source}: {twice}: it is taken as a number")
    elif named is not None and numbered is not None and numbered is not named:
        complain(f"{source}: {which!r} is the id of puzzle {alike[0]}, which is taken, and the number of another")
    chosen = named or numbered
    if chosen is None:
        there = "there is one puzzle" if total == 1 else f"there are {total} puzzles"
        raise InputError(f"expected the number or the id of a puzzle, got {which!r}; {there} here", source=source)
    return chosen


def begun(path: str, places: Sequence[str], puzzle: Puzzle) -> Grid:
    """Return the half-filled grid of a file; ``places`` are what the puzzle was read from: not standard input twice."""
    if path == "-" and "-" in (places or ["-"]):
        raise click.UsageError("the puzzle and PARTIAL cannot both be standard input: name a file for one of them.")
    return read_partial(read_text(path), puzzle, source=called(path))


def empty_record(kind: str, size: str, switches: Mapping[str, bool], place: str = "--empty") -> Record:
    """Return an empty board; ``place`` is what a message about it begins with."""
    try:
        puzzle = empty_board(kind, size).with_switches(**switches)
    except LitgridError as error:
        raise click.BadParameter(str(error), param_hint=place) from None
    return Record(f"empty {puzzle.name} {puzzle.shape.rows}x{puzzle.shape.columns}", puzzle)
