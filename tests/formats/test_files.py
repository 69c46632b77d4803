"""Files that cannot be read: one sentence each, and never more memory than the limit."""

from __future__ import annotations

import builtins
import gzip
import io
import subprocess
import sys
from pathlib import Path

import pytest

from litgrid.core.errors import InputError
from litgrid.formats import files
from litgrid.formats.files import read_file


def test_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeff.#\r\n●".encode())
    assert read_file(str(path)) == ".#\r\n●"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\0\0\1\0" * 9, "1:1: expected text in UTF-8: is this a binary file?"),
        (b"\x7fELF..", "1:1: expected text in UTF-8: is this a binary file?"),
        (b"\x89PNG\r\n..", "1:1: expected text in UTF-8: is this a binary file?"),
        (gzip.compress(gzip.compress(b"..", mtime=0), mtime=0), "1:1: expected text in UTF-8: is this a binary file?"),
        (bytes(range(256)) * 4, "1:1: expected text in UTF-8: is this a binary file?"),
        (".#\n".encode("utf-16"), "1:1: expected text in UTF-8, got UTF-16: save it as UTF-8"),
    ],
)
def test_not_text(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_file(str(path))
    assert str(caught.value) == f"{path}:{message}"


def test_gzip_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress("\ufeff.#\r\n●".encode()))
    assert read_file(str(path)) == ".#\r\n●"


@pytest.mark.parametrize(
    "data",
    # The time stands in the name of a test, which must be the same in all workers.
    [b"\x1f\x8b..", gzip.compress(b"." * 999, mtime=0)[:-9], gzip.compress(b"..", mtime=0)[:12] + b"?" * 9],
)
def test_gzip_that_is_broken(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(data)
    with pytest.raises(InputError, match="expected a packed file that can be unpacked: "):
        read_file(str(path))


def test_a_small_file_may_not_unpack_to_a_huge_one(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"." * 3_000_000))
    assert len(read_file(str(path), 3_000_000)) == 3_000_000
    with pytest.raises(InputError, match="expected at most 1 MiB, got more"):
        read_file(str(path), 2**20)


def test_a_bad_byte_does_not_cost_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"..\n\n.\xe9\n.\0")
    assert read_file(str(path)) == "..\n\n.\udce9\n.\0"


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a file, but there is none of that name"):
        read_file(str(tmp_path / "missing"))
    with pytest.raises(InputError, match="expected a file, got a directory"):
        read_file(str(tmp_path))
    with pytest.raises(InputError, match="expected a file that can be read: "):
        read_file("a\0b")
    with pytest.raises(InputError, match="expected the name of a file, got an empty name"):
        read_file("")


def test_no_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not with a real file: the tests may run as root, who may read everything.
    def refuse(*_: object) -> None:
        raise PermissionError(13, "denied")

    monkeypatch.setattr(builtins, "open", refuse)
    with pytest.raises(InputError, match="permission is denied"):
        read_file("a")


def test_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert files.MOST_BYTES == 64 * 1024**2
    monkeypatch.setattr(files, "MOST_BYTES", 3 * 1024**2)
    path = tmp_path / "a"
    path.write_bytes(b"." * files.MOST_BYTES)
    assert len(read_file(str(path))) == files.MOST_BYTES
    with path.open("ab") as file:
        file.write(b".")
    with pytest.raises(InputError, match="expected at most 3 MiB, got more: split the file into several"):
        read_file(str(path))


def test_an_endless_file_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no /dev/zero on this system")
    with pytest.raises(InputError, match="is this a binary file"):
        read_file("/dev/zero")
    monkeypatch.setattr(files, "MOST_BYTES", 2**20)
    with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
        with pytest.raises(InputError, match="expected at most 1 MiB"):
            read_file(f"/dev/fd/{endless.stdout.fileno()}")  # type: ignore[union-attr]
        endless.kill()


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b".#")))
    assert read_file("-") == ".#"
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input: expected a puzzle, but the stream is closed"):
        read_file("-")
