"""Of Cython's module ``cython`` what the kernels use, to run them where nothing is compiled, and to check their types.

Cython knows these names, and reads nothing of this file. A type of C is the Python type that takes its place; a pointer
is what can be read and written at a place, here the view of an array.
"""

from __future__ import annotations

import builtins
from contextlib import nullcontext
from typing import Any, Generic, TypeAlias, TypeVar

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


nogil = nullcontext()
"""Without the interpreter's lock."""


def declare(kind: type[Value], value: Value) -> Value:
    """Return a constant of a file; Python does not see it where it is compiled."""
    return value


def cast(kind: type[Value], value: Any) -> Value:
    """Return the same as another type."""
    result: Value = value
    return result
