"""Booklets as the library makes them: sorted, proved, in a language, the same each time."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import litgrid
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.levels import LEVELS, name, number, takes
from litgrid.core.words import LANGUAGES, Language
from litgrid.formats import Record, link
from litgrid.printing.contents import By, entries, prove, rules, sections
from litgrid.puzzles import kinds

pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
pytest.importorskip("fpdf", reason="fpdf2 is not installed: the extra `pictures` brings it")

SMALL, LARGE = ".1.\n...\n#.2", "....\n.#2.\n....\n...."
LAMP = litgrid.load(f"lightup\n{SMALL}")
BITS = litgrid.load("binairo\n" + kinds.get("binairo").examples[0])
SEVERAL, NONE = litgrid.load("lightup\n.."), litgrid.load("lightup\n4.")


def reader(path: Path) -> Any:
    return pypdf.PdfReader(io.BytesIO(path.read_bytes()))


def text(path: Path) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader(path).pages).split())


def records() -> list[Record]:
    made = [
        Record(f"{level}-{puzzle.name}-{size}", puzzle, level=level)
        for level in (4, None, 1, "medium")
        for puzzle, size in ((LAMP, 9), (BITS, 16))
    ]
    return [*made, Record("large", litgrid.load(f"lightup\n{LARGE}"), level=1)]


@pytest.mark.parametrize("by", ["kind", "level"])
def test_sections_are_sorted(by: By) -> None:
    proofs = [prove(record, None) for record in records()]
    titles = {"kind": ["Light Up", "Binairo"], "level": ["Easy", "Medium", "Very hard", "Not graded"]}
    found = sections(proofs, by, "en")
    assert [title for title, _ in found] == titles[by]
    assert sorted(id(proof) for _, part in found for proof in part) == sorted(map(id, proofs))
    for title, part in found:
        assert {
            proof.record.puzzle.title if by == "kind" else (name(level).capitalize() if level else "Not graded")
            for proof in part
            for level in [number(proof.record.level)]
        } == {title}
        within = [number(proof.record.level) or 5 for proof in part]
        assert within == sorted(within)
    lamps = [proof.record.id for proof in found[0][1]]
    assert lamps.index("large") == 1  # after the small one that is as easy


def test_without_sections_puzzles_stay_as_they_come(tmp_path: Path) -> None:
    mixed = records()
    random.Random(1).shuffle(mixed)
    made = litgrid.booklet(mixed, tmp_path / "a.pdf", sections="none", rules=False, answers="none")
    assert [proof.record.id for proof in made.proofs] == [record.id for record in mixed]
    said = text(tmp_path / "a.pdf")
    places = [said.index(record.id) for record in mixed]
    assert places == sorted(places)


def test_puzzles_are_proved(tmp_path: Path) -> None:
    made = litgrid.booklet([LAMP, SEVERAL, NONE], tmp_path / "a.pdf", sections="none")
    assert [proof.status for proof in made.proofs] == ["unique", "several", "none"]
    assert [proof.answer is None for proof in made.proofs] == [False, False, True]
    assert [len(proof.warnings) for proof in made.proofs] == [0, 1, 1]
    assert not made.right
    assert "3. has no answer" in text(tmp_path / "a.pdf")
    assert litgrid.booklet([LAMP], str(tmp_path / "b.pdf")).right
    strict = litgrid.booklet([LAMP, NONE], tmp_path / "c.pdf", strict=True)
    assert strict.path is None
    assert not (tmp_path / "c.pdf").exists()
    assert litgrid.booklet([LAMP], tmp_path / "c.pdf", strict=True).path == tmp_path / "c.pdf"
    assert [bool(made), bool(strict), bool(litgrid.booklet([LAMP], tmp_path / "b.pdf"))] == [False, False, True]


def test_a_grid_that_came_along_is_checked() -> None:
    answer = litgrid.solve(LAMP).solutions[0]
    came = prove(Record("a", SEVERAL, answer=litgrid.solve(SEVERAL).solutions[1]), None)
    assert came.answer is not None
    assert (came.answer == litgrid.solve(SEVERAL).solutions[1]).all()
    wrong = prove(Record("a", LAMP, answer=1 - answer), None)
    assert wrong.wrong
    assert wrong.warnings[0].startswith("the grid that came with it is no answer")
    assert wrong.answer is not None
    assert (wrong.answer == answer).all()


def test_levels_are_found_out_where_that_is_asked(tmp_path: Path) -> None:
    said = [Record("a", LAMP), Record("b", BITS, level=4), Record("c", NONE)]
    made = litgrid.booklet(said, tmp_path / "a.pdf", grade=True)
    assert [proof.record.level for proof in made.proofs] == [litgrid.grade(LAMP).level, 4, None]
    assert "How hard they are" in text(tmp_path / "a.pdf")
    assert "How hard they are" not in text(litgrid.booklet([LAMP], tmp_path / "b.pdf").path or tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(language: Language, tmp_path: Path) -> None:
    level = {"en": "Easy", "fr": "Facile"}[language]
    litgrid.booklet([Record("a", LAMP, level=1)], tmp_path / "a.pdf", language=language, sections="level")
    said = text(tmp_path / "a.pdf").replace("\N{NO-BREAK SPACE}", " ")
    assert level in said
    kind = {"en": LAMP.title, "fr": LAMP.words("fr")["kind"]["title"]}[language]
    assert f"1. {kind} 3 \N{MULTIPLICATION SIGN} 3" in said
    sentences = LAMP.instructions if language == "en" else LAMP.words("fr")["kind"].values()
    assert all(" ".join(sentence.split()) in said for sentence in sentences)
    assert all(takes(number, language).replace("\N{NO-BREAK SPACE}", " ") in said for number in LEVELS)
    with pytest.raises(LitgridError, match="expected \"language\" as one of en, fr, got 'tlh'"):
        litgrid.booklet([LAMP], tmp_path / "b.pdf", language="tlh")  # type: ignore[arg-type]


def test_rules_of_a_switch_say_where_it_is_off() -> None:
    free = BITS.with_switches(unique_lines=False)
    sentence = "No two rows and no two columns are equal"
    cases = {(BITS, BITS): f"{sentence}.", (BITS, free): f"{sentence}, except in puzzle 2.", (free,): "does not hold"}
    for puzzles, expected in cases.items():
        (found,) = rules(puzzles, "en")
        assert expected in found.sentences[-1]
        assert found.example is not None


@pytest.mark.parametrize("how", ["words", "qr"])
def test_links_lead_to_the_puzzles(how: str, tmp_path: Path) -> None:
    pytest.importorskip("segno", reason="segno is not installed: the extra `pictures` brings it")
    litgrid.booklet([LAMP, BITS, SEVERAL], tmp_path / "a.pdf", links=how, sections="none")  # type: ignore[arg-type]
    notes = [note.get_object() for page in reader(tmp_path / "a.pdf").pages for note in page.get("/Annots", [])]
    expected = [found[0] for puzzle in (LAMP, BITS, SEVERAL) if (found := link(puzzle))]
    assert len(expected) > 1
    assert [str(note["/A"]["/URI"]) for note in notes] == expected
    for address, puzzle in zip(expected, (LAMP, BITS, SEVERAL), strict=False):
        assert litgrid.load(address) == puzzle


def test_it_is_the_same_each_time(tmp_path: Path) -> None:
    for path in "ab":
        litgrid.booklet(records(), tmp_path / path, title="A", author="B", language="fr", links="qr", grade=True)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_what_cannot_be_is_said_before_anything_is_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_: object, **__: object) -> None:
        raise AssertionError("solved for a file that cannot be made")

    monkeypatch.setattr("litgrid.printing.contents.solve", solve)
    path = tmp_path / "a.pdf"
    with pytest.raises(LitgridError, match="cannot be written"):
        litgrid.booklet([LAMP], tmp_path / "none" / "a.pdf")
    with pytest.raises(LitgridError, match="has no '九'"):
        litgrid.booklet([LAMP], path, author="九")
    with pytest.raises(InputError, match="expected"):
        litgrid.booklet(litgrid.load_all("lightup\n7\n"), path)
    with pytest.raises(TypeError, match="expected a Puzzle"):
        litgrid.booklet(["lightup"], path)  # type: ignore[list-item]
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(LitgridError, match="segno"):
        litgrid.booklet([LAMP], path, links="qr")
    assert not path.exists()


def test_a_name_that_the_font_has_not_is_left_out(tmp_path: Path) -> None:
    made = litgrid.booklet([Record("九", LAMP), Record("Ёлки", LAMP)], tmp_path / "a.pdf")
    assert [proof.name for proof in made.proofs] == ["", "Ёлки"]
    assert made.proofs[0].warnings[0].startswith("its name is left out: the font DejaVuSans.ttf has no '九'")
    assert made.right
    assert "Ёлки" in text(tmp_path / "a.pdf")


def test_one_board_that_is_too_large_costs_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(puzzle: litgrid.Puzzle, **asked: object) -> litgrid.Verdict:
        if puzzle is BITS:
            raise LitgridError("too large")
        return litgrid.solve(puzzle)

    monkeypatch.setattr("litgrid.printing.contents.solve", solve)
    made = litgrid.booklet([LAMP, BITS, SEVERAL], tmp_path / "a.pdf", rules=False)
    assert [proof.status for proof in made.proofs] == ["unique", "unknown", "several"]
    assert made.proofs[1].warnings[0] == "too large"
    assert made.path is not None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("per_page", 3),
        ("per_page", True),
        ("links", "nope"),
        ("sections", "x"),
        ("answers", "x"),
        ("answers", ["back"]),
        ("paper", "a5"),
        ("language", "tlh"),
        ("timeout", -1),
        ("timeout", float("nan")),
        ("title", 3),
        ("author", None),
        ("cover", "no"),
    ],
)
def test_options_that_there_are_not(name: str, value: object, tmp_path: Path) -> None:
    with pytest.raises(LitgridError, match=f'^expected "{name}" as .*, got'):
        litgrid.booklet([LAMP], tmp_path / "a.pdf", **{name: value})  # type: ignore[arg-type]
    assert not (tmp_path / "a.pdf").exists()


def test_one_puzzle_is_a_booklet_and_none_is_not(tmp_path: Path) -> None:
    for one in (LAMP, Record("a", LAMP), iter([LAMP])):
        assert len(litgrid.booklet(one, tmp_path / "a.pdf").proofs) == 1
    with pytest.raises(LitgridError, match="nothing to print"):
        litgrid.booklet([], tmp_path / "b.pdf")


def test_it_says_what_became_of_it_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    assert repr(litgrid.booklet([LAMP, BITS], path)) == f"<Booklet {path}: 2 puzzles, all right>"
    assert str(litgrid.booklet(NONE, path)) == f"<Booklet {path}: 1 puzzle, not all right>"
    assert str(litgrid.booklet(NONE, path, strict=True)) == "<Booklet not written: 1 puzzle, not all right>"


@pytest.mark.parametrize("cover", [False, True])
def test_an_author_without_a_title_is_named(cover: bool, tmp_path: Path) -> None:
    litgrid.booklet([LAMP], tmp_path / "a.pdf", author="Ada", cover=cover)
    assert "Ada" in reader(tmp_path / "a.pdf").pages[0].extract_text()


def test_single_characters_that_the_font_has_not_become_question_marks(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match=r"U\+1F389, party popper.*; it becomes 'Lamps \?'"):
        litgrid.booklet([LAMP], tmp_path / "a.pdf", title="Lamps \N{PARTY POPPER}")
    assert "Lamps ?" in text(tmp_path / "a.pdf")
    assert reader(tmp_path / "a.pdf").metadata.title == "Lamps ?"
    with pytest.warns(UserWarning, match="it becomes 'A. [?] Setter'"):
        litgrid.booklet([LAMP], tmp_path / "a.pdf", author="A. 九 Setter")
    with pytest.raises(LitgridError, match="right to left"):
        litgrid.booklet([LAMP], tmp_path / "a.pdf", title="\N{HEBREW LETTER ALEF}")


def test_a_bug_in_one_puzzle_costs_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def grade(puzzle: litgrid.Puzzle, **asked: object) -> litgrid.Grade:
        raise KeyError("x")

    monkeypatch.setattr("litgrid.printing.contents.grade", grade)
    made = litgrid.booklet([LAMP, Record("b", BITS, level=1)], tmp_path / "a.pdf", grade=True)
    assert [proof.status for proof in made.proofs] == ["unknown", "unique"]
    assert "this is a bug in litgrid (KeyError: 'x')" in made.proofs[0].warnings[0]
    assert "1. Light Up" in text(tmp_path / "a.pdf")


@pytest.mark.parametrize("by", ["kind", "level", "none"])
def test_levels_of_other_scales_stay_as_they_are(by: By, tmp_path: Path) -> None:
    others: list[int | str] = [0, 9, -1, "9", "0", "lunatic", "", "None", 10**30]
    made = litgrid.booklet([Record("a", LAMP, level=level) for level in others], tmp_path / "a.pdf", sections=by)
    assert made.right
    said = text(tmp_path / "a.pdf")
    assert all(f"{level} · a" in said for level in others if level != "")


def test_levels_that_the_font_has_not_are_left_out(tmp_path: Path) -> None:
    for level in ("九", "\N{PARTY POPPER}", "\N{HEBREW LETTER ALEF}"):
        (proof,) = litgrid.booklet([Record("a", LAMP, level=level)], tmp_path / "a.pdf").proofs
        assert proof.record.level is None
        assert proof.warnings[0].startswith("its level is left out: ")


def test_entries_have_names_and_levels() -> None:
    proof = prove(Record("The lamp", LAMP, level="Hard"), None)
    (section,) = entries([proof], "kind", "en", linked=False)
    (entry,) = section.entries
    assert (entry.name, entry.level, entry.link) == ("The lamp", 3, None)
    (section,) = entries([prove(Record("text:1", LAMP, level="lunatic"), None)], "kind", "en", linked=True)
    assert (section.entries[0].name, section.entries[0].level) == ("", "lunatic")
    assert section.entries[0].link == link(LAMP)


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    litgrid.booklet([LAMP, BITS], tmp_path / "a.pdf", tick=lambda done, of: told.append((done, of)))
    assert told == [(0, 2), (1, 2), (2, 2)]


def test_several_jobs_make_the_same_file(tmp_path: Path) -> None:
    told: list[int] = []
    made = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    alone = litgrid.booklet([LAMP, BITS, NONE], made[0], grade=True)
    found = litgrid.booklet([LAMP, BITS, NONE], made[1], grade=True, jobs=2, tick=lambda done, _: told.append(done))
    assert made[0].read_bytes() == made[1].read_bytes()
    assert [(proof.status, proof.warnings) for proof in found.proofs] == [
        (proof.status, proof.warnings) for proof in alone.proofs
    ]
    assert told == [0, 1, 2, 3]
