"""Who may ask: a hostile page in the same browser can neither read nor drive the server."""

from __future__ import annotations

import http.client
import json
import re
import socket
from collections.abc import Iterator

import pytest

from litgrid.web.app import edition
from litgrid.web.settings import Settings
from tests.cli.run import ROOT
from tests.web.server import LIGHTUP, Server, serving

QUESTION = json.dumps({"puzzle": LIGHTUP}).encode()
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def ask(
    server: Server,
    headers: dict[str, str],
    *,
    method: str = "POST",
    path: str = "/api/check",
    body: bytes = QUESTION,
    token: bool = True,
) -> tuple[int, dict[str, str], str]:
    """Send a request with exactly these headers; return the status, the headers and the text of the answer."""
    path = f"/{server.token}{path}" if token else path
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in ({"Host": f"127.0.0.1:{server.port}"} | headers).items():
        connection.putheader(name, value)
    if method == "POST" and "Content-Length" not in headers:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body if method == "POST" else None)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_its_own_names(server: Server, host: str) -> None:
    status, _, _ = ask(server, JSON | {"Host": f"{host}:{server.port}", "Origin": f"http://{host}:{server.port}"})
    assert status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""]
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_name_that_comes_to_mean_this_machine(server: Server, host: str, method: str) -> None:
    """DNS rebinding: the browser believes that this is the page's own site, and so sends its name."""
    host = host.format(port=server.port)
    same = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
    status, _, text = ask(server, JSON | same, method=method, path="/api/kinds" if method == "GET" else "/api/check")
    assert status == 421
    assert "error" in json.loads(text)


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "https://127.0.0.1:{port}"},
    {"Origin": "http://127.0.0.1:{port}.evil.example"},
    {"Origin": "http://127.0.0.1:{port}", "Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_questions_of_other_sites(server: Server, headers: dict[str, str]) -> None:
    status, _, _ = ask(server, JSON | {name: value.format(port=server.port) for name, value in headers.items()})
    assert status == 403


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"}, 403),
        ({"Origin": "http://evil.example"}, 403),
    ],
)
def test_looking(server: Server, headers: dict[str, str], expected: int) -> None:
    """A link leads to the page from anywhere; nothing else does."""
    assert ask(server, headers, method="GET", path="/")[0] == expected


def test_programs_may_ask_and_so_may_the_page(server: Server) -> None:
    own = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    for headers in ({}, own, {"Sec-Fetch-Site": "same-origin"}):
        assert ask(server, JSON | headers)[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "multipart/form-data; boundary=a"},
        {"Content-Type": "text/plain; application/json"},
    ],
)
def test_what_a_form_can_send_is_no_question(server: Server, headers: dict[str, str]) -> None:
    assert ask(server, headers)[0] == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods(server: Server, method: str) -> None:
    status, headers, _ = ask(server, {"Origin": "http://evil.example"} if method == "OPTIONS" else {}, method=method)
    assert status in (403, 405)
    assert not [name for name in headers if name.startswith("access-control")]


def test_questions_are_posted_and_pages_are_got(server: Server) -> None:
    status, _, text = ask(server, {}, method="GET")
    assert (status, "error" in json.loads(text)) == (405, True)
    assert ask(server, JSON, path="/")[0] == 405
    assert ask(server, JSON, path="/api/nothing")[0] == 404


@pytest.mark.parametrize("path", ["/", "/api/kinds", "/api/nothing", "/static/icon.svg", "/static/nothing"])
def test_every_answer_says_what_browsers_must_not_do(server: Server, path: str) -> None:
    _, headers, _ = ask(server, {}, method="GET", path=path)
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert not {"server", "set-cookie", "access-control-allow-origin"} & set(headers)


def test_what_browsers_keep_is_asked_for_anew_when_it_changes(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a page names for itself is kept; the page itself, and whatever else there is, is not."""
    for page in ("/", "/set", "/lab"):
        _, headers, text = ask(server, {}, method="GET", path=page)
        assert headers["cache-control"] == "no-cache"
        files = re.findall(r'(?:href|src)="(static/[^"]+)"', text)
        assert len(files) > 5
        for file in files:
            status, headers, _ = ask(server, {}, method="GET", path=f"/{file}")
            assert (status, headers["cache-control"]) == (200, "max-age=31536000, immutable")
    assert f"static/of-{edition()}/" in text
    for path in ("/static/js/share.js", "/api/kinds", "/static/of-0/nothing"):
        assert ask(server, {}, method="GET", path=path)[1]["cache-control"] == "no-cache"
    monkeypatch.setattr("litgrid.web.app.STATIC", ROOT / "examples")
    assert f"static/of-{edition()}/" not in text


@pytest.mark.parametrize(
    "path",
    [
        *(f"/static{way}" for way in ("/../api.py", "/%2e%2e/api.py", "/..%2fapi.py", "//etc/passwd", "/js")),
        *(f"/static/of-x{way}" for way in ("/../../api.py", "/../api.py", "/..%2fapi.py", "//etc/passwd", "/js")),
    ],
)
def test_no_file_of_others(server: Server, path: str) -> None:
    assert ask(server, {}, method="GET", path=path)[0] in (403, 404)


def test_a_question_that_is_too_large_is_refused_before_it_is_read(server: Server) -> None:
    for length in (str(10**9), "9" * 30, str(Settings(1).body + 1)):
        assert ask(server, JSON | {"Content-Length": length})[0] in (400, 413)


def test_a_question_that_does_not_say_how_large_it_is(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    pieces = (b" " * 100_000 for _ in range(50))
    connection.request("POST", f"/{server.token}/api/check", pieces, JSON, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()
    assert ask(server, JSON)[0] == 200


def test_what_is_no_http(server: Server) -> None:
    for nonsense in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000, b"GET / HTTP/9.9\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            try:
                connection.sendall(nonsense + b"\r\n\r\n")
                assert b" 200 " not in connection.recv(1000)
            except ConnectionError:
                pass
    assert ask(server, JSON)[0] == 200


def test_absurd_puzzles_are_refused_before_they_cost(server: Server) -> None:
    for puzzle in (
        {"kind": "lightup", "clues": ["." * 1000] * 1000},
        {"kind": "gappy", "clues": {"rows": [1] * 30_000, "cols": [1] * 30_000}},
        {"kind": "binairo", "clues": "." * 1_000_000},
        {"kind": "x" * 1_000_000, "clues": []},
        {"kind": "lightup", "clues": [], "id": "x" * 1_000_000},
    ):
        body = json.dumps({"puzzle": puzzle}).encode()
        status, _, text = ask(server, JSON, body=body)
        assert status == 400
        assert len(text) < 1_000
    long = {"text": "\n".join(["https://puzz.link/p?akari/9000/9000/zzzzzzzz"] * 1000)}
    assert ask(server, JSON, path="/api/read", body=json.dumps(long).encode())[0] == 400


@pytest.fixture(scope="module")
def open_server() -> Iterator[Server]:
    with serving("--host", "0.0.0.0") as running:
        yield running


@pytest.fixture(params=["server", "open_server"])
def either(request: pytest.FixtureRequest) -> Server:
    found: Server = request.getfixturevalue(request.param)
    return found


def test_nobody_is_answered_without_the_token(either: Server) -> None:
    """And all are told the same, whatever they ask."""
    token = either.token
    assert len(token) > 20
    paths = ("/", "/set", "/api/kinds", "/api/nothing", "/static/icon.svg", f"/{token[:-1]}/", f"/{token}x/", "//")
    said = {ask(either, {}, method="GET", path=path, token=False)[::2] for path in (*paths, f"/x/{token}/")}
    said |= {ask(either, {**JSON, "Host": host}, token=False)[::2] for host in ("127.0.0.1", "evil.example")}
    said |= {ask(either, {}, method=method, token=False)[::2] for method in ("PUT", "OPTIONS")}
    ((status, text),) = said
    assert status == 403
    assert set(json.loads(text)) == {"error"}


def test_a_browser_is_told_what_to_do(either: Server) -> None:
    for path in ("/", "/set", "/api/kinds"):
        status, headers, text = ask(either, {"Accept": "text/html"}, method="GET", path=path, token=False)
        assert (status, headers["content-type"]) == (403, "text/html; charset=utf-8")
        assert "litgrid play" in text
        assert headers["connection"] == "close"
        assert headers["content-security-policy"]
        assert either.token not in text + str(headers)


def test_a_slash_may_be_missing(either: Server) -> None:
    status, headers, _ = ask(either, {}, method="GET", path="")
    assert (status, headers["location"]) == (307, f"{either.token}/")


def test_a_wrong_address_is_a_page_for_browsers(server: Server) -> None:
    for path, home in (("/play", "./"), ("/a/b/c", "../../")):
        status, headers, text = ask(server, {"Accept": "text/html"}, method="GET", path=path)
        assert (status, headers["content-type"].partition(";")[0]) == (404, "text/html")
        assert f'href="{home}set"' in text
    assert "error" in json.loads(ask(server, {}, method="GET", path="/play")[2])


def test_no_sentence_holds_the_token(either: Server) -> None:
    wrong = [("GET", path) for path in ("/nothing", "/api/nothing", "/static/nothing", "/static", "/api/words/tlh")]
    for method, path in (*wrong, ("POST", "/set"), ("GET", "/api/solve"), ("POST", "/api/solve")):
        status, headers, text = ask(either, JSON, method=method, path=path, body=b"{")
        assert status >= 300
        assert either.token not in text
        assert "location" not in headers or status == 307


def test_who_knows_it_is_served(open_server: Server) -> None:
    names = {"Host": f"some-name:{open_server.port}"}
    for path in ("/", "/set", "/static/icon.svg", "/api/kinds"):
        assert ask(open_server, names, method="GET", path=path)[0] == 200
    assert ask(open_server, JSON | names)[0] == 200
    assert ask(open_server, JSON | names | {"Origin": "http://evil.example"})[0] == 403
