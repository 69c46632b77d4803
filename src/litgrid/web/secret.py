"""The token: the secret that every address of the page begins with, kept where its user alone can read it.

It is the same each time, so that a bookmark stays right. Its file has the mode 0600 in a folder of the mode 0700, from
the moment it is there; what others may have read or written is made anew.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
import sys
from pathlib import Path
from typing import NamedTuple

TOKEN = re.compile(r"[\w-]{20,200}", re.ASCII)
AS_IT_IS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Opens no other file than the one of that name, and waits for nobody."""


class Kept(NamedTuple):
    """A token, and what is to be said of it: that it is not the one from before, or not kept."""

    token: str
    remark: str = ""


def fresh() -> str:
    """Return a token that nobody has had."""
    return secrets.token_urlsafe(16)


def place() -> Path:
    """Return the file of this user's token, in the folder that the system has for what programs keep."""
    try:
        if chosen := os.environ.get("XDG_DATA_HOME"):
            data = Path(chosen)
        elif sys.platform == "win32":
            data = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            data = Path.home() / "Library" / "Application Support"
        else:
            data = Path.home() / ".local" / "share"
    except RuntimeError as problem:
        raise OSError(0, "there is no home") from problem
    return data.absolute() / "litgrid" / "token"


def kept() -> Kept:
    """Return this user's token; where it cannot be kept, one that nobody else has."""
    try:
        file = place()
    except OSError as problem:
        return _unkept("", problem)
    try:
        _close(file.parent)
        token, wrong = _read(file)
        if wrong:
            file.unlink()
        if token is None:
            _make(file)
            token, _ = _read(file)
        if token is None:
            return _unkept(f" in {file}", OSError(0, "it is not what was written"))
    except OSError as problem:
        return _unkept(f" in {file}", problem)
    if wrong:
        wrong = f"{file} {wrong}: the address has a new secret part, bookmarks of the old one are not right any more"
    return Kept(token, wrong)


def _unkept(where: str, problem: OSError) -> Kept:
    why = problem.strerror or problem
    return Kept(fresh(), f"the secret part of the address cannot be kept{where}: {why}; it is right until Ctrl-C")


def _close(folder: Path) -> None:
    """Make a folder that nobody else can enter, or see to it that it is one."""
    for each in (*reversed(folder.parents), folder):
        if not each.exists():
            each.mkdir(mode=0o700, exist_ok=True)
    found = folder.stat()
    if not _mine(found):
        raise OSError(0, "the folder belongs to somebody else")
    if os.name == "posix" and found.st_mode & 0o077:
        folder.chmod(0o700)


def _read(file: Path) -> tuple[str | None, str]:
    """Return the token of a file, ``None`` where there is none; and what is wrong with what is there instead."""
    if file.is_symlink():
        return None, "was a link"
    try:
        opened = os.open(file, os.O_RDONLY | AS_IT_IS)
    except FileNotFoundError:
        return None, ""
    with os.fdopen(opened, encoding="ascii", errors="replace") as text:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode):
            return None, "was no file"
        if not _mine(found):
            return None, "belonged to somebody else"
        if os.name == "posix" and found.st_mode & 0o077:
            return None, "was open to others"
        token = TOKEN.fullmatch(text.read(1000).strip())
    return (token[0], "") if token else (None, "held no token")


def _make(file: Path) -> None:
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | AS_IT_IS, 0o600)
    try:
        with os.fdopen(opened, "w", encoding="ascii") as text:
            text.write(fresh() + "\n")
        try:
            os.link(part, file)
        except FileExistsError:
            pass
        except OSError:  # no file has two names there
            part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _mine(found: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
