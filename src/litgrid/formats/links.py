"""Lists of links: each line says in which format it is, so one text can have links of several formats.

Each format reads the text with the lines of all others blanked, and what they yield is merged by lines: so every format
keeps its own way of reading (a link that was wrapped), and lines keep their numbers.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Sequence

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.numerals import SPACE
from litgrid.formats.base import Format
from litgrid.formats.reading import split_lines
from litgrid.formats.record import Record, Request

WEB = re.compile(r"[<\"'(]?https?://(?P<site>[^/?# \t\r\n]+)", re.IGNORECASE)
MARKUP = re.compile(r"<[!?a-z]", re.IGNORECASE)


def read_links(text: str, request: Request, first: Format, others: Sequence[Format]) -> Iterator[Record | InputError]:
    """Read a text whose first puzzle is a link of ``first``; a line that no format knows belongs to the one above."""
    lines = split_lines(text)
    owner, owners = first, []
    errors: list[InputError] = []
    for before, line in enumerate(lines):
        known = next((one for one in others if one.sniff(line)), None)
        error = strange(line, others) if known is None else None
        if error is not None:
            errors.append(error.at(source=request.source, lines_before=before))
        owner = known or owner
        owners.append(owner if error is None else None)
    parts = {one.name: one for one in owners if one is not None}.values()
    if len(parts) == 1 and not errors:
        return first.read(text, request)
    blanked = (
        "\n".join(line if other is one else "" for line, other in zip(lines, owners, strict=True)) for one in parts
    )
    found = [one.read(own, request) for one, own in zip(parts, blanked, strict=True)]
    return heapq.merge(*found, errors, key=lambda item: item.line or 1)


def strange(text: str, known: Sequence[Format]) -> InputError | None:
    """Return what is wrong with a text of no format that is a link or a page, ``None`` if it is neither."""
    bare = text.lstrip(SPACE)
    line = 1 + text[: len(text) - len(bare)].count("\n")
    web = WEB.match(bare)
    if web is not None:
        sites = ", ".join(one.links for one in known)
        return InputError(
            f"expected a link that has the puzzle in it (of {sites}), got one to {shorten(web['site'])[1:-1]}: open "
            "it, and copy the puzzle's own link, or save the page and read that",
            line=line,
            column=1,
        )
    if MARKUP.match(bare):
        return InputError(
            "expected a page or a file that litgrid knows, got HTML or XML in which no format finds a puzzle: "
            "`litgrid formats` lists them; if it is in one of them, say which with --format",
            line=line,
            column=1,
        )
    return None
