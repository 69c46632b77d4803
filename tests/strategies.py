"""Random counts."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.models import Count


@st.composite
def counts(draw: st.DrawFn, variables: int = 8, most: int = 6, *, crossed: bool = False) -> list[Count]:
    """Up to ``most`` counts over distinct variables, some impossible; with ``crossed``, low may be above high."""
    made = []
    for _ in range(draw(st.integers(0, most))):
        chosen = draw(st.lists(st.integers(1, variables), unique=True, max_size=variables))
        literals = tuple(variable if draw(st.booleans()) else -variable for variable in chosen)
        low = draw(st.integers(-1, len(literals) + 1))
        made.append((literals, low, draw(st.integers(low - crossed, len(literals) + 1))))
    return made
