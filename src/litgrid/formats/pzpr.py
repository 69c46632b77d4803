"""Links of pzpr (puzz.link, pzv.jp and their relatives) and of Kanpen, where Light Up is called akari.

The board follows the question mark: the genre, perhaps a flag, the width, the height, and the cells row by row. A digit
or a letter from a to e is a numbered wall, alone or with one or two free cells after it; ``.`` is a plain wall; a
letter from g to z is 1 to 20 free cells. Kanpen's own links have the rows first, and a token a cell.

The grammar is that of pzprjs (the method ``decode4Cell``), which reads whatever comes: a body that is too short or too
long, or characters without a meaning. These are read as there, with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from string import ascii_lowercase
from urllib.parse import unquote

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.numerals import BLANKS, SPACE
from litgrid.formats.base import Block, Format, Record, Request, cut, make, read_blocks, read_shape, sections
from litgrid.formats.played import KIND, UNPLAYED, bare
from litgrid.formats.pzprv3 import GENRES, read_on_one_line
from litgrid.puzzles import kinds

LINK = re.compile(r"(?:.*?\?)?(?:type=\w+&)?(?P<genre>[A-Za-z][\w-]*?)(?:_edit|_play)?(?:/(?P<data>.*))?", re.DOTALL)
KANPEN = re.compile(r"(?:.*[^A-Za-z0-9])?(?P<genre>[A-Za-z0-9]+)\.html\?(?P<form>problem|pzpr)=(?P<data>.*)", re.DOTALL)
SITE = re.compile(
    r"(?:puzz\.link|pzv\.jp|pzprxs|pzplus|kanpen)[^?]*\?|\?(?:type=\w+&)?[a-z]\w+/(?:[^/]*/)?[0-9]+/[0-9]+/"
)
KNOWN = re.compile(rf"(?:.*\?(?:type=\w+&)?)?(?:{'|'.join(GENRES)})(?:_edit|_play)?/")
BEGIN = re.compile(rf"^(?![ \t]*[\w./%+-]*$)|^(?:{'|'.join(GENRES)})(?:_edit|_play)?/")
"""A line that is not the rest of a link which was wrapped."""

MEANING = {
    ".": "#",
    **{str(number): str(number) for number in range(5)},
    **{str(number + 5): f"{number}." for number in range(5)},
    **{letter: f"{number}.." for number, letter in enumerate("abcde")},
    **{letter: "." * number for number, letter in enumerate(ascii_lowercase[6:], 1)},
}
TABLE = {ord(char): cells for char, cells in MEANING.items()}
STRAY = re.compile("[^0-9a-eg-z.]")

NUMBERED = re.compile(r"(?P<number>[0-4])(?P<after>\.\.|\.?$|\.?)|(?P<wall>#)|\.{1,20}")

SHORT = "a link ends before its board is full: the cells that are missing are taken as free"
LONG = "a link goes on after its board is full: the rest is not read"
MEANINGLESS = "characters without a meaning in a link are taken as free cells"


class Pzpr(Format):
    """See the module's description."""

    name = "pzpr"
    aliases = ("puzz.link", "puzzlink", "pzpr-url", "pzv")
    summary = "Light Up: a link of puzz.link, pzv.jp or Kanpen (akari, lightup, bijutsukan), one a line"
    kinds = (KIND,)
    example = "https://puzz.link/p?akari/3/3/gbh.gc\n"
    links = "puzz.link, pzv.jp, Kanpen"
    separator = ""
    cells = UNPLAYED

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; a link to any other puzzle of these sites is claimed as well."""
        first = text.lstrip(SPACE)[:200].split("\n", 1)[0]
        return (KIND,) if SITE.search(first) or KNOWN.match(first) else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from read_blocks(sections(text, BEGIN), _read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        self.check_holds(record.puzzle)
        shape = record.puzzle.shape
        body = encode(bare(record.puzzle))
        # Programs that find links in a text leave out a point at the end.
        end = "" if body[-1].isalnum() else "/"
        return f"https://puzz.link/p?akari/{shape.columns}/{shape.rows}/{body}{end}\n"


PZPR = Pzpr()


def encode(cells: str) -> str:
    """Return the body of a link for a board, all of its cells in one string.

    >>> encode(".1....#.2")
    'gbh.gc'
    """

    def token(match: re.Match[str]) -> str:
        if match["wall"]:
            return "."
        if match["number"] is None:
            return ascii_lowercase[5 + len(match[0])]
        number = int(match["number"])
        if match["after"] == ".." or match.end() == len(cells):
            return "abcde"[number]
        return str(number + 5 if match["after"] else number)

    return NUMBERED.sub(token, cells)


def decode(body: str, size: int) -> tuple[str, list[str]]:
    """Return the cells of a board of that many, and warnings; the inverse of :func:`encode`.

    >>> decode("gbh.gc", 9)
    ('.1....#.2', [])
    """
    # A character is a cell at least: what comes after so many is not read, so that no more memory is taken.
    used = body[:size]
    warnings = []
    if STRAY.search(used):
        warnings.append(MEANINGLESS)
        used = STRAY.sub("g", used)
    cells = used.translate(TABLE)
    if len(cells) < size:
        warnings.append(SHORT)
    elif len(body) > size or (used and len(cells) - len(MEANING[used[-1]]) >= size):
        warnings.append(LONG)
    return cells[:size].ljust(size, "."), warnings


def _read(block: Block, request: Request) -> Record:
    link = "".join(line.strip(BLANKS) for line in block.lines)
    kanpen = KANPEN.fullmatch(link)
    found = kanpen or LINK.fullmatch(link)
    if found is None:
        raise InputError(f"expected a link of pzpr, as https://puzz.link/p?akari/3/3/gbh.gc, got {shorten(link)}")
    genre, data = found["genre"], found["data"] or ""
    if genre == "pzprv3":
        return read_on_one_line(f"{genre}/{unquote(data)}", block.line, request)
    if genre not in GENRES:
        article = "an" if genre[0] in "aeiou" else "a"
        raise InputError(f"this is {article} {shorten(genre)[1:-1]} link; litgrid knows {', '.join(kinds.names())}")
    if kanpen is not None and kanpen["form"] == "problem":
        return request.record(make(KIND, _kanpen(unquote(data))), block.line)
    fields = data.split("/")
    if fields[0].startswith("v:"):
        del fields[0]
    if fields and not re.match("-?[0-9]", fields[0]):
        del fields[0]
    if len(fields) < 3:
        raise InputError(
            f"expected the width, the height and the cells after {genre}/, got {shorten(data)}: is it cut off?"
        )
    if len(fields) > 3 and not fields[-1]:
        del fields[-1]
    shape = read_shape(fields[1], fields[0])
    cells, warnings = decode("/".join(fields[2:]), shape.size)
    return request.record(make(KIND, cut(cells, shape)), block.line, warnings=warnings)


def _kanpen(data: str) -> list[str]:
    """Return the rows of a board as Kanpen writes it: rows, columns, then a token a cell."""
    rows, _, rest = data.partition("/")
    columns, _, body = rest.partition("/")
    shape = read_shape(rows, columns)
    cells = body.replace("_", "").replace("/", "")
    wrong = re.search("[^.0-5]", cells)
    if wrong is not None:
        raise InputError(f"expected cells as . and 0 to 5, got {wrong[0]!r}")
    if len(cells) != shape.size:
        raise InputError(f"expected {shape.size:,} cells, for {shape}, got {len(cells):,}: is it cut off?")
    return cut(cells.replace("5", "#"), shape)
