"""Why a conflict came: which literals follow from which, as a graph from the decision to the conflict.

Literals of lower levels stand at the edge, as what they follow from was not asked; what is true without any decision is
left out. The *cut* parts what was resolved
away, on the side of the conflict, from the rest: the learned clause says that the literals whose arrows cross it cannot
all be true. The first unique implication point is the one literal of the conflict's level among them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from litgrid.core.errors import LitgridError
from litgrid.tracing.events import Event

CONFLICT = 0
"""In place of a literal: the conflict itself."""


@dataclass(frozen=True, slots=True)
class Node:
    """A literal that is true, or the conflict."""

    literal: int  # what is true; 0 for the conflict
    level: int  # where it became true
    decision: bool  # whether it was decided
    beyond: bool  # whether it is on the conflict's side of the cut
    x: int  # its column, from the causes to what follows
    y: int  # its row; lower levels stand higher


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph: its nodes, arrows from one literal to another, and the clause that was learned."""

    nodes: tuple[Node, ...]
    arrows: tuple[tuple[int, int], ...]
    learned: tuple[int, ...]


def standing(events: Iterable[Event]) -> list[Event]:
    """Return the decisions and conclusions that stand after some events.

    >>> [event.literal for event in standing([Event("decide", 1, 3), Event("backjump", 0), Event("decide", 1, -3)])]
    [-3]
    """
    trail: list[Event] = []
    for event in events:
        go_on(trail, event)
    return trail


def go_on(trail: list[Event], event: Event) -> None:
    """Let an event happen to what stands."""
    if event.event in ("decide", "propagate"):
        trail.append(event)
    elif event.event in ("backjump", "restart"):
        while trail and trail[-1].level > event.level:
            trail.pop()


def implication_graph(events: Sequence[Event], conflict: int) -> Graph:
    """Return the graph of a conflict, whose event is at that place, from 0."""
    if not 0 <= conflict < len(events) or events[conflict].event != "conflict":
        raise LitgridError(f"expected the place of a conflict, got {conflict}")
    failed, after = events[conflict], events[conflict + 1 : conflict + 2]
    learned = next((event.clause or () for event in after if event.event == "learn"), ())
    trail = {event.literal or CONFLICT: event for event in standing(events[:conflict])} | {CONFLICT: failed}
    causes = _causes(trail, learned)
    shown = [literal for literal in trail if literal in causes]
    asserted = next((shown.index(-one) for one in learned if trail[-one].level == failed.level), len(shown))
    beyond = {
        literal
        for place, literal in enumerate(shown)
        if literal == CONFLICT or (learned and place > asserted and trail[literal].level == failed.level)
    }
    columns = _columns(shown, causes)
    rows = _rows(shown, trail, columns)
    return Graph(
        tuple(
            Node(one, trail[one].level, trail[one].event == "decide", one in beyond, columns[one], rows[one])
            for one in shown
        ),
        tuple((cause, literal) for literal in shown for cause in causes[literal]),
        learned,
    )


def _causes(trail: Mapping[int, Event], learned: Sequence[int]) -> dict[int, list[int]]:
    """Return from which literals each follows that the conflict follows from, back to what was not asked any more."""
    level = trail[CONFLICT].level
    causes: dict[int, list[int]] = {}
    wanted = [CONFLICT]
    while wanted:
        literal = wanted.pop()
        if literal not in causes:
            event = trail[literal]
            asked = event.level == level or (bool(learned) and -literal not in learned)
            others = [-one for one in event.clause or () if one != literal] if asked else []
            causes[literal] = [one for one in others if trail[one].level > 0]
            wanted += causes[literal]
    return causes


def _columns(shown: Sequence[int], causes: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Return a column for each literal, behind those of its causes; what has none stands just before its effects."""
    columns: dict[int, int] = {}
    for literal in shown:
        columns[literal] = 1 + max((columns[cause] for cause in causes[literal]), default=-1)
    for literal in shown:
        if not causes[literal]:
            effects = [columns[other] for other in shown if literal in causes[other]]
            columns[literal] = max(min(effects, default=1) - 1, 0)
    return columns


def _rows(shown: Sequence[int], trail: Mapping[int, Event], columns: Mapping[int, int]) -> dict[int, int]:
    """Return a row for each literal: a band for each level, as high as its fullest column."""
    rows: dict[int, int] = {}
    top = 0
    for level in sorted({trail[literal].level for literal in shown}):
        filled: Counter[int] = Counter()
        for literal in shown:
            if trail[literal].level == level:
                rows[literal] = top + filled[columns[literal]]
                filled[columns[literal]] += 1
        top += max(filled.values())
    return rows
