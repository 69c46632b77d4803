"""What can be asked over HTTP, and how questions and answers look.

Every answer is JSON, a file, or a stream of events; every refusal is ``{"error": sentence}`` with a status that says
whose fault it is.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from litgrid.collection import examples
from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.puzzles import kinds
from litgrid.web.records import File, as_record
from litgrid.web.sentences import instructions, switches, title
from litgrid.web.tasks import TASKS
from litgrid.web.tasks.drawing import palette
from litgrid.web.words import words

ROUND, ODD = Shape(8, 10), Shape(9, 9)
"""Boards that are not square, and not even: kinds that have none say so."""


def refusal(status: int, sentence: str, **headers: str) -> JSONResponse:
    """Return what is answered to a question that is not."""
    return JSONResponse({"error": sentence}, status, headers or None)


def routes() -> list[Route]:
    """Return what can be asked."""
    return [
        Route("/api/kinds", _kinds),
        Route("/api/words/{language}", _words),
        Route("/api/collection", _collection),
        *(Route(f"/api/{name}", _asked(name), methods=["POST"]) for name in TASKS),
    ]


async def _kinds(request: Request) -> Response:
    return _looked_up(lambda: described(request.query_params.get("language", "en")))


async def _words(request: Request) -> Response:
    return _looked_up(lambda: words(request.path_params["language"]))


async def _collection(request: Request) -> Response:
    return _looked_up(lambda: shipped(request.query_params.get("kind")))


def _looked_up(find: Callable[[], Any]) -> Response:
    try:
        return JSONResponse(find())
    except LitgridError as error:
        return refusal(404, str(error))


@cache
def described(language: str) -> list[dict[str, Any]]:
    """Return what there is to know of each kind, to choose one and to draw one."""
    words(language)  # a language that there is
    return [_kind(kind, language) for kind in kinds]


def _kind(kind: type[Puzzle], language: str) -> dict[str, Any]:
    example = kind.from_text(kind.examples[0].splitlines()) if kind.examples else None
    scene = None if example is None else example.scene(example.givens)
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
        "labels": bool(scene and (scene.left or scene.top)),
        "clue_characters": list(kind.alphabet),
        "palette": palette(kind),
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


def _asked(name: str) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        question = json.loads(await request.body())
        try:
            found = await asyncio.to_thread(lambda: TASKS[name].load()(question))
        except LitgridError as error:
            return refusal(400, str(error))
        if isinstance(found, File):
            headers = {"Content-Disposition": f'attachment; filename="{found.name}"'}
            return Response(found.content, media_type=found.type, headers=headers)
        return JSONResponse(found)

    return answer
