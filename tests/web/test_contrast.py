"""Contrast of the colours that lie on each other, by WCAG 2.2: 4.5 for text, 3 for the rest."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import link

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOKENS = (files("litgrid.web") / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
SCHEMES = ("light", "dark")
PAGE = ("page", "surface")
CELLS = ("paper", "given-ground", "lit")
TEXT = {
    "text": (*PAGE, "sunken", "accent-soft"),
    "soft": (*PAGE, "sunken"),
    "accent": PAGE,
    "on-accent": ("accent",),
    "good": (*PAGE, "accent-soft"),
    "page": ("bad", "good", "purple"),
    "ink": CELLS,
    "entry": ("paper", "given-ground"),
    "vermilion": (*PAGE, "paper"),
    "purple": ("page", "paper"),
    "green": ("page", "paper"),
    "blue": ("page", "paper"),
    "on-wall": ("wall",),
}
"""Colours of text, and on what it stands."""
MARKS = ("sky", "green", "orange", "purple", "vermilion", "accent")
SHAPES = {
    **dict.fromkeys(MARKS, CELLS),
    "blue": CELLS,
    "dot": ("paper", "lit"),
    "bulb-edge": ("paper", "lit"),
    "full-edge": ("paper",),
    "edge": PAGE,
    "frame": ("page",),
    "on-wall-met": ("wall",),
}
"""Colours of lines and shapes, and on what they lie."""


def colours(contrast: str) -> dict[str, tuple[str, str]]:
    """Return the light and the dark form of each colour."""
    usual, _, more = TOKENS.partition(':root[data-contrast="more"]')
    found = {}
    for name, value in re.findall(r"--([\w-]+): ([^;]+);", usual + (more if contrast == "more" else "")):
        if forms := re.findall(r"#([0-9a-f]{6})\b", value):
            found[name] = (forms[0], forms[-1])
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white() -> None:
    assert ratio("000000", "ffffff") == pytest.approx(21)


@pytest.mark.parametrize("contrast", ["usual", "more"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_colours_stand_out_from_what_they_lie_on(scheme: str, contrast: str) -> None:
    found = colours(contrast)
    form = SCHEMES.index(scheme)
    weak = [
        f"{name} on {ground}: {value:.2f}"
        for pairs, least in ((TEXT, 4.5), (SHAPES, 3.0))
        for name, grounds in pairs.items()
        for ground in grounds
        if (value := ratio(found[name][form], found[ground][form])) < least
    ]
    # On walls marks have the colours of the dark page.
    weak += [name for name in MARKS if ratio(found[name][1], found["wall"][form]) < 3]
    assert weak == []


def test_the_cursor_on_a_wall_has_the_colour_of_the_dark_page(page: Page, address: str) -> None:
    page.goto(link(address, {"kind": "lightup", "clues": ["..", "#."]}))
    colour = "(cursor) => getComputedStyle(cursor).stroke"
    seen = []
    for number in (1, 2):
        page.get_by_role("gridcell").nth(number).focus()
        seen.append(page.locator(".board .cursor").evaluate(colour))
    expected = [tuple(int(hexes[at : at + 2], 16) for at in (0, 2, 4)) for hexes in colours("usual")["accent"]]
    assert seen == [f"rgb{one}" for one in expected]
