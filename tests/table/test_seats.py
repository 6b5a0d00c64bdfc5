"""The seats of a table, without a table: who may take which, and what follows when somebody leaves."""

import pytest
from ledgers import code_of, dealt_ledger, ledger_of, written

from overtrick.core.errors import Illegal, Invalid
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import AddBot, Options, RemoveBot, WhenGone
from overtrick.table.log import MatchEnded, PersonSat
from overtrick.table.seats import Seats

SIMPLE = outgoing.Sat(n=0, seat=4, kind="bot", name="simple", bot="simple")


def test_a_person_takes_an_empty_seat() -> None:
    ledger = ledger_of(people=3)
    Seats(ledger).sit(4, "a name that is far too long for a seat", "hash", "id")
    assert written(ledger) == [PersonSat(seat=4, name="a name that is far too…", token="hash")]
    assert ledger.state.done == {(4, "id"): ledger.state.n}


def test_no_seat_is_taken_twice_or_at_a_table_that_is_closed() -> None:
    ledger = ledger_of(people=3)
    with pytest.raises(Illegal) as taken:
        Seats(ledger).sit(3, "x", "hash")
    ledger.write(outgoing.Closed(n=0))
    with pytest.raises(Illegal) as closed:
        Seats(ledger).sit(4, "x", "hash")
    assert (code_of(taken), code_of(closed)) == ("seat-taken", "table-closed")


def test_before_a_match_anybody_may_leave() -> None:
    ledger = ledger_of()
    Seats(ledger).leave(2)
    assert written(ledger) == [outgoing.Left(n=0, seat=2)]


@pytest.mark.parametrize(
    ("when_gone", "consequences"),
    [
        ("bot", [outgoing.Sat(n=0, seat=2, kind="bot", name="simple", bot="simple")]),
        ("pause", [outgoing.Paused(n=0, seat=2)]),
        ("end", [MatchEnded, outgoing.Closed(n=0)]),
    ],
)
def test_amid_a_match_that_has_consequences(when_gone: WhenGone, consequences: list[object]) -> None:
    ledger = dealt_ledger(options=Options(clock=0, when_gone=when_gone))
    Seats(ledger).leave(2)
    left, *others = written(ledger)
    assert left == outgoing.Left(n=0, seat=2)
    assert [MatchEnded if isinstance(entry, MatchEnded) else entry for entry in others] == consequences


def test_where_the_last_person_leaves_nobody_takes_the_seat() -> None:
    ledger = dealt_ledger(people=1, bots=3)
    Seats(ledger).leave(1)
    assert written(ledger) == [outgoing.Left(n=0, seat=1)]


def test_a_bot_sits_on_one_seat_or_on_all_that_are_empty() -> None:
    ledger = ledger_of(people=2)
    Seats(ledger).add_bot(1, AddBot(seat=4))
    assert written(ledger) == [SIMPLE]
    Seats(ledger).add_bot(1, AddBot())
    assert [getattr(entry, "seat", None) for entry in written(ledger)] == [3]
    with pytest.raises(Illegal) as full:
        Seats(ledger).add_bot(1, AddBot())
    with pytest.raises(Invalid) as unknown:
        Seats(ledger).add_bot(1, AddBot(bot="nobody"))
    assert (code_of(full), code_of(unknown)) == ("table-full", "unknown-bot")


def test_a_bot_gives_its_seat_to_another_only_where_nobody_else_is_concerned() -> None:
    exchange = AddBot(bot="random", seat=4)
    before = ledger_of(people=3, bots=1)
    Seats(before).add_bot(1, exchange)
    assert before.state.chairs[4].bot == "random"
    with pytest.raises(Illegal) as person:
        Seats(before).add_bot(1, AddBot(seat=3))
    with pytest.raises(Illegal) as playing:
        Seats(dealt_ledger(people=1, bots=3)).add_bot(1, exchange)
    between = ledger_of(people=3, bots=1)
    between.write(outgoing.Committed(n=0, deal=1, server="", seats=("-", "-", "-", "-"), until=0))
    with pytest.raises(Illegal) as begun:
        Seats(between).add_bot(1, exchange)
    assert [code_of(error) for error in (person, playing, begun)] == ["seat-taken", "bot-plays", "match-has-begun"]


def test_a_bot_goes_before_a_match_and_not_in_it() -> None:
    ledger = ledger_of(people=3, bots=1)
    Seats(ledger).remove_bot(1, RemoveBot(seat=4))
    assert written(ledger) == [outgoing.Left(n=0, seat=4)]
    with pytest.raises(Illegal) as nobody:
        Seats(ledger).remove_bot(1, RemoveBot(seat=4))
    with pytest.raises(Illegal) as begun:
        Seats(dealt_ledger(people=3, bots=1)).remove_bot(1, RemoveBot(seat=4))
    assert (code_of(nobody), code_of(begun)) == ("no-bot-there", "match-has-begun")
