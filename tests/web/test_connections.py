"""Connections that take a place and ask nothing are closed; those that ask are not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from litgrid.web import connections
from litgrid.web.connections import impatient
from litgrid.web.settings import Settings
from tests.processes import PATIENCE
from tests.web.server import apart

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


async def slow(scope: Any, receive: Any, send: Any) -> None:
    """Answer later than heads may come."""
    await asyncio.sleep(0.4)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def listening_with(settings: Settings, kept: int = 60) -> AsyncIterator[asyncio.Server]:
    config = uvicorn.Config(slow, http=impatient(settings), lifespan="off", log_config=None, timeout_keep_alive=kept)
    config.load()
    state = ServerState()

    def protocol() -> asyncio.Protocol:
        return config.http_protocol_class(config=config, server_state=state, app_state={})  # type: ignore[call-arg]

    async with await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0) as listening:
        yield listening


async def answered(*parts: bytes) -> bytes:
    """Send parts, one after the other, to a server that gives heads a moment; return what comes."""
    async with listening_with(Settings(1, heads=0.3), kept=1) as listening:
        reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
        found = b""
        for part in parts:
            writer.write(part)
            found += await reader.read(1000) if part.endswith(b"\r\n\r\n") else b""
        found += await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
    return found


@pytest.mark.parametrize("begun", [b"", b"GET / HT", REQUEST[:-2]])
def test_half_a_head(begun: bytes) -> None:
    assert apart(answered(begun)) == b""


def test_half_a_head_after_a_question() -> None:
    found = apart(answered(REQUEST, REQUEST[:-2]))
    assert found.startswith(b"HTTP/1.1 200")
    assert found.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("head", ["Content-Length: " + "9" * 30, "Content-Length: 1000000\r\nConnection: close"])
def test_who_is_refused_before_all_came_hears_why(head: str) -> None:
    """A closed socket would take the answer back at the next piece of what it did not read."""

    async def main() -> bytes:
        async with listening_with(Settings(1)) as listening:
            reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
            writer.write(f"POST / HTTP/1.1\r\nHost: here\r\n{head}\r\n\r\n".encode())
            found = await asyncio.wait_for(reader.read(1), PATIENCE)
            for _ in range(3):
                writer.write(b"more")
                await writer.drain()
                await asyncio.sleep(0.05)
            found += await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
            return found

    assert apart(main()).startswith((b"HTTP/1.1 400", b"HTTP/1.1 200"))


def test_an_answer_may_take_its_time() -> None:
    assert apart(answered(REQUEST)).endswith(b"ok")


@pytest.mark.parametrize("known", [False, True])
def test_where_there_are_too_many_the_one_that_was_silent_the_longest_is_closed(
    monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    """Of those without the token, or of those with it: neither keeps the other out."""
    monkeypatch.setattr(connections, "MOST_STRANGERS", 2)
    monkeypatch.setattr(connections, "MOST_KNOWN", 2)
    settings = Settings(1, token="x" * 22, heads=60)

    async def main() -> None:
        async with listening_with(settings) as listening:
            place = listening.sockets[0].getsockname()

            async def come(*, knows: bool) -> asyncio.StreamReader:
                reader, writer = await asyncio.open_connection(*place)
                writers.append(writer)
                writer.write(f"GET /{settings.token}/ HTTP/1.1\r\nHost: here\r\n\r\n".encode() if knows else b"GET / H")
                await (reader.readuntil(b"ok") if knows else asyncio.sleep(0.05))
                return reader

            writers: list[asyncio.StreamWriter] = []
            readers = [await come(knows=not known), *[await come(knows=known) for _ in range(4)]]
            assert [await _is_gone(reader) for reader in readers] == [False, True, True, False, False]
            for writer in writers:
                writer.close()

    apart(main())


async def _is_gone(reader: asyncio.StreamReader) -> bool:
    try:
        return await asyncio.wait_for(reader.read(1), 0.3) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True
