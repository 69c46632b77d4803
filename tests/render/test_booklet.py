"""Booklets, read by pypdf: pages, text and order."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.core.scene import Scene
from litgrid.core.words import LANGUAGES, OWN
from litgrid.puzzles import kinds
from litgrid.render.booklet import check
from litgrid.render.booklet import draw as draw_sections
from litgrid.render.design import Design, Entry, Links, Rules, Section, words
from litgrid.render.picture import CELL, compose
from litgrid.render.sheet import MARGIN, PAPERS, Paper
from tests.render.scenes import filled

pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
pytest.importorskip("fpdf", reason="fpdf2 is not installed: the extra `pictures` brings it")

TINY = Scene(["#1", ".."], [["wall", "number"], ["unknown", "unknown"]], symbols={"#": "█"})

PLAIN = Design()


def entries(number: int) -> list[Entry]:
    return [Entry(f"Puzzle {chr(ord('a') + place)}", TINY, TINY) for place in range(number)]


def draw(entries: Sequence[Entry], rules: Sequence[Rules] = (), design: Design = PLAIN) -> bytes:
    return draw_sections([Section("", entries)], rules, design)


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
def test_paper(paper: Paper) -> None:
    box = pypdf.PdfReader(io.BytesIO(draw(entries(1), design=Design(paper=paper)))).pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx(PAPERS[paper], abs=0.01)


def test_title_and_rules_come_first() -> None:
    rules = Rules("Some kind", ("Do this.", "Do not do that, " + "nor that, " * 30 + "nor that."), (TINY, TINY))
    design = Design(title="Ёлки, Ωμέγα & Übung", author="Zoé", cover=False)
    data = draw(entries(1), [rules], design)
    first, second, *_ = pages(data)
    text = " ".join(first.split())
    assert text.startswith("1 Ёлки, Ωμέγα & Übung Zoé Some kind")
    assert "Do this." in text
    assert text.count("nor that") == 31
    assert "Puzzle a" in second
    metadata = pypdf.PdfReader(io.BytesIO(data)).metadata
    assert (metadata.title, metadata.author) == ("Ёлки, Ωμέγα & Übung", "Zoé")
    # Without rules the puzzles come below the title.
    bare = pages(draw(entries(1), design=Design(title="T", cover=False)))
    assert " ".join(bare[0].split()).startswith("1 T 1. Puzzle a")
    # Rules that do not fit on a page any more begin another.
    assert len(pages(draw(entries(1), [rules] * 9, Design(answers="none")))) > 2


def test_a_cover_says_what_is_in_it() -> None:
    easy, hard = (replace(entry, level=level) for entry, level in zip(entries(2), (1, 4), strict=True))
    sections = [Section("Some kind", [easy, hard, easy]), Section("Another", [easy]), Section("A third", entries(2))]
    cover, *others = pages(draw_sections(sections, (), Design(title="A book", author="A. Setter")))
    said = ["A book", "A. Setter", "Some kind, 3 puzzles, easy to very hard", "Another, 1 puzzle, easy"]
    assert [line.strip() for line in cover.strip().split("\n")] == [*said, "A third, 2 puzzles"]
    assert "A book" not in "".join(others)


def test_sections_begin_pages_and_numbers_run_through() -> None:
    sections = [Section("First", entries(5)), Section("Second", entries(2))]
    data = draw_sections(sections, (), Design(answers="none"))
    texts = [" ".join(text.split()) for text in pages(data)]
    assert [text.split()[1] for text in texts] == ["First", "First", "Second"]
    assert ["5." in text for text in texts] == [False, True, False]
    assert "6. Puzzle a" in texts[2]
    outline = pypdf.PdfReader(io.BytesIO(data)).outline
    assert [entry.title for entry in outline] == ["First", "Second"]


def test_levels_are_said_below_and_in_a_legend() -> None:
    graded = [replace(entry, level=level) for entry, level in zip(entries(3), (2, "lunatic", None), strict=True)]
    legend, page = (" ".join(text.split()) for text in pages(draw(graded, design=Design(answers="none"))))
    assert legend.startswith("1 How hard they are easy One rule at a time")
    assert page.count("medium") == page.count("lunatic") == 1
    for design, plain in ((Design(legend=False), graded), (Design(), entries(3))):
        assert "How hard" not in "".join(pages(draw(plain, design=design)))
    french = " ".join(" ".join(pages(draw(graded, design=Design(language="fr")))).split())
    assert all(word in french for word in ("La difficulté", "moyen", "très difficile", "Solutions"))


def links(data: bytes) -> list[tuple[str, list[float]]]:
    found = [note.get_object() for page in pypdf.PdfReader(io.BytesIO(data)).pages for note in page.get("/Annots", [])]
    return [(str(note["/A"]["/URI"]), [float(side) for side in note["/Rect"]]) for note in found]


def test_links() -> None:
    pytest.importorskip("segno", reason="segno is not installed: the extra `pictures` brings it")
    linked = [replace(entry, link=(f"https://example.org/{place}", "a site")) for place, entry in enumerate(entries(3))]
    linked += [*entries(1), replace(entries(1)[0], link=("https://example.org/" + "a" * 3000, "far"))]
    addresses = [entry.link[0] for entry in linked if entry.link]
    plain, said, coded = (draw(linked, design=Design(links=how, answers="none")) for how in ("none", "words", "qr"))
    assert links(plain) == []
    assert [address for address, _ in links(said)] == [address for address, _ in links(coded)] == addresses
    assert "".join(pages(said)).count("Play it at a site") == 3
    assert "Play it at far" in "".join(pages(coded))  # its code would be too fine
    assert "a site" not in "".join(pages(coded))
    for _, (left, low, right, high) in links(coded)[:3]:
        assert right - left == pytest.approx(high - low)
        assert right - left > 50


def boards(data: bytes) -> list[list[tuple[float, float, float]]]:
    """Return where pictures are on each page: left, top, and their scale in points a unit."""
    number = r"(-?[\d.]+)"
    matrix = re.compile(rf"q {number} 0 0 {number} {number} {number} cm")
    found = []
    for page in pypdf.PdfReader(io.BytesIO(data)).pages:
        content = page["/Contents"].get_object().get_data().decode("latin-1")
        found.append([(float(x), float(y), float(a)) for a, d, x, y in matrix.findall(content) if a == d])
    return found


SIZES = [(7, 7), (10, 10), (8, 12), (20, 20)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("links", ["none", "words", "qr"])
@pytest.mark.parametrize("per_page", [1, 2, 4, 6, 9])
def test_boards_are_inside_the_margins_and_apart(per_page: int, links: Links, paper: Paper) -> None:
    pytest.importorskip("segno", reason="segno is not installed: the extra `pictures` brings it")
    scenes = [kinds.get("lightup").empty(Shape(*size)) for size in SIZES]
    shown = [
        Entry("A", puzzle.scene(puzzle.givens), level=2, link=("https://example.org", "b")) for puzzle in scenes
    ] * 3
    data = draw(shown, design=Design(per_page=per_page, paper=paper, links=links, answers="none", legend=False))
    width, height = PAPERS[paper]
    drawn = [one for page in boards(data) for one in page]
    assert len(drawn) == len(shown) * (1 + (links == "qr"))
    numbered = iter(shown)
    for page in boards(data):
        taken: list[tuple[float, float, float, float]] = []
        for x, y, scale in page[:: 1 + (links == "qr")]:
            picture = compose(next(numbered).puzzle)
            taken.append((x, y, x + picture.width * scale, y + picture.height * scale))
        for left, top, right, bottom in taken:
            assert MARGIN <= left < right <= width - MARGIN + 0.01
            assert MARGIN <= top < bottom <= height - MARGIN
        for (a, b, c, d), (e, f, g, h) in combinations(taken, 2):
            assert c <= e or g <= a or d <= f or h <= b


@pytest.mark.parametrize(
    ("size", "per_page", "before"), [(7, 1, 36.0), (7, 2, 36.0), (7, 4, 32.36), (7, 6, 28.41), (10, 9, 14.71)]
)
def test_boards_are_larger_than_they_were(size: int, per_page: int, before: float) -> None:
    """The sizes before, in points a cell, are those of commit ffc7370."""
    puzzle = kinds.get("lightup").empty(Shape(size, size))
    shown = [Entry("A", puzzle.scene(puzzle.givens), level=1, name="a")] * per_page
    (page,) = boards(draw(shown, design=Design(per_page=per_page, answers="none", legend=False)))
    assert len(page) == per_page
    assert all(scale * CELL > before for _, _, scale in page)


def test_every_word_is_there_in_every_language() -> None:
    english = words(OWN)
    for language in LANGUAGES:
        for section in ("booklet", "note"):
            assert words(language)[section].keys() == english[section].keys()
            for name, form in words(language)[section].items():
                assert set(re.findall(r"\{\w+\}", str(form))) == set(
                    re.findall(r"\{\w+\}", str(english[section][name]))
                )


def test_large_boards_get_a_page_of_their_own() -> None:
    big = filled(kinds.get("binairo").empty(Shape(40, 40)))
    mixed = [*entries(2), Entry("Big", big, big), *entries(2)]
    texts = [" ".join(text.split()) for text in pages(draw(mixed, design=Design(per_page=9)))]
    assert ["Big" in text for text in texts] == [False, True, False, False]
    assert all(f"{number}." in texts[3] for number in range(1, 6))  # all answers are on one page


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


def test_a_title_longer_than_a_page_goes_on() -> None:
    title = " ".join(f"word{number}" for number in range(600))
    texts = pages(draw(entries(1), design=Design(title=title, cover=False, answers="none")))
    assert len(texts) > 1
    assert " ".join(" ".join(text.split("\n")[1:]) for text in texts).split()[:600] == title.split()


def test_a_long_title_has_a_cover_of_several_pages() -> None:
    title = " ".join(f"word{number}" for number in range(600))
    texts = pages(draw(entries(1), design=Design(title=title, answers="none")))
    assert all(f"word{number}" in " ".join(texts) for number in range(600))


def test_what_cannot_be_drawn_is_said_beforehand() -> None:
    check(Design(title="Übung"), ["Light Up"])
    for design, headings in ((Design(title="九"), []), (Design(), ["九"])):
        with pytest.raises(LitgridError, match="has no '九'"):
            check(design, headings)
