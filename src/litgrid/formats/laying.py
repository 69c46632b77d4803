r"""Laying open the lines of a text: what people put before them goes, and blanks that are cells stay.

Lines may be quoted, as in a mail, and indented, as a list and as code. A line of blanks parts two puzzles, unless it is
as long as the rows beside it, where open cells are blanks: then it is a row. Tabs are kept, as cells may be empty.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from litgrid.core.numerals import BLANKS
from litgrid.formats.reading import END

CITED = re.compile(r"[ \t]*(?:>[ \t]?)+")


@dataclass(frozen=True)
class Lines:
    """Lines as they are read, and how many characters stood before each."""

    lines: list[str]
    before: list[int]

    def place(self, line: int, column: int) -> tuple[int, int]:
        """Return where a place in them was in the text."""
        return line, column + (self.before[line - 1] if 0 < line <= len(self.before) else 0)


def laid(text: str) -> Lines:
    r"""Return the lines of a text.

    >>> laid("He wrote:\n> .1\n> 1.\n\n    01\n    1.").lines
    ['He wrote:', '.1', '1.', '', '01', '1.']
    >>> laid(" 1 \n   \n# 2").lines
    [' 1 ', '   ', '# 2']
    """
    raw = END.split(text)
    lines, before = list(raw), [0] * len(raw)
    for number, line in enumerate(raw):
        if ">" in line and (cited := CITED.match(line)):
            lines[number], before[number] = line[cited.end() :], cited.end()
    kept = [line.rstrip(BLANKS) for line in lines]
    if kept != lines:
        _keep(lines, kept)
    start = 0
    for number in range(len(kept) + 1):
        if number == len(kept) or not kept[number]:
            if start < number and all(line[0] in BLANKS for line in kept[start:number]):
                _dedent(kept, before, range(start, number))
            start = number + 1
    return Lines(kept, before)


def has_cells(row: str) -> bool:
    r"""Whether blanks in a row may be cells, as they do not only part others.

    >>> has_cells(" 1 "), has_cells("1 0 "), has_cells("1\t0")
    (True, False, True)
    """
    return "\t" in row or " " in row[::2]


def _keep(lines: Sequence[str], kept: list[str]) -> None:
    """Put back the blanks at the ends of lines, and lines of blanks, among as long ones that have such cells."""
    start = 0
    for length, group in itertools.groupby(lines, lambda line: line.count("\t") or -len(line)):
        rows = list(group)
        filled = [row for row in rows if row.strip(BLANKS)]
        if length not in (0, -1) and len(rows) > 1 and any(map(has_cells, filled)):
            kept[start : start + len(rows)] = rows
        start += len(rows)


def _dedent(lines: list[str], before: list[int], block: range) -> None:
    """Take off what lines are indented by, unless blanks may be cells."""
    width = min(len(lines[number]) - len(lines[number].lstrip(BLANKS)) for number in block)
    if width and not any(has_cells(lines[number][width:]) for number in block):
        for number in block:
            lines[number], before[number] = lines[number][width:], before[number] + width
