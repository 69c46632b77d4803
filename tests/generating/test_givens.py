"""A share of given cells: of any answer, and any of its cells, all alike likely."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import litgrid
from litgrid.core.check import violations
from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.tables import Rule
from litgrid.formats import Record
from litgrid.generating import drawing
from litgrid.generating.making import drawable, make
from litgrid.generating.order import Order

SIZES = {"binairo": 6, "gappy": 9, "lightup": 5, "mosaic": 5, "starbattle": 6}


def made(order: Order, number: int) -> Record:
    found = make(order, 7, number, Limit(None))
    assert found is not None
    return found


def broken(found: Record) -> list[Rule]:
    assert found.answer is not None
    return violations(found.puzzle.tables(), found.answer)


@pytest.mark.parametrize("givens", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("kind", SIZES)
def test_so_many_cells_of_an_answer_are_given_and_nothing_else(kind: str, givens: float) -> None:
    order = Order(kind, Shape(SIZES[kind], SIZES[kind]), givens=givens)
    assert order == replace(order) == Order(**{**order.as_dict(), "shape": order.shape})
    for number in range(3):
        found = made(order, number)
        given, bare = found.puzzle.givens, found.puzzle.bare
        assert found.level is None
        assert (given >= 0).sum() == round(givens * (~bare.fixed).sum())
        assert (given == found.answer)[given >= 0].all()
        assert not broken(found)
        assert found.puzzle == bare.with_givens(given)
        assert made(order, number).puzzle == found.puzzle


def test_answers_and_cells_are_drawn_uniformly() -> None:
    """72 answers of 4 x 4, and 4 of 16 cells: what is expected of chi-square is its degrees of freedom, 71 and 15."""
    tries = 1440
    all_given, some = (Order("binairo", Shape(4, 4), givens=share) for share in (1.0, 0.25))
    answers = Counter(made(all_given, number).puzzle.text() for number in range(tries))
    assert len(answers) == 72
    expected = tries / 72
    assert sum((seen - expected) ** 2 / expected for seen in answers.values()) < 71 + 4 * np.sqrt(2 * 71)
    cells = np.sum([made(some, number).puzzle.givens.ravel() >= 0 for number in range(tries)], axis=0)
    expected = tries / 4
    assert ((cells - expected) ** 2 / expected).sum() < 15 + 4 * np.sqrt(2 * 15)


def test_what_cannot_be_drawn_uniformly_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = (Order("binairo", Shape(side, side), givens=0.3) for side in (6, 10))
    assert drawable(small)
    monkeypatch.setattr(drawing, "MOST_STATES", 1000)
    drawing.uniform.cache_clear()
    assert not drawable(large)
    assert not broken(made(large, 0))
    drawing.uniform.cache_clear()


def test_a_board_that_cannot_be_filled_is_told() -> None:
    with pytest.raises(LitgridError, match="no board of 2 x 8 can be filled"):
        make(Order("binairo", Shape(2, 8), givens=0.5), 1, 0, Limit(None))


def test_from_python() -> None:
    (record,) = litgrid.generate("binairo", 6, 1, givens=0.5, seed=3)
    assert (record.puzzle.givens >= 0).sum() == 18
    assert litgrid.generate("binairo", 6, givens="50%", seed=3) == record.puzzle
    with pytest.raises(LitgridError, match="expected a share from 0 to 1"):
        litgrid.generate("binairo", 6, givens="half")
