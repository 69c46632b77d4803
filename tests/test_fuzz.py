"""A small share of the fuzzer's texts each time, and many in the slow tests: see ``tests/fuzz.py``."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from litgrid.core.errors import InputError, ReaderError
from litgrid.formats import Format, Record, formats, loads_all
from litgrid.formats.reading import Block, attempt
from litgrid.formats.record import Request
from tests import fuzz
from tests.cli.run import run


def test_a_few_texts(capfd: pytest.CaptureFixture[str]) -> None:
    assert fuzz.run(0, texts=150) == (150, 0), capfd.readouterr().out


@pytest.mark.slow
def test_many_texts(capfd: pytest.CaptureFixture[str]) -> None:
    assert fuzz.run(1, texts=20_000) == (20_000, 0), capfd.readouterr().out


def test_a_text_is_the_same_each_time() -> None:
    assert [fuzz.made(3, number) for number in range(20)] == [fuzz.made(3, number) for number in range(20)]


class Breaking(Format):
    """A format of another package, whose reader is full of bugs."""

    name = "breaking"
    summary = "breaks"
    example = ""

    def sniff(self, text: str) -> Collection[str]:
        raise IndexError("sniffing")

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        for number, line in enumerate(text.split("\n"), 1):
            if line == "between":
                raise KeyError("between")
            block = Block(number, [line])
            yield attempt(lambda block=block: self._one(block, request), request, number)  # type: ignore[misc]

    def _one(self, block: Block, request: Request) -> Record:
        if block.lines[0] == "bad":
            return request.record(1 // 0, 1)  # type: ignore[arg-type]
        (found,) = loads_all(block.lines[0], kind="lightup")
        assert isinstance(found, Record)
        return found

    def write(self, record: Record) -> str:
        raise NotImplementedError


@pytest.fixture
def breaking() -> Iterator[None]:
    formats.add(Breaking())
    yield
    formats.discard("breaking")


def test_a_reader_that_breaks_costs_one_puzzle(breaking: None, tmp_path: Path) -> None:
    found = list(loads_all(".#\nbad\n#.\nbetween\n#.", format="breaking", source="a"))
    assert [type(item) for item in found] == [Record, ReaderError, Record, ReaderError]
    assert str(found[1]).startswith("a:2:1: this text broke its reader (ZeroDivisionError: ")
    assert str(found[3]).startswith("a:")
    assert isinstance(found[1], ReaderError)
    assert isinstance(found[1].__cause__, ZeroDivisionError)
    assert [type(item) for item in loads_all("lightup\n.#")] == [Record]  # that detection breaks costs nobody else
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("bad\n#.\n")
    second.write_text(".#\n")
    result = run("solve", "--json", "--format", "breaking", str(first), str(second))
    assert result.exit_code == 3
    assert result.stdout.count('"status":"unique"') == 2
    assert "please report it" in result.stderr
    assert "Traceback" not in result.output


def test_the_text_that_was_found_first(tmp_path: Path) -> None:
    """A control character that ``\\s`` takes for a blank and ``int`` does not."""
    bad, good = tmp_path / "a.csv", tmp_path / "b.csv"
    bad.write_bytes(b"3,3\n1,0,0\n\x1e1,1,1\n")
    good.write_text("3,3\n1,0,1\n9,2,0\n2,2,2\n")
    result = run("solve", "--json", "--format", "akari-csv", str(bad), str(good))
    assert result.exit_code == 3
    assert result.stderr == f"litgrid: {bad}:3:1: expected a line such as 2,2,2, got '\\x1e1,1,1'\n"
    assert '"status":"unique"' in result.stdout
