"""Others on the machine: who has no token is refused and takes no room; who has it does not keep its own user out."""

from __future__ import annotations

import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.server import ENDLESS, LIGHTUP, Server, serving

resource = pytest.importorskip("resource", reason="how many files are open is limited elsewhere")
NOBODY = 65534
SECONDS = 15
"""How long an answer may take: about one where the machine is not busy, and less than any wait here would last."""
QUESTION = json.dumps({"puzzle": ENDLESS, "timeout": 60}).encode()
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        assert running.asked("solve", puzzle=LIGHTUP)["status"] == "unique"
        yield running


def served(server: Server) -> None:
    """See to it that whoever has the token is answered, on a new connection, by the page and by a worker."""
    for method, place, question in (("GET", "", None), ("POST", "api/solve", {"puzzle": LIGHTUP})):
        begin = time.monotonic()
        answer = httpx.request(method, server.address + place, json=question, timeout=60)
        assert answer.status_code == 200
        assert time.monotonic() - begin < SECONDS


def asked(port: int, method: str, path: str, body: bytes | None = None, **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, body, JSON | headers)
    status = connection.getresponse().status
    connection.close()
    return status


def as_nobody(work: Callable[[], Any]) -> Any:
    """Return what a function finds out, run by another user in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            os.write(write, json.dumps(work()).encode())
        except BaseException as problem:
            os.write(write, json.dumps(repr(problem)).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as found:
        said = found.read()
    os.waitpid(child, 0)
    return json.loads(said)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_another_user_is_refused_and_does_not_find_the_token(server: Server) -> None:
    port, token = server.port, server.token
    file = Path(os.environ["XDG_DATA_HOME"]) / "litgrid" / "token"

    def spy() -> dict[str, Any]:
        body = json.dumps({"puzzle": LIGHTUP}).encode()
        found: dict[str, Any] = {
            "page": asked(port, "GET", "/"),
            "solve": asked(port, "POST", "/api/solve", body),
            "guess": asked(port, "POST", f"/{token[:-1]}-/api/solve", body),
            "read": os.access(file, os.R_OK),
            "lines": [],
        }
        for process in Path("/proc").iterdir():  # a glob fails where one ends meanwhile
            for name in ("cmdline", "environ", "comm"):
                said = process / name
                with suppress(OSError):
                    if token.encode() in said.read_bytes():
                        found["lines"].append(str(said))
        return found

    assert file.read_text(encoding="ascii").strip() == token
    assert as_nobody(spy) == {"page": 403, "solve": 403, "guess": 403, "read": False, "lines": []}
    served(server)


@contextmanager
def connections(server: Server, number: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """Open connections, and send on each of them so much of a request."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < number + 100:
        pytest.skip(f"{number:,} connections need more files than the {hard:,} that a process may open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, number + 100), hard))
    try:
        with ExitStack() as stack:
            opened = []
            for _ in range(number):
                opened.append(stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=10)))
                if sent:
                    opened[-1].sendall(sent)
            yield opened
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


BEGUN = {
    "idle": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: 127",
    "half a body": b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{",
}


@pytest.mark.parametrize("number", [600, 2000])
@pytest.mark.parametrize("begun", list(BEGUN))
def test_connections_that_ask_nothing_keep_nobody_out(server: Server, begun: str, number: int) -> None:
    with connections(server, number, BEGUN[begun]):
        served(server)


def test_connections_that_go_on_coming_keep_nobody_out(server: Server) -> None:
    """A few bytes on each, and a new one for each that is closed."""
    ended = threading.Event()

    def knock() -> None:
        held: list[socket.socket] = []
        while not ended.is_set():
            held.append(socket.create_connection(("127.0.0.1", server.port), timeout=10))
            held[-1].sendall(BEGUN["half a head"])
            if len(held) > 300:
                held.pop(0).close()
        for each in held:
            each.close()

    with ThreadPoolExecutor(2) as pool:
        knocking = [pool.submit(knock) for _ in range(2)]
        try:
            time.sleep(0.5)
            served(server)
        finally:
            ended.set()
        for each in knocking:
            each.result()


def test_a_name_that_somebody_invents_is_worth_nothing(server: Server) -> None:
    def invented(number: int) -> int:
        return asked(server.port, "POST", "/api/count", QUESTION, **{"X-Litgrid-Client": str(number)})

    before = {worker.pid: sum(worker.cpu_times()[:2]) for worker in server.workers()}
    with ThreadPoolExecutor(30) as pool:
        assert set(pool.map(invented, range(120))) == {403}
        again = [pool.submit(invented, number) for number in range(120)]
        served(server)
        assert {each.result() for each in again} == {403}
    assert all(sum(worker.cpu_times()[:2]) - before.get(worker.pid, 0.0) < 2 for worker in server.workers())


def test_long_questions_with_the_token_keep_no_short_one_out(server: Server) -> None:
    head = f"POST /{server.token}/api/count HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    fields = f"Content-Type: application/json\r\nContent-Length: {len(QUESTION)}\r\n\r\n"
    with connections(server, 120, (head + fields).encode() + QUESTION) as opened:
        time.sleep(1)
        for _ in range(3):
            served(server)
        opened[0].setblocking(False)  # the first of 120 is at work, and nobody took that from it
        with pytest.raises(BlockingIOError):
            opened[0].recv(100)
