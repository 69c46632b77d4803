"""What Gappy is in the formats of others: its names there, and the tables of its cells.

In Penpa+ labels stand in margins, as those of similar puzzles do: for Gappy there is no convention.
"""

from __future__ import annotations

from litgrid.core.forms import Drawn, Grid, Tokens

CLUES, ANSWER = {"-": "?", "x": "#"}, {"-": ".", "x": "#"}

FORMS = {
    "janko": Tokens("gappy", CLUES, answer=ANSWER),
    "puzzlekit": Tokens("Gappy", CLUES, answer=ANSWER),
    "penpa": Drawn("gappy", surfaces={4: "#", 1: "#", 3: "#", 8: "#", 2: "."}),
    "gappy-classic": Grid(
        "a line of row labels, a line of column labels, perhaps a grid of W B ?",
        {"W": ".", "B": "#", "?": "?"},
        meanings={"W": "white", "B": "black", "?": "open"},
        sure="WB",
    ),
}
