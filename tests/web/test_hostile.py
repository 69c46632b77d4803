"""A page of another site in the same browser: it can neither read what the server says nor make it work."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from litgrid.formats import Record, loads
from litgrid.web.links import fragment
from litgrid.web.opening import way_to
from tests.web.server import ENDLESS, LIGHTUP, Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ATTACKS = """
const target = TARGET;
const question = QUESTION;
const seen = {};
async function attempt(name, act) {
  try { seen[name] = await act(); } catch (error) { seen[name] = "refused"; }
}
const loads = (tag, attribute, path) => new Promise((resolve, reject) => {
  const element = document.createElement(tag);
  element.onload = () => resolve("loaded");
  element.onerror = () => reject(new Error());
  element[attribute] = target + path;
  document.body.append(element);
});
const post = (more) => fetch(target + "api/count", { method: "POST", body: question, ...more });
(async () => {
  await attempt("read", async () => (await fetch(target + "api/kinds")).text());
  await attempt("read the page", async () => (await fetch(target)).text());
  await attempt("ask", async () => (await post({ headers: { "Content-Type": "application/json" } })).text());
  await attempt("ask as text", async () => (await post({ headers: { "Content-Type": "text/plain" } })).text());
  await attempt("ask blindly", async () => (await post({ mode: "no-cors" })).type);
  await attempt("script", () => loads("script", "src", "static/js/words.js"));
  await attempt("picture", () => loads("img", "src", "static/icon.svg"));
  await attempt("events", () => new Promise((resolve, reject) => {
    const source = new EventSource(target + "api/kinds");
    source.onopen = () => resolve("open");
    source.onerror = () => { source.close(); reject(new Error()); };
  }));
  await attempt("socket", () => new Promise((resolve, reject) => {
    const socket = new WebSocket(target.replace("http", "ws"));
    socket.onopen = () => resolve("open");
    socket.onerror = () => reject(new Error());
  }));
  await attempt("beacon", async () => String(navigator.sendBeacon(target + "api/count", question)));
  const frame = document.createElement("iframe");
  frame.src = target;
  document.body.append(frame);
  await new Promise((resolve) => { frame.onload = resolve; });
  await attempt("frame", async () => frame.contentWindow.document.body.innerHTML);
  const window_ = open(target);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await attempt("window", async () => window_.document.body.innerHTML);
  const output = document.createElement("pre");
  output.id = "seen";
  output.textContent = JSON.stringify(seen);
  document.body.append(output);
})();
"""


@contextmanager
def hostile(target: str) -> Iterator[str]:
    """Serve a hostile page; give its address."""
    question = json.dumps(json.dumps({"puzzle": ENDLESS, "timeout": 60}))
    script = ATTACKS.replace("TARGET", json.dumps(target)).replace("QUESTION", question)
    page = f"<!doctype html><meta charset=utf-8><title>hostile</title><body><script>{script}</script>".encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()


@pytest.fixture(scope="module")
def server(browser: Browser) -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.mark.parametrize(("name", "knows"), [("127.0.0.1", True), ("localhost", True), ("127.0.0.1", False)])
def test_another_site_neither_reads_nor_drives(browser: Browser, server: Server, name: str, knows: bool) -> None:
    """That of another port is nearly the same site, the hardest case; by the other name it is another one.

    Nor does it where it has come to know the token.
    """
    path = f"{server.token}/" if knows else ""
    assert server.asked("solve", puzzle=LIGHTUP)["status"] == "unique"
    before = {worker.pid: sum(worker.cpu_times()[:2]) for worker in server.workers()}
    with browser.new_context() as context, hostile(f"http://{name}:{server.port}/{path}") as address:
        page = context.new_page()
        page.goto(address)
        seen = json.loads(page.locator("#seen").inner_text())
    assert seen.pop("beacon") == "true"  # it was sent, and refused: the browser says nothing of that
    assert set(seen.values()) == {"refused"}, seen
    worked = [sum(worker.cpu_times()[:2]) - before.get(worker.pid, 0.0) for worker in server.workers()]
    assert max(worked) < 1.5  # a spare one may have started; the question would keep one busy for a minute
    assert server.asked("solve", puzzle=LIGHTUP)["status"] == "unique"


def test_the_page_that_others_are_served(browser: Browser) -> None:
    with serving("--host", "0.0.0.0") as running, browser.new_context() as context:
        address = running.address.replace(running.address.split("/")[2], f"127.0.0.1:{running.port}")
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
        page.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith(address) else None)
        for place in ("", "set"):
            page.goto(address + place)
            page.get_by_role("grid").first.wait_for()
        page.get_by_role("navigation").get_by_role("link").first.click()
        page.get_by_role("grid").first.wait_for()
        assert page.url.startswith(address)
        assert not wrong


def test_a_browser_without_the_secret_part_is_told_what_to_do(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        bare = f"http://127.0.0.1:{server.port}/"
        for place in (bare, f"{bare}set#z=abc"):
            answer = page.goto(place)
            assert answer is not None
            assert answer.status == 403
            page.get_by_text("litgrid play").first.wait_for()
        assert set(asked) <= {bare, f"{bare}set", f"{bare}set#z=abc", f"{bare}favicon.ico"}


def test_a_browser_is_led_to_the_page(browser: Browser, server: Server) -> None:
    link = f"{server.address}{fragment(Record('', loads(json.dumps(LIGHTUP))))}"
    with way_to(link) as way, browser.new_context() as context:
        page = context.new_page()
        page.goto(way)
        page.wait_for_url(link)
        page.get_by_role("heading", name="Light Up").wait_for()
        assert page.evaluate("document.referrer") == ""


def test_what_was_kept_belongs_to_the_origin_and_not_to_the_token(browser: Browser, server: Server) -> None:
    """So games are there with another token too, and nothing that is kept holds one."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.evaluate("localStorage.setItem('litgrid.settings', JSON.stringify({ language: 'fr' }))")
        page.goto(server.address)
        page.get_by_role("link", name="Jouer").wait_for()
        page.get_by_role("gridcell").first.click()
        page.wait_for_timeout(300)
        page.goto(f"{server.address}set")
        page.get_by_role("gridcell").first.wait_for()
        page.wait_for_timeout(600)
        said = page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie")
        assert "litgrid.game" in said
        assert server.token not in said
