"""Each example of each help runs in an empty folder; some, and what takes a shell, with litgrid from a wheel."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest

from litgrid.cli import main
from litgrid.cli.options import Once
from tests.cli.run import ROOT, line

FOREIGN = re.compile(r"(?:^|[;|] *)(minisat|cadical|z3)\b")
"""Programs of others that an example names; where one is missing, what follows from it is left out."""
UNFINISHED = re.compile("--slice|--until")
"""An example with this may stop before all is done, and says so with exit code 4."""
PAGE = re.compile("litgrid play")
"""What does not end by itself."""
REAL = ("litgrid", "litgrid play", "litgrid lab judge")
"""Commands whose examples take the wheel; the others run inside this process, where they need no shell."""
PATIENCE = 300


def tree(command: click.Command, *path: str) -> Iterator[tuple[str, click.Command]]:
    """Yield a command and all below it, with what they are called."""
    if isinstance(command, Once):
        command.complete()
    yield " ".join(path), command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from tree(below, *path, name)


COMMANDS = dict(tree(main, "litgrid"))


def examples(command: click.Command) -> list[str]:
    """Return the lines below "Examples:" in a command's help."""
    _, _, below = (command.help or "").partition("Example")
    return [line.strip() for line in below.splitlines()[1:] if line.strip()]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a shell in which litgrid is the one of a wheel; what it needs is that of the tests."""
    pytest.importorskip("Cython", reason="Cython is not installed: the extra `dev` brings it")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps"]
    command += ["--no-build-isolation", "--no-compile", "--target", str(folder / "site"), str(ROOT)]
    # To compile takes most of the time, and scripts/test-install sees to it: here is what was compiled before.
    subprocess.run(command, check=True, env={**os.environ, "CC": "false"})
    for compiled in (ROOT / "src").rglob("*.so"):
        shutil.copy(compiled, folder / "site" / compiled.parent.relative_to(ROOT / "src"))
    path = os.pathsep.join([str(folder / "site" / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]])
    return {
        **os.environ,
        "PATH": path,
        "PYTHONPATH": str(folder / "site"),
        "PYTHONIOENCODING": "utf-8",
        "BROWSER": "true",
    }


def run(example: str, folder: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    """Run an example in a shell, and return its exit code and what it said; the page is ended when it is there."""
    shell = subprocess.Popen(
        ["bash", "-c", example],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        if PAGE.match(example):
            assert shell.stdout is not None
            shell.stdout.readline()
            os.killpg(shell.pid, signal.SIGINT)
        said, _ = shell.communicate(timeout=PATIENCE)
    finally:
        if shell.poll() is None:
            os.killpg(shell.pid, signal.SIGKILL)
            shell.wait()
    return shell.returncode, said


def test_it_is_the_installed_one(installed: dict[str, str], tmp_path: Path) -> None:
    assert run("litgrid --version", tmp_path, installed)[0] == 0
    place = run('python -c "import litgrid; print(litgrid.__file__)"', tmp_path, installed)[1]
    assert place.startswith(installed["PYTHONPATH"])


def test_all_is_in_the_wheel(installed: dict[str, str]) -> None:
    def files(folder: Path) -> set[Path]:
        return {file.relative_to(folder) for file in folder.rglob("*") if file.is_file() and file.suffix != ".pyc"}

    assert files(ROOT / "src" / "litgrid") == files(Path(installed["PYTHONPATH"]) / "litgrid")


def test_every_command_has_examples() -> None:
    assert [name for name, command in COMMANDS.items() if not examples(command)] == ["litgrid lab"]


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are written for a POSIX shell")
@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if examples(command)])
def test_every_example_runs(name: str, installed: dict[str, str], tmp_path: Path) -> None:
    for example in examples(COMMANDS[name]):
        if any(shutil.which(program, path=installed["PATH"]) is None for program in FOREIGN.findall(example)):
            continue
        alone = None if name in REAL else line(example, tmp_path)
        code, said = alone or run(example, tmp_path, installed)
        assert code in ((0, 4) if UNFINISHED.search(example) else (0, 1)), f"{example}\n{said}"
        assert "Traceback" not in said
