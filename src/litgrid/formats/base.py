"""What a format is: a way to write puzzles down. It reads a whole text, puzzle by puzzle, and writes one.

A bad puzzle does not stop the others: reading yields its error in its place and goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from litgrid.core.errors import InputError, LitgridError
from litgrid.core.kind import Kind
from litgrid.core.puzzle import Puzzle
from litgrid.formats.reading import Block, blocks, everything, read_blocks, single_lines
from litgrid.formats.record import Record, Request
from litgrid.puzzles import forms, kinds

if TYPE_CHECKING:
    from litgrid.core.forms import Form, Row

F = TypeVar("F", bound="Form")
R = TypeVar("R", bound="Row")


class Format:
    """A way to write puzzles down.

    A format has ``sniff``, and either ``read`` and ``write``, or what these do for one block of a text and one record:
    ``_read`` and ``_write``.

    Attributes
    ----------
    name, aliases
        what to call it
    summary
        a line about it
    kinds
        the kinds that it can hold; empty where it can hold any
    yields
        whether a text that another format claims as well is left to that one
    certain
        whether its texts say themselves that they are in it; one that does not may mean other puzzles as well
    links
        the sites it is the links of, where a puzzle is one line that says so itself; else nothing
    separator
        what stands between two puzzles in one text, by default a blank line; nothing where each is a line; ``None``
        where they do not simply follow each other
    gathers
        whether a text holds several although there is no separator: :meth:`write_all` then makes one of them all

    What it can say of a record, from which :meth:`lost` follows:

    holds_names, holds_answers, holds_entries, holds_levels, holds_switches
        whether it has a place for a name, for the answer, for what a player has entered, for how hard it is, for rules
        that are switched on and off
    assumes
        the switches that its texts are read with where it has no place for them, if not as the kind has them
    cells
        for a kind, the characters of its alphabet that the format can write; all, for a kind that is not named
    titles
        whether names are on one line, with single blanks
    layers
        the forms of layers that it has a place for, of those that a puzzle may be without
    plays
        whether what is given and what a player has filled in look the same in it
    """

    name: str
    aliases: tuple[str, ...] = ()
    summary: str
    kinds: tuple[str, ...] = ()
    yields: bool = False
    certain: bool = True
    links: str = ""
    separator: str | None = "\n"
    gathers: bool = False

    holds_names: bool = False
    titles: bool = False
    holds_answers: bool = False
    holds_entries: bool = False
    holds_levels: bool = False
    holds_switches: bool = False
    assumes: Mapping[str, bool] = {}
    cells: Mapping[str, str] = {}
    layers: Collection[str] = ()
    plays: bool = False

    @property
    def example(self) -> str:
        """A text in it: the first example of its first kind."""
        kind = kinds.get(self.kinds[0] if self.kinds else kinds.names()[0])
        return self.write(Record("text:1", kind.from_text(kind.examples[0].split("\n"))))

    def sniff(self, text: str) -> Collection[str]:  # noqa: ARG002
        """Return the kinds of puzzle that a text could hold if it is in this format; nothing if it is not.

        A text that is surely in this format and of no kind that it knows, as a link to another puzzle, may be claimed
        for all of its kinds: reading then says what it is. By default none is claimed: the format is read where it is
        named, or as one of the ways to read a text that does not say what it is.
        """
        return ()

    def sure(self, text: str) -> bool:  # noqa: ARG002
        """Whether a text that is claimed says itself that it is in this format; by default as in all: ``certain``."""
        return self.certain

    def says(self, text: str) -> bool:  # noqa: ARG002
        """Whether a text says so plainly that it is in this format that no other need be asked."""
        return False

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """Read all puzzles in order; a bad one is yielded as its error, with source and line."""
        return read_blocks(self._blocks(text), self._read, request)

    def _blocks(self, text: str) -> Iterable[Block]:
        if self.separator is None:
            return everything(text)
        return blocks(text) if self.separator else single_lines(text)

    def _read(self, block: Block, request: Request) -> Record:
        raise NotImplementedError(f"{self.name} is not read")

    def follows(self, begin: str) -> bool:  # noqa: ARG002
        """Whether the first puzzle of a text is complete in these first lines of it, and :meth:`follow` reads the text.

        What follows may not be there yet, and cannot change what the first lines say.
        """
        return False

    def follow(self, lines: Iterable[str], request: Request) -> Iterator[Record | InputError]:
        """Do what :meth:`read` does, each puzzle as soon as its lines have come. Requires :meth:`follows`."""
        raise NotImplementedError(f"{self.name} is read as a whole")

    def write(self, record: Record) -> str:
        """Return one puzzle as text, ending in a newline; without what :meth:`lost` names.

        Raises
        ------
        LitgridError
            where the format cannot hold this puzzle.
        """
        self.check_holds(record.puzzle)
        return self._write(replace(record, puzzle=self._held(record.puzzle)))

    def _held(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle without what a format of cells has no place for: layers, given cells besides."""
        return puzzle.without(self.layers) if isinstance(puzzle, Kind) and puzzle.name in self.cells else puzzle

    def _write(self, record: Record) -> str:
        raise NotImplementedError(f"{self.name} is not written")

    def write_all(self, records: Sequence[Record]) -> str:
        """Return several puzzles, at least one, as one text; each must be one that :meth:`write` can write.

        Raises
        ------
        LitgridError
            where the format cannot hold them together.
        """
        if self.separator is None and len(records) > 1:
            raise LitgridError(f"{self.name} holds one puzzle in a text, got {len(records):,}")
        return (self.separator or "").join(map(self.write, records))

    def link(self, puzzle: Puzzle) -> str | None:
        """Return the address where a puzzle can be played, ``None`` where there is none or it would be another puzzle.

        It is what is written, where that is an address.
        """
        record = Record("text:1", puzzle)  # without a name
        try:
            if not self.links or (self.kinds and puzzle.name not in self.kinds) or self.lost(record):
                return None
            return self._address(record)
        except LitgridError:  # of a board that the site does not take
            return None

    def _address(self, record: Record) -> str | None:
        text = self.write(record).strip()
        return text if text.startswith("https://") else None

    def lost(self, record: Record) -> tuple[str, ...]:
        """Return what :meth:`write` leaves out of a record, a sentence each; all else is read back equal.

        The sentences are about the format and not about the record, so that equal ones can be counted.
        """
        played = (
            [f"{self.name} cannot tell cells that are given from entered ones"] if self._plays(record.puzzle) else []
        )
        return (*self._lost(record), *played)

    def _plays(self, puzzle: Puzzle) -> bool:
        """Whether there are given cells in a puzzle that would be read as entered."""
        return self.plays and bool((puzzle.givens >= 0).any())

    def _lost(self, record: Record) -> Iterator[str]:
        puzzle = record.puzzle
        if record.named and not self.holds_names:
            yield f"{self.name} has no place for names"
        if self.titles and record.named and record.title != record.id:
            yield f"{self.name} holds names on one line, with single blanks"
        if record.answer is not None and not self.holds_answers:
            yield f"{self.name} has no place for answers"
        if record.filled is not None and not self.holds_entries:
            yield f"{self.name} has no place for what is entered"
        elif record.filled is not None and not self._keeps(record):
            yield f"{self.name} cannot say all that is entered here"
        if record.level is not None and not self.holds_levels:
            yield f"{self.name} has no place for levels"
        yield from self._unsaid_rules(puzzle)
        held = self._held(puzzle)
        for name in (layer.name for layer in puzzle.layers):
            if getattr(held, name) is None and getattr(puzzle, name) is not None:
                yield f"{self.name} has no place for {name}; they are left out, which makes it another puzzle"
        for meaning in self._unsaid(puzzle, held):
            yield f"{self.name} cannot say that a cell is given as {meaning!r}; such cells are left open"

    def _keeps(self, record: Record) -> bool:  # noqa: ARG002 - formats that keep some read it
        """Whether all that a player has entered in a puzzle is kept, where the format has a place for that."""
        return True

    def _unsaid_rules(self, puzzle: Puzzle) -> Iterator[str]:
        if not self.holds_switches:
            for name in puzzle.switches:
                value = getattr(puzzle, name)
                if value != self.assumes.get(name, getattr(type(puzzle), name)):
                    yield f"{self.name} cannot say that the rule {name.replace('_', '-')} is {'on' if value else 'off'}"

    def _unsaid(self, puzzle: Puzzle, held: Puzzle) -> Iterator[str]:
        """Yield what cells of a puzzle are given as and cannot be here."""
        known, used = self.cells.get(puzzle.name, "".join(puzzle.alphabet)), set("".join(puzzle.cell_rows))
        yield from (meaning for char, meaning in puzzle.alphabet.items() if char in used and char not in known)
        written = held.givens
        for value, meaning in enumerate((puzzle.false, puzzle.true)):
            if ((puzzle.givens == value) & (written != value)).any():
                yield meaning

    def check_holds(self, puzzle: Puzzle) -> None:
        """Raise :class:`LitgridError` where the format is not for this kind."""
        if self.kinds and puzzle.name not in self.kinds:
            raise LitgridError(f"the format {self.name} holds {', '.join(self.kinds)} only, not {puzzle.name}")


class Frame(Format, Generic[F]):
    """A format of the kinds that say what they are in it: see :mod:`litgrid.core.forms`."""

    about: str  # the summary; ``{titles}`` and ``{names}`` stand for the kinds and their names in the format
    family: str = ""  # the format under whose name they say it, where that is another one

    # Properties where the base has attributes: a program may add kinds while it runs.

    @property
    def forms(self) -> dict[str, F]:
        """What each kind says of itself, by the kinds' names."""
        found = {kind: form for kind, name, form in forms() if name == (self.family or self.name)}
        return cast("dict[str, F]", found)

    @property
    def kinds(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(self.forms)

    @property
    def cells(self) -> Mapping[str, str]:  # type: ignore[override]
        return {kind: form.cells + kinds.get(kind).answer[2] for kind, form in self.forms.items()}

    @property
    def summary(self) -> str:  # type: ignore[override]
        titles = ", ".join(kinds.get(kind).title for kind in self.forms)
        return self.about.format(titles=titles, names=self.names())

    def names(self) -> str:
        """Return the names of the kinds in the format, in one text."""
        return ", ".join(form.name for form in self.forms.values())

    def of(self, puzzle: Puzzle) -> F:
        """Return what the kind of a puzzle says of itself."""
        return self.forms[puzzle.name]

    def named(self, name: str) -> str | None:
        """Return the kind that has a name in the format, in whatever case."""
        called = {other.lower(): kind for kind, form in self.forms.items() for other in (form.name, *form.others)}
        return called.get(name.lower())


class RowFormat(Format, Generic[R]):
    """A format of one kind that differs from its like in a table: see :class:`litgrid.core.forms.Row`."""

    certain = False

    def __init__(self, kind: str, name: str, row: R) -> None:
        self.kind, self.row, self.kinds = kinds.get(kind), row, (kind,)
        self.name, self.summary, self.aliases = name, f"{self.kind.title}: {row.summary}", row.aliases
        self.yields, self.cells = row.yields, {kind: row.cells + self.kind.answer[2]}
