"""Texts that come in pieces: what is read is what :func:`load_all` reads, and what is complete is read at once."""

from __future__ import annotations

import gzip
import os
import pickle
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import InputError
from litgrid.formats import Format, Record, files, formats, load_coming, loads_all
from litgrid.formats.files import opened
from litgrid.formats.reading import Unread

FIRST, BAD, LAST = (
    '{"kind":"lightup","clues":[".1.","...","#.2"]}',
    '{"kind":"lightup","clues":[]}',
    '{"id":"c","kind":"lightup","clues":["1."]}',
)
LINES = f"{FIRST}\n{BAD}\n\n{LAST}\n"
GRIDS = "lightup\n.1.\n...\n#.2\n\n\nlightup\n.7.\n\n11..\n....\n....\n..11\n"
TEXTS = {
    "lines": LINES,
    "lines as on Windows": LINES.replace("\n", "\r\n"),
    "lines without an end": LINES.rstrip(),
    "grids": GRIDS,
    "grids after blank lines": f"\n  \n{GRIDS}",
    "objects over several lines": LINES.replace("{", "{\n"),
    "an array": f"[\n{FIRST},\n{BAD},\n{LAST}]\n",
    "lines and grids": LINES + GRIDS,
    "grids and lines": f"{GRIDS}\n{LINES}",
    "blank lines": "\n\n",
    "nothing": "",
    "no puzzle": "dear all,\n\nno puzzle today\n",
    "of several kinds": "1...\n....\n....\n....\n\n1...\n....\n....\n....\n",
}


def described(items: Iterator[Record | InputError]) -> list[object]:
    """Return what there is to compare."""
    return [
        (item.id, item.puzzle, item.line, item.level, item.warnings)
        if isinstance(item, Record)
        else (type(item), str(item), item.line, item.column)
        for item in items
    ]


def pieces_of(text: str, cuts: list[bool]) -> list[str]:
    """Return a text cut after some of its lines."""
    pieces = [""]
    for number, line in enumerate(text.splitlines(keepends=True)):
        pieces[-1] += line
        if cuts[number % len(cuts)]:
            pieces.append("")
    return pieces


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
@given(cuts=st.lists(st.booleans(), min_size=1, max_size=8))
def test_pieces_are_read_as_the_whole(text: str, cuts: list[bool]) -> None:
    whole = described(loads_all(text, source="a"))
    assert described(load_coming(pieces_of(text, cuts), source="a")) == whole


@pytest.mark.parametrize("target", list(formats), ids=lambda one: one.name)
@pytest.mark.parametrize("named", [False, True])
def test_so_is_every_format(target: Format, named: bool) -> None:
    text = target.example + (target.separator or "") + target.example
    name = target.name if named else None
    for cuts in ([True], [False, True], [True, False, False]):
        assert described(load_coming(pieces_of(text, cuts), format=name)) == described(loads_all(text, format=name))


@pytest.mark.parametrize(("text", "needed"), [(LINES, 1), (GRIDS, 5)], ids=["lines", "grids"])
def test_what_is_complete_comes_at_once(text: str, needed: int) -> None:
    lines = text.splitlines(keepends=True)
    waiting = iter(lines)
    items = load_coming(waiting)
    assert isinstance(next(items), Record)
    assert len(list(waiting)) == len(lines) - needed


def test_it_may_go_on_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litgrid.formats.MOST_BYTES", 1000)
    assert sum(isinstance(item, Record) for item in load_coming(f"{FIRST}\n" for _ in range(1000))) == 1000
    with pytest.raises(InputError, match="at most"):
        list(load_coming("[\n" for _ in range(1000)))


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes with names here")
    place = tmp_path / "pipe"
    os.mkfifo(place)
    return place


def through(pipe: Path, *parts: bytes) -> list[str]:
    """Return the pieces that are read of a pipe into which parts are written."""

    def write() -> None:
        with pipe.open("wb", buffering=0) as file:
            for part in parts:
                file.write(part)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        with opened(str(pipe)) as file:
            return list(file.pieces())
    finally:
        writer.join()


def test_a_pipe_gives_whole_lines(pipe: Path) -> None:
    parts = ["ä\nb", "c\n", "d"]
    pieces = through(pipe, *(part.encode() for part in parts))
    assert "".join(pieces) == "".join(parts)
    assert all(piece.endswith("\n") for piece in pieces[:-1])


def test_a_pipe_is_unpacked_and_looked_at_as_a_file_is(pipe: Path) -> None:
    assert "".join(through(pipe, gzip.compress(GRIDS.encode()))) == GRIDS
    assert "".join(through(pipe, b"\xef\xbb\xbf" + GRIDS.encode())) == GRIDS
    assert through(pipe) == [""]
    with pytest.raises(InputError, match="is this a binary file"):
        through(pipe, b"\x89PNG\n\n")


def test_a_line_without_end_is_refused(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 20_000)
    monkeypatch.setattr(files, "CHUNK", 1000)
    with pytest.raises(InputError, match="at most"):
        through(pipe, b"." * 21_500)


@pytest.mark.parametrize("name", [*TEXTS, *formats.names()])
def test_what_comes_unread_is_read_in_another_process(name: str) -> None:
    """As workers get it: pickled, with a format of which nothing is known but its name."""
    format_name = name if name in formats.names() else None
    text = TEXTS[name] if format_name is None else formats.get(name).example
    come = load_coming(iter([text]), format=format_name, lazily=True)
    read = [item.read() if isinstance(item, Unread) else item for item in pickle.loads(pickle.dumps([*come]))]
    assert described(iter(read)) == described(loads_all(text, format=format_name))
