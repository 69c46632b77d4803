"""One script of the page's modules, for a page that is one file: without a server a browser loads no module.

Each module becomes a function that is called once and returns what it exports; modules come after those that they
import. That takes so little because the page's modules are written in one way: imports and exports begin a line, names
are imported by name, nothing is exported that changes.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files

STATIC = files("litgrid.web") / "static"
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const) ([\w$]+))", re.MULTILINE)
COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)


def script(entry: str, instead: Mapping[str, str]) -> str:
    """Return a script that calls ``main`` of a module; ``instead``: which modules take the places of others."""
    names: dict[str, str] = {}
    parts = [_wrapped(module, names, instead) for module in _ordered(entry, instead)]
    return "\n".join(['"use strict";', *parts, f"{names[entry]}.main();"])


def text(path: str) -> str:
    """Return a file of the page."""
    return (STATIC / path).read_text(encoding="utf-8")


def _ordered(entry: str, instead: Mapping[str, str]) -> Iterator[str]:
    """Yield a module's name after those that it imports, which must not be in a circle."""
    done: set[str] = set()

    def visit(module: str, above: tuple[str, ...]) -> Iterator[str]:
        if module in above:
            raise ValueError(f"modules import each other: {' -> '.join([*above, module])}")
        if module in done:
            return
        for found in IMPORT.finditer(_source(module)):
            yield from visit(_place(module, found[2], instead), (*above, module))
        done.add(module)
        yield module

    yield from visit(entry, ())


def _source(module: str) -> str:
    return text(f"js/{module}")


def _place(module: str, said: str, instead: Mapping[str, str]) -> str:
    place = posixpath.normpath(posixpath.join(posixpath.dirname(module), said))
    return instead.get(place, place)


def _wrapped(module: str, names: dict[str, str], instead: Mapping[str, str]) -> str:
    """Return a module as a constant; ``names`` holds those of the modules before it."""
    names[module] = f"module{len(names)}"

    def bound(found: re.Match[str]) -> str:
        if found[1] is None:
            return ""
        parts = (" ".join(part.split()).replace(" as ", ": ") for part in found[1].split(","))
        return f"const {{ {', '.join(filter(None, parts))} }} = {names[_place(module, found[2], instead)]};\n"

    source = _source(module)
    exported = [found[2] for found in EXPORT.finditer(source)]
    body = COMMENT.sub("", EXPORT.sub(r"\1", IMPORT.sub(bound, source)))
    return f"const {names[module]} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();"
