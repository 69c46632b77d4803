"""The server at work: where it listens, and uvicorn."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass

import uvicorn

from litgrid.core.errors import LitgridError
from litgrid.web.app import create_app
from litgrid.web.connections import AT_ONCE, QUEUE, impatient
from litgrid.web.secret import Kept, fresh, kept
from litgrid.web.settings import LOOPBACK, Settings, is_local
from litgrid.web.work import DEBUG

PORT = 8427
"""Tried first: what the browser keeps (games, settings) belongs to an address, and so to a port."""
OTHER = f"port {PORT} is taken: bookmarks lead to who has it, and games that the browser keeps for it are not seen here"
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - compared with, not bound to


@dataclass(frozen=True)
class Place:
    """Where the server listens, and how it is set up."""

    socket: socket.socket
    settings: Settings
    remarks: tuple[str, ...] = ()
    """What is to be said of its address."""

    @property
    def address(self) -> str:
        """The address of the page."""
        host = socket.gethostname() if self.settings.host in EVERYWHERE else self.settings.host
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}:{self.settings.port}/{self.settings.token}/"


def listen(host: str = LOOPBACK[0], port: int | None = None) -> Place:
    """Listen; with the user's own token, or where other machines may ask with one that is new each time.

    There it can be read on the way, and so is not worth to be kept. Port 0 is a free one, ``None`` is :data:`PORT`, or
    where that is taken a free one. Raises :class:`LitgridError` where it cannot be listened there.
    """
    bound = None
    for attempt in (PORT, 0) if port is None else (port,):
        try:
            bound = _bound(host, attempt)
            break
        except OSError as error:
            problem = error
    if bound is None:
        where, choice = host or "every address", "--host"
        # The address is at fault, and not the port, where it is unknown, or that of another machine.
        if attempt and not (isinstance(problem, socket.gaierror) or problem.errno == errno.EADDRNOTAVAIL):
            where, choice = f"{where}, port {attempt}", "--port"
        raise LitgridError(
            f"the server cannot listen on {where}: {problem.strerror or problem}; choose another {choice}"
        )
    token, remark = kept() if is_local(host) else Kept(fresh())
    settings = Settings(bound.getsockname()[1], host, token)
    other = "" if port is not None or settings.port == PORT else OTHER
    return Place(bound, settings, tuple(filter(None, (remark, other))))


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    made = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(128)
    except BaseException:
        made.close()
        raise
    return made


def serve(place: Place, ready: Callable[[], AbstractContextManager[None]]) -> None:
    """Serve until Ctrl-C, or until a signal ends the process; no worker is left behind.

    What ``ready`` returns is entered when questions can come, and left in any case.
    """
    config = uvicorn.Config(
        create_app(place.settings),
        loop="asyncio",
        http=impatient(place.settings),
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=AT_ONCE,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, place.socket, ready)
    with place.socket, suppress(KeyboardInterrupt):
        asyncio.run(server.serve([place.socket]))
    if server.problem is not None:
        raise server.problem


class _Server(uvicorn.Server):
    """Says when it is ready; where that cannot be said it ends, in order."""

    def __init__(
        self, config: uvicorn.Config, listening: socket.socket, ready: Callable[[], AbstractContextManager[None]]
    ) -> None:
        super().__init__(config)
        self._socket, self._ready = listening, ready
        self.problem: Exception | None = None

    async def main_loop(self) -> None:
        if not os.environ.get(DEBUG):  # what the loop cannot tell anybody is no traceback for whoever started it
            asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        self._socket.listen(QUEUE)  # asyncio has one number for this and for how many it accepts at once
        with ExitStack() as stack:
            try:
                stack.enter_context(self._ready())
            except Exception as problem:  # raised from here, it would leave workers half started
                self.problem = problem
            else:
                await super().main_loop()
