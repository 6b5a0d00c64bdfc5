"""A seat goes to another device by a code that opens it once."""

import pytest
from halls import Hall, at_deal, between_deals, code, table_of

from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Act, Hello, Leave, Move, Options, Ready, Say, Sit
from overtrick.table.events import snapshot
from overtrick.table.keys import VALID
from overtrick.table.output import NewKey

PHONE = 9


def code_of(hall: Hall, client: int) -> str:
    """The code with which another device can have the seat of a client."""
    (moving,) = hall.say(client, Move(id="m"))
    assert isinstance(moving, outgoing.Moving)
    assert (moving.id, moving.until) == ("m", hall.now + VALID)
    return moving.code


def test_another_device_takes_over_the_seat_once() -> None:
    hall = Hall()
    at_deal(hall)
    old, n, moving = hall.last(2, outgoing.Taken), hall.state.n, code_of(hall, 2)
    assert hall.state.n == n
    welcome, taken, shown = hall.hello(PHONE, lang="fr", move=moving)
    assert isinstance(taken, outgoing.Taken)
    assert (taken.table, taken.seat) == (old.table, 2)
    assert taken.token != old.token
    assert shown == snapshot(hall.state, 2)
    assert hall.mail[2][-1] == outgoing.InLobby(why="moved")
    assert hall.mail[1][-1] == outgoing.Back(n=n + 1, seat=2)
    assert welcome == outgoing.Welcome(v=1, name="client 9", now=hall.now)
    assert hall.state.chairs[2].name == "client 2"
    hall.say(PHONE, Say(text="here"))
    assert hall.last(1, outgoing.Said).name == "client 2"
    assert code(hall.say(2, Say(text="and here"))) == "not-at-table"
    for device, fields in enumerate([{"move": moving}, {"table": old.table, "token": old.token}], 20):
        _, refused, in_lobby = hall.hello(device, **fields)
        assert isinstance(refused, outgoing.Refused)
        assert refused.code == ("bad-token" if "token" in fields else "bad-move")
        assert in_lobby == outgoing.InLobby(why="hello")


def test_the_new_token_holds_after_a_restart_and_the_code_does_not() -> None:
    hall = Hall()
    table_of(hall, "sueca")
    old = hall.last(1, outgoing.Taken)
    hall.hello(PHONE, move=code_of(hall, 1))
    new, void = hall.last(PHONE, outgoing.Taken), code_of(hall, 2)
    hall.restart()
    assert isinstance(hall.come_back(20, new)[1], outgoing.Snapshot)
    for device, fields in enumerate([{"table": old.table, "token": old.token}, {"move": void}], 21):
        assert isinstance(hall.hello(device, **fields)[-1], outgoing.InLobby)
    assert hall.state.chairs[1].present
    assert not hall.state.chairs[2].present


def test_a_code_is_void_when_its_time_is_over_or_there_is_a_newer_one() -> None:
    hall = Hall()
    table_of(hall, "sueca", 2)
    first, second = code_of(hall, 1), code_of(hall, 1)
    other = code_of(hall, 2)
    assert len({first, second, other}) == 3
    hall.hello(PHONE)
    hall.now += VALID - 0.001
    for wrong in (first, "x", first + second):
        assert [code([message]) for message in hall.hello(PHONE, move=wrong)] == ["", "bad-move"]
    assert isinstance(hall.hello(PHONE, move=second)[1], outgoing.Taken)
    hall.now += 0.001
    assert isinstance(hall.hello(20, move=other)[1], outgoing.Refused)


@pytest.mark.parametrize("somebody_else", [False, True])
def test_a_code_moves_nobody_who_has_left(somebody_else: bool) -> None:
    hall = Hall()
    table_of(hall, "sueca", 3)
    table, moving = hall.state.table, code_of(hall, 2)
    hall.say(2, Leave())
    if somebody_else:
        hall.hello(5)
        hall.say(5, Sit(table=table, seat=2))
    assert isinstance(hall.hello(PHONE, move=moving)[1], outgoing.Refused)
    assert hall.state.chairs[2].kind == ("person" if somebody_else else "empty")


def test_a_player_who_is_gone_comes_back_by_his_code() -> None:
    hall = Hall()
    at_deal(hall, options=Options(grace=5))
    moving = code_of(hall, 3)
    hall.lose(3)
    hall.wait(10)
    assert hall.state.chairs[3].bot
    hall.hello(PHONE, move=moving)
    assert (hall.state.chairs[3].present, hall.state.chairs[3].bot) == (True, "")


def test_the_same_id_on_another_device_is_another_command() -> None:
    hall = Hall()
    at_deal(hall)
    client = hall.actor()
    hall.act()
    while hall.actor() != client:
        hall.act()
    said = Act(id="1", at=hall.state.n, action=str(hall.round().legal()[0]))
    hall.say(client, said)
    moving = code_of(hall, client)
    hall.hello(PHONE, move=moving)
    n = hall.state.n
    hall.say(PHONE, Say(id="1", text="hello"))
    assert hall.state.n == n + 1


def test_what_the_old_device_was_bound_to_is_not_waited_for() -> None:
    hall = Hall()
    between_deals(hall)
    deal = hall.state.deal
    hall.say(2, Ready(deal=deal, commitment="0" * 64))
    hall.hello(PHONE, move=code_of(hall, 2))
    assert hall.last(PHONE, outgoing.Snapshot).seats[1].ready
    for client in (1, 3, 4):
        hall.say(client, Ready(deal=deal))
    assert hall.last(PHONE, outgoing.Dealt).deal.deal == deal


def test_who_has_moved_sees_no_other_hand_of_the_deal() -> None:
    hall = Hall()
    at_deal(hall, options=Options(when_gone="pause"))
    hall.hello(PHONE, move=code_of(hall, 1))
    hall.say(3, Leave())
    assert code(hall.say(1, Sit(table=hall.state.table, seat=3))) == "other-hand-seen"


def test_who_has_left_takes_no_other_hand_of_the_deal_by_a_code() -> None:
    hall = Hall()
    at_deal(hall, options=Options(when_gone="pause"))
    hall.say(1, Leave())
    assert code(hall.hello(1, move=code_of(hall, 3))[1:]) == "other-hand-seen"
    hall.say(3, Say(text="still here"))
    assert hall.last(2, outgoing.Said).seat == 3


def test_a_seat_moves_back_in_the_same_deal() -> None:
    hall = Hall()
    at_deal(hall)
    hall.hello(PHONE, move=code_of(hall, 1))
    hall.hello(1, move=code_of(hall, PHONE))
    assert hall.last(PHONE, outgoing.InLobby).why == "moved"


def test_who_sits_moves_to_no_other_seat() -> None:
    hall = Hall()
    table_of(hall, "sueca", 2)
    assert code(hall.hello(1, move=code_of(hall, 2))) == "hello-twice"


@pytest.mark.parametrize("private", [False, True])
def test_the_records_of_a_private_table_go_with_the_seat(private: bool) -> None:
    hall = Hall()
    table_of(hall, "sueca", 1, Options(private=private))
    old, moving = hall.state.chairs[1].token, code_of(hall, 1)
    out = hall.lobby.receive(PHONE, Hello(v=1, move=moving), hall.now)
    assert out.records == ([NewKey(hall.state.table, old, hall.state.chairs[1].token)] if private else [])
