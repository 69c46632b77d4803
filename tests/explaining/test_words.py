"""The catalogues have the same sentences with the same places; all techniques have a name and a sentence."""

from __future__ import annotations

import re
import string
from typing import Any

import pytest

import litgrid
from litgrid.core.errors import UnknownNameError
from litgrid.core.puzzle import Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.tables import Count
from litgrid.core.technique import Technique
from litgrid.core.words import LANGUAGES, beside
from litgrid.explaining.steps import MOST_NAMED
from litgrid.puzzles import kinds
from litgrid.puzzles.lightup.kind import LightUp


def places(words: dict[str, Any], path: str = "") -> dict[str, set[str | None]]:
    """Return the places of each sentence, by its key."""
    found: dict[str, set[str | None]] = {}
    for key, value in words.items():
        if isinstance(value, dict):
            found |= places(value, f"{path}{key}.")
        else:
            found[path + key] = {name for _, name, _, _ in string.Formatter().parse(value)} - {None}
    return found


# "this rule" and "these rules" need not both be named in each language.
def test_all_languages_have_the_same_keys_and_places() -> None:
    def own(language: str) -> dict[str, Any]:  # what is said of every kind is there too, and English says less of that
        words = beside("litgrid.core.words", language)
        return {section: said for section, said in words.items() if section not in ("says", "clue")}

    for language in LANGUAGES:
        assert places(own(language)) == places(own("en"))


EXPLAINED = ("cells", "rule", "technique", "step", "law")


@pytest.mark.parametrize("kind", list(kinds), ids=lambda kind: kind.name)
def test_all_languages_say_the_same_of_a_kind(kind: type[Puzzle]) -> None:
    def said(language: str) -> dict[str, set[str | None]]:  # a condition is what is assumed, in words of its own
        words = kind.words(language)
        found = places({section: words[section] for section in EXPLAINED})
        names = {key: {"assumed" if name == "with" else name for name in named} for key, named in found.items()}
        return {key: named for key, named in names.items() if not key.endswith(".with")}

    for language in LANGUAGES:
        words = kind.words(language)
        assert said(language) == said("en")
        assert words.keys() <= {*EXPLAINED, "logic", "kind", "says", "state", "meaning", "clue", "place", "tier"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_technique_and_rule_of_a_puzzle_has_words(language: str) -> None:
    every = beside("litgrid.core.words", language)
    for kind in kinds:
        own = kind.words(language)
        names = {technique.name for technique in kind.techniques}
        assert names == set(own["step"]) - set(every["step"]) == set(own["technique"]) - set(every["technique"])
        for example in kind.examples:
            tables = kind.from_text(example.split("\n")).tables()
            assert {table.kind for table in tables} <= set(own["rule"])
            for table in tables:
                if isinstance(table, Count) and "{value}" in own["rule"][table.kind]:
                    assert table.value is not None
                    assert len(table.value) == len(table)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["lightup-10x10-lean-5", "binairo-8x8-lean-2", "gappy-9x9-lean-2"])
def test_every_step_is_told(language: str, name: str) -> None:
    record = next(record for record in litgrid.examples() if record.id == name)
    for step in litgrid.explain(record.puzzle).steps:
        for text in (step.text(language), step.hint(1, language), step.hint(2, language)):
            assert text[0].isupper()
            assert text.endswith(".")
            assert "{" not in text
            assert not re.search(" [:;!?»]|« ", text)


def test_another_language_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="one of en, fr"):
        beside("litgrid.core.words", "xx")


def test_a_kind_without_words_is_told_by_its_own_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LightUp, "words", staticmethod(lambda _: {}))
    monkeypatch.setattr(LightUp, "techniques", ())
    step = litgrid.explain(LightUp.from_clues([".1.", "...", "2.#"])).steps[0]  # a board that no other test asks about
    assert step.technique == "single"
    assert step.text() == (
        "The rule that the 2 at r3c1 touches exactly 2 bulbs leaves no choice: bulb at r2c1 and r3c2."
    )


def test_a_technique_of_two_rules_of_a_kind_needs_both() -> None:
    technique = Technique("both", ("number", "number"), most=4)
    assert technique.fits(["number", "number"], value=None)
    assert not technique.fits(["number"], value=None)
    assert not technique.fits(["number", "clash", "number"], value=None)


def test_a_technique_of_one_kind_is_one_rule() -> None:
    technique = Technique("full", ("number",))
    assert technique.fits(["number"], value=None)
    assert not technique.fits(["number", "number"], value=None)


def test_a_technique_may_be_about_one_cell_only() -> None:
    technique = Technique("last", ("number",), cells=1)
    assert technique.fits(["number"], value=None, cells=1)
    assert not technique.fits(["number"], value=None, cells=2)


def test_tiers_name_techniques_and_each_holds_the_one_before() -> None:
    for kind in kinds:
        names = {technique.name for technique in kind.techniques}
        before: frozenset[str] = frozenset()
        for tier in kind.tiers:
            assert tier.techniques is None or before < tier.techniques <= names
            before = tier.techniques or before
        assert not kind.tiers or kind.tiers[-1].techniques is None


def test_a_sentence_names_a_few_rules_and_says_how_many_more() -> None:
    record = next(record for record in litgrid.examples() if record.id == "gappy-9x9-lean-1")
    steps = litgrid.explain(record.puzzle).steps
    longest = max(steps, key=lambda step: step.cost)
    assert longest.technique == "split"
    for language, word in (("en", "more"), ("fr", "autres")):
        text = longest.text(language)
        assert f"{longest.cost - MOST_NAMED} {word}" in text
        assert len(text) < 500


def test_one_text_is_said_of_one_cell_and_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"cells": {"true": "light: {cells}", "false": "dark: {cells}"}}
    monkeypatch.setattr(LightUp, "words", classmethod(lambda *_: said))
    step, *_ = litgrid.explain(litgrid.load("lightup\n2.\n..")).steps
    assert "light: r1c2 and r2c1" in step.text()


@pytest.mark.parametrize(("text", "said"), [("lightup\n0.", "touche aucune"), ("mosaic\n0.", "a aucune case noire")])
def test_in_french_a_zero_has_none(text: str, said: str) -> None:
    puzzle = litgrid.load(text)
    sentences = [one for table in puzzle.tables() for one in RuleWords(puzzle, "fr").sentences(table)]
    assert any(said in sentence for sentence in sentences)
    assert not any("exactement 0" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("name", "said"), [("lightup-7x7-lean-2", "Sans ampoule en l"), ("starbattle-10x10-lean-3", "Sans étoile en l")]
)
def test_in_french_nothing_is_with_none(name: str, said: str) -> None:
    record = next(record for record in litgrid.examples() if record.id == name)
    texts = [step.text("fr") for step in litgrid.explain(record.puzzle).steps]
    assert any(text.startswith(said) for text in texts)
    assert not any(re.search(r"(?i)\b(avec|il y a) (aucune?|pas)\b", text) for text in texts)
