"""Booklets, read by pypdf: pages, text and order."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.core.scene import Scene
from litgrid.puzzles import kinds
from litgrid.render.booklet import GRIDS, Design, Entry, Rules, check, draw
from litgrid.render.sheet import PAPERS
from tests.render.scenes import filled

pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
pytest.importorskip("fpdf", reason="fpdf2 is not installed: the extra `pictures` brings it")

TINY = Scene(["#1", ".."], [["wall", "number"], ["unknown", "unknown"]], symbols={"#": "█"})


def entries(number: int) -> list[Entry]:
    return [Entry(f"Puzzle {chr(ord('a') + place)}", TINY, TINY) for place in range(number)]


def pages(data: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]


@pytest.mark.parametrize("per_page", [1, 2, 4, 6, 9])
def test_puzzles_a_page(per_page: int) -> None:
    texts = pages(draw(entries(10), design=Design(per_page=per_page, answers="none")))
    assert len(texts) == -(-10 // per_page)
    for number, text in enumerate(texts):
        for place in range(10):
            inside = place // per_page == number
            assert (f"{place + 1}. Puzzle {chr(ord('a') + place)}" in " ".join(text.split())) is inside
        assert text.split()[0] == str(number + 1)


def test_answers() -> None:
    back = pages(draw(entries(6), design=Design(answers="back")))
    assert ["Answers" in text for text in back] == [False, False, True]
    assert all(f"{number}." in back[2] for number in range(1, 7))
    after = pages(draw(entries(6), design=Design(answers="after")))
    assert ["Answers" in text for text in after] == [False, True, False, True]
    assert "5." not in after[1]
    assert "5." in after[3]
    without = draw([Entry("a", TINY, None, "has no answer")], design=Design())
    assert "1. has no answer" in " ".join(pages(without)[1].split())


@pytest.mark.parametrize("paper", PAPERS)
def test_paper(paper: str) -> None:
    box = pypdf.PdfReader(io.BytesIO(draw(entries(1), design=Design(paper=paper)))).pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx(PAPERS[paper], abs=0.01)


def test_title_and_rules_come_first() -> None:
    rules = Rules("Some kind", ("Do this.", "Do not do that, " + "nor that, " * 30 + "nor that."), (TINY, TINY))
    data = draw(entries(1), [rules], Design(title="Ёлки, Ωμέγα & Übung"))
    first, second, *_ = pages(data)
    text = " ".join(first.split())
    assert text.startswith("1 Ёлки, Ωμέγα & Übung Some kind")
    assert "Do this." in text
    assert text.count("nor that") == 31
    assert "Puzzle a" in second
    assert pypdf.PdfReader(io.BytesIO(data)).metadata.title == "Ёлки, Ωμέγα & Übung"
    # Without rules the puzzles come below the title.
    assert " ".join(pages(draw(entries(1), design=Design(title="T")))[0].split()).startswith("1 T 1. Puzzle a")
    # Rules that do not fit on a page any more begin another.
    assert len(pages(draw(entries(1), [rules] * 9, Design(answers="none")))) > 2


def test_large_boards_get_a_page_of_their_own() -> None:
    big = filled(kinds.get("binairo").empty(Shape(40, 40)))
    mixed = [*entries(2), Entry("Big", big, big), *entries(2)]
    texts = [" ".join(text.split()) for text in pages(draw(mixed, design=Design(per_page=9)))]
    assert ["Big" in text for text in texts] == [False, True, False, False, False, False]
    assert ["3." in text for text in texts] == [False, True, False, False, True, False]


def test_it_is_the_same_each_time() -> None:
    rules = [Rules("Some kind", ("Do this.",), (TINY, TINY))]
    assert draw(entries(5), rules, Design(title="T")) == draw(entries(5), rules, Design(title="T"))


def test_what_the_font_has_not_is_said() -> None:
    with pytest.raises(LitgridError, match=r"has no '九' \(U\+4E5D, cjk unified ideograph-4e5d\).*--font"):
        draw(entries(1), design=Design(title="九九"))
    with pytest.raises(LitgridError, match="right to left"):
        draw(entries(1), design=Design(title="שלום"))
    with pytest.raises(LitgridError, match="has no '九'"):
        draw([Entry("九", TINY)])
    # What is written in two characters and has one of its own is that one.
    assert "Übung" in pages(draw(entries(1), design=Design(title="U\N{COMBINING DIAERESIS}bung")))[0]
    assert r"a\x1bb" in pages(draw(entries(1), design=Design(title="a\x1bb")))[0]


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # fontTools leaves a file open that is no font
def test_a_font_that_is_none(tmp_path: Path) -> None:
    for name, data in (("a.ttf", b"nothing"), ("a.txt", b""), ("a.otf", b"OTTO" + bytes(100))):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(LitgridError, match="expected a TrueType or OpenType font"):
            draw(entries(1), design=Design(font=tmp_path / name))
    with pytest.raises(LitgridError, match="none\\.ttf: expected a TrueType"):
        draw(entries(1), design=Design(font=tmp_path / "none.ttf"))


def test_every_grid_has_as_many_places_as_it_says() -> None:
    assert all(columns * rows == number for number, (columns, rows) in GRIDS.items())


def test_a_title_longer_than_a_page_goes_on() -> None:
    title = " ".join(f"word{number}" for number in range(600))
    texts = pages(draw(entries(1), design=Design(title=title, answers="none")))
    assert len(texts) > 1
    assert " ".join(" ".join(text.split("\n")[1:]) for text in texts).split()[:600] == title.split()


def test_answers_lie_close_together() -> None:
    def heights(design: Design, page: int) -> list[float]:
        found: dict[str, float] = {}

        def visit(text: str, _cm: object, matrix: list[float], *_: object) -> None:
            if text.strip().endswith("."):
                found[text.strip()] = matrix[5]

        pypdf.PdfReader(io.BytesIO(draw(entries(2), design=design))).pages[page].extract_text(visitor_text=visit)
        return [found["1."], found["2."]]

    first, second = heights(Design(per_page=2, answers="after"), 1)
    assert 0 < first - second < 150


def test_what_cannot_be_drawn_is_said_beforehand() -> None:
    check(Design(title="Übung"), ["Light Up"])
    for design, headings in ((Design(title="九"), []), (Design(), ["九"])):
        with pytest.raises(LitgridError, match="has no '九'"):
            check(design, headings)
