"""Processes and folders that end with the one that made them, also where that is done in an unusual way."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from litgrid.core.processes import Process, passing, temporary_folder
from tests.cli.run import HERE
from tests.processes import PATIENCE, finished, name_of, of, started, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

SLEEP = ["sleep", "1000"]
LEAVING = ["sh", "-c", "setsid sleep 1000 & sleep 1000"]
"""A program that starts another one in a session of its own."""


def test_a_process_is_waited_for_and_ended() -> None:
    done = Process(["sh", "-c", "exit 7"])
    assert done.wait() == 7
    killed = Process(SLEEP)
    assert killed.wait(0.01) is None
    killed.end()
    killed.end()
    assert killed.wait() == -signal.SIGKILL


def test_what_cannot_be_started_leaves_nothing() -> None:
    with pytest.raises(OSError, match="no-such-program"):
        Process(["/no-such-program"])


def test_a_folder_and_a_file_end_with_the_block(tmp_path: Path) -> None:
    with temporary_folder() as folder:
        (folder / "file").touch()
    assert not folder.exists()
    file = tmp_path / "file"
    with passing(file):
        file.touch()
    assert not file.exists()


def ends(program: str, place: Path) -> None:
    """Run Python that prints a line when it is ready; kill it; wait until nothing is left."""
    scratch = place / "scratch"
    scratch.mkdir()
    environment = HERE | {"MARK": str(place), "TMPDIR": str(scratch)}
    with started([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "ready\n"
        wait_until(lambda: "sleep" in names(place))
        owner.kill()
        owner.wait(PATIENCE)
        wait_until(lambda: not of(f"MARK={place}"))
        wait_until(lambda: not list(scratch.iterdir()))


def names(place: Path) -> list[str]:
    return [name_of(pid) for pid in of(f"MARK={place}")]


BEGIN = "import os, time\nfrom pathlib import Path\nfrom litgrid.core.processes import *\n"
WAIT = "print('ready', flush=True)\ntime.sleep(1000)\n"


def test_what_has_left_its_group_ends_too(tmp_path: Path) -> None:
    ends(f"{BEGIN}Process({LEAVING!r})\n{WAIT}", tmp_path)


def test_a_fork_keeps_nothing_alive(tmp_path: Path) -> None:
    """It holds what its parent had open, and starts programs of its own, which end with it."""
    begun = f"Process({SLEEP!r})"
    fork = f"{begun}\nif not os.fork():\n    {begun}\n    os.kill(os.getppid(), 9)\n    os._exit(0)\n"
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    environment = HERE | {"MARK": str(tmp_path), "TMPDIR": str(scratch)}
    with started([sys.executable, "-c", f"{BEGIN}{fork}{WAIT}"], stdout=subprocess.DEVNULL, env=environment) as owner:
        owner.wait(PATIENCE)
        wait_until(lambda: not of(f"MARK={tmp_path}"))


def test_folders_and_files(tmp_path: Path) -> None:
    """From the first moment of a process on, whatever it does; in whatever folder it is."""
    file, begun = tmp_path / "a[b]", tmp_path / "begun-1"
    program = f"""{BEGIN}
Process({SLEEP!r})
os.chdir({str(tmp_path)!r})
with temporary_folder(), passing(Path({file.name!r})), passing(Path("begun-"), begun=True):
    Path({file.name!r}).touch()
    Path({begun.name!r}).touch()
    {WAIT.replace(chr(10), chr(10) + "    ")}
"""
    ends(program, tmp_path)
    wait_until(lambda: not file.exists() and not begun.exists())


def test_who_is_deaf_hears_no_ctrl_c_from_the_beginning(tmp_path: Path) -> None:
    """Also before Python has begun in it."""
    child = f"import time; print('child', flush=True); open({str(tmp_path / 'begun')!r}, 'x'); time.sleep(1000)"
    program = f"""{BEGIN}
import signal, subprocess, sys
with deaf():
    child = subprocess.Popen([sys.executable, "-c", {child!r}])
child.send_signal(signal.SIGINT)
while not os.path.exists({str(tmp_path / "begun")!r}):
    assert child.poll() is None
    time.sleep(0.01)
child.kill()
os.kill(os.getpid(), signal.SIGINT)
time.sleep(1000)
"""
    done = finished([sys.executable, "-c", program], capture_output=True, text=True, env=HERE)
    assert done.stdout == "child\n"
    assert "KeyboardInterrupt" in done.stderr, "it hears it itself as before"


def test_a_warden_that_is_killed_is_followed_by_another(tmp_path: Path) -> None:
    """In a process of its own: at the end the other warden ends whatever names its owner."""
    kept = tmp_path / "kept"
    kept.mkdir()
    program = """
import os, signal, sys, time
from litgrid.core import processes
keeper = processes.Warden()
keeper.keep(f"folder {sys.argv[1]}")
first = keeper._process
os.kill(first.pid, signal.SIGKILL)
while keeper._process in (first, None):
    time.sleep(0.01)
with keeper._lock:  # the other is told everything before that is free
    keeper._process.stdin.close()
print(keeper._process.wait())
"""
    done = finished([sys.executable, "-c", program, str(kept)], capture_output=True, text=True, env=HERE)
    assert (done.stdout, done.stderr) == ("0\n", "")
    assert not kept.exists(), "the other was told of it"
