"""What litgrid says in English, in another language, for the page: errors, warnings, and what a format loses.

These sentences are made where something is found out, all over litgrid, and there only in English. So the English
sentence is its own name, as in gettext: ``words/said/LANGUAGE.toml`` pairs them, with what differs from time to time in
braces. What stands in ``{rest}`` is a sentence itself. One that is in no pair stays as it is, and it is said that it is
English.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from litgrid.explaining.words import LANGUAGES
from litgrid.web import words

OWN = "en"
REST = "rest"
UNKNOWN = "unknown"


def translated(sentence: str, language: str) -> str:
    """Return a sentence of litgrid in a language.

    >>> translated("pzpr has no place for names", "fr")
    'pzpr ne garde pas les noms'
    >>> translated("nobody has translated this", "fr")
    'litgrid le dit en anglais : nobody has translated this'
    """
    if language == OWN:
        return sentence
    unknown = _catalogue(language)[0]
    return _translated(sentence, language) or unknown.format(rest=sentence)


def _translated(sentence: str, language: str) -> str | None:
    for pattern, form in _catalogue(language)[1]:
        found = pattern.fullmatch(sentence)
        if found is None:
            continue
        parts = found.groupdict()
        if REST in parts:
            inner = _translated(parts[REST], language)
            if inner is None:
                continue
            parts[REST] = inner
        return form.format_map(parts)
    return None


@cache
def _catalogue(language: str) -> tuple[str, list[tuple[re.Pattern[str], str]]]:
    """Return how an unknown sentence is said, and the known ones: a pattern, and what to say."""
    text = (files(words) / "said" / f"{language}.toml").read_text(encoding="utf-8")
    said = tomllib.loads(text)
    return said[UNKNOWN], [(_pattern(own), other) for own, other in said["said"].items()]


def _pattern(form: str) -> re.Pattern[str]:
    """Return the pattern of an English sentence with names in braces; a name twice stands for the same.

    >>> _pattern("{a} and {a}").fullmatch("x and x") is not None
    True
    """
    seen: set[str] = set()

    def hole(name: str) -> str:
        if name in seen:
            return f"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>.+?)"

    parts = re.split(r"\{(\w+)\}", form)
    return re.compile("".join(hole(part) if place % 2 else re.escape(part) for place, part in enumerate(parts)), re.S)


def language_of(header: str) -> str:
    """Return the language that an Accept-Language header asks for, of those that there are.

    >>> language_of("de, fr-CH;q=0.9, en;q=0.5"), language_of("")
    ('fr', 'en')
    """
    asked = (part.partition(";")[0].strip().partition("-")[0].lower() for part in header.split(","))
    return next((language for language in asked if language in LANGUAGES), OWN)
