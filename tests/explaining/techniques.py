"""What each named technique is, from docs/explaining.md and what players mean by it, as a question about a step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tests.explaining.walks import Moment
from tests.laws import Law

Definition = Callable[[Moment], bool]


# What a definition asks


def of(moment: Moment, kind: str) -> list[Law]:
    """Return the rules of a kind that a step names."""
    return [law for law in moment.laws if law.kind == kind]


def only(moment: Moment, *wanted: str, more: str = "") -> bool:
    """Whether a step names one rule of each kind wanted, and besides only, but at least one, of the kind ``more``."""
    there = Counter(law.kind for law in moment.laws)
    extra = there.pop(more, 0) if more else 0
    return there == Counter(wanted) and bool(extra) == bool(more)


def gives(moment: Moment, value: int) -> bool:
    """Whether all that a step decides has this value."""
    return all(one == value for _, one in moment.cells)


def open_of(law: Law, moment: Moment) -> list[int]:
    """Return the cells of a rule that are not known before the step."""
    return [cell for cell in law.cells if cell not in moment.known]


def missing(law: Law, moment: Moment) -> int:
    """Return how many true cells a number still needs."""
    assert law.number is not None
    return law.number - sum(moment.known.get(cell, 0) for cell in law.cells)


def seen_from(cell: int, moment: Moment, kind: str) -> set[int]:
    """Return the other cells of those rules of a kind that a cell is in."""
    return {other for law in of(moment, kind) if cell in law.cells for other in law.cells} - {cell}


def in_all(moment: Moment, kinds_: tuple[str, ...]) -> bool:
    """Whether each cell that is decided is in all rules of some kinds."""
    return all(cell in law.cells for cell, _ in moment.cells for law in moment.laws if law.kind in kinds_)


# Light Up


def run(moment: Moment) -> bool:
    """A bulb is the only one in its runs."""
    (law,) = of(moment, "clash")
    return only(moment, "clash") and gives(moment, 0) and [moment.known.get(cell) for cell in law.cells].count(1) == 1


def clue_met(moment: Moment) -> bool:
    (law,) = of(moment, "number")
    return only(moment, "number") and gives(moment, 0) and missing(law, moment) == 0


def clue_full(moment: Moment) -> bool:
    (law,) = of(moment, "number")
    return only(moment, "number") and gives(moment, 1) and missing(law, moment) == len(open_of(law, moment))


def last_candidate(moment: Moment) -> bool:
    """One cell is left that can light another."""
    (law,) = of(moment, "dark")
    return only(moment, "dark") and moment.cells == [(open_of(law, moment)[0], 1)] and not clue_of(law, moment)


def clue_of(law: Law, moment: Moment) -> int:
    """Return how many cells of a rule are known to be true."""
    return sum(moment.known.get(cell, 0) for cell in law.cells)


def starve_clue(moment: Moment) -> bool:
    """A bulb would see too many of the cells that a number needs."""
    (law,) = of(moment, "number")
    for cell, _ in moment.cells:
        left = set(open_of(law, moment)) - seen_from(cell, moment, "clash")
        if len(left) >= missing(law, moment):
            return False
    return only(moment, "number", more="clash") and gives(moment, 0)


def starve_cell(moment: Moment) -> bool:
    """A bulb would see all cells that can light another, and not light it."""
    (law,) = of(moment, "dark")
    seen = all(set(open_of(law, moment)) <= seen_from(cell, moment, "clash") for cell, _ in moment.cells)
    return only(moment, "dark", more="clash") and gives(moment, 0) and seen and not clue_of(law, moment)


def starve_cell_by_clue(moment: Moment) -> bool:
    """A bulb would meet a number, whose other cells are all, or with those it sees, that can light a cell."""
    (law,) = of(moment, "dark")
    for cell, _ in moment.cells:
        gone = seen_from(cell, moment, "clash") | seen_from(cell, moment, "number")
        met = all(missing(number, moment) == 1 for number in of(moment, "number"))
        if not met or not set(open_of(law, moment)) <= gone or cell in law.cells:
            return False
    return bool(of(moment, "number")) and gives(moment, 0) and in_all(moment, ("number", "clash"))


def shared_cells(moment: Moment) -> bool:
    """A bulb would meet a number, and leave another too few cells."""
    for cell, _ in moment.cells:
        met = [law for law in of(moment, "number") if cell in law.cells and missing(law, moment) == 1]
        gone = {other for law in met for other in law.cells} | seen_from(cell, moment, "clash")
        starved = [
            law
            for law in of(moment, "number")
            if len(set(open_of(law, moment)) - (gone - {cell})) < missing(law, moment)
        ]
        if not met or not starved:
            return False
    return gives(moment, 0) and {law.kind for law in moment.laws} <= {"number", "clash"}


def clues_together(moment: Moment) -> bool:
    return len(of(moment, "number")) >= 2 and {law.kind for law in moment.laws} <= {"number", "clash"}


def clue_and_cell(moment: Moment) -> bool:
    return bool(of(moment, "number") and of(moment, "dark")) and {law.kind for law in moment.laws} <= {
        "number",
        "dark",
        "clash",
    }


# Binairo


def triple(moment: Moment) -> bool:
    """Two alike and the third, in the middle too."""
    (law,) = of(moment, "triple")
    alike = {moment.known[cell] for cell in law.cells if cell in moment.known}
    return only(moment, "triple") and moment.cells == [(open_of(law, moment)[0], 1 - alike.pop())] and not alike


def last_cell(moment: Moment) -> bool:
    (law,) = of(moment, "balance")
    return only(moment, "balance") and len(open_of(law, moment)) == len(moment.cells) == 1


def half(moment: Moment) -> bool:
    """A digit is all there; the cells that are left have the other."""
    (law,) = of(moment, "balance")
    values = [moment.known[cell] for cell in law.cells if cell in moment.known]
    ((_, value), *others) = moment.cells
    decided = [cell for cell, _ in moment.cells] == open_of(law, moment)
    return only(moment, "balance") and bool(others) and decided and values.count(1 - value) == len(law.cells) // 2


def almost_twins(moment: Moment) -> bool:
    """A line would equal another that is finished."""
    (law,) = of(moment, "twins")
    lines = [set(one.cells) for one in of(moment, "balance")]
    return {one.kind for one in moment.laws} <= {"twins", "balance", "triple"} and any(
        line <= set(law.cells) for line in lines
    )


def last_one(moment: Moment) -> bool:
    """The last digit of its sort in a line is needed in one of three cells: no other cell of the line has it."""
    (line,), (three,) = of(moment, "balance"), of(moment, "triple")
    values = [moment.known[cell] for cell in line.cells if cell in moment.known]
    for cell, value in moment.cells:
        used_up = values.count(1 - value) == len(line.cells) // 2 - 1
        without = all(moment.known.get(other, value) == value for other in three.cells)
        if cell in three.cells or not used_up or not without:
            return False
    return only(moment, "balance", "triple") and set(three.cells) <= set(line.cells)


def signed(moment: Moment, kind: str) -> bool:
    """Signs, and one rule at least of another kind that shares cells with them."""
    signs, others = of(moment, "sign"), of(moment, kind)
    touched = {cell for sign in signs for cell in sign.cells}
    return only(moment, kind, "sign") and bool(signs) and all(touched & set(law.cells) for law in others)


def windows(moment: Moment) -> bool:
    """The last digits of a line are needed in as many threes."""
    (line,) = of(moment, "balance")
    return only(moment, "balance", more="triple") and all(
        set(one.cells) <= set(line.cells) for one in of(moment, "triple")
    )


# Gappy


def touch(moment: Moment) -> bool:
    (law,) = of(moment, "touch")
    return only(moment, "touch") and gives(moment, 0) and clue_of(law, moment) == 1


def places_of(law: Law, moment: Moment) -> list[tuple[int, int]]:
    """Return the two cells that can be black in a line, in all ways that it still allows."""
    found = []
    for one, first in enumerate(law.cells):
        for other in range(one + 2, len(law.cells)):
            pair = first, law.cells[other]
            fits = all((cell in pair) == moment.known[cell] for cell in law.cells if cell in moment.known)
            if fits and (law.number is None or other - one - 1 == law.number):
                found.append(pair)
    return found


def placements(moment: Moment) -> bool:
    """Black in all places of a label, white in none of them."""
    (law,) = of(moment, "gap")
    places = places_of(law, moment)
    told = all({cell in pair for pair in places} == {bool(value)} for cell, value in moment.cells)
    return only(moment, "gap") and told


def pair(moment: Moment) -> bool:
    """Two black cells are there, or two that can be black are left."""
    (law,) = of(moment, "pair")
    left = 2 - clue_of(law, moment)
    return only(moment, "pair") and (gives(moment, 0) if left == 0 else len(open_of(law, moment)) == left)


def shadow(moment: Moment) -> bool:
    """A cell that would touch every place of another line."""
    (law,) = [one for one in moment.laws if one.kind in ("pair", "gap")]
    for cell, _ in moment.cells:
        touched = seen_from(cell, moment, "touch")
        if any(touched.isdisjoint(places) for places in places_of(law, moment)):
            return False
    return only(moment, law.kind, more="touch") and gives(moment, 0)


def placement_blocked(moment: Moment) -> bool:
    """A place that leaves none in another line: each way to have it the label forbids, or the other line does."""
    return bool(of(moment, "gap")) and len(of(moment, "gap")) + len(of(moment, "pair")) > 1


def fish(moment: Moment) -> bool:
    """The blacks of some lines fill all that as many crossing lines can hold."""
    return len(moment.laws) > 3 and {law.kind for law in moment.laws} == {"pair"} and gives(moment, 0)


# Mosaic


def difference(moment: Moment) -> bool:
    """Two numbers, both met in some ways only; in all of them a cell of one alone, or of both, has the same value."""
    first, second = of(moment, "number")
    both = set(open_of(first, moment)) & set(open_of(second, moment))
    own = [set(open_of(law, moment)) - both for law in (first, second)]
    left = [missing(law, moment) for law in (first, second)]
    ways = [
        (shared, left[0] - shared, left[1] - shared)
        for shared in range(len(both) + 1)
        if all(0 <= need - shared <= len(cells) for need, cells in zip(left, own, strict=True))
    ]
    return only(moment, "number", "number") and all(
        any(
            cell in cells and all(way[place] == value * len(cells) for way in ways)
            for place, cells in enumerate((both, *own))
        )
        for cell, value in moment.cells
    )


# Star Battle


def wanting(law: Law, moment: Moment) -> int:
    """Return how many stars a line or a region lacks, or how many a block has room for."""
    return (law.number or 1) - clue_of(law, moment)


def enough(moment: Moment) -> bool:
    (law,) = moment.laws
    return gives(moment, 0) and law.kind != "touch" and wanting(law, moment) == 0


def last_places(moment: Moment) -> bool:
    (law,) = moment.laws
    return gives(moment, 1) and law.kind != "touch" and wanting(law, moment) == len(open_of(law, moment))


def starve(moment: Moment) -> bool:
    """A star would leave too few places for some line or region."""
    for cell, _ in moment.cells:
        around = [law for law in moment.laws if cell in law.cells and wanting(law, moment) == 1]
        gone = {other for law in around for other in law.cells} - {cell}
        lines = [law for law in moment.laws if law.kind != "touch"]
        if not any(len(set(open_of(law, moment)) - gone) < wanting(law, moment) for law in lines):
            return False
    return gives(moment, 0)


def within(moment: Moment) -> bool:
    """All places of a line or region are in another one, which has then no others."""
    return len(moment.laws) == 2 and starve(moment) and not of(moment, "touch")


def counting(moment: Moment) -> bool:
    """Some rules, of which no two share a cell, need as many stars as others can hold, which hold all their places."""
    for number in range(1, len(moment.laws)):
        inside, room = moment.laws[:number], moment.laws[number:]
        needing = {cell for law in inside for cell in open_of(law, moment)}
        having = {cell for law in room for cell in law.cells}
        need, left = (sum(wanting(law, moment) for law in laws) for laws in (inside, room))
        if needing <= having and need >= left and all(cell in having - needing for cell, _ in moment.cells):
            return gives(moment, 0)
    return False


def blocks(moment: Moment) -> bool:
    return counting(moment) and len(of(moment, "touch")) == len(moment.laws) - 1


def two(*clues: str, between: tuple[str, ...] = ()) -> Definition:
    """Return: two rules of the kinds of clues, and others of what lies between, each needed (see ``test_lean``)."""

    def two_clues(moment: Moment) -> bool:
        kinds = [law.kind for law in moment.laws]
        others = [kind for kind in kinds if kind not in clues]
        return len(kinds) - len(others) == 2 and len(kinds) <= 6 and set(others) <= set(between)

    return two_clues


DEFINITIONS: dict[tuple[str, str], Definition] = {
    ("lightup", "run"): run,
    ("lightup", "clue-met"): clue_met,
    ("lightup", "clue-full"): clue_full,
    ("lightup", "last-candidate"): last_candidate,
    ("lightup", "starve-clue"): starve_clue,
    ("lightup", "starve-cell"): starve_cell,
    ("lightup", "starve-cell-by-clue"): starve_cell_by_clue,
    ("lightup", "shared-cells"): shared_cells,
    ("lightup", "clues-together"): clues_together,
    ("lightup", "clue-and-cell"): clue_and_cell,
    ("lightup", "two-clues"): two("number", "dark", between=("clash",)),
    ("binairo", "two-clues"): two("balance", between=("triple", "sign")),
    ("gappy", "two-clues"): two("gap", "pair", between=("touch",)),
    ("starbattle", "two-clues"): two("row", "column", "region", between=("touch",)),
    ("binairo", "triple"): triple,
    ("binairo", "last-cell"): last_cell,
    ("binairo", "half"): half,
    ("binairo", "twins"): lambda moment: only(moment, "twins") and len(moment.cells) == 1,
    ("binairo", "almost-twins"): almost_twins,
    ("binairo", "last-one"): last_one,
    ("binairo", "windows"): windows,
    ("binairo", "sign"): lambda moment: only(moment, "sign") and len(moment.cells) == len(moment.laws) == 1,
    ("binairo", "signed-triple"): lambda moment: signed(moment, "triple"),
    ("binairo", "signed-half"): lambda moment: signed(moment, "balance"),
    ("gappy", "touch"): touch,
    ("gappy", "placements"): placements,
    ("gappy", "pair"): pair,
    ("gappy", "shadow"): shadow,
    ("gappy", "placement-blocked"): placement_blocked,
    ("gappy", "fish"): fish,
    ("mosaic", "empty"): clue_met,
    ("mosaic", "full"): clue_full,
    ("mosaic", "difference"): difference,
    ("starbattle", "touch"): touch,
    ("starbattle", "enough"): enough,
    ("starbattle", "last-places"): last_places,
    ("starbattle", "within"): within,
    ("starbattle", "starve"): starve,
    ("starbattle", "blocks"): blocks,
    ("starbattle", "counting"): counting,
}
