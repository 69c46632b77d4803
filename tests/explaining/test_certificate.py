"""Certificates, against trying every set of few rules with a plain SAT solver, on rules of the tests' own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

import litgrid
from litgrid.explaining import Certificate, certify
from tests.explaining.walks import KINDS, Moment, Walk, walks
from tests.laws import Law

LARGE = 81
"""Of boards with so many cells the steps can take many rules each."""
TRIED = 3
"""Sets of so many rules are tried out, and no step takes more where so many do."""
FEW_RULES = ["lightup", "binairo", "eightqueens"]
"""Kinds whose small boards have few rules; those of Gappy have 8 rows at least, and some hundred rules."""
SMALL = [
    "lightup\n.....\n.2.#.\n...1.\n#....\n..1..",
    "binairo\n.1....\n.....0\n..0...\n...0..\n1....1\n......",
    "gappy\n- - 6 - - - - - -\n3 - - - 2 - - - -",
]


def grown(laws: Sequence[Law], opened: set[int], size: int) -> Iterator[tuple[Law, ...]]:
    """Yield sets of so many rules that hang together by open cells: others decide what one of their parts does."""
    cells = {id(law): opened.intersection(law.cells) for law in laws}
    some = [law for law in laws if cells[id(law)]]
    for chosen in combinations(some, size):
        held, rest = set(cells[id(chosen[0])]), list(chosen[1:])
        while near := [law for law in rest if held & cells[id(law)]]:
            held.update(*(cells[id(law)] for law in near))
            rest = [law for law in rest if law not in near]
        if not rest:
            yield chosen


def fewest(moment: Moment, most: int) -> int | None:
    """Return how many rules decide any cell where a step is taken, by trying all sets of ``most`` and fewer."""
    judge = moment.walk.judge
    opened = set(range(judge.size)) - moment.known.keys()
    for size in range(1, most + 1):
        for chosen in grown(judge.laws, opened, size):
            cells = {cell for law in chosen for cell in law.cells}
            if judge.decided(chosen, {cell: moment.known[cell] for cell in cells & moment.known.keys()}):
                return size
    return None


def check_cheaper(walk: Walk, certificate: Certificate) -> None:
    """Check what is said of each step, and that what is said to be cheaper is a step that follows."""
    assert len(certificate.least) == len(walk.moments)
    assert certificate.unknown == 0
    for moment, least in zip(walk.moments, certificate.least, strict=True):
        assert least is not None
        assert min(moment.step.cost, TRIED + 1) <= least <= moment.step.cost  # up to three rules nothing is missed
        assert (moment.number in certificate.cheaper) == (least < moment.step.cost)
        cheaper = certificate.cheaper.get(moment.number)
        if cheaper is not None:
            laws = [walk.judge.law(rule) for rule in cheaper.rules]
            assert len(laws) == cheaper.cost == least
            assert dict(cheaper.facts).items() <= moment.known.items()
            assert cheaper.cells
            for cell, value in cheaper.cells:
                assert cell not in moment.known
                assert walk.judge.force(laws, cheaper.facts, cell, value)
                for fact in cheaper.facts:
                    assert not walk.judge.force(laws, [one for one in cheaper.facts if one != fact], cell, value)


def of_several_rules(kind: str) -> list[Walk]:
    """Return explanations with steps that take more than one rule."""
    return [walk for walk in walks(kind) if any(step.cost > 1 for step in walk.found.steps)]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_cheaper_follows_and_is_cheaper(kind: str) -> None:
    hard = [walk for walk in of_several_rules(kind) if kind == "gappy" or walk.judge.size < LARGE]
    for walk in hard[: 2 if kind == "gappy" else 4]:
        check_cheaper(walk, certify(walk.found))


@pytest.mark.slow
def test_what_is_cheaper_where_it_takes_many_rules() -> None:
    walk = [walk for walk in of_several_rules("starbattle") if walk.judge.size == LARGE][1]
    certificate = certify(walk.found)
    check_cheaper(walk, certificate)
    assert max(step.cost for step in walk.found.steps) > 10
    assert certificate.cheaper


@pytest.mark.parametrize("kind", FEW_RULES)
def test_least_is_the_least_by_trying_all_sets(kind: str) -> None:
    """All sets of two rules, at some of the steps that take more."""
    tried = 0
    for walk in walks(kind):
        hard = [moment for moment in walk.moments if moment.step.cost > 2]
        if not hard or walk.judge.size > 64 or tried >= 4:
            continue
        certificate = certify(walk.found)
        for moment in hard[:2]:
            tried += 1
            least = certificate.least[moment.number]
            assert least is not None
            found = fewest(moment, min(moment.step.cost - 1, TRIED - 1))
            assert (found or least) == least, str(moment)
            assert found is not None or least >= min(moment.step.cost, TRIED)
    assert tried >= 4


@pytest.mark.parametrize("text", SMALL)
def test_small_boards_that_take_several_rules(text: str) -> None:
    walk = Walk.of(litgrid.load(text))
    certificate = certify(walk.found)
    check_cheaper(walk, certificate)
    hard = [moment for moment in walk.moments if (certificate.least[moment.number] or 0) > 1]
    assert hard
    for moment in hard[:3]:
        assert fewest(moment, 1) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", FEW_RULES)
def test_least_is_the_least_by_trying_all_sets_of_three(kind: str) -> None:
    tried = 0
    for walk in walks(kind):
        hard = [moment for moment in walk.moments if moment.step.cost > TRIED]
        if hard and walk.judge.size <= 36 and tried < 6:
            certificate = certify(walk.found)
            for moment in hard[:2]:
                tried += 1
                least = certificate.least[moment.number]
                assert least is not None
                found = fewest(moment, TRIED)
                assert found == least if least <= TRIED else found is None
    assert tried


def test_out_of_time() -> None:
    found = litgrid.explain(litgrid.load(SMALL[1]))
    certificate = certify(found, timeout=0)
    hard = sum(step.cost > 1 for step in found.steps)
    assert certificate.unknown == hard > 0
    assert "not certified: the time ran out." in certificate.text()
    assert certificate.least.count(1) == len(found.steps) - hard


def test_several_answers_and_none() -> None:
    walk = Walk.of(litgrid.load("lightup\n..#..\n.#1#.\n..#.."))
    check_cheaper(walk, certify(walk.found))
    assert certify(litgrid.explain(litgrid.load("lightup\n4.\n.."))).least == ()


def test_lines_of_two_lengths() -> None:
    walk = Walk.of(litgrid.load("binairo\n1....0\n..1...\n.0..1.\n......"))
    check_cheaper(walk, certify(walk.found))
