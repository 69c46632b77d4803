"""What Binairo is in the formats of others: its names there, and the codecs and tables of its cells.

At janko.at it is called Tohu-Wa-Vohu, is written in 1 and 2, and may have equal lines; so have puzzlekit's. ``X`` is an
open cell in some texts and a one in magazines (Binoxxo), so these are two formats.
"""

from __future__ import annotations

from litgrid.core.codecs import Runs, Skips
from litgrid.core.forms import Drawn, Facts, Game, Janko, Legup, Loose, Puzzlekit, Task

TOKENS = {"-": ".", "1": "0", "2": "1"}
EQUAL = {"unique_lines": False}

FORMS = (
    Game(
        "Unruly",
        page="unruly",
        codec=Skips("01"),
        board="a to z and A to Z (so many open cells, then a 0 or a 1)",
        params="u?(?:d[a-z])?",
        least=6,
        switches={"unique_lines": "u"},
        example="6x6u:ejacbaHcd\n",
    ),
    Janko("tohuwavohu", TOKENS, TOKENS, switches=EQUAL),
    Puzzlekit(
        "Binairo",
        TOKENS,
        TOKENS,
        others=("Tohuwavohu", "Takuzu"),
        switches=EQUAL,
        dense={"0": "-", "1": "1", "2": "2"},
    ),
    Legup("Binary", {"0": "0", "1": "1", "2": "."}),
    Drawn(
        "binairo",
        symbols={(f"circle_{size}", style): "01"[style - 1] for size in "MLS" for style in (1, 2)},
        closed=False,
        others=("takuzu",),
    ),
    Task(
        "puzzle-binairo",
        "Binairo: a task string of puzzle-binairo.com, square boards, one a line",
        "d0i00b0a00g1b0c\n",
        Runs({"0": "0", "1": "1"}),
        step=2,
        aliases=("puzzle-binairo-task",),
    ),
    Loose(
        "takuzu-text",
        "Binairo: perhaps a line with the side, then rows of 0, 1 and one of . - _ X x # for an open cell",
        "4\n0--1\n----\n-1--\n----\n",
        values="01",
        opens=".-_Xx#",
        must="-",
        may="01",
        hint="; with X and O it is the format binoxxo",
    ),
    Loose(
        "binoxxo",
        "Binairo: perhaps a line with the side, then rows of O (zero), X (one) and one of . - _ for an open cell",
        "4\nO..X\n....\n.X..\n....\n",
        values="OX",
        opens=".-_",
        must="OX",
        may=".-_",
        hint="; with 0 and 1 it is the format takuzu-text",
    ),
    Facts(
        "asp",
        "Binairo: facts of answer set programming, grid(N). and filled(column,row,value).",
        "grid(4).\nfilled(1,1,0). filled(4,1,1).\nfilled(2,3,1).\n",
        {"0": "0", "1": "1"},
        hints={"same": ": that is Binairo+, which litgrid does not know"},
        aliases=("potassco",),
    ),
)
