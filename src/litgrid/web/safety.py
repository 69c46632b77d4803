"""Who may ask: nobody but who has the token, and of what a browser sends the page itself alone.

Every address begins with a secret, the *token*, as relative addresses pass it on by themselves; cookies, which other
pages could use and other servers of this machine would be sent, there are none. Who does not know it is told what to
do, and nothing else.

A page of any site can send requests here, and by *DNS rebinding* (its name comes to mean 127.0.0.1) also read the
answers. So the Host header must be ours; a question must come from our own origin, and as JSON, which no form can send;
answers forbid to be embedded or read elsewhere.
"""

from __future__ import annotations

import hmac
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from litgrid.core.numerals import whole
from litgrid.web.answers import STATIC, refusal
from litgrid.web.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
CLOSE = {"Connection": "close"}
LOOKING = ("GET", "HEAD")
JSON = "application/json"


def knows(path: str, token: str) -> bool:
    """Return whether a path begins with the token; how long that takes tells nothing of it.

    >>> knows("/secret/api/solve", "secret"), knows("/secre/api/solve", "secret")
    (True, False)
    """
    return hmac.compare_digest(path.removeprefix("/").partition("/")[0].encode(), token.encode())


class Safety:
    """Lets through to an app what may be asked, and adds what answers must say."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        sentence = "this address lacks its secret part: take the one that litgrid play said"
        self._outside = refusal(403, sentence, **CLOSE)
        self._outside_page = HTMLResponse((STATIC / "outside.html").read_bytes(), 403, CLOSE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return  # no websocket has a place here

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        token = self._settings.token
        if not knows(scope["path"], token):
            browser = "text/html" in Headers(scope=scope).get("accept", "")
            await (self._outside_page if browser else self._outside)(scope, receive, add)
        elif scope["path"] == f"/{token}":  # relative addresses need the slash
            await RedirectResponse(f"{token}/")(scope, receive, add)
        elif (refused := self._refused(scope["method"], Headers(scope=scope))) is not None:
            await refusal(*refused)(scope, receive, add)
        else:
            await self._app({**scope, "root_path": f"/{token}"}, receive, add)

    def _refused(self, method: str, headers: Headers) -> tuple[int, str] | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._settings.answers_to(hosts[0]):
            return 421, "this server answers to its own address only: open the one that litgrid play said"
        if not self._own(headers, f"http://{hosts[0]}", method):
            return 403, "this server answers its own page only, and not other sites"
        if method in LOOKING:
            return None
        if method != "POST":
            return 405, f"expected GET or POST, got {method}"
        if headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            return 415, f"expected the content type {JSON}"
        return self._too_large(headers)

    def _own(self, headers: Headers, own: str, method: str) -> bool:
        """Return whether a request comes from the own page, from a program, or leads to the page from elsewhere."""
        site = headers.get("sec-fetch-site")
        if method in LOOKING and headers.get("sec-fetch-mode") == "navigate":
            return headers.get("sec-fetch-dest", "document") == "document"
        if site not in (None, "same-origin", "none"):
            return False
        origins = headers.getlist("origin")
        if origins:
            return [origin.lower() for origin in origins] == [own.lower()]
        return method in LOOKING or site != "none"

    def _too_large(self, headers: Headers) -> tuple[int, str] | None:
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]+", length):
            return 400, "expected a length in digits"
        size = whole(length, 15)
        if size is None or size > self._settings.body:
            return 413, too_large(self._settings)
        return None


def too_large(settings: Settings) -> str:
    """Return what is said of a question that is too large."""
    return f"expected a question of at most {settings.body:,} bytes"
