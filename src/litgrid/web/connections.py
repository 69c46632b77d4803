"""Connections: one that does not come to its question is closed.

uvicorn waits for ever for the end of a request's head, so that a few bytes each ("slowloris") would take all places
that there are. Here a head has so many seconds, the next one of a connection that is kept as well; bodies have their
own (``api``).
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol


class Impatient(H11Protocol):
    """Closes connections whose requests do not begin."""

    patience: float
    _closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Read, and wait on where that was not yet a whole head."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        super().connection_lost(exc)
        self._stop()

    def _wait(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop()
        elif self._closing is None:
            self._closing = self.loop.call_later(self.patience, self.transport.close)

    def _stop(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None


def impatient(seconds: float) -> type[H11Protocol]:
    """Return a protocol for uvicorn that gives a head so many seconds."""
    return type("Impatient", (Impatient,), {"patience": seconds})
