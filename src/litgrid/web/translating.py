"""What litgrid says in English, in another language, for the page: errors, warnings, and what a format loses.

These sentences are made where something is found out, all over litgrid, and there only in English. So the English
sentence is its own name, as in gettext: ``words/said/LANGUAGE.toml`` pairs them, with what differs from time to time in
braces. What stands in ``{rest}`` is a sentence itself; elsewhere words that the file knows are translated where they
stand alone or in parentheses. A sentence that is in no pair stays as it is, and it is said that it is English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from litgrid.answer import written
from litgrid.core.words import LANGUAGES, OWN, read
from litgrid.puzzles import kinds
from litgrid.web import words

REST = "rest"
NUMBER = re.compile(r"(?<![\w,.'\"])\d{1,3}(?:,\d{3})+(?![\w,])")
OPTION = re.compile(r"--(kind|format|cell)\b")
"""Options of the command line that are parts of questions too."""


def translated(sentence: str, language: str) -> str:
    """Return a sentence of litgrid in a language."""
    known = _catalogue(language)
    return known.find(sentence) or known.unknown.format(rest=_asked(sentence))


def _asked(sentence: str) -> str:
    """Return a sentence in which what the command line calls ``--kind`` is called as in a question.

    >>> _asked("this could be either: say which with --kind lightup or --kind binairo")
    'this could be either: say which with "kind" lightup or "kind" binairo'
    """
    return OPTION.sub(r'"\1"', sentence)


@dataclass(frozen=True)
class Catalogue:
    """What litgrid says, in another language: which, how an unknown sentence is said, words, and sentences."""

    language: str
    unknown: str
    words: dict[str, str]
    said: dict[str, str]

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        return [(_pattern(own), other) for own, other in self.said.items()]

    @cached_property
    def _word(self) -> re.Pattern[str]:
        listed = "|".join(map(re.escape, self.words))
        return re.compile(rf"(?<=\()(?:{listed})(?=\))|\A(?:{listed})\Z")

    def _listed(self, part: str) -> str:
        """Return several known words, between which there is an "or"; nothing where there are others."""
        some = part.split(" or ")
        known = all(one in self.words for one in some)
        return f" {self.words.get('or', 'or')} ".join(self.words[one] for one in some) if known else ""

    def _numbered(self, part: str) -> str:
        """Return a part in which large numbers are written as in the language."""
        return NUMBER.sub(lambda found: written(int(found[0].replace(",", "")), self.language), part)

    def find(self, sentence: str) -> str | None:
        """Return a sentence in the language, ``None`` where it is not known."""
        for pattern, form in self._patterns:
            found = pattern.fullmatch(sentence)
            if found is None:
                continue
            parts = {
                name: self._listed(part) or self._word.sub(lambda word: self.words[word[0]], part)
                for name, part in found.groupdict().items()
            }
            if REST in parts:
                inner = self.find(found[REST])
                if inner is None:
                    continue
                parts[REST] = inner
            return form.format_map({name: self._numbered(part) for name, part in parts.items()})
        return None


@cache
def _catalogue(language: str) -> Catalogue:
    said = read((files(words) / "said" / f"{language}.toml").read_text(encoding="utf-8"))
    for kind in kinds:
        own = {} if language == OWN else kind.words(language)
        said["words"].update({kind.title: own.get("kind", {}).get("title", kind.title), **own.get("meaning", {})})
    return Catalogue(language, **said)


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
