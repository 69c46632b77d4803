"""``litgrid lab``: the workbench, from clauses to experiments. Each command is one file of this folder."""

from __future__ import annotations

from collections.abc import Mapping

import click

from litgrid.cli import LazyGroup

COMMANDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Formulas": {
        "encode": ("litgrid.cli.lab.encode:encode", "Write a puzzle as a formula for any solver."),
        "decode": ("litgrid.cli.lab.decode:decode", "Turn a solver's result back into a checked grid."),
        "judge": ("litgrid.cli.lab.judge:judge", "Say whether a formula of a puzzle is right, and show why not."),
        "worksheet": ("litgrid.cli.lab.worksheet:worksheet", "Make sheets for a class, with answers."),
        "trace": ("litgrid.cli.lab.trace:trace", "Watch a solver: what it decides, concludes and learns."),
        "compare": ("litgrid.cli.lab.compare:compare", "Compare engines and encodings on puzzles."),
    },
    "Local search": {
        "walksat": ("litgrid.cli.lab.walksat:walksat", "Look for an answer by local search."),
        "sweep": ("litgrid.cli.lab.sweep:sweep", "Run experiments with local search, over all cores."),
        "report": ("litgrid.cli.lab.report:report", "Show the results of an experiment, finished or not."),
        "reproduce": ("litgrid.cli.lab.reproduce:reproduce", "Repeat the experiments that litgrid descends from."),
    },
    "Counting": {
        "count": ("litgrid.cli.lab.count:count", "Count a large board in pieces, over all cores or a cluster."),
        "census": ("litgrid.cli.lab.census:census", "Count all grids of a board, and the fewest clues that fix them."),
    },
}
"""What there is to do: see :data:`litgrid.cli.COMMANDS`."""


@click.command(cls=LazyGroup, sections=COMMANDS)
def lab() -> None:
    """Look inside: see a puzzle become clauses, hand them to any solver, run local search, repeat experiments."""
