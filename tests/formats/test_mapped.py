"""Maps of regions in the formats of others: links of pzpr, janko, puzzlekit, Penpa+."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.grid import Shape
from litgrid.formats import Record, formats
from litgrid.puzzles.starbattle.kind import StarBattle
from tests.core.test_regions import flooded, maps
from tests.formats.boards import error_of, read

# Its link was read by pzprjs itself.
LINK = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou"
REGIONS = ["AAABBB", "ABBBCC", "ADDEEC", "FFDDEC", "FEEEEC", "FCCCCC"]


def record(regions: list[str], stars: int = 1, answer: list[str] | None = None) -> Record:
    puzzle = StarBattle.from_clues({"regions": regions, "stars": stars})
    return Record("a", puzzle, source="test", answer=None if answer is None else puzzle.read_rows(answer))


def test_a_link() -> None:
    found = read(LINK)
    assert found.puzzle.clues == {"regions": REGIONS, "stars": 1, "grid": None}
    assert formats.get("pzpr").write(found) == LINK + "\n"


@given(
    maps.filter(lambda regions: max(flooded(regions)) < 52),
    st.integers(1, 9),
    st.sampled_from(["pzpr", "janko", "puzzlekit", "penpa"]),
)
@settings(deadline=None)
def test_a_map_survives(regions: object, stars: int, name: str) -> None:
    """As its pieces, whatever letters they have."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    numbers = iter(flooded(regions))  # type: ignore[arg-type]
    rows = ["".join(letters[next(numbers)] for _ in row) for row in regions]  # type: ignore[attr-defined]
    text = formats.get(name).write(record(rows, stars))
    again = read(text, format=name, kind="starbattle").puzzle
    assert again.clues["regions"] == rows
    assert again.clues["stars"] == stars


@pytest.mark.parametrize(
    ("body", "warning"),
    [
        ("4ilbhgdnmhou0", "the rest is not read"),
        ("4ilbhgdnmho-", "characters without a meaning in a link are taken as no borders"),
    ],
)
def test_a_link_that_goes_on_or_has_other_characters(body: str, warning: str) -> None:
    found = read(f"https://puzz.link/p?starbattle/6/6/1/{body}")
    assert found.puzzle.shape == Shape(6, 6)
    assert any(warning in one for one in found.warnings)


def test_a_link_that_is_cut_off() -> None:
    assert "expected 12 characters of borders, for 6 x 6, got 11: is it cut off?" in error_of(LINK[:-1])


def test_a_link_with_too_many_regions_or_no_number() -> None:
    every = formats.get("pzpr").write(record(["AB" * 4] * 8)).strip().rsplit("/", 1)[0]
    assert "expected at most 52 regions, a letter each, got 64" in error_of(f"{every}/{'v' * 24}")
    assert "expected a number of stars, got 'x'" in error_of("https://puzz.link/p?starbattle/2/2/x/00")


def test_janko() -> None:
    areas = "1 1 2 2\n1 1 1 2\n3 3 4 2\n3 4 4 4\n"
    solution = "- * - -\n- - - *\n* - - -\n- - * -\n"
    text = f"begin\npuzzle Sternenschlacht\nsize 4\nstars 1\n[areas]\n{areas}[solution]\n{solution}[end]\n"
    found = read(text)
    assert found.puzzle.clues == {"regions": ["AABB", "AAAB", "CCDB", "CDDD"], "stars": 1, "grid": None}
    assert found.answer is not None
    assert found.puzzle.rows(found.answer) == [".*..", "...*", "*...", "..*."]
    assert "expected a section 'areas'" in error_of(text.replace("[areas]", "[problem]"))
    assert "expected 4 cells, as the file says, got 3" in error_of(text.replace("3 3 4 2", "3 3 4"))


def test_what_a_format_cannot_say_is_said() -> None:
    apart = record(["AB", "BA"], 2)
    cut_up = "pzpr holds regions in one piece each; others are cut up, which makes it another puzzle"
    assert cut_up in [*formats.get("pzpr").lost(apart)]
    link = formats.get("penpa").write(record(["AABB", "AAAB", "CCDB", "CDDD"], 1, [".*..", "...*", "*...", "..*."]))
    found = read(link)
    assert found.warnings == ()
    assert found.answer is not None
    assert found.puzzle.rows(found.answer) == [".*..", "...*", "*...", "..*."]


SAVED = """pzprv3
starbattle
4
4
1
4
0 0 1 1\x20
0 0 0 1\x20
2 2 3 1\x20
2 3 3 3\x20
. # . +\x20
. . . .\x20
+ . . .\x20
. . # .\x20
"""


def test_a_file_of_puzz_link() -> None:
    found = read(SAVED)
    assert found.puzzle.clues == {"regions": ["AABB", "AAAB", "CCDB", "CDDD"], "stars": 1, "grid": None}
    assert found.filled is not None
    assert found.puzzle.rows(found.filled) == ["?*?.", "????", ".???", "??*?"]
    assert formats.get("pzprv3").write(found) == SAVED
    assert read(SAVED.replace("#", ".").replace("+", ".")).filled is None
    assert error_of("".join(SAVED.splitlines(keepends=True)[:9])) == (
        "a:10:1: expected 4 rows, as the file says, got 3: is it cut off?"
    )
    assert error_of(SAVED.replace("\n1\n", "\nx\n")) == "a:1:1: expected a number of stars, got 'x'"
