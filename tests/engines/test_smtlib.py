"""Programs that speak SMT-LIB: one that answers from a script."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from litgrid.core.errors import EngineError
from litgrid.engines import engines
from litgrid.engines.base import Engine, Status
from litgrid.sat.formula import from_clauses

pytestmark = pytest.mark.skipif(os.name != "posix", reason="writes a Python script that is a program")

FORMULA = from_clauses([[1, -2], [2]])
SCRIPT = """#!{python}
import re, sys, time
print("starting", file=sys.stderr)
for line in sys.stdin:
    if line.startswith("(check-sat"):
        {check}
    elif line.startswith("(get-value"):
        {value}
    elif line.startswith("(get-unsat"):
        {core}
    elif line.startswith("(echo"):
        print(line[6:-2], flush=True)
"""
Make = Callable[..., Engine]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return a function that makes an engine of what a program answers."""

    def engine(check: str = "print('sat')", value: str = "print('((x1 true) (x2 true))')", core: str = "") -> Engine:
        path = tmp_path / "talker"
        path.write_text(SCRIPT.format(python=sys.executable, check=check, value=value, core=core or "pass"))
        path.chmod(0o755)
        return engines.get(f"smtlib:{path}")

    return engine


def test_it_is_asked_and_answers(make: Make) -> None:
    with make().open(FORMULA) as solver:
        assert solver.solve([1]) is Status.SAT
        assert solver.model().tolist() == [1, 2]
    with make("print('unsat')", core="print('((not x2)\\n x1)')").open(FORMULA) as solver:
        assert solver.solve([1, -2, 3]) is Status.UNSAT
        assert solver.core() == [-2, 1]
    with make("print('unknown')").open(FORMULA) as solver:
        assert solver.solve() is Status.UNKNOWN


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"check": "sys.exit('no more')"}, "ended with exit code 1 and without an answer; it said 'no more'$"),
        ({"check": "print('perhaps')"}, "gave no answer that can be read: 'perhaps'; it said 'starting'$"),
        ({"check": "print('(error \"what?\")')"}, "gave no answer that can be read: .*what"),
        ({"check": "import os; os.kill(os.getpid(), 9)"}, "was ended by the signal SIGKILL"),
        ({"check": "while True: print('sat' * 20_000)"}, "printed more than"),
        ({"value": "print('((x1 true) (x2 false))')"}, r"gave a model that breaks clause 2 \(2\)$"),
        ({"value": "print('((x1 true) (x2 true) (x3 true))')"}, "gave no model that can be read: .* got 3"),
        ({"value": "print('nothing')"}, "gave no model that can be read"),
        ({"check": "print('unsat')", "core": "print('(x7)')"}, r"named assumptions that were not made: '\(x7\)'"),
    ],
)
def test_what_is_no_answer_is_said(answers: dict[str, str], message: str, make: Make) -> None:
    engine = make(**answers)
    with engine.open(FORMULA) as solver:
        for _ in range(2):  # it is started again
            with pytest.raises(EngineError, match=message):
                solver.solve([1], seconds=60)


def test_a_time_limit_ends_it_and_it_is_told_everything_again(make: Make, tmp_path: Path) -> None:
    mark = tmp_path / "asked"
    check = f"time.sleep(1000) if not __import__('os').path.exists({str(mark)!r}) else print('sat')"
    with make(check).open(FORMULA) as solver:
        begin = time.process_time()
        assert solver.solve(seconds=0.3) is Status.UNKNOWN
        assert time.process_time() - begin < 10
        solver.add([[-1, 2]])
        mark.touch()
        assert solver.solve(seconds=60) is Status.SAT
