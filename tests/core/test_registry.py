"""The registry, with plug-ins that work and plug-ins that do not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from litgrid.core import registry
from litgrid.core.errors import LitgridError, UnknownNameError
from litgrid.core.registry import Registry


@dataclass
class Thing:
    """Something with a name."""

    name: str
    aliases: tuple[str, ...] = ()


class Entry:
    """An entry point as importlib.metadata gives it."""

    def __init__(self, name: str, item: Thing | None) -> None:
        self.name, self.value, self._item = name, f"module:{name}", item

    def load(self) -> Thing:
        if self._item is None:
            raise ImportError("no module named broken")
        return self._item


OWN = Thing("own", ("mine",))


def _registry() -> Registry[Thing]:
    return Registry(
        "a thing",
        "litgrid.things",
        {"own": f"{__name__}:OWN", "made:own": f"{__name__}:OWN"},
        {"made": f"{__name__}:Thing"},
    )


def test_names_and_aliases_find_an_item_whatever_their_case() -> None:
    things = _registry()
    assert things.get("own") is OWN
    assert things.get(" Mine ") is OWN
    assert [thing.name for thing in things] == ["own", "own"]


def test_an_unknown_name_is_answered_with_what_there_is() -> None:
    with pytest.raises(
        UnknownNameError,
        match=r"expected the name of a thing, one of own, made:own, made:NAME; got 'owm'. Did you mean 'own'",
    ):
        _registry().get("owm")
    with pytest.raises(LitgridError) as caught:
        _registry().get("quite different")
    assert "Did you mean" not in str(caught.value)


def test_an_added_item_comes_and_goes_with_its_aliases() -> None:
    things = _registry()
    added = Thing("new", ("fresh",))
    things.add(added)
    assert things.get("fresh") is added
    assert things.names() == ["own", "made:own", "new"]
    things.discard("new")
    assert things.names() == ["own", "made:own"]
    for name in ("new", "fresh"):
        with pytest.raises(UnknownNameError):
            things.get(name)


def test_a_family_makes_items_of_what_follows_its_prefix() -> None:
    things = _registry()
    assert things.get(" Made:Of/Wood ").name == "Of/Wood"
    assert things.get("made:OWN") is OWN  # a member that is listed
    assert "Of/Wood" not in things.names()
    for nobody in ("made:", "made", "unmade:thing"):
        with pytest.raises(UnknownNameError):
            things.get(nobody)


def test_plug_ins_are_found_when_needed_and_a_broken_one_is_skipped_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [Entry("broken", None), Entry("other", Thing("other", ("second",))), Entry("own", Thing("own"))]
    monkeypatch.setattr(registry, "entry_points", lambda group: entries if group == "litgrid.things" else [])
    things = _registry()
    assert things.get("own") is OWN
    with pytest.warns(UserWarning, match="skipped the plug-in") as warned:
        assert things.get("second").name == "other"
    assert [str(warning.message) for warning in warned] == [
        "skipped the plug-in 'broken' (module:broken): no module named broken",
        "skipped the plug-in 'own' (module:own): the name 'own' is that of a thing already, own: take another one",
    ]
    assert things.names() == ["own", "made:own", "other"]
    assert things.get("own") is OWN  # no plug-in takes the place of what is built in


def test_an_installed_package_announces_its_items(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "outside-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[litgrid.things]\nouter = outside_things:OUTER\n")
    (tmp_path / "outside_things.py").write_text(
        "class Outer:\n    name = 'outer'\n    aliases = ()\n\n\nOUTER = Outer()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert _registry().get("outer").name == "outer"
    assert list(registry.entry_points("litgrid.nothing")) == []


def test_no_added_item_takes_the_name_of_another() -> None:
    things = _registry()
    things.add(Thing("other", ("second",)))
    for thief in (Thing("own"), Thing("third", ("own",)), Thing("second"), Thing("third", ("other",))):
        with pytest.raises(LitgridError, match="is that of a thing already"):
            things.add(thief)
    again = Thing("other", ("second",))
    things.add(again)  # as a notebook does whose cell is run once more
    assert things.get("second") is again


def test_what_follows_from_other_items_is_looked_at_anew() -> None:
    there = [Thing("first")]
    things: Registry[Thing] = Registry("a thing", "litgrid.things", {}, more=lambda: there)
    assert things.names() == ["first"]
    there.append(Thing("second"))
    assert things.get("second").name == "second"
    assert [thing.name for thing in things] == ["first", "second"]
