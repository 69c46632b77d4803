"""The implication graph of a conflict: what it holds, where its cut is, and that its pictures can be read."""

from __future__ import annotations

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


def test_only_a_conflict_has_a_graph() -> None:
    events = list(search(from_clauses([[1]])))
    for place in (0, -1, 99):
        with pytest.raises(LitgridError, match="expected the place of a conflict"):
            implication_graph(events, place)
