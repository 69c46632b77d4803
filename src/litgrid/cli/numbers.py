"""Numbers in options, read as all are (:mod:`litgrid.core.numerals`): what click brings takes ``1_0`` as 10."""

from __future__ import annotations

from math import isfinite
from typing import Any

import click

from litgrid.core.numerals import real, whole

LONGEST = 40
"""So many digits a number in an option has at most: a seed may be any."""


class IntRange(click.IntRange):
    """A whole number within bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that an option is given."""
        if isinstance(value, str) and whole(value.removeprefix("-"), LONGEST) is None:
            self.fail(f"expected a whole number, got {value!r}.", param, ctx)
        return super().convert(value, param, ctx)


class FloatRange(click.FloatRange):
    """A finite number within bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that an option is given."""
        number = None if isinstance(value, str) and real(value) is None else super().convert(value, param, ctx)
        if number is None or not isfinite(number):
            self.fail(f"expected a number, got {value!r}.", param, ctx)
        return number
