"""What can be asked: a capability is a function of a puzzle, and its signature and docstring say all there is to know.

Its keyword arguments that are numbers, texts, or yes and no are *options*: their types hold bounds and names
(:mod:`litgrid.core.options`), their defaults stand beside them, and the docstring says what they mean. The options of
the command, the JSON that the page takes and the tables of the docs are made of these; nothing is said twice.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, wraps
from importlib import import_module
from math import isfinite
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from litgrid.core.characters import shorten, written
from litgrid.core.errors import LitgridError, UnknownNameError
from litgrid.core.options import Between, Named, Said
from litgrid.core.registry import did_you_mean

ANY = Between()
PLAIN = (bool, int, float, str)
NUMBERS: Mapping[type, type] = {int: Integral, float: Real}
"""What Python may give for a number, as NumPy's own are some."""
ROLE = re.compile(r":[a-z]+:`~?([^`]*)`")
Types = tuple[type, ...]
Function = TypeVar("Function", bound=Callable[..., Any])


class Option(NamedTuple):
    """Something that can be said with a question."""

    name: str  # as Python has it
    type: type  # ``bool``, ``int``, ``float`` or ``str``
    default: Any  # what it is where nothing is said
    help: str  # what it means, in a sentence or more
    names: tuple[Any, ...] | None = None  # which texts there are; ``None``: any
    between: Between = ANY  # the bounds of a number
    named: Named | None = None  # how a text is found that may be another word for a name
    said: Said | None = None  # how a value is read that can be said in several ways
    # whether it is a list of such values; on a command line it is said several times, each time one
    several: bool = False
    others: Types = ()  # what else it may be in Python

    def read(self, value: object) -> Any:
        """Return the value that JSON gives the option; raise :class:`LitgridError` where it is none."""
        if value is None and self.default is None:
            return None
        if self.several:
            if not isinstance(value, (list, tuple)) or not value:
                raise self.wrong(value)
            return tuple(map(self._replace(several=False, default="").read, value))
        wrong = self.wrong(value)
        if self.said is not None:
            try:
                return self.said.read(value)
            except LitgridError:
                raise wrong from None
        taken = (int, float) if self.type is float else self.type
        right = isinstance(value, taken) and (self.type is bool or not isinstance(value, bool))
        if not right or (self.known is not None and value not in self.known) or not self.within(value):
            raise wrong
        try:
            return self.type(value)
        except OverflowError:
            raise wrong from None

    def expect(self, value: object) -> None:
        """Refuse a value of Python that it cannot have; :class:`Named` and :class:`Said` have their own errors."""
        if self.said is not None or isinstance(value, self.others) or (value is None and self.default is None):
            return
        each = [value]
        if self.several:
            each = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else [...]
        for one in each:
            right = isinstance(one, NUMBERS.get(self.type, self.type))
            right = right and (self.type is bool or not isinstance(one, bool)) and self.within(one)
            if not right or (self.names is not None and one not in self.names):
                raise self.wrong(value, written)

    @property
    def known(self) -> Sequence[Any] | None:
        """Which values JSON may give, ``None`` for any: from far away no program of this machine is named."""
        return self.names if self.named is None else self.named.names()

    def wrong(self, value: object, shown: Callable[[object], str] = shorten) -> LitgridError:
        """Return what is said of a value that it cannot have."""
        expected = f"a list, each {self.expected}" if self.several else self.expected
        said = f'expected "{self.name}" as {expected}, got {shown(value)}'
        if self.names is None:
            return LitgridError(said)
        return UnknownNameError(said + did_you_mean(str(value), map(str, self.names)))

    def within(self, value: Any) -> bool:
        """Return whether a number is within its bounds."""
        low, high = self.between.low, self.between.high
        if isinstance(value, float) and not isfinite(value):
            return False
        if (self.between.above and value == low) or (self.between.below and value == high):
            return False
        return (low is None or value >= low) and (high is None or value <= high)

    @property
    def expected(self) -> str:
        """What its values are, in words."""
        if self.said is not None:
            return self.said.expected
        if self.known is not None:
            return f"one of {', '.join(map(str, self.known))}"
        if self.type in (bool, str):
            return "true or false" if self.type is bool else "text"
        number = "a whole number" if self.type is int else "a number"
        low, high = self.between.low, self.between.high
        if low is None:
            return number
        if high is None:
            return f"{number} above {low:,}" if self.between.above else f"{number} of {low:,} or more"
        first = f"above {low:,}" if self.between.above else f"from {low:,}"
        return f"{number} {first} {'and below' if self.between.below else 'to'} {high:,}"


@dataclass(frozen=True, eq=False)
class Question:
    """A capability."""

    place: str  # where its function is, ``"module:name"``
    without: tuple[str, ...] = ()  # arguments of it that are no options
    # the argument that takes a half-filled grid; ``None`` where entries are cells that the puzzle gives
    entries: str | None = None
    formulas: bool = False  # whether it can be asked about a formula, too
    about: bool = True  # whether its first argument is what it is about, a puzzle; one that makes puzzles has none
    # where the function is that takes several puzzles, and yields an answer or an error for each; empty: nowhere
    together: str = ""

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function, which takes a puzzle, and returns an :class:`litgrid.answer.Answer`."""
        return _at(self.place)

    @cached_property
    def of_several(self) -> Callable[..., Iterator[Any]]:
        """The function that takes several puzzles."""
        return _at(self.together)

    @cached_property
    def summary(self) -> str:
        """What it does, in a sentence."""
        return plain((self.function.__doc__ or "").partition("\n")[0])

    @cached_property
    def options(self) -> dict[str, Option]:
        """What can be said with it, by name."""
        found = list(_options(inspect.unwrap(self.function)).items())[self.about :]
        return {name: option for name, option in found if option is not None and name not in (*self.without, "")}

    def read(self, values: Mapping[str, Any], most: Mapping[str, int] | None = None) -> dict[str, Any]:
        """Return the options that an object of JSON says, some up to ``most``; what else is in it is none of them.

        Raises :class:`LitgridError` for a value that an option cannot have.
        """
        bounds = {name: self.options[name].between._replace(high=high) for name, high in (most or {}).items()}
        return {
            name: option._replace(between=bounds.get(name, option.between)).read(values[name])
            for name, option in self.options.items()
            if name in values
        }


def checked(function: Function) -> Function:
    """Have a function refuse what its options cannot be, before it begins: see :meth:`Option.expect`.

    What its first argument cannot be, a puzzle, it says itself.

    >>> @checked
    ... def add(first: int, number: Annotated[int, Between(1)] = 1) -> int:
    ...     return first + number
    >>> add(1, "2")
    Traceback (most recent call last):
    ...
    litgrid.core.errors.LitgridError: expected "number" as a whole number of 1 or more, got '2'
    """

    @wraps(function)
    def asked(*arguments: Any, **named: Any) -> Any:
        if named or len(arguments) > 1:
            positions = list(zip(_options(function), arguments, strict=False))
            expect(function, [*positions[1:], *named.items()])
        return function(*arguments, **named)

    return cast("Function", asked)


def expect(function: Callable[..., Any], values: Iterable[tuple[str, object]]) -> None:
    """Refuse what the options of a function cannot be; raise :class:`LitgridError` naming the first."""
    options = _options(inspect.unwrap(function))
    for name, value in values:
        option = options.get(name, options.get(""))
        if option is not None:
            option._replace(name=name).expect(value)


@cache
def _options(function: Callable[..., Any]) -> dict[str, Option | None]:
    """Return the options of a function by its parameters, ``None`` for what is none; "" has that of all others."""
    hints = get_type_hints(function, include_extras=True)
    told = parameters(inspect.getdoc(function) or "")
    found = {}
    for name, parameter in inspect.signature(function).parameters.items():
        others = parameter.kind is parameter.VAR_KEYWORD
        default = None if others else parameter.default
        found["" if others else name] = _option(name, hints.get(name), default, told.get(name, ""))
    return found


def _at(place: str) -> Callable[..., Any]:
    module, _, name = place.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


def _option(name: str, hint: Any, default: Any, text: str) -> Option | None:
    """Return the option of a parameter; ``None`` where its type is none that can be said."""
    between, names, named, read, several = Between(), None, None, None, False
    parts = [hint]
    while get_origin(parts[0]) in (Annotated, Union, UnionType, Sequence, tuple):
        inner, *extra = get_args(parts[0])
        several |= get_origin(parts[0]) in (Sequence, tuple)
        if get_origin(parts[0]) is Annotated:
            for said in extra:
                between = said if isinstance(said, Between) else between
                named = said if isinstance(said, Named) else named
                read = said if isinstance(said, Said) else read
            parts[0] = inner
        else:
            parts = [part for part in (inner, *extra) if part is not NoneType]
    base, *others = parts
    if get_origin(base) is Literal:
        names, base = get_args(base), type(get_args(base)[0])
    if base not in PLAIN or (read is None and set(others).intersection(PLAIN)):
        return None
    classes = tuple(found if isinstance(found := get_origin(other) or other, type) else object for other in others)
    return Option(name, base, default, text, names, between, named, read, several, () if several else classes)


def parameters(doc: str) -> dict[str, str]:
    r"""Return what a docstring says of each parameter, as plain text.

    >>> parameters("Do it.\n\nParameters\n----------\nlow, high\n    Where it\n    ends.\n\nRaises\n------\nX\n    y")
    {'low': 'Where it ends.', 'high': 'Where it ends.'}
    """
    section = [*re.split(r"\n(?:Parameters|Attributes)\n-+\n", doc, maxsplit=1), ""][1]
    section = re.split(r"\n\S[^\n]*\n---+\n", section)[0]
    found: dict[str, str] = {}
    names: list[str] = []
    for line in section.split("\n"):
        if line and not line.startswith(" "):
            names = line.split(", ")
        elif line.strip():
            for name in names:
                found[name] = f"{found.get(name, '')} {line.strip()}".lstrip()
    return {name: plain(text) for name, text in found.items()}


def plain(text: str) -> str:
    """Return a docstring's text without its marks.

    >>> plain("As :func:`litgrid.solve` says, ``None`` for none.")
    'As litgrid.solve says, None for none.'
    """
    return re.sub(r"``(litgrid [^`]*)``", r"`\1`", ROLE.sub(r"\1", text)).replace("``", "")


QUESTIONS: Mapping[str, Question] = {
    "solve": Question("litgrid.solving:solve", formulas=True, together="litgrid.solving:solve_all"),
    "list": Question("litgrid.listing:listed", formulas=True),
    "forced": Question("litgrid.backbone:forced", formulas=True),
    "check": Question("litgrid.checking:check", entries="grid"),
    "count": Question("litgrid.counting:count", without=("most_states",), formulas=True),
    "approximate": Question("litgrid.counting:approximate", formulas=True),
    "sample": Question("litgrid.sampling:sample", without=("most_states",)),
    "explain": Question("litgrid.explaining:explain", entries="start"),
    "hint": Question("litgrid.explaining:hint", entries="start"),
    "grade": Question("litgrid.explaining:grade"),
    "improve": Question("litgrid.improving:improve"),
    "finish": Question("litgrid.generating.finishing:finish"),
    "compare": Question("litgrid.lab.compare:compare", formulas=True),
    "walk": Question("litgrid.lab.walks:walk", without=("most_trace",), formulas=True),
    "census": Question("litgrid.lab.census:census"),
    "sizes": Question("litgrid.lab.sizes:sizes"),
    "trace": Question("litgrid.teaching.trace:trace", formulas=True),
}
"""Every question about a puzzle, by name: the command's, and the page's address."""

MAKING: Mapping[str, Question] = {
    "generate": Question(
        "litgrid.lab.generate:generate", without=("kind", "size", "pattern", "answer", "jobs"), about=False
    ),
    "examples": Question("litgrid.collection:examples", about=False),
}
"""What brings puzzles, and is asked about none: the answers are records."""
