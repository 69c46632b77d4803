"""Propagation, reasons, rivals and sifting: by brute force over all assignments; compiled and not, step by step."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection, Iterable
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from litgrid.kernel import is_compiled
from litgrid.kernel.costs import Costs
from litgrid.kernel.probing import Prober
from litgrid.kernel.reasons import Reasons
from litgrid.kernel.trail import Trail
from tests.kernel import questions
from tests.kernel.forms import bare
from tests.kernel.questions import VARIABLES, Made, said
from tests.processes import finished

Count = tuple[list[int], int, int]
Pair = tuple[list[int], list[int]]

SEEDS = range(40)
MANY = 1800
"""How many systems it takes where a mistake shows in one of hundreds."""
EVERY = np.array(list(product((0, 1), repeat=VARIABLES)))


def models(counts: Iterable[Count], pairs: Iterable[Pair], facts: Iterable[int]) -> int:
    """Return in how many assignments counts hold, two lines differ, and literals are true."""
    found = EVERY
    for literals, low, high in [*counts, *(([fact], 1, 1) for fact in facts)]:
        true = (found[:, np.abs(literals) - 1] == (np.array(literals) > 0)).sum(axis=1)
        found = found[(low <= true) & (true <= high)]
    for pair in pairs:
        one, other = (np.array(line) - 1 for line in pair)
        found = found[(found[:, one] != found[:, other]).any(axis=1)]
    return len(found)


def obeying(made: Made, rules: Collection[int], facts: Iterable[int]) -> int:
    """Return in how many assignments some rules hold, and some literals are true."""
    counts = [count for count, rule in zip(made.counts, made.rule, strict=True) if rule in rules]
    return models(counts, [pair_of(made, rule) for rule in rules if rule >= made.counting], facts)


def pair_of(made: Made, rule: int) -> Pair:
    one, other = divmod(rule - made.counting, len(made.lines))
    return made.lines[one], made.lines[other]


def every_rule(made: Made) -> list[int]:
    width = len(made.lines)
    pairs = [made.counting + one * width + other for other in range(width) for one in range(other)]
    return [*range(made.counting), *pairs]


def forced(  # noqa: C901 - written down rule by rule
    made: Made, known: Iterable[int], rules: Collection[int]
) -> set[int] | None:
    """Return what is known in the end, rule by rule and count by count; ``None`` where one of them breaks."""
    found = set(known)
    changed = True
    while changed:
        before = len(found)
        for (literals, low, high), rule in zip(made.counts, made.rule, strict=True):
            if rule not in rules:
                continue
            true = sum(literal in found for literal in literals)
            unknown = [literal for literal in literals if not found & {literal, -literal}]
            if true > high or true + len(unknown) < low:
                return None
            found |= {-literal for literal in unknown} if true == high else set()
            found |= set(unknown) if true + len(unknown) == low else set()
        for rule in rules:
            if rule < made.counting:
                continue
            apart = [
                (a, b) for a, b in zip(*pair_of(made, rule), strict=True) if not ({a, b} <= found or {-a, -b} <= found)
            ]
            if not apart:
                return None
            known_ones = [pair for pair in apart if len(found & {pair[0], -pair[0], pair[1], -pair[1]}) == 2]
            if len(apart) == 1 and not known_ones:
                for a, b in (apart[0], apart[0][::-1]):
                    if found & {a, -a}:
                        found.add(-b if a in found else b)
        changed = len(found) > before
    return found


def taken(made: Made, seed: int) -> Trail:
    """Return a trail on which a few literals of the answer are known, and nothing was drawn from them."""
    rng, trail = np.random.default_rng(seed), made.trail()
    trail.take([literal for literal in made.right() if rng.random() < 0.2])
    return trail


@pytest.mark.parametrize("seed", SEEDS)
def test_what_single_rules_force_is_known_and_nothing_else(seed: int) -> None:
    made = Made.at_random(seed)
    trail = taken(made, seed)
    before = trail.literals(0)
    prober = Prober(Reasons(trail), 50)
    prober.begin([])
    assert prober.close(VARIABLES, 1, False, 1)
    assert set(trail.literals(0)) == forced(made, before, every_rule(made))
    trail.back(0)
    assert (trail.grid() == -1).all()
    assert trail.tight() == made.trail().tight()


@pytest.mark.parametrize("seed", SEEDS)
def test_rules_and_facts_refute_and_none_of_the_rules_is_needless(seed: int) -> None:
    made = Made.at_random(seed)
    trail = taken(made, seed)
    reasons, known, rules = Reasons(trail), trail.literals(0), every_rule(made)
    for literal in (side for variable in range(1, VARIABLES + 1) for side in (variable, -variable)):
        if trail.value(literal) >= 0:
            continue
        fewest = reasons.least(literal, VARIABLES, 99)
        used, facts = reasons.traced, reasons.rested
        assert len(used) == fewest
        assert reasons.breaking([literal]) == [literal] * (fewest > 0)
        (depth,) = reasons.depths([literal], VARIABLES, 0)
        assert [reasons.cost(literal, deepest) > 0 for deepest in range(4)] == [0 <= depth <= one for one in range(4)]
        assert trail.literals(0) == known
        if fewest == 0:
            continue
        assert set(facts) <= set(known)
        assert not obeying(made, used, [*facts, literal])
        if fewest > 2:
            for rule in used:
                others = trail.allow([one for one in used if one != rule])
                assert reasons.cost(literal, VARIABLES, others) == 0
        light = reasons.light(literal, VARIABLES, fewest)
        assert light <= fewest
        assert light == 0 or not obeying(made, reasons.traced, [*reasons.rested, literal])
        assert set(used) <= set(rules)


@pytest.mark.parametrize("loose", [True, False])
@pytest.mark.parametrize("deepest", [1, 2, VARIABLES])
@pytest.mark.parametrize("first", range(0, MANY, MANY // len(SEEDS)))
def test_what_is_kept_from_step_to_step_is_what_is_found_anew(first: int, deepest: int, loose: bool) -> None:
    for seed in range(first, first + MANY // len(SEEDS)):
        kept_is_found_anew(seed, deepest, loose)


def kept_is_found_anew(seed: int, deepest: int, loose: bool) -> None:
    """Take facts one after another; ``loose``: such that may force something that is not taken."""
    made, rng = Made.at_random(seed), np.random.default_rng(seed)
    trail = taken(made, seed)
    reasons = Reasons(trail)
    costs, base = Costs(reasons, deepest, 3), trail.base
    kept = dict[int, tuple[int, tuple[int, ...]]]()
    left = rng.permutation([literal for literal in made.right() if trail.value(literal) < 0]).tolist()
    while left:
        wrong = [-literal for literal in left]
        most = int(rng.integers(1, 6))
        costs.begin(wrong)
        while not costs.sweep(most, 1):
            pass
        literals, new = costs.found()
        kept |= {literal: (cost, rules) for cost, literal, rules in new}
        found = {literal: kept[literal] for literal in literals}
        anew = {literal: reasons.least(literal, deepest, 99) for literal in wrong}
        matters = max(most, min(filter(None, anew.values()), default=0))
        assert {one for one, (cost, _) in found.items() if cost <= matters} == {
            one for one, cost in anew.items() if 0 < cost <= matters
        }, seed
        for literal, (cost, rules) in found.items():
            assert cost == reasons.least(literal, deepest, 99), seed
            assert list(rules) == (reasons.traced if cost <= 3 else [])
        if rng.random() < 0.1:  # what is known is forgotten
            trail.back(base)
        trail.take([left.pop()])
        while (tight := trail.tight()) and not loose:  # what is known forces nothing more
            trail.apply(tight, 0)
            trail.know(())
        left = [literal for literal in left if trail.value(literal) < 0]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_cannot_be_is_impossible(seed: int) -> None:
    made = Made.at_random(seed)
    trail = taken(made, seed)
    prober, known = Prober(Reasons(trail), 9999), trail.literals(0)
    rules = range(made.counting)
    literals = [one for one in range(-VARIABLES, VARIABLES + 1) if one and trail.value(one) < 0]
    found = prober.impossible(literals, list(range(1, VARIABLES + 1)), trail.allow(rules))
    assert found == [literal for literal in literals if not obeying(made, rules, [*known, literal])]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_stays_leaves_one_answer_and_is_needed(seed: int) -> None:
    made = Made.at_random(seed)
    sieve, items = made.sieve()
    rng = np.random.default_rng(seed)
    order = rng.permutation(items).tolist()

    def left(kept: Collection[int]) -> int:
        counts = [made.counts[item] for item in kept if item < len(made.counts)]
        given = [made.right()[2 * (item - len(made.counts))] for item in kept if item >= len(made.counts)]
        return models(counts, [pair_of(made, rule) for rule in every_rule(made) if rule >= made.counting], given)

    for kept in (order, order[: items // 2]):
        sieve.lay(kept, [])
        rival = sieve.rival(9999)
        assert rival is not None
        assert (rival.size > 0) == (left(kept) > 1)
        assert not rival.size or (rival != made.answer).any()
    if left(order) > 1:
        return
    sieve.lay(order, [])
    sieve.sift(0, 9999, 1 << 40)
    fates = sieve.fates()
    assert fates is not None
    stays = np.flatnonzero(fates == 1).tolist()
    assert left(stays) == 1
    assert all(left([one for one in stays if one != item]) > 1 for item in stays)
    assert sieve.trail.literals(0) == []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("boards", [1, 3])
def test_guesses_find_the_answers_of_each_board(seed: int, boards: int) -> None:
    """Or say that they are too few; what a board says does not hang on what was asked about others before."""
    made = Made.at_random(seed)
    if seed % 3 == 0:  # some have no answer
        made.counts.extend([([1, 2], 1, 1), ([1, -2], 1, 1)])
    pairs = [pair_of(made, rule) for rule in every_rule(made) if rule >= made.counting] if boards == 1 else []
    many = min(models(made.counts, pairs, []), 2)
    guesses = made.guesses(boards)
    for most, tries in ((1000, 1000), (1, 0), (1000, 0), (3, 9)):
        found = [guesses.answers(board, most, tries) for board in (*range(boards), 0)]
        assert [str(one) for one in found] == [str(found[0])] * (boards + 1)
        if found[0] is None:
            assert most < 1000
            continue
        assert len(found[0]) == many
        assert len({str(answer) for answer in found[0]}) == many
        for answer in found[0]:
            assert models(made.counts, pairs, [at if value else -at for at, value in enumerate(answer.tolist(), 1)])


def test_compiled_or_not_they_say_the_same(tmp_path: Path) -> None:
    """Where nothing is compiled, Python looks at the bounds of arrays as well."""
    if not is_compiled():
        pytest.skip("nothing is compiled here")
    done = finished(
        [sys.executable, questions.__file__, str(len(SEEDS))],
        env={**os.environ, "PYTHONPATH": bare(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == json.loads(json.dumps([said(seed) for seed in SEEDS]))
