"""``litgrid play``: the address that it opens, and every way it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import litgrid
from litgrid.web.links import fragment, read
from litgrid.web.serving import listen
from tests import processes
from tests.cli.run import HERE, PROGRAM, ROOT, run
from tests.processes import PATIENCE, finished, wait_until
from tests.web.server import LIGHTUP, free_port, serving


@contextmanager
def playing(*arguments: str, text: str = "", **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run the command until the end of the block."""
    with processes.started(
        [*PROGRAM, "play", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={name: value for name, value in HERE.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")}
        | environment,
        cwd=ROOT,
    ) as started:
        assert started.stdin is not None
        started.stdin.write(text)
        started.stdin.close()
        started.stdin = None  # communicate would write to it
        yield started


def ended(started: subprocess.Popen[str]) -> tuple[int, str]:
    """End the command as Ctrl-C does; return the exit code, and what it said."""
    if os.name != "posix":
        pytest.skip("Ctrl-C is sent as POSIX has it")
    started.send_signal(signal.SIGINT)
    _, said = started.communicate(timeout=PATIENCE)
    return started.returncode, said


def address(started: subprocess.Popen[str]) -> str:
    assert started.stdout is not None
    return started.stdout.readline().strip()


def puzzle(link: str) -> litgrid.Puzzle:
    found = read(link)
    assert found is not None
    return litgrid.kinds.get(found["puzzle"]["kind"]).from_clues(found["puzzle"]["clues"])


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["https://puzz.link/p?akari/3/3/gbh.gc"], ""),
        (["3x3:a1dBa2"], ""),
        (["-"], "lightup\n.1.\n...\n#.2\n"),
        (["--kind", "akari", "-"], ".1.\n...\n#.2\n"),
    ],
)
def test_the_puzzle_stands_in_the_address(arguments: list[str], text: str) -> None:
    with playing("--no-browser", "--port", str(free_port()), *arguments, text=text) as started:
        assert puzzle(address(started)) == litgrid.load("lightup\n.1.\n...\n#.2")
        code, said = ended(started)
    assert code == 0
    assert "Traceback" not in said


def test_a_file_of_several(tmp_path: Path) -> None:
    file = tmp_path / "several.txt"
    file.write_text("lightup\n.1.\n...\n#.2\n\nlightup\n..\n..\n", encoding="utf-8")
    with playing("--no-browser", "--port", str(free_port()), str(file)) as started:
        assert puzzle(address(started)).shape.rows == 3
        _, said = ended(started)
    assert "the first of several puzzles is opened" in said
    with playing("--no-browser", "--port", str(free_port()), str(file), "--puzzle", "2") as started:
        assert puzzle(address(started)).shape.rows == 2


def test_a_link_of_the_page_goes_on_as_it_is() -> None:
    (record,) = litgrid.load_all("lightup\n.1.\n...\n#.2")
    assert not isinstance(record, litgrid.InputError)
    link = fragment(record)
    with playing("--no-browser", "--port", str(free_port()), f"http://127.0.0.1:1/{link}") as started:
        assert address(started).endswith(f"/{link}")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there nobody sees what a browser is started with")
def test_the_browser_is_led_to_the_page_by_a_file_that_nobody_else_can_read(tmp_path: Path) -> None:
    """Every user of the machine can read command lines."""
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(
        f"#!{sys.executable}\nimport os, sys, urllib.request as request\n"
        "page = request.urlopen(sys.argv[1]).read().decode()\n"
        "mode = os.stat(request.url2pathname(sys.argv[1][7:])).st_mode & 0o777\n"
        f"open({str(seen)!r} + '.part', 'w').write(chr(10).join([*sys.argv[1:], oct(mode), page]))\n"
        f"os.rename({str(seen)!r} + '.part', {str(seen)!r})\n",
        encoding="utf-8",
    )
    browser.chmod(0o755)
    with playing("--port", str(free_port()), "3x3:a1dBa2", BROWSER=str(browser), HOME=str(tmp_path)) as started:
        whole = address(started)
        wait_until(seen.exists)
        assert ended(started)[0] == 0
    way, mode, page = seen.read_text(encoding="utf-8").split("\n", 2)
    token = whole.split("/")[3]
    assert way.startswith(f"file://{tmp_path}/litgrid-")
    assert token not in way
    assert mode == "0o600"
    assert f'content="0; url={whole}"' in page
    assert not list(tmp_path.glob("litgrid-*"))


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGKILL"])
def test_the_file_goes_with_the_server(tmp_path: Path, name: str) -> None:
    if sys.platform in ("win32", "darwin"):
        pytest.skip("there is no such file")
    with playing("--port", "0", BROWSER="true", HOME=str(tmp_path)) as started:
        assert address(started)
        assert started.stderr is not None
        started.stderr.readline()
        started.send_signal(getattr(signal, name))
        started.wait(PATIENCE)
        wait_until(lambda: not list(tmp_path.glob("litgrid-*")))


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="here there is always a browser")
def test_no_browser_is_no_reason_to_end() -> None:
    with playing("--port", "0") as started:
        found = address(started)
        assert found.startswith("http://127.0.0.1:")
        assert not found.startswith("http://127.0.0.1:0/"), "a free port is taken"
        assert started.stderr is not None
        lines = [started.stderr.readline() for _ in range(2)]
        assert "no browser could be opened here" in lines[1]
        assert ended(started)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["no-such-file.txt"], 3, "there is none of that name"),
        (["https://example.org/"], 3, "expected a link that has the puzzle in it"),
        (["7x7:???"], 3, "litgrid: "),
        (["http://x/#z=AAAA"], 3, "copy it again"),
        (["--puzzle", "2"], 2, "here is none"),
        (["--port", "-1"], 2, "--port"),
        (["--port", "70000"], 2, "--port"),
        (["a", "b"], 2, "unexpected extra argument"),
        (["--host", "no.such.host.invalid"], 4, "cannot listen"),
    ],
)
def test_what_cannot_be(arguments: list[str], code: int, said: str) -> None:
    done = run("play", "--no-browser", *arguments)
    assert (done.exit_code, done.stdout) == (code, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("play", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert done.exit_code == 4
    assert "choose another --port" in done.stderr


def test_two_at_once_have_two_addresses() -> None:
    first, second = listen(), listen()
    with first.socket, second.socket:
        assert first.address != second.address
        assert any("bookmarks lead to who has it" in remark for remark in second.remarks)


def test_help_imports_no_server() -> None:
    program = (
        "import sys; from litgrid.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: sys.exit('starlette' in sys.modules or 'numpy' in sys.modules)"
    )
    done = finished([sys.executable, "-c", program], env=HERE, capture_output=True, check=False)
    assert done.returncode == 0
    assert run("play", "--help").exit_code == 0


def test_it_says_nothing_while_it_serves() -> None:
    with serving() as server:
        server.asked("solve", puzzle=LIGHTUP)
        server.post("solve", {"puzzle": 1})
        server.get("nothing")
        server.process.terminate()
        _, said = server.process.communicate(timeout=PATIENCE)
    assert said == "litgrid: the page is served at this address; Ctrl-C ends it\n"
