"""What a booklet holds: each puzzle with its proof and its answer, sections in order, and the rules of the kinds.

What it looks like is for :mod:`litgrid.render.booklet`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from litgrid.checking import check
from litgrid.core import kindwords, levels
from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.core.words import OWN
from litgrid.explaining import grade
from litgrid.formats import Record, link
from litgrid.outlook import Answers
from litgrid.render.design import Entry, Rules, Section, said, words
from litgrid.solving import solve

By = Literal["kind", "level", "none"]
"""What sections are made by."""


@dataclass(frozen=True, eq=False)
class Proof:
    """What was found out about a puzzle of a booklet.

    Attributes
    ----------
    record
        the puzzle as it came; with a level, where it was to be graded
    name
        what it is called in the booklet
    status
        how many answers it has, as :class:`litgrid.Verdict` says
    answer
        the one to show: that which came with it, if it is right, or the engine's
    warnings
        sentences about what is wrong with it, or with the grid that came along
    wrong
        whether a grid came along that breaks a rule
    """

    record: Record
    name: str
    status: Answers
    answer: Grid | None
    warnings: tuple[str, ...] = ()
    wrong: bool = False


def prove(
    record: Record, timeout: float | None, graded: bool = False, unnamed: Mapping[str, str] = MappingProxyType({})
) -> Proof:
    """Return a puzzle with its proof; ``graded``: with a level, if it has none.

    Names and levels to leave out are ``unnamed``.
    """
    puzzle, name, warnings = record.puzzle, record.title, []
    if name in unnamed:
        warnings.append(f"its name is left out: {unnamed[name]}")
        name = ""
    if str(record.level) in unnamed:
        warnings.append(f"its level is left out: {unnamed[str(record.level)]}")
        record = replace(record, level=None)
    checked = None if record.answer is None else check(puzzle, record.answer)
    grid = checked.grid if checked is not None and checked.status == "solved" else None
    broken = checked.broken[0].sentence if checked is not None and checked.broken else ""
    if broken:
        warnings.append(f"the grid that came with it is no answer: it breaks the rule that {broken}")
    status: Answers
    try:
        verdict = solve(puzzle, timeout=timeout)
        status, found = verdict.status, verdict.solutions
        if graded and record.level is None and status == "unique":
            record = replace(record, level=grade(puzzle, timeout=timeout).level or None)
    except LitgridError as error:  # too large a board must not cost the others their booklet
        status, found = "unknown", ()
        warnings.append(str(error))
    except Exception as error:  # nor must what is wrong in litgrid
        status, found = "unknown", ()
        warnings.append(f"this is a bug in litgrid ({type(error).__name__}: {error}); please report it")
    if note := words(OWN)["note"].get(status):
        warnings.append(f"{record.id if record.named else 'this puzzle'} {note}")
    if grid is None and found:
        grid = found[0]
    return Proof(record, name, status, grid, tuple(warnings), bool(broken))


def texts(records: Sequence[Record], language: str) -> list[str]:
    """Return the words that will stand around puzzles, before anything is known of them."""
    return sorted({_heading(record, language) for record in records})


def names(records: Sequence[Record]) -> list[str]:
    """Return the names and levels of puzzles, which may be left out."""
    titles = {record.title for record in records}
    return sorted(titles | {str(record.level) for record in records if record.level is not None})


def sections(proofs: Sequence[Proof], by: By, language: str) -> list[tuple[str, list[Proof]]]:
    """Return puzzles in sections with titles: by kind or by level, in each the easy ones first, then the small ones.

    Kinds come in the order of their first puzzles. Without sections, puzzles stay in their order.
    """
    if by == "none":
        return [("", list(proofs))]
    kinds = list(dict.fromkeys(type(proof.record.puzzle) for proof in proofs))

    def key(proof: Proof) -> tuple[int, int, int]:
        record = proof.record
        kind, level = kinds.index(type(record.puzzle)), levels.number(record.level) or len(levels.LEVELS) + 1
        return (kind, level, record.puzzle.shape.size) if by == "kind" else (level, kind, record.puzzle.shape.size)

    found: dict[str, list[Proof]] = {}
    for proof in sorted(proofs, key=key):
        level = levels.number(proof.record.level)
        if by == "kind":
            title = kindwords.title(type(proof.record.puzzle), language)
        else:
            title = said("ungraded", language) if level is None else levels.name(level, language).capitalize()
        found.setdefault(title, []).append(proof)
    return list(found.items())


def _entry(proof: Proof, language: str, *, linked: bool) -> Entry:
    record = proof.record
    return Entry(
        _heading(record, language),
        record.puzzle.scene(record.puzzle.givens),
        None if proof.answer is None else record.puzzle.scene(proof.answer),
        words(language)["note"].get(proof.status, ""),
        levels.number(record.level) or (None if record.level is None else str(record.level)),
        proof.name,
        link(record.puzzle) if linked else None,
    )


def entries(proofs: Sequence[Proof], by: By, language: str, *, linked: bool) -> list[Section]:
    """Return the sections of a booklet; ``linked``: with the addresses where puzzles can be played."""
    return [
        Section(title, [_entry(proof, language, linked=linked) for proof in found])
        for title, found in sections(proofs, by, language)
    ]


def _heading(record: Record, language: str) -> str:
    shape = record.puzzle.shape
    return f"{kindwords.title(type(record.puzzle), language)} {shape.rows} \N{MULTIPLICATION SIGN} {shape.columns}"


def rules(puzzles: Sequence[Puzzle], language: str) -> Iterator[Rules]:
    """Yield the rules of every kind that there is; of a switch it is said in which puzzles it is off."""
    for kind in dict.fromkeys(map(type, puzzles)):
        numbers = [number for number, puzzle in enumerate(puzzles, 1) if type(puzzle) is kind]
        sentences, switched = kindwords.instructions(kind, language), {}
        for name, sentence in kindwords.switches(kind, language).items():
            off = [number for number in numbers if not getattr(puzzles[number - 1], name)]
            switched[name] = len(off) < len(numbers)
            form = "on" if not off else "but" if switched[name] else "off"
            said_so = said(form, language, len(off), rule=sentence, numbers=_ranges(off))
            sentences.append(said_so[:1].upper() + said_so[1:])
        yield Rules(kindwords.title(kind, language), tuple(sentences), _example(kind, switched))


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers in ascending order, briefly.

    >>> _ranges([1, 2, 3, 7, 9, 10])
    '1-3, 7, 9-10'
    """
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


def _example(kind: type[Puzzle], switched: dict[str, bool]) -> tuple[Scene, Scene] | None:
    """Return the picture of the first example of a kind that has exactly one answer with these rules, and of that."""
    for text in kind.examples:
        puzzle = kind.from_text(text.split("\n")).with_switches(**switched)
        verdict = solve(puzzle)
        if verdict.status == "unique":
            return puzzle.scene(puzzle.givens), puzzle.scene(verdict.solutions[0])
    return None
