"""Reading for the page: what is not plain is asked for as a question has it, and not as the command line has it."""

from __future__ import annotations

import pytest

from litgrid.core.errors import LitgridError
from litgrid.web.tasks.files import read

NOT_PLAIN = ["..\n..\n", "<p>", "?\n?\n", "....\n....\n....\n....\n", "4:aBc\n"]


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_no_option_is_named(text: str) -> None:
    with pytest.raises(LitgridError) as error:
        read({"text": text})
    assert "--" not in str(error.value)


def test_what_it_names_is_what_helps() -> None:
    with pytest.raises(LitgridError, match='"kind" lightup'):
        read({"text": "..\n..\n"})
    assert read({"text": "..\n..\n", "kind": "lightup"})["records"]
