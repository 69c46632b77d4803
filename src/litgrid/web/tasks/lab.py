"""Looking inside for the page: a puzzle's formula, propagation round by round, local search flip by flip, engines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np

from litgrid.answer import Telling
from litgrid.core.bounds import UNKNOWN, assign, of_grid, sums, to_grid
from litgrid.core.errors import LitgridError
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.system import System
from litgrid.encode.layout import Layout
from litgrid.encode.puzzle import formula as formula_of
from litgrid.encode.rest import Opened, searched
from litgrid.formats.entries import write_entries
from litgrid.kernel import is_compiled
from litgrid.question import QUESTIONS
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.formula import Formula
from litgrid.sat.threesat import three_sat
from litgrid.sat.walksat import MOST_SEED, Runs, Settings, follow, watch
from litgrid.solving import Verdict
from litgrid.web.records import (
    Question,
    entries_in,
    flag_in,
    language_in,
    puzzle_in,
    record_in,
    text_in,
    timeout_in,
    whole_in,
)

MOST_LITERALS = 200_000
"""A formula with more is not shown clause by clause."""
MOST_SEARCHED = 5_000_000
"""A formula with more literals is not searched here."""
MOST_FLIPS = 100_000_000
WORDS = {"max_flips": "flips", "start": "from", "three_sat": "three"}
"""What options of a search are called here."""
FARTHER = 1 / 350
"""By this share of the flips until then looks at a search are apart: of the longest there are less than 5,000."""
MOST_TEXTS = 2_000
"""No more rules than this are said in sentences."""
MOST_RUNS = 10_000


def formula(question: Question) -> dict[str, Any]:
    """Return the clauses of a puzzle, by rule; where they are too many to be looked at, that is said."""
    puzzle = puzzle_in(question)
    encoding, three = text_in(question, "encoding", "auto", ENCODINGS), flag_in(question, "three")
    layout = Layout(puzzle, encoding, three=three)
    _check(layout, MOST_LITERALS, "shows")
    made = formula_of(puzzle, encoding, three=three)
    texts = _sentences(puzzle, language_in(question))
    rules, place = [], 0
    for rule, clauses in groupby(made.origin.tolist()):
        number = len(list(clauses))
        name = made.origin_name(rule) if made.origin_name is not None else ""
        text = texts[rule] if texts else name
        rules.append({"name": name, "kind": name.partition(" ")[0], "text": text, "first": place, "number": number})
        place += number
    return {
        "variables": made.variables,
        "cells": puzzle.shape.size,
        "clauses": list(made.clauses()),
        "rules": rules,
        "encoding": encoding,
        "three": three,
        "auxiliaries": layout.size.auxiliaries,
        "number": layout.size.clauses,
        "literals": layout.size.literals,
    }


def _sentences(puzzle: Puzzle, language: str) -> list[str]:
    """Return the sentences of all rules, in the order of their numbers; none where they are too many to be read."""
    tables, words = puzzle.tables(), RuleWords(puzzle, language)
    if sum(map(len, tables)) > MOST_TEXTS:
        return []
    return words.every


def _check(layout: Layout, most: int, does: str) -> None:
    if layout.size.literals > most:
        raise LitgridError(
            f"this formula has {layout.size.clauses:,} clauses with {layout.size.literals:,} literals, and the page "
            f"{does} formulas of at most {most:,}: choose another encoding, or a smaller puzzle"
        )


def propagate(question: Question) -> dict[str, Any]:
    """Return what single counts force, round by round, each cell with the rule that forces it first."""
    puzzle = puzzle_in(question)
    telling = Telling(Verdict(puzzle, "unknown"), language_in(question))
    system = System.of(puzzle.tables())
    entered = entries_in(question, puzzle)
    values = of_grid(np.full((puzzle.shape.rows, puzzle.shape.columns), -1) if entered is None else entered)
    rounds: list[list[dict[str, Any]]] = []
    while (broken := _broken(system, values)) is None and (found := _forced(system, telling, values)):
        rounds.append(found)
    return {
        "rounds": rounds,
        "entries": write_entries(to_grid(values, puzzle.shape.rows, puzzle.shape.columns), puzzle),
        "broken": None if broken is None else telling.rules([system.describe(broken)])[0],
    }


def _broken(system: System, values: IntArray) -> int | None:
    """Return a count that cannot hold any more, the worst one."""
    true, unknown = sums(system.bounds, values)
    spare = np.minimum(system.bounds.high - true, true + unknown - system.bounds.low)
    return int(spare.argmin()) if spare.size and spare.min() < 0 else None


def _forced(system: System, telling: Telling, values: IntArray) -> list[dict[str, Any]]:
    """Decide what single rules force now; return these rules, with the cells: of several for a cell the first."""
    bounds = system.bounds
    true, unknown = sums(bounds, values)
    full, needed = true == bounds.high, true + unknown == bounds.low
    decided: dict[int, int] = {}  # by cell
    found = []
    for count in np.flatnonzero((full | needed) & (unknown > 0)).tolist():
        literals = bounds.of(count)
        opened = literals[values[literals] == UNKNOWN].tolist()
        forced = {abs(literal): int((literal > 0) != full[count]) for literal in opened if abs(literal) not in decided}
        if forced:
            decided |= forced
            entries = telling.entries((cell - 1, value) for cell, value in sorted(forced.items()))
            found.append({**telling.rules([system.describe(count)])[0], "decided": entries})
    assign(values, np.array([cell if value else -cell for cell, value in decided.items()], dtype=np.int64))
    return found


def walksat(question: Question) -> Iterator[dict[str, Any]]:
    """Yield looks at a local search: which cells changed since the last, how many clauses are false; then how it ended.

    The first says what is searched: the cells with their values, and the size of the formula.
    """
    puzzle = puzzle_in(question)
    opened, formula, settings = _opened(puzzle, question)
    every = whole_in(question, "every", 1, MOST_FLIPS, 1)
    seed = whole_in(question, "seed", 0, MOST_SEED, 0)
    yield {"known": opened.known.ravel().tolist(), **_searched(opened, formula)}
    size = opened.cells.size
    last = np.full(size, 2, dtype=np.uint8)
    solved, flips = False, 0
    for glimpse in watch(formula, settings, seed=seed, every=every, share=FARTHER):
        now = glimpse.values[:size]
        changed = np.flatnonzero(now != last)
        entries = np.stack([opened.cells[changed], now[changed]], axis=1).tolist()
        yield {"flip": glimpse.flips, "false": glimpse.false, "changed": entries}
        last, solved, flips = now, glimpse.false == 0, glimpse.flips
    yield {"solved": solved, "flips": flips}


def runs(question: Question) -> Iterator[dict[str, Any]]:
    """Yield what is searched, and then how many flips each of many searches took, and which found an answer.

    They come as they are done, ever more of them; one that the time was too short for comes last.
    """
    opened, formula, settings = _opened(puzzle_in(question), question)
    limit = Limit(timeout_in(question, 20.0))
    number, seed = whole_in(question, "number", 1, MOST_RUNS, 100), whole_in(question, "seed", 0, MOST_SEED, 0)
    yield {"wanted": number, **_searched(opened, formula)}
    told = 0
    for found in follow(formula, settings, seed=seed, executions=number, limit=limit):
        done = begun = int(np.count_nonzero(found.solved | (found.flips > 0)))
        if begun and not found.solved[begun - 1]:
            done -= 1  # it may still be under way
        if done > told:
            yield _entries(found, told, done)
            told = done
    if begun > told:
        yield _entries(found, told, begun)


def _searched(opened: Opened, formula: Formula) -> dict[str, Any]:
    return {
        "cells": opened.cells.tolist(),
        "variables": formula.variables,
        "clauses": len(formula),
        "compiled": is_compiled(),
    }


def _entries(found: Runs, first: int, end: int) -> dict[str, Any]:
    return {
        "flips": found.flips[first:end].tolist(),
        "solved": found.solved[first:end].tolist(),
        "seconds": round(found.seconds, 6),
    }


def _opened(puzzle: Puzzle, question: Question) -> tuple[Opened, Formula, Settings]:
    """Return what a question wants to have searched, and how: its options are those of ``walk``, by shorter names."""
    options = QUESTIONS["walk"].options
    said = {name: option.read(question.get(WORDS.get(name, name), option.default)) for name, option in options.items()}
    if said["max_flips"] > MOST_FLIPS:
        raise LitgridError(f'expected "flips" as a whole number from 0 to {MOST_FLIPS:,}, got {said["max_flips"]}')
    encoding, three = text_in(question, "encoding", "auto", ENCODINGS), said["three_sat"]
    _check(Layout(puzzle, encoding, three=three), MOST_SEARCHED, "searches")
    limit = Limit(timeout_in(question))
    opened = searched(puzzle, said["start"], encoding, limit)
    settings = Settings(said["heuristic"], said["noise"], said["max_flips"])
    return opened, three_sat(opened.formula, tick=limit.check) if three else opened.formula, settings


def engines(question: Question) -> Iterator[dict[str, Any]]:
    """Yield which engines are measured, and then what each took, one after another, each in a process of its own."""
    from litgrid.engines import engines as known
    from litgrid.lab.compare import combinations, installed_names
    from litgrid.lab.measuring import Stand, sent

    record, timeout = record_in(question), timeout_in(question, 5.0)
    names = installed_names() if question.get("engines") is None else question["engines"]
    if not isinstance(names, list) or not all(name in known.names() for name in names):
        raise LitgridError(f'expected "engines" as a list of names, of {", ".join(known.names())}')
    encoding = text_in(question, "encoding", "auto", ENCODINGS)
    chosen_ones = combinations(names, [encoding])
    yield {"combinations": chosen_ones}
    with Stand() as stand:
        for engine, chosen in chosen_ones:
            yield stand.measure(sent(record.puzzle), engine, chosen, timeout=timeout).values
