"""Marks for a class: each formula, or each program that makes formulas, judged on the boards of an exercise."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from litgrid.core import memory
from litgrid.core.errors import LitgridError
from litgrid.core.files import is_stream, write_file
from litgrid.core.options import Jobs, Seconds
from litgrid.core.puzzle import Puzzle
from litgrid.core.workers import in_order
from litgrid.question import checked
from litgrid.teaching.judge import Judgement, judge
from litgrid.teaching.programs import Limits, made

HEAD = ("name", "verdict", "boards", "board", "breaks", "lines", "problem", "digest")
"""The columns of a class's table: who; the verdict; on how many boards; the board that it fails on; the first rule that
a grid breaks which it accepts; the lines that refuse an answer; what went wrong; of which file and exercise all this
is."""
Maker = Callable[[Puzzle], str]
"""Returns the formula of a puzzle."""


@dataclass(frozen=True)
class Mark:
    """What a formula, or a program, is worth."""

    boards: int  # on how many boards it was tried
    puzzle: Puzzle  # the smallest board on which it fails, else the last
    judgement: Judgement | None  # what it is worth there; ``None`` where there was no formula to judge
    problem: str = ""  # why there was none

    @property
    def verdict(self) -> str:
        """That of the judgement, or ``"failed"``."""
        return "failed" if self.judgement is None else self.judgement.verdict

    def row(self, name: str, digest: str = "") -> dict[str, str]:
        """Return it as a row of the class's table: see :data:`HEAD`."""
        found = None if self.judgement is None else self.judgement.record()
        breaks = found["breaks"] if found else []
        return {
            "name": _plain(name),
            "verdict": self.verdict,
            "boards": str(self.boards),
            "board": "" if self.verdict == "equal" else "/".join(self.puzzle.to_text().split("\n")[1:]).strip("/"),
            "breaks": breaks[0]["text"] if breaks else "",
            "lines": " ".join(map(str, found["clauses"])) if found else "",
            "problem": self.problem,
            "digest": digest,
        }


@checked
def mark(
    boards: Iterable[Puzzle],
    maker: Maker,
    *,
    called: str | Mapping[str, int | str] = "",
    needless: bool = False,
    timeout: Seconds = None,
    jobs: Jobs = 1,
) -> Mark:
    """Judge what ``maker`` makes of boards, of which there is one, one after another, until one is not equal.

    So many ``jobs`` are at it, each a process of its own, to which ``maker`` can be sent.
    """
    found = None
    options = {"called": called, "needless": needless, "timeout": timeout}
    work = ((number, puzzle, maker, options) for number, puzzle in enumerate(boards, 1))
    with closing(in_order(_marked, work, jobs=jobs)) as marks:
        for found in marks:
            if found.verdict != "equal":
                return found
    if found is None:
        raise LitgridError("expected boards to judge on, got none: this kind has none so small")
    return found


def _marked(number: int, puzzle: Puzzle, maker: Maker, options: dict[str, Any]) -> Mark:
    try:
        return Mark(number, puzzle, judge(puzzle, maker(puzzle), **options))
    except LitgridError as error:
        return Mark(number, puzzle, None, str(error))
    except MemoryError:
        return Mark(number, puzzle, None, f"this takes more memory than litgrid may take; {memory.MORE}")


def runner(command: str, form: str, limits: Limits, **places: str) -> Maker:
    """Return what runs a program on a puzzle; ``places`` stand in its command in braces, as ``{program}``."""
    return partial(made, command, form=form, limits=limits, places=places)


class Table:
    """The table of a class, a line for each, written anew with each: what is there already is not done again.

    Raises :class:`LitgridError` where the file is another table.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        rows = list(csv.reader(io.StringIO(_there(path))))
        if rows and tuple(rows[0]) != HEAD:
            raise LitgridError(
                f"{path}: expected the columns {', '.join(HEAD)}, got another table: choose another file"
            )
        self._rows = {row[0]: row for row in rows[1:]}

    def verdict(self, name: str, digest: str) -> str | None:
        """Return the verdict that is there already, of the same file and the same exercise; ``None`` where none is."""
        row = self._rows.get(_plain(name))
        return row[1] if row is not None and row[-1] == digest else None

    def add(self, row: Mapping[str, str]) -> None:
        """Write the table with one row more, or another one of a name."""
        self._rows[row["name"]] = [row[name] for name in HEAD]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([list(HEAD), *self._rows.values()])
        write_file([text.getvalue().encode()], str(self._path))


def _plain(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name


def _there(path: Path) -> str:
    """Return the whole lines of a file; nothing where there is none."""
    if is_stream(path):  # a device may be endless
        raise LitgridError(f"{path} cannot be written: expected a file that can be read again")
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise LitgridError(f"{path} cannot be written: it is no table that can be read ({error})") from None
    return text[: text.rfind("\n") + 1]
