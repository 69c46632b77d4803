"""Connections that take a place and ask nothing are closed; those that ask are not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from litgrid.web.connections import impatient
from litgrid.web.settings import Settings
from tests.web.server import apart

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


async def slow(scope: Any, receive: Any, send: Any) -> None:
    """Answer later than heads may come."""
    await asyncio.sleep(0.4)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


async def answered(*parts: bytes) -> bytes:
    """Send parts, one after the other, to a server that gives heads 0.1 s; return what comes until it hangs up."""
    config = uvicorn.Config(slow, http=impatient(Settings(1, heads=0.1)), lifespan="off", log_config=None)
    config.load()
    state = ServerState()

    def protocol() -> asyncio.Protocol:
        return config.http_protocol_class(config=config, server_state=state, app_state={})  # type: ignore[call-arg]

    listening = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
    async with listening:
        reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
        found = b""
        for part in parts:
            writer.write(part)
            found += await reader.read(1000) if part.endswith(b"\r\n\r\n") else b""
        found += await asyncio.wait_for(reader.read(), 20)
        writer.close()
    return found


@pytest.mark.parametrize("begun", [b"", b"GET / HT", REQUEST[:-2]])
def test_half_a_head(begun: bytes) -> None:
    assert apart(answered(begun)) == b""


def test_half_a_head_after_a_question() -> None:
    found = apart(answered(REQUEST, REQUEST[:-2]))
    assert found.startswith(b"HTTP/1.1 200")
    assert found.count(b"HTTP/1.1") == 1


def test_an_answer_may_take_its_time() -> None:
    assert apart(answered(REQUEST)).endswith(b"ok")
