"""One script of modules: what each exports under the names that others import it by."""

from __future__ import annotations

import re

import pytest

from litgrid.web.publishing import INSTEAD, bundle
from litgrid.web.publishing.bundle import script


def test_modules_come_after_those_that_they_import(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "js/a.js": 'import { b as c, $ } from "./in/b.js";\n\nexport async function main() {\n  return c + $;\n}\n',
        "js/in/b.js": 'import "../server.js";\nexport const b = 1; // one\nexport const $ = 2;\n',
        "js/none.js": "// nothing\n",
    }
    monkeypatch.setattr(bundle, "text", files.__getitem__)
    made = script("a.js", {"server.js": "none.js"}).split("\n")
    assert [line for line in made if line.startswith("const module")] == [
        f"const module{number} = (() => {{" for number in range(3)
    ]
    assert "const { b: c, $ } = module1;" in made
    assert "return { b, $ };" in made
    assert made[-1] == "module2.main();"


def test_a_circle_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "text", {"js/a.js": 'import { a } from "./a.js";\n'}.__getitem__)
    with pytest.raises(ValueError, match=re.escape("modules import each other: a.js -> a.js")):
        script("a.js", {})


def test_nothing_of_the_server_is_left() -> None:
    made = script("published/page.js", INSTEAD)
    assert "fetch(" not in made
    assert not re.search(r"^(import|export) ", made, re.MULTILINE)
