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
    ["--cell", "r9c9"],
    ["--mark", "r9c9"],
    ["--mark", "zz"],
    ["--to", "docx"],
    ["a", "b", "c", "d"],
]
TEXTS = ["lightup\n.7.\n", "", "hello world\n", "lightup\n.1.\n...\n#.2\n"]
ENGLISH = re.compile(
    r"\b(anglais|or|the|expected|got|is|not|no|such|missing|invalid|value|error|help for|try|usage|did)\b", re.I
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


WITH_VALUES: list[tuple[str, list[str]]] = [
    *(
        ("generate binairo 6", wrong.split())
        for wrong in (
            "--givens 25% --signs 0.2",
            "--walls 0.2",
            "--symmetry 90 --fewest",
            "--level 3..2",
            "--level 9",
            "--technique x",
            "--wall-percent 20 --walls 0.2",
            "--width 4",
            "--height 4",
            "--givens 25% --unique",
            "--score 9",
            "--to pzpr -n 3",
            "--technique triples",
            "--split --no-unique --level 2",
            "--picture nothing.txt",
            "--timeout 0 --seed 1",
        )
    ),
    *(
        ("generate", f"{wrong} --tries 5 --seed 1".split())
        for wrong in ("lightup 5 --score 4.9", "binairo 4 --level 4", "lightup 4 -n 99", "lightup 5 --technique chain")
    ),
    ("generate lightup", []),
    ("generate lightup 4", ["--fewest", "--clues", "all"]),
    ("generate starbattle 5", ["--symmetry", "180"]),
    ("generate ligthup 4", []),
    *(
        ("render", wrong.split())
        for wrong in (
            "--mark r9c9",
            "--to svg -o a.png",
            "-o a.docx",
            "--cell 1 --to svg",
            "--answer",
        )
    ),
    *(
        ("booklet", wrong.split())
        for wrong in ("-o a.txt", "--strict -o a.pdf", "-o a.pdf", "-o a.pdf --font nothing.ttf")
    ),
    *(("publish", wrong.split()) for wrong in ("-o a.txt", "--strict -o a.html", "-o a.html")),
    *(("convert", wrong.split()) for wrong in ("", "--to tatham", "-o a.jsonl --to pzpr", "-o a.docx")),
]
"""What cannot be done with good options, in one way or another."""
SEVERAL = "lightup\n...\n"


@pytest.mark.parametrize(
    ("command", "more"), WITH_VALUES, ids=lambda some: some if isinstance(some, str) else " ".join(some)
)
def test_what_cannot_be_made_is_told_in_french(
    command: str, more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run(*command.split(), *more, "--language", "fr", text=SEVERAL)
    assert not ENGLISH.search(NAMES.sub("", said.stderr)), said.stderr


def test_headings_are_in_french(tmp_path: Path) -> None:
    assert "Akari 3 x 3\n" in run("render", "--language", "fr", text=TEXTS[-1]).stdout
    first = run("lab", "encode", "--to", "text", "--language", "fr", text=TEXTS[-1]).stdout.splitlines()[:2]
    assert first[0] == "Akari 3 x 3"
    assert first[1].startswith("Une variable pour chaque case")


@pytest.mark.parametrize("other", ["..\n..\n", "..."])
def test_another_grid_and_cell_are_told_in_french(other: str, tmp_path: Path) -> None:
    puzzle, partial = tmp_path / "puzzle.txt", tmp_path / "partial.txt"
    puzzle.write_text(TEXTS[-1])
    partial.write_text(other)
    for wrong in ([str(partial)], ["--cell", "r9c9"], ["--cell", "r1c2"], ["--cell", "zz"]):
        said = run("hint", str(puzzle), *wrong, "--language", "fr")
        assert said.exit_code in (2, 3)
        assert not ENGLISH.search(NAMES.sub("", said.stderr)), said.stderr


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
