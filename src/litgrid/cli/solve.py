"""``litgrid solve``: the answer, and whether it is the only one; every answer; what all have in common."""

from __future__ import annotations

from typing import Any, cast

import click

from litgrid.answer import Answer
from litgrid.cli import complain
from litgrid.cli.asking import CODES, Asked, asking
from litgrid.cli.numbers import IntRange
from litgrid.cli.words import count
from litgrid.core.errors import InputError, LitgridError
from litgrid.formats import FormulaRecord, Input
from litgrid.formats.files import STDIN
from litgrid.model import Modelled
from litgrid.solving import Verdict


@asking(
    "solve",
    yes="exactly one answer, or a model of a formula",
    no="none, or several",
    unknown="unknown: out of time, not possible",
)
@click.option(
    "--all", "every", is_flag=True, help="List every answer, or model, as it is found, in place of one or two."
)
@click.option("--max", "most", type=IntRange(min=1), metavar="N", help="With --all: stop after so many.")
@click.option("--sorted", "in_order", is_flag=True, help="With --all: sorted, so that no engine shows.")
@click.option(
    "--forced",
    is_flag=True,
    help="Show the cells that are the same in all answers, or the literals true in all models.",
)
@click.option(
    "--proof",
    "proof_path",
    metavar="FILE",
    help="Write a proof, in DRAT, that there is no answer or no other; and beside it, as .cnf, the formula refuted.",
)
@click.option("--dimacs", is_flag=True, help="Of formulas: print s and v lines, as in the SAT competitions.")
def solve(
    asked: Asked,
    every: bool,
    most: int | None,
    in_order: bool,
    forced: bool,
    proof_path: str | None,
    dimacs: bool,
) -> int:
    """Solve the puzzles of FILES (none, or -: standard input), and prove whether each answer is the only one.

    Of a file in DIMACS, packed or not, find a model.

    \b
    Examples:
      litgrid examples | litgrid solve --json --timeout 10
      printf 'binairo\\n00..\\n0...\\n..1.\\n....\\n' > puzzle.txt
      litgrid solve puzzle.txt
      litgrid solve --proof proof.drat puzzle.txt
      litgrid solve --all --max 10 --no-unique-lines puzzle.txt
      litgrid lab encode puzzle.txt | litgrid solve --dimacs
    """  # noqa: D301
    if dimacs and (every or forced or asked.as_json):
        raise click.UsageError("--dimacs is about a model of a formula: it does not go with --all, --forced or --json.")
    if sum([every, forced, proof_path is not None]) > 1:
        raise click.UsageError("--all, --forced and --proof are different questions: ask one at a time.")
    if not every and (in_order or most is not None):
        raise click.UsageError("--max and --sorted are about a list: they need --all.")
    if forced:
        return asked.of("forced", "with --forced").each()
    if every:
        listing = asked.of("list", "with --all")
        how = {"order": "sorted" if in_order else "found", "most": most}
        return listing.each(lambda record: listing.show(record, listing.ask(record, **how)))
    if proof_path is not None and asked.source.jobs > 1:
        raise click.UsageError("--proof holds the proof of one puzzle: --jobs is for several.")
    proof = None if proof_path is None else _ProofFile(proof_path, asked.source.files, asked.options)

    def answer(record: Input) -> int:
        found = asked.ask(record)
        code = _competition(record, found) if dimacs else asked.show(record, found)
        if proof is not None:
            proof.write(record, found)
        return code

    return asked.each(answer)


def _competition(record: Input, found: Answer) -> int:
    """Print what was found of a formula as solvers do; return the exit code."""
    if not isinstance(record, FormulaRecord):
        raise InputError("expected a formula in DIMACS, as --dimacs is about its variables, got a puzzle")
    for line in cast("Modelled", found).competition():
        click.echo(line)
    return CODES[found.outcome]


class _ProofFile:
    """The file of a proof, for one puzzle."""

    def __init__(self, path: str, files: tuple[str, ...], options: Any) -> None:
        from pathlib import Path  # here and below: few puzzles are solved with a proof, and these take time to import

        self._path, self._formula_path = path, str(Path(path).with_suffix(".cnf")) if Path(path).name else path
        if path == "-":
            raise click.BadParameter("expected a file: the answer is on standard output", param_hint="--proof")
        if self._formula_path.lower() == path.lower():  # one file, where disks do not tell cases apart
            raise click.BadParameter(
                f"expected a file for the proof whose name does not end in .cnf, as proof.drat, got {path!r}: the "
                "formula goes there",
                param_hint="--proof",
            )
        from litgrid.cli.output import keep
        from litgrid.engines import DEFAULT
        from litgrid.proof import prover

        prover(options.get("engine", DEFAULT))
        keep(files, self._path)
        keep((), self._formula_path)  # which may be what is asked about, and then it is not written
        self._files = files
        self._how = {name: value for name, value in options.items() if name != "seed"}
        self._used = False

    def write(self, record: Input, verdict: Verdict | Modelled) -> None:
        """Write the proof of a verdict, and the formula that it refutes, unless that is what was asked about."""
        if self._used:
            raise LitgridError("--proof holds the proof of one puzzle, and there are more: solve one at a time")
        self._used = True
        from litgrid.cli.output import same
        from litgrid.core.files import write_file
        from litgrid.proof import refute
        from litgrid.sat.dimacs import dump
        from litgrid.sat.stream import whole

        proof, refuted = refute(verdict, **self._how), self._formula_path
        if isinstance(record, FormulaRecord) and record.source not in (None, STDIN):
            refuted = str(record.source)
        elif any(same(refuted, file) for file in self._files):
            raise LitgridError(f"{refuted} is what is read here, and would be overwritten")
        else:
            write_file(dump(whole(proof.formula)), refuted)
        write_file((f"{step}\n".encode() for step in proof.steps), self._path)
        complain(
            f"{self._path} refutes {refuted}: {count(len(proof.steps), 'step')}, {count(len(proof.formula), 'clause')}"
        )
