"""What can go wrong because of the user, said in one sentence.

Every error a person can cause is a :class:`LitgridError`, itself a ``ValueError``; its text says where, what was
expected, what came, and what to do. Anything else that escapes litgrid is a bug in litgrid.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class LitgridError(ValueError):
    """The base of all errors caused by input, options or a missing optional package."""


class InputError(LitgridError):
    """A text that is not the puzzle it should be.

    Parameters
    ----------
    message
        What was expected and what came, without the place.
    line, column
        The place in the text, from 1; ``None`` where there is none (an empty file has no column).
    source
        A file name or ``"standard input"``.
    key
        Which of several pieces of clues it is about; ``line`` and ``column`` are places in that one.

    >>> str(InputError("expected 5 cells, got 4", line=3, column=5, source="a.txt"))
    'a.txt:3:5: expected 5 cells, got 4'
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
        key: str | None = None,
    ) -> None:
        self.message, self.line, self.column, self.source, self.key = message, line, column, source, key
        place = ":".join(str(part) for part in (source, line, column if line else None) if part is not None)
        super().__init__(f"{place}: {message}" if place else message)

    def at(self, *, source: str | None = None, lines_before: int = 0) -> InputError:
        """Return the same error, seen from the file it stands in."""
        return type(self)(
            self.message,
            line=None if self.line is None else self.line + lines_before,
            column=self.column,
            source=source or self.source,
        )

    def under(self, key: str) -> InputError:
        """Return the same error, about one of several pieces of clues."""
        return type(self)(self.message, line=self.line, column=self.column, source=self.source, key=key)


class ReaderError(InputError):
    """A reader that broke on a text: no fault of who wrote it, but of litgrid, or of the package the format is from."""


class UnknownNameError(LitgridError):
    """A puzzle, engine, encoding or format was asked for by a name that nobody registered."""


class KindError(LitgridError):
    """A class is no kind of puzzle that litgrid can work with."""


class RuleError(LitgridError):
    """A rule that no kind may have: it names a cell twice in one count."""


class MissingPackageError(LitgridError):
    """An engine or format needs an optional package that is not installed here."""


class UnknownKindError(InputError):
    """A text whose first word is no row, and names no kind of puzzle."""


class AmbiguousInputError(InputError):
    """A text that could mean more than one thing; the message lists the candidates and asks."""


class EngineError(LitgridError):
    """An engine failed: it crashed, said nothing, or gave an answer that is none. Engines are programs of others."""


class WrongAnswerError(EngineError):
    """An engine gave an answer that breaks a rule, or a model that breaks a clause."""


class TooLargeError(LitgridError):
    """Something would take more memory than litgrid may take."""


class RefutedError(LitgridError):
    """Propagation alone finds out that there is no answer, where something was to be searched for one."""


class OutOfTimeError(LitgridError):
    """The time limit ran out before the work was done."""


def error_at(text: str, place: int, message: str) -> InputError:
    """Return an error about a place in a text."""
    return InputError(message, line=1 + text.count("\n", 0, place), column=place - text.rfind("\n", 0, place))


@contextmanager
def needing(what: str, package: str, extra: str) -> Iterator[None]:
    """Import an optional package in this block; where it is not here, say ``what`` needs it and which extra brings it.

    Raises :class:`MissingPackageError` naming the command that brings it.
    """
    try:
        yield
    except ImportError as error:
        raise MissingPackageError(
            f"{what} the package {package}, which is not installed here: pip install litgrid[{extra}]"
        ) from error
