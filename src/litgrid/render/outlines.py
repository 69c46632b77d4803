"""What is drawn in a cell, as closed curves: digits, letters, and a few shapes.

Characters are paths and not text, so that a picture looks the same on a machine without any font. Their outlines are
those of DejaVu Sans (Bitstream and others; see ``fonts/LICENSE``), which comes along for what has to be text; they
stand in a file of their own, so that a picture of a board needs no package that reads fonts.

An outline is made of quadratic curves around its middle (0, 0), ``y`` downwards. Shapes are in cells, characters in
ems.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from litgrid.core.errors import LitgridError

FONTS = Path(__file__).parent / "fonts"
FONT = FONTS / "DejaVuSans.ttf"
CHARACTERS = FONTS / "outlines.txt"
"""A line each: the character, its width, and its outline in units of the font, ``y`` upwards."""

EM = 2048
"""Units of the font in an em."""
CAP = 1493 / EM
"""How high capital letters and digits are, in ems."""

Points = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Outline:
    """Closed curves."""

    name: str  # letters and digits that no other outline is called by
    # ``M`` (go to a point), ``L`` (a straight line to it), ``Q`` (a quadratic curve: its control point, and the point
    # it ends in), ``Z`` (back to where the curve began), each with its coordinates
    commands: tuple[tuple[str, tuple[float, ...]], ...]

    def points(self) -> Points:
        """Return all its points, control points among them, shaped ``(points, 2)``."""
        return np.array([number for _, numbers in self.commands for number in numbers]).reshape(-1, 2)

    def moved(self, x: float, y: float) -> Outline:
        """Return the same curves somewhere else."""
        shift = (x, y)
        commands = (
            (letter, tuple(number + shift[place % 2] for place, number in enumerate(numbers)))
            for letter, numbers in self.commands
        )
        return Outline(self.name, tuple(commands))

    def polygons(self, steps: int = 8) -> list[list[tuple[float, float]]]:
        """Return its curves as polygons, for what draws no curves; each curve becomes so many lines."""
        polygons: list[list[tuple[float, float]]] = []
        for letter, numbers in self.commands:
            if letter == "M":
                polygons.append([(numbers[0], numbers[1])])
            elif letter == "L":
                polygons[-1].append((numbers[0], numbers[1]))
            elif letter == "Q":
                (x, y), (cx, cy, ex, ey) = polygons[-1][-1], numbers
                for step in range(1, steps + 1):
                    t = step / steps
                    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
                    polygons[-1].append((a * x + b * cx + c * ex, a * y + b * cy + c * ey))
        return polygons


def text(string: str) -> Outline:
    """Return characters of ASCII, or stars, side by side, around the middle of their width and the height of digits."""
    x = -width(string) / 2
    commands: list[tuple[str, tuple[float, ...]]] = []
    for char in string:
        advance, outline = _character(char)
        commands += outline.moved(x, 0).commands
        x += advance
    return Outline("t" + string.encode().hex(), tuple(commands))


def width(string: str) -> float:
    """Return how wide characters are, in ems."""
    return sum(_character(char)[0] for char in string)


def character(char: str) -> Outline:
    """Return one character, its ink in the middle: the 1 of a font stands a little to the left."""
    outline = text(char)
    across = outline.points()[:, 0]
    return Outline("c" + char.encode().hex(), outline.moved(-float(across.min() + across.max()) / 2, 0).commands)


def polygon(name: str, points: Sequence[tuple[float, float]]) -> Outline:
    """Return straight lines from point to point, and back."""
    first, *others = points
    return Outline(name, (("M", first), *(("L", point) for point in others), ("Z", ())))


def disc(name: str, radius: float) -> Outline:
    """Return a circle, of eight curves: it is off by less than a thousandth of the radius."""
    turns = [math.tau * turn / 16 for turn in range(17)]
    at = [
        (length * math.cos(turn), length * math.sin(turn))
        for turn, length in zip(turns, [radius, radius / math.cos(math.tau / 16)] * 8 + [radius], strict=True)
    ]
    curves = (("Q", (*at[place], *at[place + 1])) for place in range(1, 17, 2))
    return Outline(name, (("M", at[0]), *curves, ("Z", ())))


def _bar(top: float) -> Outline:
    return polygon("", [(-0.13, top), (0.13, top), (0.13, top + 0.05), (-0.13, top + 0.05)])


def _cross(half: float, thick: float) -> list[tuple[float, float]]:
    """Return a cross that stands on its feet: twelve corners."""
    d = thick / math.sqrt(2)
    quarter = [(0, -d), (half - d, -half), (half, d - half)]
    return [point for turn in range(4) for point in (_turned(x, y, turn) for x, y in quarter)]


def _star(radius: float) -> list[tuple[float, float]]:
    """Return a star of five points, one of them up; it is as high above its middle as below."""
    down = radius * (1 - math.cos(math.tau / 10)) / 2
    inner = radius * math.cos(math.tau / 5) / math.cos(math.tau / 10)
    turns = [math.tau * turn / 10 for turn in range(10)]
    ends = [inner if place % 2 else radius for place in range(10)]
    return [(end * math.sin(turn), down - end * math.cos(turn)) for end, turn in zip(ends, turns, strict=True)]


def _turned(x: float, y: float, quarters: int) -> tuple[float, float]:
    for _ in range(quarters):
        x, y = -y, x
    return x, y


SHAPES: Mapping[str, Outline] = {
    "●": disc("disc", 0.32),
    "■": polygon("square", [(-0.36, -0.36), (0.36, -0.36), (0.36, 0.36), (-0.36, 0.36)]),
    "·": disc("dot", 0.07),
    "\N{MULTIPLICATION SIGN}": polygon("cross", _cross(0.2, 0.08)),
    "★": polygon("star", _star(0.38)),
}
"""What is drawn for the symbols of a scene (:class:`litgrid.core.scene.Scene`) that are no letters, in cells."""

SIGNS: Mapping[str, Outline] = {
    "=": Outline("equal", (*_bar(-0.09).commands, *_bar(0.04).commands)),
    "x": polygon("different", _cross(0.14, 0.055)),
}
"""What stands on the edge between two cells, in cells."""


def _character(char: str) -> tuple[float, Outline]:
    known = _characters()
    if char not in known:
        raise LitgridError(
            f"pictures have no outline for {char!r} (U+{ord(char):04X}): they hold the characters of ASCII, and "
            f"{' '.join(SHAPES)}"
        )
    return known[char]


@cache
def _characters() -> dict[str, tuple[float, Outline]]:
    found = {" ": (0.318, Outline("", ())), "★": (0.9, polygon("", _star(0.45)).moved(0.45, 0))}
    for line in CHARACTERS.read_text(encoding="ascii").splitlines():
        char, advance, *commands = line.split(" ")
        read = tuple((command[0], _scaled(command[1:])) for command in commands)
        found[char] = int(advance) / EM, Outline("", read)
    return found


def _scaled(numbers: str) -> tuple[float, ...]:
    """Return coordinates in ems, downwards from the middle of digits."""
    units = [int(number) for number in numbers.split(",")] if numbers else []
    return tuple(unit / EM if place % 2 == 0 else CAP / 2 - unit / EM for place, unit in enumerate(units))
