"""The file of results: what is in it after anything that can happen to its writer."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from litgrid.core.errors import InputError, LitgridError
from litgrid.lab.journal import Journal, read
from tests.processes import finished

HEAD = {"litgrid": "0", "experiment": {"noises": (0.5,), "seed": 1}}
LINES = [{"cell": 0, "flips": [1, 2]}, {"cell": 1, "flips": [3]}]


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "results.jsonl")


def fill(path: str) -> bytes:
    with Journal(path, HEAD) as journal:
        for line in LINES:
            journal.append(line)
    return Path(path).read_bytes()


def test_what_was_written_is_read_back(path: str) -> None:
    fill(path)
    head, lines = read(path)
    assert head == {"litgrid": "0", "experiment": {"noises": [0.5], "seed": 1}}
    assert lines == LINES
    with Journal(path, HEAD) as journal:
        assert journal.lines == LINES


def test_a_file_cut_anywhere_is_continued_without_loss_of_whole_lines(path: str) -> None:
    data = fill(path)
    ends = [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]
    for cut in range(len(data) + 1):
        Path(path).write_bytes(data[:cut])
        whole = sum(end <= cut for end in ends) - 1
        with Journal(path, HEAD) as journal:
            assert journal.lines == LINES[: max(whole, 0)]
            for line in LINES[max(whole, 0) :]:
                journal.append(line)
        assert Path(path).read_bytes() == data


def test_reading_leaves_a_torn_line_alone(path: str) -> None:
    data = fill(path)[:-5]
    Path(path).write_bytes(data)
    assert read(path)[1] == LINES[:1]
    assert Path(path).read_bytes() == data


def test_another_experiment_is_refused_and_not_touched(path: str) -> None:
    data = fill(path)
    with pytest.raises(InputError) as caught:
        Journal(path, {**HEAD, "experiment": {"noises": (0.5,), "seed": 2}})
    assert "another experiment (experiment seed: 1 there, 2 here)" in str(caught.value)
    assert Path(path).read_bytes() == data
    with Journal(path, {"litgrid": "1"}, anew=True) as journal:
        assert journal.lines == []
    assert Path(path).read_bytes() == b'{"litgrid":"1"}\n'


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize("data", [b"lightup\n.1.\n", b"\x00\xff", b'{"id": 1}\n', b'{"litgrid":"0"}\nnonsense\n{}\n'])
def test_what_is_not_ours_is_not_touched(path: str, data: bytes, anew: bool) -> None:
    Path(path).write_bytes(data)
    with pytest.raises(InputError):
        Journal(path, HEAD, anew=anew)
    with pytest.raises(InputError):
        read(path)
    assert Path(path).read_bytes() == data


def test_finished_lines_take_the_place_of_all(path: str) -> None:
    with Journal(path, HEAD) as journal:
        journal.append(LINES[1])
        journal.append(LINES[0])
        journal.finish(LINES)
    again = Path(path).read_bytes()
    assert read(path)[1] == LINES
    assert sorted(Path(path).parent.iterdir()) == [Path(path)]
    assert fill(path) == again + again.split(b"\n", 1)[1]


def test_two_writers_are_refused(path: str) -> None:
    if sys.platform == "win32":
        pytest.skip("files are not locked on Windows")
    with Journal(path, HEAD), pytest.raises(LitgridError, match="another process is writing"):
        Journal(path, HEAD)
    with Journal(path, HEAD):
        pass


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "such", "", "a\0b", os.devnull):
        with pytest.raises(LitgridError, match="cannot be written"):
            Journal(str(path), HEAD)
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere, so that a read-only folder cannot be tried")
    tmp_path.chmod(0o500)
    with pytest.raises(LitgridError, match="cannot be written"):
        Journal(str(tmp_path / "results.jsonl"), HEAD)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    for name, said in (("none", "No such file"), ("", "directory"), ("empty", "got an empty one")):
        with pytest.raises(InputError, match=said):
            read(str(tmp_path / name))


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full"])
def test_a_file_without_end_is_not_read(path: str) -> None:
    if not Path(path).exists():
        pytest.skip(f"there is no {path} here")
    with pytest.raises(InputError, match="got one that begins with"):
        read(path)
    with pytest.raises(LitgridError, match="can be read again"):
        Journal(path, HEAD)


def test_brackets_without_end_are_no_result(path: str) -> None:
    data = fill(path)
    Path(path).write_bytes(data + b"[" * 100_000 + b"\n")
    with pytest.raises(InputError, match="4: expected a JSON object"):
        read(path)


FULL = """
import resource, signal, sys
from litgrid.core.errors import LitgridError
from litgrid.lab.journal import Journal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    with Journal(sys.argv[1], {"litgrid": "0"}) as journal:
        for number in range(1000):
            journal.append({"cell": number})
except LitgridError as error:
    print(error)
"""


def test_a_full_disk_is_told_and_loses_nothing(path: str) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no limit of file sizes to try this with")
    said = finished([sys.executable, "-c", FULL, path], capture_output=True, text=True, check=True)
    assert "the results cannot be written: File too large" in said.stdout
    lines = read(path)[1]
    assert lines == [{"cell": number} for number in range(len(lines))]
    assert len(lines) > 50
    with Journal(path, {"litgrid": "0"}) as journal:
        assert journal.lines == lines
