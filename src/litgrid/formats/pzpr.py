"""Links and files of pzpr: puzz.link, pzv.jp and their relatives; and links of Kanpen.

In a link the board follows the question mark: the genre, perhaps a flag, the width, the height, and the cells row by
row, in the genre's codec. Kanpen's own links have the rows first, and a token a cell. The grammar is that of pzprjs,
which reads whatever comes: no body at all, one that is too long, or characters without a meaning. These are read as
there, with a warning. It writes a board to its last cell, open or not: a body that ends before is cut off.

A file has the genre, rows, columns, then a token a cell, with what a player has done; before these, where there are
regions, a number for the board, how many regions there are, and the number of each cell's. ``/`` may stand for the end
of a line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from urllib.parse import unquote

from litgrid.core.characters import shorten
from litgrid.core.codecs import OPEN, Borders, Codec
from litgrid.core.errors import InputError
from litgrid.core.forms import Coded, Form, Player
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS, SPACE
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Frame
from litgrid.formats.entries import read_entries
from litgrid.formats.mapped import lost, make_mapped, read_number, regions_of
from litgrid.formats.pencilbox import PENCILBOX
from litgrid.formats.reading import Block, cut, joined, make, miscounted, read_shape, sections, spelt
from litgrid.formats.record import Record, Request
from litgrid.formats.tokens import read_lines, read_mapped, read_rows, write_played
from litgrid.puzzles import kinds

BEGIN = re.compile("^pzprv3")

DONE = "which clues a player has marked as done is not kept"
TRIAL = "a player's trial is not kept"
NOTES = "notes and the history of moves are not kept"
REST = "what follows the board is not read"


class Pzprv3(Frame[Form]):
    name = "pzprv3"
    aliases = ("pzpr-file",)
    about = "{titles}: a file of puzz.link: pzprv3, {names}, rows, columns, then a token a cell"
    holds_entries = plays = True

    def sniff(self, text: str) -> Collection[str]:
        return self.kinds if BEGIN.match(text.lstrip()[:10]) else ()

    def _blocks(self, text: str) -> Iterable[Block]:
        return sections(text, BEGIN)

    def _read(self, block: Block, request: Request) -> Record:
        if "/" in block.lines[0]:
            return read_on_one_line("/".join(block.lines), block.line, request)
        return _read_lines(block.lines, block.line, request)

    def _write(self, record: Record) -> str:
        puzzle, form = record.puzzle, self.of(record.puzzle)
        head = ["pzprv3", form.name, str(puzzle.shape.rows), str(puzzle.shape.columns)]
        if form.regions:
            numbers = regions_of(puzzle, form)
            head += [str(getattr(puzzle, form.number)), str(numbers.max() + 1)]
            head += ["".join(f"{number} " for number in row) for row in numbers.tolist()]
        return "\n".join([*head, *write_played(record, form), ""])


PZPRV3 = Pzprv3()


def read_on_one_line(text: str, line: int, request: Request) -> Record:
    """Read a file with a slash for each end of a line, which begins at that line of a text."""
    try:
        return _read_lines(text.split("/"), line, request)
    except InputError as error:
        raise InputError(error.message) from None


def _read_lines(lines: Sequence[str], line: int, request: Request) -> Record:
    if not BEGIN.match(lines[0]):
        raise InputError(f"expected a line pzprv3, got {shorten(lines[0])}", line=1, column=1)
    genre = lines[1].strip(BLANKS) if len(lines) > 1 else ""
    kind = PZPRV3.named(genre)
    if len(lines) > 1 and kind is None:
        message = f"this is a {shorten(genre)[1:-1]} file; litgrid knows {', '.join(kinds.names())}"
        raise InputError(message, line=2, column=1)
    if len(lines) < 4 or kind is None:
        message = "expected the genre, the rows and the columns, a line each, got the end: is it cut off?"
        raise InputError(message, line=len(lines), column=1)
    shape = read_shape(lines[2].strip(BLANKS), lines[3].strip(BLANKS), line=3)
    form, begin = PZPRV3.forms[kind], 4
    if form.regions:
        numbered = list(enumerate(lines, 1))
        begin += 2 + shape.rows
        number = numbered[4] if len(lines) > 4 else None
        puzzle = read_mapped(kind, form, shape, numbered[6:begin], [], number)
        cells = read_rows(numbered[begin : begin + shape.rows], shape, form.tokens, puzzle.alphabet)
        filled = read_entries(cells, puzzle)
    else:
        puzzle, filled = read_lines(kind, lines[begin:], begin + 1, shape, form.tokens)
    begin += shape.rows
    return request.record(puzzle, line, filled=filled, warnings=_left(lines[begin:], shape.rows))


def _left(lines: Sequence[str], rows: int) -> Iterator[str]:
    end = next((place for place, line in enumerate(lines) if re.match("(?:info|history):|__HISTORY__", line)), None)
    before = lines[:end]
    trial = next((place for place, line in enumerate(before) if line.startswith("TrialData")), None)
    marks, rest = before[:trial][:rows], before[:trial][rows:]
    if not all(set(line) <= set(".- ") for line in marks):
        marks, rest = (), before[:trial]
    if "-" in "".join(marks):
        yield DONE
    if any(line and not line.startswith("http") for line in rest):
        yield REST
    if trial is not None:
        yield TRIAL
    if end is not None:
        yield NOTES


LINK = re.compile(r"(?:.*?\?)?(?:type=\w+&)?(?P<genre>[A-Za-z][\w-]*?)(?:_edit|_play)?(?:/(?P<data>.*))?", re.DOTALL)
KANPEN = re.compile(r"(?:.*[^A-Za-z0-9])?(?P<genre>[A-Za-z0-9]+)\.html\?(?P<form>problem|pzpr)=(?P<data>.*)", re.DOTALL)
SITE = re.compile(
    r"(?:puzz\.link|pzv\.jp|pzprxs|pzplus|kanpen)[^?]*\?|\?(?:type=\w+&)?[a-z]\w+/(?:[^/]*/)?[0-9]+/[0-9]+/"
)

EMPTY = "a link ends before its board is full: the cells that are missing are taken as free"
LONG = "a link goes on after its board is full: the rest is not read"
NO_BORDERS = "characters without a meaning in a link are taken as no borders"
MEANINGLESS = "characters without a meaning in a link are taken as free cells"


class Pzpr(Frame[Form]):
    name = "pzpr"
    aliases = ("puzz.link", "puzzlink", "pzpr-url", "pzv")
    about = "{titles}: a link of puzz.link, pzv.jp or Kanpen ({names}), one a line"
    links = "puzz.link, pzv.jp, Kanpen"
    separator = ""

    def sniff(self, text: str) -> Collection[str]:
        # A link to any other puzzle of these sites is claimed as well.
        first = text.lstrip(SPACE)[:200].split("\n", 1)[0]
        begins = re.compile(rf"(?:.*\?(?:type=\w+&)?)?(?:{self._genres})(?:_edit|_play)?/")
        return self.kinds if SITE.search(first) or begins.match(first) else ()

    @property
    def _genres(self) -> str:
        return "|".join(name for form in self.forms.values() for name in (form.name, *form.others))

    def _blocks(self, text: str) -> Iterable[Block]:
        # A line that begins so is not the rest of a link which was wrapped.
        begin = rf"^(?![ \t]*[\w./%+-]*$)|^(?:{self._genres})(?:_edit|_play)?/"
        return sections(text, re.compile(begin))

    def _read(self, block: Block, request: Request) -> Record:
        link = "".join(line.strip(BLANKS) for line in block.lines)
        kanpen = KANPEN.fullmatch(link)
        found = kanpen or LINK.fullmatch(link)
        if found is None:
            raise InputError(f"expected a link of pzpr, as {self.example.strip()}, got {shorten(link)}")
        genre, data = found["genre"], found["data"] or ""
        if genre == "pzprv3":
            return read_on_one_line(f"{genre}/{unquote(data)}", block.line, request)
        kind = self.named(genre)
        if kind is None:
            article = "an" if genre[0] in "aeiou" else "a"
            raise InputError(f"this is {article} {shorten(genre)[1:-1]} link; litgrid knows {', '.join(kinds.names())}")
        if kanpen is not None and kanpen["form"] == "problem":
            return request.record(make(kind, _kanpen(unquote(data), PENCILBOX.forms[kind])), block.line)
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
        shape, form = read_shape(fields[1], fields[0]), self.forms[kind]
        if not isinstance(form, Coded):
            puzzle, warnings = _mapped(kind, form, shape, fields[2:])
            return request.record(puzzle, block.line, warnings=warnings)
        cells, warnings = decode(form.codec, "/".join(fields[2:]), shape)
        return request.record(make(kind, cut(cells, shape)), block.line, warnings=warnings)

    def _write(self, record: Record) -> str:
        puzzle, form, shape = record.puzzle, self.of(record.puzzle), record.puzzle.shape
        if isinstance(form, Coded):
            body = form.codec.encode(joined(puzzle, form.cells))
        else:
            body = f"{getattr(puzzle, form.number)}/{BORDERS.encode(regions_of(puzzle, form))}"
        # Programs that find links in a text leave out a point at the end.
        end = "" if body[-1].isalnum() else "/"
        return f"https://puzz.link/p?{form.name}/{shape.columns}/{shape.rows}/{body}{end}\n"

    def _lost(self, record: Record) -> Iterator[str]:
        yield from super()._lost(record)
        if record.puzzle.name in self.forms:
            yield from lost(record.puzzle, self.of(record.puzzle), self.name)


PZPR = Pzpr()
BORDERS = Borders()


def _mapped(kind: str, form: Form, shape: Shape, fields: list[str]) -> tuple[Puzzle, list[str]]:
    """Return a puzzle of a number and of borders between regions, and warnings."""
    number, body = read_number(fields[0], form.number), "/".join(fields[1:])
    size, warnings = sum(BORDERS.lengths(shape)), []
    stray = set(body[:size]).difference(BORDERS.digits)
    if stray:
        warnings.append(NO_BORDERS)
    if len(body) < size:
        raise miscounted(len(body), size, f"{size:,} characters of borders, for {shape}")
    if len(body) > size:
        warnings.append(LONG)
    text = spelt(body[:size], dict.fromkeys(stray, "0"))
    return make_mapped(kind, form, BORDERS.decode(text, shape), number), warnings


def decode(codec: Codec, body: str, shape: Shape) -> tuple[str, list[str]]:
    """Return the cells of a board, and warnings; raise :class:`InputError` where the body ends before."""
    # A character is a cell at least: what comes after so many is not read, so that no more memory is taken.
    size = shape.size
    used, warnings = body[:size], []
    stray = "".join(set(used).difference(codec.meaning))
    if stray:
        warnings.append(MEANINGLESS)
        free = next(char for char, cells in codec.meaning.items() if cells == OPEN)
        used = spelt(used, dict.fromkeys(stray, free))
    cells = codec.decode(used)
    if not body:
        warnings.append(EMPTY)
    elif len(cells) < size:
        raise miscounted(len(cells), size, f"{size:,} cells, for {shape}")
    elif len(body) > size or (used and len(cells) - len(codec.meaning[used[-1]]) >= size):
        warnings.append(LONG)
    return cells[:size].ljust(size, OPEN), warnings


def _kanpen(data: str, form: Player) -> list[str]:
    """Return the rows of a board as Kanpen writes it: rows, columns, then a token a cell."""
    rows, _, rest = data.partition("/")
    columns, _, body = rest.partition("/")
    shape = read_shape(rows, columns)
    cells = body.replace("_", "").replace("/", "")
    wrong = re.search("[^.0-5]", cells)
    if wrong is not None:
        raise InputError(f"expected cells as . and 0 to 5, got {wrong[0]!r}")
    if len(cells) != shape.size:
        raise miscounted(len(cells), shape.size, f"{shape.size:,} cells, for {shape}")
    return cut(spelt(cells, form.tokens), shape)
