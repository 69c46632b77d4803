"""Files of PencilBox, as text and as XML."""

from __future__ import annotations

import pytest

from litgrid.core.errors import AmbiguousInputError
from litgrid.formats import loads
from tests.formats.boards import error_of, read

XML = """<?xml version="1.0" encoding="Shift_JIS"?>
<puzzle type="bijutsukan">
<property><author value="a"/></property>
<size row="2" col="3"/>
<board><number r="1" c="2" n="1"/><number r="2" c="3" n="5"/></board>
<answer><arow row="1"><w/><u/><u/></arow><arow row="2"><u/><s/><u/></arow></answer>
</puzzle>
"""


@pytest.mark.parametrize("text", [XML, "2\n3\n+ 1 . \n. * 5 \n", XML.replace('"', "'")])
def test_what_a_player_has_done_is_the_answer(text: str) -> None:
    record = read(text)
    assert record.puzzle.clues == [".1.", "..#"]
    assert record.filled is not None
    assert record.filled.tolist() == [[1, 0, -1], [-1, 0, 0]]


def test_what_could_be_plain_text_is_asked_about() -> None:
    with pytest.raises(AmbiguousInputError, match=r"Light Up or Mosaic or Light Up \(in the format pencilbox\)"):
        loads("1\n3\n. 1 . ")
    assert loads("1\n3\n. 1 . ", format="pencilbox").clues == [".1."]


BAD = {
    "2\n3\n+ 1 .": "a:4:1: expected 2 rows, as the file says, got 1: is it cut off?",
    "2\n3\n+ 1\n. . .": "a:3:4: expected 3 cells, as the file says, got 2",
    "1\n1\n+\n+": "a:4:1: expected 1 rows, as line 1 says, got more",
    "1\n2\n+ 9": "a:3:3: expected one of . (free), 0 1 2 3 4 (numbered wall), 5 (wall), + (bulb), * (no bulb)",
    "999999999\n999999999\n+ +": "a:1:1: expected at most 4,000,000 cells",
    XML.replace("bijutsukan", "slither"): "a:2:1: this is a puzzle of the type 'slither'; litgrid knows",
    XML[:150]: "a:5:8: expected XML: ",
    XML.replace('n="5"', 'n="7"'): "a:5:35: expected a number from 0 to 5, got '7'",
    XML.replace('c="3"', 'c="4"'): "a:5:35: expected a cell of a board of 2 x 3, got row 2, column 4",
    XML.replace('c="3"', 'c="x"'): "a:5:35: expected a number, got 'x'",
    XML.replace('col="3"', 'col="1000000000"'): "a:4:1: expected a number of columns, from 1 to 4,000,000",
    XML.replace('<size row="2" col="3"/>', ""): "a:5:8: expected the size before the cells",
    '<puzzle type="bijutsukan"/>': "a:1:1: expected an element size, got none",
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><puzzle type="bijutsukan"/>': "a:1:",
}


@pytest.mark.parametrize(("text", "sentence"), BAD.items())
def test_a_bad_one_gets_one_sentence(text: str, sentence: str) -> None:
    assert error_of(text, format="pencilbox").startswith(sentence)


def test_entities_are_refused() -> None:
    # A document type can make gigabytes of a few bytes.
    bomb = '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]>'
    said = error_of(XML.replace("<puzzle", f"{bomb}<puzzle"))
    assert "expected XML without a document type" in said
