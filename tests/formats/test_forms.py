"""Formats know no kind: what a kind is in them, it says itself, and a kind that says it is read and written."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

import litgrid.formats
from litgrid.core.codecs import Codec, Fours, Runs, Skips
from litgrid.core.errors import InputError, UnknownNameError
from litgrid.core.forms import Coded, Game, Task, Tokens
from litgrid.core.kind import Kind
from litgrid.core.tables import Table
from litgrid.formats import Record, formats, loads
from litgrid.puzzles import kinds
from tests.formats.boards import read

NUMBERS = {number: number for number in "0123456789"}

FORMS = {
    "tatham": Game("Numbers", page="numbers", codec=Runs(NUMBERS), board="a to z and 0 to 9", params="", least=3),
    "janko": Tokens("zahlen", {"-": ".", **NUMBERS}, answer={"x": "#", "-": "_"}, others=("numbers",)),
    "pzpr": Coded("numbers", codec=Fours()),
    "numbers-task": Task("a task string, one a line", codec=Runs(NUMBERS), aliases=("number-task",)),
}


@dataclass(frozen=True, eq=False)
class Numbers(Kind):
    """Numbers in cells that are to be filled as well."""

    name: ClassVar[str] = "numbers"
    title: ClassVar[str] = "Numbers"
    true: ClassVar[str] = "black"
    false: ClassVar[str] = "white"
    alphabet: ClassVar[dict[str, str]] = {
        ".": "open",
        **dict.fromkeys(NUMBERS, "number"),
        "#": "black",
        "_": "white",
    }
    answer: ClassVar[str] = "_#."
    examples: ClassVar[tuple[str, ...]] = ("..7\n9..\n...",)
    forms: ClassVar[str] = __name__

    def rules(self) -> Sequence[Table]:
        return ()


@pytest.fixture
def numbers() -> Iterator[None]:
    kinds.add(Numbers)
    yield
    kinds.discard("numbers")


TEXTS = {
    "tatham": "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/numbers.html#3x3:b79e",
    "janko": "begin\npuzzle Zahlen\nsize 3\nproblem\n- - 7\n9 - -\n- - -\nend\n",
}


@pytest.mark.parametrize(("name", "text"), TEXTS.items())
def test_a_kind_is_read_and_written_by_what_it_says(numbers: None, name: str, text: str) -> None:
    puzzle = loads("numbers\n..7\n9..\n...")
    assert read(text).puzzle == puzzle
    again = formats.get(name).write(Record("text:1", puzzle))
    assert read(again, format=name, kind="numbers").puzzle == puzzle
    assert "numbers" in formats.get(name).kinds
    assert not formats.get(name).lost(Record("text:1", puzzle))


def test_a_format_of_its_own_is_there_as_long_as_the_kind_is() -> None:
    assert "numbers-task" not in formats.names()
    kinds.add(Numbers)
    try:
        puzzle = loads("numbers\n..7\n9..\n...")
        written = formats.get("number-task").write(Record("text:1", puzzle))
        assert written == "b79e\n"
        assert loads(written, format="numbers-task") == puzzle
        assert formats.names().count("numbers-task") == 1
    finally:
        kinds.discard("numbers")
    assert "numbers-task" not in formats.names()
    with pytest.raises(UnknownNameError):
        formats.get("numbers-task")


def test_what_a_codec_cannot_write_is_said(numbers: None) -> None:
    record = Record("text:1", loads("numbers\n..7\n4..\n._."))
    assert len(formats.get("pzpr").lost(record)) == 2
    link = formats.get("pzpr").write(record)
    assert link.startswith("https://puzz.link/p?numbers/3/3/")
    assert read(link).puzzle.clues == ["...", "4..", "..."]


def test_without_the_kind_its_texts_are_of_another() -> None:
    assert "numbers" not in formats.get("tatham").kinds
    with pytest.raises(InputError, match="this is a janko puzzle of the kind 'Zahlen'; litgrid knows akari, "):
        loads(TEXTS["janko"])


@pytest.mark.parametrize("codec", [Runs(NUMBERS), Skips("01"), Fours()], ids=lambda codec: type(codec).__name__)
def test_a_codec_is_its_own_inverse(codec: Codec) -> None:
    for board in ("." * 30, "0" * 30, ".1" * 40, "..0" + "." * 100 + "1", "1"):
        text = codec.encode(board)
        assert codec.length(text) in (len(board), len(board) + 1, len(board) + 2)  # open cells behind the board
        assert codec.decode(text)[: len(board)] == board
    assert codec.length("é") is None
    with pytest.raises(InputError, match="got 'é'") as caught:
        codec.decode("aé")
    assert caught.value.column == 2


def test_no_format_names_a_kind() -> None:
    called = {name for kind in kinds for name in (kind.name, *kind.aliases)}
    for path in Path(litgrid.formats.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        docs = {node.value for node in nodes if isinstance(node, ast.Expr)}
        words = [node.value for node in nodes if isinstance(node, ast.Constant) and node not in docs]
        words += [node.id for node in nodes if isinstance(node, ast.Name)]
        words += [node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
        found = [word for word in words if isinstance(word, str) and any(name in word.lower() for name in called)]
        assert not found, path.name
