"""Links that hold a whole puzzle: ``#z=``, and JSON, compressed (deflate, RFC 1951), in base64url (RFC 4648).

They lead to the page, wherever it is served, which reads what is behind ``#`` and sends it nowhere.
``static/js/share.js`` is the same in JavaScript.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from litgrid.core.errors import InputError
from litgrid.core.puzzle import Puzzle
from litgrid.formats import Record
from litgrid.web.records import as_record

BEGIN = "#z="
LINK = re.compile(r"#z=([A-Za-z0-9_-]+)")
MOST = 4_000_000
"""Bytes of JSON: a link that says more is no puzzle of ours."""
MARKS = "01-"
"""How a false, a true and an open cell are written; -1 reaches the last."""


def fragment(record: Record) -> str:
    """Return the link of a puzzle without its address, with the grid that came along as entries."""
    said: dict[str, Any] = {"puzzle": as_record(record)}
    if record.filled is not None:
        said["values"] = "".join(MARKS[value] for value in record.filled.ravel().tolist())
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(json.dumps(said, separators=(",", ":")).encode()) + packer.flush()
    return BEGIN + urlsafe_b64encode(packed).decode().rstrip("=")


def read(text: str) -> dict[str, Any] | None:
    """Return what the link in a text holds, ``puzzle`` and perhaps ``values``; ``None`` where there is no such link."""
    found = LINK.search(text)
    if found is None:
        return None
    code = found[1]
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        said = unpacker.decompress(urlsafe_b64decode(code + "=" * (-len(code) % 4)), MOST)
        value = json.loads(said) if unpacker.eof else None
    except (ValueError, RecursionError, zlib.error):
        value = None
    if not isinstance(value, dict) or not isinstance(value.get("puzzle"), dict):
        raise InputError("expected a whole link of litgrid's page, got one that is cut off or damaged: copy it again")
    return value


def entries(values: object, puzzle: Puzzle) -> list[str] | None:
    """Return what a link says is filled in as rows of a puzzle; ``None`` where it says nothing."""
    if values is None:
        return None
    if not isinstance(values, str) or len(values) != puzzle.shape.size or set(values).difference(MARKS):
        raise InputError("expected a link whose entries are those of its puzzle: copy it again")
    rows = values.translate(str.maketrans(MARKS, puzzle.answer))
    return [rows[begin : begin + puzzle.shape.columns] for begin in range(0, len(rows), puzzle.shape.columns)]
