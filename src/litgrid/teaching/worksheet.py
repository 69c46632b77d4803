"""Sheets for a class: a board whose rules are to become clauses, and a local search to be done on paper; with answers.

Each sheet is about one board. The search is the one that can be done by hand: from a given assignment, the first clause
that is false is taken, and in it the variable that was flipped least so far, the first of equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np

from litgrid.core.errors import LitgridError
from litgrid.core.files import expect_place, write_file
from litgrid.core.puzzle import Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.words import OWN, beside
from litgrid.encode.puzzle import formula
from litgrid.question import checked
from litgrid.render.pdf import place
from litgrid.render.picture import CELL, compose
from litgrid.render.sheet import GUTTER, HEADING, LEADING, MARGIN, SMALL, TEXT, Paper, Sheet
from litgrid.sat.formula import Formula, from_clauses
from litgrid.solving import solve
from litgrid.teaching.notation import by_rule, numbered

BOARD, ANSWER = 34.0 / CELL, 15.0 / CELL
"""How large boards are, in points a unit: those to write on, and those of answers."""
LINE, ROW = 20.0, 17.0
"""Between lines to write on, and the height of a table's row."""
MOST_RULES, MOST_CLAUSES, MOST_FLIPS = 12, 24, 10
"""So many rules are asked for, so many clauses stand in the search, and so many flips are done, at most."""
FEWEST_RULES, FEWEST_FLIPS, STARTS = 3, 3, 50
"""And so many at least, where the page has room, and one of so many starts has so many flips before it."""
LONGEST = 30
"""So many rows and columns at most have cells on a sheet that a number can be read in."""
WIDEST = 8
"""A clause of more literals does not stand in the search where there are others."""
OPENED = 3
"""A rule of fewer literals is not asked for where there are others."""


@dataclass(frozen=True)
class Flip:
    """A flip: the first false clause, from 1, the variable that is flipped, and which clauses are false after it."""

    clause: int
    variable: int
    false: tuple[int, ...]


@dataclass(frozen=True)
class Task:
    """A board, and what is asked about it."""

    puzzle: Puzzle
    rules: tuple[tuple[str, str], ...]
    clauses: tuple[tuple[int, ...], ...]
    start: tuple[bool, ...]
    flips: tuple[Flip, ...]


def by_hand(clauses: Sequence[Sequence[int]], start: Sequence[bool], most: int = MOST_FLIPS) -> list[Flip]:
    """Return the flips of a search from a start, at most so many.

    >>> [(flip.clause, flip.variable, flip.false) for flip in by_hand([(1, 2), (-1,)], [False, False])]
    [(1, 1, (2,)), (2, 1, (1,)), (1, 2, ())]
    """
    values, flipped = list(start), [0] * len(start)
    found: list[Flip] = []

    def false() -> tuple[int, ...]:
        return tuple(
            number
            for number, clause in enumerate(clauses, 1)
            if not any(values[abs(literal) - 1] == (literal > 0) for literal in clause)
        )

    while (wrong := false()) and len(found) < most:
        variable = min((abs(literal) for literal in clauses[wrong[0] - 1]), key=lambda one: flipped[one - 1])
        values[variable - 1] = not values[variable - 1]
        flipped[variable - 1] += 1
        found.append(Flip(wrong[0], variable, false()))
    return found


def task(puzzle: Puzzle, seed: int, language: str = OWN) -> Task:
    """Return what is asked about a board; the start of the search is drawn with the seed."""
    made = formula(puzzle, "pairwise")
    sentences, of_rules = RuleWords(puzzle, language).every, by_rule(made)
    wide = [rule for rule, clauses in of_rules.items() if len({abs(one) for one in chain(*clauses)}) >= OPENED]
    asked = wide or list(of_rules)
    chosen = [asked[at] for at in _spread(len(asked), MOST_RULES)]
    colon = beside("litgrid.core.words", language)["text"]["colon"]
    rules = [(sentences[rule] + colon, numbered(puzzle, of_rules[rule])) for rule in chosen]
    small = _small(made)
    clauses = tuple(map(tuple, small.clauses()))
    start = _start(clauses, puzzle.shape.size, seed)
    return Task(puzzle, tuple(rules), clauses, start, tuple(by_hand(clauses, start)))


def _start(clauses: Sequence[Sequence[int]], size: int, seed: int) -> tuple[bool, ...]:
    """Return where a search begins: not so near to its end that there is nothing to do."""
    rng = np.random.default_rng(seed)
    starts = [tuple((rng.random(size) < 1 / 2).tolist()) for _ in range(STARTS)]
    return next((start for start in starts if len(by_hand(clauses, start)) >= FEWEST_FLIPS), starts[0])


def _spread(size: int, most: int) -> list[int]:
    """Return the places of at most so many of some things, all along."""
    return list(range(size)) if size <= most else [place * size // most for place in range(most)]


def _small(made: Formula) -> Formula:
    """Return a formula that can be gone through by hand: some of its clauses that can be true, each once."""
    every = list(dict.fromkeys(tuple(sorted(clause, key=abs)) for clause in made.clauses() if clause))
    clauses = [clause for clause in every if len(clause) <= WIDEST] or every
    return from_clauses([clauses[at] for at in _spread(len(clauses), MOST_CLAUSES)], made.variables)


@checked
def worksheet(
    puzzles: Sequence[Puzzle],
    path: str | Path,
    *,
    seed: int = 0,
    title: str = "",
    paper: Paper = "a4",
    language: str = OWN,
) -> None:
    """Write a sheet for each board, and behind them the answers, as PDF; the same each time.

    Parameters
    ----------
    puzzles
        The boards: small ones.
    path
        Where to write.
    seed
        For the searches: each sheet gets another start.
    title
        What stands above each sheet.
    paper
        The size of pages.
    language
        That of the sheets.

    Raises
    ------
    MissingPackageError
        where fpdf2 is not installed.
    LitgridError
        where a board is too large for a sheet, no such file can be written, or the font lacks what the title says.
    """
    expect_place(str(path), ".pdf")
    for puzzle in puzzles:
        if max(puzzle.shape.rows, puzzle.shape.columns) > LONGEST:
            raise LitgridError(f"a sheet holds a board of at most {LONGEST} x {LONGEST} cells, got {puzzle.shape}")
    tasks = [task(puzzle, seed + number, language) for number, puzzle in enumerate(puzzles)]
    with closing(_Worksheet(title, paper)) as sheets:
        made = sheets.bytes(tasks, title, beside("litgrid.teaching.worksheet", language)["text"], seed)
    write_file([made], str(path))


class _Worksheet(Sheet):
    """Writes the sheets."""

    def bytes(self, tasks: Sequence[Task], title: str, words: dict[str, str], seed: int) -> bytes:
        heads = (f"{title}  {words['sheet'].format(number=at + 1, seed=seed + at)}".strip() for at in range(len(tasks)))
        asked = [self.ask(one, head, words) for one, head in zip(tasks, heads, strict=True)]
        self.page()
        for number, one in enumerate(asked, 1):
            self.answer(one, words["answers"].format(number=number), words)
        return bytes(self.pdf.output())

    def ask(self, task: Task, head: str, words: dict[str, str]) -> Task:
        """Draw a board with its variables, lines for clauses, and a table for flips; return what was asked.

        These are as many rules as leave room for the table on the page.
        """
        self.page()
        self.paragraph(head, HEADING)
        self.paragraph(words["name"], TEXT)
        self.y += TEXT
        self.board(task, BOARD)
        self.y += TEXT
        self.paragraph(words["clauses"], TEXT)
        each = SMALL * LEADING + LINE + SMALL / 2
        room = int((self.bottom - self.y - TEXT - self.height(task, words)) // each)
        rules = [task.rules[at] for at in _spread(len(task.rules), max(FEWEST_RULES, room))]
        for sentence, _ in rules:
            self.keep_together(2 * LINE)
            self.paragraph(f"• {sentence}", SMALL)
            self.y += LINE
            self.line(MARGIN + GUTTER, self.y, self.width - GUTTER)
            self.y += SMALL / 2
        self.y += TEXT
        self.search(task, words)
        self.flips([[str(at), "", "", ""] for at, _ in enumerate(task.flips, 1)], words)
        return replace(task, rules=tuple(rules))

    def board(self, task: Task, scale: float) -> None:
        """Draw a board, with the number of each cell's variable in its corner."""
        puzzle = task.puzzle
        picture = compose(puzzle.scene(np.full((puzzle.shape.rows, puzzle.shape.columns), -1, dtype=np.int8)))
        scale = min(scale, self.width / picture.width, (self.bottom - self.y) / 3 / picture.height)
        self.keep_together(picture.height * scale)
        place(self.pdf, picture, MARGIN, self.y, scale)
        left = picture.width - puzzle.shape.columns * CELL - CELL / 8
        top = picture.height - puzzle.shape.rows * CELL - CELL / 8
        size = max(4.0, 0.15 * CELL * scale)
        for cell in range(puzzle.shape.size):
            row, column = divmod(cell, puzzle.shape.columns)
            x, y = MARGIN + (left + column * CELL + 1) * scale, self.y + (top + row * CELL + 1) * scale + size
            self.text(x, y, str(cell + 1), size)
        self.y += picture.height * scale

    def height(self, task: Task, words: dict[str, str]) -> float:
        """Return how high a search is, with its table."""
        columns, clauses = self.columns(task)
        lines = len(self.lines(self.said(task, words), SMALL, self.width)) + -(-len(clauses) // columns)
        return lines * SMALL * LEADING + SMALL + (1 + len(task.flips)) * ROW

    def said(self, task: Task, words: dict[str, str]) -> str:
        """Return what is to be done."""
        true = ", ".join(str(place) for place, value in enumerate(task.start, 1) if value) or "-"
        return words["search"].format(true=true)

    def columns(self, task: Task) -> tuple[int, list[str]]:
        """Return the clauses of a search, numbered, and in how many columns they have room."""
        clauses = [f"{number}:  {numbered(task.puzzle, [clause])}" for number, clause in enumerate(task.clauses, 1)]
        widest = max((self.width_of(clause, SMALL) for clause in clauses), default=0)
        return max(1, int(self.width // (widest + GUTTER))), clauses

    def search(self, task: Task, words: dict[str, str]) -> None:
        """Write what is to be done, and the clauses, in columns."""
        columns, clauses = self.columns(task)
        rows = -(-len(clauses) // columns)
        self.keep_together(self.height(task, words))
        self.paragraph(self.said(task, words), SMALL)
        for number, clause in enumerate(clauses):
            column, row = divmod(number, rows)
            x = MARGIN + column * self.width / columns
            self.fitted((x, MARGIN + self.width), x, self.y + SMALL + row * SMALL * LEADING, clause, SMALL)
        self.y += rows * SMALL * LEADING + SMALL

    def flips(self, rows: Sequence[Sequence[str]], words: dict[str, str]) -> None:
        """Draw the table of flips."""
        self.table([words["flip"], words["first"], words["variable"], words["false"]], rows)

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Draw a table: narrow columns, and a wide one at the end."""
        widths = [0.1 * self.width, 0.2 * self.width, 0.2 * self.width, 0.5 * self.width]
        for row in [head, *rows]:
            self.keep_together(ROW)
            x = MARGIN
            for text, width in zip(row, widths, strict=True):
                self.pdf.rect(x, self.y, width, ROW)
                self.fitted((x + 3, x + width - 3), x + 3, self.y + ROW - 5, text, SMALL)
                x += width
            self.y += ROW

    def line(self, x: float, y: float, width: float) -> None:
        """Draw a line to write on."""
        self.pdf.set_line_width(0.4)
        self.pdf.line(x, y, x + width, y)

    def answer(self, task: Task, head: str, words: dict[str, str]) -> None:
        """Write the clauses of each rule, the flips, and the answer of the board."""
        self.keep_together(8 * TEXT)
        self.paragraph(head, TEXT * LEADING)
        for sentence, clauses in task.rules:
            self.paragraph(f"• {sentence}{clauses}", SMALL)
        self.y += SMALL
        flips = enumerate(task.flips, 1)
        self.flips([[str(at), str(flip.clause), str(flip.variable), _listed(flip.false)] for at, flip in flips], words)
        self.y += TEXT
        found = solve(task.puzzle)
        if found.solutions:
            picture = compose(task.puzzle.scene(found.solutions[0]))
            scale = min(ANSWER, self.width / picture.width, (self.bottom - MARGIN) / picture.height)
            self.keep_together(picture.height * scale)
            place(self.pdf, picture, MARGIN, self.y, scale)
            self.y += picture.height * scale + TEXT


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) or "-"
