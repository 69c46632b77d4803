"""Links that hold a puzzle: whatever is put in comes out, and nothing that is not ours does harm."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.formats import Record
from litgrid.formats.entries import write_entries
from litgrid.web.links import BEGIN, entries, fragment, read
from tests.boards import BOARDS, Case

ANY = st.one_of(*(boards() for boards in BOARDS.values()))


@settings(max_examples=40)
@given(case=ANY, seed=st.integers(0, 1000), name=st.text(max_size=20))
def test_what_is_put_in_comes_out(case: Case, seed: int, name: str) -> None:
    puzzle = case.puzzle
    values = np.random.default_rng(seed).integers(-1, 2, (puzzle.shape.rows, puzzle.shape.columns)).astype(np.int8)
    link = fragment(Record(name, puzzle, values, level=3))
    assert link.startswith(BEGIN)
    assert link[len(BEGIN) :].replace("-", "").replace("_", "").isalnum()
    found = read(f"http://127.0.0.1:1/set{link}")
    assert found is not None
    switches = {word: found["puzzle"][word] for word in puzzle.switches}
    assert litgrid.kinds.get(found["puzzle"]["kind"]).from_clues(found["puzzle"]["clues"], **switches) == puzzle
    assert entries(found["values"], puzzle) == write_entries(values, puzzle)
    assert found["puzzle"]["level"] == 3


def test_a_puzzle_of_100_by_100_fits_into_an_address() -> None:
    rows = ["".join("0.1."[(7 * row + column * column) % 4] for column in range(100)) for row in range(100)]
    assert len(fragment(Record("", litgrid.kinds.get("binairo").from_clues(rows)))) < 30_000


def packed(said: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return BEGIN + urlsafe_b64encode(packer.compress(said) + packer.flush()).decode().rstrip("=")


@pytest.mark.parametrize(
    "link",
    [
        BEGIN + "A",
        BEGIN + "AAAA",
        BEGIN + "q1Y",
        packed(b"")[:-1],
        packed(b"nonsense"),
        packed(b"[1]"),
        packed(b"{}"),
        packed(b'{"puzzle": 3}'),
        packed(b"[" * 100_000),
        packed(b"\xff\xfe"),
    ],
)
def test_what_is_damaged_is_said_to_be(link: str) -> None:
    with pytest.raises(litgrid.InputError, match="copy it again"):
        read(link)


def test_ten_megabytes_in_ten_kilobytes_are_not_unpacked() -> None:
    test_what_is_damaged_is_said_to_be(packed(json.dumps({"puzzle": {"x": "0" * 10**7}}).encode()))


def test_what_is_no_link_is_none() -> None:
    assert read("https://puzz.link/p?akari/3/3/gbh.gc") is None
    assert read("#z=") is None


@pytest.mark.parametrize("values", [3, "0", "01-2", ["0"] * 4])
def test_entries_of_another_board_are_said_to_be(values: object) -> None:
    with pytest.raises(litgrid.InputError, match="copy it again"):
        entries(values, litgrid.load("lightup\n..\n.."))
