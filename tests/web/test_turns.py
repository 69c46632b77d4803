"""Whose turn it is: by client, by age, and a moment for what is new."""

from __future__ import annotations

import pytest

from litgrid.web.turns import Turn, Turns


def entered(turns: Turns, clients: str, *, fresh: bool = False) -> list[Turn]:
    """Let one enter for each letter, in order, of the client of that name."""
    found = [Turn(client, fresh=fresh) for client in clients]
    for turn in found:
        assert turns.enter(turn) is None
    return found


def begun(turns: list[Turn]) -> list[int]:
    return [number for number, turn in enumerate(turns) if turn.begins.is_set()]


@pytest.mark.parametrize(
    ("places", "clients", "expected"),
    [
        (1, "aaa", [0]),
        (4, "aaaaa", [0, 1, 2]),
        (4, "aaaab", [0, 1, 2, 4]),
        (4, "aaaabb", [0, 1, 2, 4]),
        (4, "abcdaaa", [0, 1, 2, 3]),
    ],
)
def test_places(places: int, clients: str, expected: list[int]) -> None:
    assert begun(entered(Turns(places, 64), clients)) == expected


def test_the_next_is_the_oldest_of_who_has_the_fewest() -> None:
    turns = Turns(3, 64)
    all_ = entered(turns, "aabaabb")
    assert begun(all_) == [0, 1, 2]
    turns.leave(all_[0])  # a and b have one each
    assert begun(all_[3:]) == [0]
    turns.leave(all_[1])
    turns.leave(all_[3])  # a has none
    assert begun(all_[4:]) == [0, 1]


def test_who_must_go_is_the_first_of_who_has_the_most_waiting() -> None:
    turns = Turns(1, 4)
    all_ = entered(turns, "abaaa")
    assert turns.enter(Turn("b", fresh=False)) is all_[2]
    assert turns.enter(Turn("c", fresh=False)) is all_[1]  # two of each: the first of all


def test_the_newest_is_tried_first_and_the_client_with_the_fewest_before_that() -> None:
    turns = Turns(1, 64)
    entered(turns, "a")
    first, second, third, other = entered(turns, "aaa", fresh=True) + entered(turns, "b", fresh=True)
    assert begun([first, second, third, other]) == [0]
    assert not first.lasting
    tried = [first]
    for expected in (other, third, second):
        turns.again(tried[-1])
        assert expected.begins.is_set()
        tried.append(expected)
    turns.again(tried[-1])
    assert begun(tried) == []


def test_one_that_was_tried_has_its_place_in_the_queue() -> None:
    turns = Turns(1, 64)
    (placed,) = entered(turns, "a")
    tried, later = entered(turns, "aa", fresh=True)
    turns.again(tried)
    turns.leave(placed)
    assert (tried.lasting, later.lasting) == (True, False)


def test_nothing_is_left_of_who_left() -> None:
    turns = Turns(2, 64)
    for _ in range(10):
        for turn in entered(turns, "aaaab", fresh=True):
            turns.leave(turn)
            turns.leave(turn)
    assert begun(entered(turns, "ab")) == [0, 1]
