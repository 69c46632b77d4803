"""Texts from outside, as they may be shown: neither a terminal nor a picture takes a name for more than characters."""

from __future__ import annotations

BLANKS = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Blanks of sentences, as French has them, which Python does not call printable."""


def printable(text: str) -> str:
    r"""Return a text on one line, in which characters that could steer a terminal are written as escapes.

    >>> print(printable("a\x1b[31m\nb"))
    a\x1b[31m\nb
    """
    return "".join(char if char.isprintable() or char in BLANKS else repr(char)[1:-1] for char in text)
