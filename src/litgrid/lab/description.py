"""What an experiment is, as TOML, JSON or options say it: a frozen dataclass, whose fields' types say what fits."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from functools import cache
from typing import Any, Self

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.registry import did_you_mean
from litgrid.question import Option, Question


@dataclass(frozen=True, slots=True)
class Description:
    """A description of what to run. Fields that are tuples are lists of which each entry stands once."""

    def __post_init__(self) -> None:
        for name, option in options(type(self)).items():
            value = getattr(self, name)
            if not option.several:
                object.__setattr__(self, name, _read(option, value))
                continue
            if not value and option.default != ():
                raise LitgridError(f"expected at least one of {name}, got none")
            values = tuple(_read(option._replace(several=False, default=""), one) for one in value)
            twice = next((one for number, one in enumerate(values) if one in values[:number]), None)
            if twice is not None:
                raise LitgridError(f"expected each of {name} once, got {shorten(twice)} twice")
            object.__setattr__(self, name, values)

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
        several = {name for name, option in options(cls).items() if option.several}
        lists = {name: value if isinstance(value, (list, tuple)) else [value] for name, value in values.items()}
        return cls(**{name: lists[name] if name in several else value for name, value in values.items()})

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


def options(cls: type[Description]) -> dict[str, Option]:
    """Return what can be said in a description: its fields, whose types hold bounds and names."""
    return _question(f"{cls.__module__}:{cls.__name__}").options


@cache
def _question(place: str) -> Question:
    return Question(place, about=False)


def _read(option: Option, value: Any) -> Any:
    """Return a value that is said here, where every name is known that this machine knows."""
    if value is None or (option.named is None and option.said is None):
        return option.read(value)
    if not isinstance(value, (str, int, float)) or isinstance(value, bool):
        raise option.wrong(value)
    return option.said.read(value) if option.said else str(option.named.find(str(value)).name)  # type: ignore[union-attr]
