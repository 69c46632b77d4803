"""What a published page holds: for each puzzle its view and its steps, chapters, and words.

A step is kept as the server would tell it as a hint, in each language, so that the page shows it as it shows those.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from litgrid.core import kindwords
from litgrid.core.errors import LitgridError
from litgrid.core.puzzle import Puzzle
from litgrid.core.words import LANGUAGES
from litgrid.core.workers import spread
from litgrid.explaining import Explanation, Hint, explain
from litgrid.printing.contents import By, Proof, rules, sections
from litgrid.web.publishing.packing import locked, packed, written
from litgrid.web.records import as_record
from litgrid.web.tasks.board import board
from litgrid.web.words import words

ELSEWHERE = ("set.", "lab.", "logic.")
"""Sentences of other pages."""
UNHINTED = "unhinted."
"""Before the names of sentences that stand for those of a page with hints where there are none."""


def book(
    proofs: Sequence[Proof],
    by: By,
    *,
    title: str,
    author: str,
    hints: bool,
    code: str,
    jobs: int,
    timeout: float | None,
    tick: Callable[[int], object],
) -> dict[str, Any]:
    """Return what a page holds, as JSON; ``static/js/published/book.js`` reads it."""
    told = {language: sections(proofs, by, language) for language in LANGUAGES}
    ordered = [proof for _, found in told[LANGUAGES[0]] for proof in found]
    puzzles = [proof.record.puzzle for proof in ordered]
    salt = sha256(packed([as_record(proof.record) for proof in ordered])).hexdigest()[:32]
    answers = [_text(proof) for proof in ordered]
    work = [(proof, f"{salt} {place}", timeout, hints) for place, proof in enumerate(ordered)]
    return {
        "salt": salt,
        "title": title,
        "author": author,
        "right": all(proof.status == "unique" for proof in ordered),
        "hints": hints,
        "code": written(locked(code.encode(), " ".join([salt, *answers]))) if code else None,
        "chapters": _chapters(told),
        "puzzles": spread(_puzzle, work, jobs=jobs, tick=tick),
        "words": {language: _words(language, hints=hints) for language in LANGUAGES},
        "kinds": {language: _kinds(puzzles, language) for language in LANGUAGES},
        "rules": {
            language: [{"title": of.title, "sentences": of.sentences} for of in rules(puzzles, language)]
            for language in LANGUAGES
        },
    }


def _text(proof: Proof) -> str:
    """Return an answer as the page knows it when somebody has found it."""
    return "" if proof.answer is None else "".join(map(str, proof.answer.ravel().clip(0).tolist()))


def _chapters(told: dict[str, list[tuple[str, list[Proof]]]]) -> list[dict[str, Any]]:
    found, first = [], 0
    for place, (_, proofs) in enumerate(told[LANGUAGES[0]]):
        titles = {language: sections[place][0] for language, sections in told.items()}
        found.append({"title": titles, "first": first, "number": len(proofs)})
        first += len(proofs)
    return found


def _puzzle(proof: Proof, key: str, timeout: float | None, hints: bool) -> dict[str, Any]:
    record = proof.record
    found = _explained(proof, timeout) if hints else None
    return {
        "view": board({"puzzle": as_record(record)}),
        "name": proof.name,
        "status": proof.status,
        "complete": found is not None and found.complete,
        "steps": written(locked(packed(_steps(found)), key)) if hints else None,
    }


def _explained(proof: Proof, timeout: float | None) -> Explanation | None:
    try:
        return explain(proof.record.puzzle, timeout=timeout)
    except LitgridError:  # too large a board: it is played without hints
        return None


def _steps(found: Explanation | None) -> list[dict[str, Any]]:
    if found is None:
        return []
    hints = [Hint(**vars(found) | {"seconds": 0.0, "steps": (step,)}) for step in found.steps]
    return [{language: hint.record(language) for language in LANGUAGES} for hint in hints]


def _words(language: str, *, hints: bool) -> dict[str, str]:
    said = words(language)
    other = {name.removeprefix(UNHINTED): text for name, text in said.items() if name.startswith(UNHINTED)}
    here = {name: text for name, text in said.items() if not name.startswith((*ELSEWHERE, UNHINTED))}
    return here if hints else here | other


def _kinds(puzzles: Sequence[Puzzle], language: str) -> list[dict[str, Any]]:
    """Return what the page says of each kind beside a board."""
    kinds: list[type[Puzzle]] = list(dict.fromkeys(map(type, puzzles)))
    return [
        {
            "name": kind.name,
            "title": kindwords.title(kind, language),
            "instructions": kindwords.instructions(kind, language),
            "switches": kindwords.switches(kind, language),
        }
        for kind in kinds
    ]
