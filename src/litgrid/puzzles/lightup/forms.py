"""What Light Up is in the formats of others: its names there, and the codecs and tables of its cells.

In most ``.`` is a free cell and ``#`` a wall. In pzpr's files ``#`` is a *bulb*, and in the oldest files of students
``.`` is a cell that must stay without one. A wall without a number is ``5``, ``9``, ``B``, ``x`` or -1.
"""

from __future__ import annotations

from litgrid.core.codecs import Fours, Runs
from litgrid.core.forms import Coded, Drawn, Form, Game, Grid, Lists, Places, Player, Task, Tokens

NUMBERS = {number: number for number in "01234"}
RUNS = Runs({"B": "#", **NUMBERS})
TOKENS = {"-": ".", "x": "#", **NUMBERS}
ANSWER = {"o": "o", **dict.fromkeys(TOKENS)}
MEANINGS = {"#": "wall", **dict.fromkeys(NUMBERS, "numbered wall")}
BOARD = "a to z (1 to 26 free cells), 0 to 4, B (plain wall)"
PARAMS = "(?:b[0-9]+)?(?:s[0-9])?(?:d[0-9]|r)?"
WITHOUT = "for a wall without one"

FORMS = {
    "pzpr": Coded("akari", codec=Fours(), others=("lightup", "bijutsukan")),
    "pzprv3": Form("lightup", {".": ".", "-": "#", "#": "o", "+": "x", **NUMBERS}, others=("akari", "bijutsukan")),
    "pencilbox": Player(
        "bijutsukan",
        {".": ".", **NUMBERS, "5": "#", "+": "o", "*": "x"},
        tags={"u": ".", "w": "o", "s": "x"},
        others=("lightup", "akari"),
    ),
    "tatham": Game(
        "Light Up",
        page="lightup",
        codec=RUNS,
        board=BOARD,
        params=PARAMS,
        least=2,
        moves={"L": (1, -1, 1), "I": (-1, 0, 0)},
    ),
    "janko": Tokens("akari", TOKENS, answer=ANSWER),
    "puzzlekit": Tokens("Akari", TOKENS, answer=ANSWER),
    "penpa": Drawn(
        "akari",
        surfaces=dict.fromkeys((4, 1, 3, 8), "#"),
        symbols={("sun_moon", 3): "o"},
        numbers="01234",
        marks={2: "x"},
        others=("lightup",),
    ),
    "legup": Form("LightUp", {"-2": ".", "-1": "#", "-3": "x", "-4": "o", **NUMBERS}),
    "puzzle-light-up": Task(
        "a task string of puzzle-light-up.com, square boards, one a line; not verified against a live page",
        codec=RUNS,
        yields=True,
        aliases=("puzzle-light-up-task",),
    ),
    "lightup-classic": Grid(
        "a line with the size S, then S lines of # 0-4 _ (free) . (no bulb) O (bulb)",
        {"_": ".", "#": "#", **NUMBERS, "O": "o", ".": "x"},
        meanings={"_": "free", **MEANINGS, "O": "bulb", ".": "no bulb here"},
        sure="_O",
        size="side",
    ),
    "akari-contest": Grid(
        "a line 'rows columns', then rows of . # 0-4, perhaps with @ for the bulbs of an answer",
        {".": ".", "#": "#", **NUMBERS, "@": "o"},
        meanings={".": "free", **MEANINGS, "@": "bulb"},
        sure="@",
        size="rows columns",
    ),
    "akari-csv": Places(
        "a line 'columns,rows', then 'number,row,column' for each wall, from 0, 9 for one without number",
        {**NUMBERS, "9": "#"},
        between=",",
        order=("value", "row", "column"),
        first=0,
        expected=f"a number from 0 to 4, or 9 {WITHOUT}",
        what="wall",
    ),
    "akari-lup": Places(
        "lines with columns and rows, then 'x y number' for each wall, from 1 at the bottom left, 5 for none",
        {**NUMBERS, "5": "#"},
        between=" ",
        order=("column", "below", "value"),
        first=1,
        expected=f"a number from 0 to 4, or 5 {WITHOUT}",
        what="wall",
        aliases=("lup",),
    ),
    "cspuz": Lists(
        "a list of lists of numbers, -2 free, -1 wall, 0-4 numbered wall", {"-2": ".", "-1": "#", **NUMBERS}
    ),
}
