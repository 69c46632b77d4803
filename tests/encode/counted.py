"""Any counts as a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from litgrid.core.kind import Kind
from litgrid.core.tables import Count, Table
from tests import models


@dataclass(frozen=True, eq=False)
class Counted(Kind):
    """A puzzle whose rules are some counts."""

    name: ClassVar[str] = "counted"
    title: ClassVar[str] = "Counted"
    true: ClassVar[str] = "1"
    false: ClassVar[str] = "0"
    alphabet: ClassVar[dict[str, str]] = {"0": "zero", "1": "one", ".": "open"}
    answer: ClassVar[str] = "01."

    made: tuple[models.Count, ...] = ()

    def rules(self) -> Sequence[Table]:
        return [Count("some", models.bounds_of(list(self.made)), lambda i: f"count {i + 1}")]
