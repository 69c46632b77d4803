"""No wrong number without a word: what cannot be done with a kind is refused, by every door, with a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import pytest

import litgrid
from litgrid.core.bounds import from_lists
from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError, RuleError, UnknownNameError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.kind import Kind
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Table
from litgrid.encode.puzzle import formula
from litgrid.explaining.grading import level, score
from litgrid.improving.fewest import fewest_clues
from litgrid.lab.census import census
from litgrid.lab.compare import compare
from litgrid.lab.decode import decode
from litgrid.lab.sizes import sizes
from litgrid.lab.walks import walk
from litgrid.proof import refute
from litgrid.puzzles import empty, kinds
from litgrid.teaching.judge import judge
from litgrid.teaching.marks import mark
from litgrid.teaching.trace import trace
from litgrid.teaching.worksheet import worksheet


@dataclass(frozen=True, eq=False)
class Twice(Kind):
    """Each row holds one true cell; the first of a row of more than three is named twice. It has no empty boards."""

    name: ClassVar[str] = "twice"
    title: ClassVar[str] = "Twice"
    true: ClassVar[str] = "full"
    false: ClassVar[str] = "not full"
    alphabet: ClassVar[dict[str, str]] = {".": "open", "#": "full", "_": "not full"}
    answer: ClassVar[str] = "_#."
    examples: ClassVar[tuple[str, ...]] = ("#..",)

    @classmethod
    def empty(cls, shape: Shape) -> Self:
        raise LitgridError("Twice has no empty boards")

    def rules(self) -> Sequence[Table]:
        rows = [[*row, *(row[:1] if len(row) > 3 else [])] for row in (self.shape.cells + 1).tolist()]
        return [Count("row", from_lists(rows, 1, 1), lambda rule: f"row {rule + 1} holds one")]


@dataclass(frozen=True, eq=False)
class Corner(Twice):
    """A number in the first cell, a wall, is a clue: so many cells are true. That an answer gives it is not said."""

    name: ClassVar[str] = "corner"
    title: ClassVar[str] = "Corner"
    alphabet: ClassVar[dict[str, str]] = {**Twice.alphabet, "1": "one", "2": "two"}
    examples: ClassVar[tuple[str, ...]] = ("1.",)

    @classmethod
    def empty(cls, shape: Shape) -> Self:
        return cls.from_clues(["." * shape.columns] * shape.rows)

    def rules(self) -> Sequence[Table]:
        said = {ord("1"): 1, ord("2"): 2}.get(int(self.grid[0, 0]), 0)
        others = [list(range(2, self.shape.size + 1))] if said else []
        return [
            Count("wall", from_lists([[1]] if said else [], 0, 0), lambda _: "the first cell is a wall"),
            Count("corner", from_lists(others, said, said), lambda _: f"{said} cells are full", clue=True),
        ]


DOORS: dict[str, Callable[[Puzzle], Any]] = {
    "solve": litgrid.solve,
    "count": litgrid.count,
    "approximate": litgrid.approximate,
    "answers": lambda puzzle: list(litgrid.answers(puzzle)),
    "sample": litgrid.sample,
    "forced": litgrid.forced,
    "explain": litgrid.explain,
    "hint": litgrid.hint,
    "grade": litgrid.grade,
    "improve": litgrid.improve,
    "check": lambda puzzle: litgrid.check(puzzle, np.zeros((puzzle.shape.rows, puzzle.shape.columns), dtype=np.int8)),
    "formula": formula,
}


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Both kinds: nothing is wrong with their examples."""
    kinds.add(Twice)
    kinds.add(Corner)
    yield
    kinds.discard("twice")
    kinds.discard("corner")


@pytest.mark.parametrize("door", DOORS)
def test_a_cell_that_a_count_names_twice_is_refused_by_name(door: str) -> None:
    said = r"the rule that row 1 holds one \(row\) names a cell twice in one count"
    with pytest.raises(RuleError, match=said):
        DOORS[door](Twice.from_clues(["....", "...#"]))


@pytest.mark.parametrize("door", [name for name in DOORS if name != "hint"])
def test_and_only_that(door: str) -> None:
    DOORS[door](Twice.from_clues(["...", "..#"]))


def test_what_needs_an_empty_board_says_that_there_is_none() -> None:
    asked: list[Callable[[], Any]] = [lambda: litgrid.generate("twice", 2, seed=1), lambda: empty("twice", "2x2")]
    for ask in asked:
        with pytest.raises(LitgridError, match="2 x 2: Twice has no empty boards"):
            ask()


def test_what_leaves_clues_out_says_that_the_kind_does_not_name_them() -> None:
    puzzle = Corner.from_text(Corner.examples[0].split("\n"))
    said = "Corner does not say which clues an answer gives .* it still says: 1 cells are full"
    asked: list[Callable[[], Any]] = [
        lambda: litgrid.improve(puzzle),
        lambda: fewest_clues(puzzle, np.array([[0, 1]], dtype=np.int8)),
        lambda: litgrid.generate("corner", 2, seed=1),
    ]
    for ask in asked:
        with pytest.raises(LitgridError, match=said):
            ask()
    assert litgrid.solve(puzzle).status == "unique"


def test_a_census_needs_clues_that_every_answer_gives() -> None:
    @dataclass(frozen=True, eq=False)
    class Hidden(Corner):
        def clues_of(self, grids: Grid) -> IntArray:
            return np.where(grids.reshape(len(grids), self.shape.size) == 1, -1, super().clues_of(grids))

    with pytest.raises(LitgridError, match="there is no census of Corner: which clues an answer can give depends on"):
        census(Hidden.empty(Shape(1, 2)))
    with pytest.raises(LitgridError, match="Corner does not say which clues an answer gives"):
        census(Corner.from_clues(["1."]))


PUZZLE = litgrid.loads("lightup\n.1.\n...\n#.2")
OPTIONS: dict[str, Callable[..., Any]] = {
    "solve": litgrid.solve,
    "answers": litgrid.answers,
    "forced": litgrid.forced,
    "check": litgrid.check,
    "count": litgrid.count,
    "approximate": litgrid.approximate,
    "sample": litgrid.sample,
    "explain": litgrid.explain,
    "hint": litgrid.hint,
    "grade": litgrid.grade,
    "improve": litgrid.improve,
    "finish": litgrid.finish,
    "generate": lambda _, **named: litgrid.generate("lightup", 3, **named),
    "loads": lambda _, **named: litgrid.loads("lightup\n.1", **named),
    "dump": lambda puzzle, **named: litgrid.dump(puzzle, **{"file": "a.jsonl", **named}),
    "dumps": litgrid.dumps,
    "booklet": lambda puzzle, **named: litgrid.booklet(puzzle, **{"path": "a.pdf", **named}),
    "publish": lambda puzzle, **named: litgrid.publish(puzzle, **{"path": "a.html", **named}),
    "picture": litgrid.picture,
    "svg": litgrid.svg,
    "certify": lambda puzzle, **named: litgrid.certify(litgrid.explain(puzzle), **named),
}
TYPES: dict[str, Sequence[object]] = {
    "timeout": ("5", [1], True, -1, float("nan"), 1j),
    "seed": ("a", 1.5, True, -1),
    "most": ("1", 1.5),
    "number": ("2", 1.5, 0, True),
    "epsilon": ("a", None, 0),
    "delta": ("a", None, 1),
    "technique": (4, ["a"]),
    "pattern": (5, "#..", [1]),
    "answer": (5, ["#", None]),
    "unique": ("yes", 1, None),
    "unique_lines": ("yes", 1),
    "title": (None, 5),
    "code": (None, b"a"),
    "cell": ("a", None, 1.5),
    "file": (None, 5),
    "path": (None, 5),
    "strict": ("no", None),
    "format": (5, b"text"),
}
"""What an option of that name cannot be, wherever there is one."""
OTHERS = {("hint", "cell")}
"""One that is something else there."""
MISUSED = [
    (name, option, wrong)
    for name in OPTIONS
    for option in [*signature(getattr(litgrid, name)).parameters, *(["unique_lines"] if name == "loads" else [])]
    if (name, option) not in OTHERS
    for wrong in TYPES.get(option, ())
]


@pytest.mark.parametrize(("name", "option", "wrong"), MISUSED)
def test_an_option_of_a_wrong_type_is_named(
    name: str, option: str, wrong: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LitgridError, match=f'expected "{option}" as .*, got {re.escape(repr(wrong))}$'):
        OPTIONS[name](PUZZLE, **{option: wrong})
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("name", "option", "wrong"),
    [
        *(("solve", "encoding", wrong) for wrong in ("pairwize", None, 5)),
        *(("answers", "order", wrong) for wrong in ("sort", None)),
        *((name, "method", wrong) for name in ("count", "sample") for wrong in ("x", 1)),
        *(("hint", "stage", wrong) for wrong in (0, 4, "1")),
        *(("finish", "symmetry", wrong) for wrong in ("181", None)),
        *(("picture", "to", wrong) for wrong in ("jpg", None)),
        *((name, "sections", wrong) for name in ("booklet", "publish") for wrong in ("x", None)),
    ],
)
def test_a_name_that_there_is_not_is_refused_with_those_that_there_are(name: str, option: str, wrong: object) -> None:
    with pytest.raises(UnknownNameError, match=f'expected "{option}" as one of .*, got {wrong!r}'):
        OPTIONS[name](PUZZLE, **{option: wrong})


INSIDE: dict[str, Callable[..., Any]] = {
    "census": census,
    "compare": compare,
    "decode": lambda puzzle, **named: decode(puzzle, [], source="a", **named),
    "judge": lambda puzzle, **named: judge(puzzle, "p cnf 9 0", **named),
    "mark": lambda puzzle, **named: mark([puzzle], lambda _: "p cnf 9 0", **named),
    "refute": lambda puzzle, **named: refute(litgrid.solve(puzzle), **named),
    "trace": trace,
    "walk": walk,
}


@pytest.mark.parametrize("wrong", TYPES["timeout"])
@pytest.mark.parametrize("name", INSIDE)
def test_so_does_what_the_lab_and_teaching_ask(name: str, wrong: object) -> None:
    with pytest.raises(LitgridError, match=f'expected "timeout" as .*, got {re.escape(repr(wrong))}$'):
        INSIDE[name](PUZZLE, timeout=wrong)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: walk(PUZZLE, noise=2), '"noise" as a number from 0 to 1, got 2'),
        (lambda: trace(PUZZLE, most=0), '"most" as a whole number of 1 or more, got 0'),
        (lambda: census(PUZZLE, fewest="no"), '"fewest" as true or false'),  # type: ignore[arg-type]
        (lambda: judge(PUZZLE, "", needless=1), '"needless" as true or false'),  # type: ignore[arg-type]
        (lambda: sizes(PUZZLE, to="cnf"), '"to" as one of dimacs'),  # type: ignore[arg-type]
        (lambda: worksheet([PUZZLE], "a.pdf", paper="b7"), '"paper" as one of'),  # type: ignore[arg-type]
        (lambda: compare(PUZZLE, memory=0), '"memory" as a whole number of 1 or more'),
    ],
)
def test_and_of_other_options(ask: Callable[[], Any], said: str) -> None:
    with pytest.raises(LitgridError, match=f"^expected {said}"):
        ask()


@pytest.mark.parametrize("stage", [0, 4, 9, -1, True, "1", None, 1.5])
def test_a_hint_has_three_stages(stage: Any) -> None:
    with pytest.raises(LitgridError, match=f'expected "stage" as one of 1, 2, 3, got {stage!r}'):
        litgrid.explain(PUZZLE).steps[0].hint(stage)


@pytest.mark.parametrize("language", [5, None, "tlh", ["en"], "../en", np.zeros(2)], ids=str)
def test_a_language_without_a_catalogue_is_refused(language: Any) -> None:
    step = litgrid.explain(PUZZLE).steps[0]
    told: list[Callable[[Any], Any]] = [litgrid.solve(PUZZLE).record, litgrid.solve(PUZZLE).text, step.text]
    told += [litgrid.grade(PUZZLE).names, litgrid.explain(PUZZLE).ending, partial(step.against, 0, 1)]
    for say in told:
        with pytest.raises(LitgridError, match=r'^expected (a language, one of en, fr; |"language" as text, )got '):
            say(language)


@pytest.mark.parametrize("layers", [5, "ab", ["signs"], {"signs": "many"}, {"signs": None}])
def test_what_is_wanted_of_layers_are_numbers(layers: Any) -> None:
    with pytest.raises(LitgridError, match="expected a number for each layer by its name"):
        litgrid.generate("binairo", 6, layers=layers)


@pytest.mark.parametrize("wrong", [2, -2, 7, 127, -128, 0.5, float("nan"), "x"])
def test_a_grid_of_other_values_is_not_written(wrong: Any) -> None:
    """Nor read from the other end, as NumPy does with -2."""
    grids = [np.full((3, 3), wrong), *([np.full((3, 3), wrong, dtype=np.int8)] if isinstance(wrong, int) else [])]
    for grid in grids:
        with pytest.raises(LitgridError, match=r"expected a grid of 1 \(true\), 0 .* got other values"):
            PUZZLE.rows(grid)


@pytest.mark.parametrize("wrong", [np.zeros((3, 3)), np.array([1, 2]), [np.zeros(2)]], ids=str)
@pytest.mark.parametrize(("name", "option"), dict.fromkeys((name, option) for name, option, _ in MISUSED))
def test_an_array_is_no_value_of_an_option(name: str, option: str, wrong: object) -> None:
    with pytest.raises(LitgridError, match=r"expected|has no"):
        OPTIONS[name](PUZZLE, **{option: wrong})


@pytest.mark.parametrize("option", ["level", "score", "walls", "givens", "symmetry", "clues"])
def test_nor_of_what_can_be_said_in_several_ways(option: str) -> None:
    for wrong in (np.zeros((3, 3)), np.array([1, 2])):
        with pytest.raises(LitgridError, match="expected"):
            litgrid.generate("lightup", 3, **{option: wrong})  # type: ignore[call-overload]


def test_more_answers_than_there_is_memory_for_are_refused_before_they_are_drawn() -> None:
    for number, said in ((10**30, 'expected "number"'), (10**12, "ask for fewer")):
        with pytest.raises(LitgridError, match=said):
            litgrid.sample(PUZZLE, number)


def test_numbers_of_numpy_are_numbers() -> None:
    assert litgrid.solve(PUZZLE, seed=np.int64(1), timeout=np.float32(9)).unique  # type: ignore[call-overload]
    assert len(litgrid.sample(PUZZLE, np.int8(2)).grids) == 2  # type: ignore[arg-type]


GRIDS: dict[str, Callable[[Any], Any]] = {
    "explain": lambda grid: litgrid.explain(PUZZLE, start=grid),
    "check": lambda grid: litgrid.check(PUZZLE, grid),
    "picture": lambda grid: litgrid.picture(PUZZLE, grid),
    "level": lambda grid: level(PUZZLE, grid),
    "score": lambda grid: score(PUZZLE, grid, 1),
    "fewest_clues": lambda grid: litgrid.fewest_clues(PUZZLE, grid),
    "rows": PUZZLE.rows,
}


@pytest.mark.parametrize("wrong", [[[1, 2], [3]], [[1]], "abc", 5])
@pytest.mark.parametrize("door", GRIDS)
def test_what_is_no_grid_of_the_board_is_refused(door: str, wrong: object) -> None:
    with pytest.raises(LitgridError, match=r"expected a grid shaped \(3, 3\), as the board, got "):
        GRIDS[door](wrong)


@pytest.mark.parametrize("wrong", [None, 5, [5]])
def test_what_is_no_puzzle_is_refused_as_such(wrong: Any, tmp_path: Path) -> None:
    asked: list[Callable[[], Any]] = [
        lambda: litgrid.dumps(wrong, format="text"),
        lambda: litgrid.dump(wrong, tmp_path / "a.jsonl"),
        lambda: litgrid.booklet(wrong, tmp_path / "a.pdf"),
        lambda: litgrid.publish(wrong, tmp_path / "a.html"),
        lambda: litgrid.certify(wrong),
        lambda: litgrid.load_formula(wrong),
    ]
    for ask in asked:
        with pytest.raises(TypeError, match=r"^expected (an Explanation|a Puzzle|a file's name)"):
            ask()


@pytest.mark.parametrize("size", [True, (True, 5), None, 5.5])
def test_a_size_is_no_yes_or_no(size: Any) -> None:
    with pytest.raises(LitgridError, match=r"expected a size, as 16, .* got "):
        litgrid.generate("lightup", size)


def test_a_layer_that_is_asked_for_as_a_rule_is_pointed_to() -> None:
    with pytest.raises(LitgridError, match=r"layers=\{'stars': 2\}"):
        litgrid.generate("starbattle", 8, stars=2)  # type: ignore[call-overload]
    with pytest.raises(LitgridError, match=r"Light Up has no 'switches' to be asked for$"):
        litgrid.generate("lightup", 5, switches=True)
    with pytest.raises(LitgridError, match=r"one of lightup, .*; got None"):
        litgrid.generate(None, 5)  # type: ignore[call-overload]


@pytest.mark.parametrize(("make", "ending"), [(litgrid.booklet, "pdf"), (litgrid.publish, "html"), (worksheet, "pdf")])
def test_a_file_of_another_ending_is_not_written(make: Callable[..., Any], ending: str, tmp_path: Path) -> None:
    with pytest.raises(LitgridError, match=f"expected a name that ends in .{ending}, got "):
        make([PUZZLE], tmp_path / "a.txt")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("option", ["title", "author", "code"])
def test_what_no_file_can_hold_is_replaced_in_a_page(option: str, tmp_path: Path) -> None:
    texts: dict[str, Any] = {option: "a\ud800\udcff"}
    assert litgrid.publish(PUZZLE, tmp_path / "a.html", **texts)
