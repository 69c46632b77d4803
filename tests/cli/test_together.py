"""Several puzzles that are read ahead and solved together: what is printed is what is printed about each alone."""

from __future__ import annotations

import re

import pytest

from tests.cli.run import run

LINES = [
    '{"id":"one","kind":"lightup","clues":[".1.","...","#.2"]}',
    '{"id":"bad","kind":"lightup","clues":["9x"]}',
    '{"id":"none","kind":"lightup","clues":["4."]}',
    '{"kind":"lightup","clues":["1.',
    '{"id":"several","kind":"binairo","unique_lines":false,"clues":["....","....","....","...."]}',
    '{"id":"gappy","kind":"gappy","size":[9,9],"clues":{"rows":"3.......3","cols":"........."}}',
    '{"id":"last","kind":"lightup","clues":["..","#."]}',
]


@pytest.mark.parametrize("options", [["--json"], [], ["--json", "--engine", "minicard"], ["--timeout", "0"]])
@pytest.mark.parametrize("times", [1, 50])
def test_what_is_printed_is_what_is_printed_about_each(options: list[str], times: int) -> None:
    alone = [run("solve", *options, text="\n" * number + line) for number, line in enumerate(LINES)]
    together = run("solve", *options, text="\n".join(LINES * times))
    said = [_said(one.stdout) for one in alone]
    assert _said(together.stdout) == "".join(said * times)
    assert together.exit_code == max(one.exit_code for one in alone)
    errors = [_unplaced(one.stderr) for one in alone]
    assert _unplaced(together.stderr) == "".join(errors * times)


def _said(text: str) -> str:
    return re.sub(r'"seconds":[^},]*', "", _unplaced(text))


def _unplaced(text: str) -> str:
    return re.sub(r"standard input:\d+", "standard input", text)
