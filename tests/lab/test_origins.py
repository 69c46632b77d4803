"""What is run again, and how it is held to the reports."""

from __future__ import annotations

from dataclasses import replace

import pytest

from litgrid.lab import origins
from litgrid.lab.origins import HEURISTICS, NOISES, SAME, THEIRS, Figures, Key, Measured
from litgrid.lab.results import Results

OURS: Figures = {
    Key("3-sat", "moms", 0.1, 100_000): Measured(0, 1000),
    **{key: replace(its, deviation=its.flips) for key, its in THEIRS.items()},
}
"""Theirs, with what they do not tell."""


def test_the_unsolved_executions_alone_are_more_than_their_mean() -> None:
    """So that their means are of solved executions, as ours."""
    assert 640 * 100_000 / 1000 > 58_942.0
    assert THEIRS[Key("3-sat", "jw", 1.0, 100_000)].solved == 360


def test_theirs_agree_with_themselves() -> None:
    # 21 shares and 7 means by noise; and of seven more cells of the first table, one of them there already, both.
    assert [agrees for agrees, _ in origins.verdicts(OURS)] == [True] * (21 + 7 + 2 * 6)


@pytest.mark.parametrize(
    ("ours", "agree"),
    [
        (Measured(1000, 1000, 500.0, 500.0), [True, True]),  # 31 to each side
        (Measured(1000, 1000, 545.0, 500.0), [True, False]),
        (Measured(995, 1000, 500.0, 500.0), [True, True]),  # 98.8 to 99.8 %, and theirs from 99.6 %
        (Measured(990, 1000, 500.0, 500.0), [False, True]),
        (Measured(0, 1000), [False]),
    ],
)
def test_a_figure_agrees_where_the_intervals_meet(ours: Measured, agree: list[bool]) -> None:
    assert [agrees for agrees, _ in ours.differences(Measured(1000, 1000, 479.0))] == agree


def test_what_does_not_agree_is_told() -> None:
    key = Key("sat", "score", 0.1, 100_000)
    verdicts = origins.verdicts({**OURS, key: Measured(999, 1000, 7673.1, 12_000.0)})
    assert [sentence for agrees, sentence in verdicts if not agrees] == [
        "score on sat, noise 0.1, within 100,000 flips: 7,673.1 ± 744 flips, theirs 5,886.3"
    ]


def test_tables_hold_all() -> None:
    first, second = origins.tables({SAME: OURS, "textbook": OURS})
    assert first.rows[0][:4] == ["3-sat", "theirs", "10,927.4; 100 % (99.6 - 100.0)", "not legible"]
    assert first.rows[1][3] == "-; 0 % (0.0 - 0.4)"
    assert [row[1] for row in first.rows] == ["theirs", SAME, "textbook"] * 2
    assert second.rows[0][2] == "2.9 % (2.0 - 4.1)"
    assert second.rows[-1][2] == "11,558.6 ± 716"
    assert len(second.rows) == 3 * 3 + 3
    for table in (first, second):
        assert {len(row) for row in table.rows} == {len(table.head)}


def test_the_experiments_are_theirs() -> None:
    found = origins.experiments(1000)
    assert {(one.max_flips, one.executions, one.start) for one in found.values()} == {((100_000,), 1000, "nothing")}
    for part, heuristics, noises in (("heuristics", HEURISTICS, (0.1,)), ("noises", ("jw",), NOISES)):
        textbook, same = found["textbook", part], found[SAME, part]
        assert (textbook.heuristics, textbook.noises, textbook.encoding) == (heuristics, noises, "pairwise")
        assert (len(same.heuristics), same.noises, same.encoding) == (len(heuristics), noises, "first")
        assert all(name.startswith("first-") for name in same.heuristics)


def test_an_execution_tells_for_lower_limits() -> None:
    head = {
        "experiment": {"instances": ["a"], "heuristics": ["first-modified"], "executions": 4, "noises": [0.1]},
        "formulas": [{"instance": "a", "form": "sat", "variables": 1, "clauses": 1}],
    }
    line = {
        "cell": 0,
        "first": 0,
        "seconds": 1,
        "solved": [1, 1, 1, 0],
        "flips": [10, 1000, 1001, 9],
        "restarts": [0] * 4,
    }
    found = origins.figures([Results.of(head, [line])])
    assert found[Key("sat", "least-modified", 0.1, 1000)] == Measured(2, 4, 505.0, 495.0)
    assert found[Key("sat", "least-modified", 0.1, 100_000)].solved == 3
