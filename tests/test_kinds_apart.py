"""Nothing outside a kind's folder names it: neither the code nor the page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import litgrid
from litgrid.puzzles import kinds

ROOT = Path(litgrid.__file__).parent
NAMES = re.compile(
    "|".join(
        rf"(?<![a-z]){re.escape(name.lower())}(?![a-z])"
        for kind in kinds
        for name in (kind.name, kind.title, *kind.aliases)
    )
)
PUBLISHED = "lab/origins.py"
"""Holds a published experiment to its figures, on a board of its kind."""


def texts(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts in the code of a file, but for those that only describe."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    described = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name | ast.Attribute):
            yield node.lineno, node.id if isinstance(node, ast.Name) else node.attr


def test_no_code_outside_the_puzzles_names_one() -> None:
    files = [file for file in ROOT.rglob("*.py") if file.relative_to(ROOT).parts[0] != "puzzles"]
    found = [
        f"{name}:{line}: {text}"
        for file in files
        if (name := file.relative_to(ROOT).as_posix()) != PUBLISHED
        for line, text in texts(file)
        if NAMES.search(text.lower())
    ]
    assert len(files) > 200
    assert not found


def test_the_page_names_none() -> None:
    files = [file for kind in ("js", "html", "css") for file in (ROOT / "web" / "static").rglob(f"*.{kind}")]
    found = [file.name for file in files if NAMES.search(file.read_text(encoding="utf-8").lower())]
    assert len(files) > 30
    assert not found


def test_what_lies_below_names_nothing_above_it() -> None:
    """Not even as text, which import-linter does not see."""
    above = re.compile(r"litgrid\.(?!core|kernel)\w+\.\w")
    files = [file for folder in ("core", "kernel") for file in (ROOT / folder).rglob("*.py")]
    assert files
    assert not [f"{file.name}:{line}: {text}" for file in files for line, text in texts(file) if above.search(text)]
