"""Reading and writing puzzles. Kind and format are detected where a text says them; else the puzzle decides, or we ask.

The same character means different things in different formats: ``.`` is a free cell in most, and a cell that must stay
without a bulb in the oldest Light Up files. So a text that could be read in several ways is never guessed at: see
:mod:`litgrid.formats.deciding`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from litgrid.core.errors import InputError
from litgrid.core.numerals import SPACE
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Format
from litgrid.formats.detecting import claims_on, detected, pasted, plain, surely
from litgrid.formats.files import MOST_BYTES, too_long
from litgrid.formats.formulas import no_puzzle
from litgrid.formats.known import formats
from litgrid.formats.reading import broken, split_lines
from litgrid.formats.record import FormulaRecord, Input, Record, Request
from litgrid.puzzles import kinds
from litgrid.question import checked

__all__ = ["Format", "FormulaRecord", "Input", "Record", "formats", "link", "loads", "loads_all"]

MOST_BEGIN = 1 << 20
"""So many characters are looked at for a first puzzle that is complete, while more may come."""


@checked
def loads(
    text: str,
    *,
    kind: str | None = None,
    format: str | None = None,  # noqa: A002 - the word that everybody expects
    source: str | None = None,
    open: str | None = None,  # noqa: A002
    strict: bool = False,
    **switches: bool | None,
) -> Puzzle:
    r"""Read the one puzzle of a text, which is never taken for the name of a file.

    Parameters are those of :func:`litgrid.loads_all`.

    Raises
    ------
    InputError
        where the text is not exactly one puzzle; with line and column where they are known.
    AmbiguousInputError
        where it could mean several things, and the puzzle does not decide: say which with ``kind``, ``format`` or
        ``open``.
    UnknownNameError
        for a kind or format that does not exist.
    TypeError
        for a switch that no kind has.

    Examples
    --------
    >>> import litgrid
    >>> litgrid.loads("00..\n0...\n..1.\n....", kind="binairo").shape
    Shape(rows=4, columns=4)
    """
    how: dict[str, Any] = {"kind": kind, "format": format, "open": open, "strict": strict}
    return only(text, source=source, **how, **switches).puzzle


def only(text: str, *, source: str | None = None, **how: Any) -> Record:
    """Return the one record of a text: see :func:`loads`."""
    records = loads_all(text, source=source, **how)
    first = next(records)
    if isinstance(first, InputError):
        raise first
    another = next(records, None)
    if another is not None:
        line = another.line
        message = "expected one puzzle, got another one: read several with load_all"
        raise InputError(message, line=line, column=1, source=source)
    return first


@checked
def loads_all(
    text: str,
    *,
    kind: str | None = None,
    format: str | None = None,  # noqa: A002
    source: str | None = None,
    open: str | None = None,  # noqa: A002
    strict: bool = False,
    **switches: bool | None,
) -> Iterator[Record | InputError]:
    r"""Read all puzzles of a text, in order; a bad one comes as its error, and the others still come.

    The text is never taken for the name of a file.

    Parameters
    ----------
    text
        One puzzle or several.
    kind
        The kind's name or alias; needed where the text could be of several kinds.
    format
        The format's name; needed where the text could be read in several.
    source
        A file's name, for errors and for the names of puzzles without one.
    open
        How an open cell is written, where a text could be read in several ways: ``"x"``, ``"2"``, ``""`` for nothing.
    strict
        Ask wherever a text could be read in several ways; by default a reading is taken that alone has exactly one
        answer, and :attr:`Record.reading` says so.
    **switches
        Rules to switch on or off, whatever the text says: ``unique_lines=False``. ``None`` leaves a rule as it is,
        and a kind that has no such rule ignores it.

    Raises
    ------
    UnknownNameError
        for a kind or format that does not exist.
    TypeError
        for a switch that no kind has.

    Examples
    --------
    >>> from litgrid import Record, loads_all
    >>> text = "lightup\n.1.\n...\n#.2\n\nlightup\n.7.\n"
    >>> [item.id if isinstance(item, Record) else type(item).__name__ for item in loads_all(text, source="a.txt")]
    ['a.txt:1', 'InputError']
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the text of puzzles as a string, got {type(text).__name__}")
    request = _request(source, kind, open, strict, **switches)
    named = None if format is None else formats.get(format)
    return _guarded(_read(text.removeprefix("\ufeff"), request, named), request)


def load_coming(
    pieces: Iterable[str],
    *,
    format: str | None = None,  # noqa: A002
    source: str | None = None,
    lazily: bool = False,
    **how: Any,
) -> Iterator[Record | InputError]:
    """Do what :func:`loads_all` does, with a text that comes in pieces of whole lines, as from a pipe.

    Objects of JSON, one a line, and plain grids, with a blank line after each, come as soon as they are complete, and
    may go on without end; any other text is read when all of it is there. ``lazily``: objects
    come as :class:`litgrid.formats.reading.Unread`.
    """
    request = _request(source, **how)
    lazy = replace(request, lazily=lazily)
    named = None if format is None else formats.get(format)
    pieces, come, length, may_follow = iter(pieces), [], 0, True
    for piece in pieces:
        come.append(piece)
        length += len(piece)
        if length > MOST_BYTES:
            raise too_long(source)
        if may_follow and length <= MOST_BEGIN:
            begin = "".join(come).removeprefix("\ufeff")
            if any(one.follows(begin) for one in ([named] if named else plain(begin))):
                may_follow = False
                chosen = named or surely(begin, request)
                if chosen is not None and chosen.follows(begin):
                    yield from _guarded(chosen.follow(_lines(chain([begin], pieces)), lazy), request)
                    return
    yield from _guarded(_read("".join(come).removeprefix("\ufeff"), request, named, lazy), request)


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    for piece in pieces:
        lines = split_lines(piece)
        yield from lines if lines[-1] else lines[:-1]


def link(puzzle: Puzzle) -> tuple[str, str] | None:
    r"""Return the shortest address where a puzzle can be played, and the name of the site.

    ``None`` where there is no such place.

    >>> link(loads("lightup\n.1.\n...\n#.2"))
    ('https://puzz.link/p?akari/3/3/gbh.gc', 'puzz.link')
    """
    found = [(address, one.links.partition(",")[0]) for one in formats if (address := one.link(puzzle)) is not None]
    return min(found, key=lambda item: len(item[0]), default=None)


def _request(
    source: str | None,
    kind: str | None = None,
    open: str | None = None,  # noqa: A002
    strict: bool = False,
    **switches: bool | None,
) -> Request:
    if switches:
        known = {name for one in kinds for name in one.switches}
        for name in switches:
            if name not in known:
                raise TypeError(f"expected a switch, one of {', '.join(sorted(known))}; got {name!r}")
    return Request(None if kind is None else kinds.get(kind).name, source, switches, open, strict)


def _guarded(items: Iterator[Record | InputError], request: Request) -> Iterator[Record | InputError]:
    """Yield what is read of a text; where its reader breaks between two puzzles, it ends there, with a sentence."""
    line = 0
    try:
        for item in items:
            line = item.line or line or 1
            yield item
        if not line:
            yield InputError("expected a puzzle, got nothing", source=request.source)
    except InputError:
        raise
    except Exception as error:
        yield broken(error, request, line or 1)


def _read(
    text: str, request: Request, chosen: Format | None, lazy: Request | None = None
) -> Iterator[Record | InputError]:
    if not text.strip(SPACE):
        yield InputError("expected a puzzle, got nothing: the text is empty", source=request.source)
        return
    if len(text) > MOST_BYTES:
        yield too_long(request.source)
        return
    sought = chosen is None
    if chosen is None:
        if (formula := no_puzzle(text)) is not None:
            yield formula.at(source=request.source)
            return
        claims = claims_on(text)
        wrong: list[Record | InputError] = []
        if not any(one.sure(text) for one in claims):
            items = pasted(text, request, claims, wrong)
            first = next(items, None)
            if first is not None:
                yield from chain([first], items)
                return
        told = detected(text, request, claims, wrong)
        if not isinstance(told, Format):
            yield from told
            return
        chosen = told
    if chosen.kinds and request.kind is not None and request.kind not in chosen.kinds:
        yield InputError(
            f"expected the kind {request.kind}, as asked for, but the format {chosen.name} holds "
            f"{', '.join(chosen.kinds)} only",
            source=request.source,
        )
        return
    if sought and chosen.links:
        from litgrid.formats.links import read_links  # imported here: it is for lists of links

        able = [one for one in formats if one.links and request.kind in (None, *one.kinds)]
        yield from read_links(text, request, chosen, able)
    else:
        yield from chosen.read(text, lazy or request)
