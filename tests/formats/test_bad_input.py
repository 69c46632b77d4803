"""Each bad text gets a sentence with the place, what was expected and what came; the other puzzles are still read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgrid.core.errors import InputError, LitgridError
from litgrid.formats import Record, formats, loads, loads_all
from litgrid.formats.detecting import MOST_SNIFFED
from litgrid.formats.json_places import Origin
from litgrid.formats.reading import attempt
from litgrid.formats.record import Request
from litgrid.puzzles import kinds

BAD = {
    "a ragged row": (".#.\n...\n..", "3:3: expected 3 cells, as in the first row, got 2"),
    "a row that is too long": (".#.\n....", "2:4: expected 3 cells, as in the first row, got 4"),
    "an unknown character": (".#.\n.?.", "2:2: expected one of . (free), # (wall), 0 1 2 3 4 (numbered wall), "),
    "a wall number that no wall can have": (".#.\n.7.", "2:2: expected one of . (free), "),
    "cells apart": (". # .\n. ! .", "2:3: expected one of . (free)"),
    "an unknown kind": (
        "binaro\n01\n10",
        "1:1: expected the name of a kind of puzzle, one of lightup, binairo, gappy, mosaic, starbattle;",
    ),
    "nothing below the header": ("gappy", "1:1: expected a Gappy puzzle below the header, got nothing"),
    "a size that is not so": ("binairo 4x4\n01\n10", "1:1: expected 4 x 4 cells, as this line says, got 2 x 2"),
    "a word in the header": ("binairo 2x2 odd\n01\n10", "1:13: expected a size such as 6x6 or [no-]unique-lines"),
    "odd columns": ("binairo\n01.\n10.", "2:3: expected an even number of columns, got 3"),
    "odd rows": ("binairo\n01\n10\n..", "4:1: expected an even number of rows, got 3"),
    "no second line of labels": ("1 1 5", "1:1: expected a line of row labels and a line of column labels, got one"),
    "too few labels": ("5 5 5\n1 1", "2:1: expected 3 column labels, as many as row labels, got 2"),
    "a label out of range": ("0 9 0\n1 1 1", "1:3: row 2: expected a label from 0 to 1"),
    "a label that is none": ("gappy\n0 1 0\n1 a 1", "3:3: expected labels separated by blanks"),
    "as far from each kind": (
        "0 1 0\n1 a 1",
        "2:3: expected a cell of Light Up or Binairo or Mosaic, got 'a'",
    ),
    "classic: no size": ("lightup\n__", "2:1: expected one of . (free), "),
    "a Gappy row": ("gappy\n0 0\n0 0\n##\n#", "5:2: expected 2 cells, as in the first row, got 1"),
    "a Mosaic number": ("mosaic\n.1\n.a", "3:2: expected one of . (no number), 0 1 2 3 4 5 6 7 8 9 (number); got 'a'"),
    "a black cell among numbers": ("mosaic\n.1\n.#", "3:2: expected one of . (no number), "),
    "a Mosaic row": ("mosaic\n.1.\n..", "3:3: expected 3 cells, as in the first row, got 2"),
    "a given cell of Mosaic": ("mosaic\n.1\n..\ngiven:\n#?\n?1", "6:2: expected one of "),
    "a row of given cells": ("mosaic\n.1\n..\ngiven:\n#?\n?", "6:2: expected 2 cells"),
    "no such format": ("hello", "1:1: expected the name of a kind"),
    "classic: a size that is not so": ("5\n_____\n_____", "3:1: expected 5 rows, as the size line says, got 2"),
    "classic: a row": ("2\n__\n_", "3:2: expected 2 cells, as the size line says, got 1"),
    "classic: a character": ("2\n__\n_!", "3:2: expected one of _ (free), # (wall), "),
    "classic: a number": ("2\n__\n_5", "3:2: expected one of _ (free), "),
    "W and B: a row": ("- - -\n- - -\nWBW\nWB\nWWW", "4:3: expected 3 cells, as in the first row, got 2"),
    "W and B: a character": ("- - -\n- - -\nWBW\nW.W\nWWW", "4:2: expected one of W (white), B (black), ? (open)"),
    "JSON: a key": ('{"kind":"lightup"}', '1:1: expected the key "clues", got only ["kind"]'),
    "JSON: no object": ("[1]", '1:2: expected a JSON object with "kind" and "clues", got 1'),
    "JSON: the clues": ('{"kind":"lightup","clues":["..","?."]}', '1:34: "clues" row 2, column 1: expected one of'),
    "JSON: no clues": (
        '{"kind":"lightup","clues":null}',
        '1:27: "clues": expected the Light Up grid as a list of strings',
    ),
    "JSON: the kind": ('{"kind":"sudoku","clues":[]}', "1:9: expected the name of a kind of puzzle"),
    "JSON: no kind": ('{"kind":null,"clues":[]}', '1:9: "kind": expected a name, got null'),
    "JSON: the size": (
        '{"kind":"lightup","clues":[".."],"size":[2,1]}',
        '1:41: "size": expected [1, 2], as the clues have',
    ),
    "JSON: a switch": (
        '{"kind":"binairo","clues":["01","10"],"unique_lines":"no"}',
        '1:54: "unique_lines": expected true',
    ),
    "JSON: the name": (
        '{"kind":"lightup","clues":[".."],"id":[]}',
        '1:39: "id": expected text or a whole number, got []',
    ),
    "JSON: the level": (
        '{"kind":"lightup","clues":[".."],"level":0.5}',
        '1:42: "level": expected text or a whole number, got 0.5',
    ),
    "JSON: the solution": ('{"kind":"lightup","clues":[".."],"solution":["."]}', '1:47: "solution" row 1, column 1: '),
    "JSON: labels": ('{"kind":"gappy","clues":{"rows":[1]}}', '1:25: "clues": expected Gappy clues as an object with '),
    "JSON: a fraction": (
        '{"kind":"gappy","clues":{"rows":[1.0,1],"cols":[1,1]}}',
        '1:34: "clues": row 1: expected a label',
    ),
    "JSON: cut off": ('{"kind":"lightup"\n', "1:18: expected JSON (expecting ',' delimiter), got the end"),
    "JSON: not a number": ('{"kind":NaN}', "1:9: expected JSON, which has no number NaN"),
    "JSON: too deep": ('{"kind":' + "[" * 100_000, "1:108: expected JSON of a puzzle, got brackets nested too deeply"),
    "JSON: a long number": (
        '{"kind":' + "1" * 5_000 + ',"a":2}',
        "1:9: expected JSON of a puzzle, got a number that is too long",
    ),
    "JSON: an infinite number": ('{"clues":[-Infinity],"kind":"NaN"}', "1:11: expected JSON, which has no number -Inf"),
    "JSON: a key twice": (
        '{"kind":"lightup","clues":[".#"],"kind":"binairo"}',
        "1:34: expected each key once, got 'kind' again",
    ),
    "JSON: a key twice, written in two ways": (
        '{"a":{"b":1,\n"\\u0062":"b"}}',
        "2:1: expected each key once, got 'b' again",
    ),
    "JSON: an object over several lines": (
        '{"kind":"lightup",\n "clues":[\n  "..",\n  ".5"]}',
        '4:5: "clues" row 2, column 2: expected one of',
    ),
    "JSON: a key of an object over several lines": (
        '\n{\n "kind":"lightup",\n "clues":[".."],\n "size":\n  [3,3]\n}\n',
        '6:3: "size": expected [1, 2], as the clues have, got [3, 3]',
    ),
    "JSON: a comma": ('{"kind":"lightup"\n "clues":[".."]}\n', "2:2: expected JSON (expecting ',' delimiter)"),
    "JSON: escapes": ('{"kind":"lightup","clues":["\\u002e?"]}', '1:28: "clues" row 1, column 2: expected one of'),
    "JSON: the grid of an object": (
        '{"kind":"gappy","clues":{"rows":[null],"cols":[null],"grid":["!"]}}',
        '1:63: "clues" row 1, column 1: expected one of',
    ),
    "JSON: no rows": ('{"kind":"lightup","clues":[]}', '1:27: "clues" row 1, column 1: expected a Light Up grid of at'),
    "JSON: an empty row": (
        '{"kind":"lightup","clues":[""]}',
        '1:29: "clues" row 1, column 1: expected a Light Up grid of',
    ),
    "JSON: a ragged row": (
        '{"kind":"lightup","clues":["..","."]}',
        '1:35: "clues" row 2, column 2: expected 2 cells, as in',
    ),
    "JSON: true for text": ('{"kind":true,"clues":[]}', '1:9: "kind": expected a name, got true'),
    "JSON: no list": ('[{"kind":"lightup","clues":{}}]', '1:28: "clues": expected the Light Up grid as a list'),
    "a rule twice": (
        "binairo unique-lines unique-lines\n01\n10",
        "1:22: expected unique-lines or no-unique-lines once",
    ),
    "a rule and its opposite": (
        "binairo 2 2 unique-lines no-unique-lines\n01\n10",
        "1:26: expected unique-lines or no-",
    ),
    "a size twice": ("lightup 1x2 1x2\n..", "1:13: expected a size such as 6x6 after the kind, got '1x2'"),
    "a rule of another kind": ("lightup unique-lines\n..", "1:9: Light Up has no rule unique-lines: take it out"),
    "labels without blanks": ("gappy\n00\n00", "2:1: expected labels separated by blanks, got '00' without any: put"),
    "a long label": (
        "gappy\n- 12345678901\n- -",
        "2:3: row 2: expected a label from 0 to 0 on a board of 2 x 2, got '12345678901'",
    ),
    "a size line": ("3 3\n#..\n...", "1:1: expected 3 x 3 cells, as this line says, got 2 x 3"),
    "an object among grids": (
        '.#\n\n{"kind":"lightup","clues":[".#"]}',
        "3:1: expected a puzzle in the format text, as",
    ),
    "JSON: more": (
        '{"kind":"lightup","clues":[".."]} x',
        "1:35: expected the line to end after the JSON object, got 'x'",
    ),
}


ARRAY = "expected the JSON array to end here, or a comma and another object; what follows is not read"


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD.keys())
def test_the_sentence_and_the_place(text: str, message: str) -> None:
    *_, item = loads_all(text, source="a")
    assert isinstance(item, InputError)
    assert str(item).startswith(f"a:{message}")


def test_numbers_of_walls_go_to_four() -> None:
    # People who know other puzzles try 5 to 9; listing the allowed characters does not tell them why not.
    for text in (".#5", '{"kind":"lightup","clues":[".5"]}'):
        with pytest.raises(InputError, match="got '5': a wall has four neighbours, so that numbers go to 4"):
            loads(text)


def test_a_bad_json_line_costs_no_other_line() -> None:
    good = '{"kind":"lightup","clues":[".#"]}'
    found = list(loads_all(f"{good}\nnot JSON\n\n{good}\n{{\n{good}\n", source="a"))
    assert [type(item) for item in found] == [Record, InputError, Record, InputError, Record]
    assert [item.line for item in found] == [1, 2, 4, 5, 6]
    assert str(found[1]) == "a:2:1: expected JSON (expecting value), got 'not JSON'"


def test_a_bad_grid_costs_no_other_grid() -> None:
    found = list(loads_all("3\n___\n\n2\n_O\n__\n\n2\n\n__\n_!\n", source="a"))
    assert [str(item) if isinstance(item, InputError) else item.id for item in found] == [
        "a:2:1: expected 3 rows, as the size line says, got 1",
        "a:4",
        found[2].args[0],  # type: ignore[union-attr]
    ]
    # The first programs let blank lines follow the size; the lines are counted with them.
    assert str(found[2]).startswith("a:11:2: expected one of _ (free)")


def test_records_over_several_lines() -> None:
    record = {"kind": "lightup", "clues": [".#"]}
    (one,) = loads_all(json.dumps(record, indent=2), source="a")
    assert isinstance(one, Record)
    assert one.id == "a:1"
    (unindented,) = loads_all('{"kind":"lightup","clues":\n[".#"],"a":\n{"b":1}}\n')
    assert isinstance(unindented, Record)
    many = list(loads_all("\n" + json.dumps([record, 1, record], indent=1), source="a"))
    assert [item.line for item in many] == [3, 9, 10]
    assert str(many[1]) == 'a:9:2: expected a JSON object with "kind" and "clues", got 1'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "a:1:1: expected at least one puzzle, got an empty array"),
        (
            '[{"kind":"lightup","clues":[".#"]},]',
            f"a:1:35: {ARRAY}",
        ),
        ("[", f"a:1:2: {ARRAY}"),
        (
            '[{"kind":"lightup","clues":[".#"]}\n {}]',
            f"a:2:2: {ARRAY}",
        ),
        (
            '[{"kind":"lightup","clues":[".#"]}]\n x',
            f"a:2:2: {ARRAY}",
        ),
        ('[{"kind":"lightup","clues":[".#"]},\n nul]', "a:2:2: expected JSON (expecting value), got 'nul]'"),
    ],
)
def test_an_array_that_does_not_end(text: str, message: str) -> None:
    *_, last = loads_all(text, source="a")
    assert str(last) == message


def test_a_byte_that_is_no_text_costs_no_other_puzzle() -> None:
    bad = b"\xe9".decode("utf-8", "surrogateescape")
    grids = f"lightup\n.#\n\nlightup\n.{bad}\n\nlightup\n.\0\n\nlightup\n#.\n"
    lines = '{"kind":"lightup","clues":[".#"]}\n{"kind":"lightup","clues":[".@"]}\n' * 2
    array = (
        '[{"kind":"lightup","clues":[".#"]},\n {"kind":"lightup",\n"clues":[".@"]},{"kind":"lightup","clues":["#"]}]'
    )
    found = [list(loads_all(text, source="a")) for text in (grids, lines.replace("@", bad), array.replace("@", bad))]
    errors = [[str(item) for item in items if isinstance(item, InputError)] for items in found]
    sentence = "expected text in UTF-8, got what is not UTF-8: byte 0x"
    assert errors == [
        [f"a:5:2: {sentence}E9", "a:8:2: expected text, got a byte 0x00, which no text holds"],
        [f"a:2:30: {sentence}E9", f"a:4:30: {sentence}E9"],
        [f"a:3:12: {sentence}E9"],
    ]
    assert [sum(isinstance(item, Record) for item in items) for items in found] == [2, 2, 2]


def test_a_path_that_ends_early_leads_to_the_last_value_on_it() -> None:
    origin = Origin('{"a": [1, {"b": 2}]}', 0, 7)
    paths: list[tuple[str | int, ...]] = [
        (),
        ("a",),
        ("a", 1),
        ("a", 1, "b"),
        ("a", 1, "c"),
        ("a", 5),
        ("a", "b"),
        ("x", 0),
    ]
    assert [origin.at("", *path).column for path in paths] == [1, 7, 11, 17, 11, 7, 7, 1]
    assert origin.at("", "a", character=3).column == 7, "only a text has characters"


def test_an_error_of_another_sort_gets_the_place_of_its_puzzle() -> None:
    def fail() -> Record:
        raise LitgridError("too much")

    assert str(attempt(fail, Request(source="a"), 3)) == "a:3:1: too much"


def test_every_error_has_a_line_and_a_column() -> None:
    texts = [text for text, _ in BAD.values()] + ["3\n.\n.\n.", "01\n10", "1\n.", "." * 4_000_001, "3\n___"]
    for text in texts:
        for item in loads_all(text):
            assert not isinstance(item, InputError) or (item.line and item.column), item


def test_a_line_too_long_to_be_sniffed_is_a_board_with_too_many_cells() -> None:
    (item,) = loads_all("." * (MOST_SNIFFED + 1))
    assert str(item).startswith("1:1: expected at most 4,000,000 cells, got 1 rows of")


def test_a_text_without_a_puzzle_is_never_passed_over() -> None:
    for name in formats.names():
        for text in ("#", "[]", " ", "\ufeff", "# a\n\n# b"):
            item, *_ = loads_all(text, format=name)
            assert isinstance(item, InputError | Record), (name, text)
            assert "broke its reader" not in str(item), (name, text)


def test_a_long_line_has_a_short_message() -> None:
    for text in ("a" * 10**5, "1 " * 10**5, '{"kind":"' + "a" * 10**5 + '","clues":[]}', "gappy\n" + "1" * 10**5):
        (item,) = loads_all(text)
        assert len(str(item)) < 400


def test_keys_that_nobody_knows_are_ignored() -> None:
    assert loads('{"kind":"lightup","clues":[".#"],"author":null}').clues == [".#"]


def test_the_real_records_load_as_they_are(real_puzzles: Path) -> None:
    for kind in kinds.names():
        text = (real_puzzles / f"{kind}.jsonl").read_text(encoding="utf-8")
        for line, item in zip(text.splitlines(), loads_all(text), strict=True):
            values = json.loads(line)
            assert isinstance(item, Record), item
            assert (item.id, item.puzzle.name) == (values["id"], kind)
            assert item.puzzle.clues == values["clues"]
            assert (item.answer is None) == (values["solution"] is None)
            if item.answer is not None:
                assert item.puzzle.rows(item.answer) == values["solution"]


def test_objects_over_several_lines_follow_each_other() -> None:
    one = '{\n "kind": "lightup",\n "clues": [@]\n}\n'
    text = one.replace("@", '".#"') + one.replace("@", '"q"') + "\n" + one.replace("@", '"..", ".."')
    first, second, third = loads_all(text, source="a")
    assert not isinstance(first, InputError)
    assert str(second).startswith("a:7:13: ")
    assert not isinstance(third, InputError)
    assert (first.line, third.line) == (1, 10)
