"""What Light Up is in the formats of others: its names there, and the codecs and tables of its cells.

In most ``.`` is a free cell and ``#`` a wall. In pzpr's files ``#`` is a *bulb*, and in the oldest files of students
``.`` is a cell that must stay without one. What is called a wall without a number is ``5``, ``9``, ``B``, ``x`` or -1.
"""

from __future__ import annotations

from litgrid.core.codecs import Fours, Runs
from litgrid.core.forms import Drawn, Game, Genre, GenreFile, Grid, Janko, Kanpen, Legup, Lists, Places, Puzzlekit, Task

NUMBERS = {number: number for number in "01234"}
WALLS = {"x": "#", **NUMBERS}
RUNS = Runs({"B": "#", **NUMBERS})
CLUES, ANSWER = {"-": ".", **WALLS}, {"o": "o", **dict.fromkeys(["-", *WALLS])}
MEANINGS = {"#": "wall", **dict.fromkeys(NUMBERS, "numbered wall")}

FORMS = (
    Genre(
        "akari",
        Fours(),
        others=("lightup", "bijutsukan"),
        example="https://puzz.link/p?akari/3/3/gbh.gc\n",
    ),
    GenreFile(
        "lightup",
        {".": ".", "-": "#", "#": "o", "+": "x", **NUMBERS},
        others=("akari", "bijutsukan"),
        example="pzprv3\nlightup\n3\n3\n# 1 . \n. . # \n- # 2 \n",
    ),
    Kanpen(
        "bijutsukan",
        {".": ".", **NUMBERS, "5": "#", "+": "o", "*": "x"},
        {"u": ".", "w": "o", "s": "x"},
        others=("lightup", "akari"),
        example="3\n3\n+ 1 . \n. . + \n5 + 2 \n",
    ),
    Game(
        "Light Up",
        page="lightup",
        codec=RUNS,
        board="a to z (1 to 26 free cells), 0 to 4, B (plain wall)",
        params="(?:b[0-9]+)?(?:s[0-9])?(?:d[0-9]|r)?",
        least=2,
        example="3x3:a1dBa2\n",
    ),
    Janko("akari", CLUES, ANSWER, example="begin\npuzzle akari\nsize 3\n[problem]\n- 1 -\n- - -\nx - 2\n[end]\n"),
    Puzzlekit("Akari", CLUES, ANSWER, example="3 3\n- 1 -\n- - -\nx - 2\n"),
    Legup(
        "LightUp",
        {"-2": ".", "-1": "#", "-3": "x", "-4": "o", **NUMBERS},
        example='<Legup><puzzle name="LightUp"><board width="3" height="3"><cells>\n<cell value="1" x="1" y="0"/>\n'
        '<cell value="-1" x="0" y="2"/>\n<cell value="2" x="2" y="2"/>\n</cells></board></puzzle></Legup>\n',
    ),
    Drawn(
        "akari",
        surfaces=dict.fromkeys((4, 1, 3, 8), "#"),
        symbols={("sun_moon", 3): "o"},
        numbers="01234",
        others=("lightup",),
        example="https://swaroopg92.github.io/penpa-edit/#m=edit&p="
        "Ky4sTSxK1TEGQQuuaAMdMIzlilYyVNJRMgJiQ6VYruqqYKtqJUNzJSsTHSVjAwhlBKRqdar8oDJgHSZg9RDJaB2iEBtLRdXtKGZjiEQmiLI"
        "WAA=\n",
    ),
    Task(
        "puzzle-light-up",
        "Light Up: a task string of puzzle-light-up.com, square boards, one a line; not verified against a live page",
        "a1dBa2\n",
        RUNS,
        yields=True,
        aliases=("puzzle-light-up-task",),
    ),
    Grid(
        "lightup-classic",
        "Light Up: a line with the size S, then S lines of # 0-4 _ (free) . (no bulb) O (bulb)",
        "3\n_1_\n___\n#_2\n",
        {"_": ".", "#": "#", **NUMBERS, "O": "o", ".": "x"},
        {"_": "free", **MEANINGS, "O": "bulb", ".": "no bulb here"},
        sure="_O",
        size="side",
    ),
    Grid(
        "akari-contest",
        "Light Up: a line 'rows columns', then rows of . # 0-4, perhaps with @ for the bulbs of an answer",
        "3 3\n@1.\n..@\n#@2\n",
        {".": ".", "#": "#", **NUMBERS, "@": "o"},
        {".": "free", **MEANINGS, "@": "bulb"},
        sure="@",
        size="rows columns",
    ),
    Places(
        "akari-csv",
        "Light Up: a line 'columns,rows', then 'number,row,column' for each wall, from 0, 9 for one without number",
        "3,3\n1,0,1\n9,2,0\n2,2,2\n",
        between=",",
        order=("value", "row", "column"),
        first=0,
        tokens={**NUMBERS, "9": "#"},
        expected="a number from 0 to 4, or 9 for a wall without one",
        what="wall",
    ),
    Places(
        "akari-lup",
        "Light Up: lines with columns and rows, then 'x y number' for each wall, from 1 at the bottom left, 5 for none",
        "3\n3\n2 3 1\n1 1 5\n3 1 2\n",
        between=" ",
        order=("column", "below", "value"),
        first=1,
        tokens={**NUMBERS, "5": "#"},
        expected="a number from 0 to 4, or 5 for a wall without one",
        what="wall",
        aliases=("lup",),
    ),
    Lists(
        "cspuz",
        "Light Up: a list of lists of numbers, -2 free, -1 wall, 0-4 numbered wall",
        "[[-2, 1, -2],\n [-2, -2, -2],\n [-1, -2, 2]]\n",
        {"-2": ".", "-1": "#", **NUMBERS},
    ),
)
