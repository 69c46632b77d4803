"""The warden: a program that ends what another process has started, and removes its folders, once that one is gone.

It reads what is started and what has ended, until that stream ends. Only its *owner* holds the other end, and the
system closes that however the owner ends, SIGKILL included. Then the process groups that are left are killed, and the
folders removed.

Besides, what is started names its owners in its environment, and a folder names its owner. So, where there is a
``/proc``, what was not told any more is found too, or has left its group; and a warden begins with what is left of
owners that are gone: those whose warden was killed with them. Only what belongs to the same user is looked at.

It is run as a file, by a bare Python: that takes 10 ms. So it knows nothing of litgrid.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
import time
from binascii import crc32
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

OWNERS = "LITGRID_OWNERS"
"""The variable of the environment that names the owners of a process, the nearest last."""
PREFIX = "litgrid-"
"""Folders are called so, with their owner and something random after it, between dashes."""
ROUNDS, PAUSE = 25, 0.02
"""So often, and so many seconds apart, what is left is looked for: a process may be starting another at this moment."""
GRACE = 0.3
"""Seconds in which others may remove what is theirs."""
END = b"\0"
"""What follows everything that is told."""


def identity(pid: int | None = None) -> str:
    """Return what names a process for all time, this one by default: its number alone is given away again.

    Empty where there is no such process, or where it has ended and nobody has asked how.

    >>> identity() == identity(os.getpid()), "-" in identity()
    (True, False)
    """
    pid = pid or os.getpid()
    begun, space = "", ""
    with suppress(OSError):
        space = str(Path("/proc/self/ns/pid").stat().st_ino)  # the same number means another process in a container
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        begun = "" if fields[0] in b"ZX" else fields[19].decode()
    if space and not begun:
        return ""
    return f"{pid}.{begun}.{space}.{_host()}"


def _host() -> str:
    """Return the machine, as others may make folders in the same place."""
    return f"{crc32(os.fsencode(os.uname().nodename if hasattr(os, 'uname') else '')):x}"


def certain(owner: str) -> bool:
    """Return whether an identity is more than the number of a process."""
    return owner.split(".")[1] != ""


def gone(owner: str) -> bool:
    """Return whether the process of an identity has ended; where that cannot be known, it has not."""
    number, begun, *place = owner.split(".")
    if place != identity().split(".")[2:]:
        return False
    if begun:
        return identity(int(number)) != owner
    if os.name == "posix":
        try:
            os.kill(int(number), 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            pass
    return False


def orphans(owners: set[str]) -> Iterator[int]:
    """Yield the numbers of this user's processes with an owner that is gone, or one of these; not this process."""
    proc = Path("/proc")
    with suppress(OSError):
        for place in proc.iterdir() if proc.is_dir() else ():
            with suppress(OSError, ValueError):
                pid = int(place.name)
                if place.stat().st_uid != os.getuid() or pid == os.getpid():
                    continue
                variables = (place / "environ").read_bytes().split(END)  # empty for one that has ended
                said = next((each for each in variables if each.startswith(OWNERS.encode() + b"=")), b"=")
                if any(owner in owners or gone(owner) for owner in said.decode().partition("=")[2].split()):
                    yield pid


def abandoned(place: str) -> Iterator[str]:
    """Yield the folders of this user in a folder whose owner is gone: no links, and none that others may use."""
    if os.name != "posix":
        return
    with suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            name = entry.name.split("-")
            if not entry.name.startswith(PREFIX) or len(name) != 3:
                continue
            with suppress(OSError, ValueError):
                found = entry.stat(follow_symlinks=False)
                own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
                if own and gone(name[1]):
                    yield entry.path


def kill(group: int) -> None:
    """Kill a process group, where the system has them, else a process."""
    with suppress(OSError):  # it has ended
        if hasattr(os, "killpg"):
            os.killpg(group, signal.SIGKILL)
        else:
            os.kill(group, signal.SIGTERM)


def members(file: str) -> Iterator[int]:
    """Yield the processes that entered themselves into a file, a line each, and are there still."""
    with suppress(OSError):
        for line in Path(file).read_text(encoding="ascii").splitlines():
            with suppress(ValueError):
                pid = int(line.partition(".")[0])
                if identity(pid) == line:
                    yield pid


def left(told: bytes) -> dict[str, list[str]]:
    """Return what was told to begin and not to end: groups, folders, files of members.

    >>> left(b"+group 5" + END + b"+folder /tmp/a" + END + b"-group 5" + END + b"+grou")
    {'folder': ['/tmp/a']}
    """
    known: dict[bytes, None] = {}
    for each in told.split(END)[:-1]:
        if each.startswith(b"+"):
            known[each[1:]] = None
        else:
            known.pop(each[1:], None)
    found: dict[str, list[str]] = {}
    for each in known:
        kind, _, value = os.fsdecode(each).partition(" ")
        found.setdefault(kind, []).append(value)
    return found


def remove(folders: list[str], patterns: list[str] = []) -> None:  # noqa: B006 - it is not changed
    """Remove folders with all that is in them, and this user's files of some patterns; links are not followed."""
    if folders or patterns:
        import glob
        import shutil

        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        for file in (file for pattern in patterns for file in glob.glob(pattern)):  # noqa: PTH207 - it is absolute
            with suppress(OSError):
                if os.lstat(file).st_uid == os.getuid():
                    os.unlink(file)  # noqa: PTH108


def sweep(place: str, owners: set[str], rounds: int) -> None:
    """End the processes of these owners and of those that are gone, then remove the folders of the latter."""
    for _ in range(rounds):
        found = list(orphans(owners))
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            break
        time.sleep(PAUSE)
    remove(list(abandoned(place)))


def main(place: str, owner: str) -> None:
    """Watch over what an owner starts; ``place`` is where temporary folders are made."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # it ends with its owner, and not before
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    sweep(place, set(), 1)
    found = left(sys.stdin.buffer.read())
    for group in found.get("group", []):
        kill(int(group))
    for pid in [pid for file in found.get("members", []) for pid in members(file)]:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    time.sleep(PAUSE)  # a process that is being started has the environment of its owner for a moment
    sweep(place, {owner}, ROUNDS)
    if "members" in found:  # who started them has a process that removes what they leave, if that is there still
        time.sleep(GRACE)
    remove(found.get("folder", []), found.get("files", []))


if __name__ == "__main__":
    main(*sys.argv[1:])
