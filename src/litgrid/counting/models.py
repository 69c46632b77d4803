"""How many models a formula has, on the variables that tell them apart.

An engine lists some first, as there may be few; then a model counter is asked, if one is installed; else the listing
goes on, which is exact as long as it comes to an end.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit, limited
from litgrid.counting.counted import Counted, Guarantee
from litgrid.counting.packages import APPROXMC, GANAK
from litgrid.engines import DEFAULT, engines
from litgrid.models import listed, projected
from litgrid.sat.formula import Formula

MOST_LISTED = 10_000
"""Without a time limit no more answers than this are listed one by one."""
FEW_ANSWERS, ASKED = 100, 0.4
"""So many answers are listed before they are counted, if that takes so many seconds."""
INSTANT = 1.0
"""Where about so many will do, exact methods have so many seconds."""
FEW_LISTED = 1_000
"""Nor are more answers than this listed then."""
LISTING = "listing"
METHODS = (LISTING, GANAK.name)


def count_models(formula: Formula, method: str | None, timeout: float | None) -> Counted:
    """Count the models of a formula; see :func:`litgrid.count`."""
    if method not in (None, *METHODS):
        raise LitgridError(
            f"expected a method that counts models, {' or '.join(METHODS)}, got {method}: a board needs it"
        )
    counting = _Counting(formula, limited(timeout))
    if method is None and counting.lists(FEW_ANSWERS, counting.limit.share(1, ASKED)):
        return counting.exactly()
    if method == GANAK.name or (method is None and GANAK.installed):
        number = GANAK.count(counting.formula, counting.shown, counting.limit)
        return counting.exactly(number, GANAK.name) if number is not None else counting.unknown()
    if counting.lists(None if method or timeout is not None else MOST_LISTED, counting.limit):
        return counting.exactly()
    return counting.unknown()


def about_models(formula: Formula, guarantee: Guarantee, timeout: float | None) -> Counted:
    """Count about how many models a formula has; see :func:`litgrid.approximate`."""
    counting = _Counting(formula, limited(timeout))
    if counting.lists(FEW_LISTED, counting.limit.share(1, INSTANT)):
        return counting.exactly()
    if guarantee.can_build_on(counting.least):
        how = {"model": counting.model, "least": counting.least, **asdict(guarantee)}
        number = APPROXMC.count(counting.formula, counting.shown, counting.limit, **how)
        if number is not None:
            return counting.found(
                "approximate", number, APPROXMC.name, epsilon=guarantee.epsilon, delta=guarantee.delta
            )
    return counting.unknown()


class _Counting:
    """One question."""

    def __init__(self, formula: Formula, limit: Limit) -> None:
        self._asked, self.limit = formula, limit
        self.formula, self.shown = projected(formula)
        self.least = 0
        self.model: list[int] = []

    def lists(self, most: int | None, limit: Limit) -> bool:
        number = 0
        try:
            for number, model in enumerate(listed(self._asked, engines.get(DEFAULT), limit), 1):
                self.model = (np.sign(model) * np.arange(1, self.shown + 1)).tolist()
                self.least = max(self.least, number)
                if number == most:
                    return False
        except OutOfTimeError:
            return False
        return True

    def exactly(self, number: int | None = None, method: str = LISTING) -> Counted:
        number = self.least if number is None else number
        return self.found("exact", number, method, number)

    def unknown(self) -> Counted:
        return self.found("unknown", None, LISTING)

    def found(self, status: Any, number: int | None, method: str, least: int | None = None, **how: Any) -> Counted:
        least = self.least if least is None else least
        return Counted(self._asked, status, number, least, method, self.limit.spent(), **how)
