"""The links of Penpa+: a text that is abbreviated, deflated and written in base64, behind ``#m=edit&p=``.

Abbreviating is a table of words that often come, each for ``z`` and a character, and ``z`` itself for ``zZ``. The text
may have lost its padding on the way, and a ``+`` may have become a blank. Unpacking stops at a limit, as a few
kilobytes can be packed so that they unpack to gigabytes.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from urllib.parse import unquote

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError

BASE = "https://swaroopg92.github.io/penpa-edit/"
LINK = re.compile(r"(?:.*[#?]|)m=(?P<mode>edit|solve)&(?P<fields>.*)", re.DOTALL)

MOST_BYTES = 8 * 1024 * 1024
"""No text of a link is longer, nor is more unpacked: a full board of 100 x 100 takes about a tenth of it."""

CODES = """
    z9 qa  zQ pu_q  zA pu_a  zG grid  zM edit_mode  zS surface  zL line  zE lineE  zW wall  zC cage  zN number
    zY symbol  zP special  zB board  zR command_redo  zU command_undo  z8 command_replay  z1 numberS
    zF freeline  z2 freelineE  zT thermo  z3 arrows  zD direction  z0 squareframe  z5 polygon  z4 deletelineE
    z6 killercages  z7 nobulbthermo  z_ __a
"""
ABBREVIATIONS = {"z": "zZ", "null": "zO", **{f'"{word}"': short for short, word in re.findall(r"(z.) (\w+)", CODES)}}
"""The quotes are part of the words, so that none begins another."""
WORDS = {short: word for word, short in ABBREVIATIONS.items()}
LONG = re.compile("|".join(map(re.escape, ABBREVIATIONS)))
SHORT = re.compile("|".join(map(re.escape, WORDS)))
FOREIGN = re.compile("[^A-Za-z0-9+/=% ]")


@dataclass(frozen=True)
class Link:
    """A link's fields, still packed, where each begins in it (a column, from 1), and whether it is of who plays."""

    fields: dict[str, str]
    columns: dict[str, int]
    played: bool

    def unpack(self, key: str) -> str:
        """Return the text of a field."""
        column = self.columns[key]
        try:
            return unpack(self.fields[key])
        except InputError as error:
            raise InputError(error.message, line=1, column=column + (error.column or 1) - 1) from None


def split_link(text: str) -> Link:
    """Return the fields of a link, or of what follows its ``#`` or ``?``.

    >>> split_link("https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA").columns
    {'p': 51}
    """
    found = LINK.fullmatch(text)
    if found is None:
        raise InputError(f"expected a link of Penpa+, as {BASE}#m=edit&p=..., got {shorten(text)}", line=1, column=1)
    fields: dict[str, str] = {}
    columns: dict[str, int] = {}
    place = found.start("fields")
    for field in found["fields"].split("&"):
        key, _, value = field.partition("=")
        fields.setdefault(key, value)
        columns.setdefault(key, place + len(key) + 2)
        place += len(field) + 1
    if not fields.get("p"):
        raise InputError("expected a link of Penpa+ with its puzzle behind p=, got none: is it cut off?", line=1)
    return Link(fields, columns, found["mode"] == "solve" or fields.get("l") == "solvedup")


def unpack(packed: str) -> str:
    """Return the text that was packed, without abbreviations."""
    foreign = FOREIGN.search(packed)
    if foreign is not None:
        message = f"expected the base64 of a link (letters, digits, + and /), got {foreign[0]!r}"
        raise InputError(message, line=1, column=foreign.start() + 1)
    plain = unquote(packed).replace(" ", "+").rstrip("=")
    cut_off = "expected a whole link: its end is missing"
    if len(plain) % 4 == 1:
        raise InputError(cut_off, line=1, column=len(packed))
    try:
        data = b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        raise InputError("expected the base64 of a link, got what is none", line=1) from None
    inflate = zlib.decompressobj(-15)
    try:
        raw = inflate.decompress(data, MOST_BYTES + 1)
    except zlib.error:
        raise InputError("expected a link whose text can be unpacked: it is damaged", line=1) from None
    if len(raw) > MOST_BYTES:
        most = MOST_BYTES // 1024**2
        raise InputError(f"expected a link that unpacks to at most {most} MiB, got more", line=1)
    if not inflate.eof:
        raise InputError(cut_off, line=1, column=len(packed))
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise InputError("expected a link whose text is UTF-8, got what is not", line=1) from None
    return SHORT.sub(lambda word: WORDS[word[0]], text)


def pack(text: str) -> str:
    """Return a text as a link has it; raise :class:`LitgridError` where it is too long to be read back."""
    raw = text.encode()
    if len(raw) > MOST_BYTES:
        raise LitgridError(f"a link of Penpa+ holds {MOST_BYTES // 1024**2} MiB, and this board takes more")
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    short = LONG.sub(lambda word: ABBREVIATIONS[word[0]], text).encode()
    return b64encode(deflate.compress(short) + deflate.flush()).decode()
