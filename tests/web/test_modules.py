"""The page's pure modules, in the real browser, held to what Python says: rules, games, links."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pytest

import litgrid
from litgrid.collection import examples
from litgrid.core.bounds import UNKNOWN, assign, unassigned
from litgrid.core.check import violations
from litgrid.core.grid import Shape
from litgrid.core.propagate import propagate
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.explaining.pictures import about
from litgrid.formats import Record
from litgrid.formats.entries import write_entries
from litgrid.puzzles import kinds
from litgrid.web import links
from litgrid.web.records import as_record
from litgrid.web.tasks.board import board
from tests.fakes import Queens
from tests.web.browsing import context
from tests.web.server import PUZZLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BOARDS: list[dict[str, Any]] = [
    *PUZZLES,
    {"kind": "lightup", "clues": ["0.#.2", ".o...", "x..#.", "....1"]},
    {"kind": "binairo", "clues": ["......", "1....0", "......", "..0..."], "unique_lines": True},
    {
        "kind": "gappy",
        "clues": {"rows": [1, None, 0, 2], "cols": [None, 2, None, 1], "grid": ["?#??", "????", "???.", "????"]},
    },
]


@pytest.fixture(scope="module")
def modules(browser: Browser, address: str) -> Iterator[Page]:
    """A page that runs nothing but what it is told to import."""
    with context(browser) as opened:
        page = opened.new_page()
        page.goto(f"{address}static/icon.svg")
        yield page


def imported(page: Page, module: str, body: str, argument: Any = None) -> Any:
    """Run a function's body with the names of a module in ``m``, and its argument in ``a``."""
    return page.evaluate(f"async (a) => {{ const m = await import('./js/{module}.js'); {body} }}", argument)


class TestRules:
    """The page's rules say of every board what the checker says."""

    WALK = """
      const rules = new m.Rules(a.view);
      return a.walk.map(([cell, value]) => {
        rules.set(cell, value);
        const fresh = new m.Rules(a.view);
        fresh.load(rules.values);
        const state = (one) =>
          JSON.stringify([[...one.broken].sort(), one.finished, one.unmet, one.violations().length, ...one.cluesMet()]);
        return {
          values: [...rules.values],
          kinds: rules.violations().map(({ kind }) => kind),
          cells: rules.violations().map(({ cells }) => cells),
          finished: rules.finished,
          lit: [...rules.cellsMet(a.view.play.lit)],
          same: state(rules) === state(fresh),
        };
      });
    """

    @pytest.mark.parametrize(
        "record", BOARDS, ids=[f"{record['kind']}-{number}" for number, record in enumerate(BOARDS)]
    )
    def test_of_random_walks(self, modules: Page, record: dict[str, Any]) -> None:
        self._walk(modules, litgrid.load(json.dumps(record)), as_record(litgrid.load(json.dumps(record))))

    @pytest.mark.usefixtures("queens")
    def test_of_a_kind_that_the_page_has_never_seen(self, modules: Page) -> None:
        puzzle = Queens.from_text(Queens.examples[0].splitlines())
        self._walk(modules, puzzle, as_record(puzzle))

    @pytest.mark.parametrize(
        ("clues", "finished"),
        [(["..", ".."], [False, False, True]), (["0.", ".."], [False, True, True])],
        ids=["no clue", "a nought"],
    )
    def test_what_nobody_has_touched_is_not_solved(self, modules: Page, clues: list[str], finished: list[bool]) -> None:
        """Nor is a board without clues before each cell is decided, as `litgrid check` says, too."""
        puzzle = litgrid.load(json.dumps({"kind": "mosaic", "clues": clues}))
        view = json.loads(json.dumps(board({"puzzle": as_record(puzzle)})))
        walk = [[0, -1], [0, 0], [1, 0], [2, 0], [3, 0]]
        seen = imported(modules, "rules", self.WALK, {"view": view, "walk": walk})
        assert [step["finished"] for step in (seen[0], seen[1], seen[-1])] == finished
        assert litgrid.check(puzzle).status == "unfinished"

    def _walk(self, modules: Page, puzzle: Puzzle, record: dict[str, Any]) -> None:
        view = json.loads(json.dumps(board({"puzzle": record})))
        rng = np.random.default_rng(5)
        free = np.flatnonzero(~puzzle.fixed & (puzzle.givens.ravel() < 0))
        walk = [[int(rng.choice(free)), int(rng.choice([-1, 0, 1], p=[0.2, 0.4, 0.4]))] for _ in range(40)]
        # At the end an answer, if there is one: then all is met.
        answers = litgrid.solve(puzzle).solutions
        walk += [[int(cell), int(answers[0].flat[cell])] for cell in free] if answers else []
        for seen in imported(modules, "rules", self.WALK, {"view": view, "walk": walk}):
            grid = np.array(seen["values"], dtype=np.int8).reshape(puzzle.shape.rows, puzzle.shape.columns)
            broken = [rule.kind for rule in violations(puzzle.tables(), grid)]
            assert seen["same"]
            counted, said = Counter(broken), Counter(seen["kinds"])
            # Of a rule of several counts Python sees also that they cannot hold together.
            several = {table.kind for table in puzzle.tables() if getattr(table, "rule_of", None) is not None}
            for kind in several:
                assert said[kind] <= counted[kind]
                assert grid.min() < 0 or said[kind] == counted[kind]
                counted.pop(kind, None)
                said.pop(kind, None)
            # Of lines that are equal Python names one pair a line, and the page all pairs.
            differing = {table["kind"] for table in view["differs"]}
            assert {kind: number for kind, number in counted.items() if kind not in differing} == {
                kind: number for kind, number in said.items() if kind not in differing
            }
            assert differing & counted.keys() == differing & said.keys()
            filled = np.where(grid < 0, 0, grid) if puzzle.play.blank else grid
            complete = bool((filled >= 0).all()) and not violations(puzzle.tables(), filled.astype(np.int8))
            assert seen["finished"] == complete
            self._cells_are_to_blame(puzzle, grid, seen)
        assert not answers or seen["finished"]

    def _cells_are_to_blame(self, puzzle: Puzzle, grid: np.ndarray[Any, Any], seen: dict[str, Any]) -> None:
        """Each mark is for good reason: with these cells alone the rule is broken already."""
        for kind, cells in zip(seen["kinds"], seen["cells"], strict=True):
            alone = np.full(grid.size, -1, dtype=np.int8)
            alone[cells] = grid.ravel()[cells]
            alone[puzzle.fixed] = 0
            assert kind in {rule.kind for rule in violations(puzzle.tables(), alone.reshape(grid.shape))}


class TestConsequences:
    """What the page says of what follows is what Python's kernel says."""

    FOLLOW = """
      const rules = new m.Rules(a.view);
      return a.grids.map((grid) => {
        rules.load(Int8Array.from(grid));
        rules.think(true);
        return { hopeless: rules.hopeless.size > 0, values: [...rules.consequences.values],
                 said: rules.violations().every(({ at, cells }) => at !== null || cells.length) };
      });
    """

    @pytest.mark.parametrize("kind", kinds.names())
    def test_they_are_those_of_python(self, modules: Page, kind: str) -> None:
        rng = np.random.default_rng(7)
        seen = Counter[bool]()
        for record in [record for record in examples(kind) if record.puzzle.shape.size <= 100][::5]:
            puzzle = record.puzzle
            grids = [self._entered(puzzle, rng) for _ in range(30)]
            view = json.loads(json.dumps(board({"puzzle": as_record(puzzle)})))
            answers = imported(
                modules, "rules", self.FOLLOW, {"view": view, "grids": [grid.tolist() for grid in grids]}
            )
            bounds = System.of(puzzle.tables()).bounds
            for grid, found in zip(grids, answers, strict=True):
                values = unassigned(grid.size)
                assign(values, np.flatnonzero(grid == 1) + 1)
                assign(values, -(np.flatnonzero(grid == 0) + 1))
                clash = propagate(bounds, values) is not None
                seen[clash] += 1
                assert found["hopeless"] == clash
                assert found["said"]
                if not clash:
                    known = np.where(values[1 : grid.size + 1] == UNKNOWN, -1, values[1 : grid.size + 1])
                    assert found["values"] == known.tolist()
        assert min(seen[False], seen[True]) > 10

    def _entered(self, puzzle: Puzzle, rng: np.random.Generator) -> np.ndarray[Any, Any]:
        """Return a part of the answer, at times with one wrong entry."""
        answer = litgrid.solve(puzzle).solutions[0].ravel()
        grid = np.where(rng.random(answer.size) < rng.choice([0, 0.1, 0.3, 0.8]), answer, -1).astype(np.int8)
        grid = np.where(puzzle.fixed, 0, np.where(puzzle.givens.ravel() >= 0, puzzle.givens.ravel(), grid))
        free = np.flatnonzero(~puzzle.fixed & (puzzle.givens.ravel() < 0))
        if rng.random() < 0.6:
            wrong = rng.choice(free)
            grid[wrong] = 1 - answer[wrong]
        return grid


class TestGames:
    TRACE = """
      const start = Int8Array.from(a.start);
      const play = { first: a.first, blank: a.blank };
      let game = new m.Game(start, play);
      const again = () => m.Game.restore(start, play, JSON.parse(JSON.stringify(game.save())));
      const look = () => JSON.stringify([m.written(game.values), [...game.levels], game.depth, [...game.firsts]]);
      const states = [look()];
      for (const [what, cell, drag] of a.trace) {
        const steps = game.at;
        if (["trial", "accept", "reject", "restart"].includes(what)) game[what]();
        else if (what === "save") game = again();
        else { game.act(cell, what, { drag }); if (!drag) game.act(cell, "end"); }
        if (game.at > steps) states.push(look());
        else states[states.length - 1] = look();
      }
      const given = a.start.every((value, cell) => value < 0 || game.values[cell] === value);
      game = again();
      const back = [look()];
      while (game.undo()) back.push(look());
      const forth = [look()];
      while (game.redo()) forth.push(look());
      return { states, back: back.reverse(), forth, given };
    """

    @pytest.mark.parametrize("seed", range(8))
    def test_of_random_traces_each_step_is_undone_and_done_again(self, modules: Page, seed: int) -> None:
        rng = np.random.default_rng(seed)
        actions = ["next", "previous", "true", "false", "clear", "toggle-true", "toggle-false"] * 3
        actions += ["trial", "trial", "accept", "reject", "restart", "save"]
        trace = [[str(rng.choice(actions)), int(rng.integers(12)), bool(rng.random() < 0.3)] for _ in range(150)]
        start = [-1, 0, 1] + [-1] * 9
        found = imported(
            modules,
            "game",
            self.TRACE,
            {"start": start, "first": seed % 2 == 0, "blank": seed % 3 == 0, "trace": trace},
        )
        assert found["given"]
        assert len(found["states"]) > 60
        assert found["back"] == found["states"]
        assert found["forth"] == found["states"]

    def test_a_rejected_trial_leaves_what_was_there(self, modules: Page) -> None:
        before, inside, after = imported(
            modules,
            "game",
            """
            const game = new m.Game(new Int8Array(6).fill(-1));
            const put = (cell, action) => { game.act(cell, action); game.act(cell, "end"); };
            put(0, "true"); put(1, "false");
            const seen = [m.written(game.values)];
            game.trial();
            put(0, "clear"); put(2, "true"); game.trial(); put(3, "true"); game.accept(); put(1, "true");
            seen.push(m.written(game.values));
            game.reject();
            return [...seen, m.written(game.values)];
            """,
        )
        assert (before, inside, after) == ("10----", "-111--", "10----")

    def test_what_is_given_cannot_be_filled_otherwise(self, modules: Page) -> None:
        body = """
          const game = new m.Game(Int8Array.from([0, 1, -1, -1]));
          game.fill(Int8Array.from([1, 0, 1, -1]), "link");
          return m.written(game.values);
        """
        assert imported(modules, "game", body) == "011-"

    def test_a_game_of_another_board_is_not_restored(self, modules: Page) -> None:
        body = """
          const saved = new m.Game(new Int8Array(4).fill(-1)).save();
          return [[-1, -1], [-1, -1, -1, 1]].map((start) => m.Game.restore(Int8Array.from(start), {}, saved));
        """
        assert imported(modules, "game", body) == [None, None]


class TestWords:
    @pytest.mark.parametrize(("language", "singular"), [("en", [1]), ("fr", [0, 1, 1.5])])
    def test_a_number_has_the_form_that_its_language_has(
        self, modules: Page, language: str, singular: list[float]
    ) -> None:
        """As the Unicode CLDR has it."""
        numbers = [0, 1, 1.5, 2, 1_000_000]
        body = "m.speak(a[0], { 'x.one': 'one', 'x.many': 'many' }); return a[1].map((n) => m.t('x', { n }));"
        said = imported(modules, "words", body, [language, numbers])
        assert said == ["one" if number in singular else "many" for number in numbers]


class TestLinks:
    @pytest.mark.parametrize("record", BOARDS)
    def test_python_and_the_page_read_each_other(self, modules: Page, record: dict[str, Any]) -> None:
        puzzle = litgrid.load(json.dumps(record))
        filled = np.where(puzzle.givens < 0, 1, puzzle.givens).astype(np.int8)
        filled.flat[0] = -1
        whole = Record("mine", puzzle, filled)
        read = imported(modules, "share", "return m.decode(a);", links.fragment(whole))
        assert read["puzzle"] == as_record(whole)
        assert read["values"] == "".join("01-"[value] for value in filled.ravel())
        written = imported(modules, "share", "return m.encode(a);", read)
        again = links.read(written)
        assert again is not None
        assert again["puzzle"] == read["puzzle"]
        assert again["values"] == read["values"]


class TestDialect:
    """What the server writes of boards, read as Python writes it."""

    @pytest.mark.parametrize("record", BOARDS)
    def test_entries_go_there_and_back(self, modules: Page, record: dict[str, Any]) -> None:
        puzzle = litgrid.load(json.dumps(record))
        shape = puzzle.shape
        grid = np.random.default_rng(3).integers(-1, 2, (shape.rows, shape.columns)).astype(np.int8)
        body = "const values = m.valuesOf(a[0], a[1]); return [values, m.rowsOf(values, a[1])];"
        board = {"columns": shape.columns, "answer": puzzle.answer}
        values, rows = imported(modules, "dialect", body, [write_entries(grid, puzzle), board])
        assert values == grid.ravel().tolist()
        assert rows == write_entries(grid, puzzle)

    @pytest.mark.parametrize("record", BOARDS)
    def test_answers_are_understood(self, modules: Page, record: dict[str, Any]) -> None:
        """Of each question the cells, grids and sentences that Python itself has."""
        puzzle = litgrid.load(json.dumps(record))
        verdict, forced, explained = litgrid.solve(puzzle), litgrid.forced(puzzle), litgrid.explain(puzzle)
        said = [found.record() for found in (verdict, forced, explained)]
        board = {"columns": puzzle.shape.columns, "answer": puzzle.answer}
        solved, same, steps = imported(modules, "dialect", "return m.understood(...a)", [said, board])
        assert solved["solutions"] == [grid.ravel().tolist() for grid in verdict.solutions]
        assert [rule["at"] for rule in solved["conflict"]] == [rule.at for rule in verdict.conflict]
        assert same["open"] == np.flatnonzero(forced.asked.ravel() & (forced.grid.ravel() < 0)).tolist()
        assert same["true"] == np.flatnonzero(forced.asked.ravel() & (forced.grid.ravel() == 1)).tolist()
        for step, found in zip(steps["steps"], explained.steps, strict=True):
            assert step["cells"] == [list(cell) for cell in found.cells]
            assert step["facts"] == [list(fact) for fact in found.facts]
            assert [rule["cells"] for rule in step["rules"]] == [list(rule.cells) for rule in found.rules]
            cells = imported(modules, "dialect", "return m.cellsOf(a).sort((x, y) => x - y)", step["rules"])
            assert cells == about(found.rules)

    def test_what_a_kind_named_is_left_alone(self, modules: Page) -> None:
        said = {"clues": {"cells": ["a"]}, "names": {"text": "x"}, "techniques": {"open": 2}, "level": None, "at": None}
        assert imported(modules, "dialect", "return m.understood(a, {})", said) == said

    def test_sentences(self, modules: Page) -> None:
        texts = [
            "the 1 at r1c2",
            "r1c2 is lit",
            "l1c2 est donn\N{LATIN SMALL LETTER E WITH ACUTE}e.",
            "It is done.",
            "",
        ]
        assert imported(modules, "dialect", "return a.map(m.sentence)", texts) == [
            "The 1 at r1c2.",
            "r1c2 is lit.",
            "l1c2 est donn\N{LATIN SMALL LETTER E WITH ACUTE}e.",
            "It is done.",
            "",
        ]

    @pytest.mark.parametrize(
        ("at", "cells", "line"),
        [
            (None, [3, 4, 5], ["rows", 1]),
            (None, [1, 4], ["columns", 1]),
            (None, [1, 5], None),
            (None, [], None),
            (0, [0, 1], None),
        ],
    )
    def test_the_line_that_a_clue_is_beside(self, modules: Page, at: int | None, cells: list[int], line: Any) -> None:
        question = {"at": at, "cells": cells}
        assert imported(modules, "dialect", "return m.lineOf(a, { columns: 3 })", question) == line


class TestDrafts:
    """A board that is drawn: what it holds beside its cells, whatever the kind."""

    KIND: ClassVar[dict[str, Any]] = {
        "palette": [{"character": "?", "group": "open"}, {"character": "#", "group": "given"}],
        "layers": [
            {"form": "labels", "keys": ["rows", "cols"], "blank": None, "optional": False},
            {"form": "regions", "keys": ["areas"], "blank": "A", "optional": False},
            {"form": "number", "keys": ["much"], "blank": 1, "optional": False},
            {"form": "signs", "keys": ["across", "down"], "blank": None, "optional": True},
        ],
    }
    CLUES: ClassVar[dict[str, Any]] = {
        "rows": [1, None],
        "cols": [None, None, 2],
        "areas": ["AAB", "ABB"],
        "much": 3,
        "across": ["=.", ".x"],
        "down": ["..="],
    }

    @pytest.mark.parametrize("grid", [None, ["?#?", "???"]])
    @pytest.mark.parametrize("without", [(), ("across", "down")])
    def test_a_record_is_taken_apart_and_put_together(self, modules: Page, grid: Any, without: tuple[str, ...]) -> None:
        beside = {key: value for key, value in self.CLUES.items() if key not in without}
        record = {"id": "one", "kind": "any", "lucky": True, "clues": {**beside, "grid": grid}}
        found = imported(modules, "set/draft", "return m.recordOf(m.draftOf(a[0], a[1]))", [record, self.KIND])
        assert found == {**record, "clues": {**beside, "grid": grid or ["???", "???"]}}

    def test_plain_rows_stay_rows(self, modules: Page) -> None:
        record = {"kind": "any", "clues": ["?#", "??"]}
        kind = {**self.KIND, "layers": self.KIND["layers"][3:]}
        body = """
          const signs = a[1].layers[0];
          const draft = m.draftOf(a[0], a[1]);
          const next = m.signed(draft, signs, 1, 3, "x");
          return [draft, next, m.signed(next, signs, 3, 1, ".")].map(m.recordOf);
        """
        plain, signed, again = imported(modules, "set/draft", body, [record, kind])
        assert plain == again == record
        assert signed["clues"] == {"across": [".", "."], "down": [".x"], "grid": ["?#", "??"]}

    @pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (4, 1), (3, 4)])
    def test_each_edge_has_a_sign_of_its_own(self, modules: Page, rows: int, columns: int) -> None:
        body = """
          const [layer] = a.kind.layers;
          let draft = { kind: "any", grid: a.grid, beside: {}, switches: {} };
          for (const [one, other, sign] of a.signs) draft = m.signed(draft, layer, one, other, sign);
          const asked = a.signs.map(([one, other]) => m.signAt(draft, layer, other, one));
          return [m.signsOf(draft, layer), asked, draft.beside];
        """
        cells = Shape(rows, columns).cells
        edges = [*zip(cells[:, :-1].ravel(), cells[:, 1:].ravel(), strict=True)]
        edges += zip(cells[:-1].ravel(), cells[1:].ravel(), strict=True)
        said = ["=x"[number % 2] for number in range(len(edges))]
        signs = [[int(one), int(other), sign] for (one, other), sign in zip(edges, said, strict=True)]
        kind = {"palette": [], "layers": self.KIND["layers"][3:]}
        question = {"kind": kind, "grid": ["?" * columns] * rows, "signs": signs}
        found, asked, beside = imported(modules, "set/draft", body, question)
        assert found == signs
        assert asked == said
        assert beside == (
            {
                "across": _rows(said[: rows * (columns - 1)], rows),
                "down": _rows(said[rows * (columns - 1) :], rows - 1),
            }
            if signs
            else {}
        )

    def test_what_is_blank_is_as_the_layers_say(self, modules: Page) -> None:
        body = """
          const draft = m.draftOf(a[0], a[1]);
          return [true, false].map((fixed) => m.cleared(draft, a[1], { fixed }).beside);
        """
        record = {"kind": "any", "clues": {**self.CLUES, "grid": ["#??", "???"], "given": ["#??", "???"]}}
        clueless, blank = imported(modules, "set/draft", body, [record, self.KIND])
        labels = {"rows": [None, None], "cols": [None, None, None]}
        assert clueless == {**labels, "areas": ["AAB", "ABB"], "much": 3}
        assert blank == {**labels, "areas": ["AAA", "AAA"], "much": 1}

    def test_no_more_regions_than_letters(self, modules: Page) -> None:
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        body = """
          const draft = { kind: "any", grid: a.grid, beside: { areas: a.areas }, switches: {} };
          const begin = (cell) => m.stroke(draft, a.kind, { tool: "begin", cell, symmetry: "none" })(draft, cell);
          return begin(1) === draft;
        """
        kind = {"palette": [], "layers": self.KIND["layers"][1:2]}
        for areas, full in (([letters], True), ([f"A{letters[:-1]}"], False)):
            question = {"kind": kind, "grid": ["?" * 52], "areas": areas}
            assert imported(modules, "set/strokes", body, question) is full


def _rows(signs: list[str], number: int) -> list[str]:
    width = len(signs) // number if number else 0
    return ["".join(signs[row * width : (row + 1) * width]) for row in range(number)]
