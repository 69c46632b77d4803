"""Wide layers, streamed, against brute force and published numbers: here every layer is taken for wide."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.system import System
from litgrid.counting import frontier, streams
from litgrid.counting.frontier import count_plan, layers
from litgrid.counting.layers import Plan
from litgrid.counting.plan import TooManyStatesError, plan
from litgrid.kernel import is_compiled
from litgrid.puzzles import kinds
from tests.boards import BOARDS, Case
from tests.kernel.forms import FORMS, kernel
from tests.models import Count, bounds_of, obeying
from tests.strategies import counts

NO_LIMIT = Limit(None)
SHARED = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
"""The fixtures set the same for all examples."""


def stream(form: str, patch: pytest.MonkeyPatch) -> None:
    """Let every layer be streamed, by the kernel in one of its forms, and passes stop after a few states."""
    for name in ("Collecting", "Deciding", "Distributing"):
        patch.setattr(streams, name, getattr(kernel("stream", form), name))
    patch.setattr(frontier, "is_compiled", lambda: True)
    patch.setattr(frontier, "WIDE", 0)
    patch.setattr(streams, "CHUNK", 7)
    patch.setattr(streams, "KEYS", 2)


@pytest.fixture(params=FORMS)
def streamed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    stream(request.param, monkeypatch)


@pytest.fixture(params=["sorted", *FORMS])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param != "sorted":
        stream(request.param, monkeypatch)


@pytest.mark.parametrize("kind", sorted(BOARDS))
@pytest.mark.usefixtures("streamed")
@given(data=st.data())
@SHARED
def test_small_boards(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    assert litgrid.count(case.puzzle).count == len(case.answers)


@pytest.mark.usefixtures("streamed")
@given(counts(variables=9, most=10, crossed=True), st.permutations(range(1, 10)))
@SHARED
def test_any_order_counts_the_same(made: list[Count], order: list[int]) -> None:
    chosen = plan(bounds_of(made), np.array(order))
    assert (0 if chosen is None else count_plan(chosen, NO_LIMIT)) == len(obeying(made, 9))


def walked(chosen: Plan, order: list[int]) -> set[tuple[int, ...]]:
    """Return all answers that a diagram holds, by walking it in every way."""
    paths: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for links in layers(chosen, NO_LIMIT):
        after = links.tolist()
        paths = [((*path, value), after[value][state]) for path, state in paths for value in (0, 1)]
        paths = [path for path in paths if path[1] >= 0]
    return {tuple(value for _, value in sorted(zip(order, path, strict=True))) for path, _ in paths}


@pytest.mark.usefixtures("either")
@given(counts(crossed=True), st.permutations(range(1, 9)))
@SHARED
def test_the_diagram_holds_the_answers(made: list[Count], order: list[int]) -> None:
    chosen = plan(bounds_of(made), np.array(order))
    if chosen is None:
        assert not obeying(made, 8)
    else:
        assert walked(chosen, order) == set(obeying(made, 8))


@pytest.mark.usefixtures("either")
def test_the_diagram_counts_as_the_programme_does() -> None:
    puzzle = kinds.get("binairo").empty(Shape(6, 6)).with_switches(unique_lines=False)
    made = list(layers(whole_plan(puzzle), NO_LIMIT))
    ways = np.ones(1, dtype=np.int64)
    for links in reversed(made):
        ways = np.where(links >= 0, np.append(ways, 0)[links], 0).sum(axis=0)
    assert ways.tolist() == [11_222]
    states = sum(links.shape[1] for links in made)
    with pytest.raises(TooManyStatesError):
        list(layers(whole_plan(puzzle), NO_LIMIT, states - 1))


def whole_plan(puzzle: litgrid.Puzzle) -> Plan:
    bounds = System.of(puzzle.tables()).bounds
    chosen = plan(bounds, np.arange(1, puzzle.shape.size + 1))
    assert chosen is not None
    return chosen


@pytest.mark.usefixtures("streamed")
@pytest.mark.parametrize("length", [70, 104, 140, 200])
def test_numbers_over_the_borders_of_limbs(length: int) -> None:
    # One count over all: binomial coefficients of about one to six limbs, while the frontier stays open.
    row = np.array([1] + [0] * length, dtype=object)
    for _ in range(length):
        row[1:] += row[:-1].copy()
    low, high = length // 2 - 5, length // 2 + 2
    chosen = plan(bounds_of([(tuple(range(1, length + 1)), low, high)]), np.arange(1, length + 1))
    assert chosen is not None
    assert count_plan(chosen, NO_LIMIT) == sum(row[low : high + 1])


@pytest.mark.parametrize(("kind", "size", "known"), [("gappy", 11, 31_197_434), ("binairo", 8, 12_413_918)])
def test_known_numbers(kind: str, size: int, known: int) -> None:
    puzzle = kinds.get(kind).empty(Shape(size, size))
    if kind == "binairo":
        puzzle = puzzle.with_switches(unique_lines=False)
    assert litgrid.count(puzzle).count == known


def test_known_numbers_of_wide_frontiers() -> None:
    if not is_compiled():
        pytest.skip("without compiled kernels this takes long")
    assert litgrid.count(kinds.get("gappy").empty(Shape(12, 12))).count == 6_798_881_226
    empty = kinds.get("binairo").empty(Shape(10, 10)).with_switches(unique_lines=False)
    assert litgrid.count(empty).count == 117_925_227_108


@pytest.mark.usefixtures("streamed")
def test_the_clock_is_looked_at_within_a_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ticks(Limit):
        ticks = 0

        def check(self) -> None:
            self.ticks += 1
            if self.ticks > 1_000:
                raise OutOfTimeError("a thousand looks")

    monkeypatch.setattr(streams, "CHUNK", 50)
    limit = Ticks(None)
    with pytest.raises(OutOfTimeError):
        count_plan(whole_plan(kinds.get("gappy").empty(Shape(9, 9))), limit)


def test_planning_is_in_time() -> None:
    puzzle = kinds.get("lightup").empty(Shape(20, 20))
    bounds = System.of(puzzle.tables()).bounds
    with pytest.raises(OutOfTimeError):
        plan(bounds, np.arange(1, 401), limit=Limit(0))
