"""What is wanted of a puzzle: what is filled in, what is refused, and how."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from dataclasses import fields
from typing import Any

import pytest

from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.generating.order import Order
from litgrid.puzzles import kinds
from tests.cli.run import HERE

SIZE = Shape(10, 10)


def test_what_is_not_said_follows_from_the_kind() -> None:
    akari, takuzu = Order("akari", SIZE), Order("takuzu", SIZE)
    assert (akari.kind, akari.symmetry, akari.walls) == ("lightup", "180", 0.2)
    assert (takuzu.kind, takuzu.symmetry, takuzu.walls) == ("binairo", "none", None)
    walls = Order("lightup", Shape(2, 2), pattern=("#.", ".."))
    assert (walls.symmetry, walls.walls) == ("none", None)


def test_what_some_board_can_meet_is_taken() -> None:
    for name in ("clue-full", "run"):
        assert Order("lightup", SIZE, (1, 1), technique=name).technique == name
    off = (("unique_lines", False),)
    assert Order("binairo", SIZE, (1, 1), technique="half", switches=off).switches == off
    assert Order("gappy", SIZE, technique="shadow", switches=off).technique == "shadow"  # another kind's switch
    for symmetry in ("180", "mirror", "90", "diagonal"):
        assert Order("lightup", Shape(3, 3), pattern=("#.#", "...", "#.#"), symmetry=symmetry).cells is not None


def test_an_order_goes_to_workers_and_into_files() -> None:
    order = Order("binairo", SIZE, (2, 3), switches=(("unique_lines", False),))
    assert pickle.loads(pickle.dumps(order)) == order
    assert json.loads(json.dumps(order.as_dict()))["switches"] == [["unique_lines", False]]


def test_equal_orders_are_one_however_they_are_written() -> None:
    """What follows from the kind may be said or not, and aliases and numbers may be written in other ways."""
    said = Order("akari", SIZE, (1, 4), "180", 0.2, None, None, True, False, "needed", True, ())
    assert (said, said.digest, said.name(1, 1)) == (
        (plain := Order("lightup", SIZE)),
        plain.digest,
        "lightup-10x10-s1-1",
    )
    assert Order("lightup", SIZE, walls=0).digest == Order("lightup", SIZE, walls=0.0).digest
    assert Order("binairo", SIZE, switches=(("unique_lines", True),)).digest == Order("binairo", SIZE).digest
    assert Order("lightup", SIZE, unique=False, clues="all").digest == Order("lightup", SIZE, unique=False).digest


def test_a_digest_is_the_same_in_every_process() -> None:
    order = Order("gappy", SIZE, (2, 3), clues="all")
    order.digest  # noqa: B018 - it is kept, and must not get into what is written
    assert pickle.loads(pickle.dumps(order)) == order
    assert set(order.as_dict()) == {field.name for field in fields(Order)}
    code = (
        "from litgrid.generating import Order; from litgrid.core.grid import Shape; "
        "print(Order('gappy', Shape(10, 10), (2, 3), clues='all').digest.hex())"
    )
    done = subprocess.run([sys.executable, "-c", code], env=HERE, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == order.digest.hex()


def test_a_pattern_is_about_cells_or_lines() -> None:
    board = Order("binairo", Shape(2, 4), pattern=("#...", "...#"))
    assert board.cells is not None
    assert (board.cells.tolist(), board.lines) == ([[True, False, False, False], [False, False, False, True]], None)
    rows = ("#.........", ".........#")
    labels = Order("gappy", SIZE, pattern=rows)
    assert labels.cells is None
    assert labels.lines is not None
    assert labels.lines.sum(axis=1).tolist() == [1, 1]
    both = Order("gappy", SIZE, pattern=rows + ("." * 10,) * 9 + ("#" * 10,))
    assert both.cells is not None
    assert both.lines is not None
    assert (both.cells.sum(), both.lines.sum()) == (10, 2)


@pytest.mark.parametrize(
    ("kind", "shape", "wanted", "sentence"),
    [
        ("binairo", Shape(3, 3), {}, "3 x 3: expected an even number of columns"),
        ("gappy", Shape(9, 10), {}, "the board is square"),
        ("gapy", SIZE, {}, "Did you mean 'gappy'"),
        ("lightup", SIZE, {"levels": (3, 2)}, "the lowest level first, got 3 to 2"),
        ("lightup", SIZE, {"levels": (0, 2)}, "expected a level, 1 to 4"),
        ("lightup", SIZE, {"score": (2.0, 2.0)}, "no score lies there"),
        ("lightup", SIZE, {"score": (2.0, 2.1), "levels": (1, 1)}, "no puzzle of level 1 has a score of 2..2.1"),
        ("lightup", SIZE, {"walls": 1.0}, "from 0 to less than 1, got 1"),
        ("lightup", SIZE, {"walls": -0.1}, "a share from 0 to 1"),
        ("lightup", SIZE, {"walls": float("nan")}, 'expected "walls" as a number'),
        ("binairo", SIZE, {"walls": 0.2}, "Binairo has no walls"),
        ("binairo", SIZE, {"givens": 1.1}, "expected a share from 0 to 1, as 0.25 or 25%; got 1.1"),
        ("binairo", SIZE, {"givens": 0.2, "symmetry": "180"}, "leave out clues, pattern, symmetry"),
        ("binairo", SIZE, {"givens": 0.2, "clues": "needed"}, "leave out clues, pattern, symmetry"),
        ("binairo", SIZE, {"givens": 0.2, "levels": (1, 2)}, "has no level"),
        ("lightup", SIZE, {"symmetry": "45"}, "one of none, 180, mirror, flip, 90, diagonal"),
        ("lightup", Shape(10, 9), {"symmetry": "diagonal"}, "needs a square board, got one of 10 x 9"),
        ("lightup", Shape(2, 2), {"pattern": ("#.",)}, "expected a pattern grid of 2 x 2, got 1 x 2"),
        ("lightup", Shape(2, 2), {"pattern": ("#.", "1.")}, "2:1: expected one of # (a clue), . (none); got '1'"),
        ("lightup", Shape(2, 2), {"pattern": ("#.", ".."), "walls": 0.2}, "leave out either"),
        ("gappy", SIZE, {"pattern": ("#" * 10,) * 3}, "expected a pattern grid of 10 x 10, got 1 x 10"),
        ("gappy", SIZE, {"pattern": ("#" * 10,)}, "expected a pattern grid of 2 x 10, got 1 x 10"),
        ("lightup", SIZE, {"technique": "twins"}, "expected a technique of Light Up"),
        ("lightup", SIZE, {"technique": "starve-clues"}, "Did you mean 'starve-clue'"),
        ("lightup", SIZE, {"technique": "chain", "levels": (1, 2)}, "is of level 3 at least, and level 2 at most"),
        (
            "lightup",
            SIZE,
            {"technique": "starve-cell", "levels": (1, 1)},
            "is of level 2 at least, and level 1 at most",
        ),
        *(
            (kind, SIZE, {"technique": name, "levels": (1, 1)}, "is of level 2 at least, and level 1 at most")
            for kind, name in (("gappy", "fish"), ("mosaic", "difference"), ("binairo", "two-clues"))
        ),
        ("binairo", SIZE, {"technique": "windows", "levels": (1, 2)}, "is of level 3 at least, and level 2 at most"),
        ("binairo", SIZE, {"technique": "twins", "switches": (("unique_lines", False),)}, "or not asked for: twins"),
        (
            "binairo",
            SIZE,
            {"technique": "almost-twins", "switches": (("unique_lines", False),)},
            "or not asked for: twins",
        ),
        ("binairo", SIZE, {"technique": "signed-half"}, "or not asked for: sign"),
        ("binairo", SIZE, {"technique": "sign", "layers": (("signs", 0.0),)}, "or not asked for: sign"),
        *((kind, SIZE, {"technique": "single"}, "one of together, line") for kind in kinds.names()),
        ("lightup", Shape(2, 2), {"pattern": ("#.", ".."), "symmetry": "180"}, "has not the symmetry 180"),
        ("binairo", Shape(2, 4), {"pattern": ("#...", "...#"), "symmetry": "mirror"}, "has not the symmetry mirror"),
        ("lightup", SIZE, {"technique": "split", "split": False}, "both wanted and excluded"),
        ("lightup", SIZE, {"clues": "some"}, '"clues" as one of needed, all'),
        ("lightup", SIZE, {"clues": "needed", "unique": False}, "has all clues of one of them"),
        ("binairo", SIZE, {"clues": "all"}, "all clues of Binairo are all its cells"),
        ("lightup", SIZE, {"clues": "all", "fewest": True}, "leave one of them out"),
        ("binairo", SIZE, {"fewest": True, "symmetry": "180"}, "lie where they lie"),
        ("binairo", SIZE, {"fewest": True, "pattern": ("#." * 5,) * 10}, "leave out either the pattern or the fewest"),
        ("lightup", SIZE, {"unique": False, "levels": (1, 2)}, "several answers has no level"),
        ("binairo", SIZE, {"switches": (("unique_lines", 1),)}, "expected true or false for unique_lines"),
    ],
)
def test_what_can_never_be_is_refused(kind: str, shape: Shape, wanted: dict[str, Any], sentence: str) -> None:
    with pytest.raises(LitgridError) as failed:
        Order(kind, shape, **wanted)
    assert sentence in str(failed.value)


def test_a_single_rule_without_a_name_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = kinds.get("lightup")
    monkeypatch.setattr(kind, "techniques", [way for way in kind.techniques if way.name != "clue-met"])
    assert Order("lightup", SIZE, technique="single").technique == "single"
