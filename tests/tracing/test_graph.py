"""The implication graph of a conflict: what it holds, where its cut is, and that its pictures can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from litgrid.core.errors import LitgridError
from litgrid.sat.formula import from_clauses
from litgrid.tracing import search
from litgrid.tracing.drawing import latex, svg
from litgrid.tracing.graph import CONFLICT, implication_graph
from tests.tracing.test_search import Clauses, formulas


def name(variable: int) -> str:
    return f"x{variable}"


@given(clauses=formulas())
@settings(max_examples=150)
def test_the_learned_clause_is_what_crosses_the_cut(clauses: Clauses) -> None:
    events = list(search(from_clauses(clauses), order="first"))
    for place, event in enumerate(events):
        if event.event != "conflict":
            continue
        graph = implication_graph(events, place)
        nodes = {node.literal: node for node in graph.nodes}
        assert nodes[CONFLICT].beyond
        assert len({(node.x, node.y) for node in graph.nodes}) == len(graph.nodes)
        if event.level == 0:
            continue
        crossing = {first for first, second in graph.arrows if nodes[second].beyond and not nodes[first].beyond}
        assert {-literal for literal in graph.learned} == crossing
        here = [node for node in graph.nodes if node.level == event.level and node.literal in crossing]
        assert len(here) == 1
        assert all(nodes[first].x < nodes[second].x for first, second in graph.arrows)


def test_pictures_hold_every_literal_and_arrow() -> None:
    events = list(search(from_clauses([[1, 2], [1, -2]]), order="first"))
    place = next(place for place, event in enumerate(events) if event.event == "conflict")
    graph = implication_graph(events, place)
    drawn = ElementTree.fromstring(svg(graph, name, "why <this>"))
    space = "{http://www.w3.org/2000/svg}"
    assert [text.text for text in drawn.iter(f"{space}text")] == ["¬x1", "x2", "✕"]
    assert len(list(drawn.findall(f"{space}path"))) == len(graph.arrows) == 3
    assert drawn.findtext(f"{space}title") == "why <this>"
    text = latex(graph, name)
    assert text.count(r"\node") == 3
    assert text.count(r"\draw") == 3


@given(clauses=formulas())
@settings(max_examples=100)
def test_no_arrow_goes_behind_a_node(clauses: Clauses) -> None:
    events = list(search(from_clauses(clauses), order="first"))
    for place in (place for place, event in enumerate(events) if event.event == "conflict"):
        drawn = ElementTree.fromstring(svg(implication_graph(events, place), name))
        space = "{http://www.w3.org/2000/svg}"
        boxes = [
            tuple(float(box.get(key) or 0) for key in ("x", "y", "width", "height"))
            for box in drawn.iter(f"{space}rect")
        ]
        for path in drawn.findall(f"{space}path"):
            for x, y in points(path.get("d") or ""):
                assert not any(left < x < left + wide and top < y < top + high for left, top, wide, high in boxes)


def points(line: str) -> Iterator[tuple[float, float]]:
    """Yield points all along a line of straight pieces."""
    x = y = 0.0
    for sign, numbers in re.findall(r"([MLH])([^MLH]*)", line):
        to_x, to_y = (float(numbers), y) if sign == "H" else map(float, numbers.split())
        for step in range(1, 100):
            if sign != "M":
                yield x + (to_x - x) * step / 100, y + (to_y - y) * step / 100
        x, y = to_x, to_y


def test_only_a_conflict_has_a_graph() -> None:
    events = list(search(from_clauses([[1]])))
    for place in (0, -1, 99):
        with pytest.raises(LitgridError, match="expected the place of a conflict"):
            implication_graph(events, place)
