"""The browser: how it comes to the page without telling others where that is.

On Linux and its kin a program is started with its address on its command line, which every user of the machine can
read. So there a browser is given a file that only its user can read, and that leads on, as Jupyter does it. The file
lies in the home folder, as browsers from snaps read neither what is hidden there nor what is temporary.
"""

from __future__ import annotations

import os
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from html import escape
from pathlib import Path

from litgrid.core.processes import passing

TELLS_NOBODY = ("win32", "darwin")
"""Where others cannot see what a browser is started with."""
PAGE = """<!doctype html>
<meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>litgrid</title>
<meta http-equiv="refresh" content="0; url={address}">
<p><a href="{address}">litgrid</a></p>
"""


@contextmanager
def way_to(address: str) -> Iterator[str]:
    """Give the address that a browser may be started with; it leads nowhere afterwards."""
    if sys.platform in TELLS_NOBODY:
        yield address
        return
    file = _written(PAGE.format(address=escape(address)))
    with passing(file):
        yield file.as_uri()


def _written(text: str) -> Path:
    """Write a file that nobody else can read; raise :class:`OSError` where there is no folder for it."""
    try:
        opened, name = tempfile.mkstemp(".html", "litgrid-", Path.home())
    except (OSError, RuntimeError):
        opened, name = tempfile.mkstemp(".html", "litgrid-")
    file = Path(name)
    try:
        with os.fdopen(opened, "w", encoding="utf-8") as page:
            page.write(text)
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return file


def has_browser() -> bool:
    """Return whether there is a browser to open."""
    if sys.platform in TELLS_NOBODY:
        return True
    return any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))  # what there is else takes the terminal


def open_browser(way: str) -> bool:
    """Open a page in the browser; return whether it has come so far."""
    with suppress(webbrowser.Error, OSError):
        return webbrowser.open(way)
    return False
