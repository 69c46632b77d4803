"""What Mosaic is in the formats of others: its names there, and the codecs and tables of its cells."""

from __future__ import annotations

from litgrid.core.codecs import Runs
from litgrid.core.forms import Drawn, Game, Tokens

NUMBERS = {number: number for number in "0123456789"}
CLUES, ANSWER = {"-": ".", **NUMBERS}, {"-": ".", "x": "#"}

FORMS = {
    "tatham": Game(
        "Mosaic",
        page="mosaic",
        codec=Runs(NUMBERS),
        board="a to z (1 to 26 cells without a number), 0 to 9",
        params="(?:h[0-9]+)?",
        least=3,
        moves={"t": (-1, 0, 1), "T": (1, -1, 0)},
        drags={"d": (-1, 1, 0), "e": (-1, 1, 0)},
    ),
    "janko": Tokens("mosaik", CLUES, answer=ANSWER, others=("mosaic",)),
    "puzzlekit": Tokens("Mosaic", CLUES, answer=ANSWER),
    "penpa": Drawn(
        "mosaic", surfaces={4: "#", 1: "#", 3: "#", 8: "#", 2: "."}, numbers="0123456789", others=("fillapix",)
    ),
}
