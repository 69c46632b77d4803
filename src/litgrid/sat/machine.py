"""Kernels that were compiled once on this machine, kept as machine code and loaded without the compiler.

numba compiles them (:mod:`litgrid.sat.assembling`); to load them only LLVM is imported, which takes a few hundredths of
a second. What is kept is a file of its own: a checksum, what the functions take, and an object file. It holds good for
the sources, the processor and the version of LLVM that it was made with. It is where numba would keep it: in the
``__pycache__`` beside the sources, else in the user's cache folder, else among the temporary files, in a folder of this
user alone. What is damaged or old is made anew.
"""

from __future__ import annotations

import json
import os
import sys
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from ctypes import PYFUNCTYPE, addressof, c_char, c_int32, c_int64, c_void_p
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from litgrid.sat.compiling import private_folder

Form = str | list[str]
"""What an argument is: the type of an array's numbers, those of a tuple's arrays, or a number."""
NUMBER = ""
RESULTS = 3
"""So many words of a block are for results."""
VERSION = 2
"""Of what is kept."""
HELD = 16
"""So many tuples are known by where their arrays are."""


class Entry(NamedTuple):
    """What Python calls by a number: the forms of the arguments, and how many results there are, 0 for one alone."""

    number: int
    forms: Sequence[Form]
    results: int


class Code(NamedTuple):
    """Machine code: the name of the way in, what it leads to by name, and an object file."""

    way_in: str
    entries: Mapping[str, Entry]
    object: bytes


class Machine:
    """Functions that call each other, compiled where that works.

    Those of the modules stay as they are, to be run without a compiler.

    Parameters
    ----------
    places
        What the modules hold by name, the functions among it.
    names
        The functions; each calls only those before it.
    try_out
        Calls by name, and with the types that Python will use, all that Python calls.
    others
        Of the functions that are among its, what it compiled in this process is not compiled again.
    hot
        Which of them are short of time: they are compiled into what calls them, as handing over arrays costs.
    """

    def __init__(
        self,
        places: Mapping[str, Any],
        names: Sequence[str],
        try_out: Callable[[Any], object],
        others: Machine | None = None,
        hot: Collection[str] = (),
    ) -> None:
        self._places, self._names, self._try_out = places, names, try_out
        self.hot: frozenset[str] = frozenset(hot).union(() if others is None else others.hot)
        self._made: dict[str, Any] = {} if others is None else others._made
        self._last = Path(places[names[-1]].__code__.co_filename)

    @property
    def is_kept(self) -> bool:
        """Whether there is nothing to compile; what is kept may still be of no use."""
        return self._kept() is not None

    def load(self) -> SimpleNamespace | None:
        """Return what Python calls, by name, compiled now where that is still to be done; ``None`` if it cannot be.

        These take numbers, arrays of whole numbers without gaps, and named tuples of such arrays.
        """
        if not can_compile():
            return None
        for get in (self._kept, self._assembled):
            # Whatever is wrong, what was kept is made anew, and what is not compiled does the same.
            with suppress(Exception):
                if (code := get()) is not None:
                    self._try_out(found := _running(code))
                    return found
        return None

    def _assembled(self) -> Code:
        from litgrid.sat.assembling import assembled

        code = assembled(self._places, self._names, self._try_out, self._made, self.hot)
        self._keep(code)
        return code

    def _kept(self) -> Code | None:
        """Return what was kept, where it is whole and new."""
        try:
            name, stamp = self._name(), self._stamp()
        except (ImportError, OSError):
            return None
        for folder in self._folders():
            try:
                checksum, _, rest = (folder / name).read_bytes().partition(b"\n")
                if int(checksum, 16) == crc32(rest):
                    head, _, code = rest.partition(b"\n")
                    written, way_in, entries = json.loads(head)
                    if written == stamp:
                        return Code(way_in, {name: Entry(*entry) for name, entry in entries.items()}, code)
            except (
                OSError,
                ValueError,
                TypeError,
                AttributeError,
                RecursionError,
            ):  # not there, or not what it should be
                continue
        return None

    def _keep(self, code: Code) -> None:
        """Keep what was compiled in the first folder that can be written."""
        rest = json.dumps([self._stamp(), code.way_in, code.entries]).encode() + b"\n" + code.object
        for folder in self._folders():
            part = folder / f"{self._name()}.{os.getpid()}"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                part.write_bytes(b"%08x\n" % crc32(rest) + rest)
                part.replace(folder / self._name())
            except OSError:
                with suppress(OSError):
                    part.unlink(missing_ok=True)
                continue
            return

    def _stamp(self) -> int:
        """Return a number that changes with the sources."""
        sources = sorted({self._places[name].__code__.co_filename for name in self._names})
        sources.append(str(Path(__file__).with_name("assembling.py")))
        return crc32(repr(VERSION).encode() + b"".join(Path(source).read_bytes() for source in sources))

    def _name(self) -> str:
        """Return the name of the file: what is kept there, and for which machine."""
        what = (import_module("llvmlite").__version__, *_processor())
        return f"{self._last.stem}.{crc32(repr(what).encode()):08x}.code"

    def _folders(self) -> Iterator[Path]:
        """Yield where it may be kept."""
        if chosen := os.environ.get("NUMBA_CACHE_DIR"):
            yield Path(chosen) / "litgrid"
            return
        yield self._last.parent / "__pycache__"
        with suppress(RuntimeError):  # there may be no home
            yield _cache_folder() / "litgrid"
        if (private := private_folder()) is not None:
            yield private


def can_compile() -> bool:
    """Whether numba is installed, and not switched off."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    return "numba" in sys.modules or find_spec("numba") is not None


def target() -> Any:
    """Return what this machine is for LLVM, as numba has it; what loads code takes it as its own."""
    llvm = import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple, name, features = _processor()
    # Code that stays where it was made need not be able to move, and on this one LLVM counts on it.
    fixed = "static" if triple.startswith(("x86", "i386", "i686")) else "default"
    usual = llvm.Target.from_triple(triple)
    return usual.create_target_machine(
        cpu=name, features=features, opt=3, reloc=fixed, codemodel="jitdefault", jit=True
    )


@cache
def _processor() -> tuple[str, str, str]:
    llvm = import_module("llvmlite.binding")
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM does not know them everywhere
        features = ""
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features


def _cache_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _running(code: Code) -> SimpleNamespace:
    """Return what calls the functions of machine code, by name."""
    llvm = import_module("llvmlite.binding")
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target())
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code.object))
    engine.finalize_object()
    way_in = _WayIn(engine, code.way_in)
    return SimpleNamespace(
        **{
            name: partial(way_in.call, number, [*map(_types, forms)], results)
            for name, (number, forms, results) in code.entries.items()
        }
    )


def _types(form: Form) -> Any:
    """Return the types of the numbers of arrays; ``None`` for what is a number itself."""
    if form == NUMBER:
        return None
    return np.dtype(form) if isinstance(form, str) else [np.dtype(one) for one in form]


class _WayIn:
    """Calls what a loaded function leads to."""

    def __init__(self, engine: Any, name: str) -> None:
        self._engine = engine  # the code is there as long as this is
        prototype = PYFUNCTYPE(c_int32, c_void_p, c_void_p, c_int64, c_void_p)
        self._run = prototype(engine.get_function_address(name))
        # What numba compiles writes what it returns, which is nothing, and what it raises, which is never done.
        self._beside = array("q", [0, 0])
        self._nothing, _ = self._beside.buffer_info()
        self._room = array("q", bytes(8 * RESULTS))
        self._packed: dict[int, tuple[Any, array[int]]] = {}

    def call(self, number: int, types: Sequence[Any], results: int, /, *arguments: Any) -> Any:
        """Call a function by its number, with the types of its arguments."""
        words = self._room[:]
        for one, argument in zip(types, arguments, strict=True):
            if one is None:
                words.append(argument)
            elif isinstance(one, list):
                words.extend(self._places(argument, one))
            else:
                words.extend(_place(argument, one))
        self._run(self._nothing, self._nothing + 8, number, words.buffer_info()[0])
        return tuple(words[:results]) if results else words[0]

    def _places(self, arrays: tuple[Any, ...], types: list[Any]) -> array[int]:
        """Return where the arrays of a tuple are, one after another."""
        held = self._packed.get(id(arrays))
        if held is not None and held[0] is arrays:
            return held[1]
        words = array("q")
        for numbers, one in zip(arrays, types, strict=True):
            words.extend(_place(numbers, one))
        if len(self._packed) >= HELD:
            self._packed.clear()
        self._packed[id(arrays)] = arrays, words
        return words


def _place(numbers: Any, kind: Any) -> tuple[int, int]:
    """Return the address and the size of an array."""
    if numbers.dtype is not kind and numbers.dtype != kind:
        raise TypeError(f"expected numbers of type {kind}, got {numbers.dtype}")
    size = numbers.size
    return (addressof(c_char.from_buffer(numbers)), size) if size else (0, 0)
