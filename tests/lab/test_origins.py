"""The verdicts on what can be reproduced, on figures whose shape is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from litgrid.lab import origins
from litgrid.lab.origins import HEURISTICS, LIMITS, NOISES, THEIR_HEURISTICS, THEIR_NOISES, Measured, Noises

THEIRS = {**THEIR_HEURISTICS, ("3-sat", "moms"): Measured(500, 1000, 40_000.0)}
"""Theirs, with a guess in the place of what is not legible."""


def test_theirs_agree_with_themselves() -> None:
    verdicts = origins.verdicts(THEIRS, THEIR_NOISES)
    assert [agrees for agrees, _ in verdicts] == [True] * 7
    assert verdicts[0][1] == "3-SAT is harder than SAT for every heuristic."
    assert verdicts[1][1] == "least-modified wins on 3-sat, with 100 % solved in 1,071.8 flips."


def test_the_unsolved_executions_alone_are_more_than_their_mean() -> None:
    """So that their means are of solved executions, as ours."""
    assert 640 * 100_000 / 1000 > 58_942.0
    assert THEIR_NOISES.solved[100_000][-1] == 360
    # And the second table is JW on 3-SAT.
    assert THEIR_NOISES.flips[1] == THEIR_HEURISTICS["3-sat", "jw"].flips


def test_another_winner_is_told() -> None:
    ours = {**THEIRS, ("sat", "jw"): Measured(1000, 1000, 50.0)}
    agrees, sentence = origins.verdicts(ours, THEIR_NOISES)[2]
    assert not agrees
    assert sentence == "jw wins on sat, with 100 % solved in 50.0 flips; in theirs least-modified does."


def test_a_form_that_is_not_harder_is_told() -> None:
    ours = {**THEIRS, ("3-sat", "jw"): Measured(1000, 1000, 50.0), ("3-sat", "moms"): Measured(900, 1000, 1.0)}
    assert origins.verdicts(ours, THEIR_NOISES)[0] == (
        False,
        "3-SAT is harder than SAT for score and least-modified, but not for jw and moms.",
    )


def test_success_that_rises_with_noise_is_told() -> None:
    rising = replace(THEIR_NOISES, solved={limit: [0, 500, 1000, 1000, 1000, 1000, 1000] for limit in LIMITS})
    verdicts = origins.verdicts(THEIRS, rising)
    assert [agrees for agrees, _ in verdicts[3:6]] == [False] * 3
    assert verdicts[3][1] == ("Within 1,000 flips success does not fall with noise: 0 % at noise 0, 100 % at noise 1.")


def test_a_peak_between_the_ends_is_told() -> None:
    peak = replace(THEIR_NOISES, solved={limit: [500, 900, 1000, 800, 500, 200, 100] for limit in LIMITS})
    assert origins.verdicts(THEIRS, peak)[3] == (
        False,
        "Within 1,000 flips success rises from 50 % at noise 0 to 100 % at noise 0.2, and only then falls, to 10 % at "
        "noise 1.",
    )


def test_flips_that_fall_with_noise_are_told() -> None:
    falling = replace(THEIR_NOISES, flips=THEIR_NOISES.flips[::-1])
    agrees, sentence = origins.verdicts(THEIRS, falling)[-1]
    assert not agrees
    assert "rising in 1 of 6 steps; theirs rise in 5 of 6" in sentence


def test_nothing_solved_has_no_mean() -> None:
    none = Noises({limit: [0] * 7 for limit in LIMITS}, 1000, [None] * 7)
    verdicts = origins.verdicts({key: Measured(0, 1000, None) for key in THEIRS}, none)
    assert not any(agrees for agrees, _ in verdicts)
    assert verdicts[3][1] == "Within 1,000 flips nothing is solved at any noise."
    assert verdicts[-1][1] == "Mean flips cannot be held against noise: too little is solved."


def test_of_two_that_chance_cannot_tell_apart_the_one_with_more_flips_is_harder() -> None:
    some, more = Measured(990, 1000, 50.0), Measured(995, 1000, 60.0)
    assert more.harder(some)
    assert not some.harder(more)
    assert Measured(10, 1000, 1.0).harder(some)


def test_tables_hold_both() -> None:
    first, second = origins.tables(THEIRS, THEIR_NOISES)
    assert first.rows[0] == [
        "3-sat",
        "theirs",
        "10,927.4 (100 %)",
        "not legible",
        "25,610.6 (97.5 %)",
        "1,071.8 (100 %)",
    ]
    assert first.rows[1][3] == "40,000.0 (50 %)"
    assert second.rows[2][2:] == ["2.9 %", "4.1 %", "2.9 %", "1 %", "0.2 %", "0 %", "0 %"]
    assert second.rows[0][2:] == ["-"] * 7
    for table in (first, second):
        assert {len(row) for row in table.rows} == {len(table.head)}


@pytest.mark.parametrize("part", [0, 1])
def test_the_experiments_are_theirs(part: int) -> None:
    experiment = origins.experiments(1000)[part]
    assert (experiment.max_flips, experiment.executions, experiment.start) == ((100_000,), 1000, "nothing")
    assert (experiment.heuristics, experiment.noises) == [(HEURISTICS, (0.1,)), (("jw",), NOISES)][part]
