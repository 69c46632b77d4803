r"""The contract of a kind of puzzle, for whoever writes one: small boards, held to trying everything.

>>> from litgrid.puzzles.mosaic.kind import Mosaic
>>> from litgrid.testing import check
>>> check(Mosaic)
[]

Boards are the examples of the kind, turned, cut and emptied, and others by chance. All that litgrid does with them is
held to the rules, read one by one: that goes wrong where a table says something else than its sentences, where a clue
is none, where text is read as another puzzle. Whatever is wrong is said, in sentences, all at once.

With pytest, which this does not import, the same is a class with a test for each question::

    class TestMines(litgrid.testing.KindContract):
        kind = Mines
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from litgrid.core.errors import KindError
from litgrid.core.puzzle import Puzzle
from litgrid.puzzles import kinds
from litgrid.puzzles.sound import faults
from litgrid.testing import answering, boarding, showing
from litgrid.testing.boards import Case, cases
from litgrid.testing.lacking import lacking

__all__ = ["KindContract", "check"]

OF_BOARDS: dict[str, tuple[int, Callable[[Case], Iterator[str]]]] = {
    "write": (60, showing.written),
    "check": (60, answering.checked),
    "solve": (60, answering.solved),
    "count": (60, answering.counted),
    "list": (60, answering.listed),
    "sample": (60, answering.sampled),
    "explain": (16, answering.explained),
    "grade": (8, answering.graded),
    "clues": (30, boarding.clues_made),
    "give": (20, boarding.given),
    "turn": (8, boarding.turned_about),
    "improve": (5, answering.improved),
    "formats": (12, showing.foreign),
    "pictures": (12, showing.pictured),
    "page": (12, showing.on_the_page),
}
"""What is asked of boards, by name, and of how many boards at most."""
OF_KINDS: dict[str, Callable[[type[Puzzle], list[Case]], Iterator[str]]] = {
    "examples": boarding.exemplary,
    "read": showing.harmed,
    "generate": boarding.generated,
    "forms": showing.named,
}
"""What is asked of a kind as a whole."""


@dataclass(frozen=True, eq=False)
class Contract:
    """The contract of one kind, question by question."""

    kind: type[Puzzle]
    seed: int = 0

    @cached_property
    def cases(self) -> list[Case]:
        """Small boards of the kind."""
        return cases(self.kind, self.seed)

    @contextmanager
    def registered(self) -> Iterator[None]:
        """Have the kind among all others for a while, as if it were installed."""
        there = self.kind.name in kinds.names() and kinds.get(self.kind.name) is self.kind
        if not there:
            kinds.add(self.kind)
        try:
            yield
        finally:
            if not there:
                kinds.discard(self.kind.name)

    def wrong(self, question: str) -> list[str]:
        """Return what is wrong, of one question, a sentence each."""
        if question == "declare":
            return list(faults(self.kind))
        with self.registered(), warnings.catch_warnings():
            warnings.simplefilter("error")
            if question in OF_KINDS:
                return list(_guarded(lambda: OF_KINDS[question](self.kind, self.cases)))
            most, ask = OF_BOARDS[question]
            found: dict[str, list[Case]] = {}
            for case in self.cases[:: -(-len(self.cases) // most)]:
                for sentence in _guarded(lambda case=case: ask(case)):  # type: ignore[misc]
                    found.setdefault(sentence, []).append(case)
            return [f"{sentence} ({_boards(some)})" for sentence, some in found.items()]

    def lacks(self) -> list[str]:
        """Return what the kind could have and has not, a sentence each."""
        with self.registered():
            return list(lacking(self.kind, self.cases))


def _guarded(ask: Callable[[], Iterator[str]]) -> Iterator[str]:
    try:
        yield from ask()
    except Exception as error:  # whatever the code of others raises
        yield f"{type(error).__name__}: {error}"


def _boards(some: list[Case]) -> str:
    """Return on which boards something is wrong."""
    more = f", and {len(some) - 1} boards more" if len(some) > 1 else ""
    return f"the board {some[0].puzzle.text()!r}{more}"


QUESTIONS = ("declare", *OF_KINDS, *OF_BOARDS)
"""All questions, by name."""


def check(kind: type[Puzzle], *, seed: int = 0) -> list[str]:
    """Hold a kind to the contract, and return what it could have besides, a sentence each.

    Parameters
    ----------
    kind
        The class; it need not be registered.
    seed
        For the boards that are drawn by chance.

    Raises
    ------
    KindError
        with a sentence for each thing that is wrong, a line each.
    """
    contract, wrong = Contract(kind, seed), []
    for question in QUESTIONS:
        wrong += [f"{question}: {sentence}" for sentence in contract.wrong(question)]
        if wrong and question == QUESTIONS[0]:
            break  # what is no kind cannot be asked anything else
    if wrong:
        raise KindError("\n".join([f"the kind {kind.__name__} breaks the contract:", *wrong]))
    return contract.lacks()


class KindContract:
    """The contract as tests, one a question: derive a class whose ``kind`` is yours, and pytest finds them."""

    kind: ClassVar[type[Puzzle]]
    _contract: ClassVar[Contract]

    def __init_subclass__(cls) -> None:
        cls._contract = Contract(cls.kind)


def _test(question: str) -> Callable[[KindContract], None]:
    def test(self: KindContract) -> None:
        wrong = self._contract.wrong(question)
        if wrong:
            raise AssertionError("\n".join(wrong))

    test.__doc__ = f"See :data:`QUESTIONS`: {question}."
    return test


for _name in QUESTIONS:
    setattr(KindContract, f"test_{_name}", _test(_name))
