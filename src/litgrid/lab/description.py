"""What an experiment is, as TOML, JSON or options say it: a frozen dataclass, whose fields' types say what fits."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from types import NoneType
from typing import Any, Literal, Self, get_args, get_origin, get_type_hints

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.registry import did_you_mean

WORDS: dict[type, str] = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


@dataclass(frozen=True, slots=True)
class Description:
    """A description of what to run. Fields that are tuples are lists of which each entry stands once."""

    def __post_init__(self) -> None:
        for field in fields(self):
            name, values = field.name, getattr(self, field.name)
            if not isinstance(values, tuple):
                continue
            twice = next((value for number, value in enumerate(values) if value in values[:number]), None)
            if twice is not None:
                raise LitgridError(f"expected each of {name} once, got {shorten(twice)} twice")
            if not values and field.default != ():
                raise LitgridError(f"expected at least one of {name}, got none")

    def as_dict(self) -> dict[str, Any]:
        """Return the description as JSON and TOML hold it."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Read a description; one value may stand for a list of one.

        Raises
        ------
        LitgridError
            for a name that does not exist, with the nearest that does, and for a value that is not what it should be.
        """
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise LitgridError(
                    f"expected one of {', '.join(known)}; got {shorten(name)}{did_you_mean(name, known)}"
                )
        for field in fields(cls):
            if field.default is MISSING and field.name not in values:
                raise LitgridError(f'expected {field.name} = ["FILE", ...], got none')
        hints = get_type_hints(cls)
        return cls(**{name: _read(name, value, hints[name]) for name, value in values.items()})

    @classmethod
    def from_toml(cls, text: str, source: str | None = None) -> Self:
        """Read a description in TOML; ``source`` names it in errors.

        Raises
        ------
        InputError
            where the text is not TOML, or as :meth:`from_dict` does.
        """
        try:
            return cls.from_dict(tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"expected TOML: {error}", source=source) from None
        except RecursionError:
            raise InputError("expected TOML, got brackets within brackets beyond reason", source=source) from None
        except LitgridError as error:
            raise InputError(str(error), source=source) from None
        except ValueError:  # Python converts no number of so many digits
            raise InputError("expected TOML, got a number that is too long", source=source) from None


def check_among(name: str, values: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    """Raise :class:`LitgridError` for a value that is not one of those that are allowed."""
    for value in values:
        if value not in allowed:
            raise LitgridError(f"expected {name} to be of {', '.join(allowed)}; got {shorten(value)}")


def _read(name: str, value: object, hint: Any) -> Any:
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        return tuple(_read(name, item, inner) for item in (value if isinstance(value, (list, tuple)) else [value]))
    choices = get_args(hint)
    if value is None and NoneType in choices:
        return None
    kind = str if get_origin(hint) is Literal else next((one for one in choices if one is not NoneType), hint)
    wrong = LitgridError(f"expected {name} to be {WORDS[kind]}, got {shorten(value)}")
    taken = (int, float) if kind is float else kind
    if not isinstance(value, taken) or (isinstance(value, bool) and kind is not bool):
        raise wrong
    try:
        return kind(value)
    except OverflowError:
        raise wrong from None
