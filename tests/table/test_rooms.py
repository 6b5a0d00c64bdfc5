"""Rooms: the tables of a lobby with the clients at them."""

import pytest
from ledgers import code_of

from overtrick.core.catalogue import find_game
from overtrick.core.errors import Illegal, Invalid
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Options
from overtrick.table import rooms as rooms_module
from overtrick.table.keys import hashed
from overtrick.table.rooms import TAIL, Room, Rooms

SUECA = find_game("sueca")


def some_rooms() -> Rooms:
    count = iter(range(1, 1000))
    return Rooms(lambda size: next(count).to_bytes(size, "big"))


def test_a_public_table_is_found_by_its_name_and_a_private_one_by_its_code() -> None:
    rooms = some_rooms()
    public, private = rooms.open(SUECA, Options(), ""), rooms.open(SUECA, Options(private=True), "abc")
    assert list(rooms.values()) == [public, private]
    assert rooms.find(public.table.state.table, "") is public
    assert rooms.find("", "abc") is private
    for table, code in (("nothing", ""), ("", "wrong"), (private.table.state.table, ""), ("", "")):
        with pytest.raises(Invalid) as error:
            rooms.find(table, code)
        assert code_of(error) == "no-such-table"


def test_a_table_that_is_no_more_is_not_found_and_wakes_nobody() -> None:
    rooms = some_rooms()
    room = rooms.open(SUECA, Options(private=True), "abc")
    rooms.alarms.set(room.table.state.table, 5.0)
    rooms.remove(room)
    assert len(rooms) == 0
    assert rooms.get(room.table.state.table) is None
    assert rooms.alarms.ring(6.0) == []
    with pytest.raises(Invalid):
        rooms.find("", "abc")


def test_there_is_an_end_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "MOST_TABLES", 1)
    rooms = some_rooms()
    room = rooms.open(SUECA, Options(), "")
    with pytest.raises(Illegal) as full:
        rooms.open(SUECA, Options(), "")
    rooms.remove(room)
    assert not rooms.is_full
    rooms.is_closing = True
    with pytest.raises(Illegal) as closing:
        rooms.open(SUECA, Options(), "")
    assert (code_of(full), code_of(closing)) == ("no-new-tables", "no-new-tables")


def a_room(people: int = 4) -> Room:
    room = some_rooms().open(SUECA, Options(), "")
    for seat in range(1, people + 1):
        room.table.sit(seat, f"player {seat}", hashed(f"token {seat}"))
        room.clients[seat] = 10 + seat
    return room


def test_messages_go_to_the_clients_of_some_seats_and_to_those_who_look_on() -> None:
    room = a_room(people=2)
    assert room.addressees((0, 1, 2, 3, 4)) == (11, 12)
    room.watchers.add(99)
    assert room.addressees((0, 1, 2, 3, 4)) == (11, 12, 99)
    assert room.addressees((2,)) == (12,)
    assert room.present == [11, 12, 99]


def test_a_token_opens_its_seat_and_nothing_opens_an_empty_one() -> None:
    room = a_room(people=2)
    assert [room.seat_of(token) for token in ("token 1", "token 2", "token 3", "")] == [1, 2, 0, 0]


def test_whoever_comes_back_gets_what_they_missed_or_the_whole_table() -> None:
    room = a_room()
    room.tail.extend(room.table.ledger.take_changes().events)
    n = room.table.state.n
    assert [getattr(message, "n", None) for message in room.since(1, n - 2)] == [n - 1, n]
    assert room.since(1, n) == []
    for last in (0, n + 1):
        assert [type(message) for message in room.since(1, last)] == [outgoing.Snapshot]
    room.tail.extend([((1,), outgoing.Said(n=n + 1, seat=1, name="", text=""))] * TAIL)
    assert [type(message) for message in room.since(1, n)] == [outgoing.Snapshot]


def test_the_list_tells_who_is_there() -> None:
    room = a_room(people=3)
    room.watchers |= {98, 99}
    info = room.info
    assert [seat.kind for seat in info.seats] == ["person", "person", "person", "empty"]
    assert (info.table, info.state, info.watchers, info.deals) == (room.table.state.table, "open", 2, 0)
