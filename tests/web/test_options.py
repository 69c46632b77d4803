"""What is not plain is asked for as a question has it, and not as the command line has it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.server import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("text", ["..\n..\n", "<p>", "?\n?\n", "....\n....\n....\n....\n", "4:aBc\n"])
def test_no_option_is_named(server: Server, text: str, language: str) -> None:
    answer = server.post("read", {"text": text}, **{"Accept-Language": language})
    assert answer.status_code == 400
    assert "--" not in answer.json()["error"]


@pytest.mark.parametrize(("asked", "header"), [("en", "fr"), ("fr", "en")])
def test_the_language_of_the_question_wins(server: Server, asked: str, header: str) -> None:
    wrong = {"kind": "lightup", "clues": ["5."]}
    answers = [
        server.post("solve", {"puzzle": wrong, **language}, **{"Accept-Language": other}).json()
        for language, other in (({"language": asked}, header), ({}, asked), ({"language": 1}, asked))
    ]
    assert answers[0] == answers[1]
    assert answers[0] != server.post("solve", {"puzzle": wrong}, **{"Accept-Language": header}).json()


def test_what_it_names_is_what_helps(server: Server) -> None:
    assert "choose the kind first" in server.post("read", {"text": "..\n..\n"}).json()["error"]
    assert server.asked("read", text="..\n..\n", kind="lightup")["records"]
