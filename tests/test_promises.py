"""What SECURITY.md promises of commands: puzzles are data, and nothing is asked of the network."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.run import HERE
from tests.processes import finished

ROOT = Path(__file__).parent.parent
WATCHED = """
import sys

def watch(event, given):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "urllib.Request"):
        raise SystemExit(f"the network was asked: {event} {given}")
    if event in ("os.system", "subprocess.Popen", "os.exec", "os.posix_spawn"):
        raise SystemExit(f"a program was run: {event} {given}")

from litgrid.cli import main
sys.addaudithook(watch)
main(sys.argv[1:])
"""
LINK = "https://puzz.link/p?akari/3/3/gbh.gc"


def watched(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command that ends, aloud, where it asks the network or runs a program."""
    return finished(
        [sys.executable, "-c", WATCHED, *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env=HERE,
    )


def test_the_watch_works() -> None:
    program = WATCHED.replace("main(sys.argv[1:])", "import socket; socket.create_connection(('127.0.0.1', 9))")
    done = finished([sys.executable, "-c", program], capture_output=True, encoding="utf-8", env=HERE, check=False)
    assert "the network was asked" in done.stderr


@pytest.mark.parametrize("command", ["solve", "check", "count", "explain", "grade", "render"])
def test_a_link_is_read_and_not_followed(command: str) -> None:
    done = watched(command, text=LINK + "\n")
    assert "was asked" not in done.stderr
    assert "was run" not in done.stderr
    assert done.returncode in (0, 1), done.stderr


@pytest.mark.parametrize("command", [["generate", "lightup", "5", "--seed", "1"], ["formats"], ["examples"]])
def test_nor_does_any_other_command_ask(command: list[str]) -> None:
    done = watched(*command)
    assert done.returncode == 0, done.stderr


TEXTS = [
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><puzzle type="akari">&b;</puzzle>',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]><puzzle type="akari">&d;</puzzle>',
    '{"kind": "__import__(\'os\').system(\'id\')", "clues": ["."]}',
    '{"kind": "lightup", "clues": ["."], "__class__": "os.system", "py/object": "os.system"}',
    "!!python/object/apply:os.system ['id']",
    "cos\nsystem\n(S'id'\ntR.",
    "lightup\n{{7*7}}\n",
    "https://puzz.link/p?akari/3/3/$(id)",
    "../../../../etc/passwd",
]


def test_what_looks_like_a_program_is_text(tmp_path: Path) -> None:
    """All in one process, each in a file of its own."""
    for number, text in enumerate(TEXTS):
        (tmp_path / f"{number}.txt").write_text(text + "\n", encoding="utf-8")
    files = [str(tmp_path / f"{number}.txt") for number in range(len(TEXTS))]
    for done in (watched("solve", *files), watched("solve", "-", text=TEXTS[0])):
        assert done.returncode in (0, 1, 3), done.stderr
        assert "was asked" not in done.stderr
        assert "was run" not in done.stderr
        assert "root:" not in done.stdout + done.stderr
        assert "uid=" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def test_the_tests_that_it_names_are_there() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    names = set(re.findall(r"`(?:tests/[\w/]*)?(test_\w+\.py)`", text))
    assert names
    assert names <= {file.name for file in (ROOT / "tests").rglob("test_*.py")}
