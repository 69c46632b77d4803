"""Where the system gives no more: no process, no output, no such address. Nothing hangs, and no traceback is shown."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from typing import Any

import pytest

from litgrid.core.errors import LitgridError
from litgrid.web import process
from litgrid.web.jobs import Pool
from litgrid.web.process import Worker
from litgrid.web.serving import listen
from litgrid.web.settings import Settings
from litgrid.web.work import ANSWER, ERROR
from tests.cli.run import HERE, PROGRAM
from tests.processes import finished
from tests.web.server import LIGHTUP, apart

PLAY = [*PROGRAM, "play", "--no-browser", "--port", "0"]


def test_a_question_is_answered_where_no_worker_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was left without an answer for ever; and the place that it had in the queue is free again."""
    question = json.dumps({"puzzle": LIGHTUP}).encode()
    start = Worker.start

    async def scarce(settings: Settings) -> Worker:
        raise OSError(24, "Too many open files")

    async def main() -> None:
        pool = Pool(Settings(1, workers=1))
        monkeypatch.setattr(process.Worker, "start", scarce)
        async with pool.running():
            for _ in range(3):
                frame = await asyncio.wait_for(pool.begin("solve", question).frame(), 10)
                assert (frame.letter, json.loads(frame.content)["status"]) == (ERROR, 503)
            monkeypatch.setattr(process.Worker, "start", start)
            assert (await asyncio.wait_for(pool.begin("solve", question).frame(), 60)).letter == ANSWER

    apart(main())


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise there")
@pytest.mark.parametrize("full", [False, True])
def test_an_address_that_cannot_be_said_ends_the_server(full: bool) -> None:
    """It went on, with half a worker, and could be ended by force only."""
    if full and not os.path.exists("/dev/full"):  # noqa: PTH110
        pytest.skip("no /dev/full here")
    if full:
        out = os.open("/dev/full", os.O_WRONLY)
    else:
        read, out = os.pipe()
        os.close(read)
    try:
        ended = finished(PLAY, stdout=out, stderr=subprocess.PIPE, timeout=60, env=HERE, check=False)
    finally:
        os.close(out)
    said = ended.stderr.decode()
    assert "Traceback" not in said
    assert "Task" not in said
    assert ended.returncode == (4 if full else 141)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"host": "192.0.2.1"}, "--host"),  # kept for documentation (RFC 5737): no machine has it
        ({"host": "192.0.2.1", "port": 8000}, "--host"),
        ({"host": "nowhere.invalid", "port": 8000}, "--host"),
    ],
)
def test_what_is_to_be_chosen_otherwise(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(LitgridError) as error:
        listen(**arguments)
    assert str(error.value).endswith(f"choose another {said}")
    assert "port 0" not in str(error.value)


def test_a_port_that_is_taken() -> None:
    with listen(port=0).socket as taken:
        number = taken.getsockname()[1]
        with pytest.raises(LitgridError, match=f"port {number}.*choose another --port"):
            listen(port=number)
