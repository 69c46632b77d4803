"""``python -m benchmarks.moves``: how long a move takes, from the key to the frame.

Chromium's own tracing tells it, and how long the page's thread computes for it, which a busy machine changes less.
Needs Playwright and Chromium, as the tests of the pages do.
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
CATEGORIES = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
]
REST = 100_000  # microseconds around a key in which there is no other
SIZES = ({"width": 1366, "height": 768}, {"width": 1920, "height": 1080})


def main() -> None:
    """Print a table of the medians, and of the longest."""
    print("| board | window | median ms | longest ms | computed ms |\n|---|---|---:|---:|---:|")
    with browsing() as browser, serving() as server:
        for side in SIDES:
            for size in SIZES:
                found, computed = moves(browser, server.address, side, size)
                window, middle = f"{size['width']} x {size['height']}", statistics.median
                told = f"{middle(found):.0f} | {max(found):.0f} | {middle(computed):.1f}"
                print(f"| {side} x {side} | {window} | {told} |", flush=True)


def moves(browser: Browser, address: str, side: int, size: dict[str, int]) -> tuple[list[float], list[float]]:
    """Return the milliseconds of some moves on a Light Up, a fifth of it walls, and those computed for each."""
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
            page=page,
            path=trace,
            categories=CATEGORIES,
        )
        for _ in range(MOVES):
            page.keyboard.press("ArrowRight")
            page.wait_for_timeout(150)
            page.keyboard.press("Enter")
            page.wait_for_timeout(350)
        browser.stop_tracing()
        events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
        return latencies(events), computings(events)


def entered(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the presses of Enter, of two keys the second."""
    dispatched = (event for event in events if event["name"] == "EventDispatch")
    keys = (event for event in dispatched if event["args"]["data"]["type"] == "keydown")
    return sorted(keys, key=lambda event: event["ts"])[1::2]


def computings(events: list[dict[str, Any]]) -> list[float]:
    """Return the milliseconds that the page's thread computes for each Enter, until nothing more comes of it."""
    tasks = [event for event in events if event["name"] == "RunTask"]
    return [
        sum(one["tdur"] for one in tasks if one["tid"] == key["tid"] and abs(one["ts"] - key["ts"]) < REST) / 1000
        for key in entered(events)
    ]


def latencies(events: list[dict[str, Any]]) -> list[float]:
    """Return the milliseconds from each Enter to the frame that was drawn with it."""
    keys = [key["ts"] for key in entered(events)]
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
