"""Every real text in a public format decodes to its grid, and every real puzzle comes back from every format.

The texts and puzzles are not part of the project; see ``real_puzzles`` in conftest.py for where they are looked for.
Grids are compared, not texts: several formats have more than one text for a board.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgrid.core.errors import LitgridError
from litgrid.formats import Record, formats, loads_all
from litgrid.puzzles import kinds
from tests.formats.boards import PAIRS, only, same

TEXTS = {
    "pzpr-url": 8,
    "pzprv3": 9,
    "tatham-lightup": 9,
    "tatham-unruly": 4,
    "puzzle-binairo-task": 6,
    "x-janko": 3,
    "penpa+": 13,
}
"""How many there are at least of each format that is read."""
ENOUGH = 160
"""About so many puzzles of a kind, of its whole list, are written in each of the formats."""


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    with (folder / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.mark.parametrize("name", TEXTS)
def test_every_text_decodes_to_its_grid(real_puzzles: Path, name: str) -> None:
    texts = [text for text in lines(real_puzzles, "formats") if text["format"] == name]
    assert len(texts) >= TEXTS[name]
    for text in texts:
        for format_name in (name, None):  # said, and detected
            # Without a plain wall the board of an ID of Light Up may be one of Mosaic, and is asked about.
            kind = text["kind"] if name.startswith("tatham") else None
            record = only(list(loads_all(text["text"], format=format_name, kind=kind)))
            assert record.puzzle.name == text["kind"]
            assert not record.warnings
            filled = [record.puzzle.rows(grid) for grid in (record.answer, record.filled) if grid is not None]
            assert text["grid"] in (record.puzzle.clues, *filled), text["id"]


@pytest.mark.parametrize(("name", "kind"), PAIRS)
def test_every_puzzle_comes_back(real_puzzles: Path, name: str, kind: str) -> None:
    chosen = formats.get(name)
    held = 0
    records = lines(real_puzzles, kind)
    for line in records[:: max(len(records) // ENOUGH, 1)]:
        puzzle = kinds.get(kind).from_clues(line["clues"])
        filled = None if line["solution"] is None else puzzle.read_rows(line["solution"])
        record = Record(line["id"], puzzle, answer=filled)
        try:
            text = chosen.write(record)
        except LitgridError:
            continue
        held += 1
        back = only(list(loads_all(text, format=name, kind=kind)))
        assert same(back.puzzle, puzzle.with_switches(**chosen.assumes)), line["id"]
        if filled is not None and chosen.holds_answers and (filled == 1).any():
            assert back.answer is not None
            assert puzzle.rows(back.answer) == line["solution"], line["id"]
    assert held > 90
