"""The warden: a program that ends what another process has started, and removes its folders, once that one is gone.

It reads what is started and what has ended, until that stream ends. Only its *owner* holds the other end, and the
system closes that however the owner ends, SIGKILL included. Then the process groups that are left are killed, and the
folders removed.

Besides, what is started names its owners in its environment, and a folder names its owner. So, where there is a
``/proc``, what was not told any more is found too, or has left its group; and a warden begins with what is left of
owners that are gone: those whose warden was killed with them. Only what belongs to the same user is looked at.

It is run by a bare Python, and imports next to nothing before there is something to do: so it starts in 15 ms, beside
what it watches over. It knows nothing of litgrid.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from binascii import crc32

OWNERS = "LITGRID_OWNERS"
"""The variable of the environment that names the owners of a process, the nearest last."""
PREFIX = "litgrid-"
"""Folders are called so, with their owner and something random after it, between dashes."""
ROUNDS, PAUSE = 25, 0.02
"""So often, and so many seconds apart, what is left is looked for: a process may be starting another at this moment."""
END = b"\0"
"""What follows everything that is told."""


def identity(pid: int | None = None) -> str:
    """Return what names a process for all time, this one by default: its number alone is given away again.

    Empty where there is no such process, or where it has ended and nobody has asked how.

    >>> identity() == identity(os.getpid()), "-" in identity()
    (True, False)
    """
    pid = pid or os.getpid()
    try:
        space = os.stat("/proc/self/ns/pid").st_ino  # the same number means another process in a container
    except OSError:
        return f"{pid}...{_host()}"
    fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return f"{pid}.{int(fields[19])}.{space}.{_host()}" if fields and fields[0] not in b"ZX" else ""


def _read(file: str) -> bytes:
    """Return what a file of the system says, nothing where it cannot be read, as its process has ended."""
    try:
        with open(file, "rb") as opened:
            return opened.read()
    except OSError:
        return b""


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


def orphans(owners: set[str]) -> list[int]:
    """Return the numbers of this user's processes with an owner that is gone, or one of these; not this process."""
    found = []
    mark = OWNERS.encode() + b"="
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        try:
            if not name.isdigit() or int(name) == os.getpid() or os.stat(f"/proc/{name}").st_uid != os.getuid():
                continue
            # What has ended has no variables any more.
            said = next((each for each in _read(f"/proc/{name}/environ").split(END) if each.startswith(mark)), b"")
            if any(owner in owners or gone(owner) for owner in said[len(mark) :].decode().split()):
                found.append(int(name))
        except (OSError, ValueError):  # it has ended meanwhile, or somebody else gave it this variable
            continue
    return found


def abandoned(place: str) -> list[str]:
    """Return the folders of this user in a folder whose owner is gone: no links, and none that others may use."""
    found = []
    for name in os.listdir(place) if os.name == "posix" and os.path.isdir(place) else ():
        parts, path = name.split("-"), os.path.join(place, name)
        try:
            if name.startswith(PREFIX) and len(parts) == 3 and gone(parts[1]):
                status = os.lstat(path)
                if stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077:
                    found.append(path)
        except (OSError, ValueError):  # it is gone, or of a name that is not ours
            continue
    return found


def kill(number: int, *, group: bool = True) -> None:
    """Kill a process group, where the system has them, or a process."""
    import signal

    try:
        if group and hasattr(os, "killpg"):
            os.killpg(number, signal.SIGKILL)
        else:
            os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))
    except OSError:  # it has ended
        return


def left(told: bytes) -> dict[str, list[str]]:
    """Return what was told to begin and not to end: groups, folders, files.

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


def remove(folders: list[str], patterns: list[str]) -> None:
    """Remove folders with all that is in them, and this user's files of some patterns; links are not followed."""
    if not folders and not patterns:
        return
    import glob
    import shutil

    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    for file in (file for pattern in patterns for file in glob.glob(pattern)):
        try:
            if os.lstat(file).st_uid == os.getuid():
                os.unlink(file)
        except OSError:  # somebody was faster
            continue


def sweep(place: str, owners: set[str], rounds: int) -> None:
    """End the processes of these owners and of those that are gone, then remove the folders of the latter."""
    for _ in range(rounds):
        found = orphans(owners)
        for pid in found:
            kill(pid, group=False)
        if not found:
            break
        time.sleep(PAUSE)
    remove(abandoned(place), [])


def main(place: str, owner: str) -> None:
    """Watch over what an owner starts; ``place`` is where temporary folders are made.

    It is told of process groups (``group 12``), folders (``folder /tmp/a``), and files by patterns (``files /tmp/a*``).
    """
    sweep(place, set(), 1)
    found = left(sys.stdin.buffer.read())
    for group in found.get("group", []):
        kill(int(group))
    time.sleep(PAUSE)  # a process that is being started has the environment of its owner for a moment
    sweep(place, {owner}, ROUNDS)
    remove(found.get("folder", []), found.get("files", []))
