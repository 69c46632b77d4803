"""The page's reading box goes through the same door as the commands."""

from __future__ import annotations

import pytest

from litgrid.core.errors import LitgridError
from litgrid.web.tasks.files import read

TEXT = "x001\nx010\n01xx\nx10x\n"
SAID = "read as Binairo, x for open: exactly one answer; as Light Up or Mosaic it would have none"


def test_the_reading_is_told() -> None:
    found = read({"text": TEXT})
    (record,) = found["records"]
    assert (record["kind"], record["reading"], found["warnings"]) == ("binairo", SAID, [SAID])
    assert "lu comme" in read({"text": TEXT, "language": "fr"})["warnings"][0]


def test_it_can_be_asked_for() -> None:
    with pytest.raises(LitgridError, match=r"could be Light Up.* or Binairo"):
        read({"text": TEXT, "strict": True})
    (record,) = read({"text": TEXT, "open": "x", "kind": "binairo"})["records"]
    assert record["clues"] == [row.replace("x", ".") for row in TEXT.split()]
