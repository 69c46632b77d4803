"""Who may ask: nobody but the page itself, and programs of this machine.

Listening on the loopback address alone does not keep web pages out: a page of any site can send requests there, and by
*DNS rebinding* (its name comes to mean 127.0.0.1) also read the answers. So the Host header must be ours; a question
must come from our own origin, and as JSON, which no form can send; answers forbid to be embedded or read elsewhere.

Where others than this machine may ask, every address begins with a secret, the *token*, as relative addresses pass it
on by themselves; cookies, which other pages could use, there are none.
"""

from __future__ import annotations

import hmac

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from litgrid.web.answers import refusal
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
    "Cache-Control": "no-cache",
}
LOOKING = ("GET", "HEAD")
JSON = "application/json"


class Safety:
    """Lets through what may be asked, and adds what answers must say.

    Parameters
    ----------
    app
        what answers
    settings
        where it listens, its token, and how large a question may be
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return  # no websocket has a place here

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        inside = self._within(scope)
        if inside is None:
            refused: tuple[int, str] | None = (404, "there is nothing here: open the address that litgrid play said")
        else:
            refused = self._refused(scope["method"], Headers(scope=scope))
        if refused is None:
            await self._app(inside or scope, receive, add)
        else:
            await refusal(*refused)(scope, receive, add)

    def _within(self, scope: Scope) -> Scope | None:
        """Return the scope below the token, ``None`` where the address does not begin with it."""
        token = self._settings.token
        if token is None:
            return scope
        begin, slash, _ = scope["path"].removeprefix("/").partition("/")
        if not slash or not hmac.compare_digest(begin.encode(), token.encode()):
            return None
        return {**scope, "root_path": f"{scope.get('root_path', '')}/{begin}"}

    def _refused(self, method: str, headers: Headers) -> tuple[int, str] | None:
        """Return why a request is refused, ``None`` where it is not."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or (self._settings.token is None and hosts[0].lower() not in self._settings.hosts):
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
        if (length := headers.get("content-length")) is not None and not length.isdigit():
            return 400, "expected a length in digits"
        if length is not None and (len(length) > 15 or int(length) > self._settings.body):
            return 413, too_large(self._settings)
        return None


def too_large(settings: Settings) -> str:
    """Return what is said of a question that is too large."""
    return f"expected a question of at most {settings.body:,} bytes"
