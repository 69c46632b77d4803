"""The puzzles, one file each. This is the one place that lists them."""

from litgrid.core.puzzle import Puzzle
from litgrid.core.registry import Registry

kinds: Registry[type[Puzzle]] = Registry(
    "a kind of puzzle",
    "litgrid.puzzles",
    {
        "lightup": "litgrid.puzzles.lightup:LightUp",
        "binairo": "litgrid.puzzles.binairo:Binairo",
        "gappy": "litgrid.puzzles.gappy:Gappy",
    },
    {
        "akari": "lightup",
        "bijutsukan": "lightup",
        "light-up": "lightup",
        "takuzu": "binairo",
        "unruly": "binairo",
        "tohuwavohu": "binairo",
        "tohu-wa-vohu": "binairo",
        "binoxxo": "binairo",
    },
)
"""Every kind of puzzle, by name: ``kinds.get("akari")``."""
