"""A long chain is told link by link: each follows by its rule from what was told before, and the last one breaks."""

from __future__ import annotations

import pytest

from litgrid.answer import Telling
from litgrid.core.words import LANGUAGES
from tests.explaining.walks import KINDS, Moment, moments, walks

every_kind = pytest.mark.parametrize("kind", KINDS)
LONGEST = 160
"""No sentence of a link has more characters, but where it lists what follows."""


@every_kind
def test_each_link_follows_from_those_before_it(kind: str) -> None:
    long = 0
    for moment in moments(kind):
        links, judge = moment.step.links(), moment.walk.judge
        if not links:
            continue
        long += 1
        assumed, *follows, decided = links
        ((cell, value),) = assumed.cells
        assert (cell, 1 - value) in moment.step.cells
        known = moment.facts | {cell: value}
        for link in follows:
            (rule,) = link.rules
            assert all(judge.force([judge.law(rule)], known.items(), *one) for one in link.cells), str(moment)
            known |= dict(link.cells)
        (rule,) = decided.rules
        assert not judge.possible([judge.law(rule)], known.items()), str(moment)
        assert list(decided.cells) == moment.step.cells
        assert {rule for link in links for rule in link.rules} <= set(moment.step.rules)
    assert long or kind == "mosaic"


def leads(moment: Moment, out: tuple[int, int]) -> bool:
    """Whether the links follow one after another, and the last one breaks, if one cell were not told."""
    judge, (assumed, *follows, decided) = moment.walk.judge, moment.step.links()
    known = moment.facts | dict(assumed.cells)
    for link in follows:
        told = [cell for cell in link.cells if cell != out]
        if not all(judge.force([judge.law(link.rules[0])], known.items(), *cell) for cell in told):
            return False
        known |= dict(told)
    return not judge.possible([judge.law(decided.rules[0])], known.items())


@every_kind
def test_each_cell_of_a_link_is_needed_for_what_follows(kind: str) -> None:
    for moment in moments(kind):
        told = [cell for link in moment.step.links()[1:-1] for cell in link.cells]
        assert not [cell for cell in told if leads(moment, cell)], str(moment)


@every_kind
def test_a_chain_of_more_than_three_links_is_no_sentence(kind: str) -> None:
    for moment in moments(kind):
        for language in LANGUAGES:
            step, links = moment.step, moment.step.links(language)
            assert step.text(language) == " ".join(step.sentences(language))
            if links:
                assert len(links) > 5
                assert step.sentences(language) == [link.text for link in links]
                assert all(len(link.text) <= LONGEST + 6 * len(link.cells) for link in links)
            else:
                assert len(step.sentences(language)) == 1
                assert step.text(language).count(";") <= 4


@every_kind
def test_each_link_has_a_line_and_a_picture_and_is_in_json(kind: str) -> None:
    for walk in [walk for walk in walks(kind) if any(step.links() for step in walk.found.steps)][:3]:
        found, width = walk.found, len(str(len(walk.found.steps)))
        lines = found.text().split("\n")
        panels = found.strip("").panels[1:]
        texts = [panel.text for panel in panels[:-1]] + [panels[-1].text.removesuffix(f" {found.ending()}")]
        said = found.values(Telling(found))["steps"]
        for number, (step, record) in enumerate(zip(found.steps, said, strict=True), 1):
            sentences = step.sentences()
            begin = f"{number:{width}}. "
            assert lines[: len(sentences)] == [
                (begin if place == 0 else " " * len(begin)) + sentence for place, sentence in enumerate(sentences)
            ]
            drawn = panels[: len(sentences)]
            assert [text.removeprefix(begin.lstrip()) for text in texts[: len(sentences)]] == sentences
            links = step.links()
            assert [link["text"] for link in record.get("links", [])] == [link.text for link in links]
            for panel, link in zip(drawn, links, strict=bool(links)):
                assert panel.decided == tuple(cell for cell, _ in link.cells)
            lines, panels = lines[len(sentences) :], panels[len(sentences) :]
            texts = texts[len(sentences) :]
        assert lines == [found.ending()]
        assert not list(panels)
