"""Counting in pieces: the whole, what a kill leaves, and what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.lab.count import MOST_CHUNKS, Progress, count
from litgrid.lab.workers import BACKENDS
from litgrid.puzzles import kinds


def binairo(rows: int, columns: int, **switches: bool) -> Puzzle:
    return kinds.get("binairo").empty(Shape(rows, columns)).with_switches(**switches)


@pytest.mark.parametrize("backend", [name for name in BACKENDS if name != "dask"])
def test_all_at_once(backend: str, tmp_path: Path) -> None:
    known = count(binairo(6, 6), str(tmp_path / "results.jsonl"), jobs=2, backend=backend)
    assert (known.count, known.found, known.done) == (4140, 4140, known.chunks)


def test_a_slice_says_what_all_will_cost(tmp_path: Path) -> None:
    path = str(tmp_path / "results.jsonl")
    part = count(binairo(6, 6), path, most=5, jobs=1)
    assert (part.done, part.count) == (5, None)
    assert part.expected == pytest.approx(part.seconds * part.chunks / 5)
    ticks: list[Progress] = []
    whole = count(binairo(6, 6), path, jobs=1, tick=ticks.append)
    assert [now.done for now in ticks] == list(range(5, whole.chunks + 1))
    assert whole.count == 4140


def test_what_a_kill_has_torn_is_counted_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    count(binairo(6, 6), str(path), jobs=1)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-3]) + lines[-3][:10])
    assert count(binairo(6, 6), str(path), jobs=1).count == 4140
    assert len(path.read_bytes().splitlines()) == len(lines)


def test_another_board_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "results.jsonl")
    count(binairo(4, 4), path, jobs=1)
    with pytest.raises(InputError, match="this file holds another experiment"):
        count(binairo(4, 4, unique_lines=False), path, jobs=1)
    assert count(binairo(4, 4, unique_lines=False), path, jobs=1, anew=True).count == 90


@pytest.mark.parametrize("line", ["{}", '{"chunk":999,"count":1,"seconds":1}', '{"chunk":0,"count":"1","seconds":1}'])
def test_lines_that_are_no_chunks_are_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    count(binairo(4, 4), str(path), jobs=1)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(InputError, match='expected a line with "chunk", "count" and "seconds"'):
        count(binairo(4, 4), str(path), jobs=1)


def test_a_board_without_a_seam_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LitgridError, match="cannot be counted in pieces"):
        count(kinds.get("gappy").empty(Shape(9, 9)), str(tmp_path / "results.jsonl"))


def test_no_task_is_lost_between_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litgrid.lab.count.MOST_CHUNKS", 7)
    known = count(binairo(6, 6), str(tmp_path / "results.jsonl"), jobs=1)
    assert known.count == 4140
    assert known.chunks <= 7 < MOST_CHUNKS
