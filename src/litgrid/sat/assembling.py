"""Kernels compiled by numba into one piece of machine code that needs nothing else: no numba, no Python.

numba keeps compiled functions itself, but to load them it must be imported, which takes longer than small work takes.
So here one function is the way in to all that Python calls: it is given a number that says which, and the address of a
block of 64-bit words with the arguments, numbers and addresses. LLVM makes an object file of it and of all that it
calls, which :mod:`litgrid.sat.machine` keeps and loads.

The kernels take numbers, arrays of whole numbers, and named tuples of such arrays; they return a number or a few; they
raise nothing and allocate nothing. With what they call each other is seen by running them once as Python does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from litgrid.sat.machine import NUMBER, RESULTS, Code, Entry, Form, target

OPTIONS = {"_nrt": False, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""numba's: who holds an array is not counted, nothing is raised, and Python does not call them the usual way."""


@dataclass
class _Watched:
    """A kernel as Python runs it, with the arguments and the result of its last call."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] | None = None
    result: Any = field(default=None)

    def __call__(self, *arguments: Any) -> Any:
        self.arguments, self.result = arguments, self.function(*arguments)
        return self.result


def assembled(
    places: Mapping[str, Any],
    names: Sequence[str],
    try_out: Callable[[Any], object],
    made: dict[str, Any],
    hot: Collection[str] = (),
) -> Code:
    """Return the machine code of functions.

    Parameters
    ----------
    places
        What the modules hold by name, the functions among it.
    names
        The functions; each calls only those before it.
    try_out
        Calls by name what Python calls.
    made
        What numba has made of functions by name, which is used, and added to.
    hot
        Which of them are compiled into what calls them.

    Raises
    ------
    Exception
        whatever numba raises.
    """
    numba = import_module("numba")
    types = numba.types
    inner, outer = _watched(places, names, try_out)
    inside = {**places, **made}
    for name in names:
        if name in made:
            continue
        made[name] = inside[name] = numba.njit(_copy(places[name], inside), forceinline=name in hot, **OPTIONS)
        # In this form alone: numba would make another for each number that a caller writes down.
        arguments = inner[name].arguments or outer[name].arguments
        if arguments is not None:
            made[name].compile(tuple(_type(numba, argument) for argument in arguments))
            made[name].disable_compile()
    entries: dict[str, Entry] = {}
    write = _writer(types)
    way_in: Callable[[Any, Any], None] = _no_way
    for name, watched in outer.items():
        if watched.arguments is not None:
            results = len(watched.result) if isinstance(watched.result, tuple) else 0
            read = _reader(types, [_type(numba, argument) for argument in watched.arguments])
            other = numba.njit(way_in, inline="always")
            way_in = _way(len(entries), made[name], read, write, other)
            entries[name] = Entry(len(entries), [*map(_form, watched.arguments)], results)
    whole = numba.njit(way_in, **OPTIONS)
    whole.compile((types.int64, types.CPointer(types.int64)))
    (signature,) = whole.signatures
    return Code(whole.overloads[signature].fndesc.llvm_func_name, entries, _object(whole.inspect_llvm(signature)))


def _watched(
    places: Mapping[str, Any], names: Sequence[str], try_out: Callable[[Any], object]
) -> tuple[dict[str, _Watched], dict[str, _Watched]]:
    """Return the functions as they were called by each other, and as they were called from outside."""
    inside = dict(places)
    inner = {name: _Watched(_copy(places[name], inside)) for name in names}
    inside |= inner
    outer = {name: _Watched(watched.function) for name, watched in inner.items()}
    try_out(SimpleNamespace(**outer))
    return inner, outer


def _copy(function: Any, inside: dict[str, Any]) -> FunctionType:
    """Return a function that finds what it calls in another place."""
    copy = FunctionType(function.__code__, inside, function.__name__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def _form(argument: Any) -> Form:
    if isinstance(argument, tuple):
        return [array.dtype.str for array in argument]
    return str(argument.dtype.str) if isinstance(argument, np.ndarray) else NUMBER


def _type(numba: Any, argument: Any) -> Any:
    """Return numba's type of an argument."""
    if isinstance(argument, tuple):
        return numba.types.NamedTuple([_type(numba, array) for array in argument], type(argument))
    if isinstance(argument, np.ndarray):
        return numba.types.Array(numba.from_dtype(argument.dtype), 1, "C")
    return numba.types.int64


def _no_way(wanted: Any, block: Any) -> None:
    """Call nothing."""


def _way(number: int, kernel: Any, read: Any, write: Any, other: Any) -> Callable[[Any, Any], None]:
    """Return a function that calls a kernel if its number is wanted, else another such function."""

    def way(wanted: Any, block: Any) -> None:
        if wanted == number:
            write(block, kernel(*read(block)))
        else:
            other(wanted, block)

    return way


def _reader(types: Any, wanted: list[Any]) -> Any:
    """Return what reads arguments from a block: a number is a word, an array its address and its size."""
    from numba.extending import intrinsic

    populate = import_module("numba.np.arrayobj").populate_array
    every = types.Tuple(wanted)

    @intrinsic
    def read(_: Any, block: Any) -> Any:
        def code(context: Any, builder: Any, __: Any, arguments: Any) -> Any:
            at = RESULTS

            def word() -> Any:
                nonlocal at
                at += 1
                return builder.load(builder.gep(arguments[0], [context.get_constant(types.intp, at - 1)]))

            def build(kind: Any) -> Any:
                if isinstance(kind, types.BaseTuple):
                    return context.make_tuple(builder, kind, [build(piece) for piece in kind])
                if not isinstance(kind, types.Array):
                    return word()
                array = context.make_array(kind)(context, builder)
                size = context.get_constant(types.intp, kind.dtype.bitwidth // 8)
                data = builder.inttoptr(word(), context.get_data_type(kind.dtype).as_pointer())
                populate(array, data=data, shape=[word()], strides=[size], itemsize=size, meminfo=None)
                return array._getvalue()

            return build(every)

        return every(block), code

    return read


def _writer(types: Any) -> Any:
    """Return what writes a number, or a few, into a block."""
    from numba.extending import intrinsic

    @intrinsic
    def write(_: Any, block: Any, value: Any) -> Any:
        several = isinstance(value, types.BaseTuple)

        def code(context: Any, builder: Any, __: Any, arguments: Any) -> Any:
            place, found = arguments
            for at, kind in enumerate(value if several else [value]):
                number = builder.extract_value(found, at) if several else found
                word = builder.gep(place, [context.get_constant(types.intp, at)])
                builder.store(context.cast(builder, number, kind, types.int64), word)
            return context.get_dummy_value()

        return types.void(block, value), code

    return write


def _object(text: str) -> bytes:
    """Return the object file of code for LLVM."""
    module = import_module("llvmlite.binding").parse_assembly(text)
    missing = [name for name in (f.name for f in module.functions if f.is_declaration) if not name.startswith("llvm.")]
    if missing:
        raise ValueError(f"this code calls what it does not hold: {missing}")
    return bytes(target().emit_object(module))
