"""Descriptions: what they may say, and how the work is cut."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import InputError, LitgridError
from litgrid.lab.experiment import MOST_CHUNK, MOST_CHUNK_FLIPS, Experiment
from tests.cli.run import ROOT


def test_the_example_is_a_description() -> None:
    experiment = Experiment.from_toml((ROOT / "examples" / "sweep.toml").read_text(encoding="utf-8"))
    assert experiment.heuristics == ("skc", "least-modified")
    assert Experiment.from_dict(experiment.as_dict()) == experiment


@given(st.integers(1, 3000), st.lists(st.integers(1, 10**8), min_size=1, max_size=3, unique=True), st.integers(1, 3))
def test_chunks_are_every_execution_once(executions: int, max_flips: list[int], instances: int) -> None:
    experiment = Experiment(("a",), max_flips=tuple(max_flips), executions=executions, noises=(0.0, 1.0))
    cells = experiment.cells([str(number) for number in range(instances)])
    assert len(cells) == len(set(cells)) == 2 * len(max_flips) * instances
    expected = [0] * len(cells)
    for chunk in experiment.chunks(instances):
        assert chunk.first == expected[chunk.cell]
        expected[chunk.cell] += chunk.executions
        assert chunk.executions <= MOST_CHUNK
        assert chunk.executions == 1 or chunk.executions * cells[chunk.cell].max_flips <= MOST_CHUNK_FLIPS
    assert expected == [executions] * len(cells)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("instances = [", "expected TOML: "),
        ("", 'expected instances = ["FILE", ...], got none'),
        ("instances = []", "expected at least one of instances, got none"),
        ('instances = "a"\nnosies = [0.1]', "got 'nosies'. Did you mean 'noises'?"),
        ('instances = "a"\nnoises = 2.0', "noise"),
        ('instances = "a"\nnoises = "0.1"', 'expected "noises" as a number from 0 to 1, got'),
        ('instances = "a"\nnoises = [true]', 'expected "noises" as a number from 0 to 1, got'),
        ('instances = "a"\nnoises = [nan]', "noise"),
        ('instances = "a"\nnoises = [0.5, 0.5]', "expected each of noises once, got 0.5 twice"),
        ('instances = "a"\nmax_flips = 1.5', 'expected "max_flips" as a whole number'),
        ('instances = "a"\nheuristics = ["walk"]', "'walk'"),
        ('instances = "a"\nforms = ["4-sat"]', 'expected "forms" as one of sat, 3-sat, got'),
        ('instances = "a"\nstart = "end"', 'expected "start" as one of rest, nothing, got'),
        ('instances = "a"\nencoding = "best"', "expected an encoding"),
        (
            'instances = "a"\nexecutions = 0',
            "as a whole number from 1 to 1,000,000,000,000, got 0",
        ),
        ('instances = "a"\nexecutions = [5]', 'expected "executions" as a whole number'),
        (
            'instances = "a"\nseed = -1',
            "as a whole number from 0 to 18,446,744,073,709,551,615, got -1",
        ),
        ('instances = "a"\nmax_flips = 9e99', 'expected "max_flips" as a whole number'),
        ('instances = "a"\nmax_flips = 999999999999999999999', 'expected "max_flips" as a whole number'),
        ('instances = "a"\nrestarts = 99999999', "flips an execution, got 100000 x 100000000"),
        ('instances = "a"\nseed = 99999999999999999999', 'expected "seed" as'),
        ('instances = [["a"]]', 'expected "instances" as text'),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        Experiment.from_toml(text, "here.toml")
    assert str(caught.value).startswith("here.toml: ")
    assert said in str(caught.value)


@pytest.mark.parametrize("values", [{"instances": "a", "kind": 3}, {"instances": None}])
def test_values_of_python_are_checked_too(values: dict[str, Any]) -> None:
    with pytest.raises(LitgridError):
        Experiment.from_dict(values)


def test_a_number_that_is_too_long_is_a_sentence() -> None:
    with pytest.raises(InputError, match=r"a\.toml: expected TOML, got a number that is too long"):
        Experiment.from_toml(f"seed = {'1' * 5000}", "a.toml")
