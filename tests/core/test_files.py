"""A file is written whole or not at all: whatever ends the writing, what was there before is there after it."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from litgrid.core.errors import LitgridError
from litgrid.core.files import replaced, write_file, written
from tests.cli.run import HERE
from tests.processes import PATIENCE, started, wait_until


def broken(path: Path, error: type[BaseException]) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"half of "
        raise error

    with pytest.raises(error):
        write_file(pieces(), str(path))


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, SystemExit, ValueError])
@pytest.mark.parametrize("name", ["a", "a.gz"])
def test_what_ends_in_the_midst_leaves_what_was_there(tmp_path: Path, error: type[BaseException], name: str) -> None:
    broken(tmp_path / name, error)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / name).write_bytes(b"old")
    broken(tmp_path / name, error)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [(name, b"old")]


def test_what_is_written_is_there_and_nothing_else(tmp_path: Path) -> None:
    assert write_file([b"one", b"", b" two"], str(tmp_path / "a")) == 7
    assert write_file([b"x" * 10], str(tmp_path / "a.gz")) == 10
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a", "a.gz"]
    assert (tmp_path / "a").read_bytes() == b"one two"
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"x" * 10
    for name, unpack in (("a.bz2", bz2.decompress), ("a.xz", lzma.decompress)):
        assert write_file([b"x", b"yz"], str(tmp_path / name)) == 3
        assert unpack((tmp_path / name).read_bytes()) == b"xyz"
    with written(str(tmp_path / "b")):
        pass
    assert not (tmp_path / "b").exists()


def test_modes_are_those_that_one_expects(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    before = os.umask(0o027)
    try:
        write_file([b"a"], str(new))
    finally:
        os.umask(before)
    assert stat.S_IMODE(new.stat().st_mode) == 0o640
    old.write_bytes(b"old")
    for mode in (0o600, 0o664, 0o755):
        old.chmod(mode)
        write_file([b"b"], str(old))
        assert stat.S_IMODE(old.stat().st_mode) == mode
    with replaced(old) as file:
        assert stat.S_IMODE(os.fstat(file.fileno()).st_mode) == 0o600


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link, loose = tmp_path / "there" / "a", tmp_path / "link", tmp_path / "loose"
    target.write_bytes(b"old")
    link.symlink_to(target)
    loose.symlink_to(tmp_path / "there" / "b")
    for place in (link, loose):
        write_file([b"new"], str(place))
        assert place.is_symlink()
        assert place.resolve().read_bytes() == b"new"
    assert sorted(file.name for file in (tmp_path / "there").iterdir()) == ["a", "b"]


def test_streams_are_written_as_they_come(tmp_path: Path) -> None:
    write_file([b"a"], os.devnull)
    assert not stat.S_ISREG(Path(os.devnull).stat().st_mode)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()), daemon=True)
    reader.start()
    write_file([b"one ", b"two"], str(fifo))
    reader.join(60)
    assert read == [b"one two"]
    assert fifo.is_fifo()
    with (tmp_path / "open").open("w+b") as file:  # what the shell makes of > file, and /dev/stdout of it
        write_file([b"new"], f"/dev/fd/{file.fileno()}")
        assert os.fstat(file.fileno()).st_size == 3


@pytest.mark.parametrize("name", ["", "no/such/folder", ".", "there/", "a/", "\0", "x" * 300, "loop", "file/below"])
def test_a_name_that_no_file_can_have_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    Path("file").write_bytes(b"old")
    Path("loop").symlink_to("loop")
    with pytest.raises(LitgridError, match="the file cannot be written: "):
        write_file([b"a"], name)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "loop", "there"]
    assert not list(tmp_path.parent.glob(".litgrid-*"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_what_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(0o400)
    with pytest.raises(PermissionError), replaced(file):
        pass
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError), replaced(tmp_path / "other"):
        pass
    tmp_path.chmod(0o700)


BEGIN = "import os\nfrom litgrid.__main__ import main\n"
CONVERT = ["convert", "-", "--to", "jsonl", "--output"]
PUZZLE = b"lightup\n.1.\n...\n#.2\n\n"


def opened(pid: int, folder: Path) -> list[str]:
    """Return what a process has open in a folder, with a name or without one."""
    links = []
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):  # it was closed meanwhile
            links.append(str(link.readlink()))
    return [link for link in links if link.startswith(f"{folder}/")]


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("prepare", ["", "del os.O_TMPFILE\n"], ids=["unnamed", "named"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_command_that_is_killed_leaves_what_was_there(tmp_path: Path, number: signal.Signals, prepare: str) -> None:
    target = tmp_path / "puzzles.jsonl"
    target.write_bytes(b"old")
    command = [sys.executable, "-c", f"{BEGIN}{prepare}main()", *CONVERT, str(target)]
    with started(command, stdin=subprocess.PIPE, env=HERE) as process:
        assert process.stdin is not None
        process.stdin.write(2 * PUZZLE)
        process.stdin.flush()  # it writes the first one, and waits for more
        wait_until(lambda: opened(process.pid, tmp_path))
        process.send_signal(number)
        assert process.wait(PATIENCE) == -number
        wait_until(lambda: list(tmp_path.iterdir()) == [target])
    assert target.read_bytes() == b"old"


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
def test_where_all_files_have_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException] | None, there: bool
) -> None:
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    target = tmp_path / "a"
    if there:
        target.write_bytes(b"old")
    with pytest.raises(error) if error else nullcontext(), replaced(target) as file:
        file.write(b"new")
        assert len(list(tmp_path.glob(".litgrid-*"))) == 1
        if error:
            raise error
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == (
        [("a", b"old" if error else b"new")] if there or not error else []
    )
