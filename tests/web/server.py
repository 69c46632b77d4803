"""The real server, as a process: what `litgrid play` starts."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
import psutil

from tests.cli.run import HERE, PROGRAM, ROOT
from tests.processes import PATIENCE, started

T = TypeVar("T")
LIGHTUP = {"kind": "lightup", "clues": [".1.", "...", "#.2"]}
BINAIRO = {"kind": "binairo", "unique_lines": True, "clues": ["00..", "0...", "..1.", "...."]}
GAPPY = {"kind": "gappy", "clues": {"rows": [5, 5, 1, 6, 1, 5, 1, 6, 1], "cols": [1, 1, 1, 1, 5, 1, 6, 1, 6]}}
PUZZLES = (LIGHTUP, BINAIRO, GAPPY)
ENDLESS = {"kind": "lightup", "clues": ["." * 30] * 30}
"""Its answers are not counted in minutes."""


@dataclass(frozen=True)
class Server:
    """A server at work."""

    process: subprocess.Popen[str]
    address: str
    """With a slash at the end."""
    client: httpx.Client

    @property
    def port(self) -> int:
        found = re.search(r":(\d+)/", self.address)
        assert found is not None
        return int(found[1])

    @property
    def token(self) -> str:
        return self.address.rstrip("/").rsplit("/", 1)[1]

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.client.get(self.address + path, headers=headers)

    def post(self, route: str, question: Any, **headers: str) -> httpx.Response:
        return self.client.post(f"{self.address}api/{route}", json=question, headers=headers)

    def asked(self, route: str, **question: Any) -> Any:
        """Return the answer to a question that has one."""
        answer = self.post(route, question)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def workers(self) -> list[psutil.Process]:
        """Return its processes that work."""
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if child.status() != psutil.STATUS_ZOMBIE:
                    found.append(child)
        return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(*arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Start a server; end it at the end."""
    with started(
        [*PROGRAM, "play", "--no-browser", "--port", str(free_port()), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**HERE, **(environment or {})},
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().strip()
        assert address, process.stderr.read()
        with httpx.Client(timeout=PATIENCE) as client:
            yield Server(process, address.partition("#")[0], client)


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Run it in a thread: the browser of other tests has the loop of this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
