"""Options of a command that are a function's own: what they are called, mean and default to, it says itself.

That is its signature, and the section ``Parameters`` of its docstring (numpydoc).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import click

from litgrid.cli.options import Command, together

PARAMETER = re.compile(r"^(\w[\w, ]*)\n((?:    .*\n?)+)", re.MULTILINE)


def declared(function: Callable[..., Any], *names: str, **extra: dict[str, Any]) -> Callable[[Command], Command]:
    """Return the options of some parameters; ``extra`` is what click is to be told besides, by their names."""
    return together(*(_option(function, name, **extra.get(name, {})) for name in names))


def _option(function: Callable[..., Any], name: str, **extra: Any) -> Callable[[Command], Command]:
    default, hint = inspect.signature(function).parameters[name].default, get_type_hints(function)[name]
    flag = f"--{name.replace('_', '-')}"
    told: dict[str, Any] = {"help": described(function)[name], "default": default, "show_default": default != ""}
    if hint is bool:
        flag, told = (
            (f"{flag}/--no-{name}", told) if default else (flag, {**told, "is_flag": True, "show_default": False})
        )
    elif get_origin(hint) is Literal:
        told["type"] = click.Choice(get_args(hint))
    elif Path in get_args(hint):
        told |= {"type": click.Path(path_type=Path), "metavar": "FILE", "show_default": False}
    elif "type" not in extra:
        told["metavar"] = "TEXT"
    return click.option(flag, name, **{**told, **extra})


@cache
def described(function: Callable[..., Any]) -> dict[str, str]:
    """Return what a docstring says of each parameter, on one line.

    >>> import litgrid
    >>> described(litgrid.booklet)["author"]
    'Stands below the title.'
    """
    _, _, after = inspect.cleandoc(function.__doc__ or "").partition("Parameters\n----------\n")
    section = re.split(r"\n\n\w+\n-+\n", after)[0]
    found = ((names.split(", "), " ".join(text.split())) for names, text in PARAMETER.findall(section + "\n"))
    return {name: text for names, text in found for name in names}
