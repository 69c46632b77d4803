"""LEGUP's XML: both kinds, what is left out, proofs, and what is said of bad files."""

from __future__ import annotations

import pytest

from litgrid.formats import formats
from tests.formats.boards import error_of, read

BINARY = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Legup version="5.1.0">
  <puzzle name="Binary">
    <board height="2" width="4">
      <cells>
        <cell value="1" x="3" y="0"/>
        <cell value="0" x="0" y="1"/>
        <cell value="2" x="1" y="1"/>
      </cells>
    </board>
    <proof><tree><node id="1"><transition><cell value="1" x="0" y="0"/></transition></node></tree></proof>
  </puzzle>
</Legup>
"""
LIGHT_UP = """<Legup><puzzle name="LightUp"><board size="2"><cells>
<cell value="-1" x="1" y="0"/><cell value="4" x="0" y="1"/>
</cells></board></puzzle></Legup>"""


def test_binary_and_light_up() -> None:
    record = read(BINARY)
    assert (record.puzzle.name, record.puzzle.clues) == ("binairo", ["...1", "0..."])
    assert record.warnings == ("the proof in a file of LEGUP is not kept",)
    light_up = read(LIGHT_UP)
    assert (light_up.puzzle.name, light_up.puzzle.clues, light_up.warnings) == ("lightup", [".#", "4."], ())
    played = LIGHT_UP.replace("</cells>", '<cell value="-4" x="0" y="0"/><cell value="-3" x="1" y="1"/></cells>')
    record = read(played)
    assert (record.puzzle, record.filled.tolist()) == (light_up.puzzle, [[1, 0], [0, 0]])  # type: ignore[union-attr]
    record = read(played.replace("-3", "-2"))
    assert record.filled.tolist() == [[1, 0], [0, -1]]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            BINARY.replace('"Binary"', '"Sudoku"'),
            "a:3:3: this is a 'Sudoku' of LEGUP; litgrid knows Binary and LightUp",
        ),
        (
            BINARY.replace('width="4"', 'width="1000000000"'),
            "a:4:5: expected a number of columns, from 1 to 4,000,000,",
        ),
        (
            BINARY.replace('height="2"', 'height="99999999"'),
            "a:4:5: expected at most 4,000,000 cells, got 99999999 row",
        ),
        (BINARY.replace('height="2" width="4"', ""), "a:4:5: expected a number of rows, from 1 to 4,000,000, got ''"),
        (BINARY.replace('x="3"', 'x="4"'), "a:6:9: expected x and y of a cell of the board, from 0, got {"),
        (BINARY.replace('x="3"', 'x="-1"'), "a:6:9: expected x and y of a cell of the board, from 0, got {"),
        (BINARY.replace('value="1" x="3"', 'value="3" x="3"'), "a:6:9: expected one of 0 1 2 as the value, got '3'"),
        (BINARY.replace("</cells>", ""), "a:10:7: expected XML: mismatched tag"),
        (BINARY[: BINARY.index("</board>")], "a:10:5: expected XML: no element found"),
        ("<Legup></Legup>", "a:1:1: expected a file of LEGUP with a board, got none"),
        ("<html></html>", "a:1:1: expected a file of LEGUP, got XML that begins with 'html'"),
        (LIGHT_UP.replace("</puzzle>", '</puzzle><puzzle name="LightUp"/>'), "a:3:26: expected one puzzle in a file"),
        (
            LIGHT_UP.replace("</board>", '</board><board size="2"/>'),
            "a:3:17: expected one board in a file of LEGUP, got",
        ),
        (LIGHT_UP + "x", "a:3:34: expected XML: junk after document element"),
        (LIGHT_UP.replace("4", "\udce9"), "a:2:44: expected text in UTF-8, got what is not UTF-8: byte 0xE9"),
        (
            BINARY.replace('width="4"', 'width="3"').replace('x="3"', 'x="2"'),
            "a:1:1: expected an even number of columns, got 3",
        ),
    ],
)
def test_bad_files(text: str, message: str) -> None:
    assert error_of(text, format="legup").startswith(message)


def test_entities_are_refused_before_they_grow() -> None:
    entities = "".join(f'<!ENTITY a{n} "&a{n - 1};&a{n - 1};&a{n - 1};">' for n in range(1, 40))
    bomb = f'<!DOCTYPE Legup [<!ENTITY a0 "x">{entities}]>\n{LIGHT_UP.replace("LightUp", "&a39;")}'
    assert error_of(bomb) == "a:1:17: expected XML without a document type"


def test_the_kind_is_that_of_the_file() -> None:
    assert error_of(BINARY, kind="lightup", format="legup") == (
        "a:3:3: expected the kind lightup, as asked for, got binairo"
    )
    assert list(formats.get("legup").sniff(BINARY)) == ["binairo"]
    assert not formats.get("pencilbox").sniff(BINARY)
