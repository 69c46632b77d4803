"""Connections: none keeps others out.

uvicorn waits for ever for the end of a request's head, so that a few bytes each ("slowloris") would take all places
that there are. Here a head has so many seconds, the next one of a connection that is kept as well; bodies have their
own (``api``), and who is refused before all of one came still hears why. And there is always room for one more: where
too many have not said the token yet, the oldest of them is closed; of those that have, the one that was silent the
longest.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from litgrid.web.safety import knows
from litgrid.web.settings import Settings

AT_ONCE = 32
"""So many connections are accepted before those that are there are heard."""
QUEUE = 2048
"""So many wait in the system until they are accepted."""
MOST_STRANGERS = 4 * AT_ONCE
"""Enough that whoever has the token comes to say it, however many others come."""
MOST_KNOWN = 256


class Impatient(H11Protocol):
    """Closes connections whose requests do not begin, and the oldest where there are too many."""

    settings: Settings
    strangers: dict[Impatient, None]
    known: dict[Impatient, None]
    _closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(cast("asyncio.Transport", _Lingering(transport, self)))
        _enter(self, self.strangers, MOST_STRANGERS)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Read, and wait on where that was not yet a whole head."""
        if self.transport.is_closing():
            return  # the rest of what was refused
        super().data_received(data)
        if self.scope is not None and knows(self.scope["path"], self.settings.token):
            self._leave()
            _enter(self, self.known, MOST_KNOWN)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        super().connection_lost(exc)
        self._leave()
        self._stop()

    def _leave(self) -> None:
        self.strangers.pop(self, None)
        self.known.pop(self, None)

    def _wait(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop()
        elif self._closing is None:
            self._closing = self.loop.call_later(self.settings.heads, self.transport.close)

    def _stop(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None


class _Lingering:
    """A transport that is closed when all of what was refused has come, or after as long as a head may take.

    Where something comes for a socket that is closed, the system takes back what was answered (RFC 9112, 9.6).
    """

    def __init__(self, transport: asyncio.Transport, connection: Impatient) -> None:
        self._transport, self._connection, self._lingers = transport, connection, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """Return whether nothing more is answered here."""
        return self._lingers or self._transport.is_closing()

    def close(self) -> None:
        """Say the last; a second time, hear nothing more."""
        if self.is_closing() or self._connection.conn.their_state not in (h11.SEND_BODY, h11.ERROR):
            self._transport.close()
            return
        self._lingers = True
        self._transport.write_eof()
        self._transport.resume_reading()
        self._connection.loop.call_later(self._connection.settings.heads, self._transport.close)


def _enter(connection: Impatient, among: dict[Impatient, None], most: int) -> None:
    """Let one in; where there are too many the first has to go."""
    among[connection] = None
    if len(among) > most:
        first = next(iter(among))
        del among[first]
        first.transport.abort()


def impatient(settings: Settings) -> type[H11Protocol]:
    """Return a protocol for uvicorn: that of one server."""
    return type("Impatient", (Impatient,), {"settings": settings, "strangers": {}, "known": {}})
