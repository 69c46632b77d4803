"""The graph of a conflict as a picture for a page, and for a text in LaTeX.

Both are made of the same places. The picture takes its colour from the page that it stands on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from litgrid.tracing.graph import CONFLICT, Graph, Node

ACROSS, DOWN, HIGH, LETTER, EDGE = 100, 46, 28, 8, 16
"""Between columns and rows, the height of a node, the width of a letter, and the margin, in pixels."""
LANE, BEND = 4, 18
"""Between arrows side by side, and how far from a node one turns, in pixels."""
CROSS = "\N{MULTIPLICATION X}"
Label = Callable[[int], str]
"""What a variable is called."""


def svg(graph: Graph, label: Label, title: str = "") -> str:
    """Return a graph as the text of an SVG picture: decisions are framed twice, what is beyond the cut is shaded."""
    wide = max((len(_label(node, label)) for node in graph.nodes), default=1) * LETTER + EDGE
    across = max(ACROSS, wide + 44)
    width = max((node.x for node in graph.nodes), default=0) * across + wide + 2 * EDGE
    height = max((node.y for node in graph.nodes), default=0) * DOWN + HIGH + DOWN // 2 + 2 * EDGE
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'role="img" color="#222" font-family="sans-serif" font-size="13">'
    )
    marker = (
        '<defs><marker id="lg-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto"><path d="M0 0 8 4 0 8z" fill="currentColor"/></marker></defs>'
    )
    places = {node.literal: (EDGE + node.x * across, EDGE + node.y * DOWN) for node in graph.nodes}
    lines = [opening, *([f"<title>{escape(title)}</title>"] if title else []), marker]
    ways = {node.literal: at % 3 * LANE - LANE for at, node in enumerate(graph.nodes)}
    for first, second in graph.arrows:
        (x, y), (to_x, to_y) = places[first], places[second]
        x, y, to_y = x + wide, y + HIGH // 2, to_y + HIGH // 2
        # An arrow over several columns goes between two rows, where it crosses no node, those of each node apart.
        lane = to_y + (DOWN // 2 if to_y <= y else -(DOWN // 2)) + ways[first]
        round_nodes = f"L{x + BEND} {lane}H{to_x - BEND}" if to_x - x > across - wide else ""
        line = f"M{x} {y}{round_nodes}L{to_x} {to_y}"
        lines.append(f'<path d="{line}" fill="none" stroke="currentColor" marker-end="url(#lg-arrow)"/>')
    for node in graph.nodes:
        lines += _box(node, _label(node, label), *places[node.literal], wide)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _box(node: Node, text: str, x: int, y: int, wide: int) -> Iterator[str]:
    frames = [(0, 'fill="#fff"', True), (0, 'fill="currentColor" fill-opacity="0.16"', node.beyond)]
    for inset, fill, there in [*frames, (3, 'fill="none"', node.decision)]:
        if there:
            yield (
                f'<rect x="{x + inset}" y="{y + inset}" width="{wide - 2 * inset}" height="{HIGH - 2 * inset}" rx="5" '
                f'stroke="currentColor" {fill}/>'
            )
    yield f'<text x="{x + wide // 2}" y="{y + 19}" text-anchor="middle" fill="currentColor">{escape(text)}</text>'


def latex(graph: Graph, label: Label) -> str:
    r"""Return a graph as a ``tikzpicture``, for a document with ``\usepackage{tikz}``."""
    lines = [
        r"\begin{tikzpicture}[x=2.6cm, y=-1cm, >=stealth, every node/.style={draw, rounded corners, font=\small},",
        r"  decision/.style={double}, beyond/.style={fill=black!12}]",
    ]
    names = {node.literal: f"n{place}" for place, node in enumerate(graph.nodes)}
    for node in graph.nodes:
        styles = ", ".join(word for word, on in (("decision", node.decision), ("beyond", node.beyond)) if on)
        sign = r"$\lnot$" if node.literal < 0 else ""
        text = r"$\times$" if node.literal == CONFLICT else sign + label(abs(node.literal))
        lines.append(rf"  \node[{styles}] ({names[node.literal]}) at ({node.x}, {node.y}) {{{text}}};")
    columns = {node.literal: node.x for node in graph.nodes}
    for first, second in graph.arrows:
        how = "--" if columns[second] == columns[first] + 1 else "to[bend left=20]"
        lines.append(rf"  \draw[->] ({names[first]}) {how} ({names[second]});")
    return "\n".join([*lines, r"\end{tikzpicture}"]) + "\n"


def _label(node: Node, label: Label) -> str:
    return CROSS if node.literal == CONFLICT else "\N{NOT SIGN}" * (node.literal < 0) + label(abs(node.literal))
