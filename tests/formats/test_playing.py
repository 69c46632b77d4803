"""Addresses where puzzles can be played: they hold the puzzle, and are those of their sites."""

from __future__ import annotations

import pytest

from litgrid.formats import formats, link, loads
from litgrid.puzzles import kinds

TEXTS = [f"{kind.name}\n{text}" for kind in kinds for text in kind.examples]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_what_a_link_holds_is_the_puzzle(text: str) -> None:
    puzzle = loads(text)
    found = [address for one in formats if (address := one.link(puzzle)) is not None]
    for address in found:
        assert address.startswith("https://")
        assert loads(address) == puzzle
    best = link(puzzle)
    assert (best and len(best[0])) == min(map(len, found), default=None)


def test_sites() -> None:
    assert link(loads("lightup\n.1.\n...\n#.2")) == ("https://puzz.link/p?akari/3/3/gbh.gc", "puzz.link")
    # What a site cannot say is not a link to it: puzz.link has no Light Up with bulbs that are given.
    other = link(loads("lightup\no1.\n...\n#.2"))
    assert other is None or "puzz.link" not in other[0]
    assert formats.get("jsonl").link(loads("lightup\n.1.")) is None
    assert formats.get("tatham").link(loads("binairo\n01\n10")) is None  # too small for it
    assert formats.get("penpa").link(loads(TEXTS[0])).partition("#")[2].startswith("m=solve&")  # type: ignore[union-attr]
