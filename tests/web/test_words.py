"""The words of the page: both catalogues, and what the page says of them; nothing of it needs a browser."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from litgrid.web import links
from litgrid.web.answers import STATIC
from litgrid.web.words import words

FILES = sorted((Path(links.__file__).parent / "words").glob("*.toml"))
SCRIPTS = sorted([*(STATIC / "js").rglob("*.js"), *STATIC.glob("*.html")])


def test_both_languages_say_the_same_things() -> None:
    english, french = words("en"), words("fr")
    missing = {key for key in english if key not in french}
    more = {key for key in french if key not in english and not key.startswith(("kind.", "says.", "meaning."))}
    assert (missing, more) == (set(), set())
    for key, sentence in english.items():
        assert set(re.findall(r"\{(\w+)\}", sentence)) == set(re.findall(r"\{(\w+)\}", french[key])), key


def test_no_key_is_said_twice() -> None:
    for language in ("en", "fr"):
        keys = [key for file in FILES if f".{file.name}".endswith(f".{language}.toml") for key in _keys(file)]
        assert not [key for key, number in Counter(keys).items() if number > 1]


def test_french_has_blanks_before_high_marks() -> None:
    for key, sentence in words("fr").items():
        assert not re.search(r"[^\s!?][!?;](\s|$)|[^\s:]: ", sentence.replace("://", "")), key
        assert not re.search(r" [:;!?»]|« ", sentence), key


def test_every_key_of_the_page_is_there() -> None:
    known = words("en")
    plain = set(known) | {key.rsplit(".", 1)[0] for key in known if key.endswith((".one", ".many"))}
    for script in SCRIPTS:
        text = script.read_text(encoding="utf-8")
        names = re.findall(r"""(?:\bt\(|data-t(?:-\w+)?"?[:=] ?)["']([a-z_]+\.[\w.-]+)["']""", text)
        assert not [name for name in names if name not in plain], script.name
        for begin in re.findall(r"""(?:\bt\(|data-t(?:-\w+)?"?: )`([a-z_]+\.[\w.-]*)\$\{""", text):
            assert any(key.startswith(begin) for key in plain), (script.name, begin)


def test_the_page_knows_no_puzzle() -> None:
    """No rule in JavaScript: nothing there depends on what kind of puzzle it is."""
    kinds = re.compile(r"lightup|binairo|gappy|akari|takuzu", re.IGNORECASE)
    for script in sorted((STATIC / "js").rglob("*.js")):
        lines = [line for line in script.read_text(encoding="utf-8").splitlines() if kinds.search(line)]
        assert not [line for line in lines if re.search(r"===|!==|switch|case ", line)], script.name


def _keys(file: Path) -> list[str]:
    def flat(values: dict[str, Any], before: str) -> Iterator[str]:
        for name, value in values.items():
            if isinstance(value, dict):
                yield from flat(value, f"{before}{name}.")
            else:
                yield before + name

    return list(flat(tomllib.loads(file.read_text(encoding="utf-8")), ""))
