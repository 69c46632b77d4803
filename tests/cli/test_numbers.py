"""Every option that takes a number reads it in one way, and so does none that click brings."""

from __future__ import annotations

import click
import pytest
from click.types import FloatParamType, IntParamType

from tests.cli.test_help import COMMANDS

NUMBERS = [
    pytest.param(param, id=f"{name} {param.opts[-1]}")
    for name, command in COMMANDS.items()
    for param in command.params
    if isinstance(param.type, (IntParamType, FloatParamType))
]


@pytest.mark.parametrize("param", NUMBERS)
def test_a_number_is_digits(param: click.Parameter) -> None:
    context = click.Context(click.Command("litgrid"))
    for text in ("1_0", "\N{ARABIC-INDIC DIGIT THREE}", "+1", " 1", "1 ", "\x1f1", "", "nan", "inf", "0x1", "1" * 5000):
        with pytest.raises(click.BadParameter, match=r"expected a (?:whole )?number, got"):
            param.type.convert(text, param, context)
