"""Every sentence names the cells and the rules of its record, and no others, in each language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from litgrid.core.words import LANGUAGES
from litgrid.puzzles import kinds
from tests.explaining.walks import KINDS, Moment, moments
from tests.laws import Law

CELLS = {"en": re.compile(r"\br(\d+)c(\d+)\b"), "fr": re.compile(r"\bl(\d+)c(\d+)\b")}
languages = pytest.mark.parametrize("language", sorted(CELLS))
every_kind = pytest.mark.parametrize("kind", KINDS)


def named(text: str, language: str, moment: Moment) -> list[int]:
    """Return the cells that a text names."""
    columns = moment.walk.puzzle.shape.columns
    return [(int(row) - 1) * columns + int(column) - 1 for row, column in CELLS[language].findall(text)]


def cell(number: int, moment: Moment, language: str) -> str:
    """Return what a cell is called."""
    row, column = divmod(number, moment.walk.puzzle.shape.columns)
    return f"{'r' if language == 'en' else 'l'}{row + 1}c{column + 1}"


def line(cells: tuple[int, ...], moment: Moment, language: str) -> str:
    """Return what a line is called."""
    columns = moment.walk.puzzle.shape.columns
    if cells[-1] - cells[0] < columns:
        return f"{'row' if language == 'en' else 'la ligne'} {cells[0] // columns + 1}"
    return f"{'column' if language == 'en' else 'la colonne'} {cells[0] % columns + 1}"


def lines(law: Law, moment: Moment, language: str) -> str:
    """Return what two lines are called that must not be equal; the tests' own sentence has their numbers."""
    word, one, other = re.findall(r"row|column|\d+", law.mark)
    name = {"row": ("row", "la ligne"), "column": ("column", "la colonne")}[word][language == "fr"]
    joined = "and" if language == "en" else "et"
    return f"{name} {one} {joined} {name} {other}"


Name = Callable[[Law, Moment, str], str]


def formed(english: str, french: str) -> Name:
    """Return what calls a rule by one of two forms."""

    def name(law: Law, moment: Moment, language: str) -> str:
        places = {
            "first": cell(law.cells[0], moment, language) if law.cells else "",
            "last": cell(law.cells[-1], moment, language) if law.cells else "",
            "at": "" if law.at is None else cell(law.at, moment, language),
            "number": law.number,
        }
        if "{line}" in english:
            places["line"] = line(law.cells, moment, language)
        return {"en": english, "fr": french}[language].format(**places)

    return name


NAMES: dict[str, Name] = {
    "clash": formed("the run {first} to {last}", "le segment de {first} à {last}"),
    "dark": formed("the cell {at}, which must be lit", "la case {at}, qui doit être éclairée"),
    "number": formed("the {number} at {at}", "le {number} en {at}"),
    "balance": formed("{line}", "{line}"),
    "triple": formed("the cells {first} to {last}", "les cases {first} à {last}"),
    "twins": lines,
    "pair": formed("the two black cells of {line}", "les deux cases noires de {line}"),
    "touch": formed("the block {first} to {last}", "le bloc de {first} à {last}"),
    "gap": formed("the label {number} of {line}", "l'indice {number} de {line}"),
}
"""What rules are called, by their kind."""
STARS: dict[str, Name] = {
    "row": formed("the stars of {line}", "les étoiles de {line}"),
    "column": formed("the stars of {line}", "les étoiles de {line}"),
    "region": formed("the stars of the region of {at}", "les étoiles de la région de {at}"),
}
"""The same, of Star Battle."""


def name_of(law: Law, moment: Moment, language: str) -> str:
    """Return what a rule is called; a kind without words of its own has its sentence."""
    own = STARS if moment.walk.puzzle.name == "starbattle" else {}
    name = (NAMES | own).get(law.kind)
    return law.mark if name is None else name(law, moment, language)


@languages
@every_kind
def test_what_is_decided_is_named_with_its_value(kind: str, language: str) -> None:
    """After the last colon, or the last sentence: all cells that are decided, and no others."""
    for moment in moments(kind):
        text = moment.step.text(language)
        mentioned = named(text, language, moment)
        assert {number for number, _ in moment.step.cells} <= set(mentioned), text
        tail = named(text, language, moment)[-len(moment.step.cells) :]
        if moment.step.technique not in ("line", "shared-cells"):  # what these decide stands before their reason
            assert set(tail) == {number for number, _ in moment.step.cells}, text


@languages
@every_kind
def test_what_another_assumption_would_break_is_told_apart(kind: str, language: str) -> None:
    """An argument is about the one cell that it assumes; the same rules, and the known cells, decide each other one."""
    likewise = {"en": ", and by the same rules ", "fr": " et, par les mêmes règles, "}[language]
    for moment in moments(kind):
        text = moment.step.text(language)
        suppose = {"en": ("If there were", "With ", " would "), "fr": ("Hypothèse", "Avec ", "Sans ")}[language]
        alone = len(moment.step.cells) == 1 or moment.step.technique in ("split", "line", "within", "shared-cells")
        if alone or not any(word in text for word in suppose):
            assert likewise not in text, text
            continue
        before, after = text.split(likewise)
        first = named(before, language, moment)[-1]
        others = named(after, language, moment)
        assert {first, *others} == {number for number, _ in moment.step.cells}, text
        for cell, value in moment.step.cells:
            assert moment.walk.judge.force(moment.laws, moment.step.facts, cell, value), text


@languages
@every_kind
def test_no_cell_is_named_that_the_step_is_not_about(kind: str, language: str) -> None:
    for moment in moments(kind):
        about = {number for number, _ in [*moment.step.cells, *moment.step.facts]}
        about.update(*(law.cells for law in moment.laws))
        about.update(law.at for law in moment.laws if law.at is not None)
        for stage in (2, 3):
            text = moment.step.hint(stage, language)
            assert set(named(text, language, moment)) <= about, text


@languages
@every_kind
def test_the_second_hint_names_the_rules(kind: str, language: str) -> None:
    """All of them, or five of them and how many more."""
    for moment in moments(kind):
        text = moment.step.hint(2, language)
        there = sum(name_of(law, moment, language) in text for law in moment.laws)
        if len(moment.laws) <= 6:
            assert there == len(moment.laws), text
        else:
            assert there >= 5, text
            more = {"en": "more", "fr": "autres"}[language]
            assert text.rstrip(".").endswith(f"{len(moment.laws) - 5} {more}"), text


@languages
@every_kind
def test_a_sentence_names_the_rules_that_it_rests_on(kind: str, language: str) -> None:
    """A single rule, all rules of a few links, the rule that breaks of many; or the cell that a rule is written in.

    Single rules that are told together may be told by what they rest on.
    """
    links = {"en": "but that is too much", "fr": "mais c'est impossible pour"}
    for moment in moments(kind):
        text, rules = moment.step.text(language), moment.laws
        names = [
            name_of(law, moment, language).lower() in text.lower()
            or (law.at is not None and cell(law.at, moment, language) in text)
            or (law.kind in (*STARS, "pair") and line(law.cells, moment, language) in text)
            for law in rules
        ]
        if moment.step.technique == "chain" and len(rules) <= (9 if links[language] in text else 6):
            assert all(names), text
        elif moment.step.cost == 1 and len(rules) > 1:
            facts = [number for number, _ in moment.step.facts]
            assert all(names) or set(facts) <= set(named(text, language, moment)), text
        else:
            assert any(names), text


@languages
@every_kind
def test_the_first_hint_is_the_area_of_cells_and_facts(kind: str, language: str) -> None:
    """Its first and its last cell are corners of the smallest rectangle around them."""
    for moment in moments(kind):
        numbers = [number for number, _ in [*moment.step.cells, *moment.step.facts]]
        columns = moment.walk.puzzle.shape.columns
        rows, across = [number // columns for number in numbers], [number % columns for number in numbers]
        corners = [min(rows) * columns + min(across), max(rows) * columns + max(across)]
        found = named(moment.step.hint(1, language), language, moment)
        assert found == list(dict.fromkeys(corners)), moment.step.hint(1, language)


@languages
@every_kind
def test_a_sentence_is_a_sentence(kind: str, language: str) -> None:
    for moment in moments(kind):
        for stage in (1, 2, 3):
            text = moment.step.hint(stage, language)
            assert text[0].isupper()
            assert text.endswith(".")
            assert "{" not in text
            assert "  " not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_kinds_of_rules_are_both_named(language: str) -> None:
    """What is used up, and what breaks then: how a digit, a sign or another line decides is said."""
    words = kinds.get("binairo").words(language)["step"]
    for name, said in (
        ("last-one", "balance triple"),
        ("signed-half", "sign balance"),
        ("almost-twins", "twins beside"),
    ):
        assert all(f"{{{place}}}" in words[name] for place in said.split())
