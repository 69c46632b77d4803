"""Who is gone, and what may be removed then; what is left after a kill is in tests/test_left_behind.py."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from litgrid.core import warden
from tests.processes import started

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


def test_a_process_is_known_by_more_than_its_number() -> None:
    own = warden.identity()
    number, begun, *place = own.split(".")
    assert not warden.gone(own)
    assert warden.gone(".".join([number, str(int(begun) - 1), *place]))
    with started(["sleep", "100"]) as process:
        other = warden.identity(process.pid)
        assert not warden.gone(other)
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert warden.gone(other), "it has ended, though nobody has asked how"
    assert warden.gone(other)


@pytest.mark.parametrize("place", [["1", "abc"], ["4026531836", "0"]])
def test_nothing_is_known_of_containers_and_other_machines(place: list[str]) -> None:
    assert not warden.gone(".".join(["1", "1", *place]))


def test_no_folder_of_others_is_removed(tmp_path: Path) -> None:
    """Only what is named after an owner that is gone, is this user's, and is no link."""
    here = warden.identity().split(".")
    old = ".".join([here[0], str(int(here[1]) - 1), *here[2:]])
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    sweepable = tmp_path / f"litgrid-{old}-abc"
    sweepable.mkdir(mode=0o700)
    (sweepable / "link").symlink_to(kept)
    others = [
        f"litgrid-{warden.identity()}-abc",  # its owner is at work
        f"litgrid-{old.replace(here[2], '1')}-abc",  # of a container
        f"litgrid-{'.'.join([*old.split('.')[:3], 'abc'])}-abc",  # of another machine
        "litgrid-0",
        "litgrid-x-abc",
        "litgrid-1.2-abc",
        f"other-{old}-abc",
    ]
    for name in others:
        (tmp_path / name).mkdir(mode=0o700)
    shared = tmp_path / f"litgrid-{old}-shared"
    shared.mkdir()
    shared.chmod(0o777)
    link = tmp_path / f"litgrid-{old}-link"
    link.symlink_to(kept)
    found = list(warden.abandoned(str(tmp_path)))
    assert found == [str(sweepable)]
    warden.remove(found, [])
    assert not sweepable.exists()
    assert (kept / "file").exists()
    assert all((tmp_path / name).exists() for name in others)
    assert shared.exists()
    assert link.is_symlink()


def test_a_folder_of_another_user_stays(tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can make a folder of another user")
    here = warden.identity().split(".")
    other = tmp_path / f"litgrid-{'.'.join([here[0], '1', *here[2:]])}-abc"
    other.mkdir(mode=0o700)
    os.chown(other, 65534, 65534)
    assert not list(warden.abandoned(str(tmp_path)))
