"""An assumption inside an assumption: what it refutes is a lemma, which is taken for granted from there on.

After the assumption, one side of a cell fails, again and again, until both sides of one do or a rule breaks: failed
literals, as in D. Le Berre, Exploiting the real power of unit propagation lookahead, 2001.
"""

from __future__ import annotations

from litgrid.explaining.board import Board


def inside(board: Board, literal: int) -> list[int] | None:
    """Return rules that refute a literal: after it, one side of a cell fails, again and again, or both do."""
    trail, base = board.trail, board.trail.base
    trail.assume(literal)
    lemmas: dict[int, tuple[list[int], list[int]]] = {}
    rules: list[int] | None = None
    sides = [side for cell, value in enumerate(trail.grid().tolist(), 1) if value == -1 for side in (cell, -cell)]
    board.prober.begin(sides)
    place = -1
    while True:
        trail.base = trail.end
        place = board.prober.failing(place + 1)
        trail.base = base
        if place < 0:
            break
        lemmas[abs(sides[place])] = board.reasons.traced, board.reasons.rested
        if trail.assume(-sides[place]):
            rules = _behind(board, trail.clash_found, lemmas)
            break
    trail.drop(base)
    board.limit.check()
    return rules


def _behind(board: Board, reason: int, lemmas: dict[int, tuple[list[int], list[int]]]) -> list[int]:
    """Return the rules behind a conflict, and behind the lemmas that it rests on, the nearest first."""
    found: dict[int, None] = {}
    waiting = [(reason, 0)]
    done: set[int] = set()
    while waiting:
        used, _ = board.reasons.why(*waiting.pop(0))
        found.update(dict.fromkeys(used))
        for variable in [one for one in lemmas if board.reasons.rests_on(one) and one not in done]:
            waiting += _open_lemma(board, variable, lemmas, found, done)
    return list(found)


def _open_lemma(
    board: Board, variable: int, lemmas: dict[int, tuple[list[int], list[int]]], found: dict[int, None], done: set[int]
) -> list[tuple[int, int]]:
    """Add the rules of a lemma; return the reasons of what it rests on."""
    done.add(variable)
    rules, facts = lemmas[variable]
    found.update(dict.fromkeys(rules))
    waiting = []
    for other in map(abs, facts):
        if board.trail.is_fact(other) or other in done:
            continue
        if other in lemmas:
            waiting += _open_lemma(board, other, lemmas, found, done)
        elif (reason := board.trail.reason_of(other)) >= 0:
            waiting.append((reason, other))
    return waiting
