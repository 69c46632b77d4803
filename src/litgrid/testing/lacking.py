"""What a kind does not have, and what it could have: nothing is wrong with that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np

from litgrid.core.errors import LitgridError
from litgrid.core.puzzle import GIVEN, Puzzle
from litgrid.core.turning import turned
from litgrid.core.words import LANGUAGES, OWN
from litgrid.improving.clues import expect_clues
from litgrid.lab.generate import generate
from litgrid.testing.boarding import SECONDS
from litgrid.testing.boards import Case, examples


def lacking(kind: type[Puzzle], cases: list[Case]) -> Iterator[str]:
    """Yield what a kind lacks, a sentence each."""
    puzzle = examples(kind)[0]
    shape = puzzle.shape
    if not kind.instructions:
        yield "it has no 'instructions', which booklets and the page print"
    asked: list[Callable[[], object]] = [
        lambda: kind.empty(shape),
        lambda: expect_clues(puzzle),
        lambda: puzzle.rearranged(turned(shape, "half")),
        lambda: puzzle.with_givens(np.zeros((shape.rows, shape.columns), dtype=np.int8)),
        lambda: list(islice(generate(kind.name, (shape.rows, shape.columns), 1, seed=1, timeout=SECONDS), 1)),
    ]
    said: dict[str, None] = {}  # several may say the same
    for ask in asked:
        try:
            ask()
        except LitgridError as error:
            said[str(error)] = None
    yield from said
    for language in LANGUAGES:
        if missing := list(_unsaid(kind, cases, language)):
            yield f"its words in the language {language!r} lack {', '.join(missing)}"


def _unsaid(kind: type[Puzzle], cases: list[Case], language: str) -> Iterator[str]:
    """Yield what is not said in a language, as ``section.name``."""
    rules = dict.fromkeys(law.rule.kind for case in cases for law in case.laws.values())
    techniques = dict.fromkeys(technique.name for technique in kind.techniques)
    wanted = {"rule": list(rules), "technique": list(techniques)}
    if language != OWN:  # in which the kind says these itself
        instructions = [f"instruction{number}" for number, _ in enumerate(kind.instructions, 1)]
        wanted |= {
            "kind": [*instructions, *kind.switches],
            "says": list(rules),
            "state": ["true", "false"],
            "meaning": sorted({meaning for meaning in kind.alphabet.values() if meaning}),
        }
    words = kind.words(language)
    for section, names in wanted.items():
        yield from (f"{section}.{name}" for name in names if name not in words.get(section, {}) and name != GIVEN)
