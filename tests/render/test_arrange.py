"""Where cards go: inside the room, apart from each other, as large as it allows, in order."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from litgrid.render.arrange import GUTTER, Card, Place, arranged, packed

ROOM = Place(36, 36, 523, 758)
SIDES = st.integers(30, 900)
CARDS = st.lists(
    st.builds(
        Card, SIDES, SIDES, st.just(17.0), st.sampled_from([0.0, 14.0]), st.just(0.0), st.sampled_from([0.0, 60.0])
    ),
    min_size=1,
    max_size=9,
)


def inside(place: Place, room: Place) -> bool:
    return (
        place.x >= room.x - 1e-6
        and place.y >= room.y - 1e-6
        and place.x + place.width <= room.x + room.width + 1e-6
        and place.y + place.height <= room.y + room.height + 1e-6
    )


def overlap(one: Place, other: Place) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 1e-6 and down > 1e-6


@given(CARDS)
def test_places_are_inside_and_apart_and_pictures_fit(cards: list[Card]) -> None:
    scale, places = arranged(cards, len(cards), ROOM, 9)
    assert len(places) == len(cards)
    assert all(inside(place, ROOM) for place in places)
    assert not any(overlap(one, other) for one, other in combinations(places, 2))
    for card, place in zip(cards, places, strict=True):
        size, beside = card.fit(place, 9)
        assert scale <= size
        below = card.below if beside else max(card.below, card.code)
        assert card.width * size + (card.code if beside else 0) <= place.width + 1e-6
        assert card.above + card.height * size + below <= place.height + 1e-6


@given(CARDS, st.integers(1, 9))
def test_no_other_grid_would_be_larger(cards: list[Card], columns: int) -> None:
    scale, _ = arranged(cards, len(cards), ROOM, 9)
    rows = -(-len(cards) // columns)
    width = (ROOM.width - GUTTER * (columns - 1)) / columns
    height = (ROOM.height - GUTTER * (rows - 1)) / rows
    other = min(card.fit(Place(0, 0, width, height), 9)[0] for card in cards)
    assert scale >= other - 1e-6


def test_a_code_goes_where_the_picture_stays_larger() -> None:
    card = Card(100, 100, code=60)
    assert card.fit(Place(0, 0, 200, 400), 9) == (2, False)
    assert card.fit(Place(0, 0, 400, 200), 9) == (2, True)
    assert Card(100, 100).fit(Place(0, 0, 400, 200), 9) == (2, False)


@given(CARDS)
def test_answers_lie_in_order_and_apart(cards: list[Card]) -> None:
    pages = packed(cards, ROOM, 0.2, 0.6)
    assert sum(map(len, pages)) == len(cards)
    for page in pages:
        places = [place for _, place in page]
        assert all(inside(place, ROOM) for place in places)
        assert not any(overlap(one, other) for one, other in combinations(places, 2))
        assert [(place.y, place.x) for place in places] == sorted((place.y, place.x) for place in places)
        assert all(scale <= 0.6 for scale, _ in page)


def test_answers_are_as_large_as_few_pages_allow() -> None:
    def scales(number: int) -> tuple[int, float]:
        pages = packed([Card(240, 240, 14)] * number, ROOM, 0.25, 0.6)
        return len(pages), pages[0][0][0]

    assert scales(1) == (1, 0.6)
    one = 0
    while scales(one + 1)[0] == 1:
        one += 1
    assert one >= 6 * 9  # of 60 points each, on a page of 523 x 758
    assert 0.25 <= scales(one)[1] < scales(one // 4)[1]
    assert scales(one + 1)[1] > scales(one)[1]  # on two pages there is room again
