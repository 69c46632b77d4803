from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.errors import LitgridError
from litgrid.core.limit import Limit
from litgrid.sat import walksat
from litgrid.sat.formula import Formula, from_clauses
from litgrid.sat.walksat import FIRST, HEURISTICS, Runs, Settings, run, watch
from tests.kernel.forms import FORMS, kernel
from tests.sat.walks import Clauses, FirstWalk, Walk, Words

SEED = 3


@pytest.fixture(params=FORMS)
def mode(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Search with the compiled kernel, and with the same file as Python runs it."""
    form: str = request.param
    monkeypatch.setattr(walksat, "Walk", kernel("walksat", form).Walk)
    return form


def random_clauses(rng: random.Random, variables: int, number: int, lengths: tuple[int, ...]) -> Clauses:
    return [
        [rng.choice((v, -v)) for v in rng.sample(range(1, variables + 1), min(rng.choice(lengths), variables))]
        for _ in range(number)
    ]


def walked(clauses: Clauses, variables: int, how: Settings, seed: int, execution: int) -> Walk:
    kind = FirstWalk if how.heuristic in FIRST else Walk
    return kind(clauses, variables, how.heuristic, how.noise, how.max_flips, how.restarts, Words(seed, execution)).run()


def entries(runs: Runs) -> list[object]:
    """Return all that is not a time."""
    arrays = (runs.solved, runs.flips, runs.restarts, runs.model, runs.trace)
    return [None if array is None else array.tolist() for array in arrays]


@pytest.mark.parametrize("heuristic", HEURISTICS)
@pytest.mark.parametrize("lengths", [(3,), (1, 2, 3), (2, 3, 4, 7)])
def test_it_flips_what_the_pseudocode_flips(mode: str, heuristic: str, lengths: tuple[int, ...]) -> None:
    rng = random.Random(f"{heuristic} {lengths}")
    for execution in range(4):
        variables = rng.choice((5, 20, 40))
        clauses = random_clauses(rng, variables, int(variables * rng.choice((2, 4.2))), lengths)
        how = Settings(heuristic, rng.choice((0.0, 0.1, 0.5, 1.0)), max_flips=60, restarts=rng.choice((0, 2)))
        naive = walked(clauses, variables, how, 7, execution)
        runs = run(from_clauses(clauses, variables), how, seed=7, first=execution, trace_every=1)
        assert (runs.solved[0], runs.flips[0], runs.restarts[0]) == (naive.solved, naive.flips, naive.restarted)
        assert runs.trace is not None
        # Another flip anywhere changes how many clauses are false, sooner or later.
        assert runs.trace.tolist() == naive.trace
        if naive.solved:
            assert runs.model is not None
            assert {abs(literal): literal > 0 for literal in runs.model.tolist()} == naive.value


@given(
    clauses=st.lists(st.lists(st.integers(-4, 4).filter(bool), max_size=6), max_size=12),
    variables=st.integers(0, 6),
    heuristic=st.sampled_from(HEURISTICS),
    seed=st.integers(0, 2**64 - 1),
)
@settings(max_examples=150, deadline=None)
def test_any_formula_will_do(clauses: Clauses, variables: int, heuristic: str, seed: int) -> None:
    formula = from_clauses(clauses, variables)
    how = Settings(heuristic, 0.3, max_flips=40, restarts=1)
    runs = run(formula, how, seed=seed, executions=2, trace_every=1)
    if [] in clauses:
        assert not runs.solved.any()
        assert runs.flips.tolist() == [0, 0]
        return
    for execution in (0, 1):
        naive = walked(clauses, formula.variables, how, seed, execution)
        assert (runs.solved[execution], runs.flips[execution]) == (naive.solved, naive.flips)
    assert (runs.model is not None) == runs.solved.any()
    if runs.model is not None:
        assert np.abs(runs.model).tolist() == list(range(1, formula.variables + 1))
        assert all(set(clause) & set(runs.model.tolist()) for clause in clauses)


def hard() -> Formula:
    """Return a formula of 60 variables that has models, few enough that most executions find one, and some do not."""
    return from_clauses(random_clauses(random.Random(SEED), 60, 246, (3,)), 60)


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_a_batch_is_one_by_one(mode: str, heuristic: str) -> None:
    how = Settings(heuristic, 0.4, max_flips=300, restarts=1)
    batch = run(hard(), how, seed=3, executions=6, first=10, trace_every=50)
    for execution in range(6):
        alone = run(hard(), how, seed=3, first=10 + execution, trace_every=50)
        assert alone.solved[0] == batch.solved[execution]
        assert alone.flips[0] == batch.flips[execution]
        if execution == 0:
            assert entries(alone)[-1] == entries(batch)[-1]


def test_small_slices_flip_the_same(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    how = Settings("skc", 0.5, max_flips=700, restarts=2)
    once = run(hard(), how, executions=5, trace_every=13)
    monkeypatch.setattr(walksat, "FIRST_SLICE", 7)
    monkeypatch.setattr(walksat, "SLICE_SECONDS", 0.0)
    sliced = run(hard(), how, executions=5, trace_every=13)
    assert entries(once) == entries(sliced)


@pytest.mark.parametrize("every", [1, 7, 1000])
@pytest.mark.parametrize("heuristic", ["skc", "least-modified"])
def test_watching_sees_the_same_flips(mode: str, heuristic: str, every: int) -> None:
    rng = random.Random(every)
    for seed in range(6):
        clauses = random_clauses(rng, 30, 110, (2, 3))
        how = Settings(heuristic, 0.4, max_flips=100)
        naive = walked(clauses, 30, how, seed, 0)
        looks = list(watch(from_clauses(clauses, 30), how, seed=seed, every=every))
        assert [look.flips for look in looks] == sorted({*range(0, naive.flips, every), naive.flips})
        assert [look.false for look in looks] == [naive.trace[look.flips] for look in looks]
        assert looks[-1].values.tolist() == [naive.value[variable] for variable in range(1, 31)]
        for look in looks:
            true = {variable if value else -variable for variable, value in enumerate(look.values.tolist(), 1)}
            assert sum(not true & set(clause) for clause in clauses) == look.false
        for one, other in pairwise(looks):
            assert np.count_nonzero(one.values != other.values) <= other.flips - one.flips


def test_a_long_search_is_watched_with_few_looks() -> None:
    how = Settings("skc", 0.4, max_flips=100_000)
    every = list(watch(hard(), how, seed=1))
    looks = list(watch(hard(), how, seed=1, share=0.1))
    assert [look.flips for look in looks[:10]] == list(range(10))
    assert looks[-1].flips == every[-1].flips
    assert all(look.false == every[look.flips].false for look in looks)
    apart = [other.flips - one.flips for one, other in pairwise(looks[:-1])]
    assert apart == [max(1, look.flips // 10) for look in looks[:-2]]


def test_watching_what_has_no_flips() -> None:
    assert not list(watch(from_clauses([[]]), Settings()))
    assert not list(watch(from_clauses([[1]]), Settings(max_flips=0)))
    assert [look.false for look in watch(from_clauses([], 3), Settings())] == [0]
    with pytest.raises(LitgridError, match="1 or more"):
        next(watch(from_clauses([[1]]), Settings(), every=0))


def test_the_seed_decides_all() -> None:
    how = Settings("probsat", max_flips=2000)
    first, again, other = (run(hard(), how, seed=seed, executions=20) for seed in (5, 5, 6))
    assert entries(first) == entries(again)
    assert entries(first) != entries(other)


def test_all_heuristics_start_from_the_same_assignment() -> None:
    traces = [run(hard(), Settings(name, max_flips=0), seed=4, trace_every=1).trace for name in HEURISTICS]
    assert len({tuple(trace.tolist()) for trace in traces if trace is not None}) == 1
    runs = [run(from_clauses([], 200), Settings(name), seed=4) for name in HEURISTICS]
    assert len({tuple(one.model.tolist()) for one in runs if one.model is not None}) == 1


def test_restarts_begin_anew() -> None:
    # No assignment is a model, so each try takes all its flips.
    runs = run(from_clauses([[1], [-1], [2, 3]]), Settings(max_flips=10, restarts=4), executions=3, trace_every=4)
    assert not runs.solved.any()
    assert runs.model is None
    assert runs.flips.tolist() == [50, 50, 50]
    assert runs.restarts.tolist() == [4, 4, 4]
    assert runs.trace is not None
    assert runs.trace.size == 1 + 50 // 4


def test_no_noise_may_go_round_in_circles_and_noise_helps() -> None:
    # Without noise the first of equal variables is flipped for ever: 1 or 2, and never 3.
    clauses = [[1, 2, 3], [-1, 2, 3], [1, -2, 3], [-1, -2, 3], [-3, 4], [-3, 5], [-3, 6], [3, -4, -5, -6]]
    stuck = run(from_clauses(clauses), Settings("jw", 0.0, max_flips=500), executions=50)
    free = run(from_clauses(clauses), Settings("jw", 0.5, max_flips=500), executions=50)
    assert free.solved.all()
    assert stuck.solved.sum() <= free.solved.sum()


def test_random_formulas_of_many_solutions_are_all_solved() -> None:
    for heuristic in HEURISTICS:
        formula = from_clauses(random_clauses(random.Random(2), 100, 300, (3,)), 100)
        assert run(formula, Settings(heuristic, 0.4, max_flips=50_000), executions=20).solved.all()


def test_a_limit_cuts_short(mode: str) -> None:
    endless = from_clauses([[1], [-1]])
    over = run(endless, Settings(max_flips=10**15), executions=3, limit=Limit(0.0))
    assert over.flips.tolist() == [0, 0, 0]
    assert not over.solved.any()
    assert over.model is None
    runs = run(endless, Settings(max_flips=10**15), executions=3, limit=Limit(0.3))
    assert not runs.solved.any()
    assert runs.flips[0] > 0
    assert runs.flips[2] == 0
    assert 0 < runs.seconds < 10


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"heuristic": "best"}, "expected a heuristic, one of jw, .*first-modified; got 'best'"),
        ({"noise": 1.5}, "expected a noise from 0 to 1, got 1.5"),
        ({"noise": float("nan")}, "expected a noise from 0 to 1, got nan"),
        ({"max_flips": -1}, "expected a number of flips, 0 or more, got -1"),
        ({"restarts": -1}, "expected a number of restarts, 0 or more, got -1"),
    ],
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, float], says: str) -> None:
    with pytest.raises(LitgridError, match=says):
        Settings(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong", [{"seed": -1}, {"seed": 2**64}, {"executions": -1}, {"trace_every": -1}, {"first": -1}]
)
def test_numbers_that_cannot_be_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(LitgridError, match="expected"):
        run(hard(), Settings(), **wrong)  # type: ignore[arg-type]


def test_too_many_variables_are_refused() -> None:
    with pytest.raises(LitgridError, match="at most 1,073,741,823 variables"):
        run(from_clauses([[1]], 2**30), Settings())


def test_no_executions_are_no_runs() -> None:
    assert run(hard(), Settings(), executions=0).solved.size == 0
