"""Links of Penpa+, the setters' drawing board: Light Up, Binairo as circles, Gappy with its labels outside.

A text of some twenty lines of JSON is packed in such a link (see :mod:`litgrid.formats.penpa_link`). It is a drawing
(:mod:`litgrid.formats.penpa_board`), and what a puzzle is drawn with is a convention
(:mod:`litgrid.formats.penpa_forms`).

Reading and writing is in :mod:`litgrid.formats.penpa_puzzle`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from litgrid.core.errors import InputError
from litgrid.core.numerals import SPACE
from litgrid.formats.base import Format, Record, Request, read_blocks, single_lines
from litgrid.formats.names import changed

MODE = re.compile("(?:^|[#?])m=(?:edit|solve)&")


class Penpa(Format):
    """See the module's description."""

    name = "penpa"
    aliases = ("penpa+", "penpa-edit")
    summary = "a link of Penpa+, one a line: Light Up, Binairo as circles, Gappy with labels in margins above and left"
    kinds = ("lightup", "binairo", "gappy")
    example = (
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
        "Ky4sTSxK1TEGQQuuaAMdMIzlilYyVNJRMgJiQ6VYruqqYKtqJUNzJSsTHSVjAwhlBKRqdar8oDJgHSZg9RDJaJB2iEBtLRdXtKGZjiEQmiLIWAA=\n"
    )
    links = "Penpa+"
    separator = ""

    holds_names = holds_answers = True
    cells: Mapping[str, str] = {"lightup": ".#01234o"}

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; only the drawing says the kind. A link of pzpr inside is left to that format."""
        line = text.lstrip(SPACE).split("\n", 1)[0]
        mode = MODE.search(line)
        fields = line[mode.end() :].split("&") if mode else []
        return self.kinds if any(re.match("p=(?!http)", field) for field in fields) else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        from litgrid.formats.penpa_puzzle import read_drawing  # imported here: few texts are drawings

        yield from read_blocks(single_lines(text), read_drawing, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        from litgrid.formats.penpa_puzzle import draw

        self.check_holds(record.puzzle)
        return f"{draw(record)}\n"

    def _lost(self, record: Record) -> Iterator[str]:
        from litgrid.formats.penpa_puzzle import keeps

        yield from super()._lost(record)
        yield from changed(record, self.name)
        if record.named and "%2C" in record.id:
            yield f"{self.name} holds names without %2C, which stands for a comma"
        if record.filled is not None and not keeps(record):
            yield f"{self.name} cannot hold every unfinished or wrong answer; this one is left out"


PENPA = Penpa()
