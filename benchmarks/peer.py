"""The peers: puzzles as one would write them in an afternoon for an engine, with nothing taken from litgrid.

``python benchmarks/peer.py (cadical|cp-sat|clingo|ganak|unigen) FILE [NUMBER]`` reads JSON lines. Every rule is a count
here (so many of these cells at least, so many at most), said once more, so that equal answers mean something. CaDiCaL
and CP-SAT, on one core, find an answer of each puzzle and prove whether there is another; ganak counts all; clingo
lists so many, and UniGen draws them. Only the first two know that lines of Binairo must differ.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import chain, combinations, pairwise
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

Clauses = list[list[int]]
FEW = 300
"""A count of so many binomial clauses is written as these."""


class Rules(NamedTuple):
    """How many cells, counts of them (which, at least, at most), and groups of lines that must differ."""

    cells: int
    counts: list[tuple[list[int], int, int]]
    groups: list[Clauses]


def lines_of(height: int, width: int) -> tuple[Clauses, Clauses]:
    """Return the cells of each row and of each column, numbered from 1."""
    across = [[row * width + column + 1 for column in range(width)] for row in range(height)]
    return across, [list(line) for line in zip(*across, strict=True)]


def around(height: int, width: int, cell: int, reach: Callable[[int, int], bool]) -> list[int]:
    """Return the cells within a step of one, itself among them, so far as the step counts."""
    row, column = divmod(cell - 1, width)
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if reach(down, right)]
    return [
        (row + down) * width + column + right + 1
        for down, right in steps
        if 0 <= row + down < height and 0 <= column + right < width
    ]


def squares(across: Clauses) -> list[tuple[list[int], int, int]]:
    """No two of four cells that touch."""
    return [
        ([*upper[column : column + 2], *lower[column : column + 2]], 0, 1)
        for upper, lower in pairwise(across)
        for column in range(len(upper) - 1)
    ]


def lightup(height: int, width: int, clues: list[str]) -> Rules:
    """One bulb in a run at most, one that lights each cell, so many around a number."""
    char = dict(enumerate("".join(clues), 1))
    counts, seen = [([cell], 0, 0) for cell in char if char[cell] != "."], defaultdict(set)
    for line in chain(*lines_of(height, width)):
        run: list[int] = []
        for cell in [*line, None]:
            if cell and char[cell] == ".":
                run.append(cell)
            elif run:
                counts.append((run, 0, 1))
                for one in run:
                    seen[one].update(run)
                run = []
    counts += [(sorted(cells), 1, len(cells)) for cells in seen.values()]
    for cell, number in char.items():
        if number.isdigit():
            beside = around(height, width, cell, lambda down, right: abs(down) + abs(right) == 1)
            counts.append((beside, int(number), int(number)))
    return Rules(height * width, counts, [])


def binairo(height: int, width: int, clues: list[str]) -> Rules:
    """As many of each in every line, no three equal ones in a row, and no two lines equal."""
    across, down = lines_of(height, width)
    given = [([cell], int(char), int(char)) for cell, char in enumerate("".join(clues), 1) if char != "."]
    halves = [(line, len(line) // 2, len(line) // 2) for line in across + down]
    threes = [(list(three), 1, 2) for line in across + down for three in zip(line, line[1:], line[2:], strict=False)]
    return Rules(height * width, given + halves + threes, [across, down])


def gappy(height: int, width: int, clues: dict[str, Any]) -> Rules:
    """Two in each line, so far apart, and none that touch."""
    across, down = lines_of(height, width)
    counts = squares(across)
    for line, label in zip(across + down, clues["rows"] + clues["cols"], strict=True):
        if label is None:
            counts.append((line, 2, 2))
        else:  # Two at no wrong distance are at most two; and any all but one of the cells hold one.
            apart = combinations(range(len(line)), 2)
            counts += [([line[first], line[last]], 0, 1) for first, last in apart if last - first != label + 1]
            counts += [(line[:place] + line[place + 1 :], 1, len(line) - 1) for place in range(len(line))]
    return Rules(height * width, counts, [])


def mosaic(height: int, width: int, clues: list[str]) -> Rules:
    """So many around a number, on it as well."""
    numbers = [(cell, int(char)) for cell, char in enumerate("".join(clues), 1) if char.isdigit()]
    counts = [(around(height, width, cell, lambda *_: True), number, number) for cell, number in numbers]
    return Rules(height * width, counts, [])


def starbattle(height: int, width: int, clues: dict[str, Any]) -> Rules:
    """So many stars in each row, column and region, and none that touch."""
    across, down = lines_of(height, width)
    regions = defaultdict(list)
    for cell, region in enumerate("".join(clues["regions"]), 1):
        regions[region].append(cell)
    stars = clues["stars"]
    counts = [(cells, stars, stars) for cells in [*across, *down, *regions.values()]]
    return Rules(height * width, counts + squares(across), [])


KINDS: dict[str, Callable[..., Rules]] = {
    "lightup": lightup,
    "binairo": binairo,
    "gappy": gappy,
    "mosaic": mosaic,
    "starbattle": starbattle,
}


def highest(clauses: Clauses) -> int:
    """Return the highest variable."""
    return max((abs(literal) for clause in clauses for literal in clause), default=0)


def clauses_of(rules: Rules) -> tuple[Clauses, int]:
    """Return all counts as clauses, binomial ones where these are few, else python-sat's; and the top variable."""
    from pysat.card import CardEnc, EncType

    clauses: Clauses = []
    top = rules.cells
    for cells, low, high in rules.counts:
        if low > len(cells):
            return [[1], [-1]], rules.cells
        many, most = comb(len(cells), high + 1), comb(len(cells), low - 1) if low else 0
        if many + most <= FEW:
            clauses += [[-cell for cell in some] for some in combinations(cells, high + 1)]
            if low:
                clauses += [list(some) for some in combinations(cells, len(cells) - low + 1)]
        else:
            make, encoding = (CardEnc.equals, EncType.totalizer) if low else (CardEnc.atmost, EncType.seqcounter)
            encoded = make(cells, high, top_id=top, encoding=encoding)
            clauses += encoded.clauses
            top = max(top, encoded.nv)
    return clauses, top


class Cadical:
    """CaDiCaL, by python-sat."""

    def __init__(self, rules: Rules) -> None:
        from pysat.solvers import Cadical195

        clauses, self.top = clauses_of(rules)
        self.cells, self.solver = rules.cells, Cadical195(bootstrap_with=clauses)

    def find(self) -> list[bool] | None:
        """Return an answer."""
        return [one > 0 for one in self.solver.get_model()[: self.cells]] if self.solver.solve() else None

    def add(self, clauses: Clauses) -> None:
        """Add clauses."""
        self.top = max(self.top, highest(clauses))
        self.solver.append_formula(clauses)


class CpSat:
    """CP-SAT of OR-tools, on one core."""

    def __init__(self, rules: Rules) -> None:
        from ortools.sat.python import cp_model

        self.solver, self.model = cp_model.CpSolver(), cp_model.CpModel()
        self.solver.parameters.num_workers = 1
        self.found = (cp_model.OPTIMAL, cp_model.FEASIBLE)
        self.cells = [self.model.new_bool_var("") for _ in range(rules.cells)]
        self.variables, self.top = list(self.cells), rules.cells
        for cells, low, high in rules.counts:
            some = [self.cells[cell - 1] for cell in cells]
            if high == 1 and not low:
                self.model.add_at_most_one(some)
            elif low == 1 and high == len(cells):
                self.model.add_bool_or(some)
            else:
                self.model.add_linear_constraint(sum(some), low, high)

    def find(self) -> list[bool] | None:
        """Return an answer."""
        found = self.solver.solve(self.model) in self.found
        return [bool(self.solver.boolean_value(cell)) for cell in self.cells] if found else None

    def add(self, clauses: Clauses) -> None:
        """Add clauses."""
        self.top = max(self.top, highest(clauses))
        self.variables += [self.model.new_bool_var("") for _ in range(self.top - len(self.variables))]
        for clause in clauses:
            literals = [self.variables[abs(one) - 1] for one in clause]
            self.model.add_bool_or([one if sign > 0 else ~one for one, sign in zip(literals, clause, strict=True)])


def equal_lines(rules: Rules, answer: list[bool], top: int) -> Clauses:
    """Return clauses, with variables above ``top``, by which lines that are equal in an answer differ."""
    added: Clauses = []
    for lines in rules.groups:
        first: dict[tuple[bool, ...], list[int]] = {}
        for line in lines:
            other = first.setdefault(tuple(answer[cell - 1] for cell in line), line)
            if other is not line:
                places = list(range(top + 1, top + 1 + len(line)))
                top += len(line)
                for place, one, two in zip(places, other, line, strict=True):
                    added += [[-place, one, two], [-place, -one, -two]]
                added.append(places)
    return added


def status(rules: Rules, engine: type[Cadical | CpSat]) -> str:
    """Return ``"none"``, ``"unique"`` or ``"several"``."""
    solving = engine(rules)
    for said in ("none", "unique"):
        while (answer := solving.find()) is not None:
            added = equal_lines(rules, answer, solving.top)
            if not added:
                break
            solving.add(added)
        if answer is None:
            return said
        solving.add([[-cell if value else cell for cell, value in enumerate(answer, 1)]])
    return "several"


def counted(rules: Rules) -> int:
    """Return how many answers ganak counts."""
    from pyganak import Counter

    counter, (clauses, top) = Counter(), clauses_of(rules)
    counter.new_vars(top)
    counter.add_clauses(clauses)
    counter.set_sampling_set(range(1, rules.cells + 1))
    return int(counter.count())


def listed(rules: Rules, number: int) -> Iterator[list[int]]:
    """Yield the cells that are true in each answer of clingo."""
    from clingo import Control

    control = Control([f"--models={number}"])
    counts = (
        f":- not {low} {{{';'.join(f'c({cell})' for cell in cells)}}} {high}." for cells, low, high in rules.counts
    )
    control.add("base", [], f"{{c(1..{rules.cells})}}. {' '.join(counts)}")
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        for model in models:
            yield [one.arguments[0].number for one in model.symbols(atoms=True)]


def drawn(rules: Rules, number: int) -> Iterator[list[int]]:
    """Yield answers that UniGen draws."""
    from pyunigen import Sampler

    sampler = Sampler(seed=1)
    for clause in clauses_of(rules)[0]:
        sampler.add_clause(clause)
    yield from sampler.sample(num=number, sampling_set=list(range(1, rules.cells + 1)))[2]


def main() -> None:
    """Let an engine work on each puzzle of a file."""
    engine, file, *number = sys.argv[1:]
    for line in Path(file).read_text().splitlines():
        record = json.loads(line)
        rules = KINDS[record["kind"]](*record["size"], record["clues"])
        if number:
            for answer in {"clingo": listed, "unigen": drawn}[engine](rules, int(number[0])):
                print(json.dumps({"id": record["id"], "true": answer}))
        elif engine == "ganak":
            print(json.dumps({"id": record["id"], "status": "exact", "count": counted(rules)}))
        else:
            said = status(rules, Cadical if engine == "cadical" else CpSat)
            print(json.dumps({"id": record["id"], "status": said}))


if __name__ == "__main__":
    main()
