"""What a setter wants to know of a board at each stroke: whether it has one answer, and if not, what to look at.

Boards may be unfinished. Whether a board has answers is found out first. Which cells are the same in all of them can
take a question a cell, so that has a share of the time of its own, and what is known by then is said.
"""

from __future__ import annotations

from typing import Any

from litgrid.backbone import forced
from litgrid.core.limit import Limit
from litgrid.solving import solve
from litgrid.web.records import Question, flag_in, flat, language_in, number_in, puzzle_in
from litgrid.web.sentences import Telling

SHARE = 0.25
"""How much of the time goes into cells that are the same in all answers, at most."""


def live(question: Question) -> dict[str, Any]:
    """Return whether the puzzle has one answer, several or none, and why, within ``timeout`` seconds.

    With ``forced`` false, cells that are the same in several answers are not looked for.

    Returns
    -------
    dict
        ``status``; ``answers``, none, one or two, each a flat list of 1 and 0; ``differ``, the cells in which two
        differ; ``forced``, 1, 0 or -1 a cell, and whether all that are forced are known (``forced_complete``);
        ``conflict``, clues that cannot all hold (empty where the rules alone cannot be met) and whether none of them is
        needless (``shrunk``); ``seconds``

    Examples
    --------
    >>> found = live({"puzzle": {"kind": "lightup", "clues": [".1.", "...", "#.."]}})
    >>> found["status"], found["forced"]
    ('several', [-1, 0, -1, -1, 0, -1, 0, 1, 0])
    """
    puzzle, timeout = puzzle_in(question), number_in(question, "timeout", 0, 60, 3)
    telling, limit = Telling(puzzle, language_in(question)), Limit(timeout)
    verdict = solve(puzzle, timeout=timeout)
    found: dict[str, Any] = {
        "status": verdict.status,
        "answers": list(map(flat, verdict.solutions)),
        "differ": verdict.differences,
        "forced": [-1] * puzzle.shape.size,
        "forced_complete": verdict.status in ("unique", "none"),
        "conflict": list(map(telling.clue, verdict.conflict)),
        "shrunk": verdict.shrunk,
        "seconds": verdict.seconds,
    }
    if verdict.status == "unique":
        found["forced"] = found["answers"][0]
    elif verdict.status == "several" and flag_in(question, "forced", default=True):
        known = forced(puzzle, timeout=limit.share(1, SHARE * timeout).left())
        found["forced"] = flat(known.grid)
        found["forced_complete"] = known.status != "unknown"
        found["seconds"] += known.seconds
    found["seconds"] = round(found["seconds"], 6)
    return found
