"""The list of tables, which is made anew for each client as long as there are few."""

import pytest
from halls import Hall, code

from overtrick.protocol import outgoing
from overtrick.protocol.incoming import AddBot, Create, Options, Tables
from overtrick.protocol.outgoing import GameParts, TableInfo
from overtrick.table.rooms import FRESH, MOST_LISTED


def listed(hall: Hall, client: int) -> tuple[TableInfo, ...]:
    (answer,) = hall.say(client, Tables())
    assert isinstance(answer, outgoing.TableList)
    return answer.tables


def open_table(hall: Hall, client: int, private: bool = False) -> str:
    hall.hello(client)
    hall.say(client, Create(game="belote", options=Options(private=private)))
    return hall.last(client, outgoing.Taken).table


def test_tables_with_empty_seats_come_first_and_private_ones_not_at_all() -> None:
    hall = Hall()
    full, open_, _ = (open_table(hall, client, private=client == 3) for client in (1, 2, 3))
    hall.say(1, AddBot())
    hall.hello(4)
    assert [info.table for info in listed(hall, 4)] == [open_, full]
    assert listed(hall, 4) == hall.lobby.rooms.public()


def test_a_table_tells_the_parts_of_its_game() -> None:
    hall = Hall()
    hall.hello(1)
    hall.say(1, Create(game="coinche:pagat,target=1000,annonces=true"))
    told = GameParts("coinche", "pagat", ("target=1000", "annonces=true"))
    assert hall.last(1, outgoing.Snapshot).parts == told
    hall.hello(2)
    assert [info.parts for info in listed(hall, 2)] == [told]


@pytest.mark.parametrize("many", [False, True])
def test_only_with_many_tables_a_list_may_be_a_second_old(many: bool) -> None:
    hall, size = Hall(), MOST_LISTED + 1 if many else 2
    tables = [open_table(hall, client) for client in range(size)]
    hall.hello(size)
    assert [info.table for info in listed(hall, size)] == tables[:MOST_LISTED]
    hall.say(0, AddBot())
    assert hall.lobby.rooms.public()[0].table == tables[1]
    assert (listed(hall, size) == hall.lobby.rooms.public()) is not many
    hall.now -= FRESH  # clocks are set
    assert listed(hall, size) == hall.lobby.rooms.public()
    hall.say(1, AddBot())
    hall.wait(FRESH)
    assert listed(hall, size) == hall.lobby.rooms.public()


def test_who_is_invited_sees_the_table_and_nobody_else_does() -> None:
    hall = Hall()
    hall.hello(1, "Ana")
    hall.say(1, Create(game="belote", options=Options(private=True)))
    taken = hall.last(1, outgoing.Taken)
    hall.hello(2)
    (answer,) = hall.say(2, Tables(id="mine", code=taken.code))
    assert isinstance(answer, outgoing.TableList)
    assert (answer.id, [info.seats[0].name for info in answer.tables]) == ("mine", ["Ana"])
    for asked in (Tables(table=taken.table), Tables(code="x" * 10)):
        assert code(hall.say(2, asked)) == "no-such-table"
