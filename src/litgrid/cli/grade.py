"""``litgrid grade``: how hard puzzles are."""

from __future__ import annotations

from litgrid.cli.asking import Asked, asking


@asking("grade", yes="graded", no="not exactly one answer", unknown="unknown: out of time")
def grade(asked: Asked) -> int:
    """Tell how hard the puzzles of FILES (none, or -: standard input) are, and what they take.

    Levels: 1 easy, one rule at a time; 2 medium, techniques that have a name, or three rules at most at once; 3 hard,
    chains, or the completions of a line; 4 very hard, long chains or case splits. Then what generators of the kind
    would call it. A graded puzzle is explained by the same steps: see `litgrid explain`.

    \b
    Examples:
      litgrid examples --kind lightup | head -3 | litgrid grade
      litgrid generate binairo 6 --number 3 | litgrid grade --json
    """  # noqa: D301
    return asked.each()
