"""What Binairo is in the formats of others: its names there, and the codecs and tables of its cells.

At janko.at it is called Tohu-Wa-Vohu, is written in 1 and 2, and may have equal lines; so have puzzlekit's. ``X`` is an
open cell in some texts and a one in magazines (Binoxxo), so these are two formats.
"""

from __future__ import annotations

from litgrid.core.codecs import Runs, Skips
from litgrid.core.forms import Drawn, Facts, Form, Game, Loose, Task, Tokens

VALUES = {"0": "0", "1": "1"}
TOKENS = {"-": ".", "1": "0", "2": "1"}
EQUAL = {"unique_lines": False}
CIRCLES = {(f"circle_{size}", style): "01"[style - 1] for size in "MLS" for style in (1, 2)}

FORMS = {
    "tatham": Game(
        "Unruly",
        page="unruly",
        codec=Skips("01"),
        board="a to z and A to Z (so many open cells, then a 0 or a 1)",
        params="u?(?:d[a-z])?",
        least=6,
        switches={"unique_lines": "u"},
        moves={"P0,": (0, 0, 0), "P1,": (1, 1, 1), "P-,": (-1, -1, -1)},
    ),
    "janko": Tokens("tohuwavohu", TOKENS, answer=TOKENS, switches=EQUAL),
    "puzzlekit": Tokens(
        "Binairo",
        TOKENS,
        answer=TOKENS,
        switches=EQUAL,
        dense={"0": "-", "1": "1", "2": "2"},
        others=("Tohuwavohu", "Takuzu"),
    ),
    "penpa": Drawn("binairo", symbols=CIRCLES, closed=False, others=("takuzu",)),
    "legup": Form("Binary", {**VALUES, "2": "."}),
    "puzzle-binairo": Task(
        "a task string of puzzle-binairo.com, square boards, one a line",
        codec=Runs(VALUES),
        step=2,
        aliases=("puzzle-binairo-task",),
    ),
    "takuzu-text": Loose(
        "perhaps a line with the side, then rows of 0, 1 and one of . - _ X x # for an open cell",
        VALUES,
        opens=".-_Xx#",
        hint="with X and O it is the format binoxxo",
    ),
    "binoxxo": Loose(
        "perhaps a line with the side, then rows of O (zero), X (one) and one of . - _ for an open cell",
        {"O": "0", "X": "1"},
        opens=".-_",
        hint="with 0 and 1 it is the format takuzu-text",
    ),
    "asp": Facts(
        "facts of answer set programming: grid(N). filled(column,row,value). and for signs same((1,1),(2,1)). diff",
        VALUES,
        signs={"same": "=", "diff": "x"},
        aliases=("potassco",),
    ),
}
