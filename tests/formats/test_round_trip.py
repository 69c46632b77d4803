"""What a format writes it reads back as the same puzzle; and nothing that it could be given makes a reader crash."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from litgrid.core.characters import Grid
from litgrid.core.errors import AmbiguousInputError, InputError, LitgridError
from litgrid.core.puzzle import Puzzle
from litgrid.formats import Record, formats, loads, loads_all
from litgrid.formats.record import entered
from litgrid.listing import answers as answers_of
from litgrid.puzzles import empty, kinds
from tests.formats.boards import PAIRS, PUZZLES, board, only, same


def test_every_kind_has_a_strategy_here() -> None:
    # A kind that is forgotten here would not be tested.
    assert set(PUZZLES) == set(kinds.names())


SIZES = ("6x8", "10x6", "3x2", "2x3", "1x7", "6x6", "9x9", "10x10", "2x2", "1x1")
"""Of boards to write; some formats hold square ones only, or none so small."""


def sizes(format_name: str, kind: str) -> list[tuple[int, int]]:
    """Return the sizes of those boards that a format holds."""
    found = []
    for size in SIZES:
        try:
            puzzle = empty(kind, size)
            formats.get(format_name).write(Record("a", puzzle))
        except LitgridError:
            continue
        found.append((puzzle.shape.rows, puzzle.shape.columns))
    return found


def answers(puzzle: Puzzle) -> st.SearchStrategy[Grid]:
    """Grids that may come with a puzzle, finished or not, with one true cell at least."""

    def grid(values: list[int]) -> Grid:
        cells = np.array(values, dtype=np.int8)
        cells[np.flatnonzero(~puzzle.fixed)[:1]] = 1
        cells[puzzle.fixed] = 0
        return cells.reshape(puzzle.shape.rows, puzzle.shape.columns)

    size = puzzle.shape.size
    values = st.sampled_from([[-1, 0, 1], [0, 1]])
    lists = values.flatmap(lambda known: st.lists(st.sampled_from(known), min_size=size, max_size=size))
    return lists.map(grid)


def states(puzzle: Puzzle) -> st.SearchStrategy[Grid | None]:
    """What a player may have entered in a puzzle, right or wrong."""
    size = puzzle.shape.size
    known = np.where(puzzle.fixed, 0, puzzle.givens.ravel())

    def grid(values: list[int]) -> Grid | None:
        cells = np.where(known < 0, values, known).astype(np.int8).reshape(puzzle.givens.shape)
        return entered(puzzle, cells)

    return st.lists(st.sampled_from([-1, 0, 1]), min_size=size, max_size=size).map(grid)


@pytest.mark.parametrize(("format_name", "kind"), PAIRS)
@settings(max_examples=12)
@given(data=st.data())
def test_what_comes_back_is_all_but_what_is_said_to_be_lost(format_name: str, kind: str, data: st.DataObject) -> None:
    chosen = formats.get(format_name)
    puzzle = data.draw(board(kind, *data.draw(st.sampled_from(sizes(format_name, kind)))))
    answer = None if puzzle.fixed.all() else data.draw(st.none() | answers(puzzle))
    filled = data.draw(st.none() | states(puzzle))
    record = Record(data.draw(st.sampled_from(["text:1", "a name"])), puzzle, filled, answer=answer)
    text = chosen.write(record)
    back = only(list(loads_all(text, format=format_name, kind=kind)))
    assert not back.warnings
    equal = (
        same(back.puzzle, puzzle)
        and (back.id == record.id if record.named else not back.named)
        and (None if back.answer is None else puzzle.rows(back.answer))
        == (None if answer is None else puzzle.rows(answer))
        and (None if back.filled is None else back.filled.tolist()) == (None if filled is None else filled.tolist())
    )
    # It says that something is lost where, and only where, something is.
    assert equal == (not chosen.lost(record)), chosen.lost(record)
    # Without the kind it is the same, or is asked about; and another puzzle behind it changes nothing.
    (unsaid,) = loads_all(text, format=format_name)
    assert isinstance(unsaid, AmbiguousInputError) or only([unsaid]).reading or same(only([unsaid]).puzzle, back.puzzle)
    if chosen.separator is not None:
        twice = list(loads_all(text + chosen.separator + text, format=format_name, kind=kind))
        assert [isinstance(item, Record) and same(item.puzzle, back.puzzle) for item in twice] == [True, True]


@given(data=st.data())
def test_the_plain_text_of_several_puzzles(data: st.DataObject) -> None:
    # The headers say the kinds, so that all kinds can stand in one file, in any order.
    puzzles = data.draw(st.lists(st.one_of(*PUZZLES.values()), min_size=1, max_size=4))
    text = "\n".join(formats.get("text").write(Record("a", puzzle)) for puzzle in puzzles)
    found = list(loads_all(text))
    assert len(found) == len(puzzles)
    assert all(
        isinstance(item, Record) and same(item.puzzle, puzzle) for item, puzzle in zip(found, puzzles, strict=True)
    )


@given(data=st.data())
def test_the_detected_reading_is_never_another_puzzle(data: st.DataObject) -> None:
    # Detection may ask, or say that this reading alone has exactly one answer; where it says nothing, it must be what
    # was meant: here by the kind's own text, without header.
    puzzle = data.draw(st.one_of(*PUZZLES.values()))
    (item,) = loads_all(puzzle.text())
    if isinstance(item, Record) and item.reading:
        assert len(list(answers_of(item.puzzle, most=2))) == 1
        assert "exactly one answer" in item.reading
    elif isinstance(item, Record):
        assert item.puzzle.name == puzzle.name
        assert item.puzzle.clues == puzzle.clues


@given(data=st.data())
def test_cells_may_stand_apart(data: st.DataObject) -> None:
    puzzle = data.draw(st.one_of(PUZZLES["lightup"], PUZZLES["binairo"]))
    spaced = "\n".join(" ".join(row) for row in puzzle.clues)
    items: list[object] = list(loads_all(spaced, kind=puzzle.name, format="text"))
    if isinstance(items[0], AmbiguousInputError):  # a first row of numbers may be a size as well
        assert spaced.split("\n")[0].replace(" ", "").isdigit()
    else:
        assert only(items).puzzle.clues == puzzle.clues


@given(data=st.data())
def test_a_filled_grid_travels_in_json(data: st.DataObject) -> None:
    puzzle: Puzzle = data.draw(PUZZLES["binairo"])
    filled = np.array(
        data.draw(st.lists(st.sampled_from([-1, 0, 1]), min_size=puzzle.shape.size, max_size=puzzle.shape.size)),
        dtype=np.int8,
    ).reshape(puzzle.shape.rows, puzzle.shape.columns)
    record = only(list(loads_all(formats.get("jsonl").write(Record("a", puzzle, answer=filled)))))
    assert record.answer is not None
    assert record.answer.tolist() == filled.tolist()


def test_a_level_travels_in_json() -> None:
    puzzle = loads("lightup\n.1.\n...\n#.2")
    text = formats.get("jsonl").write(Record("a", puzzle, level="hard"))
    assert only(list(loads_all(text))).level == "hard"
    assert only(list(loads_all(text.replace('"hard"', "3")))).level == 3
    assert only(list(loads_all(formats.get("jsonl").write(Record("a", puzzle))))).level is None


# Characters that mean something to some reader come up often.
NEAR = st.text(st.sampled_from('.#01234o x5_OWB?-9\n\r\t{}[]":,nul') | st.characters(), max_size=60)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([["."], [".#", ".."]]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["rows", "cols", "grid", "x"]), inner),
    max_leaves=8,
)


@given(
    text=NEAR,
    kind=st.none() | st.sampled_from(kinds.names()),
    format_name=st.none() | st.sampled_from(formats.names()),
)
@example(text="[" * 100_000, kind=None, format_name=None)
@example(text='{"a":' * 100_000, kind=None, format_name=None)
@example(text='{"kind":"gappy","clues":' + "9" * 5_000 + "}", kind=None, format_name=None)
@example(text="1 " * 5_000 + "\n" + "1 " * 5_000, kind="gappy", format_name="text")
@example(text="²\n__\n__", kind=None, format_name="lightup-classic")
@example(text="\u3000\n.#", kind=None, format_name=None)  # a blank that is not one of ours
@example(text="\ud800", kind=None, format_name=None)
def test_no_text_crashes_a_reader(text: str, kind: str | None, format_name: str | None) -> None:
    for item in loads_all(text, kind=kind, format=format_name, source="a"):
        if isinstance(item, InputError):
            assert str(item).startswith("a"), "the place begins with the file"
            assert item.line is None or 1 <= item.line <= len(text) + 1


@given(
    record=st.fixed_dictionaries(
        {"kind": st.sampled_from([*kinds.names(), "akari", "", 1, None]), "clues": JSON},
        optional={"id": JSON, "size": JSON, "solution": JSON, "entries": JSON, "unique_lines": JSON},
    )
)
def test_no_json_record_crashes_a_reader(record: dict[str, object]) -> None:
    import json

    for item in loads_all(json.dumps(record)):
        assert isinstance(item, Record | InputError)


def test_a_format_refuses_what_it_cannot_hold() -> None:
    # Writing something that would be read as another puzzle is worse than not writing.
    classic = formats.get("lightup-classic")
    with pytest.raises(LitgridError, match="holds lightup only, not binairo"):
        classic.write(Record("a", loads("00\n11", kind="binairo")))
    with pytest.raises(LitgridError, match="square boards only, not 1 x 2"):
        classic.write(Record("a", loads(".#")))


@pytest.mark.parametrize("name", formats.names())
def test_the_example_of_each_format_is_in_that_format(name: str) -> None:
    chosen = formats.get(name)
    records = list(loads_all(chosen.example, format=name))
    assert records
    assert all(isinstance(record, Record) for record in records)
    assert chosen.summary
