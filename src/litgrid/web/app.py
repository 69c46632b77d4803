"""The server as an ASGI application: pages, static files, questions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from zlib import crc32

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from litgrid.web.answers import STATIC, refusal
from litgrid.web.api import routes
from litgrid.web.jobs import Pool
from litgrid.web.safety import Safety
from litgrid.web.settings import Settings

PAGES = {"/": "play", "/set": "set", "/lab": "lab"}


def create_app(settings: Settings) -> ASGIApp:
    """Return the application."""
    pool = Pool(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        app.state.pool, app.state.settings = pool, settings
        async with pool.running():
            yield {}

    pages = [Route(path, _page(name)) for path, name in PAGES.items()]
    static = StaticFiles(directory=STATIC, check_dir=False)
    files = [Mount("/static/of-{edition}", Kept(directory=STATIC, check_dir=False)), Mount("/static", static)]
    wrong: dict[Any, Any] = {HTTPException: _refused, Exception: _failed}
    inner = Starlette(routes=[*pages, *files, *routes()], lifespan=lifespan, exception_handlers=wrong)
    return Safety(inner, settings)


class Kept(StaticFiles):
    """Files that a browser need not ask for again, some dozens a page: their address changes when one of them does."""

    def file_response(self, *args: Any, **options: Any) -> Response:
        """Return a file."""
        response = super().file_response(*args, **options)
        response.headers["Cache-Control"] = "max-age=31536000, immutable"
        return response


def edition() -> str:
    """Return a name of the page's files as they are now."""
    found = (f"{file} {(status := file.stat()).st_size} {status.st_mtime_ns}" for file in sorted(STATIC.rglob("*.*")))
    return f"{crc32(chr(10).join(found).encode()):08x}"


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:  # noqa: ARG001
        frame, main = ((STATIC / f"{file}.html").read_text(encoding="utf-8") for file in ("page", name))
        text = frame.replace("{page}", name).replace("{main}", main)
        return HTMLResponse(text.replace('"static/', f'"static/of-{edition()}/'))

    return page


def _refused(request: Request, error: HTTPException) -> Response:
    """Return what the server's parts refuse as everything else is refused here."""
    path = request.url.path.removeprefix(f"/{request.app.state.settings.token}")  # it is in no sentence
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        page = (STATIC / "missing.html").read_text(encoding="utf-8")
        return HTMLResponse(page.replace("{home}", "../" * (path.count("/") - 1) or "./"), 404)
    sentences = {404: f"there is nothing at {path}", 405: f"{request.method} is not for this address"}
    return refusal(error.status_code, sentences.get(error.status_code, error.detail))


def _failed(request: Request, error: Exception) -> Response:  # noqa: ARG001
    return refusal(500, f"this is a bug in litgrid ({type(error).__name__}); please report it")
