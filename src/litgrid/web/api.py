"""What can be asked over HTTP, and how questions and answers look.

Every answer is JSON, a file, or a stream of events; every refusal is ``{"error": sentence}`` with a status that says
whose fault it is.
"""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from litgrid.collection import examples
from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.core.kindwords import called, instructions, switches, title
from litgrid.core.puzzle import Puzzle
from litgrid.puzzles import kinds
from litgrid.web.answers import refusal
from litgrid.web.jobs import Job
from litgrid.web.records import as_record
from litgrid.web.safety import too_large
from litgrid.web.settings import Settings
from litgrid.web.tasks import TASKS
from litgrid.web.tasks.drawing import layers, palette
from litgrid.web.translating import language_of, translated
from litgrid.web.words import words
from litgrid.web.work import END, ERROR, EVENT, FATAL, FILE, Frame, error

ROUND, ODD = Shape(8, 10), Shape(9, 9)
"""Boards that are not square, and not even: kinds that have none say so."""
GONE = 499
"""The status of an answer that nobody reads (nginx)."""


def routes() -> list[Route]:
    """Return what can be asked."""
    return [
        Route("/api/kinds", _looked_up(lambda request: described(request.query_params.get("language", "en")))),
        Route("/api/words/{language}", _looked_up(lambda request: words(request.path_params["language"]))),
        Route("/api/collection", _looked_up(lambda request: shipped(request.query_params.get("kind")))),
        *(Route(f"/api/{name}", _asked(name), methods=["POST"]) for name in TASKS),
    ]


def _looked_up(find: Callable[[Request], Any]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            return JSONResponse(find(request))
        except LitgridError as problem:
            return refusal(404, str(problem))

    return answer


@cache
def described(language: str) -> list[dict[str, Any]]:
    """Return what there is to know of each kind, to choose one and to draw one."""
    words(language)  # a language that there is
    return [entry for kind in kinds if (entry := _described(kind, language)) is not None]


def _described(kind: type[Puzzle], language: str) -> dict[str, Any] | None:
    """Return what there is to know of a kind; ``None``, with a warning, where the code of others breaks."""
    try:
        return _kind(kind, language)
    except Exception as error:
        warnings.warn(f"left the kind {kind.name} out of the page: {type(error).__name__}: {error}", stacklevel=2)
        return None


def _kind(kind: type[Puzzle], language: str) -> dict[str, Any]:
    sizes = sorted({(record.puzzle.shape.rows, record.puzzle.shape.columns) for record in examples(kind.name)})
    return {
        "name": kind.name,
        "title": title(kind, language),
        "true": kind.true,
        "false": kind.false,
        "alphabet": dict(kind.alphabet),
        "answer": getattr(kind, "answer", ""),
        "symbols": dict(kind.symbols),
        "switches": switches(kind, language),
        "instructions": instructions(kind, language),
        "sizes": [list(size) for size in sizes],
        "square": not _exists(kind, ROUND),
        "even": not _exists(kind, ODD),
        "palette": palette(kind),
        "layers": layers(kind),
        "called": called(kind, language),
        "play": kind.play._asdict(),
    }


def _exists(kind: type[Puzzle], shape: Shape) -> bool:
    try:
        return kind.empty(shape).shape == shape
    except LitgridError:
        return False


@cache
def shipped(kind: str | None) -> list[dict[str, Any]]:
    """Return the puzzles that come along, without their answers."""
    return [as_record(record) for record in examples(kind)]


def _asked(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        pool, settings = request.app.state.pool, request.app.state.settings
        language = language_of(request.headers.get("accept-language", ""))
        question = await _question(request, settings, language)
        if isinstance(question, Response):
            return question
        job = pool.begin(name, question, request.client.host if request.client else "")
        frame = None
        try:
            frame = await _first(job, request)
        finally:
            if frame is None or frame.letter != EVENT:
                job.cancel()
        return Response(status_code=GONE) if frame is None else _as_response(frame, job, language)

    return answer


async def _question(request: Request, settings: Settings, language: str) -> bytes | Response:
    """Return what was posted, or why it is not read to its end."""
    parts, size = [], 0
    try:
        async with asyncio.timeout(settings.patience):
            async for part in request.stream():
                size += len(part)
                if size > settings.body:
                    return refusal(413, translated(too_large(settings), language), Connection="close")
                parts.append(part)
    except TimeoutError:
        return refusal(408, translated("the question did not arrive in time", language), Connection="close")
    except ClientDisconnect:
        return Response(status_code=GONE)
    return b"".join(parts)


async def _first(job: Job, request: Request) -> Frame | None:
    """Return how the answer begins; ``None`` where whoever asked has gone."""
    begins, leaves = asyncio.ensure_future(job.frame()), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait([begins, leaves], return_when=asyncio.FIRST_COMPLETED)
        return begins.result() if begins.done() else None
    finally:
        begins.cancel()
        leaves.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _as_response(frame: Frame, job: Job, language: str) -> Response:
    if frame.letter in (ERROR, FATAL):
        status, sentence = _problem(frame, language)
        return refusal(status, sentence, **({"Retry-After": "2"} if status == 503 else {}))
    if frame.letter == FILE:
        head, _, content = frame.content.partition(b"\n")
        about = json.loads(head)
        headers = {"Content-Disposition": f'attachment; filename="{about["name"]}"'}
        return Response(content, media_type=about["type"], headers=headers)
    if frame.letter in (EVENT, END):
        return StreamingResponse(_events(frame, job, language), media_type="text/event-stream")
    return Response(frame.content, media_type="application/json")


def _problem(frame: Frame, language: str) -> tuple[int, str]:
    """Return a status and a sentence, in the language of the question if it says one."""
    problem = json.loads(frame.content)
    return problem["status"], translated(problem["error"], problem.get("language", language))


async def _events(frame: Frame, job: Job, language: str) -> AsyncIterator[bytes]:
    """Yield server-sent events, until the end or an error; stop the work where nobody listens any more."""
    try:
        while frame.letter == EVENT:
            yield b"data: " + frame.content + b"\n\n"
            frame = await job.frame()
        if frame.letter in (ERROR, FATAL):
            status, sentence = _problem(frame, language)
            yield b"event: error\ndata: " + error(status, sentence).content + b"\n\n"
    finally:
        job.cancel()
