"""What docs/web-api.md shows is what the server answers; ``python -m tests.web.test_api_docs`` writes it anew.

Its table of questions is made of :data:`litgrid.question.QUESTIONS`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator

import pytest

from litgrid.question import QUESTIONS, Option
from litgrid.web.tasks import TASKS
from litgrid.web.tasks.asking import MOST
from tests.cli.run import HERE
from tests.processes import finished
from tests.test_docs import BLOCK, ROOT, blocks, commands
from tests.web.server import Server, serving

PAGE = ROOT / "docs" / "web-api.md"
VARIES = {
    r'"(seconds|load|solve|peak)":[0-9.e-]+': r'"\1":0.001',
    r'"(conflicts|propagations)":[0-9]+': r'"\1":1',
    r'"compiled":(true|false)': '"compiled":true',
}
SHOWN = [(command, shown) for block in blocks(PAGE) for command, shown in commands(block.body)]


def run(command: str, page: str) -> str:
    done = finished(["bash", "-c", command], capture_output=True, encoding="utf-8", env={**os.environ, "page": page})
    return str(done.stdout)


def normal(shown: str) -> str:
    for pattern, instead in VARIES.items():
        shown = re.sub(pattern, instead, shown)
    return shown.strip()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command[:60] for command, _ in SHOWN])
def test_the_page_shows_what_is_answered(server: Server, command: str, shown: str) -> None:
    if shutil.which("curl") is None or shutil.which("bash") is None:
        pytest.skip("curl or bash is not installed")
    answered = run(command, server.address)
    if not answered and "--json" in command:
        pytest.skip("curl is older than its option --json (7.82)")
    assert normal(answered) == normal(shown)


def test_the_way_to_its_address_is_as_the_page_says() -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    (way,) = (block.body for block in blocks(PAGE) if block.language == "sh")
    litgrid = shlex.join([sys.executable, "-m", "litgrid"])
    # Its own port, so that it meets no server of others; a few processes of a shell are ended by what started them.
    script = way.replace("litgrid play", f"exec {litgrid} play --port 0") + 'echo "$page"; kill $!; wait $!'
    done = finished(["bash", "-c", script], capture_output=True, encoding="utf-8", env=HERE)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{22}/\n", done.stdout)


TABLE = re.compile(r"(?<=\| Address \| What it does \| Options \|\n\|---\|---\|---\|\n)(?:\|.*\n)*")
"""The rows of the table of questions."""


def table() -> str:
    """Return what the rows have to be."""
    rows = []
    for name, question in QUESTIONS.items():
        most = {name: high for name, high in MOST.items() if name in question.options}
        bounded = (
            option._replace(between=option.between._replace(high=most[option.name])) if option.name in most else option
            for option in question.options.values()
        )
        options = [shown(option) for option in bounded if option.name != "timeout"]
        rows.append(f"| `/api/{name}` | {question.summary} | {'; '.join(options)} |\n")
    return "".join(rows)


def shown(option: Option) -> str:
    """Return an option as the table has it: its name, and what it can be where that is not yes or no, or many names."""
    plain = option.type is bool or option.named is not None
    return f"`{option.name}`" + ("" if plain else f": {option.expected.removeprefix('one of ')}")


def test_the_table_has_every_question() -> None:
    assert TABLE.findall(PAGE.read_text(encoding="utf-8")) == [table()]


@pytest.mark.parametrize("name", sorted(TASKS.keys() - QUESTIONS.keys()))
def test_every_other_address_has_a_section_and_an_example(name: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert f"### `POST /api/{name}`" in text
    assert f"curl -s ${{page}}api/{name} " in text


def refresh() -> None:
    """Write into the page what the server answers now."""
    with serving() as server:

        def now(match: re.Match[str]) -> str:
            if match[1] != "console":
                return match[0]
            parts = []
            for command, before in commands(match[3]):
                after = run(command, server.address)
                parts.append(f"$ {command}\n{(before if normal(before) == normal(after) else after).strip()}\n")
            return "```console\n" + "\n".join(parts) + "```"

        text = TABLE.sub(lambda _: table(), PAGE.read_text(encoding="utf-8"))
        PAGE.write_text(BLOCK.sub(now, text), encoding="utf-8")


if __name__ == "__main__":
    refresh()
