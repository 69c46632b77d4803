"""Every command that writes a file, on a disk that is full: a sentence, no file that is cut off, and what was there."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest

from litgrid.cli import UNKNOWN, main
from tests.cli.run import run

PUZZLE = "lightup\n......#\n..1..1.\n11.....\n.......\n.....20\n.2..2..\n2......\n"
WRITES: dict[tuple[str, str], list[str]] = {
    ("solve", "--proof"): ["solve", "puzzle", "--proof", "disk/out"],
    ("explain", "--output"): ["explain", "puzzle", "--output", "disk/out.svg"],
    ("improve", "--output"): ["improve", "puzzle", "--output", "disk/out"],
    ("generate", "--output"): ["generate", "lightup", "3", "--seed", "1", "--output", "disk/out"],
    ("convert", "--output"): ["convert", "puzzle", "--to", "pzpr", "--output", "disk/out"],
    ("render", "--output"): ["render", "puzzle", "--to", "svg", "--output", "disk/out"],
    ("booklet", "--output"): ["booklet", "puzzle", "--output", "disk/out"],
    ("finish", "--output"): ["finish", "puzzle", "--output", "disk/out"],
    ("publish", "--output"): ["publish", "puzzle", "--output", "disk/out"],
    ("lab encode", "--output"): ["lab", "encode", "puzzle", "--output", "disk/out"],
    ("lab walksat", "--output"): ["lab", "walksat", "puzzle", "--from", "nothing", "--output", "disk/out"],
    ("lab walksat", "--trace"): ["lab", "walksat", "puzzle", "--from", "nothing", "--trace", "disk/out"],
    ("lab judge", "--output"): ["lab", "judge", "puzzle", "--class", "class", "--output", "disk/out"],
    ("lab trace", "--proof"): ["lab", "trace", "puzzle", "--proof", "disk/out"],
    ("lab trace", "--svg"): ["lab", "trace", "puzzle", "--svg", "disk/out"],
    ("lab trace", "--latex"): ["lab", "trace", "puzzle", "--latex", "disk/out"],
    ("lab worksheet", "--output"): ["lab", "worksheet", "puzzle", "--output", "disk/out"],
    ("lab report", "--plot-folder"): ["lab", "report", "results", "--plot-folder", "disk"],
}
"""A call for each option that names a file to be written."""
JOURNALS = {(f"lab {command}", "--output") for command in ("compare", "count", "reproduce", "sweep")}
"""What is written line by line, as it comes, and goes on after whatever happened: see ``tests/lab/test_journal.py``."""
SHARED = {(f"lab {command}", "--plot-folder") for command in ("compare", "reproduce")} | {
    ("lab sweep", "--plot-folder"),
}
"""What goes the way of another option."""
SHARES: dict[tuple[str, str], list[str]] = {
    **WRITES,
}
"""A call for each that may name a file that is read; a journal takes no file but its own."""
FOLDERS = {("lab encode", "--output")}
"""What may be a folder, too."""
READS = {
    ("lab judge", "--class"),
    ("lab judge", "--map"),
    ("booklet", "--font"),
    ("generate", "--pattern"),
    ("generate", "--picture"),
    ("explain", "--from"),
}


def options(command: click.Command, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield each option of each command that names a file or a folder."""
    context = click.Context(command)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from options(inner, f"{path} {name}".strip())
    for option in command.params:
        if isinstance(option, click.Option):
            named = f"{option.metavar} {option.type.name} {' '.join(option.opts)}".lower()
            if any(word in named for word in ("file", "folder", "path", "directory", "results", "output", "partial")):
                yield path, option.opts[-1]


def test_every_option_that_names_a_file_is_here() -> None:
    assert set(options(main)) == {*WRITES, *JOURNALS, *SHARED, *READS}
    assert {*WRITES, *SHARED} <= {
        *SHARES,
        *((path, "--plot-folder") for path in ("lab compare", "lab reproduce", "lab sweep")),
    }


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """Leave no room in a folder: on a file system of its own, where it may be mounted, or by a limit on files."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(folder)]
    kept = {file.name: file.read_bytes() for file in folder.iterdir()}
    if os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0:
        try:
            for name, data in kept.items():
                (folder / name).write_bytes(data)
            with pytest.raises(OSError, match="space"):
                (folder / "filler").write_bytes(b"x" * 65536)
            yield
            (folder / "filler").unlink()
            assert {file.name: file.read_bytes() for file in folder.iterdir()} == kept
        finally:
            subprocess.run(["umount", str(folder)], capture_output=True, check=True)
        return
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == kept


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a puzzle, results of an experiment, and a disk to be filled."""
    monkeypatch.chdir(tmp_path)
    Path("puzzle").write_text(PUZZLE)
    Path("disk").mkdir()
    Path("class").mkdir()
    Path("class/eve.cnf").write_text("p cnf 1 1\n1 0\n")
    return tmp_path


@pytest.mark.parametrize("there", [False, True], ids=["new", "there"])
@pytest.mark.parametrize("option", WRITES, ids=" ".join)
def test_a_full_disk_leaves_what_was_there(place: Path, option: tuple[str, str], there: bool) -> None:
    if option[0] == "lab report":
        assert run("lab", "sweep", "empty binairo 4", "--max-flips", "10", "-o", "results").exit_code == 0
    if there and option[1] != "--plot-folder":
        Path("disk/out").write_text("old")
    with full(place / "disk"):
        result = run(*WRITES[option])
        Path("disk/out.part").unlink(missing_ok=True)  # a journal
    assert result.exit_code == UNKNOWN, result.output
    assert "cannot be written: " in result.output
    assert "bug" not in result.output


@pytest.mark.parametrize("option", [option for option in WRITES if option[1] != "--plot-folder"], ids=" ".join)
def test_where_no_file_can_be(place: Path, option: tuple[str, str]) -> None:
    if option[0] == "lab report":
        assert run("lab", "sweep", "empty binairo 4", "--max-flips", "10", "-o", "results").exit_code == 0
    for name in ("disk", "no/such/folder/out", "puzzle/out", *([] if option in FOLDERS else ["disk/"])):
        result = run(*(name if word.startswith("disk/out") else word for word in WRITES[option]))
        assert result.exit_code == UNKNOWN, result.output
        assert f"litgrid: {name}" in result.output
        assert "cannot be written: " in result.output
    assert list(Path("disk").iterdir()) == []


@pytest.mark.parametrize(
    "option", [option for option in SHARES if option[0] != "generate" and option[1] != "--plot-folder"], ids=" ".join
)
def test_no_file_that_is_read_is_overwritten(place: Path, option: tuple[str, str]) -> None:
    words = SHARES[option]
    Path("results").write_text(PUZZLE)
    read = "results" if "report" in words else "puzzle"
    Path("link").symlink_to(read)
    for name in (read, f"./{read}", str(place / read), "link"):
        result = run(*(name if word.startswith("disk/out") else word for word in words))
        assert result.exit_code == click.UsageError.exit_code, result.output
        assert "would be overwritten" in " ".join(result.output.split())
        assert Path(read).read_text() == PUZZLE


def test_no_other_file_that_is_read_is_overwritten(place: Path) -> None:
    Path("d.toml").write_text('instances = ["puzzle"]')
    for words in (
        ["explain", "d.toml", "--from", "puzzle", "-o", "puzzle"],
        ["generate", "lightup", "--pattern", "puzzle", "-o", "puzzle"],
        ["generate", "lightup", "--picture", "puzzle", "-o", "puzzle"],
        ["booklet", "d.toml", "--font", "puzzle", "-o", "puzzle"],
    ):
        kept = {file.name: file.read_bytes() for file in place.iterdir() if file.is_file()}
        result = run(*words)
        assert result.exit_code == click.UsageError.exit_code, result.output
        assert "would be overwritten" in " ".join(result.output.split()), words
        assert kept == {file.name: file.read_bytes() for file in place.iterdir() if file.is_file()}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_nothing_is_kept_beside_a_device(place: Path) -> None:
    Path("out").symlink_to("/dev/full")
    there = {*place.iterdir()}
    for _ in range(2):
        result = run("generate", "lightup", "3", "-o", "out")
        assert (result.exit_code, "No space left on device" in result.stderr) == (UNKNOWN, True)
        assert {*place.iterdir()} == there
    result = run("lab", "judge", "puzzle", "--class", "class", "-o", "out")
    assert (result.exit_code, "expected a file that can be read again" in result.stderr) == (UNKNOWN, True)
