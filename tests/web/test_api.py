"""What can be asked: every route, with answers that are checked by other means than the server's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from math import comb
from typing import Any

import httpx
import numpy as np
import pytest

import litgrid
from litgrid.answer import Answer
from litgrid.core.check import violations
from litgrid.core.errors import LitgridError
from litgrid.formats import formats
from litgrid.listing import Listing
from litgrid.puzzles import kinds
from litgrid.question import QUESTIONS
from litgrid.sampling import Sampled
from litgrid.web.tasks import TASKS
from litgrid.web.tasks.asking import asking
from tests.naive import binairo_answers, light_up_answers
from tests.web.server import BINAIRO, ENDLESS, GAPPY, LIGHTUP, PUZZLES, Server, serving

each_puzzle = pytest.mark.parametrize("record", PUZZLES, ids=[str(record["kind"]) for record in PUZZLES])


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def puzzle_of(record: dict[str, Any]) -> litgrid.Puzzle:
    return litgrid.loads(json.dumps(record))


def answers_of(record: dict[str, Any]) -> list[list[int]]:
    """Return every answer of a small puzzle, as the naive rules of the tests have it."""
    if record["kind"] == "lightup":
        return sorted(map(list, light_up_answers(record["clues"])))
    return sorted(map(list, binairo_answers(record["clues"], unique_lines=record["unique_lines"])))


def events(answer: httpx.Response) -> list[dict[str, Any]]:
    """Return what a stream says, but for the stages that it goes through."""
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = [json.loads(line[6:]) for line in answer.text.split("\n\n") if line]
    return [event for event in found if "stage" not in event]


class TestLookingUp:
    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_kinds(self, server: Server, language: str) -> None:
        found = {kind["name"]: kind for kind in server.get(f"api/kinds?language={language}").json()}
        assert list(found) == list(kinds.names())
        for kind in kinds:
            assert len(found[kind.name]["instructions"]) == len(kind.instructions)
            assert set(found[kind.name]["switches"]) == set(kind.switches)
            assert found[kind.name]["sizes"]
        assert found["gappy"]["square"]
        assert found["binairo"]["even"]
        assert not found["lightup"]["even"]
        assert not found["lightup"]["square"]

    def test_every_sentence_of_a_kind_is_there_in_french(self, server: Server) -> None:
        english, french = (server.get(f"api/kinds?language={language}").json() for language in ("en", "fr"))
        for one, other in zip(english, french, strict=True):
            assert not set(one["instructions"]) & set(other["instructions"])

    def test_words(self, server: Server) -> None:
        assert server.get("api/words/fr").json()["kind.lightup.title"] == "Akari"
        assert server.get("api/words/tlh").status_code == 404

    def test_collection(self, server: Server) -> None:
        found = server.get("api/collection?kind=gappy").json()
        assert len(found) == len(litgrid.examples("gappy"))
        assert all("level" in record and "solution" not in record for record in found)
        assert server.get("api/collection?kind=chess").status_code == 404

    def test_pages(self, server: Server) -> None:
        for page in ("", "set", "lab"):
            answer = server.get(page)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/html")


class TestBoard:
    @each_puzzle
    def test_its_tables_say_what_the_checker_says(self, server: Server, record: dict[str, Any]) -> None:
        """The page's rules are those of the checker: both judge random grids."""
        view = server.asked("board", puzzle=record)
        puzzle = puzzle_of(record)
        rng = np.random.default_rng(7)
        for _ in range(20):
            grid = rng.integers(-1, 2, puzzle.shape.size).astype(np.int8)
            grid[view["fixed"]] = 0
            wrong = {rule.kind for rule in violations(puzzle.tables(), grid.reshape(puzzle.shape.rows, -1))}
            assert judged(view, grid.tolist()) == wrong

    def test_givens_labels_and_symbols(self, server: Server) -> None:
        view = server.asked("board", puzzle=BINAIRO)
        assert view["givens"] == [0, 0, -1, -1, 0, -1, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1]
        assert view["symbols"][0] == ["0", "clue"]
        assert view["labels"] is None
        assert server.asked("board", puzzle=GAPPY)["labels"]["rows"] == list("551615161")

    def test_a_board_of_100_by_100_comes_whole(self, server: Server) -> None:
        view = server.asked("board", puzzle={"kind": "lightup", "clues": ["." * 100] * 100})
        assert sum(map(len, view["tables"][2]["literals"])) == 100 * 100 * 199


def judged(view: dict[str, Any], values: list[int]) -> set[str]:
    """Return the kinds of rules that a grid breaks, by what the server sent alone."""

    def true(literal: int) -> bool | None:
        value = values[abs(literal) - 1]
        return None if value < 0 else (value == 1) == (literal > 0)

    wrong = set()
    for table in view["tables"]:
        for literals, low, high in zip(table["literals"], table["low"], table["high"], strict=True):
            known = [true(literal) for literal in literals]
            if known.count(True) > high or len(known) - known.count(False) < low:
                wrong.add(table["kind"])
    for table in view["differs"]:
        lines = [tuple(values[cell] for cell in line) for line in table["lines"]]
        full = [line for line in lines if -1 not in line]
        if len(set(full)) < len(full):
            wrong.add(table["kind"])
    return wrong


ASKED: dict[str, dict[str, Any]] = {
    "list": {"most": 3, "order": "sorted"},
    "check": {"complete": True},
    "sample": {"number": 3, "seed": 5},
    "hint": {"stage": 2},
    "improve": {"needless": True, "unique": True},
}
"""What is said with a question."""
HALF: dict[str, list[str]] = {
    "lightup": ["o1.", "...", "#.2"],
    "binairo": ["00..", "0...", "..10", "...."],
    "gappy": ["?" * 8 + "#"] + ["?" * 9] * 8,
}
"""Of each puzzle a cell more, as in its answer."""


class TestQuestions:
    """The page's answer is the library's, whatever is asked."""

    @each_puzzle
    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("name", list(QUESTIONS))
    def test_an_answer_is_its_record(self, server: Server, name: str, record: dict[str, Any], language: str) -> None:
        options = asked(name)
        answered = server.asked(name, puzzle=record, language=language, **options)
        found = QUESTIONS[name].function(puzzle_of(record), **options)
        assert lasting(answered) == lasting(said(found, language))

    @each_puzzle
    @pytest.mark.parametrize("name", list(QUESTIONS))
    def test_entries_are_given_or_begun_from(self, server: Server, name: str, record: dict[str, Any]) -> None:
        puzzle, question, options = puzzle_of(record), QUESTIONS[name], asked(name)
        rows = HALF[puzzle.name]
        half = np.array([[puzzle.answer[:2].find(char) for char in row] for row in rows], dtype=np.int8)
        if question.entries is None:
            found = question.function(puzzle.with_givens(half), **options)
        else:
            found = question.function(puzzle, **{question.entries: half}, **options)
        assert (half != puzzle.givens).sum() == 1
        answered = server.asked(name, puzzle=record, entries=rows, **options)
        assert lasting(answered) == lasting(said(found, "en"))

    def test_what_is_not_known_in_time_is_null(self, server: Server) -> None:
        assert server.asked("count", puzzle=ENDLESS, timeout=0.5)["count"] is None

    def test_only_so_many_answers_come_at_a_time(self, server: Server) -> None:
        found = server.asked("list", puzzle={"kind": "binairo", "clues": ["......"] * 6})
        assert (found["status"], found["count"], len(found["answers"])) == ("some", 1000, 1000)


def asked(name: str) -> dict[str, Any]:
    """Return what is said with a question."""
    return ASKED.get(name, {}) | ({"timeout": 60} if "timeout" in QUESTIONS[name].options else {})


def said(found: Answer, language: str) -> dict[str, Any]:
    """Return all that an answer says as one object: of a list of answers what is said of all, and these."""
    if not isinstance(found, (Listing, Sampled)):
        return found.record(language)
    *answers, last = found.records(language)
    return {**last, "answers": answers}


def lasting(answer: Any) -> Any:
    """Return what JSON keeps of an answer, but for how long that took."""
    return json.loads(
        json.dumps(answer), object_hook=lambda found: found | {"seconds": 0} if "seconds" in found else found
    )


class TestMaking:
    @pytest.mark.parametrize("kind", ["lightup", "binairo"])
    def test_a_puzzle_to_order_has_one_answer_and_that_level(self, server: Server, kind: str) -> None:
        question = {"kind": kind, "rows": 6, "columns": 6, "level": "easy..medium", "seed": 4}
        found = server.asked("generate", **question)
        assert server.asked("solve", puzzle=found["record"])["status"] == "unique"
        assert server.asked("grade", puzzle=found["record"])["level"] == found["level"] <= 2
        assert found["seed"] == 4
        assert server.asked("generate", **question)["record"] == found["record"]

    def test_one_that_comes_along_where_there_is_no_time(self, server: Server) -> None:
        found = server.asked("generate", kind="gappy", rows=10, columns=10, level=["medium", 4], seed=1, timeout=0)
        assert not found["made"]
        assert 2 <= found["level"] <= 4
        assert server.asked("solve", puzzle=found["record"])["status"] == "unique"
        refused = server.post("generate", {"kind": "gappy", "rows": 11, "columns": 11, "timeout": 0})
        assert "another size" in refused.json()["error"]


class TestFiles:
    @each_puzzle
    def test_every_text_that_is_written_is_read_back(self, server: Server, record: dict[str, Any]) -> None:
        found = server.asked("convert", puzzle=record)
        assert set(found["texts"]) | set(found["impossible"]) == set(formats.names())
        for name, text in found["texts"].items():
            if name not in found["lost"]:
                back = server.asked("read", text=text, format=name, kind=record["kind"])["records"]
                assert puzzle_of(back[0]) == puzzle_of(record)
        assert {"pzpr", "penpa"} & set(found["links"]) or record["kind"] == "gappy"

    def test_a_game_that_was_begun_comes_with_its_entries_and_an_answer_never(self, server: Server) -> None:
        begun = "pzprv3/lightup/3/3/. 1 # /. + . /- . 2 /"
        (record,) = server.asked("read", text=begun)["records"]
        assert record == {**LIGHTUP, "entries": [".xo", ".x.", "x.x"]}
        for question in ({"puzzle": record}, {"puzzle": LIGHTUP, "entries": record["entries"]}):
            assert server.asked("hint", **question)["mistake"]["entry"] == [1, 3, True]
        (record,) = server.asked("read", text=json.dumps({**LIGHTUP, "solution": ["o1.", "..o", "#o2"]}))["records"]
        assert record == LIGHTUP

    def test_links_of_the_page(self, server: Server) -> None:
        entered = ["...", "...", ".o."]
        link = server.asked("convert", puzzle=LIGHTUP, entries=entered, formats=[])["fragment"]
        read = server.asked("read", text=f"see http://127.0.0.1:8427/{link} .")
        assert read["records"] == [{**LIGHTUP, "entries": [".x.", "...", "xox"]}]  # walls hold no bulb
        cut = server.post("read", {"text": link[:-8]})
        assert cut.status_code == 400
        assert "copy it again" in cut.json()["error"]

    def test_what_cannot_be_read(self, server: Server) -> None:
        answer = server.post("read", {"text": "https://example.org/nothing"})
        assert answer.status_code == 400
        assert "link" in answer.json()["error"]
        mixed = server.asked("read", text="lightup\n.1.\n...\n#.2\n\nlightup\n.7.\n")
        assert len(mixed["records"]) == 1
        assert mixed["warnings"][0].startswith("Line 7, column 2. Needed: one of")

    def test_only_so_much_is_read_at_a_time(self, server: Server) -> None:
        found = server.asked("read", text="3x3:a1dBa2\n" * 600)
        assert len(found["records"]) == 500
        assert "left out" in found["warnings"][-1]
        large = server.post("read", {"text": "https://puzz.link/p?akari/1900/1900/\n" * 1000})
        assert large.status_code == 400
        assert "too large" in large.json()["error"]

    @pytest.mark.parametrize(
        ("target", "begin"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("text", "┌".encode()), ("jsonl", b'{"id"')]
    )
    def test_pictures(self, server: Server, target: str, begin: bytes) -> None:
        answer = server.post("render", {"puzzle": {**LIGHTUP, "id": "näme/../x"}, "format": target})
        assert answer.status_code == 200
        assert answer.content.startswith(begin)
        assert "n-me----x." in answer.headers["content-disposition"]

    def test_pdf(self, server: Server) -> None:
        pytest.importorskip("fpdf", reason="fpdf2 is not installed")
        assert server.post("render", {"puzzle": LIGHTUP, "format": "pdf"}).content.startswith(b"%PDF")


class TestLab:
    def test_the_formula_is_one_of_the_answers(self, server: Server) -> None:
        """Brute force: what satisfies the clauses on the cells is what obeys the rules."""
        found = server.asked("formula", puzzle=LIGHTUP, encoding="pairwise")
        assert found["variables"] == 9
        models = [
            list(values)
            for values in product((0, 1), repeat=9)
            if all(any((values[abs(x) - 1] == 1) == (x > 0) for x in clause) for clause in found["clauses"])
        ]
        assert models == answers_of(LIGHTUP)
        assert sum(rule["number"] for rule in found["rules"]) == len(found["clauses"]) == found["number"]

    def test_sizes(self, server: Server) -> None:
        found = server.asked("sizes", puzzle={"kind": "binairo", "clues": ["." * 16] * 16}, three=False)
        sizes = {size["encoding"]: size for size in found["encodings"]}
        # As in docs/design.md, and as first reported.
        assert sizes["pairwise"]["clauses"] == 4 * 16 * 14 + 4 * 16 * comb(16, 9) + 16 * 15 * comb(16, 8) == 3_821_856

    def test_propagation_comes_in_rounds(self, server: Server) -> None:
        found = server.asked("propagate", puzzle=LIGHTUP)
        assert ["xo".index(char) for char in "".join(found["entries"])] == answers_of(LIGHTUP)[0]
        decided = [(row, column) for rules in found["rounds"] for rule in rules for row, column, _ in rule["decided"]]
        assert sorted(decided) == list(product((1, 2, 3), repeat=2))
        assert found["broken"] is None
        broken = server.asked("propagate", puzzle={"kind": "lightup", "clues": ["4.", ".."]})
        assert broken["broken"]["rule"] == "number"

    def test_walksat_is_watched(self, server: Server) -> None:
        question = {"puzzle": LIGHTUP, "from": "nothing", "seed": 3, "flips": 5000}
        answer = server.post("walksat", question)
        begin, *looks, end = events(answer)
        values = dict.fromkeys(begin["cells"], -1)
        for look in looks:
            values.update(dict(look["changed"]))
        assert end["solved"]
        assert [values[cell] for cell in range(9)] == answers_of(LIGHTUP)[0]
        assert all(len(look["changed"]) <= 1 for look in looks[1:])

    def test_a_solver_says_what_did_not_come(self, server: Server) -> None:
        found = server.asked(
            "solver", puzzle={"kind": "lightup", "clues": ["..", ".."]}, decide="r1c1", until="level 9"
        )
        assert found["stopped"] == "end"
        assert found["dropped"][-1] == "level 9"

    def test_a_short_search_is_seen_flip_by_flip_whatever_it_may_take(self, server: Server) -> None:
        answer = server.post("walksat", {"puzzle": LIGHTUP, "from": "nothing", "seed": 3, "flips": 10**8})
        _, *looks, end = events(answer)
        assert end["solved"]
        assert [look["flip"] for look in looks[:20]] == list(range(min(20, end["flips"] + 1)))

    def test_runs(self, server: Server) -> None:
        answer = server.post("runs", {"puzzle": LIGHTUP, "number": 20, "from": "nothing"})
        begin, *parts = events(answer)
        assert begin["wanted"] == 20
        assert sum(len(part["flips"]) for part in parts) == 20
        assert all(all(part["solved"]) for part in parts)

    def test_engines(self, server: Server) -> None:
        answer = server.post("engines", {"puzzle": LIGHTUP, "engines": ["cadical", "minicard"]})
        begin, *found = events(answer)
        assert begin["combinations"] == [["cadical", "auto"], ["minicard", "counts"]]
        assert [(one["engine"], one["status"]) for one in found] == [("cadical", "sat"), ("minicard", "sat")]


BAD: list[tuple[str, Any, str]] = [
    ("solve", [], "a JSON object"),
    ("solve", {}, '"puzzle"'),
    ("solve", {"puzzle": {"kind": "chess", "clues": []}}, "chess"),
    ("solve", {"puzzle": {"kind": "lightup", "clues": [".7."]}}, "'7'"),
    ("solve", {"puzzle": {"kind": "lightup", "clues": {"a": 1}}}, "list of strings"),
    ("solve", {"puzzle": LIGHTUP, "entries": ["..."]}, "3 rows of 3 characters"),
    ("solve", {"puzzle": LIGHTUP, "entries": ["...", "...", "...."]}, "3 rows of 3 characters"),
    ("solve", {"puzzle": LIGHTUP, "entries": ["..?", "...", "..."]}, "'?'"),
    ("solve", {"puzzle": LIGHTUP, "entries": [1, 2, 3]}, "3 rows of 3 characters"),
    ("solve", {"puzzle": LIGHTUP, "engine": "program:touch"}, '"engine"'),
    ("solve", {"puzzle": LIGHTUP, "encoding": 1}, '"encoding"'),
    ("solve", {"puzzle": LIGHTUP, "timeuot": 1}, "no option 'timeuot'. Did you mean 'timeout'?"),
    ("list", {"puzzle": LIGHTUP, "most": 0}, '"most"'),
    ("sample", {"puzzle": LIGHTUP, "number": 1001}, '"number"'),
    ("solve", {"puzzle": LIGHTUP, "timeout": 1e9}, '"timeout"'),
    ("solve", {"puzzle": LIGHTUP, "timeout": "1"}, '"timeout"'),
    ("solve", {"puzzle": {"kind": "lightup", "clues": ["." * 101] * 100}}, "10,000 cells"),
    ("solve", {"puzzle": {"kind": "gappy", "clues": {"rows": [None] * 101, "cols": [None] * 101}}}, "10,000 cells"),
    ("board", {"puzzle": LIGHTUP, "language": "tlh"}, '"language"'),
    ("generate", {"kind": "chess"}, "chess"),
    ("generate", {"kind": "lightup", "rows": 1000, "columns": 1000}, "10,000 cells"),
    ("generate", {"kind": "lightup", "level": [3, 1]}, "the lowest and the highest"),
    ("generate", {"kind": "lightup", "level": "tricky"}, '"level"'),
    ("generate", {"kind": "binairo", "rows": 5, "columns": 5}, "even"),
    ("generate", {"kind": "lightup", "symmetry": "round"}, "symmetry"),
    ("generate", {"kind": "lightup", "levle": 1}, "no option 'levle'. Did you mean 'level'?"),
    ("generate", {"kind": "lightup", "walls": 2}, '"walls"'),
    ("generate", {"kind": "binairo", "switches": {"unique_lines": 1}}, '"switches"'),
    ("improve", {"puzzle": LIGHTUP, "fewest": 1}, '"fewest"'),
    ("improve", {"puzzle": LIGHTUP, "level": 5}, '"level"'),
    ("read", {"text": 1}, '"text"'),
    ("read", {"text": ""}, "empty"),
    ("convert", {"puzzle": LIGHTUP, "formats": ["docx"]}, "docx"),
    ("render", {"puzzle": LIGHTUP, "format": "gif"}, '"format"'),
    ("render", {"puzzle": LIGHTUP, "cell": 10_000}, '"cell"'),
    ("formula", {"puzzle": {"kind": "binairo", "clues": ["." * 20] * 20}, "encoding": "pairwise"}, "clauses"),
    ("formula", {"puzzle": LIGHTUP, "encoding": "x"}, '"encoding"'),
    ("walksat", {"puzzle": LIGHTUP, "heuristic": "x"}, '"heuristic"'),
    ("walksat", {"puzzle": LIGHTUP, "flips": 10**12}, '"flips"'),
    ("runs", {"puzzle": LIGHTUP, "number": 10**9}, '"number"'),
    ("runs", {"puzzle": LIGHTUP, "seed": -1}, '"seed"'),
    ("engines", {"puzzle": LIGHTUP, "engines": ["program:rm"]}, '"engines"'),
    ("engines", {"puzzle": LIGHTUP, "engines": [{}]}, '"engines"'),
]


@pytest.mark.parametrize(("route", "question", "said"), BAD)
def test_a_bad_question_gets_a_sentence(server: Server, route: str, question: Any, said: str) -> None:
    answer = server.post(route, question)
    assert answer.status_code == 400, answer.text
    assert said in answer.json()["error"]


@pytest.mark.parametrize("route", sorted(TASKS))
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[" * 100_000, b'{"puzzle": NaN}', b'{"puzzle": ' + b"9" * 10_000 + b"}", b"\xff", b"null", b"{}"],
)
def test_nonsense_is_refused_everywhere(server: Server, route: str, body: bytes) -> None:
    json_type = {"Content-Type": "application/json"}
    answer = server.client.post(f"{server.address}api/{route}", content=body, headers=json_type)
    assert answer.status_code == 400, (route, body, answer.text)
    assert answer.json()["error"]
    assert "bug" not in answer.json()["error"]


def test_null_is_no_way_around_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    said: dict[str, Any] = {}

    def fake(puzzle: litgrid.Puzzle, **options: Any) -> litgrid.Verdict:
        said.update(options)
        return litgrid.solve(puzzle)

    question = asking("solve")
    monkeypatch.setitem(vars(QUESTIONS["solve"]), "function", fake)
    question({"puzzle": LIGHTUP, "timeout": None})
    assert said == {"timeout": 10}
    for wrong, words in ((61, "from 0 to 60"), (-1, "from 0 to 60"), ("1", "from 0 to 60")):
        with pytest.raises(LitgridError, match=words):
            question({"puzzle": LIGHTUP, "timeout": wrong})
