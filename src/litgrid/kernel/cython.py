"""Of Cython's module ``cython`` what the kernels use, to run them where nothing is compiled, and to check their types.

Cython knows these names, and reads nothing of this file. A type of C is the Python type that takes its place; a pointer
is what can be read and written at a place, here the view of an array.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)
Value = TypeVar("Value")

compiled: builtins.bool = False
"""Whether the file that asks is compiled; mypy never looks at what is for Cython alone."""

bint: TypeAlias = builtins.bool
int: TypeAlias = builtins.int
uint: TypeAlias = builtins.int
longlong: TypeAlias = builtins.int
ulonglong: TypeAlias = builtins.int
size_t: TypeAlias = builtins.int
double: TypeAlias = builtins.float
void: TypeAlias = None


class Pointer(Generic[Value]):
    """Numbers one after another."""

    def __getitem__(self, place: builtins.int, /) -> Value:
        raise NotImplementedError

    def __setitem__(self, place: builtins.int, value: Value, /) -> None:
        raise NotImplementedError


p_uchar: TypeAlias = Pointer[builtins.int]
p_int: TypeAlias = Pointer[builtins.int]
p_uint: TypeAlias = Pointer[builtins.int]
p_longlong: TypeAlias = Pointer[builtins.int]
p_ulonglong: TypeAlias = Pointer[builtins.int]
p_double: TypeAlias = Pointer[builtins.float]


class _NoGil:
    """Without the interpreter's lock: a decorator, and a context."""

    def __call__(self, function: Function) -> Function:
        return function

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


nogil = _NoGil()


def cfunc(function: Function) -> Function:
    """Mark a function that only its own file calls."""
    return function


def inline(function: Function) -> Function:
    """Mark a function that is to be compiled into what calls it."""
    return function


def exceptval(*, check: bint) -> Callable[[Function], Function]:
    """Say whether a caller looks for an exception: not of a function that raises none."""
    return lambda function: function


def cclass(made: Class) -> Class:
    """Mark a class whose attributes are those that are annotated, and nothing else."""
    return made


def final(made: Class) -> Class:
    """Mark a class that nothing is derived from, so that its methods are called without looking them up."""
    return made


def declare(kind: type[Value], value: Value) -> Value:
    """Return a constant of a file; Python does not see it where it is compiled."""
    return value


def cast(kind: type[Value], value: Any) -> Value:
    """Return the same as another type."""
    result: Value = value
    return result
