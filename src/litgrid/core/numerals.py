r"""Numbers and blanks in texts of others, read in one way: ASCII digits, blanks and tabs, and nothing else.

``int`` takes ``1_0``, ``+1`` and Arabic digits, ``str.isdigit`` takes superscripts, and ``\s``, ``str.strip``,
``str.split`` and ``int`` each have their own list of control characters that are blank. Where two of them meet, a text
passes the one and breaks the other; so no reader uses them.
"""

from __future__ import annotations

import re

BLANKS = " \t"
"""What separates words in a line."""

SPACE = " \t\r\n"
"""What separates words in a text."""

LONGEST = 9
"""So many digits a number has at most: to read a long one takes seconds, and nothing here is larger."""

_REAL = r"-?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?"
_WORD = f"[^{BLANKS}]+"


def whole(text: str, longest: int = LONGEST) -> int | None:
    r"""Return the whole number, from 0, that a text is; ``None`` for any other text, and one of too many digits.

    >>> whole("12"), whole("007"), whole("-1"), whole("1_0"), whole("٣"), whole("\x1e1"), whole("1" * 10)
    (12, 7, None, None, None, None, None)
    """
    return int(text) if len(text) <= longest and text.isascii() and text.isdigit() else None


def real(text: str) -> float | None:
    """Return the number that a text is, in decimals; ``None`` for any other text, as one without end.

    >>> real("0.25"), real("-1"), real(".5"), real("1e-3"), real("1_0"), real("nan"), real(" 1")
    (0.25, -1.0, 0.5, 0.001, None, None, None)
    """
    return float(text) if re.fullmatch(_REAL, text) else None


def words(line: str) -> list[str]:
    r"""Return the words of a line.

    >>> words(" 1\t-  2\x1f"), words("")
    (['1', '-', '2\x1f'], [])
    """
    return re.findall(_WORD, line)
