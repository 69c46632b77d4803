"""Hints, explanations and grades for the page: the next step, every step, how hard it is."""

from __future__ import annotations

from typing import Any

from litgrid.explaining import Explanation, Step
from litgrid.explaining import explain as find_all
from litgrid.explaining import grade as find_grade
from litgrid.explaining import hint as find_next
from litgrid.explaining.words import catalogue
from litgrid.web.records import Question, grid_in, language_in, puzzle_in
from litgrid.web.sentences import Telling
from litgrid.web.tasks.solving import timeout_in


def hint(question: Question) -> dict[str, Any]:
    """Return the next step in three stages, or an entry that cannot stand."""
    puzzle, language = puzzle_in(question), language_in(question)
    found = find_next(puzzle, grid_in(question, puzzle), timeout=timeout_in(question))
    answer = _whole(found, language)
    steps = answer.pop("steps")
    if steps:
        first = found.steps[0]
        answer |= {"step": steps[0], "stages": [first.hint(stage, language) for stage in (1, 2, 3)]}
    return answer


def explain(question: Question) -> dict[str, Any]:
    """Return all steps, from what is on the board to what is the same in all answers."""
    puzzle, language = puzzle_in(question), language_in(question)
    return _whole(find_all(puzzle, start=grid_in(question, puzzle), timeout=timeout_in(question)), language)


def _whole(found: Explanation, language: str) -> dict[str, Any]:
    telling = Telling(found.puzzle, language)
    answer: dict[str, Any] = {
        "status": found.status,
        "level": found.level,
        "complete": found.complete,
        "steps": [as_step(step, telling) for step in found.steps],
        "text": _ending(found, language),
        "seconds": round(found.seconds, 6),
    }
    if found.mistake is not None:
        mistake = found.mistake
        answer["mistake"] = {
            "cell": mistake.cell,
            "value": mistake.value,
            "text": mistake.text(language),
            "step": as_step(mistake.step, Telling(mistake.step.puzzle, language)),
        }
    return answer


def _ending(found: Explanation, language: str) -> str:
    """Return what there is to say where no step follows."""
    words = catalogue(language)["hint"]
    if found.status in ("none", "unknown"):
        return str(words[found.status])
    if found.steps and not found.complete:
        return ""
    return str(words["several" if found.status == "several" else "done"]) if found.complete else str(words["unknown"])


def as_step(step: Step, telling: Telling) -> dict[str, Any]:
    """Return a step as JSON holds it here: cells by their numbers from 0."""
    return {
        "cells": [list(cell) for cell in step.cells],
        "facts": [list(fact) for fact in step.facts],
        "rules": list(map(telling.rule, step.rules)),
        "rule_cells": step.about,
        "technique": step.technique,
        "level": step.level,
        "cost": step.cost,
        "text": step.text(telling.language),
    }


def grade(question: Question) -> dict[str, Any]:
    """Return how hard a puzzle is, as ``litgrid grade --json`` does, with cells by their numbers."""
    puzzle, language = puzzle_in(question), language_in(question)
    found = find_grade(puzzle.with_givens(grid_in(question, puzzle)), timeout=timeout_in(question))
    words = catalogue(language)
    names = words["technique"] | puzzle.words(language).get("technique", {})
    return {
        "status": found.status,
        "level": found.level or None,
        "grading": found.version,
        "techniques": dict(found.techniques),
        "names": {name: names.get(name, name) for name in found.techniques},
        "hardest": None if found.hardest is None else as_step(found.hardest, Telling(found.puzzle, language)),
        "steps": found.steps,
        "hard": found.hard,
        "excess": found.excess,
        "bottlenecks": found.bottlenecks,
        "complete": found.complete,
        "seconds": round(found.seconds, 6),
    }
