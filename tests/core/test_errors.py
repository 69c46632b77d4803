"""Errors say where, and a limit says when."""

from __future__ import annotations

import time

import pytest

from litgrid.core.errors import AmbiguousInputError, InputError, LitgridError, OutOfTimeError
from litgrid.core.limit import Limit


@pytest.mark.parametrize(
    ("source", "line", "column", "text"),
    [
        ("a.txt", 3, 5, "a.txt:3:5: what"),
        ("a.txt", 3, None, "a.txt:3: what"),
        ("a.txt", None, None, "a.txt: what"),
        ("a.txt", None, 5, "a.txt: what"),
        (None, 3, 5, "3:5: what"),
        (None, None, None, "what"),
    ],
)
def test_the_place_comes_first(source: str | None, line: int | None, column: int | None, text: str) -> None:
    assert str(InputError("what", line=line, column=column, source=source)) == text


def test_an_error_can_be_seen_from_its_file() -> None:
    seen = AmbiguousInputError("what", line=2, column=1).at(source="b.txt", lines_before=10)
    assert type(seen) is AmbiguousInputError
    assert str(seen) == "b.txt:12:1: what"
    assert str(InputError("what", source="a.txt").at(lines_before=3)) == "a.txt: what"


def test_user_errors_are_value_errors() -> None:
    assert issubclass(InputError, LitgridError)
    assert issubclass(LitgridError, ValueError)


def test_no_limit_never_ends() -> None:
    limit = Limit(None)
    limit.check()
    assert limit.left() is None


def test_a_limit_ends() -> None:
    limit = Limit(60)
    limit.check()
    left = limit.left()
    assert left is not None
    assert 0 < left <= 60
    short = Limit(0.001)
    time.sleep(0.002)
    assert short.left() == 0
    with pytest.raises(OutOfTimeError):
        short.check()
