"""Tables of short texts: aligned for a terminal, or in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

NUMBERS = frozenset("0123456789 .,%-+()xe")
"""A column of which more than half the cells hold nothing else is set to the right."""


def aligned(head: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: bool = True) -> str:
    """Return a table for a terminal; without ``numbers`` no column is set to the right.

    >>> print(aligned(["engine", "seconds"], [["cadical", "0.5"], ["minisat", "12.25"]]))
    engine   seconds
    cadical      0.5
    minisat    12.25
    """
    right = _right(head, rows) if numbers else [False] * len(head)
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if to else cell.ljust(width) for cell, width, to in zip(row, widths, right, strict=True)
        )
        for row in [head, *rows]
    ]
    return "\n".join(line.rstrip() for line in lines)


def number(value: float | None, digits: int = 1) -> str:
    """Return a number as people read it, ``-`` for none.

    >>> number(27064.49), number(3.0), number(None)
    ('27,064.5', '3.0', '-')
    """
    return "-" if value is None else f"{value:,.{digits}f}"


def html(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in HTML, with a title.

    >>> html("Two", ["engine", "seconds"], [["cadical", "0.5"]]).count("<td")
    2
    """
    sides = ["right" if right else "left" for right in _right(head, rows)]

    def row(tag: str, cells: Sequence[str]) -> str:
        shown = (
            f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>' for cell, side in zip(cells, sides, strict=True)
        )
        return f"<tr>{''.join(shown)}</tr>"

    body = "".join(row("td", cells) for cells in rows)
    return f"<table><caption>{escape(title)}</caption><thead>{row('th', head)}</thead><tbody>{body}</tbody></table>"


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    rule = "|".join("---:" if right else "---" for right in _right(head, rows))
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in [head, *rows]]
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]])


def _right(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[bool]:
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(head)
    return [2 * sum(bool(cell) and NUMBERS.issuperset(cell) for cell in column) > len(column) for column in columns]
