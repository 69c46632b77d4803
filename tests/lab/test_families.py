"""Instances that are drawn: each execution searches a puzzle that its number alone decides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.encode.rest import Start, rest, whole
from litgrid.generating.making import make
from litgrid.generating.order import Order
from litgrid.lab import plots, sweep
from litgrid.lab.experiment import Chunk, Experiment
from litgrid.lab.families import Family
from litgrid.lab.instances import digest
from litgrid.lab.tables import every
from litgrid.sat.walksat import run
from tests.cli.run import run as litgrid

EXPERIMENT = {
    "instances": ["empty binairo 4", "empty gappy 8"],
    "givens": [0, 0.25, 1],
    "noises": 0.3,
    "executions": 6,
    "max_flips": 500,
}


@pytest.mark.parametrize("start", ["rest", "nothing"])
def test_the_formula_is_that_of_the_puzzle_of_the_order(start: Start) -> None:
    family = Family.of("empty binairo 6", 0.25, 3, "sat", "auto", start)
    for number in (0, 5):
        made = make(Order("binairo", Shape(6, 6), givens=0.25), 3, number, Limit(None))
        assert made is not None
        opened = (rest if start == "rest" else whole)(made.puzzle)
        assert digest(family.formula(number)) == digest(opened.formula)
    three = Family.of("empty binairo 6", 0.25, 3, "3-sat", "auto", start).formula(0)
    assert set((three.starts[1:] - three.starts[:-1]).tolist()) == {3}


def test_chunks_do_not_show() -> None:
    experiment = Experiment.from_dict(EXPERIMENT)
    family = Family.of("empty binairo 4", 0.25, 0, "sat", "auto", "rest")
    settings = experiment.cells(["a"])[1].settings
    together = sweep.compute(family, settings, 0, Chunk(1, 0, 6))
    alone = [sweep.compute(family, settings, 0, Chunk(1, number, 1)) for number in range(6)]
    for name in ("solved", "flips", "restarts"):
        assert together[name] == [value for line in alone for value in line[name]]
    assert together["flips"][4] == run(family.formula(4), settings, first=4).flips[0]


def test_givens_are_an_axis(tmp_path: Path) -> None:
    path = str(tmp_path / "results.jsonl")
    results = sweep.sweep(Experiment.from_dict(EXPERIMENT), path, jobs=1)
    cells = [outcome.cell for outcome in results]
    assert [(cell.instance, cell.givens) for cell in cells] == [
        (name, share) for name in ("empty binairo 4", "empty gappy 8") for share in (0.0, 0.25, 1.0)
    ]
    # Where all is given nothing is left to search.
    assert all(outcome.solved.all() and not outcome.flips.any() for outcome in results if outcome.cell.givens == 1)
    assert sum(outcome.flips.sum() for outcome in results if outcome.cell.givens == 0) > 0
    assert "flips-against-givens" in plots.drawable(results)
    assert every(results)[0].rows[1][0] == "empty binairo 4, 25 % given: the first"
    assert every(results)[1].head[1:] == ["givens 0", "givens 0.25", "givens 1"]
    lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    assert [made["givens"] for made in lines[0]["formulas"]] == [0.0, 0.25, 1.0] * 2


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"instances": "example lightup-10"}, 'given cells are drawn on boards without any, "empty KIND SIZE"'),
        ({"instances": "empty binairo 3"}, "empty binairo 3: 3 x 3: expected an even number"),
    ],
)
def test_what_cannot_be_drawn_is_refused(changes: dict[str, object], says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=says):
        sweep.sweep(Experiment.from_dict({**EXPERIMENT, **changes}), str(tmp_path / "out"), jobs=1)


def test_a_share_that_cannot_be_is_refused() -> None:
    with pytest.raises(LitgridError, match="expected a share from 0 to 1"):
        Experiment(("empty binairo 4",), givens=(1.5,))
    with pytest.raises(LitgridError, match="each of givens once"):
        Experiment(("empty binairo 4",), givens=(0.5, 0.5))


def test_by_options(tmp_path: Path) -> None:
    output = str(tmp_path / "out.jsonl")
    how = ["--givens", "25%", "--givens", "0.5", "--executions", "3", "--jobs", "1", "-o", output]
    done = litgrid("lab", "sweep", "empty binairo 4", *how)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "givens 0.25" in done.stdout
    assert litgrid("lab", "sweep", "empty binairo 4", "--givens", "25", "-o", output).exit_code == 2
