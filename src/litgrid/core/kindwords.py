"""What a kind says of itself, in any language: English is what its class says, any other comes from its catalogue."""

from __future__ import annotations

from litgrid.core.puzzle import Puzzle
from litgrid.core.words import OWN, form


def title(kind: type[Puzzle], language: str = OWN) -> str:
    """Return the name of a kind."""
    return str(_own(kind, language).get("title", kind.title))


def instructions(kind: type[Puzzle], language: str = OWN) -> list[str]:
    """Return the rules of a kind, in sentences."""
    own = _own(kind, language)
    return [own.get(f"instruction{place}", text) for place, text in enumerate(kind.instructions, 1)]


def switches(kind: type[Puzzle], language: str = OWN) -> dict[str, str]:
    """Return the switches of a kind, with what each says."""
    own = _own(kind, language)
    return {name: own.get(name, text) for name, text in kind.switches.items()}


def called(kind: type[Puzzle], language: str = OWN) -> dict[str, str]:
    """Return the layers of a kind, with what each is called."""
    own = _own(kind, language)
    return {layer.name: own.get(layer.name, layer.name) for layer in kind.layers}


def clues(puzzle: Puzzle, number: int, language: str = OWN) -> str:
    """Return what so many clues of a board are called.

    >>> from litgrid.puzzles import empty
    >>> clues(empty("binairo", "4"), 1), clues(empty("binairo", "4"), 2, "fr")
    ('given', 'cases données')
    """
    forms = puzzle.words(language).get("clue", {}).get(puzzle.clue)
    if forms is None:
        return puzzle.clue if number == 1 else f"{puzzle.clue}s"
    return str(forms[form(number, language)])


def _own(kind: type[Puzzle], language: str) -> dict[str, str]:
    return {} if language == OWN else kind.words(language).get("kind", {})
