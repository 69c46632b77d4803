"""Finding what is registered: puzzles, engines and formats, our own and those of other installed packages.

Ours are named in a table, so that a lookup imports one module and nothing else; others announce themselves by the
entry-point groups ``litgrid.puzzles``, ``litgrid.engines`` and ``litgrid.formats``, which are read only when a name is
not ours or when all are listed. Other names are asked of the items themselves. A broken plug-in is skipped with a
warning.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from litgrid.core.characters import written
from litgrid.core.errors import LitgridError, UnknownNameError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

LONGEST = 40
"""No more of a name than this is compared with those that exist: it may be a whole file by mistake."""


def entry_points(group: str) -> Iterable[EntryPoint]:
    """Return the entry points of a group.

    The standard library takes longer to import and to look than a small puzzle takes to solve, so it is asked only
    where some installed package names the group at all.
    """
    if not any(f"[{group}]".encode() in text for folder in sys.path for text in _announced(folder or ".")):
        return ()
    from importlib import metadata

    return metadata.entry_points(group=group)


def _announced(folder: str) -> Iterator[bytes]:
    """Yield what each package that is installed in a folder announces."""
    with suppress(OSError):  # no folder
        for name in os.listdir(folder):
            if name.endswith("-info"):
                with suppress(OSError), open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:
                    yield file.read()


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return the end of a sentence that asks whether the nearest of some names was meant; nothing if none is near.

    Nor if it is the same: a number that came as text, say.

    >>> did_you_mean("nosies", ["noises", "seed"]), did_you_mean("1", ["1", "2"])
    (". Did you mean 'noises'?", '')
    """
    from difflib import get_close_matches  # imported here: most names are right

    near = get_close_matches(name[:LONGEST], list(names), 1)
    return f". Did you mean {near[0]!r}?" if near and near[0] != name else ""


def _fetch(place: str) -> Any:
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


class Named(Protocol):
    """Anything that can be registered."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names."""


Item = TypeVar("Item", bound=Named)


class Registry(Generic[Item]):
    """Items by name: built-in ones as ``"module:attribute"``, outside ones from an entry-point group.

    Parameters
    ----------
    what
        The word for an item, in messages.
    group
        The entry-point group.
    own
        Name to ``"module:attribute"`` of the built-in items, in the order of listing.
    families
        Prefix to ``"module:callable"`` that makes an item of what follows the prefix and a colon: endlessly many items,
        which are not listed.
    more
        Returns the items that follow from others, as formats from kinds, whatever there are now; listed after our own.
    expect
        ``"module:function"``, called with each item of others, which raises where it is none.
    """

    def __init__(
        self,
        what: str,
        group: str,
        own: Mapping[str, str],
        families: Mapping[str, str] | None = None,
        more: Callable[[], Iterable[Item]] = tuple,
        *,
        expect: str | None = None,
    ) -> None:
        self.what, self.group, self._expect = what, group, expect
        self._families = families or {}
        self._places = dict(own)
        self._aliases: dict[str, str] = {}
        self._more = more
        self._items: dict[str, Item] = {}
        self._searched = False

    def get(self, name: str) -> Item:
        """Return the item of that name or alias, whatever its case.

        Raises
        ------
        UnknownNameError
            naming what there is, and the nearest name.
        """
        key = str(name).strip().lower()
        key = self._aliases.get(key, key)
        if key not in self._items and key not in self._places:
            self._search()
            following = {item.name: item for item in self._more()}
            if key not in following:
                self._ask()
            key = self._aliases.get(key, key)
            if key in following:
                return following[key]
        if key in self._items:
            return self._items[key]
        if key not in self._places:
            prefix, _, member = str(name).strip().partition(":")
            if member and prefix.lower() in self._families:
                return cast("Item", _fetch(self._families[prefix.lower()])(member))
            known = [*self.names(), *(f"{prefix}:NAME" for prefix in self._families)]
            hint = did_you_mean(key, [*self._places, *self._aliases])
            raise UnknownNameError(
                f"expected the name of {self.what}, one of {', '.join(known)}; got {written(name)}{hint}"
            )
        self._items[key] = item = cast("Item", _fetch(self._places[key]))
        return item

    def names(self) -> list[str]:
        """Return every name, ours first."""
        self._search()
        return list(dict.fromkeys([*self._places, *(item.name for item in self._more()), *self._items]))

    def __iter__(self) -> Iterator[Item]:
        return (self.get(name) for name in self.names())

    def add(self, item: Item) -> None:
        """Register an item in this process, as tests and notebooks do.

        Raises
        ------
        LitgridError
            for what is no such item, with what is wrong with it, and for one whose name is that of another.
        """
        if self._expect is not None:
            _fetch(self._expect)(item)
        self._ask()
        for name in (item.name, *item.aliases):
            owner = self._aliases.get(name, name)
            if owner in self._places or (owner in self._items and owner != item.name):
                raise LitgridError(f"the name {name!r} is that of {self.what} already, {owner}: take another one")
        self._items[item.name] = item
        self._aliases.update(dict.fromkeys(item.aliases, item.name))

    def discard(self, name: str) -> None:
        """Take an added item out again."""
        self._items.pop(name, None)
        self._aliases = {alias: target for alias, target in self._aliases.items() if target != name}

    def _ask(self) -> None:
        self._aliases.update({alias: item.name for item in self for alias in item.aliases})

    def _search(self) -> None:
        if self._searched:
            return
        self._searched = True
        for entry in entry_points(group=self.group):
            try:
                self.add(cast("Item", entry.load()))
            except Exception as error:  # whatever a foreign module raises, the rest must go on working
                warnings.warn(f"skipped the plug-in {entry.name!r} ({entry.value}): {error}", stacklevel=2)
