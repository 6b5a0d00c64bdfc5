"""Players and servers that go and come back: seats are held, matches go on, nothing is lost."""

from collections.abc import Iterator
from math import inf
from random import Random

import pytest
from halls import USUAL, Hall, Regular, check_seen, code, differences, facts, play_until, regulars
from ledgers import dealt_ledger, written
from lengths import first

from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import Act, AddBot, Leave, Options, Say, Sit, WhenGone
from overtrick.referee.judging import judge
from overtrick.table.absence import KEPT, Absence
from overtrick.table.log import decode
from overtrick.table.state import restored

GAMES = ["belote:info0004", "coinche:dot_cardgames", "sueca:fctp", "euchre:hoyle", "bridge:chicago", "whist"]


def at_deal(hall: Hall, options: Options = USUAL, game: str = "sueca:fctp", people: int = 4) -> list[Regular]:
    """People at a table at which cards have just been dealt."""
    players = regulars(hall, game, people, options)
    play_until(hall, players, outgoing.Dealt)
    return players


# Held seats


@pytest.mark.parametrize("when_gone", ["bot", "pause", "end"])
def test_who_is_back_in_time_has_missed_nothing(when_gone: WhenGone) -> None:
    hall = Hall()
    at_deal(hall, Options(when_gone=when_gone, clock=0))
    keys = hall.last(2, outgoing.Taken)
    hall.lose(2)
    gone = hall.last(1, outgoing.Gone)
    assert (gone.seat, gone.until) == (2, hall.now + 60)
    hall.wait(59)
    last = hall.state.n
    welcome, *tail = hall.come_back(12, keys, last)
    assert isinstance(welcome, outgoing.Welcome)
    assert tail == [outgoing.Back(n=last + 1, seat=2)]
    assert hall.last(1, outgoing.Back).seat == 2
    hall.wait(KEPT)
    assert hall.phase() == "play"
    assert not hall.thinking


def test_a_bot_stands_in_and_gives_the_seat_back() -> None:
    hall = Hall()
    at_deal(hall, Options(clock=0, bot="random"))
    actor = hall.actor()
    keys, other = hall.last(actor, outgoing.Taken), actor % 4 + 1
    hall.lose(actor)
    hall.wait(60)
    assert hall.last(other, outgoing.StoodIn) == outgoing.StoodIn(n=hall.state.n, seat=actor, bot="random")
    assert [(thinking.seat, thinking.bot) for thinking in hall.thinking] == [(actor, "random")]
    hall.think()
    acted = hall.last(other, outgoing.Acted)
    assert (acted.seat, acted.by) == (actor, "stand-in")
    while hall.actor() != actor:
        hall.act()
    (thinking,) = hall.thinking
    assert thinking.seat == actor
    (_, snapshot, back) = hall.come_back(20, keys)
    assert isinstance(snapshot, outgoing.Snapshot)
    assert snapshot.seats[actor - 1].bot == "random"
    assert isinstance(back, outgoing.Back)
    n = hall.state.n
    hall.think()
    assert hall.state.n == n, "the bot's answer comes too late"
    assert snapshot.deal is not None
    assert code(hall.say(20, Act(id="x", at=n, action=snapshot.deal.legal[0]))) == ""
    assert hall.last(other, outgoing.Acted).by == ""


def test_a_match_pauses_until_the_player_is_back() -> None:
    hall = Hall()
    at_deal(hall, Options(when_gone="pause", clock=100))
    actor = hall.actor()
    keys, other = hall.last(actor, outgoing.Taken), actor % 4 + 1
    hall.lose(actor)
    hall.wait(59)
    assert not hall.got(other, outgoing.Paused)
    hall.wait(1)
    assert hall.last(other, outgoing.Paused) == outgoing.Paused(n=hall.state.n, seat=actor)
    assert code(hall.say(other, Act(id="x", at=hall.state.n, action="2h"))) == "paused"
    hall.wait(3600)
    assert not hall.thinking
    _, snapshot, back, resumed = hall.come_back(20, keys)
    assert isinstance(snapshot, outgoing.Snapshot)
    assert (snapshot.paused, snapshot.until) == (True, None)
    assert back == outgoing.Back(n=snapshot.n + 1, seat=actor)
    assert resumed == outgoing.Resumed(n=snapshot.n + 2, until=hall.now + 100)
    assert snapshot.deal is not None
    assert code(hall.say(20, Act(id="x", at=hall.state.n, action=snapshot.deal.legal[0]))) == ""


def test_a_match_pauses_on_while_another_player_is_gone() -> None:
    hall = Hall()
    at_deal(hall, Options(when_gone="pause", clock=0))
    keys = {client: hall.last(client, outgoing.Taken) for client in (2, 3)}
    hall.lose(2)
    hall.wait(50)
    hall.lose(3)
    hall.wait(50)
    assert hall.state.paused
    hall.come_back(20, keys[2])
    assert not hall.state.paused, "the third is held his seat"
    hall.wait(10)
    assert hall.state.paused
    hall.lose(20)
    hall.wait(100)
    hall.come_back(30, keys[3])
    assert hall.state.paused
    hall.come_back(21, keys[2])
    assert not hall.state.paused


def test_somebody_else_can_take_the_seat_of_who_left() -> None:
    hall = Hall()
    at_deal(hall, Options(when_gone="pause", clock=20))
    actor = hall.actor()
    assert hall.state.round is not None
    hand = tuple(map(str, hall.state.round.hands[actor - 1]))
    old = hall.last(actor, outgoing.Taken)
    hall.say(actor, Leave())
    assert hall.last(actor % 4 + 1, outgoing.Paused).seat == actor
    hall.hello(9, "Somebody Else")
    hall.wait(1000)
    _, snapshot = hall.say(9, Sit(table=hall.state.table))
    assert isinstance(snapshot, outgoing.Snapshot)
    assert snapshot.deal is not None
    assert (snapshot.seat, snapshot.deal.hand, snapshot.paused) == (actor, hand, False)
    resumed = hall.last(actor % 4 + 1, outgoing.Resumed)
    assert resumed.until == snapshot.until == hall.now + 20
    assert code(hall.say(9, Act(id="x", at=snapshot.n, action=snapshot.deal.legal[0]))) == ""
    assert hall.come_back(10, old)[-1] == outgoing.InLobby(why="hello"), "the old token opens nothing"


def test_a_bot_can_take_the_seat_of_who_left() -> None:
    hall = Hall()
    at_deal(hall, Options(when_gone="pause"))
    actor = hall.actor()
    hall.say(actor, Leave())
    hall.say(actor % 4 + 1, AddBot(bot="random"))
    assert not hall.state.paused
    assert [thinking.seat for thinking in hall.thinking] == [actor]


@pytest.mark.parametrize("leaves", [False, True])
def test_a_match_ends_with_the_first_who_is_gone(leaves: bool) -> None:
    hall = Hall()
    at_deal(hall, Options(when_gone="end"))
    hall.hello(9)
    if leaves:
        assert hall.say(2, Leave())[-1] == outgoing.InLobby(why="left")
    else:
        hall.lose(2)
        hall.wait(60)
    for client in (1, 3, 4):
        ended, closed, in_lobby = hall.mail[client][-3:]
        assert isinstance(ended, outgoing.Ended)
        assert (ended.why, ended.seat, ended.name, ended.winner) == ("gone", 2, "client 2", None)
        assert len(ended.secret) == 64
        assert isinstance(closed, outgoing.Closed)
        assert in_lobby == outgoing.InLobby(why="gone", who="client 2")
    assert len(hall.lobby.rooms) == 0
    assert not hall.logs
    assert not hall.records


@pytest.mark.parametrize("when_gone", ["bot", "pause", "end"])
@pytest.mark.parametrize("phase", ["open", "ready", "committed", "play", "deal", "over"])
def test_anybody_can_leave_at_any_time(when_gone: WhenGone, phase: str) -> None:
    hall = Hall()
    players = regulars(hall, "euchre:eecs280" if phase == "deal" else "sueca:fctp", 4, Options(when_gone=when_gone))
    kinds: dict[str, type[outgoing.Event]] = {
        "ready": outgoing.WasReady,
        "committed": outgoing.Committed,
        "play": outgoing.Dealt,
        "deal": outgoing.Scored,
        "over": outgoing.Ended,
    }
    if phase in kinds:
        play_until(hall, players, kinds[phase])
    has_begun = phase in ("committed", "play", "deal")
    assert hall.say(4, Leave()) == [outgoing.InLobby(why="left")]
    if has_begun and when_gone == "end":
        assert len(hall.lobby.rooms) == 0
        return
    kind = "bot" if has_begun and when_gone == "bot" else "empty"
    assert hall.state.chairs[4].info.kind == kind
    assert bool(hall.state.paused) == (has_begun and when_gone == "pause")
    del players[3]
    if kind == "empty":
        players.append(Regular(hall, 5, Random(5)))
        hall.hello(5)
        hall.say(5, Sit(table=hall.state.table))
    if phase != "over":
        go_on(hall, players)
        assert hall.records
    assert hall.phase() == "over"


def go_on(hall: Hall, players: list[Regular]) -> None:
    """Let the match come to its end, with deadlines where something is missing."""
    for _ in range(2000):
        happened = [player.turn() for player in players]
        if hall.phase() == "over":
            return
        if not any([*happened, hall.think()]):
            hall.wait(60)
    raise AssertionError("the match does not end")


def test_when_all_are_gone_bots_sleep_and_the_table_is_kept_for_a_day() -> None:
    hall = Hall()
    at_deal(hall, Options(clock=30), people=2)
    first, second = hall.last(1, outgoing.Taken), hall.last(2, outgoing.Taken)
    for client in (1, 2):
        hall.lose(client)
    hall.think()
    hall.wait(KEPT - 100)
    n = hall.state.n
    assert not hall.think()
    assert [chair.bot for chair in hall.state.chairs.values()] == ["simple"] * 4
    hall.wait(50)
    assert (hall.state.n, hall.phase()) == (n, "play")
    hall.come_back(11, first)
    hall.wait(KEPT)
    assert len(hall.lobby.rooms) == 1, "one is there"
    hall.lose(11)
    hall.wait(KEPT - 1)
    assert len(hall.lobby.rooms) == 1
    hall.wait(1)
    assert len(hall.lobby.rooms) == 0
    assert not hall.logs
    assert hall.come_back(12, second)[-1] == outgoing.InLobby(why="hello")


def test_who_comes_back_to_an_empty_table_has_all_his_time() -> None:
    hall = Hall()
    at_deal(hall, Options(clock=30, private=True), people=1)
    while hall.actor() != 1:
        hall.think()
    keys = hall.last(1, outgoing.Taken)
    hall.lose(1)
    hall.wait(1000)
    messages = hall.come_back(11, keys)
    assert [type(message) for message in messages] == [
        outgoing.Welcome,
        outgoing.Snapshot,
        outgoing.Back,
        outgoing.Resumed,
    ]
    assert hall.state.until == hall.now + 30
    hall.wait(29)
    assert not hall.thinking


def test_a_newer_connection_replaces_the_older_one() -> None:
    hall = Hall()
    players = at_deal(hall)
    n = hall.state.n
    welcome, *tail = hall.come_back(20, hall.last(2, outgoing.Taken), n)
    assert isinstance(welcome, outgoing.Welcome)
    assert tail == []
    assert hall.last(2, outgoing.Bye).code == "replaced"
    assert hall.state.n == n, "the player was never gone"
    assert code(hall.say(2, Say(text="it is me"))) == "not-at-table"
    hall.lose(2)
    assert hall.state.n == n
    before = len(hall.mail[2])
    hall.say(20, Say(text="it is me"))
    assert hall.last(1, outgoing.Said).name == "client 2"
    assert len(hall.mail[2]) == before
    assert players


# At every event


def moments(hall: Hall, players: list[Regular]) -> Iterator[int]:
    """Plays a match, and stops whenever something has happened; gives how many things have."""
    count, n = 0, -1
    while hall.phase() != "over":
        for player in players:
            player.turn()
            if hall.state.n != n:
                count += 1
                yield count
                n = hall.state.n
        hall.think()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forgetful", [False, True])
def test_coming_back_at_any_event_is_as_good_as_having_stayed(game: str, forgetful: bool) -> None:
    """Player 2 loses his connection after every turn of somebody, sometimes for a while; player 4 never does.

    `Regular` plays by what `Seen` makes of the messages, and `Seen` raises if one is missing. What it knows must be
    what a fresh view of the seat says.
    """
    hall = Hall(5)
    players = regulars(hall, game, 4, Options(clock=0, private=True))
    player = players[1]
    for count in moments(hall, players):
        hall.lose(player.client)
        if count % 3 == 0:
            for other in (players[0], players[2], players[3]):
                other.turn()
        player.come_back(1000 + count, forgetful=forgetful)
        player.look()
        assert player.taken is not None
        assert player.seen is not None
        hall.come_back(5000 + count, player.taken)
        check_seen(player.seen, hall.last(5000 + count, outgoing.Snapshot))
        player.come_back(9000 + count)
    assert hall.records


# Restarts


@pytest.mark.parametrize(
    "game", ["belote:info0004", "coinche:dot_cardgames", "euchre:eecs280", "sueca:fctp", "bridge:chicago"]
)
def test_the_log_gives_the_state_after_every_event(game: str) -> None:
    hall = Hall(6)
    for count in moments(hall, regulars(hall, game, 3)):
        if count % 10 == 0:
            hall.say(1 + count % 3, Say(id=str(count), text="hello"))
        (entries,) = hall.logs.values()
        assert not differences(restored(map(decode, entries)), facts(hall.state))


@pytest.mark.parametrize("people", first(1, [4, 1]))
@pytest.mark.parametrize("game", ["belote:info0004", "coinche:dot_cardgames", "euchre:hoyle", "sueca:fctp"])
def test_a_server_that_dies_after_every_event_still_gets_to_the_end(game: str, people: int) -> None:
    hall = Hall(6)
    players = regulars(hall, game, people, Options(clock=0))
    for count in moments(hall, players):
        before = facts(hall.state)
        entries = {table: list(log) for table, log in hall.logs.items()}
        hall.restart()
        (log,) = hall.logs.values()
        (old,) = entries.values()
        assert log[: len(old)] == old
        assert not differences(restored(map(decode, old)), before)
        for number, player in enumerate(players, 1):
            player.come_back(1000 * number + count, forgetful=count % 2 == 0)
        assert all(chair.present for _, chair in hall.state.persons)
    assert hall.records
    assert all(judge(record).status == "clean" for record in hall.records)


# Entries that could not be stored


def fail(hall: Hall, *said: tuple[int, incoming.Message]) -> str:
    """Let clients say something at the only table of which nothing can be stored or sent."""
    (table,) = hall.logs
    for client, message in said:
        hall.lobby.receive(client, message, hall.now)
    hall.carry(hall.lobby.restore(table, list(hall.logs[table]), hall.now))
    return table


def test_what_could_not_be_stored_has_not_happened() -> None:
    hall = Hall(6)
    players = regulars(hall, "sueca:fctp", 3, Options(clock=0))
    for _ in moments(hall, players):
        before = facts(hall.state)
        fail(hall, (1, Say(id="lost", text="lost")), (2, Say(text="lost, too")))
        assert not differences(hall.state, before)
        for player in players:
            assert isinstance(hall.mail[player.client][-1], outgoing.Snapshot)
            assert hall.last(player.client, outgoing.Snapshot).n == before["n"]
    assert [judge(record).status for record in hall.records] == ["clean"]


def test_who_sat_down_where_that_could_not_be_stored_gets_no_cards_of_others() -> None:
    hall = Hall()
    at_deal(hall, Options(when_gone="pause"))
    hall.hello(9)
    fail(hall, (2, Leave()), (9, Sit(table=hall.state.table)))
    assert hall.state.chairs[2].name == "client 2"
    assert hall.mail[9][-1] == outgoing.InLobby(why="closed")
    snapshot = hall.last(2, outgoing.Snapshot)
    assert snapshot.seat == 2
    assert snapshot.deal is not None
    assert snapshot.deal.hand
    assert code(hall.say(9, Say(text="may I?"))) == "not-at-table"
    assert [type(event) for event in hall.say(2, Say(text="still here"))] == [outgoing.Said]


def test_a_table_that_could_not_be_stored_was_never_made() -> None:
    hall = Hall()
    hall.hello(1)
    (table,) = {kept.table for kept in hall.lobby.receive(1, incoming.Create(game="sueca"), hall.now).kept}
    hall.carry(hall.lobby.restore(table, [], hall.now))
    assert hall.mail[1][-1] == outgoing.InLobby(why="closed")
    assert len(hall.lobby.rooms) == 0
    hall.say(1, incoming.Create(game="sueca"))
    assert hall.state.chairs[1].name == "client 1"


# The part alone


def test_a_table_is_empty_from_the_moment_when_the_last_has_gone() -> None:
    ledger = dealt_ledger(people=2, bots=2)
    absence = Absence(ledger)
    absence.gone(1, 10.0)
    absence.advance(10.0)
    assert not absence.is_empty
    absence.gone(2, 20.0)
    absence.advance(20.0)
    assert absence.is_empty
    absence.back(1, 30.0)
    absence.advance(30.0)
    assert not absence.is_empty


def test_nobody_goes_or_comes_back_twice() -> None:
    ledger = dealt_ledger()
    absence = Absence(ledger)
    for _ in range(2):
        absence.gone(1, 10.0)
    assert written(ledger) == [outgoing.Gone(n=0, seat=1, until=70.0)]
    for _ in range(2):
        absence.back(1, 10.0)
    assert written(ledger) == [outgoing.Back(n=0, seat=1)]


@pytest.mark.parametrize(
    ("when_gone", "consequence"),
    [("bot", outgoing.StoodIn(n=0, seat=1, bot="simple")), ("pause", outgoing.Paused(n=0, seat=1))],
)
def test_a_seat_that_was_held_long_enough_is_seen_to_once(when_gone: WhenGone, consequence: outgoing.Event) -> None:
    ledger = dealt_ledger(options=Options(clock=0, grace=5, when_gone=when_gone))
    absence = Absence(ledger)
    absence.gone(1, 10.0)
    assert absence.wake_at == 15.0
    assert not absence.advance(14.0)
    ledger.take_changes()
    assert absence.advance(15.0)
    assert not absence.advance(15.0)
    assert written(ledger) == [consequence]
    assert absence.wake_at == inf


def test_a_table_that_was_brought_back_knows_who_is_there_and_begins_the_turn_anew() -> None:
    ledger = dealt_ledger(options=Options(clock=20, grace=5), now=0.0)
    Absence(ledger).gone(2, 0.0)
    ledger.take_changes()
    Absence(ledger).restored({2, 3}, 100.0)
    assert written(ledger) == [
        outgoing.Gone(n=0, seat=1, until=105.0),
        outgoing.Back(n=0, seat=2),
        outgoing.Gone(n=0, seat=4, until=105.0),
        outgoing.Resumed(n=0, until=120.0),
    ]


def test_a_table_where_nobody_comes_back_is_closed_in_the_end() -> None:
    ledger = dealt_ledger(people=1, bots=3)
    absence = Absence(ledger)
    absence.gone(1, 0.0)
    while absence.advance(60.0):
        pass
    assert absence.wake_at == 60.0 + KEPT
    assert absence.advance(60.0 + KEPT)
    assert ledger.state.phase == "closed"
