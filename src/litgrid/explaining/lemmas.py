"""An assumption inside an assumption: what it refutes is a lemma, which is taken for granted from there on.

After the assumption, one side of a cell fails, again and again, until both sides of one do or a rule breaks: failed
literals, as in D. Le Berre, Exploiting the real power of unit propagation lookahead, 2001.
"""

from __future__ import annotations

from litgrid.explaining import kernels
from litgrid.explaining.board import EVER, Board


def inside(board: Board, code: int) -> list[int] | None:
    """Return rules that refute a literal: after it, one side of a cell fails, again and again, or both do."""
    state, base = board.state, board.base
    end = kernels.push(state, code, kernels.ASSUMED, 0, base)
    head, end = board.kernels.spread(board.laws, state, base, end, EVER, kernels.FREE)
    lemmas: dict[int, tuple[list[int], list[int]]] = {}
    rules: list[int] | None = None
    codes = board.numbers([code for code in range(2 * len(state.value)) if state.value[code >> 1] == -1])
    place = -1
    while True:
        state.numbers[1] = end
        place, used, leaned = board.kernels.failing(board.laws, state, codes, place + 1)
        if place < 0:
            break
        inner = int(codes[place])
        lemmas[inner >> 1] = ([int(rule) for rule in state.rules[:used]], [int(f) for f in state.facts[:leaned]])
        state.numbers[1] = base
        before = end
        end = kernels.push(state, inner ^ 1, kernels.ASSUMED, 0, end)
        head, end = board.kernels.spread(board.laws, state, before, end, EVER, kernels.FREE)
        if state.numbers[2] > 0:
            rules = _behind(board, int(state.conflicts[0]), lemmas)
            break
    state.numbers[1] = base
    board.kernels.undo(board.laws, state, base, head, end)
    board.pause()
    return rules


def _behind(board: Board, reason: int, lemmas: dict[int, tuple[list[int], list[int]]]) -> list[int]:
    """Return the rules behind a conflict, and behind the lemmas that it rests on, the nearest first."""
    state = board.state
    found: dict[int, None] = {}
    waiting = [(reason, -1)]
    done: set[int] = set()
    while waiting:
        why, forced = waiting.pop(0)
        used, _ = board.kernels.trace(board.laws, state, why, forced)
        found.update(dict.fromkeys(int(rule) for rule in state.rules[:used]))
        stamp = state.numbers[0]
        for cell in [cell for cell in lemmas if state.seen[cell] == stamp and cell not in done]:
            waiting += _open_lemma(board, cell, lemmas, found, done)
    return list(found)


def _open_lemma(
    board: Board, cell: int, lemmas: dict[int, tuple[list[int], list[int]]], found: dict[int, None], done: set[int]
) -> list[tuple[int, int]]:
    """Add the rules of a lemma; return the reasons of what it rests on."""
    state = board.state
    done.add(cell)
    rules, facts = lemmas[cell]
    found.update(dict.fromkeys(rules))
    waiting = []
    for fact in facts:
        other = fact >> 1
        if state.place[other] < state.numbers[1] or other in done:
            continue
        if other in lemmas:
            waiting += _open_lemma(board, other, lemmas, found, done)
        elif state.reason[other] != kernels.ASSUMED:
            waiting.append((int(state.reason[other]), other))
    return waiting
