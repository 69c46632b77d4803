"""Detecting the format of a text: which claim it, whether it says so itself, and what to do where it does not.

A text that no format surely claims is read in every way that could be meant (:mod:`litgrid.formats.paste`); one in
which no puzzle is found that way is left to the format that it is most like, to say what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping

from litgrid.core.errors import AmbiguousInputError, InputError
from litgrid.formats.base import Format
from litgrid.formats.known import formats
from litgrid.formats.record import Record, Request

PLAIN: Mapping[str, tuple[str, ...]] = {"text": ("",), "jsonl": ("{", "[")}
"""Formats that may say plainly what a text is, and of which puzzles may be read as they come, with how texts begin."""
MOST_SNIFFED = 1 << 22
"""So many characters tell which formats a text may be in; a longer line is in none."""
OBJECT = r"(?m)^[ \t]*\{"


def plain(text: str) -> Iterator[Format]:
    """Yield those of the plain formats that a text may be in by its first character."""
    return (formats.get(name) for name, begins in PLAIN.items() if text.lstrip().startswith(begins))


def surely(begin: str, request: Request) -> Format | None:
    """Return the format that a text is in, if its first lines say so, or if it is lines in no other."""
    claims = claims_on(begin)
    if len(claims) > 1 and not any(one.sure(begin) for one in claims):
        return None
    try:
        found = _detect(begin, request, claims)
    except InputError:
        return None
    return found if found in claims else None


def pasted(
    text: str, request: Request, claims: Collection[Format], wrong: list[Record | InputError]
) -> Iterator[Record | InputError]:
    """Read a text that does not say what it is: see :mod:`litgrid.formats.paste`; nothing where no puzzle is found.

    What is wrong then, the format that the text is most like says, and where it is like several, ``wrong``.
    """
    from litgrid.formats.paste import read_dressed, read_plain  # imported here: most texts say what they are

    plain = any(one.name == "text" for one in claims)
    others = [one for one in claims if one.name not in ("text", "jsonl")]
    ways: list[Callable[[str, Request], Iterator[Record | InputError]]] = [
        read_dressed,
        lambda text, request: read_plain(text, request, others),
    ]
    dressed: list[Record | InputError] = []
    for read in reversed(ways) if plain else ways:
        held: list[Record | InputError] | None = []
        for item in read(text, request):
            if held is None:
                yield item
            elif isinstance(item, AmbiguousInputError | Record):
                yield from (*held, item)
                held = None
            else:
                held.append(item)
        if held is None:
            return
        if read is not read_dressed:
            wrong += held
        elif not others:
            dressed += held
    yield from dressed[:1]


def claims_on(text: str) -> dict[Format, list[str]]:
    """Return the formats that a text may be in, and the kinds that it may then be of; of a long one its begin tells."""
    begin = text if len(text) <= MOST_SNIFFED else text[: text.rfind("\n", 0, MOST_SNIFFED) + 1]
    said = next((one for one in plain(begin) if one.says(begin)), None)
    sniffed = {candidate: _sniffed(candidate, begin) for candidate in (formats if said is None else [said])}
    return {one: possible for one, possible in sniffed.items() if possible}


def _sniffed(candidate: Format, text: str) -> list[str]:
    """Return the kinds that a format finds in a text; one that breaks, perhaps of another package, finds none."""
    try:
        return list(candidate.sniff(text))
    except Exception:
        return []


def claimed(text: str, format: str | None = None) -> bool:  # noqa: A002
    """Whether a format, or the one that is named, takes a text for one of its own, right or wrong."""
    return any(_sniffed(one, text) for one in (formats if format is None else [formats.get(format)]))


def detected(
    text: str, request: Request, claims: Mapping[Format, list[str]], wrong: list[Record | InputError]
) -> Format | list[Record | InputError]:
    """Return the format of a text in which no puzzle was found, or what is ``wrong`` with its lines."""
    try:
        chosen = _detect(text, request, claims)
    except InputError as error:
        return (wrong if isinstance(error, AmbiguousInputError) else []) or [error.at(source=request.source)]
    return wrong if wrong and not claims and chosen.name == "text" else chosen


def _detect(text: str, request: Request, claims: Mapping[Format, list[str]]) -> Format:
    able = {one.name: possible for one, possible in claims.items()}
    found = {name: [request.kind] for name, possible in able.items() if request.kind in possible}
    if request.kind is None or (not found and len(able) == 1):  # a format that does not hold the kind will say so
        found = able
    if len(found) > 1:
        found = {name: possible for name, possible in found.items() if not formats.get(name).yields} or found
    if len(found) > 1:
        ways = "; ".join(f"{' or '.join(names)} in the format {name}" for name, names in found.items())
        options = " or ".join(f"--format {name}" for name in found)
        several = len({name for names in found.values() for name in names}) > 1
        also = ", and the kind with --kind" if several else ""
        raise AmbiguousInputError(
            f"this could mean several things: {ways}; say which with {options}{also}",
            line=1,
            column=1,
        )
    if not found:
        from litgrid.formats.links import strange  # imported here: most texts are recognised

        if (error := strange(text, [one for one in formats if one.links])) is not None:
            raise error
    # What else no format recognises is read as what it probably is, to say what is wrong with it.
    return formats.get(next(iter(found), "jsonl" if re.search(OBJECT, text) else "text"))
