"""What Star Battle is in the formats of others: its names there, and where regions and the number of stars stand."""

from __future__ import annotations

from litgrid.core.forms import Drawn, Form, Tokens

GIVEN, ANSWER = {"-": "?", "x": "*"}, {"-": ".", "*": "*", "x": "*"}

FORMS = {
    "pzpr": Form("starbattle", regions="regions", number="stars"),
    "pzprv3": Form("starbattle", {".": "?", "#": "*", "+": "."}, regions="regions", number="stars"),
    "janko": Tokens(
        "sternenschlacht",
        GIVEN,
        answer=ANSWER,
        regions="regions",
        number="stars",
        others=("starbattle", "star-battle"),
    ),
    "puzzlekit": Tokens("StarBattle", {}, answer=ANSWER, regions="regions", number="stars"),
    "penpa": Drawn(
        "starbattle",
        symbols={("star", 2): "*", ("star", 1): "*", ("star", 3): "*"},
        regions="regions",
        number="stars",
        others=("queens",),
    ),
}
