"""How a page holds what it holds: compressed (deflate, RFC 1951), in base64; and locked, where it is not to be read.

Locked bytes are mixed with SHA-256 of a key and a number, block by block; their digest tells whether a key is right. It
keeps an answer from being seen by chance, and a text from who has not the answer: the key is in the page itself for
the one, and the answer for the other. ``static/js/published/lock.js`` is the same in JavaScript.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from hashlib import sha256

DIGEST = 8
"""So many bytes tell whether a key is the right one."""


def packed(value: object) -> bytes:
    """Return JSON, compressed."""
    said = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(said.encode()) + packer.flush()


def written(content: bytes) -> str:
    """Return bytes as text."""
    return b64encode(content).decode()


def locked(content: bytes, key: str) -> bytes:
    """Return bytes that nobody reads without the key."""
    whole = sha256(content).digest()[:DIGEST] + content
    blocks = range(-(-len(whole) // sha256().digest_size))
    stream = b"".join(sha256(f"{key} {block}".encode()).digest() for block in blocks)
    return bytes(byte ^ other for byte, other in zip(whole, stream, strict=False))
