"""``python -m benchmarks.moves``: how long a move takes, from the key to the frame.

Chromium's own tracing tells it. Needs Playwright and Chromium, as the tests of the pages do.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from tests.web.browsing import browsing, context, link
from tests.web.server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIDES = (10, 40, 100)
MOVES = 12
SIZES = ({"width": 1366, "height": 768}, {"width": 1920, "height": 1080})


def main() -> None:
    """Print a table of the medians, and of the longest."""
    print("| board | window | median ms | longest ms |\n|---|---|---:|---:|")
    with browsing() as browser, serving() as server:
        for side in SIDES:
            for size in SIZES:
                found = moves(browser, server.address, side, size)
                window = f"{size['width']} x {size['height']}"
                print(f"| {side} x {side} | {window} | {statistics.median(found):.0f} | {max(found):.0f} |", flush=True)


def moves(browser: Browser, address: str, side: int, size: dict[str, int]) -> list[float]:
    """Return the milliseconds of some moves on a board of Light Up, a fifth of it walls."""
    rng = np.random.default_rng(7)
    rows = ["".join(rng.choice([".", "#"], side, p=[0.8, 0.2])) for _ in range(side)]
    with context(browser, viewport=size) as opened, tempfile.TemporaryDirectory() as folder:
        page = opened.new_page()
        page.goto(link(address, {"kind": "lightup", "clues": rows}))
        page.locator(".board .cell").first.wait_for()
        page.wait_for_timeout(12_000 if side > 50 else 3000)  # until nobody asks about the answers any more
        page.keyboard.press("Enter")
        trace = Path(folder) / "trace.json"
        browser.start_tracing(
            page=page, path=trace, categories=["devtools.timeline", "disabled-by-default-devtools.timeline.frame"]
        )
        for _ in range(MOVES):
            page.keyboard.press("ArrowRight")
            page.wait_for_timeout(150)
            page.keyboard.press("Enter")
            page.wait_for_timeout(350)
        browser.stop_tracing()
        return latencies(json.loads(trace.read_text(encoding="utf-8"))["traceEvents"])


def latencies(events: list[dict[str, Any]]) -> list[float]:
    """Return the milliseconds from each Enter, of two keys the second, to the frame that was drawn with it."""
    keys = sorted(
        event["ts"]
        for event in events
        if event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "keydown"
    )[1::2]
    commits = sorted(event["ts"] + event.get("dur", 0) for event in events if event["name"] == "Commit")
    frames = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    found = []
    for key in keys:
        commit = next((time for time in commits if time > key), None)
        frame = next((time for time in frames if commit and time > commit), None)
        if frame:
            found.append((frame - key) / 1000)
    return found


if __name__ == "__main__":
    main()
