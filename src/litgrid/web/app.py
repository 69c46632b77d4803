"""The server as an ASGI application: pages, static files, questions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from litgrid.web.api import routes
from litgrid.web.settings import Settings

STATIC = Path(str(files("litgrid.web") / "static"))
PAGES = {"/": "play.html", "/set": "set.html", "/lab": "lab.html"}


def create_app(settings: Settings) -> Starlette:
    """Return the application."""
    del settings
    pages = [Route(path, _page(name)) for path, name in PAGES.items()]
    static = Mount("/static", StaticFiles(directory=STATIC, check_dir=False))
    return Starlette(routes=[*pages, static, *routes()])


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:  # noqa: ARG001
        return FileResponse(STATIC / name)

    return page
