"""The user's token: the same each time, and nobody else's, whatever is there already."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from litgrid.web import secret
from litgrid.web.secret import TOKEN, kept, place
from litgrid.web.serving import listen
from tests.cli.run import HERE, PROGRAM
from tests.processes import started

posix = pytest.mark.skipif(os.name != "posix", reason="modes and owners as POSIX has them")
SECRET = "x" * 22


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of one user."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


@contextmanager
def mask(bits: int) -> Iterator[None]:
    before = os.umask(bits)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_is_the_same_each_time(data: Path) -> None:
    first, again = kept(), kept()
    assert first == again
    assert first.remark == ""
    assert TOKEN.fullmatch(first.token)
    assert place() == data / "litgrid" / "token"
    assert [file.name for file in place().parent.iterdir()] == ["token"]


def test_two_users_have_two(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = kept()
    monkeypatch.setenv("XDG_DATA_HOME", f"{data}-other")
    assert kept().token != first.token


@posix
@pytest.mark.parametrize("bits", [0, 0o022, 0o077])
def test_nobody_else_can_read_it_whatever_the_mask(data: Path, bits: int) -> None:
    with mask(bits):
        kept()
    assert {mode(folder) & 0o077 for folder in (data, data / "litgrid", place())} == {0}


@posix
def test_it_is_never_open_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even for a moment: the system is asked for the right mode, and for a file that was not there."""
    asked = []
    open_ = os.open

    def watched(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            asked.append((bool(flags & os.O_EXCL), mode))
        return open_(path, flags, mode)

    monkeypatch.setattr(os, "open", watched)
    kept()
    assert asked == [(True, 0o600)]


def _written(file: Path, mode: int = 0o600, text: str = SECRET) -> None:
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)


def _link(file: Path) -> None:
    target = file.with_name("elsewhere")
    _written(target)
    file.symlink_to(target)


WRONG: dict[str, Callable[[Path], None]] = {
    "was open to others": lambda file: _written(file, 0o640),
    "was a link": _link,
    "was no file": lambda file: os.mkfifo(file),
    "held no token": lambda file: _written(file, text="short"),
}


@posix
@pytest.mark.parametrize("said", list(WRONG))
def test_what_is_not_to_be_trusted_is_made_anew(said: str) -> None:
    place().parent.mkdir(parents=True, mode=0o700)
    WRONG[said](place())
    found = kept()
    assert said in found.remark
    assert "bookmarks" in found.remark
    assert found.token != SECRET
    assert not place().is_symlink()
    assert mode(place()) == 0o600
    assert kept() == (found.token, "")


@posix
@pytest.mark.parametrize("text", ["", "\x00" * 40, "é" * 30, "a b" * 10, "../" * 10, "x" * 300])
def test_what_is_no_token_is_none(text: str) -> None:
    place().parent.mkdir(parents=True, mode=0o700)
    _written(place(), text=text)
    assert TOKEN.fullmatch(kept().token)


@posix
def test_a_folder_that_is_open_to_others_is_closed() -> None:
    place().parent.mkdir(parents=True)
    place().parent.chmod(0o777)
    assert kept().remark == ""
    assert mode(place().parent) == 0o700


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_belongs_to_somebody_else(what: str) -> None:
    place().parent.mkdir(parents=True, mode=0o700)
    _written(place())
    os.chown(place() if what == "file" else place().parent, 65534, 65534)
    found = kept()
    assert "belong" in found.remark
    assert found.token != SECRET
    assert (kept().token == found.token) == (what == "file")  # of a folder, nothing in it is touched
    assert place().stat().st_uid == 0


@pytest.mark.parametrize("where", ["/dev/null", "/proc"])
def test_where_it_cannot_be_kept_it_is_for_this_time(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    if not Path(where).exists():
        pytest.skip(f"no {where} here")
    monkeypatch.setenv("XDG_DATA_HOME", where)
    first, second = kept(), kept()
    assert first.token != second.token
    assert "right until Ctrl-C" in first.remark
    assert where in first.remark


def test_where_there_is_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert "there is no home" in kept().remark


def test_where_no_file_has_two_names(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*names: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", unknown)
    assert kept() == kept()
    assert [file.name for file in place().parent.iterdir()] == ["token"]


def test_who_comes_at_the_same_time_has_the_same() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: secret.kept(), range(8)))) == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_this_machine_is_told_the_one_that_is_kept(host: str) -> None:
    try:
        found = listen(host, 0)
    except Exception:
        if host == "::1":
            pytest.skip("no IPv6 here")
        raise
    found.socket.close()
    assert found.address.endswith(f"/{kept().token}/")


def test_other_machines_have_one_that_is_new_each_time() -> None:
    """What is sent there can be read on the way."""
    tokens = []
    for _ in range(2):
        found = listen("0.0.0.0", 0)
        found.socket.close()
        assert found.settings.token in found.address
        tokens.append(found.settings.token)
    assert len({*tokens, kept().token}) == 3


@posix
def test_it_says_that_it_cannot_be_kept() -> None:
    with started(
        [*PROGRAM, "play", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**HERE, "XDG_DATA_HOME": "/dev/null"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().strip()
        said = process.stderr.readline() + process.stderr.readline()
    assert TOKEN.fullmatch(address.rstrip("/").rsplit("/", 1)[1])
    assert "cannot be kept in /dev/null/litgrid/token" in said
    assert "Traceback" not in said


def test_mac_and_windows_have_folders_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    found = {}
    for system in ("linux", "darwin", "win32"):
        monkeypatch.setattr(sys, "platform", system)
        found[system] = place().relative_to(tmp_path).as_posix()
    assert found == {
        "linux": ".local/share/litgrid/token",
        "darwin": "Library/Application Support/litgrid/token",
        "win32": "Local/litgrid/token",
    }
