"""Questions and answers: what a command prints, its JSON, and what Python has are one thing, for every question."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click import Context

import litgrid
from litgrid import answer
from litgrid.answer import Answer, say
from litgrid.cli import main
from litgrid.cli.asking import CODES
from litgrid.core import kindwords
from litgrid.core.errors import LitgridError
from litgrid.core.words import LANGUAGES, read, text_of
from litgrid.explaining.certificate import certify
from litgrid.formats import loads
from litgrid.lab.compare import Comparison
from litgrid.lab.count import Progress
from litgrid.lab.decode import Decoded
from litgrid.lab.measuring import Measurement
from litgrid.question import MAKING, QUESTIONS, Question
from litgrid.sat import dimacs
from litgrid.sat.formula import Formula, from_clauses
from litgrid.teaching.judge import judge
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
    "finish": ["finish"],
    "compare": ["lab", "compare", "--engine", "cadical"],
    "walk": ["lab", "walksat"],
    "census": ["lab", "census"],
    "sizes": ["lab", "encode", "--stats"],
    "trace": ["lab", "trace"],
}
"""How a command asks each question."""
EVERY = dict(QUESTIONS) | dict(MAKING)
SAID: dict[str, dict[str, Any]] = {
    "list": {"order": "sorted"},
    "sample": {"seed": 3},
    "compare": {"engines": ["cadical"]},
}
"""The same in Python, where it is not said by saying nothing."""
PUZZLES = {
    "unique": "lightup\n.1.\n...\n#.2\n",
    "several": "binairo\n0.1.\n....\n....\n....\n",
    "none": "lightup\n4.\n..\n",
    "broken": "binairo\n0001\n....\n....\n....\n",
}
TIMES = ("seconds", "load", "solve", "peak")
SECONDS = re.compile(
    r"\b[0-9]+[.][0-9]{3} .*[0-9] *\n|[0-9][0-9.,]*(e-[0-9]+)? m?s\b(, [0-9,\u202f]+ (flips a second|par seconde))?"
)


def untimed(value: Any) -> Any:
    """Return JSON without what differs from one time to another."""
    if isinstance(value, dict):
        return {name: untimed(each) for name, each in value.items() if name not in TIMES}
    return value if isinstance(value, (str, int, float, type(None))) else [untimed(each) for each in value]


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
        records = untimed(map(json.loads, said.stdout.splitlines()))
        expected = untimed(json.loads(json.dumps(record)) for record in found.records(language))
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


def test_what_makes_puzzles_has_the_options_of_its_function() -> None:
    for name, question in MAKING.items():
        said = {option.name for option in main.get_command(Context(main), name).params}  # type: ignore[union-attr]
        assert question.options.keys() <= said
    made = MAKING["generate"].read({"level": "easy..hard", "givens": "25%", "symmetry": "90"})
    assert made == {"level": (1, 3), "givens": 0.25, "symmetry": "90"}


@pytest.mark.parametrize("name", EVERY)
def test_every_option_says_what_it_means_and_is_read_strictly(name: str) -> None:
    question = EVERY[name]
    parameters = inspect.signature(question.function).parameters
    assert question.summary.endswith(".")
    for option in question.options.values():
        assert option.help.endswith(".")
        assert parameters[option.name].default == option.default
        anything = option.type is str and not (option.names or option.named or option.said)
        wrongs: list[object] = [-1, 1e400, [], {"a": 1}, *([] if anything else ["nonesuch"])]
        if option.default is not None:
            wrongs.append(None)
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


FORMULA = from_clauses([[1, 2], [-1]])


def asked(name: str, puzzle: str) -> Callable[[], Answer]:
    return lambda: answered(name, PUZZLES[puzzle])


def pickled(answer: Answer) -> Answer:
    found: Answer = pickle.loads(pickle.dumps(answer))
    return found


ANSWERS: list[Callable[[], Answer]] = [
    *(asked(name, puzzle) for name in QUESTIONS if name != "compare" for puzzle in PUZZLES),
    *(
        lambda each=each: each.function(FORMULA)
        for name, each in QUESTIONS.items()
        if each.formulas and name != "compare"
    ),
    lambda: litgrid.hint(loads(PUZZLES["unique"]), np.array([[1, -1, -1]] * 2 + [[-1] * 3], dtype=np.int8)),
    lambda: certify(litgrid.explain(loads(PUZZLES["unique"]))),
    lambda: judge(loads("lightup\n.1"), dimacs.write(from_clauses([[1]], 2))),
    lambda: Comparison(loads(PUZZLES["unique"]), (Measurement("cadical", "auto", "sat", solve=0.25),)),
    lambda: Decoded(loads("lightup\n.1"), iter([loads("lightup\no1").givens]), several=False),
    lambda: Progress(loads("lightup\n.1"), 1, 1, 1, 0.5),
    lambda: QUESTIONS["walk"].function(loads(PUZZLES["several"])),
]
"""Answers of every class."""


@pytest.mark.parametrize("make", [pickled, copy.deepcopy])
def test_every_answer_can_go_to_another_process_and_says_the_same_there(make: Callable[[Answer], Answer]) -> None:
    seen: set[type[Answer]] = set()
    for ask in ANSWERS:
        answer = ask()
        seen.add(type(answer))
        same, other = SECONDS.sub("1 s", ask().text("fr")), make(answer)
        assert SECONDS.sub("1 s", other.text("fr")) == same
        assert other.outcome == make(other).outcome
        if not answer.passing and not isinstance(answer.puzzle, Formula):
            assert make(answer) == answer
            assert hash(make(answer)) == hash(answer)
        assert untimed(make(answer).records("fr")) == untimed(ask().records("fr"))
    own, more = set(), [Answer]
    while more:
        more = [each for parent in more for each in parent.__subclasses__()]
        own |= {each for each in more if each.__module__.startswith("litgrid.") and not inspect.isabstract(each)}
    assert own == seen


def test_an_answer_is_true_where_it_is_what_one_hopes_for() -> None:
    one, two = loads(PUZZLES["unique"]), loads(PUZZLES["several"])
    assert all(map(bool, (litgrid.solve(one), litgrid.check(one), litgrid.explain(one))))
    assert not litgrid.solve(two)
    assert not litgrid.check(loads(PUZZLES["broken"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_section_of_the_answers_is_alone_what_it_is_in_the_whole(language: str) -> None:
    whole = read(text_of(str(Path(answer.__file__).with_name(f"answers.{language}.toml"))))
    assert {name: answer._section(name, language) for name in whole} == whole


def test_what_looks_right_is_not_said_to_be_meant() -> None:
    puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    with pytest.raises(LitgridError, match=r"one of 1, 2, 3, got '1'$"):
        litgrid.hint(puzzle, stage="1")  # type: ignore[arg-type]
    with pytest.raises(LitgridError, match=r"got 'mirro'. Did you mean 'mirror'\?$"):
        litgrid.generate("lightup", 7, symmetry="mirro")  # type: ignore[call-overload]
