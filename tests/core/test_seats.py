"""Seats in order of play, partners and sides."""

import pickle

import pytest

from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Seat, Side, parse_seat


def test_play_goes_round_from_north_to_west() -> None:
    assert [seat.next for seat in SEATS] == [Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH]
    assert [seat.next.previous for seat in SEATS] == list(SEATS)


def test_partners_sit_opposite() -> None:
    assert [seat.partner for seat in SEATS] == [Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST]


def test_partners_are_of_one_side_and_neighbours_are_not() -> None:
    assert [seat.side for seat in SEATS] == [Side.ONE, Side.TWO, Side.ONE, Side.TWO]
    assert [side.other for side in Side] == [Side.TWO, Side.ONE]


@pytest.mark.parametrize(
    ("number", "letter", "seat"),
    [("1", "N", Seat.NORTH), ("2", "E", Seat.EAST), ("3", "S", Seat.SOUTH), ("4", "W", Seat.WEST)],
)
def test_a_seat_is_read_from_its_number_and_from_its_letter(number: str, letter: str, seat: Seat) -> None:
    assert parse_seat(number) is parse_seat(letter) is parse_seat(letter.lower()) is seat
    assert (str(seat), seat.letter) == (number, letter)


@pytest.mark.parametrize("text", ["", "0", "5", "North", "NE", " 1", "\N{LATIN SMALL LETTER LONG S}", "１"])
def test_what_is_not_a_seat_is_refused_with_its_text_quoted(text: str) -> None:
    with pytest.raises(Invalid, match=f"'{text}' is not a seat"):
        parse_seat(text)


@pytest.mark.parametrize("value", [*SEATS, *Side])
def test_seats_and_sides_read_back_from_repr_and_pickle(value: Seat | Side) -> None:
    assert eval(repr(value)) is value
    assert pickle.loads(pickle.dumps(value)) is value
