"""What is said of results, against what the executions themselves say."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import InputError, LitgridError
from litgrid.lab.experiment import Experiment
from litgrid.lab.results import Results, wilson
from litgrid.lab.standings import read
from litgrid.lab.sweep import sweep
from litgrid.lab.tables import cells, every, fixed, pivot
from litgrid.sat.walksat import run

HEAD: dict[str, Any] = {
    "litgrid": "0",
    "experiment": {
        "instances": ["a"],
        "heuristics": ["skc", "jw"],
        "noises": [0.1, 0.5],
        "executions": 4,
        "max_flips": 50,
    },
    "formulas": [{"instance": "a", "form": "sat", "variables": 3, "clauses": 2, "digest": ""}],
}
MADE = '{"instance":"a","form":"sat","variables":1,"clauses":1}'
ONE = f'{{"litgrid":"0","experiment":{{"instances":"a"}},"formulas":[{MADE}]}}'
CHUNK = '{"cell":0,"first":0,"solved":[1],"flips":[1],"restarts":[0],"seconds":1}'
LINES: list[dict[str, Any]] = [
    {"cell": 0, "first": 2, "solved": [1, 1], "flips": [30, 50], "restarts": [0, 0], "seconds": 0.5},
    {"cell": 0, "first": 0, "solved": [1, 0], "flips": [10, 50], "restarts": [0, 1], "seconds": 0.25},
    {"cell": 2, "first": 0, "solved": [0, 0, 0, 0], "flips": [50] * 4, "restarts": [1] * 4, "seconds": 1.0},
]


@given(st.integers(1, 2000), st.data())
def test_the_ends_of_the_interval_are_where_wilson_puts_them(of: int, data: st.DataObject) -> None:
    """Each end p is 1.96 standard deviations, as p itself says, from the share that was seen."""
    solved = data.draw(st.integers(0, of))
    share = solved / of
    low, high = wilson(solved, of)
    assert 0 <= low <= share <= high <= 1
    for end in {low, high} - {0.0, 1.0}:
        assert abs(share - end) == pytest.approx(1.959964 * sqrt(end * (1 - end) / of), abs=1e-9)


def test_no_executions_say_nothing() -> None:
    assert wilson(0, 0) == (0, 1)


def test_results_are_put_together_in_order() -> None:
    results = Results.of(HEAD, LINES)
    assert not results.complete
    first, second, third, fourth = results
    assert first.executions.tolist() == [0, 1, 2, 3]
    assert first.flips.tolist() == [10, 50, 30, 50]
    assert (first.mean_flips, first.median_flips, first.share, first.seconds) == (30, 30, 0.75, 0.75)
    assert [first.within(flips) for flips in (9, 10, 30, 49, 50)] == [0, 1, 2, 2, 3]
    assert (second.mean_flips, second.share) == (None, 0)
    # 140 flips for 3 that were solved; what was not counts 2 or 10 times its 50.
    assert (first.expected_flips, first.penalized(2), first.penalized(10)) == (140 / 3, 190 / 4, 590 / 4)
    assert (third.expected_flips, third.penalized(2)) == (None, 100)
    assert (third.mean_flips, third.cell.heuristic, third.cell.noise) == (None, "jw", 0.1)
    assert fourth.flips.size == 0


def test_tables() -> None:
    results = Results.of(HEAD, LINES)
    assert fixed(results) == "instance a, form sat, max flips 50, restarts 0, executions 4, seed 0"
    table = pivot(results)
    assert table.head == ["heuristic", "noise 0.1", "noise 0.5"]
    assert table.rows == [["skc", "30.0 (75 %)", "- (0 %)"], ["jw", "- (0 %)", "- (0 %)"]]
    assert cells(results).rows[0] == [
        *("skc", "0.1", "3", "4", "30.1 - 95.4 %", "30.0", "30.0", "46.7"),
        *("19 - 115", "47.5", "147.5", "0.25", "0.750"),
    ]
    assert cells(results).rows[3] == ["jw", "0.5", "0", "0", "0.0 - 100.0 %", *"-------", "0.000"]
    for each in every(results):
        assert {len(row) for row in each.rows} == {len(each.head)}


def test_a_table_of_one_cell() -> None:
    head = {**HEAD, "experiment": {**HEAD["experiment"], "heuristics": ["skc"], "noises": [0.1]}}
    assert pivot(Results.of(head, LINES[:2])).rows == [["30.0 (75 %)"]]


@pytest.mark.parametrize(
    "lines",
    [
        ['{"litgrid":"0"}'],
        [ONE.replace('"form":"sat",', "")],
        [ONE.replace('"variables":1', '"variables":"x"')],
        [ONE.replace('{"instances":"a"}', "[]")],
        ['{"litgrid":"0","experiment":{"instances":"a"},"formulas":[]}'],
        [ONE, CHUNK.replace('"flips":[1]', '"flips":[1,2]')],
        [ONE, CHUNK.replace('"solved":[1]', '"solved":["x"]')],
        [ONE, CHUNK.replace('"flips":[1]', '"flips":[1e400]')],
        [ONE, CHUNK.replace('"flips":[1]', '"flips":[99999999999999999999]')],
        [ONE, CHUNK.replace('"seconds":1', '"seconds":"1"')],
        [ONE, CHUNK.replace('"cell":0', '"cell":-1')],
        [ONE, CHUNK.replace('"first":0', '"first":100')],
        [ONE, CHUNK, CHUNK.replace("[1]", "[1,1]")],
        [ONE, '{"cell":9,"first":0}'],
        [ONE, '{"cell":0}'],
        [
            ONE,
            '{"cell":0,"first":0,"flips":3}',
        ],
        ['{"litgrid":"0","experiment":{"instances":"a","noises":7},"formulas":[]}'],
    ],
)
def test_a_file_that_cannot_be_one_is_refused(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match=r"results\.jsonl"):
        read(str(path))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """A small experiment that was run."""
    experiment = Experiment.from_dict(
        {
            "instances": "example lightup-10",
            "heuristics": ["skc", "least-modified"],
            "noises": [0.1, 0.3, 0.5],
            "max_flips": [200, 2000],
            "executions": 20,
            "start": "nothing",
        }
    )
    return sweep(experiment, str(tmp_path_factory.mktemp("real") / "results.jsonl"), jobs=1)


def test_results_are_those_of_local_search(real: Results) -> None:
    from litgrid.lab.instances import load

    (instance,) = load("example lightup-10", Path())
    formula = instance.formula("sat", "auto", "nothing")
    for outcome in real:
        runs = run(formula, outcome.cell.settings, executions=20)
        assert np.array_equal(runs.flips, outcome.flips)
        assert np.array_equal(runs.solved, outcome.solved)


def test_every_picture_is_drawn_in_every_format(real: Results, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from litgrid.lab.panels import save
    from litgrid.lab.plots import drawable

    pictures = drawable(real)
    assert list(pictures) == ["flips-against-noise", "success-against-flips", "run-lengths"]
    for name, picture in pictures.items():
        figure = picture(real)
        for suffix, begin in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
            path = tmp_path / f"{name}{suffix}"
            save(figure, path)
            assert path.read_bytes().startswith(begin)
    text = (tmp_path / "flips-against-noise.svg").read_text()
    for word in ("noise (probability of a random flip)", "expected flips", "heuristic", "least-modified"):
        assert word in text
    with pytest.raises(LitgridError, match=r"to end in \.svg, \.png, \.pdf"):
        save(figure, tmp_path / "a.gif")
    with pytest.raises(LitgridError, match="cannot be written"):
        save(figure, tmp_path / "no" / "such.svg")


def test_the_lines_are_the_results(real: Results) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from litgrid.lab.plots import flips_against_noise, run_lengths, success_against_flips

    long = [outcome for outcome in real if outcome.cell.max_flips == 2000]
    (axes,) = flips_against_noise(real).axes
    drawn = [flips for line in axes.lines[::3] for flips in np.asarray(line.get_ydata()).tolist()]
    assert drawn == [outcome.expected_flips for outcome in long]
    panels = run_lengths(real).axes
    assert len(panels) == 3
    ends = sorted(np.asarray(line.get_ydata())[-1] for axes in panels for line in axes.lines)
    assert ends == pytest.approx(sorted(100 * outcome.share for outcome in long))
    lines = [line for axes in success_against_flips(real).axes for line in axes.lines[::3]]
    drawn = [share for line in lines for share in np.asarray(line.get_ydata()).tolist()]
    assert sorted(drawn) == pytest.approx(sorted(100 * outcome.share for outcome in real))


def test_a_line_goes_from_the_least_to_the_largest_however_a_description_names_them() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from litgrid.lab.plots import flips_against_noise

    head = {**HEAD, "experiment": {"instances": ["a"], "noises": [0.5, 0.1, 0.3], "executions": 1, "max_flips": 50}}
    done = [
        {"cell": cell, "first": 0, "solved": [1], "flips": [flips], "restarts": [0], "seconds": 0}
        for cell, flips in enumerate((5, 1, 3))
    ]
    (axes,) = flips_against_noise(Results.of(head, done)).axes
    line = axes.lines[0]
    assert np.asarray(line.get_xdata()).tolist() == [0.1, 0.3, 0.5]
    assert np.asarray(line.get_ydata()).tolist() == [1, 3, 5]


def test_each_line_has_its_own_colour_marker_and_dashes(real: Results) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from litgrid.lab.panels import DASHES, MARKERS, OKABE_ITO
    from litgrid.lab.plots import flips_against_noise

    assert len(set(OKABE_ITO)) == len(set(MARKERS)) == len(set(map(str, DASHES))) == 7
    (axes,) = flips_against_noise(real).axes
    first, second = axes.lines[::3]  # the others are the ends of intervals
    assert first.get_color() != second.get_color()
    assert first.get_marker() != second.get_marker()
    assert first.get_linestyle() != second.get_linestyle()


def test_many_lines_all_look_different() -> None:
    from litgrid.lab.panels import _style

    assert len({str(_style(number)) for number in range(49)}) == 49


def test_pictures_of_too_many_panels_are_refused() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from litgrid.lab.plots import run_lengths

    noises = [number / 30 for number in range(30)]
    head = {**HEAD, "experiment": {**HEAD["experiment"], "noises": noises}}
    with pytest.raises(LitgridError, match="at most 24 panels in a picture, got 30, one for each noise"):
        run_lengths(Results.of(head, []))


def test_pictures_of_nothing_solved_are_drawn() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from litgrid.lab.plots import drawable

    for picture in drawable(Results.of(HEAD, [])).values():
        assert picture(Results.of(HEAD, [])).axes


def test_the_same_results_give_the_same_picture(real: Results, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from litgrid.lab.panels import save
    from litgrid.lab.plots import run_lengths

    for name in ("a.svg", "b.svg"):
        save(run_lengths(real), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(
    ("values", "least", "scale", "power"),
    [([2, 30], 0, "log", None), ([0, 30, 400], 0, "symlog", 10), ([0, 0.2, 1], 1e-4, "symlog", 0.1),
     ([2e-6, 3e-5, 1], 1e-4, "symlog", 1), ([0, 0], 0, "linear", None), ([], 0, "log", None)],
)  # fmt: skip
def test_0_has_a_place_of_its_own_on_a_logarithmic_axis(
    values: list[float], least: float, scale: str, power: float | None
) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from matplotlib.figure import Figure

    from litgrid.lab.panels import logarithmic

    axes = Figure().subplots()
    axes.plot(values, values)
    for which in "xy":
        logarithmic(values, least=least)(axes, which)
    assert axes.get_xscale() == axes.get_yscale() == scale
    if power is not None:
        assert axes.yaxis.get_transform().linthresh == pytest.approx(power)  # type: ignore[attr-defined]
        assert axes.get_ylim()[0] < 0 < max(values) < axes.get_ylim()[1]


def test_what_was_never_solved_is_above_all_and_what_takes_no_flip_is_at_0() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from litgrid.lab.plots import flips_against_noise, run_lengths

    none = Results.of(HEAD, [])
    for axes in flips_against_noise(none).axes:
        assert all(np.asarray(line.get_ydata()).min() > 0.5 for line in axes.lines if line.get_fillstyle() == "none")
    solved = Results.of(HEAD, [{"cell": 0, "first": 0, "solved": [1], "flips": [0], "restarts": [0], "seconds": 0}])
    drawn = [line for axes in run_lengths(solved).axes for line in axes.lines]
    assert min(np.asarray(line.get_xdata()).min() for line in drawn) == 0


@pytest.mark.parametrize(("low", "high"), [(2100, 4500), (1.2, 1.9), (300, 10_000), (60, 13_000), (3, 10**7)])
def test_a_logarithmic_axis_carries_numbers_however_short_it_is(low: float, high: float) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from litgrid.lab.contest_plots import Curve, Place
    from litgrid.lab.panels import figure

    curves = [Curve(Place(kind), np.array([1.0, 2.0]), np.array([low, high])) for kind in "abcde"]

    def draw(axes: Any, some: list[Curve], _: int, style: dict[str, Any]) -> None:
        axes.plot(some[0].across, some[0].up, **style)

    def settle(axes: Any) -> None:
        axes.set(yscale="log")

    drawn = figure(curves, ("solver",), None, draw, settle, "across", "up")
    drawn.canvas.draw()
    panels = [axes for axes in drawn.axes if axes.axison]
    shown = [tick.get_text() for tick in panels[0].get_yticklabels() if low <= tick.get_position()[1] <= high]
    assert len([text for text in shown if text]) >= 2
    # Every panel with none below it has its numbers.
    for panel in panels[1:]:
        assert any(tick.label1.get_visible() for tick in panel.xaxis.get_major_ticks())
    assert not any(tick.label1.get_visible() for tick in panels[0].xaxis.get_major_ticks())
