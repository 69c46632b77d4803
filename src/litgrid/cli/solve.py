"""``litgrid solve``: the answer, and whether it is the only one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import numpy as np

from litgrid.cli import NO, UNKNOWN, YES, complain
from litgrid.cli.numbers import IntRange
from litgrid.cli.options import color_option, command, json_option, name_option, timeout_option
from litgrid.cli.source import Source, input_options
from litgrid.cli.words import count, heading, json_line, listed, named, rule_objects
from litgrid.core.check import check
from litgrid.core.errors import LitgridError
from litgrid.core.puzzle import Puzzle
from litgrid.core.terminal import Look, draw
from litgrid.engines import DEFAULT, LISTING, engines, installed
from litgrid.formats import Record
from litgrid.sat.cardinality import ENCODINGS, Encoding
from litgrid.solving import Verdict
from litgrid.solving import solve as ask

encoding_option = click.option(
    "--encoding", type=click.Choice(ENCODINGS), default="auto", show_default=True, help="How counts become clauses."
)
CODES = {"unique": YES, "several": NO, "none": NO, "unknown": UNKNOWN}


@command("exactly one answer", "none, or several", unknown="unknown, out of time, or not possible with these options")
@input_options
@name_option(
    "--engine",
    engines,
    f"What solves: see `litgrid engines`.  [default: {DEFAULT}; with --all none, or {LISTING}]",
    find=installed,
)
@encoding_option
@timeout_option("Seconds for each puzzle, after which its answer is unknown.")
@click.option(
    "--seed",
    type=IntRange(min=0),
    metavar="N",
    help="For first guesses on large boards; not with --all or --forced, which make none.  [default: 0]",
)
@click.option(
    "--proof",
    "proof_path",
    metavar="FILE",
    help="Write a proof, in DRAT, that there is no answer or no other; and beside it, as .cnf, the formula refuted.",
)
@click.option("--all", "every", is_flag=True, help="List every answer as it is found, in place of one or two.")
@click.option("--max", "most", type=IntRange(min=1), metavar="N", help="With --all: stop after so many.")
@click.option("--sorted", "in_order", is_flag=True, help="With --all: sorted, so that no engine shows.")
@click.option("--forced", is_flag=True, help="Show the cells that are the same in all answers.")
@json_option
@color_option
def solve(
    source: Source,
    engine_name: str | None,
    encoding: Encoding,
    timeout: float | None,
    seed: int | None,
    proof_path: str | None,
    every: bool,
    most: int | None,
    in_order: bool,
    forced: bool,
    as_json: bool,
    how: Look,
) -> int:
    """Solve the puzzles of FILES (none, or -: standard input), and prove whether each answer is the only one.

    \b
    Examples:
      litgrid examples | litgrid solve --json --timeout 10
      printf 'binairo\\n00..\\n0...\\n..1.\\n....\\n' > puzzle.txt
      litgrid solve puzzle.txt
      litgrid solve --proof proof.drat puzzle.txt
      litgrid solve --all --max 10 --no-unique-lines puzzle.txt
    """  # noqa: D301
    if sum([every, forced, proof_path is not None]) > 1:
        raise click.UsageError("--all, --forced and --proof are different questions: ask one at a time.")
    if not every and (in_order or most is not None):
        raise click.UsageError("--max and --sorted are about a list: they need --all.")
    if seed is not None and (every or forced):
        raise click.UsageError("--seed is for the first guess of one answer: --all and --forced make none.")
    if every or forced:
        from litgrid.cli.answers import Question, list_all, show_forced  # imported here: most only solve

        question = Question(engine_name, encoding, timeout, None if as_json else how)

        def answer_all(record: Record) -> int:
            return list_all(record, question, in_order=in_order, most=most) if every else show_forced(record, question)

        return source.run(answer_all)
    engine = engine_name or DEFAULT
    proof = None if proof_path is None else _ProofFile(proof_path, source.files, engine, encoding, timeout)

    def answer(record: Record) -> int:
        verdict = ask(record.puzzle, engine=engine, encoding=encoding, timeout=timeout, seed=seed or 0)
        click.echo(as_line(record, verdict) if as_json else in_words(record, verdict, how, timeout), color=True)
        if proof is not None:
            proof.write(verdict)
        return CODES[verdict.status]

    return source.run(answer)


class _ProofFile:
    """The file of a proof, for one puzzle."""

    def __init__(
        self, path: str, files: tuple[str, ...], engine: str, encoding: Encoding, timeout: float | None
    ) -> None:
        self._path, self._formula_path = path, str(Path(path).with_suffix(".cnf")) if Path(path).name else path
        if path == "-":
            raise click.BadParameter("expected a file: the answer is on standard output", param_hint="--proof")
        if self._formula_path.lower() == path.lower():  # one file, where disks do not tell cases apart
            raise click.BadParameter(
                f"expected a file for the proof whose name does not end in .cnf, as proof.drat, got {path!r}: the "
                "formula goes there",
                param_hint="--proof",
            )
        # Imported here and below: few puzzles are solved with a proof, and these take as long as a small puzzle.
        from litgrid.cli.output import keep
        from litgrid.proof import prover

        prover(engine)
        keep(files, self._path, self._formula_path)
        self._how: dict[str, Any] = {"engine": engine, "encoding": encoding, "timeout": timeout}
        self._used = False

    def write(self, verdict: Verdict) -> None:
        """Write the proof of a verdict, and the formula that it refutes."""
        if self._used:
            raise LitgridError("--proof holds the proof of one puzzle, and there are more: solve one at a time")
        self._used = True
        from litgrid.core.files import write_file
        from litgrid.proof import refute
        from litgrid.sat.dimacs import dump
        from litgrid.sat.stream import whole

        proof = refute(verdict, **self._how)
        write_file(dump(whole(proof.formula)), self._formula_path)
        write_file((f"{step}\n".encode() for step in proof.steps), self._path)
        complain(
            f"{self._path} refutes {self._formula_path}: {count(len(proof.steps), 'step')}, "
            f"{count(len(proof.formula), 'clause')}"
        )


def as_line(record: Record, verdict: Verdict) -> str:
    """Return the verdict as one line of JSON."""
    puzzle = record.puzzle
    return json_line(
        {
            **named(record),
            "status": verdict.status,
            "solutions": [puzzle.rows(grid) for grid in verdict.solutions],
            "conflict": rule_objects(verdict.conflict, puzzle.shape),
            "shrunk": verdict.shrunk,
            "engine": verdict.engine,
            "seconds": round(verdict.seconds, 6),
        }
    )


def in_words(record: Record, verdict: Verdict, how: Look, timeout: float | None) -> str:
    """Return the verdict for people: a heading, the picture, a sentence."""
    lines = [heading(record)]
    first = next(iter(verdict.solutions), None)
    if first is not None:
        lines.append(draw(record.puzzle.scene(first), how))
    lines += {
        "unique": lambda: ["Exactly one answer."],
        "several": lambda: _several(record.puzzle, verdict, how),
        "none": lambda: none_in_words(verdict, timeout),
        "unknown": lambda: _unknown(timeout, found=first is not None),
    }[verdict.status]()
    return "\n".join([*lines, ""])


def _several(puzzle: Puzzle, verdict: Verdict, how: Look) -> list[str]:
    cells = verdict.differences
    return [
        "Another answer:",
        draw(puzzle.scene(verdict.solutions[1]), how, cells),
        f"Several answers: these two differ in {count(len(cells), 'cell')}: {listed(cells, puzzle.shape)}.",
    ]


def none_in_words(verdict: Verdict, timeout: float | None) -> list[str]:
    """Return the sentences of a verdict that there is no answer."""
    ended = "The engine gave up" if timeout is None else "Time ran out"
    if not verdict.conflict and not verdict.shrunk:
        return [f"No answer. {ended} before clues that cannot all hold were found."]
    if not verdict.conflict:
        puzzle = verdict.puzzle
        hopeless = check(puzzle, np.full((puzzle.shape.rows, puzzle.shape.columns), -1, dtype=np.int8))
        why = f": {hopeless[0].sentence}" if hopeless else ", whatever the clues"
        return [f"No answer: the rules alone cannot be met on this board{why}."]
    lines = ["No answer: these clues cannot all hold:", *(f"  - {rule.sentence}" for rule in verdict.conflict)]
    if not verdict.shrunk:
        lines.append(f"{ended} before needless clues could be taken out of this list.")
    return lines


def _unknown(timeout: float | None, *, found: bool) -> list[str]:
    why = "Unknown" if timeout is None else f"Unknown: out of time after {timeout:g} s"
    return [f"{why}. This is an answer, but it may not be the only one." if found else f"{why}."]
