"""``litgrid sample``: answers drawn at random, and how they were drawn."""

from __future__ import annotations

from secrets import randbelow

from litgrid.cli.asking import Asked, asking

MOST_SEED = 1 << 32


@asking(
    "sample",
    yes="drawn",
    no="there is no answer",
    unknown="unknown: out of time, not possible",
    empty=True,
    other=("seed",),
)
def sample(asked: Asked) -> int:
    """Draw answers of the puzzles of FILES (none, or -: standard input) at random.

    Uniformly, each answer exactly as likely as any other, where they can be counted; almost uniformly, where UniGen can
    do it; else diverse ones. Which it was is said, and the seed; without --seed it is another each time.

    \b
    Examples:
      litgrid sample --number 10 --seed 1 --empty lightup 5
      litgrid sample --empty binairo 6
      litgrid examples --kind lightup | head -3 | litgrid sample --json --method uniform
    """  # noqa: D301
    return asked._replace(options={"seed": randbelow(MOST_SEED), **asked.options}).each()
