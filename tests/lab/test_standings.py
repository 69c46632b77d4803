"""Scores, tables and pictures of a contest, against what its lines say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from litgrid.core.errors import InputError, LitgridError
from litgrid.lab.standings import Standings, every, job_of, read

HEAD: dict[str, Any] = {"litgrid": "0", "contest": {"timeout": 10, "unique": True}, "jobs": 8}


def line(job: int, name: str, engine: str, status: str, **more: Any) -> dict[str, Any]:
    seconds = {"load": 1.0, "solve": 2.0} if status in ("sat", "unsat") else {"load": 1.0, "solve": None}
    return {
        "job": job, "id": name, "kind": "lightup", "size": [3, 3 + job % 4], "level": 1, "engine": engine,
        "encoding": "auto", "status": status, "variables": 9, "clauses": 20, **seconds, **more,
    }  # fmt: skip


LINES = [
    line(0, "a", "good", "sat", unique=True, prove=0.5),
    line(1, "b", "good", "sat", unique=False, prove=1.0),
    line(2, "c", "good", "unsat"),
    line(3, "d", "good", "timeout"),
    line(4, "a", "bad", "unsat"),
    line(5, "b", "bad", "sat", unique=True, prove=0.5),
    line(6, "c", "bad", "sat"),
    line(7, "d", "bad", "wrong", problem="it is nonsense"),
]


def test_scores_are_par_2() -> None:
    # "c" has no answer says "good", and "bad" found one that was checked: so "good" is wrong about it.
    standings = Standings.of(HEAD, LINES)
    good, bad = standings.solvers["good auto"], standings.solvers["bad auto"]
    assert [entry.seconds("first answer") for entry in good] == [3, 3, None, None]
    assert [entry.seconds("uniqueness") for entry in good] == [3.5, 4, None, None]
    assert [entry.seconds("first answer") for entry in bad] == [None, None, 3, None]
    assert standings.score(good, "first answer") == (3 + 3 + 20 + 20) / 4
    assert standings.score(good, "uniqueness") == (3.5 + 4 + 20 + 20) / 4
    assert standings.ranked("first answer") == ["good auto", "bad auto"]
    assert [sentence.partition(":")[0] for sentence in standings.wrong] == ["c", "a", "b", "d"]
    endless = Standings.of({**HEAD, "contest": {}}, LINES)
    assert endless.score(good, "first answer") is None
    assert endless.score(good[:2], "first answer") == 3
    assert endless.goals == ("first answer",)


def test_tables_have_every_solver_and_kind() -> None:
    first, by_kind, *_, wrong = every(Standings.of(HEAD, LINES))
    row = dict(zip(first.head, first.rows[0], strict=True))
    assert {name: row[name] for name in ("solver", "PAR-2", "solved", "of", "sat", "unsat", "timeout", "wrong")} == {
        "solver": "good auto", "PAR-2": "11.500", "solved": "2", "of": "4", "sat": "2", "unsat": "1", "timeout": "1",
        "wrong": "1",
    }  # fmt: skip
    assert by_kind.rows == [["lightup", "1", "4", "11.500 (2)", "15.750 (1)"]]
    assert len(wrong.rows) == 4
    for table in every(Standings.of(HEAD, LINES[:3])):
        assert {len(row) for row in table.rows} == {len(table.head)}


def test_what_is_not_a_job_is_refused(tmp_path: Path) -> None:
    for changes in (
        {"job": "0"},
        {"load": "1"},
        {"size": 9},
        {"unique": 3},
        {"status": None},
        {"level": [1]},
        {"size": [3, 0]},
        {"conflicts": "9"},
        {"problem": 5},
    ):
        with pytest.raises(LitgridError, match="expected a job of a contest"):
            job_of({**LINES[0], **changes})
    with pytest.raises(LitgridError, match="expected the description of a contest"):
        Standings.of({**HEAD, "contest": {"timeout": "10"}}, [])
    path = tmp_path / "results.jsonl"
    path.write_text('{"litgrid":"0","contest":{},"jobs":1}\n{"job":0}\n')
    with pytest.raises(InputError, match=r"results\.jsonl: expected a file of results"):
        read(str(path))


def test_pictures_show_what_was_solved(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: the extra `lab` brings it")
    from litgrid.lab.contest_plots import cactus, drawable, scatter

    standings = Standings.of(HEAD, LINES)
    assert list(drawable(standings)) == ["cactus", "scatter", "clauses-against-cells", "seconds-against-cells"]
    first, second = cactus(standings).axes
    assert [np.asarray(curve.get_ydata()).tolist() for curve in first.lines] == [[3, 3], [3]]
    assert [np.asarray(curve.get_ydata()).tolist() for curve in second.lines] == [[3.5, 4], []]
    points = scatter(standings).axes[0].lines[0]
    assert np.asarray(points.get_xdata()).tolist() == [3, 3, 20, 20]  # what was not solved is beyond the limit
    assert np.asarray(points.get_ydata()).tolist() == [20, 20, 3, 20]
    for picture in drawable(standings).values():
        assert picture(standings).axes
    assert list(drawable(Standings.of(HEAD, LINES[:1]))) == ["cactus"]
    for lines in ([], [{**line, "status": "timeout", "clauses": None} for line in LINES]):
        for picture in drawable(Standings.of(HEAD, lines)).values():
            assert picture is not cactus  # nothing was solved
            assert picture(Standings.of(HEAD, lines)).axes
