"""Programs of others: what they print comes back, and what they should not do costs a sentence."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.puzzles import kinds
from litgrid.teaching.boards import growing
from litgrid.teaching.programs import GUARDED, UNGUARDED, Limits, made, protection

PUZZLE = litgrid.loads("lightup\n..\n..")
SHORT = Limits(seconds=2.0, memory=512 << 20, output=1 << 16)
LONG = Limits(seconds=120.0, memory=512 << 20, output=1 << 16)
PYTHON = sys.executable


@pytest.mark.parametrize("command", ["cat {file}", "cat"])
def test_a_board_goes_in_and_what_is_printed_comes_out(command: str) -> None:
    assert made(command, PUZZLE) == "lightup 2x2\n..\n..\n"


def test_a_board_is_given_in_the_format_that_is_asked_for() -> None:
    assert made("cat", PUZZLE, "lightup-classic").splitlines()[0] == "2"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("true", "the program printed nothing"),
        ("false", "the program ended with exit code 1"),
        ("sh -c 'echo why >&2; exit 3'", "the program ended with exit code 3: why"),
        ("sleep 60", "the program was ended after 2 s"),
        ("sh -c 'while :; do :; done'", "the program was ended after 2 s"),
        ("yes", "printed more than 65,536 bytes, and was ended"),
        ("nonesuch-program {file}", "the program ended with exit code 127"),
        (f"{PYTHON} -S -c 'a = bytearray(1 << 33)'", "the program ended with exit code 1: MemoryError"),
        ("'", "expected a command"),
    ],
)
def test_a_program_that_does_not_do_its_work(command: str, message: str) -> None:
    with pytest.raises(LitgridError, match=message):
        made(command, PUZZLE, limits=SHORT if "after" in message else LONG)


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    if shutil.which("bwrap") is not None:
        pytest.skip("it could not write the file that tells")
    told = tmp_path / "told"
    with pytest.raises(LitgridError):
        made(f"sh -c '(sleep 5; echo alive > {told}) & sleep 60'", PUZZLE, limits=Limits(seconds=1.0))
    assert not told.exists()


def test_what_protects_is_said_and_true(tmp_path: Path) -> None:
    guarded = shutil.which("bwrap") is not None
    assert protection() == (GUARDED if guarded else UNGUARDED)
    path = tmp_path / "written"
    try:
        made(f"sh -c 'echo 1 > {path}; echo done'", PUZZLE)
    except LitgridError:
        assert guarded
    assert path.exists() != guarded


@pytest.mark.parametrize("kind", kinds.names())
def test_boards_grow_and_come_again(kind: str) -> None:
    some = list(growing(kind, 9, 1))
    sizes = [puzzle.shape.size for puzzle in some]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) > 1
    assert [puzzle.to_text() for puzzle in growing(kind, 9, 1)] == [puzzle.to_text() for puzzle in some]
