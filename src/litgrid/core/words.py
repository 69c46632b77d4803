"""Catalogues: what is said in a language, in TOML files, and which languages there are."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from litgrid.core.errors import UnknownNameError

if TYPE_CHECKING:
    from litgrid.core.grid import Shape
    from litgrid.core.technique import Technique

OWN: Final = "en"
"""The language of what litgrid's parts say themselves."""
Language = Literal["en", "fr"]
LANGUAGES = get_args(Language)
HIGH = ("« ", " »", " :", " ;", " !", " ?")
"""Blanks that must not become the end of a line: French sets high marks apart by them."""


def read(text: str) -> dict[str, Any]:
    """Return what a catalogue holds, with high marks that stay with the words beside them."""
    import tomllib  # imported here: only who says something reads catalogues

    for high in HIGH:
        text = text.replace(high, high.replace(" ", "\N{NO-BREAK SPACE}"))
    return tomllib.loads(text)


def text_of(file: str) -> str:
    """Return the text of a catalogue."""
    with open(file, encoding="utf-8") as catalogue:
        return catalogue.read()


def check(language: str) -> None:
    """Raise :class:`UnknownNameError` for a language that has no catalogues."""
    if not isinstance(language, str) or language not in LANGUAGES:
        raise UnknownNameError(f"expected a language, one of {', '.join(LANGUAGES)}; got {language!r}")


PLACES: Mapping[str, frozenset[str]] = {
    "says": frozenset(("at", "first", "last", "line", "other", "value", "given")),
    "rule": frozenset(("at", "first", "last", "line", "other", "value")),
    "place": frozenset(("at", "first", "last", "line", "other", "value")),
    "cells": frozenset(("cells", "state")),
    "step": frozenset(("result", "all", "facts", "assumed", "with", "links", "at", "beside"))
    | frozenset(("rule", "rules", "others", "inside", "room")),
}
"""What the sentences of kinds may name in braces, by section, and kinds of rules of a technique in its step; those of
other sections name nothing."""
SECTIONS = (
    "kind",
    "says",
    "state",
    "meaning",
    "clue",
    "law",
    "logic",
    "cells",
    "rule",
    "place",
    "technique",
    "step",
    "tier",
)
FORMS = {"one", "many"}
"""The forms of a sentence that depends on a number; there may be others: for none, where rules of other names join, or
of a cell that is assumed to be so."""
MORE = {"none", "more", "with"}


@cache
def beside(module: str, language: str) -> dict[str, Any]:
    """Return the catalogue of a language that lies beside a module, over what is said of every kind.

    It is ``MODULE.LANGUAGE.toml``, or ``words.LANGUAGE.toml``, which is for a folder of its own; there may be none.
    Raises :class:`UnknownNameError` for a language that has no catalogues.
    """
    check(language)
    folder, name = os.path.split(getattr(sys.modules.get(module), "__file__", None) or "")
    files = [os.path.join(folder, f"{stem}.{language}.toml") for stem in (os.path.splitext(name)[0], "words") if name]
    own = next((read(text_of(file)) for file in files if os.path.isfile(file)), {})
    every = {}
    if module != __name__:
        every = {section: said for section, said in beside(__name__, language).items() if section in SECTIONS}
    return every | {section: {**every.get(section, {}), **said} for section, said in own.items()}


def form(number: float, language: str) -> str:
    """Return the form of words for a number of things.

    >>> form(0, "en"), form(0, "fr"), form(1, "en")
    ('many', 'one', 'one')
    """
    return "one" if number == 1 or (abs(number) < 2 and language == "fr") else "many"


def cell_name(cell: int, shape: Shape, language: str) -> str:
    """Return what a cell is called.

    >>> from litgrid.core.grid import Shape
    >>> cell_name(4, Shape(3, 3), "fr")
    'l2c2'
    """
    row, column = divmod(cell, shape.columns)
    return str(beside(__name__, language)["text"]["cell"]).format(row=row + 1, column=column + 1)


def line_name(cells: Sequence[int], shape: Shape, language: str) -> str:
    """Return what the row or the column of some cells is called.

    >>> from litgrid.core.grid import Shape
    >>> line_name([1, 4, 7], Shape(3, 3), "en")
    'column 2'
    """
    (row, column), (last, _) = (divmod(cell, shape.columns) for cell in (cells[0], cells[-1]))
    word, number = ("row", row) if row == last else ("column", column)
    return str(beside(__name__, language)["text"][word]).format(number=number + 1)


def joined(parts: Sequence[str], language: str, *, either: bool = False) -> str:
    """Return a list of things, each once; with ``either``, of which one is meant.

    >>> joined(["r1c1", "r1c2", "r1c1", "r1c3"], "en")
    'r1c1, r1c2 and r1c3'
    """
    text, parts = beside(__name__, language)["text"], list(dict.fromkeys(parts))
    return str(text["or" if either else "and"]).join(
        [text["comma"].join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts
    )


def filled(form: str, places: Mapping[str, Callable[[], str]]) -> str:
    """Return a form with what stands in its places; what it does not name is not put together.

    >>> filled("no more than {value}", {"value": lambda: "3", "at": lambda: "r1c1"})
    'no more than 3'
    """
    return form.format_map(_Made(places))


class _Made:
    def __init__(self, places: Mapping[str, Callable[[], str]]) -> None:
        self._places = places

    def __getitem__(self, name: str) -> str:
        return self._places[name]()


def faults(catalogue: Mapping[str, Any], techniques: Iterable[Technique] = ()) -> Iterator[str]:
    """Yield what is wrong with the catalogue of a kind that has some techniques.

    >>> list(faults({"rule": {"row": "{row}"}}))
    ["[rule] row: expected at, first, last, line, other, value in braces, got 'row'"]
    """
    for section, said in catalogue.items():
        if section not in SECTIONS:
            yield f"expected sections {', '.join(SECTIONS)}, got [{section}]"
            continue
        for name, forms in said.items():
            if isinstance(forms, dict) and forms.keys() - MORE != FORMS:
                yield f"[{section}] {name}: expected a text, or one and many"
                continue
            known = PLACES.get(section)
            if section == "step":
                own = (technique.kinds for technique in techniques if technique.name == name)
                known = PLACES["step"].union(*own)
            for form in forms.values() if isinstance(forms, dict) else (forms,):
                if known and (wrong := _unknown(form, known)) is not None:
                    yield f"[{section}] {name}: expected {', '.join(sorted(known))} in braces, got {wrong!r}"


def _unknown(form: object, known: frozenset[str]) -> str | None:
    """Return what stands in braces and is none of these, ``None`` where all is well."""
    from string import Formatter  # imported here: who plays reads none of it

    try:
        named = [name for _, name, _, _ in Formatter().parse(str(form)) if name is not None]
    except ValueError as error:
        return str(error)
    return next((name for name in named if name not in known), None)
