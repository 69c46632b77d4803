"""``litgrid lab trace``: a solver on a puzzle, step by step."""

from __future__ import annotations

from typing import Literal

import click

from litgrid.cli import complain
from litgrid.cli.asking import Asked, asking
from litgrid.cli.output import keep
from litgrid.cli.source import which_option
from litgrid.core.files import write_file
from litgrid.formats import Record
from litgrid.teaching.trace import Trace


@asking(
    "trace",
    yes="an answer was found, or what --until waits for",
    no="there is none",
    unknown="stopped before that",
    empty=True,
    many=False,
)
@which_option
@click.option("--svg", metavar="FILE", help="Draw the implication graph of the last conflict.")
@click.option("--latex", metavar="FILE", help="The same as a tikzpicture.")
@click.option("--proof", metavar="FILE", help="Write the clauses that were learned, as a proof in DRAT.")
def trace(asked: Asked, svg: str | None, latex: str | None, proof: str | None) -> int:
    """Let a solver search for an answer to PUZZLE (none, or -: standard input), and tell what it does.

    With --json, an event a line: "decide", "propagate" (with the clause), "conflict", "learn", "backjump", "restart",
    "model", "unsat"; clauses are numbered as `litgrid lab encode` writes them, those that are learned behind.

    \b
    Examples:
      litgrid lab trace --empty binairo 4 --until conflict
      printf 'lightup\\n.1.\\n...\\n#.2\\n' > puzzle.txt
      litgrid lab trace puzzle.txt --solver dpll --order first
      litgrid lab trace puzzle.txt --decide "-r1c1 r3c2" --until "level 3"
      litgrid generate lightup 7 --level hard --seed 1 | litgrid lab trace - --until "conflict 2" --svg conflict.svg
    """  # noqa: D301
    keep(asked.source.files, svg, latex, proof)

    def answer(record: Record) -> int:
        found: Trace = asked.ask(record)
        code = asked.show(record, found)
        conflict = next((at for at in range(len(found.events))[::-1] if found.events[at].event == "conflict"), None)
        drawn: tuple[tuple[str | None, Literal["svg", "latex"]], ...] = ((svg, "svg"), (latex, "latex"))
        for path, form in drawn:
            if path is not None and conflict is None:
                complain(f"{path} is not written: there was no conflict to be drawn")
            elif path is not None and conflict is not None:
                write_file([found.conflict(conflict, form, asked.language).encode()], path)
        if proof is not None:
            write_file([f"{step}\n".encode() for step in found.proof()], proof)
        return code

    return asked.each(answer)
