"""The page on the Python API is made from docstrings: :func:`filled` writes what is below each mark in it.

A mark is a comment, ``<!-- from litgrid.load -->``; what was made stands between it and the next mark or chapter.
"""

from __future__ import annotations

import ast
import builtins
import doctest
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from litgrid.answer import Answer

MARK = re.compile(r"^<!-- from (\S+) -->\n.*?(?=^<!-- from |^## |\Z)", re.MULTILINE | re.DOTALL)
ROLE = re.compile(r":\w+:`~?([^`]+)`")
LINE, WIDE = 100, 136
"""A longer signature goes over several lines; and how wide prose is."""
THOSE = re.compile(r"\b[Pp]arameters(?:\s+and\s+errors)?\s+are\s+those\s+of\s+`([\w.]+)`\.?")
ENTRIES = {"Parameters", "Attributes", "Raises", "Yields", "Returns"}


def filled(page: str) -> str:
    """Return a page whose marks are followed by what the docstrings say now."""
    return MARK.sub(lambda mark: f"<!-- from {mark[1]} -->\n\n{entry(mark[1])}\n\n", page).rstrip() + "\n"


def entry(name: str) -> str:
    """Return what is told of a function, a class or a module."""
    thing = resolve_name(name)
    parts = [f"### {name}"]
    if isinstance(thing, ModuleType):
        parts += [_listed([(f"`{one.__name__}`", _first(one)) for one in _classes(thing)])]
    elif inspect.isclass(thing):
        parts += _told(thing, _types(thing))
        parts += ["More of it:", _listed(members)] if (members := list(_members(thing))) else []
    else:
        parts += [f"```py\n{_signature(name.rpartition('.')[2], thing)}\n```", *_told(thing, {})]
    return "\n\n".join(parts)


def _told(thing: Any, types: dict[str, str]) -> Iterator[str]:
    """Yield what a docstring says: its paragraphs, its lists, its examples."""
    for title, lines in _sections(inspect.getdoc(thing) or ""):
        if title in ENTRIES:
            end = next((at for at, line in enumerate(lines) if line.startswith(">>>")), len(lines))
            yield from _list_of(title, _entries(lines[:end]), types)
            yield from _paragraphs(lines[end:], thing)
        else:
            for paragraph in _paragraphs(lines, thing):
                those = THOSE.search(paragraph)
                if said := paragraph if those is None else paragraph[: those.start()].rstrip("; "):
                    yield said if those is None else f"{said}."
                if those is not None:
                    yield from _those(those[1], thing)


def _list_of(title: str, entries: Iterable[tuple[str, list[str]]], types: dict[str, str]) -> Iterator[str]:
    yield f"{title}:"
    yield _listed([(_names(names, types), " ".join(said)) for names, said in entries])


def _those(name: str, thing: Any) -> Iterator[str]:
    """Yield the parameters of a function that another one has, too, and its errors where it says none."""
    taken = inspect.signature(thing).parameters
    sections = dict(_sections(inspect.getdoc(resolve_name(name)) or ""))
    entries = [one for one in _entries(sections["Parameters"]) if taken.keys() & one[0].replace("*", "").split(", ")]
    yield from _list_of("Parameters", entries, {})
    if "Raises" in sections and "Raises" not in dict(_sections(inspect.getdoc(thing) or "")):
        yield from _list_of("Raises", _entries(sections["Raises"]), {})


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of a docstring: their titles, the first without one, and their lines."""
    title, lines = "", text.split("\n")
    under = [at for at, line in enumerate(lines) if at and line and set(line) == {"-"} and lines[at - 1]]
    begin = 0
    for at in under:
        yield title, lines[begin : at - 1]
        title, begin = lines[at - 1], at + 1
    yield title, lines[begin:]


def _entries(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield what stands at the margin with the indented lines below it."""
    names, said = "", list[str]()
    for line in lines:
        if line and not line.startswith(" "):
            if names:
                yield names, said
            names, said = line, []
        elif line:
            said.append(line.strip())
    if names:
        yield names, said


def _paragraphs(lines: list[str], thing: Any) -> Iterator[str]:
    for paragraph in re.split(r"\n{2,}", "\n".join(lines).strip()):
        if paragraph.startswith(">>>"):
            yield f"```pycon\n{_imports(paragraph, thing)}{paragraph}\n\n```"
        elif re.search(r"^\S.*\n    \S", paragraph):  # terms, each with what it means
            yield _listed([(names, " ".join(said)) for names, said in _entries(paragraph.split("\n"))])
        elif paragraph:
            yield _markdown(paragraph)


def _imports(example: str, thing: Any) -> str:
    """Return the lines that import what an example has from the module that it stands in."""
    source = "".join(one.source for one in doctest.DocTestParser().get_examples(example))
    used, bound = set[str](), set(vars(builtins))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((name.asname or name.name).partition(".")[0] for name in node.names)
    there = {name: vars(inspect.getmodule(thing))[name] for name in sorted(used - bound)}
    return "".join(
        f">>> import {one.__name__} as {name}\n"
        if isinstance(one, ModuleType)
        else f">>> from {_home(name, one, thing)} import {name}\n"
        for name, one in there.items()
    )


def _home(name: str, one: Any, thing: Any) -> str:
    """Return the highest package that has something by its name."""
    module: str = getattr(one, "__module__", thing.__module__)
    levels = accumulate(module.split("."), "{}.{}".format)
    return next(level for level in levels if getattr(import_module(level), name, None) is one)


def _names(names: str, types: dict[str, str]) -> str:
    """Return the names that an entry is about, with their types where these are known."""
    known = list(dict.fromkeys(types[name] for name in names.split(", ") if name in types))
    shown = ", ".join(f"`{name}`" for name in names.replace("``", "").split(", "))
    return f"{shown} ({known[0]})" if len(known) == 1 else shown


def _types(thing: type) -> dict[str, str]:
    """Return the types of a class's attributes, and what they are by default."""
    said: list[tuple[str, Any, Any]] = []
    if is_dataclass(thing):
        said = [(one.name, one.type, one.default) for one in fields(thing)]
    elif hasattr(thing, "_field_defaults"):  # a named tuple
        hints = thing.__annotations__
        said = [(name, hint.__forward_arg__, thing._field_defaults.get(name)) for name, hint in hints.items()]
    return {
        name: f"`{_type(str(hint), thing)}`" + ("" if default in (MISSING, None) else f", by default `{default!r}`")
        for name, hint, default in said
    }


def _members(thing: type) -> Iterator[tuple[str, str]]:
    """Yield the methods and properties that a class has of its own, and no other answer has, and what each is."""
    for name, member in vars(thing).items():
        if name.startswith("_") or name in vars(Answer) or not _first(member):
            continue
        if isinstance(member, (staticmethod, classmethod)):
            member = member.__func__
        if inspect.isfunction(member):
            yield f"`{name}{_short(member)}`", _first(member)
        elif isinstance(member, property) or type(member).__name__ == "cached_property":
            yield f"`{name}`", _first(member)


def _short(method: Any) -> str:
    """Return what a method takes, without types."""
    own = list(inspect.signature(method).parameters)[:1]
    return f"({', '.join(_taken(method, typed=False)[len(own) :])})"


def _signature(name: str, function: Any) -> str:
    """Return what a function takes and gives, a parameter a line where one line is too long."""
    taken, given = _taken(function, typed=True), _type(inspect.signature(function).return_annotation, function)
    line = f"{name}({', '.join(taken)}) -> {given}"
    return line if len(line) <= LINE else "\n".join([f"{name}(", *(f"    {one}," for one in taken), f") -> {given}"])


def _taken(function: Any, *, typed: bool) -> list[str]:
    """Return the parameters of a function; a function or a file that one is by default is not named."""
    taken = []
    for one in inspect.signature(function).parameters.values():
        if one.kind is one.KEYWORD_ONLY and "*" not in taken:
            taken.append("*")
        stars = "*" * (one.kind is one.VAR_POSITIONAL) + "**" * (one.kind is one.VAR_KEYWORD)
        said = f"{stars}{one.name}: {_type(one.annotation, function)}" if typed else f"{stars}{one.name}"
        equals = " = " if typed else "="
        default = "..." if inspect.isfunction(one.default) or isinstance(one.default, Path) else repr(one.default)
        taken.append(said if one.default is one.empty else f"{said}{equals}{default}")
    return taken


def _type(annotation: str, thing: Any) -> str:
    """Return a type as it is written, without bounds; with the choices where the module gives these a name."""

    def spelt(name: re.Match[str]) -> str:
        there = vars(inspect.getmodule(thing)).get(name[0])
        if get_origin(there) is Annotated:
            there = get_args(there)[0]
            return there.__name__ if isinstance(there, type) else str(there)
        if get_origin(there) not in (Literal, Union, UnionType):
            return name[0]
        return re.sub(r"\b(?:\w+\.)+(?=\w)", "", str(there))

    plain = re.sub(r"Annotated\[([^,]*), (?:[^][()]|\((?:[^()]|\([^()]*\))*\))*\]", r"\1", annotation)
    return re.sub(r"\b\w+\b", spelt, plain)


def _first(thing: Any) -> str:
    """Return the first paragraph of a docstring."""
    return " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split("\n"))


def _classes(module: ModuleType) -> list[type]:
    return [one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == module.__name__]


def _listed(items: list[tuple[str, str]]) -> str:
    return "\n".join(_markdown(f"- {name}: {said}" if said else f"- {name}") for name, said in items)


def _markdown(text: str) -> str:
    """Return prose of a docstring as Markdown."""
    plain = ROLE.sub(r"`\1`", text).replace("``", "`")
    return textwrap.fill(
        plain, WIDE, subsequent_indent="  " * text.startswith("- "), break_long_words=False, break_on_hyphens=False
    )
