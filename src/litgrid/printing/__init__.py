"""Booklets: puzzles to print, each proved, in sections, with their rules, what the levels mean, and their answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from litgrid.core.errors import LitgridError
from litgrid.core.files import expect_place, write_file
from litgrid.core.options import Jobs, Seconds
from litgrid.core.words import OWN, Language
from litgrid.core.workers import spread
from litgrid.formats.loading import Puzzles, as_records
from litgrid.printing.contents import By, Proof, entries, names, prove, rules, sections, texts
from litgrid.question import Question, checked
from litgrid.render.booklet import check, draw
from litgrid.render.design import Design, Links, Where
from litgrid.render.outlines import FONT
from litgrid.render.sheet import Paper

__all__ = ["Booklet", "Proof", "booklet"]


@dataclass(frozen=True, eq=False, repr=False)
class Booklet:
    """What became of a booklet; true where each puzzle is right.

    Attributes
    ----------
    path
        the file; ``None`` where it was not written
    proofs
        what was found out about each puzzle, in the order in which they came
    """

    path: Path | None
    proofs: tuple[Proof, ...]

    @property
    def right(self) -> bool:
        """Whether each puzzle has exactly one answer, and no grid came along that is none."""
        return all(proof.status == "unique" and not proof.wrong for proof in self.proofs)

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        puzzles = f"{len(self.proofs)} puzzle{'s' * (len(self.proofs) != 1)}"
        right = "all right" if self.right else "not all right"
        return f"<{type(self).__name__} {self.path or 'not written'}: {puzzles}, {right}>"


QUESTION = Question("litgrid.printing:booklet", without=("path", "font"))


@checked
def booklet(
    puzzles: Puzzles,
    path: str | Path,
    *,
    title: str = "",
    author: str = "",
    cover: bool = True,
    sections: By = "kind",
    grade: bool = False,
    legend: bool = True,
    rules: bool = True,
    per_page: Literal[1, 2, 4, 6, 9] = 4,
    answers: Where = "back",
    links: Links = "none",
    paper: Paper = "a4",
    language: Language = OWN,
    font: str | Path = FONT,
    strict: bool = False,
    jobs: Jobs = 1,
    timeout: Seconds = None,
    tick: Callable[[int, int], object] = lambda *_: None,
) -> Booklet:
    r"""Make a booklet of puzzles, as PDF: a cover, rules, the puzzles as large as pages allow, and small answers.

    Each puzzle is solved. One that has no answer or several is there nevertheless, with a word on it in place of its
    answer or beside it. The same puzzles make the same file, byte by byte.

    Parameters
    ----------
    puzzles
        One puzzle or several; or records, as :func:`litgrid.load_all` gives them, with a name or a level.
    path
        Where to write; a PDF file.
    title
        Stands on the cover.
    author
        Stands below the title.
    cover
        Whether a booklet with a title or an author has a cover.
    sections
        How puzzles are sorted: by kind or by level, easy and small ones first; or not at all.
    grade
        Find out how hard those puzzles are that do not say it.
    legend
        Whether it is said what the levels mean, where puzzles have some.
    rules
        Whether rules come first, each kind's with an example.
    per_page
        How many puzzles on a page; fewer where their cells would be very small.
    answers
        Where answers are: at the back, after each page of puzzles, nowhere.
    links
        How to say where each puzzle can be played: not at all, in words that lead there, as a QR code.
    paper
        The size of pages.
    language
        The language of the booklet's own words.
    font
        A TrueType or OpenType font for all text. By default DejaVu Sans, which comes along: Latin, Greek, Cyrillic.
    strict
        Write nothing unless every puzzle has exactly one answer.
    jobs
        How many puzzles are worked on at once, each in a process of its own.
    timeout
        Seconds for each puzzle, after which its answer is unknown.
    tick
        Called with how many puzzles are proved, and of how many, as they are.

    Raises
    ------
    MissingPackageError
        where fpdf2 is not installed, or segno where there are to be QR codes.
    LitgridError
        for options that there are not, no puzzles, a title that the font has not (of single characters it warns), a
        font that cannot be read, and a file that cannot be written: all before any puzzle is solved. A name or a level
        that the font has not is left out, which the proof says.

    Examples
    --------
    >>> import litgrid
    >>> from tempfile import TemporaryDirectory
    >>> puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    >>> with TemporaryDirectory() as folder:
    ...     made = litgrid.booklet([puzzle], f"{folder}/book.pdf", title="Lamps")
    >>> made.path.name, made.right
    ('book.pdf', True)
    """
    expect_place(str(path), ".pdf")
    records = as_records(puzzles)
    if not records:
        raise LitgridError("expected puzzles, got none: there is nothing to print")
    design = Design(title, author, cover, legend, per_page, answers, links, paper, language, Path(font))
    design, unnamed = check(design, texts(records, language), names(records))
    work = [(record, timeout, grade, unnamed) for record in records]
    proofs = spread(prove, work, jobs=jobs, tick=lambda done: tick(done, len(work)))
    made = Booklet(Path(path), tuple(proofs))
    if strict and not made.right:
        return Booklet(None, made.proofs)
    write_file([_drawn(made.proofs, sections, design, ruled=rules)], str(path))
    return made


def _drawn(proofs: tuple[Proof, ...], by: By, design: Design, *, ruled: bool) -> bytes:
    ordered = [proof.record.puzzle for _, found in sections(proofs, by, design.language) for proof in found]
    first = list(rules(ordered, design.language)) if ruled else []
    return draw(entries(proofs, by, design.language, linked=design.links != "none"), first, design)
