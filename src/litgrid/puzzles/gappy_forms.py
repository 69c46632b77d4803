"""What Gappy is in the formats of others: its names there, and the tables of its cells.

In Penpa+ labels stand in margins, as those of similar puzzles do: for Gappy there is no convention.
"""

from __future__ import annotations

from litgrid.core.forms import Drawn, Grid, Janko, Puzzlekit

CLUES, ANSWER = {"-": "?", "x": "#"}, {"-": ".", "x": "#"}

FORMS = (
    Janko("gappy", CLUES, ANSWER),
    Puzzlekit("Gappy", CLUES, ANSWER),
    Drawn("gappy", surfaces={4: "#", 1: "#", 3: "#", 8: "#", 2: "."}),
    Grid(
        "gappy-classic",
        "Gappy: a line of row labels, a line of column labels, perhaps a grid of W B ?",
        "5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6\n",
        {"W": ".", "B": "#", "?": "?"},
        {"W": "white", "B": "black", "?": "open"},
        sure="WB",
    ),
)
