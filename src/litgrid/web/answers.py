"""Answers that are none: a status that says whose fault it is, and a sentence."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starlette.responses import JSONResponse

STATIC = Path(str(files("litgrid.web") / "static"))
"""The files of the page."""


def refusal(status: int, sentence: str, **headers: str) -> JSONResponse:
    """Return what is answered to a question that is not.

    >>> refusal(404, "there is no such page").body
    b'{"error":"there is no such page"}'
    """
    return JSONResponse({"error": sentence}, status, headers)
