"""What ``import litgrid`` gives: its names, puzzles from files and texts and back, what they print."""

from __future__ import annotations

import ast
import dataclasses
import gzip
import re
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import litgrid
from litgrid.core.errors import AmbiguousInputError, LitgridError
from litgrid.formats import Record
from litgrid.puzzles import kinds
from litgrid.question import QUESTIONS
from tests.boards import BOARDS, Case
from tests.cli.run import HERE
from tests.processes import finished

SOURCE = Path(litgrid.__file__).parent
ONE, LINK = "lightup 3x3\n.1.\n...\n#.2", "https://puzz.link/p?akari/3/3/gbh.gc"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_names_that_editors_see_are_those_that_there_are() -> None:
    block = next(node for node in ast.parse((SOURCE / "__init__.py").read_text()).body if isinstance(node, ast.If))
    seen = {name.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for name in node.names}
    assert sorted(seen) == litgrid.__all__
    for name, module in seen.items():
        assert module is not None
        assert getattr(litgrid, name) is getattr(import_module(module), name), name
    assert all(
        name.name == name.asname for node in block.body if isinstance(node, ast.ImportFrom) for name in node.names
    )


def test_dir_holds_what_is_meant() -> None:
    assert set(dir(litgrid)) == {*litgrid.__all__, "__version__"}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = litgrid.nothing  # type: ignore[attr-defined]


def test_importing_is_cheap() -> None:
    program = "import sys, litgrid; dir(litgrid); sys.exit(any(name in sys.modules for name in ('numpy', 'click')))"
    assert finished([sys.executable, "-c", program], env=HERE, check=False).returncode == 0


@pytest.mark.parametrize("pack", [False, True])
def test_a_file_is_read_by_its_name_or_its_path(folder: Path, pack: bool) -> None:
    path = folder / ("one.txt.gz" if pack else "one.txt")
    path.write_bytes(gzip.compress(ONE.encode()) if pack else ONE.encode())
    for place in (path, str(path), path.name, Path(path.name)):
        assert litgrid.load(place) == litgrid.loads(ONE)
        (record,) = litgrid.load_all(place)
        assert isinstance(record, litgrid.Record)
        assert record.id == f"{place}:1"
    path.write_text("lightup\n.7.")
    with pytest.raises(litgrid.InputError, match=rf"^{path.name}:2:2: "):
        litgrid.load(path.name)


def test_a_text_is_no_file(folder: Path) -> None:
    for text in (ONE, LINK, "akari/3/3/gbh.gc", '{"kind":"lightup","clues":[".1.","...","#.2"]}'):
        assert litgrid.load(text) == litgrid.loads(text) == litgrid.loads(ONE)
    (folder / "lightup\n.1.").write_text("binairo\n0..1")
    assert litgrid.load("lightup\n.1.").name == "lightup"


def test_a_line_that_is_a_puzzle_and_a_file_is_asked_about(folder: Path) -> None:
    (folder / "o.x").write_text(ONE)
    with pytest.raises(AmbiguousInputError, match=r"'o\.x' is a puzzle, and the name of a file: .*loads.*Path"):
        litgrid.load("o.x")
    with pytest.raises(AmbiguousInputError):
        litgrid.load_all("o.x")
    assert litgrid.loads("o.x").clues == ["o.x"]
    assert litgrid.load(Path("o.x")) == litgrid.loads(ONE)


@pytest.mark.parametrize("name", ["puzzle.txt", "a/b", "all.jsonl.gz", r"C:\puzzles\one", "~/one", "my puzzle.txt"])
def test_a_file_that_is_missing_is_said_to_be(name: str) -> None:
    for read in (litgrid.load, litgrid.load_all):
        for said in (None, "jsonl"):
            with pytest.raises(litgrid.InputError, match=r"there is none of that name; litgrid\.loads"):
                read(name, format=said)
    with pytest.raises(litgrid.InputError, match="expected a file, but there is none of that name"):
        litgrid.load(Path(name))


def test_what_is_no_file_and_no_text_is_refused(folder: Path) -> None:
    with pytest.raises(litgrid.InputError, match="got a directory"):
        litgrid.load(folder)
    with pytest.raises(litgrid.InputError, match="got a directory"):
        litgrid.load(f"{folder}/")
    with pytest.raises(litgrid.InputError, match="there is none of that name"):
        litgrid.load(Path("-"))  # and not standard input
    for wrong in (None, b"lightup\n.", 7):
        with pytest.raises(TypeError, match="expected a file's name, a Path, or the text of a puzzle, got"):
            litgrid.load(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected the text of puzzles as a string, got NoneType"):
        litgrid.loads(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"expected a Puzzle .*, got str"):
        litgrid.check("lightup", [[0]])  # type: ignore[arg-type]


def test_commands_page_and_lab_read_what_they_are_given_as_text() -> None:
    """What a stranger sends must never open a file: SECURITY.md."""
    modules = [path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py"]
    assert not [path for path in modules if re.search(r"formats\.loading import .*\bload", path.read_text())]


@pytest.mark.parametrize("kind", BOARDS)
def test_text_gives_the_puzzle_back(kind: str) -> None:
    @given(BOARDS[kind]())
    def holds(case: Case) -> None:
        assert litgrid.loads(case.puzzle.to_text()) == case.puzzle

    holds()


@pytest.mark.parametrize("kind", list(kinds), ids=lambda kind: kind.name)
def test_print_shows_the_board_and_repr_is_a_line(kind: type[litgrid.Puzzle]) -> None:
    puzzle = kind.from_text(kind.examples[0].split("\n"))
    assert len(str(puzzle).splitlines()) > puzzle.shape.rows
    assert "\x1b" not in str(puzzle)
    assert "\n" not in repr(puzzle)
    small = repr(puzzle).startswith("litgrid.loads(")
    assert eval(repr(puzzle), {"litgrid": litgrid}) == puzzle if small else repr(puzzle)[0] == "<"
    assert kind.name in repr(puzzle) or kind.title in repr(puzzle)


def test_repr_of_a_large_board() -> None:
    assert repr(kinds.get("lightup").empty(litgrid.loads(ONE).shape.read("20x30"))) == "<Light Up 20 x 30>"


def test_dump_goes_by_the_ending(folder: Path) -> None:
    puzzle, records = litgrid.loads(ONE), litgrid.examples("lightup")
    for name, begin in {
        "a.jsonl": '{"id"',
        "a.json": '{"id"',
        "a.txt": "lightup 3x3",
        "a.pzpr": "https",
        "a.XML": "<",
    }.items():
        litgrid.dump(puzzle, name)
        assert (folder / name).read_text().startswith(begin), name
        assert litgrid.load(name) == puzzle
    litgrid.dump(records, Path("all.jsonl.gz"))
    assert gzip.decompress((folder / "all.jsonl.gz").read_bytes())
    assert [item.puzzle for item in litgrid.load_all("all.jsonl.gz") if isinstance(item, litgrid.Record)] == [
        record.puzzle for record in records
    ]
    litgrid.dump(puzzle, "a.anything", format="text")
    assert (folder / "a.anything").read_text() == f"{ONE}\n"
    for name in ("noending", "a.what"):
        with pytest.raises(LitgridError, match=rf"ends in a format's name, as \.jsonl or \.txt, got '{name}'"):
            litgrid.dump(puzzle, name)


def test_dump_warns_of_what_is_left_out_once() -> None:
    with pytest.warns(UserWarning, match="text has no place for") as caught:
        litgrid.dump(litgrid.examples("lightup"), "a.txt")
    assert len({str(one.message) for one in caught}) == len(caught)
    assert {one.filename for one in caught} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        litgrid.dump(litgrid.loads(ONE), "b.txt")


def test_dump_writes_the_whole_or_nothing(folder: Path) -> None:
    (folder / "a.txt").write_text("before")
    good, bad = litgrid.loads_all("lightup\n.1.\n\nlightup\n.7.", source="x")
    with pytest.raises(litgrid.InputError, match="x:5:2"):
        litgrid.dump([good, bad], "a.txt")
    with pytest.raises(LitgridError, match="holds one puzzle in a text"):
        litgrid.dump([litgrid.loads(ONE)] * 2, "a.txt", format="legup")
    with pytest.raises(TypeError, match="expected a Puzzle"):
        litgrid.dump([ONE], "a.txt")  # type: ignore[list-item]
    assert (folder / "a.txt").read_text() == "before"
    with pytest.raises(LitgridError, match="cannot be written"):
        litgrid.dump(litgrid.loads(ONE), "nowhere/a.txt")


def test_dumps_is_what_dump_writes(folder: Path) -> None:
    puzzles = [litgrid.loads(ONE), litgrid.loads("binairo\n1.\n..")]
    litgrid.dump(puzzles, "a.jsonl")
    assert litgrid.dumps(puzzles, format="jsonl") == (folder / "a.jsonl").read_text()
    assert litgrid.dumps([], format="text") == ""


def test_a_verdict_is_true_where_there_is_one_answer() -> None:
    one, several, none = (litgrid.solve(litgrid.loads(text)) for text in (ONE, "lightup\n..", "lightup\n4."))
    assert one
    assert one.unique
    assert one.solution is one.solutions[0]
    assert not several
    assert not several.unique
    assert several.solution is several.solutions[0]
    assert not none
    assert none.solution is None
    assert not litgrid.solve(litgrid.loads(ONE), timeout=0)


def test_an_explanation_is_a_sequence_of_steps() -> None:
    found = litgrid.explain(litgrid.loads(ONE))
    assert list(found) == list(found.steps)
    assert len(found) == len(found.steps) == 3
    assert found[0] is found.steps[0]
    assert found[-1] is found.steps[2]
    assert found[1:] == found.steps[1:]
    with pytest.raises(IndexError):
        found[3]


def test_what_was_drawn_is_a_sequence_of_answers() -> None:
    sampled = litgrid.sample(litgrid.loads("binairo\n....\n....\n....\n...."), 5, seed=1)
    assert len(sampled) == 5
    assert [grid.tolist() for grid in sampled] == sampled.grids.tolist()
    assert (sampled[2] == sampled.grids[2]).all()


def test_what_a_kind_does_not_have_cannot_be_ordered() -> None:
    with pytest.raises(litgrid.LitgridError, match=r"Light Up has no 'wals' to be asked for. Did you mean 'walls'\?"):
        litgrid.generate("lightup", 6, wals=True)


@pytest.mark.parametrize(
    "name", sorted({question.function for question in QUESTIONS.values() if question.entries is None}, key=str)
)
def test_a_question_about_a_record_names_its_puzzle(name: Callable[..., Any]) -> None:
    record = Record("a", litgrid.load("lightup\n.1.\n...\n#.2"))
    with pytest.raises(TypeError, match=r"got a Record: give its \.puzzle"):
        next(iter(name(record)))


def test_a_question_about_a_game_that_was_begun_begins_there() -> None:
    text = '{"kind": "lightup", "clues": [".1.", "...", "#.2"], "entries": ["%s", "..o", "#.2"], "solution": %s}'
    right, wrong, bare = (
        next(litgrid.loads_all(text % line))
        for line in (("o1.", "null"), (".1o", "null"), ("...", '["o1.", "..o", "#o2"]'))
    )
    assert isinstance(right, Record)
    assert isinstance(wrong, Record)
    assert litgrid.check(right).status == "unfinished"
    assert litgrid.check(right.puzzle).open == 6
    assert litgrid.check(right).open == 4
    assert {rule.kind for rule in litgrid.check(wrong).broken} == {"clash"}
    first = litgrid.explain(right).steps[0]
    assert first.cells != litgrid.explain(right.puzzle).steps[0].cells
    assert (7, 1) in litgrid.hint(right).steps[0].cells  # and not what the board shows anyway, as a step does
    assert litgrid.hint(wrong).mistake is not None
    assert litgrid.hint(wrong.puzzle).mistake is None
    # What is said wins over the record; and an answer is checked, but nothing is gone on from there.
    assert litgrid.hint(wrong, wrong.puzzle.givens).mistake is None
    assert isinstance(bare, Record)
    bare = dataclasses.replace(bare, filled=None)
    assert litgrid.check(bare).status == "solved"
    assert len(litgrid.explain(bare)) == len(litgrid.explain(bare.puzzle)) > 0


def test_what_is_nearly_the_name_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d").mkdir()
    Path("p.txt").write_text("lightup\n.1.\n...\n#.2")
    with pytest.raises(litgrid.InputError, match=r"^d: expected a file, got a directory"):
        litgrid.load("d")
    for name in ("p.txt\n", "p.txt\r\n", "\np.txt"):
        with pytest.raises(litgrid.InputError, match=r"^p\.txt: expected the name of a file, got one with the end"):
            litgrid.load(name)
