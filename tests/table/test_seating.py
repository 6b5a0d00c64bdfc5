"""Seating: clients come to tables and go from them, and what tables do reaches those who are there."""

from itertools import count

from overtrick.core.catalogue import find_game
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Options
from overtrick.table.gathering import Gathering
from overtrick.table.keys import hashed
from overtrick.table.output import NewKey, Output
from overtrick.table.rooms import Room, Rooms
from overtrick.table.seating import Seating, Visitor

SUECA = find_game("sueca")


class House:
    """Rooms with visitors, and somebody who seats them."""

    def __init__(self, visitors: int, gathering: Gathering | None = None) -> None:
        numbers = count(1)

        def entropy(size: int) -> bytes:
            return next(numbers).to_bytes(size, "big")

        self.rooms = Rooms(entropy)
        self.visitors = {client: Visitor(f"client {client}", "en") for client in range(1, visitors + 1)}
        self.seating = Seating(self.rooms, self.visitors, entropy, gathering)

    def table(self, *clients: int, private: bool = False) -> Room:
        room = self.rooms.open(SUECA, Options(clock=0, private=private), "code" if private else "")
        self.seating.sit(dict(enumerate(clients, 1)), room, 0.0, Output())
        return room


def messages(out: Output, client: int) -> list[outgoing.Message]:
    return [post.message for post in out.posts if client in post.to]


def kinds(out: Output, client: int) -> list[type]:
    return [type(message) for message in messages(out, client)]


def test_whoever_sits_down_gets_a_token_and_the_table_and_the_others_an_event() -> None:
    house, out = House(2), Output()
    room = house.table(1)
    house.seating.sit({2: 2}, room, 0.0, out, "id")
    taken, snapshot = messages(out, 2)
    assert isinstance(taken, outgoing.Taken)
    assert isinstance(snapshot, outgoing.Snapshot)
    assert room.seat_of(taken.token) == snapshot.seat == 2
    assert kinds(out, 1) == [outgoing.Sat]
    assert [kept.n for kept in out.kept] == [room.table.state.n]
    assert (house.visitors[2].table, house.visitors[2].seat) == (room.table.state.table, 2)


def test_whoever_looks_on_gets_the_table_and_what_is_for_all() -> None:
    house, out = House(3), Output()
    room = house.table(1)
    house.seating.watch(2, room, out)
    assert kinds(out, 2) == [outgoing.Snapshot]
    assert out.about == room.table.state.table
    house.seating.sit({3: 3}, room, 0.0, out)
    assert kinds(out, 2) == [outgoing.Snapshot, outgoing.Sat]


def test_whoever_comes_back_takes_the_seat_from_their_earlier_connection() -> None:
    house, out = House(2), Output()
    room = house.table(1)
    house.seating.come_back(2, room, 1, 0, 0.0, out)
    assert kinds(out, 1) == [outgoing.Bye]
    assert kinds(out, 2) == [outgoing.Snapshot]
    assert room.clients == {1: 2}
    assert (house.visitors[1].table, house.visitors[2].name) == ("", "client 2")  # as at the next table
    house.visitors[2].name = ""
    house.seating.come_back(2, room, 1, 0, 0.0, out)
    assert house.visitors[2].name == "client 1"


def test_another_device_takes_over_with_a_token_of_its_own() -> None:
    house, out = House(2), Output()
    room = house.table(1, private=True)
    old_key = room.table.state.chairs[1].token
    house.seating.move(2, room, 1, 0.0, out)
    taken = next(message for message in messages(out, 2) if isinstance(message, outgoing.Taken))
    assert out.records == [NewKey(room.table.state.table, old_key, hashed(taken.token))]
    assert room.seat_of(taken.token) == 1
    assert messages(out, 1) == [outgoing.InLobby(why="moved")]


def test_a_connection_that_is_lost_leaves_the_seat_held() -> None:
    house, out = House(2), Output()
    room = house.table(1, 2)
    house.seating.lost(1, house.visitors[1], 0.0, out)
    assert kinds(out, 2) == [outgoing.Gone]
    assert room.clients == {2: 2}
    assert room.table.state.chairs[1].kind == "person"


def test_when_a_table_closes_everybody_is_in_the_lobby() -> None:
    house, out = House(3), Output()
    room = house.table(1)
    house.seating.watch(3, room, out)
    house.seating.lost(1, house.visitors.pop(1), 0.0, out)
    room.table.advance(10.0**6)
    house.seating.carry(room, 10.0**6, out)
    assert out.closed == [room.table.state.table]
    assert messages(out, 3)[-1] == outgoing.InLobby(why="closed")
    assert len(house.rooms) == 0
    assert house.visitors[3].table == ""


def test_where_four_wait_they_get_a_table() -> None:
    house, out = House(5, Gathering(SUECA, Options(clock=0))), Output()
    for client in range(1, 6):
        house.seating.dismiss([client], outgoing.InLobby(why="hello"), 0.0, out)
    (room,) = house.rooms.values()
    assert room.clients == {1: 1, 2: 2, 3: 3, 4: 4}
    assert messages(out, 5) == [outgoing.InLobby(why="hello", waiting=1)]
    assert [message.waiting for message in messages(out, 1) if isinstance(message, outgoing.InLobby)] == [1, 2, 3, 4]


def test_seats_are_given_back_to_their_visitors() -> None:
    house, out = House(3), Output()
    room = house.table(1, 2)
    house.visitors[2].table = ""  # has left, which was not stored
    restored = Room(room.table)
    house.seating.reseat(restored, out)
    assert restored.clients == {1: 1, 2: 2}
    assert house.visitors[2].table == room.table.state.table
