"""What is registered as a kind is one; what is wrong with any other is one sentence, and costs no other kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from litgrid.core import registry
from litgrid.core.bounds import from_matrix
from litgrid.core.characters import Grid
from litgrid.core.errors import KindError
from litgrid.core.kind import Kind
from litgrid.core.puzzle import Puzzle
from litgrid.core.registry import Registry
from litgrid.core.scene import Scene
from litgrid.core.tables import Count, Table
from litgrid.puzzles import kinds
from litgrid.puzzles.sound import expect_kind
from tests.fakes import Queens


@dataclass(frozen=True, eq=False)
class Stripes(Kind):
    """Each row holds one true cell."""

    name: ClassVar[str] = "stripes"
    title: ClassVar[str] = "Stripes"
    true: ClassVar[str] = "full"
    false: ClassVar[str] = "empty"
    alphabet: ClassVar[dict[str, str]] = {".": "open", "#": "full", "_": "empty"}
    answer: ClassVar[str] = "_#."
    examples: ClassVar[tuple[str, ...]] = ("#.",)

    def rules(self) -> Sequence[Table]:
        """One in each row."""
        return [Count("row", from_matrix(self.shape.cells + 1, 1, 1), lambda rule: f"row {rule + 1} holds one")]


def counting(literals: list[list[int]]) -> dict[str, Any]:
    """Return rules that count these literals."""

    def rules(self: Puzzle) -> Sequence[Table]:
        return [Count("row", from_matrix(np.array(literals), 1, 1), lambda rule: f"row {rule + 1} holds one")]

    return {"rules": rules}


def scene(self: Puzzle, grid: Grid) -> Scene:
    return Kind.scene(self, grid)._replace(glyphs=["#"])  # type: ignore[arg-type]


def fails(self: Puzzle, grid: Grid) -> Scene:
    raise IndexError("no such thing")


WRONG = {
    "no name": ({"name": None}, "expected 'name' as a text"),
    "a name of two words": ({"name": "two words"}, "expected a name of small letters, digits and single hyphens"),
    "no example": ({"examples": ()}, "expected an example"),
    "an example that cannot be read": ({"examples": ("??",)}, "expected one of . "),
    "characters that are in no alphabet": ({"answer": "_#?"}, "where '?' is not"),
    "two characters": ({"answer": "_#"}, "expected 'answer' as three characters"),
    "a character that is two": ({"alphabet": {".": "", "#": "", "_": "", "10": "ten"}}, "got '10'"),
    "a switch that is no field": ({"switches": {"strict": "rows differ"}}, "expected the switch 'strict' as a field"),
    "no play": ({"play": None}, "expected 'play' as a litgrid.core.play.Play"),
    "a cell twice": (counting([[1, 2], [2, 2]]), "the rule that row 2 holds one (row) names a cell twice in one count"),
    "a cell and its opposite": (
        counting([[1, -1]]),
        "the rule that row 1 holds one (row) names a cell twice in one count",
    ),
    "a cell that is not there": (counting([[1, 3]]), "names the cell 2, where cells go from 0 to 1"),
    "no cell": (counting([[1, 0]]), "names the cell -1, where cells go from 0 to 1"),
    "no table": ({"rules": lambda self: [1]}, "expected Count and Differ as tables, got int"),
    "no rules": ({"rules": Puzzle.rules}, "lacks rules"),
    "half a picture": ({"scene": scene}, "expected a scene of"),
    "whatever it raises": ({"scene": fails}, "IndexError: no such thing"),
    "a text of another puzzle": ({"text": lambda self: "_#"}, "what text() writes is read as another puzzle"),
}


@pytest.mark.parametrize(("changes", "said"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said(changes: dict[str, Any], said: str) -> None:
    wrong: type[Puzzle] = dataclass(frozen=True, eq=False)(type("Wrong", (Stripes,), changes))
    with pytest.raises(KindError) as caught:
        kinds.add(wrong)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", [*kinds, Queens, Stripes], ids=lambda kind: kind.name)
def test_what_is_right_is_taken(kind: type[Puzzle]) -> None:
    expect_kind(kind)


class Entry:
    """An entry point."""

    def __init__(self, item: object) -> None:
        self.name, self.value, self._item = "entry", "module:entry", item

    def load(self) -> object:
        return self._item


def test_a_plug_in_that_is_wrong_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(Stripes):
        name: ClassVar[str] = "wrong"
        examples: ClassVar[tuple[str, ...]] = ("?",)

    items: tuple[object, ...] = (Wrong, {}, Stripes)
    entries = [Entry(item) for item in items]
    monkeypatch.setattr(registry, "entry_points", lambda group: entries)
    found: Registry[type[Puzzle]] = Registry("a kind", "group", {}, expect="litgrid.puzzles.sound:expect_kind")
    with pytest.warns(UserWarning, match="skipped the plug-in 'entry'") as warned:
        assert found.names() == ["stripes"]
    assert len(warned) == 2
