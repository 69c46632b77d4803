"""Where an explanation begins: a puzzle's rules and its answer, what finds the next step, and what shows it."""

from __future__ import annotations

import numpy as np

from litgrid.backbone import forced
from litgrid.core.characters import Grid
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.explaining.findings import Finding
from litgrid.explaining.laws import Book
from litgrid.explaining.reasoner import FEW, Reasoner
from litgrid.explaining.steps import Step
from litgrid.solving import Answers, outlook


def answer_of(puzzle: Puzzle, limit: Limit) -> tuple[Answers, Grid | None]:
    """Return what solving says, and the cells that are the same in all answers, if there are any."""
    status, answers = outlook(puzzle, limit)
    if status == "unique":
        return "unique", answers[0]
    if status == "several":
        found = forced(puzzle, timeout=limit.left())
        return found.status, found.grid if found.status != "unknown" else None
    return status, None


def book_of(puzzle: Puzzle) -> Book:
    """Return the rules of a puzzle, numbered."""
    return Book.of(System.of(puzzle.tables()), puzzle.shape.size)


def known_of(puzzle: Puzzle) -> Grid:
    """Return what is known of a puzzle from the beginning: given cells, and those that nothing can stand in."""
    return np.where(puzzle.fixed.reshape(puzzle.givens.shape), np.int8(0), puzzle.givens)


def reasoner(puzzle: Puzzle, answer: Grid, limit: Limit) -> Reasoner:
    """Return what finds the next step of a puzzle with this answer (-1: open)."""
    return Reasoner(book_of(puzzle), known_of(puzzle), answer, puzzle.techniques, limit)


def step_of(puzzle: Puzzle, book: Book, finding: Finding) -> Step:
    """Return a finding as a step to be shown."""
    if finding.technique is not None:
        return Step(puzzle, puzzle.techniques[finding.technique].name, True, book, finding)
    names = {"refuted": "together" if finding.cost <= FEW else "chain"}
    return Step(puzzle, names.get(finding.way, finding.way), False, book, finding)
