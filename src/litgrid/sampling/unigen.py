"""Draws models with pyunigen: a program of its own, as pyunigen cannot be stopped.

It reads a line of JSON, ``{"clauses": ..., "variables": n}``, and then for each line with a seed it prints a line: the
literals of a model on the variables 1 to n. How many models there are, which UniGen needs to know first, is estimated
for the first, and then told.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any


def main() -> None:
    """Answer until there is no more input."""
    from pyunigen import Sampler

    # UniGen prints whatever it likes to standard output: only models go there.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    formula = json.loads(sys.stdin.readline())
    variables = list(range(1, formula["variables"] + 1))
    known: dict[str, Any] = {}
    for line in sys.stdin:
        sampler = Sampler(seed=int(line))  # one that has drawn cannot be asked again
        for clause in formula["clauses"]:
            sampler.add_clause(clause)
        cells, hashes, models = sampler.sample(num=1, sampling_set=variables, **known)
        if hashes:
            known = {"cell_hash_count": (cells, hashes)}
        out.write(json.dumps(models[0]) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
