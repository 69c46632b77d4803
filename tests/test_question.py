"""Questions and answers: what a command prints, its JSON, and what Python has are one thing, for every question."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

import litgrid
from litgrid.answer import Answer, say
from litgrid.cli.asking import CODES
from litgrid.core import kindwords
from litgrid.core.errors import LitgridError
from litgrid.core.words import LANGUAGES
from litgrid.formats import loads
from litgrid.question import QUESTIONS, Question
from tests.cli.run import run

COMMANDS = {
    "solve": ["solve"],
    "list": ["solve", "--all", "--sorted"],
    "forced": ["solve", "--forced"],
    "check": ["check"],
    "count": ["count"],
    "approximate": ["count", "--approx"],
    "sample": ["sample", "--seed", "3"],
    "explain": ["explain"],
    "hint": ["hint"],
    "grade": ["grade"],
    "improve": ["improve"],
    "census": ["lab", "census"],
    "sizes": ["lab", "encode", "--stats"],
    "trace": ["lab", "trace"],
}
"""How a command asks each question."""
SAID: dict[str, dict[str, Any]] = {"list": {"order": "sorted"}, "sample": {"seed": 3}}
"""The same in Python, where it is not said by saying nothing."""
PUZZLES = {
    "unique": "lightup\n.1.\n...\n#.2\n",
    "several": "binairo\n0.1.\n....\n....\n....\n",
    "none": "lightup\n4.\n..\n",
    "broken": "binairo\n0001\n....\n....\n....\n",
}
SECONDS = re.compile(r"[0-9][0-9.,]*(e-[0-9]+)? s\b")


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "seconds"}


def answered(name: str, text: str) -> Answer:
    found: Answer = QUESTIONS[name].function(loads(text), **SAID.get(name, {}))
    return found


def test_every_question_has_a_command() -> None:
    assert COMMANDS.keys() == QUESTIONS.keys()


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_command_says_what_the_answer_says(name: str, puzzle: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(PUZZLES[puzzle])
    for language in LANGUAGES:
        arguments = [*COMMANDS[name], str(path), "--language", language]
        said = run(*arguments, "--json")
        found = answered(name, PUZZLES[puzzle])
        records = [timeless(json.loads(line)) for line in said.stdout.splitlines()]
        expected = [timeless(json.loads(json.dumps(record))) for record in found.records(language)]
        assert records == [{"id": f"{path}:1", **record} for record in expected]
        assert said.exit_code == CODES[found.outcome]
        assert bool(found) == (said.exit_code == 0)
        shown = run(*arguments).stdout
        again = answered(name, PUZZLES[puzzle])
        text = str(again) if language == "en" else again.text(language)
        kind = kindwords.title(type(again.puzzle), language)
        title = "" if name == "hint" else f"{path}:1  {kind} {again.puzzle.shape}\n"
        assert SECONDS.sub("1 s", shown) == SECONDS.sub("1 s", f"{title}{text}\n" + ("" if name == "hint" else "\n"))


@pytest.mark.parametrize("name", ["count", "sample", "forced"])
@pytest.mark.parametrize("puzzle", ["unique", "none"])
def test_in_french_nothing_is_plural_of_one_thing_or_none(name: str, puzzle: str) -> None:
    said = answered(name, PUZZLES[puzzle]).text("fr").splitlines()[-1]
    assert re.search(r"\b(1|Aucune) solution\b|Exactement une|\b[0-9]+ sur ", said)
    if " sur " not in said:
        assert not re.search(r"ées\b", said)


def test_one_cell_is_alike() -> None:
    assert say("forced.several", "fr", 1, cells="3 cases ouvertes").endswith(": identique dans toutes les solutions.")
    assert say("forced.several", "en", 1, cells="3 open cells") == "1 of 3 open cells is the same in all answers."


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_option_says_what_it_means_and_is_read_strictly(name: str) -> None:
    question = QUESTIONS[name]
    parameters = inspect.signature(question.function).parameters
    assert question.summary.endswith(".")
    for option in question.options.values():
        assert option.help.endswith(".")
        assert parameters[option.name].default == option.default
        wrongs: tuple[object, ...] = (
            "nonesuch",
            -1,
            1e400,
            [],
            {"a": 1},
            None if option.default is not None else "nonesuch",
        )
        for wrong in wrongs:
            with pytest.raises(LitgridError, match=f'expected "{option.name}" as '):
                question.read({option.name: wrong})
        if option.default is not None:
            assert question.read({option.name: option.default}) == {option.name: option.default}
    assert question.read({"somebody": "else's"}) == {}


def test_numbers_are_within_bounds_and_true_is_none() -> None:
    question = Question("litgrid.counting:approximate")
    for wrong in ({"epsilon": 0}, {"delta": 1}, {"seed": 1 << 31}, {"seed": True}, {"seed": 1.5}):
        with pytest.raises(LitgridError):
            question.read(wrong)
    assert question.read({"epsilon": 1, "delta": 0.5, "seed": 0}) == {"epsilon": 1, "delta": 0.5, "seed": 0}


def test_an_answer_is_true_where_it_is_what_one_hopes_for() -> None:
    one, two = loads(PUZZLES["unique"]), loads(PUZZLES["several"])
    assert all(map(bool, (litgrid.solve(one), litgrid.check(one), litgrid.explain(one))))
    assert not litgrid.solve(two)
    assert not litgrid.check(loads(PUZZLES["broken"]))
