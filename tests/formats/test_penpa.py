"""Links of Penpa+: what is drawn, which kind it is, answers, links that came to harm, and bombs."""

from __future__ import annotations

import json
import tracemalloc
import zlib
from base64 import b64decode, b64encode

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import AmbiguousInputError
from litgrid.formats import Record, formats, loads, loads_all
from litgrid.formats.penpa_link import ABBREVIATIONS, BASE, MOST_BYTES, pack, split_link, unpack
from tests.formats.boards import error_of, read

HEADER = "square,3,2,38,0,1,1,152,114,17,17,0,0,0,0,Title: A%2C B,Author: x,,,OFF,false,"
SURFACE = {"16": 4, "18": 1, "23": 3, "24": 8, "25": 4}
WALLS = {"surface": SURFACE, "number": {"16": ["2", 4, "1"], "18": [0, 4, "1"]}}
"""A board of 2 x 3 has 7 columns with its border: the cells are 16 to 18 and 23 to 25."""


def drawing(
    question: object, answer: object = "", header: str = HEADER, space: str = "[0,0,0,0]", tags: str = ""
) -> str:
    layers = [layer if isinstance(layer, str) else json.dumps(layer) for layer in (question, answer)]
    rest = [*["x"] * 11, tags] if tags else []
    cells = "[16,1,1,5,1,1]" if header == HEADER else ""
    return "\n".join([header, space, "{}", *layers, cells, *rest])


def link(text: str, mode: str = "edit", **more: str) -> str:
    return f"{BASE}#m={mode}&p={pack(text)}" + "".join(f"&{key}={value}" for key, value in more.items())


def checked(value: object) -> str:
    """Return an answer that a link checks; it has no abbreviations."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b64encode(deflate.compress(json.dumps(value).encode()) + deflate.flush()).decode()


def test_walls_and_numbers() -> None:
    record = read(link(drawing(WALLS)))
    assert (record.puzzle.name, record.puzzle.clues) == ("lightup", ["2.0", "###"])
    assert record.id == "A, B"
    assert (record.answer, record.warnings) == (None, ())
    plain = {"surface": SURFACE, "number": {"16": ["?", 4, "1"], "18": [" ", 4, "1"]}}
    assert loads(link(drawing(plain))).clues == ["#.#", "###"]


def test_suns_are_bulbs_given_or_of_the_answer() -> None:
    question = {"surface": {"16": 4}, "symbol": {"17": [3, "sun_moon", 2]}}
    answer = {"symbol": {"25": [3, "sun_moon", 1]}, "surface": {"18": 2}}
    record = read(link(drawing(question, answer)))
    assert record.puzzle.clues == ["#o.", "..."]
    assert record.answer is not None
    assert record.answer.tolist() == [[0, 1, 0], [0, 0, 1]]


def test_circles_are_values() -> None:
    header = HEADER.replace("3,2,", "4,2,")  # 8 columns with the border: cells from 18 and from 26
    question = {"symbol": {"18": [1, "circle_M", 2], "21": [2, "circle_M", 1], "27": [2, "circle_L", 2]}}
    answer = {"symbol": {"19": [2, "circle_M", 1]}}
    record = read(link(drawing(question, answer, header)))
    assert (record.puzzle.name, record.puzzle.clues) == ("binairo", ["0..1", ".1.."])
    assert record.puzzle.unique_lines is True  # type: ignore[attr-defined]
    # It is no answer, so it is what somebody has entered.
    assert record.answer is None
    assert record.filled is not None
    assert record.filled.tolist() == [[0, 1, -1, 1], [-1, 1, -1, -1]]


GAPPY = {"number": {"19": ["1", 1, "1"], "20": [0, 1, "1"], "34": ["1", 1, "1"]}, "surface": {"27": 4, "36": 2}}
"""3 x 3 with a margin above and on the left: 8 columns with the border, cells from 27, labels from 19 and from 26."""


def test_labels_stand_in_the_margins() -> None:
    header = HEADER.replace("3,2,", "4,4,")
    record = read(link(drawing(GAPPY, {"surface": {"28": 1}}, header, "[1,0,1,0]")))
    assert record.puzzle.clues == {"rows": [None, 1, None], "cols": [1, 0, None], "grid": ["#??", "?.?", "???"]}
    assert record.filled is not None
    assert record.puzzle.rows(record.filled) == ["##?", "?.?", "???"]
    unfinished = read(link(drawing(GAPPY, {"surface": {"28": 1, "29": 2}}, header, "[1,0,1,0]")))
    assert unfinished.filled is not None
    assert unfinished.puzzle.rows(unfinished.filled) == ["##.", "?.?", "???"]


def test_what_is_drawn_in_a_link_of_who_plays_is_entered() -> None:
    # A wall between two runs of one cell each: bulbs are needed in both, and green cells are marks.
    question, bulbs = {"surface": {"17": 4}}, {"16": [3, "sun_moon", 1], "18": [3, "sun_moon", 1]}
    whole = drawing(question, {"symbol": {**bulbs, "24": [3, "sun_moon", 1]}})
    marks = drawing(question, {"symbol": {"16": [3, "sun_moon", 1]}, "surface": {"24": 2}})
    for text, entries in ((whole, [[1, 0, 1], [-1, 1, -1]]), (marks, [[1, 0, -1], [-1, 0, -1]])):
        for played in (link(text, "solve"), link(text, "edit") + "&l=solvedup"):
            record = read(played)
            assert (record.filled.tolist(), record.answer) == (entries, None)  # type: ignore[union-attr]
    answer = read(link(whole, "edit"))
    assert (answer.filled, answer.answer.tolist()) == (None, [[1, 0, 1], [0, 1, 0]])  # type: ignore[union-attr]
    assert read(link(marks, "edit")).filled is not None
    both = read(link(marks, "solve", a=checked([[], [], [], [], [], ["16,3H", "18,3H", "24,3H"]])))
    assert (both.filled.tolist(), both.answer.tolist()) == (  # type: ignore[union-attr]
        [[1, 0, -1], [-1, 0, -1]],
        [[1, 0, 1], [0, 1, 0]],
    )


def test_the_answer_that_a_link_checks() -> None:
    answer = checked([["17"], [], [], [], [], ["17,3H", "24,3H", "18,1A"]])
    record = read(link(drawing({"surface": {"16": 4}}), "solve", a=answer))
    assert record.answer is not None
    assert record.answer.tolist() == [[0, 1, 0], [0, 1, 0]]
    header = HEADER.replace("3,2,", "4,4,")
    gappy = read(link(drawing(GAPPY, "", header, "[1,0,1,0]"), "solve", a=checked([[28, "29"], []]).rstrip("=")))
    assert gappy.answer is not None
    assert gappy.puzzle.rows(gappy.answer) == ["###", "...", "..."]
    spoilt = read(link(drawing(WALLS), "solve", a="!"))
    assert spoilt.warnings == (
        "an answer is not kept: expected the base64 of a link (letters, digits, + and /), got '!'",
    )


def test_what_happens_to_links_on_their_way() -> None:
    # Padding is lost, a plus becomes a blank, or all is escaped; the question mark is the older form.
    texts = [drawing({**WALLS, "number": {"16": [str(number), 4, "1"]}}) for number in range(5)]
    links = [link(text) for text in texts]
    assert any("+" in one for one in links)
    assert any(one.endswith("=") for one in links)
    for one in links:
        wanted = loads(one).clues
        base, _, packed = one.partition("&p=")
        escaped = packed.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
        for other in (
            one.rstrip("="),
            one.replace("+", " "),
            f"{base}&p={escaped}",
            one.replace("#m", "?m"),
            one[one.index("m=") :],
        ):
            assert loads(other).clues == wanted
            assert read(f"\n  {other}\n").line == 2


def test_a_link_of_pzpr_inside() -> None:
    inside = f"{BASE}#m=edit&p=https://puzz.link/p?akari/3/2/a.g.g/"
    assert read(inside, format="penpa").puzzle.clues == loads("https://puzz.link/p?akari/3/2/a.g.g/").clues
    assert error_of(inside.replace("akari", "slither"), format="penpa").startswith("a:1:1: this is a slither link")
    assert error_of(inside, format="penpa", kind="gappy").startswith("a:1:1: expected the kind gappy, as asked for")


@given(st.text(st.sampled_from('z9QOnul"pa_qZ{}é') | st.characters(exclude_categories=["Cs"])))
def test_abbreviated_and_back(text: str) -> None:
    assert unpack(pack(text)) == text


def test_the_table_is_that_of_penpa() -> None:
    # One replacement after another, as Penpa+ does it.
    text = '{"qa":"pu_a","pu_a":{"line":null,"lineE":["z","zO"]},"__a":"thermo"}'
    wanted = text
    for word, short in ABBREVIATIONS.items():
        wanted = wanted.replace(word, short)
    packed = zlib.decompress(b64decode(pack(text)), -15).decode()
    assert packed == wanted
    assert next(iter(ABBREVIATIONS)) == "z"


def test_tags_say_the_kind() -> None:
    empty: dict[str, object] = {}
    assert read(link(drawing(empty, tags='["variant","Akari"]'))).puzzle.name == "lightup"
    assert error_of(link(drawing(empty, tags='["akari"]')), kind="binairo").startswith(
        "a:1:1: expected the kind binairo"
    )
    assert error_of(link(drawing(WALLS, tags='["heyawake"]'))).startswith(
        "a:1:1: this drawing is tagged 'heyawake'; litgrid knows lightup, binairo, gappy, mosaic, starbattle; if it is"
    )
    assert loads(link(drawing(WALLS, tags='["heyawake"]')), kind="lightup").clues == ["2.0", "###"]


def test_an_empty_drawing_is_asked_about() -> None:
    with pytest.raises(AmbiguousInputError, match="say which with --kind lightup or --kind binairo or --kind gappy"):
        loads(link(drawing({})))
    assert loads(link(drawing({})), kind="lightup").clues == ["...", "..."]


def test_other_drawings_are_named_and_what_is_not_kept_is_said() -> None:
    cages = {**WALLS, "killercages": [[16, 17]], "lineE": {"1,2": 2}}
    assert error_of(link(drawing(cages))).startswith(
        "a:1:1: this drawing has killercages, lineE, which none of these has;"
    )
    (warning,) = read(link(drawing(cages)), kind="lightup").warnings
    assert warning == "what else is drawn than Light Up has is not kept: killercages, lineE"
    corner = {**WALLS, "symbol": {"70": [1, "circle_M", 1], "17": [[1, 0, 1], "arrow_cross", 1]}}
    (warning,) = read(link(drawing(corner)), kind="lightup").warnings
    assert warning == "what else is drawn than Light Up has is not kept: symbol"
    sudoku = {"number": {"16": ["5", 1, "1"]}}
    assert error_of(link(drawing(sudoku))).startswith("a:1:1: this drawing fits none of the puzzles that it could be;")
    both = {**WALLS, "symbol": {"17": [1, "circle_M", 1]}, "surface": {**SURFACE, "17": 5}}
    (warning,) = read(link(drawing(both)), kind="lightup").warnings
    assert warning == "what else is drawn than Light Up has is not kept: surfaces, symbols"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://example.org", "a:1:1: expected a link of Penpa+, as https://swaroopg92.github.io/penpa-edit/#m=edit"),
        (f"{BASE}#m=edit&p=", "a:1:1: expected a link of Penpa+ with its puzzle behind p=, got none: is it cut off?"),
        (f"{BASE}#m=edit&p=AB!D", "a:1:53: expected the base64 of a link (letters, digits, + and /), got '!'"),
        (f"{BASE}#m=edit&p=AB=D", "a:1:51: expected the base64 of a link, got what is none"),
        (f"{BASE}#m=edit&p=ABCDE", "a:1:55: expected a whole link: its end is missing"),
        (link(drawing(WALLS))[:-40], "a:1:"),
        (f"{BASE}#m=edit&p=////", "a:1:51: expected a link whose text can be unpacked: it is damaged"),
        (link("3,2,38"), "a:1:1: this is a link of the Penpa before Penpa+: open it in Penpa+ and share it again"),
        (link(drawing(WALLS, header="hex,3,2,38")), "a:1:1: expected a drawing of Penpa+ on a square board, got the t"),
        (link(drawing(WALLS, header="square")), "a:1:1: expected a drawing of Penpa+ on a square board, got the type"),
        (
            link(drawing(WALLS, header="square,1000000000,9,38")),
            "a:1:1: expected a number of columns, from 1 to 4,000,000",
        ),
        (link(drawing(WALLS, header="square,100000,100000,38")), "a:1:1: expected at most 4,000,000 cells, got 1000"),
        (link(drawing(WALLS, space="[0,0]")), "a:1:1: expected the four margins of a drawing, got [0, 0]"),
        (link(drawing(WALLS, space="[1,1,0,0]")), "a:1:1: expected a number of rows, from 1 to 4,000,000, got '0'"),
        (link(drawing(WALLS, space="[9,9,0,0]")), "a:1:1: expected a number of rows, from 1 to 4,000,000, got '-16'"),
        (link(HEADER), "a:1:1: expected 2 lines in the text of a link, got 1: is it cut off?"),
        (link(drawing("{")), "a:1:1: expected JSON in line 4 of the text of a link, got '{'"),
        (link(drawing("[" * 100_000)), "a:1:1: expected JSON in line 4 of the text of a link, got '[[[["),
        (
            link(drawing(WALLS).replace("[16,1,1,5,1,1]", "[16,1,6,1,1]")),
            "a:1:1: expected a drawing on a whole rectangle, got one without the cell r1c3",
        ),
        (link(drawing(WALLS).replace("[16,1,1,5,1,1]", '["x"]')), 'a:1:1: expected the cells of a drawing, got ["x"]'),
        (link(drawing("[]")), "a:1:1: expected a layer of a drawing, got []"),
        (
            link(drawing({**WALLS, "number": {"16": ["7", 4, "1"]}}, tags='["akari"]')),
            "a:1:1: expected a number from 0 to 4 in the wall r1c1, got '7'",
        ),
    ],
)
def test_bad_links(text: str, message: str) -> None:
    assert error_of(text, format="penpa").startswith(message)


def test_every_cut_is_noticed() -> None:
    whole = link(drawing(WALLS)).rstrip("=")
    for end in range(len(BASE) + 12, len(whole)):
        assert "expected a whole link: its end is missing" in error_of(whole[:end]) or end > len(whole) - 3


def test_a_bomb_is_refused_and_takes_no_memory() -> None:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join(deflate.compress(b"0" * 10**6) for _ in range(100)) + deflate.flush()
    text = f"{BASE}#m=edit&p={b64encode(packed).decode()}"
    assert len(text) < 10**6
    tracemalloc.start()
    assert error_of(text) == "a:1:51: expected a link that unpacks to at most 8 MiB, got more"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * MOST_BYTES


def test_a_board_of_100_x_100() -> None:
    penpa = formats.get("penpa")
    rng = np.random.default_rng(1)
    for kind, chars in (("lightup", ".#01234o"), ("binairo", ".01")):
        rows = ["".join(row) for row in rng.choice(list(chars), (100, 100))]
        puzzle = loads("\n".join([f"{kind} 100x100", *rows]))
        assert loads(penpa.write(Record("text:1", puzzle))) == puzzle
    labels = [[int(label) if label else None for label in line] for line in rng.integers(0, 99, (2, 100))]
    clues = {"kind": "gappy", "clues": {"rows": labels[0], "cols": labels[1]}}
    puzzle = loads(json.dumps(clues))
    assert loads(penpa.write(Record("text:1", puzzle))) == puzzle


def test_a_name_with_what_stands_for_a_comma() -> None:
    penpa = formats.get("penpa")
    record = Record("50%2C", loads(".#"))
    assert penpa.lost(record) == ("penpa holds names without %2C, which stands for a comma",)
    assert split_link(penpa.write(record).strip()).fields.keys() == {"p"}


@pytest.mark.parametrize(
    "text", ["?m=edit&" * 15_000, "m=edit&" + "&p" * 50_000, "?#" * 50_000, "m=edit&p=" + "%" * 100_000]
)
def test_a_long_link_is_gone_over_once(text: str) -> None:
    for name in ("penpa", None):
        (item,) = loads_all(text, format=name)
        assert not isinstance(item, Record)


def test_links_stand_one_a_line() -> None:
    lines = [link(drawing(WALLS)), "", "m=edit&p=AAA!", link(drawing({"surface": {"16": 4}}))]
    items = list(loads_all("\n".join(lines), source="a"))
    assert [type(item).__name__ for item in items] == ["Record", "InputError", "Record"]
    assert str(items[1]) == "a:3:13: expected the base64 of a link (letters, digits, + and /), got '!'"


def test_an_answer_with_equal_lines_is_one_although_the_format_cannot_say_that_they_are_allowed() -> None:
    puzzle = loads("binairo no-unique-lines\n01..\n....\n1...\n....")
    answer = puzzle.read_rows(["0101", "0101", "1010", "1010"])
    back = read(formats.get("penpa").write(Record("a", puzzle, answer=answer)))
    assert back.filled is None
    assert back.answer is not None
    assert back.puzzle.rows(back.answer) == ["0101", "0101", "1010", "1010"]
    assert back.puzzle.unique_lines is True  # type: ignore[attr-defined]
