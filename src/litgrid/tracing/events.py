"""What happens while a solver searches, one thing after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

Happening = Literal["decide", "propagate", "watch", "conflict", "learn", "backjump", "restart", "model", "unsat"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    # ``"decide"``: a literal was assumed; ``"propagate"``: one follows from a clause; ``"watch"``: a clause watches
    # another literal; ``"conflict"``: all literals of a clause are false; ``"learn"``: a clause that follows from the
    # formula; ``"backjump"``: all levels above one were undone; ``"restart"``: all decisions were; ``"model"``: every
    # variable has a value; ``"unsat"``: there is no model
    event: Happening
    level: int  # how many decisions stand after it
    literal: int | None = None  # what was assumed, what follows, what is watched now
    # the literals of the clause that it is about; of a model all literals that are true
    clause: tuple[int, ...] | None = None
    # the clause's: from 1 as in the formula, those that were learned behind; ``None`` for one that is not kept
    number: int | None = None

    def record(self) -> dict[str, Any]:
        """Return it as JSON holds it: what applies.

        >>> Event("decide", 1, 3).record()
        {'event': 'decide', 'level': 1, 'literal': 3}
        """
        return {name: value for name, value in asdict(self).items() if value is not None}


def statistics(events: Iterable[Event]) -> dict[str, int]:
    """Return how often what happened, and the highest level."""
    counted: Counter[str] = Counter()
    highest = 0
    for event in events:
        counted[event.event] += 1
        highest = max(highest, event.level)
    names = {"decisions": "decide", "propagations": "propagate", "conflicts": "conflict", "learned": "learn"}
    found = {name: counted[event] for name, event in names.items()}
    return found | {"restarts": counted["restart"], "highest_level": highest}
