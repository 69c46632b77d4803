"""What stands on standard error, and what click says, where the language of the answers is French."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from litgrid.cli import main
from litgrid.teaching.programs import GUARDED, UNGUARDED
from litgrid.web.translating import translated
from tests.cli.run import run
from tests.cli.test_help import tree

COMMANDS = [
    name.split()[1:]
    for name, command in tree(main, "litgrid")
    if any("--language" in option.opts for option in command.params)
]
"""All that answer in a language."""
WRONG = [
    ["--nope"],
    ["--jsn"],
    ["nothing.txt"],
    ["--timeout", "x"],
    ["--timeout", "-1"],
    ["--engine", "cadicl"],
    ["--encoding", "best"],
    ["--kind", "chess"],
    ["--format", "docx"],
    ["--seed", "x"],
    ["--number", "0"],
    ["--puzzle"],
    ["--puzzle", "2"],
    ["a", "b", "c", "d"],
]
TEXTS = ["lightup\n.7.\n", "", "hello world\n", "lightup\n.1.\n...\n#.2\n"]
ENGLISH = re.compile(
    r"\b(anglais|the|expected|got|is|not|no|such|missing|invalid|value|error|help for|try|usage|did)\b", re.I
)
NAMES = re.compile(r"`[^`]*`|'[^']*'|--[a-z-]+")
"""What is the same in every language."""


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_english_where_french_is_asked_for(command: list[str]) -> None:
    found = [run(*command, *wrong, "--language", "fr", text=TEXTS[-1]) for wrong in WRONG]
    found += [run(*command, "--language", "fr", text=text) for text in TEXTS]
    assert any(result.exit_code == 2 for result in found)
    for result in found:
        assert not ENGLISH.search(NAMES.sub("", result.stderr)), result.stderr


def test_the_language_is_known_before_options_are_read() -> None:
    said = run("solve", "--nope", "--language=fr").stderr.replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith("Utilisation : litgrid solve")
    assert said.endswith("il n'y a pas d'option '--nope'. Peut-être '--open' ?\n")
    assert "No such option '--nope'" in run("solve", "--nope").stderr


@pytest.mark.parametrize(
    "formula",
    [
        "",
        "hello",
        "1 2 0\n",
        "(assert (or r1c1",
        "(assert r1c1))",
        "(assert ())",
        "(foo)",
        "min: +1 x1 ;\n",
        "+1 x1 >= ;\n",
        "[r1c1]",
        "s SATISFIABLE\n",
    ],
)
def test_a_formula_that_cannot_be_read_is_told_in_french(formula: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(TEXTS[-1])
    said = run("lab", "judge", str(path), "-", "--language", "fr", text=formula)
    assert said.exit_code == 3
    assert not ENGLISH.search(NAMES.sub("", said.stderr)), said.stderr


def test_a_program_that_fails_is_told_in_french() -> None:
    said = run("lab", "judge", "--kind", "lightup", "--boards", "2", "--with", "false", "--language", "fr")
    assert "s'est terminé avec le code 1" in said.stderr
    assert not ENGLISH.search(NAMES.sub("", said.stderr)), said.stderr


@pytest.mark.parametrize("sentence", [GUARDED, UNGUARDED])
def test_what_protects_from_programs_is_told_in_french(sentence: str) -> None:
    assert "anglais" not in translated(sentence, "fr")
