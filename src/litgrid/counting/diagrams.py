"""Decision diagrams of what some cells must still do: reduced, ordered, shared (R. Bryant, 1986).

A diagram is a number; two diagrams say the same exactly where their numbers are equal. Variables are the layers in
which cells are decided, from 0 on, the earliest at the top.
"""

from __future__ import annotations

from collections.abc import Sequence

FALSE, TRUE = 0, 1


class Diagrams:
    """Diagrams that share their parts.

    >>> diagrams = Diagrams()
    >>> one_of_two = diagrams.count([(1, True), (0, True)], 1, 1)
    >>> both = diagrams.count([(1, True), (0, True)], 2, 2)
    >>> diagrams.meet(one_of_two, both) == FALSE
    True
    >>> diagrams.decide(both, 0, 1) == diagrams.count([(1, True)], 1, 1)
    True
    """

    def __init__(self) -> None:
        self._nodes: list[tuple[int, int, int]] = [(-1, FALSE, FALSE), (-1, TRUE, TRUE)]
        self._numbers: dict[tuple[int, int, int], int] = {}
        self._met: dict[tuple[int, int], int] = {}

    def count(self, literals: Sequence[tuple[int, bool]], low: int, high: int) -> int:
        """Return the diagram of ``low`` to ``high`` true ones among literals: layers, descending, and signs."""
        # below[s]: what the literals seen so far must do where s of the others are true.
        length = len(literals)
        below = [TRUE if low <= others <= high else FALSE for others in range(length + 1)]
        for layer, positive in literals:
            if positive:
                below = [self._node(layer, below[s], below[s + 1]) for s in range(len(below) - 1)]
            else:
                below = [self._node(layer, below[s + 1], below[s]) for s in range(len(below) - 1)]
        return below[0]

    def apart(self, places: Sequence[tuple[int, int, bool]]) -> int:
        """Return the diagram that says that at least one of some places holds.

        A place ``(layer, other, _)`` holds where two different cells differ; ``(layer, -1, value)``, where the cell has
        this value. It takes as many nodes as there are ways to fill the cells that wait for the other of their place.
        """
        equal = TRUE
        for layer, other, value in sorted(places, key=lambda place: max(place[:2]), reverse=True):
            if other < 0:
                same = self._node(layer, FALSE, TRUE) if not value else self._node(layer, TRUE, FALSE)
            else:
                first, last = min(layer, other), max(layer, other)
                same = self._node(first, self._node(last, TRUE, FALSE), self._node(last, FALSE, TRUE))
            equal = self.meet(same, equal)
        return self._opposite(equal, {FALSE: TRUE, TRUE: FALSE})

    def _opposite(self, diagram: int, known: dict[int, int]) -> int:
        if diagram not in known:
            layer, no, yes = self._nodes[diagram]
            known[diagram] = self._node(layer, self._opposite(no, known), self._opposite(yes, known))
        return known[diagram]

    def decide(self, diagram: int, layer: int, value: int) -> int:
        """Return what is left of a diagram that asks for no earlier layer, once this one has its value."""
        node = self._nodes[diagram]
        return node[1 + value] if node[0] == layer else diagram

    def meet(self, first: int, second: int) -> int:
        """Return the diagram that says both."""
        if first == second or second == TRUE:
            return first
        if first == TRUE:
            return second
        if first == FALSE or second == FALSE:
            return FALSE
        key = (first, second) if first < second else (second, first)
        known = self._met.get(key)
        if known is None:
            (one, one_no, one_yes), (other, other_no, other_yes) = self._nodes[first], self._nodes[second]
            if one == other:
                known = self._node(one, self.meet(one_no, other_no), self.meet(one_yes, other_yes))
            elif one < other:
                known = self._node(one, self.meet(one_no, second), self.meet(one_yes, second))
            else:
                known = self._node(other, self.meet(first, other_no), self.meet(first, other_yes))
            self._met[key] = known
        return known

    def _node(self, layer: int, no: int, yes: int) -> int:
        if no == yes:
            return no
        node = (layer, no, yes)
        number = self._numbers.get(node)
        if number is None:
            number = self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        return number
