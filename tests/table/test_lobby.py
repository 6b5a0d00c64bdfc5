"""Coming in, finding a table, sitting down and looking on."""

import msgspec
import pytest
from halls import Hall, at_deal, code, play_on, play_until, table_of

from overtrick.core.catalogue import find_game, game_text
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import (
    Act,
    AddBot,
    Answer,
    Create,
    Hello,
    Leave,
    Move,
    Options,
    Pace,
    Ping,
    Propose,
    Quick,
    Ready,
    RemoveBot,
    Reveal,
    Salt,
    Say,
    Sit,
    Tables,
    Watch,
)
from overtrick.table import rooms
from overtrick.table.gathering import Gathering

AT_TABLE: list[incoming.Message] = [
    Leave(),
    Move(),
    AddBot(),
    RemoveBot(seat=1),
    Ready(deal=1),
    Reveal(deal=1, nonce="-"),
    Salt(words="words"),
    Act(id="x", at=1, action="pass"),
    Propose(id="x", at=1, what="resign"),
    Answer(id="x", at=1, yes=True),
    Say(text="hello"),
    Pace(bot_delay=0, trick_delay=0),
]
decode = msgspec.json.Decoder(incoming.Message).decode


def opened(hall: Hall, options: Options, client: int = 1) -> outgoing.Taken:
    """A table with one person."""
    hall.hello(client)
    hall.say(client, Create(game="sueca", options=options))
    return hall.last(client, outgoing.Taken)


# Hello


@pytest.mark.parametrize(
    "message", [*AT_TABLE, Tables(), Ping(), Create(game="sueca"), Quick(game="sueca"), Sit(table="x"), Watch()]
)
def test_hello_comes_first(message: incoming.Message) -> None:
    assert code(Hall().say(1, message)) == "hello-first"


def test_a_version_that_is_not_known_is_refused_and_another_can_be_tried() -> None:
    hall = Hall()
    (refused,) = hall.say(1, Hello(v=99, lang="fr"))
    assert isinstance(refused, outgoing.Refused)
    assert refused.code == "wrong-version"
    assert "99" in refused.text
    welcome, in_lobby = hall.hello(1, "Zoé")
    assert welcome == outgoing.Welcome(v=1, name="Zoé", now=hall.now)
    assert in_lobby == outgoing.InLobby(why="hello")


def test_hello_again_gives_another_name_but_not_on_the_seat_that_one_has() -> None:
    hall = Hall()
    hall.hello(1, "Ana")
    assert hall.hello(1, "Bea") == [outgoing.Welcome(v=1, name="Bea", now=hall.now)]
    hall.say(1, Create(game="sueca"))
    assert hall.state.chairs[1].name == "Bea"
    taken = hall.last(1, outgoing.Taken)
    assert hall.hello(1, "Cai", lang="fr") == [outgoing.Welcome(v=1, name="Cai", now=hall.now)]
    assert hall.state.chairs[1].name == "Bea"
    refused = hall.say(1, Act(id="1", at=hall.state.n, action="Ah"))[0]
    assert isinstance(refused, outgoing.Refused)
    assert refused.text == "Il n'y a pas de donne en cours."
    assert code(hall.hello(1, "Cai", table=taken.table, token=taken.token)) == "hello-twice"
    hall.say(1, incoming.Leave())
    hall.say(1, Create(game="sueca"))
    assert hall.state.chairs[1].name == "Cai"


def test_a_token_takes_a_seat_again_from_the_lobby_too() -> None:
    hall = Hall()
    hall.hello(1, "Ana")
    hall.say(1, Create(game="sueca"))
    taken = hall.last(1, outgoing.Taken)
    hall.lose(1)
    hall.hello(2, "Ana")
    refused = hall.hello(2, table=taken.table, token="0" * 32)[-1]
    assert isinstance(refused, outgoing.Refused)
    assert refused.code == "bad-token"
    assert [type(message) for message in hall.hello(2, table=taken.table, token=taken.token)] == [
        outgoing.Welcome,
        outgoing.Snapshot,
        outgoing.Back,
    ]
    assert hall.state.chairs[1].present


def test_who_asks_for_bots_sees_them_at_once() -> None:
    hall = Hall()
    hall.hello(1, "Ana")
    hall.say(1, Create(game="sueca", seat=2, bots="simple"))
    assert [seat.kind for seat in hall.last(1, outgoing.Snapshot).seats] == ["bot", "person", "bot", "bot"]


def test_nobody_sees_two_hands_of_a_deal_by_changing_seats() -> None:
    hall = Hall()
    players = table_of(hall, "sueca", 4, Options(when_gone="pause"))
    play_on(hall, players, 6)
    assert hall.state.round is not None
    table = hall.state.table
    for client in (3, 1):
        hall.say(client, Leave())
    assert code(hall.say(1, Sit(table=table, seat=3))) == "other-hand-seen"
    assert isinstance(hall.say(1, Sit(table=table, seat=1))[0], outgoing.Taken)


def test_times_that_hold_no_longer_do_not_pile_up() -> None:
    hall = Hall()
    table_of(hall, "sueca", 1, Options(clock=20, grace=1))
    taken = hall.last(1, outgoing.Taken)
    for client in range(2, 302):
        hall.lose(client - 1)
        hall.wait(0.5)
        hall.hello(client, table=taken.table, token=taken.token)
    assert len(hall.lobby.rooms.alarms._heap) < 100


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Zoé  \n", "Zoé"),
        ("\x1b[31mred\u202e", "[31mred"),
        ("x" * 24, "x" * 24),
        ("x" * 64, "x" * 23 + "…"),
        ("\u200b\u2066", ""),
        ("名前", "名前"),
    ],
)
def test_names_are_clean(name: str, shown: str) -> None:
    hall = Hall()
    hall.say(1, Hello(v=1, name=name))
    assert hall.last(1, outgoing.Welcome).name == shown
    hall.say(1, Create(game="sueca"))
    assert hall.last(1, outgoing.Snapshot).seats[0].name == (shown or "Player 1")


def test_a_token_that_opens_nothing_is_refused_and_leads_to_the_lobby() -> None:
    hall = Hall()
    taken = opened(hall, Options())
    for number, (table, token) in enumerate([("x", taken.token), (taken.table, "x"), ("", "x")]):
        welcome, refused, in_lobby = hall.hello(10 + number, table=table, token=token)
        assert isinstance(welcome, outgoing.Welcome)
        assert isinstance(refused, outgoing.Refused)
        assert refused.code == "bad-token"
        assert in_lobby == outgoing.InLobby(why="hello")
    assert [type(message) for message in hall.hello(20, table=taken.table)] == [outgoing.Welcome, outgoing.InLobby]


def test_a_sign_of_life() -> None:
    hall = Hall()
    hall.hello(1)
    assert hall.say(1, Ping(id="7")) == [outgoing.Pong(id="7")]


# Tables


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (Create(game="tarot"), "unknown-game"),
        (Create(game="belote:tarot"), "unknown-preset"),
        (Create(game="sueca", bots="clever"), "unknown-bot"),
        (Create(game="sueca", options=Options(bot="clever")), "unknown-bot"),
        (Quick(game="tarot"), "unknown-game"),
        (Sit(table="x"), "no-such-table"),
        (Sit(), "no-such-table"),
        (Sit(code="x"), "no-such-table"),
        (Watch(table="x"), "no-such-table"),
        *((message, "not-at-table") for message in AT_TABLE),
    ],
)
def test_what_makes_no_sense_in_the_lobby_is_refused(message: incoming.Message, expected: str) -> None:
    hall = Hall()
    hall.hello(1)
    assert code(hall.say(1, message)) == expected
    assert len(hall.lobby.rooms) == 0


def test_a_seat_can_be_taken_once() -> None:
    hall = Hall()
    taken = opened(hall, Options())
    for client in (2, 3, 4, 5, 6):
        hall.hello(client)
    assert code(hall.say(2, Sit(table=taken.table, seat=1))) == "seat-taken"
    hall.say(2, Sit(table=taken.table, seat=3))
    assert hall.last(2, outgoing.Taken).seat == 3
    hall.say(3, Sit(table=taken.table))
    hall.say(4, Sit(table=taken.table))
    assert [hall.last(client, outgoing.Taken).seat for client in (3, 4)] == [2, 4]
    assert code(hall.say(5, Sit(table=taken.table))) == "table-full"
    for message in (Sit(table=taken.table), Watch(table=taken.table), Create(game="sueca"), Quick(game="sueca")):
        assert code(hall.say(4, message)) == "already-seated"


def test_a_table_can_be_made_with_bots_on_any_seat() -> None:
    hall = Hall()
    hall.hello(1)
    hall.say(1, Create(game="sueca", seat=3, bots="simple"))
    assert [chair.kind for chair in hall.state.chairs.values()] == ["bot", "bot", "person", "bot"]


def test_quick_finds_a_seat_at_a_public_table_of_the_same_game() -> None:
    hall = Hall()
    for client in range(1, 9):
        hall.hello(client)
    hall.say(1, Create(game="sueca", options=Options(private=True)))
    hall.say(2, Quick(game="sueca"))
    hall.say(3, Quick(game="belote"))
    for client in (4, 5, 6, 7):
        hall.say(client, Quick(game="sueca:standard"))
    tables = [hall.last(client, outgoing.Taken).table for client in range(1, 8)]
    assert tables[1] == tables[3] == tables[4] == tables[5]
    assert len(set(tables)) == 4


def test_a_private_table_is_found_by_its_code_only() -> None:
    hall = Hall()
    taken = opened(hall, Options(private=True))
    for client in (2, 3):
        hall.hello(client)
    assert taken.code
    assert hall.say(2, Tables()) == [outgoing.TableList(tables=())]
    for wrong in (taken.code + "x", taken.code[:-1], taken.token):
        assert code(hall.say(2, Sit(code=wrong, table=taken.table))) == "no-such-table"
    assert code(hall.say(2, Sit(table=taken.table))) == "no-such-table"
    assert code(hall.say(2, Watch(table=taken.table))) == "no-such-table"
    hall.say(2, Sit(code=taken.code))
    assert hall.last(2, outgoing.Taken).table == taken.table
    hall.say(3, Watch(code=taken.code))
    assert hall.last(3, outgoing.Snapshot).table == taken.table


def test_the_list_has_tables_with_empty_seats_first() -> None:
    hall = Hall()
    play_until(hall, table_of(hall, "euchre:eecs280"), outgoing.Scored)
    hall.hello(8)
    hall.say(8, Watch(table=hall.state.table))
    opened(hall, Options(), 9)
    (listed,) = hall.say(8, Tables())
    assert isinstance(listed, outgoing.TableList)
    assert [(info.game, info.state, info.watchers, info.deals) for info in listed.tables] == [
        ("sueca:standard", "open", 0, 0),
        ("euchre:eecs280", "deal", 1, 1),
    ]
    assert [seat.name for seat in listed.tables[0].seats] == ["client 9", "", "", ""]


# Looking on


def test_who_looks_on_sees_all_that_is_public_and_can_only_leave_or_talk() -> None:
    hall = Hall()
    taken = opened(hall, Options())
    hall.hello(2)
    (snapshot,) = hall.say(2, Watch(table=taken.table))
    assert isinstance(snapshot, outgoing.Snapshot)
    assert snapshot.seat is None
    hall.say(1, Say(text="hello"))
    assert hall.mail[2][-1] == hall.last(1, outgoing.Said)
    for message in AT_TABLE[1:]:
        assert code(hall.say(2, message)) == ("" if isinstance(message, Say) else "only-watching")
    assert hall.say(2, Leave()) == [outgoing.InLobby(why="left")]
    n = len(hall.mail[2])
    hall.say(1, Say(text="are you there?"))
    assert len(hall.mail[2]) == n
    hall.say(2, Sit(table=taken.table))
    assert hall.last(2, outgoing.Taken).seat == 2


def test_a_table_may_have_no_spectators() -> None:
    hall = Hall()
    taken = opened(hall, Options(spectators=False))
    hall.hello(2)
    assert code(hall.say(2, Watch(table=taken.table))) == "no-spectators"


def test_spectators_go_to_the_lobby_when_a_table_closes() -> None:
    hall = Hall()
    taken = opened(hall, Options())
    hall.hello(2)
    hall.say(2, Watch(table=taken.table))
    hall.say(1, Leave())
    assert [type(message) for message in hall.mail[2][-3:]] == [outgoing.Left, outgoing.Closed, outgoing.InLobby]
    assert hall.last(2, outgoing.InLobby).why == "closed"
    assert len(hall.lobby.rooms) == 0
    assert not hall.logs


# Leaving, closing


def test_a_table_closes_with_the_last_person() -> None:
    hall = Hall()
    taken = opened(hall, Options(private=True))
    hall.say(1, AddBot())
    assert hall.say(1, Leave()) == [outgoing.InLobby(why="left")]
    assert len(hall.lobby.rooms) == 0
    assert code(hall.say(1, Sit(code=taken.code))) == "no-such-table"


def test_a_server_that_closes_makes_no_new_tables_and_says_so() -> None:
    hall = Hall()
    players = table_of(hall, "sueca:fctp")
    hall.hello(5, lang="pt")
    hall.carry(hall.lobby.close(hall.now))
    byes = [hall.last(client, outgoing.Bye) for client in (1, 5)]
    assert {bye.code for bye in byes} == {"shutdown"}
    assert byes[0].text != byes[1].text
    assert code(hall.say(5, Create(game="sueca"))) == "no-new-tables"
    assert code(hall.say(5, Quick(game="sueca"))) == "no-new-tables"
    play_on(hall, players)
    assert hall.got(1, outgoing.Ended)


def test_there_are_only_so_many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_TABLES", 2)
    hall = Hall()
    for client in (1, 2):
        opened(hall, Options(), client)
    hall.hello(3)
    assert code(hall.say(3, Create(game="sueca"))) == "no-new-tables"
    hall.say(1, Leave())
    hall.say(3, Create(game="sueca"))
    assert len(hall.lobby.rooms) == 2


# A lobby that puts players together

GATHERING = Gathering(find_game("coinche:dot_cardgames"), Options(clock=0, grace=0, when_gone="end", once=True))


def test_who_sits_or_looks_on_waits_no_longer() -> None:
    hall = Hall(gathering=GATHERING)
    for client in (1, 2, 3):
        hall.hello(client)
    assert hall.say(1, Quick(game="belote")) == []
    hall.say(1, Create(game="sueca"))
    assert hall.last(2, outgoing.InLobby) == outgoing.InLobby(why="waiting", waiting=2)
    hall.say(2, Watch(table=hall.last(1, outgoing.Taken).table))
    for client in (4, 5):
        hall.hello(client)
    assert len(hall.lobby.rooms) == 1
    hall.hello(6)
    assert [hall.last(client, outgoing.Taken).seat for client in (3, 4, 5, 6)] == [1, 2, 3, 4]
    assert [type(message) for message in hall.say(2, Leave())] == [outgoing.InLobby]
    assert hall.last(2, outgoing.InLobby) == outgoing.InLobby(why="left", waiting=1)


def test_four_wait_on_where_there_can_be_no_new_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_TABLES", 1)
    hall = Hall(gathering=GATHERING)
    for client in range(1, 10):
        hall.hello(client)
    assert hall.last(9, outgoing.InLobby).waiting == 5
    hall.lose(1)
    assert [hall.last(client, outgoing.Taken).seat for client in (5, 6, 7, 8)] == [1, 2, 3, 4]


# What is read from the wire


def test_a_table_can_have_many_house_rules() -> None:
    game = "coinche:pagat,undertrump=optional,belote_announce=required,annonces=true,sa_ta=true,generale=true"
    hall = Hall()
    hall.hello(1)
    hall.say(1, decode(b'{"type":"create","game":"%s"}' % game.encode()))
    assert hall.last(1, outgoing.Snapshot).game == game_text(find_game(game)) == game


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"reveal","deal":1,"nonce":"-\\n"}',
        b'{"type":"ready","deal":1,"commitment":"%s\\n"}' % (b"0" * 64),
        b'{"type":"ready","deal":1,"commitment":"%s"}' % (b"A" * 64),
        b'{"type":"ready","deal":-1}',
        b'{"type":"ready","deal":1.5}',
        b'{"type":"sit","seat":5}',
        b'{"type":"say","text":"%s"}' % (b"x" * 501),
        b'{"type":"say","text":"x","id":"%s"}' % (b"x" * 65),
        b'{"type":"act","at":1,"action":"pass"}',
        b'{"type":"leave","seat":1}',
        b'{"type":"welcome"}',
    ],
)
def test_what_is_no_message_is_not_read(data: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(data)


def abandoned(hall: Hall, client: int, is_played: bool = False) -> str:
    """A table that was opened by somebody who has gone."""
    hall.hello(client)
    hall.say(client, Create(game="sueca", bots="simple", options=Options(clock=0)))
    if is_played:
        hall.say(client, Ready(deal=1))
    hall.lose(client)
    return hall.last(client, outgoing.Taken).table


def test_where_there_are_too_many_tables_abandoned_ones_have_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_TABLES", 4)
    monkeypatch.setattr(rooms, "MOST_EVICTED", 1)
    hall = Hall()
    hall.hello(9)
    hall.say(9, Create(game="sueca"))
    played = abandoned(hall, 1, is_played=True)
    hall.now += 10
    old, new = abandoned(hall, 2), abandoned(hall, 3)
    hall.hello(5)
    assert code(hall.say(5, Create(game="sueca"))) == "no-new-tables", "they may come back"
    hall.now += rooms.ABANDONED
    assert code(hall.say(5, Create(game="sueca"))) == ""
    assert {played, new} <= set(hall.lobby.rooms)
    assert old not in hall.lobby.rooms
    assert old not in hall.logs
    for client, gone in ((6, new), (7, played)):
        hall.hello(client)
        assert code(hall.say(client, Create(game="sueca"))) == ""
        assert gone not in hall.lobby.rooms
    hall.hello(8)
    assert code(hall.say(8, Create(game="sueca"))) == "no-new-tables", "somebody is at each of them"


@pytest.mark.parametrize(
    "options",
    [Options(bot_delay=60), Options(clock=3600), Options(grace=86400), Options(when_gone="end"), Options(once=True)],
)
def test_who_asks_for_any_table_gets_no_strange_one(options: Options) -> None:
    hall = Hall()
    for client in (1, 2, 3):
        hall.hello(client)
    hall.say(1, Create(game="sueca", options=options))
    hall.say(2, Quick(game="sueca"))
    hall.say(3, Quick(game="sueca"))
    tables = [hall.last(client, outgoing.Taken).table for client in (1, 2, 3)]
    assert tables[0] != tables[1] == tables[2]


@pytest.mark.parametrize("way", ["leaves", "is lost", "leaves, and the table is brought back"])
def test_a_new_connection_from_the_same_place_gets_no_other_hand_of_the_deal(way: str) -> None:
    hall = Hall()
    for client in range(1, 5):
        hall.lobby.came(client, f"192.0.2.{client}")
    at_deal(hall, options=Options(when_gone="pause", clock=0))
    hall.say(3, Leave())
    if way == "is lost":
        hall.lose(1)
    else:
        hall.say(1, Leave())
    table = hall.state.table
    if way.endswith("brought back"):
        hall.carry(hall.lobby.restore(table, list(hall.logs[table]), hall.now))
    for client, origin in ((5, "192.0.2.1"), (6, "192.0.2.9")):
        hall.lobby.came(client, origin)
        hall.hello(client)
    assert code(hall.say(5, Sit(table=table, seat=3))) == "other-hand-seen"
    assert code(hall.say(6, Sit(table=table, seat=3))) == ""
    if way == "leaves":
        assert code(hall.say(5, Sit(table=table, seat=1))) == ""


def at_home(hall: Hall, *clients: int) -> None:
    """Clients behind one address, as those of a household are."""
    for client in clients:
        hall.lobby.came(client, "192.0.2.1")


def test_a_name_that_was_changed_at_a_table_is_used_at_the_next_one_also_after_a_lost_connection() -> None:
    hall = Hall()
    hall.hello(1, "Ana")
    hall.say(1, Create(game="sueca"))
    taken = hall.last(1, outgoing.Taken)
    hall.lose(1)
    hall.hello(2, "Bea", table=taken.table, token=taken.token)
    assert hall.state.chairs[1].name == "Ana"
    hall.say(2, Leave())
    hall.say(2, Create(game="sueca"))
    assert hall.state.chairs[1].name == "Bea"


def test_who_has_come_back_keeps_nobody_at_home_from_a_seat() -> None:
    hall = Hall()
    at_home(hall, 1, 5, 6)
    at_deal(hall, options=Options(when_gone="pause", clock=0))
    mine = hall.last(1, outgoing.Taken)
    hall.say(3, Leave())
    hall.lose(1)
    hall.hello(6)
    assert code(hall.say(6, Sit(table=mine.table, seat=3))) == "other-hand-seen"
    hall.come_back(5, mine)
    assert code(hall.say(6, Sit(table=mine.table, seat=3))) == ""


def test_a_seat_moves_to_another_device_whatever_others_at_home_have_seen() -> None:
    hall = Hall()
    at_home(hall, 1, 3, 5)
    at_deal(hall, options=Options(when_gone="pause", clock=0))
    moving = hall.say(3, Move())[0]
    assert isinstance(moving, outgoing.Moving)
    hall.say(1, Leave())
    assert isinstance(hall.hello(5, move=moving.code)[1], outgoing.Taken)


def test_who_leaves_before_cards_are_dealt_has_seen_none() -> None:
    hall = Hall()
    at_home(hall, 1, 5)
    table_of(hall, "sueca", 4, Options(when_gone="pause", clock=0))
    table = hall.state.table
    hall.say(1, Leave())
    hall.hello(6)
    hall.say(6, Sit(table=table, seat=1))
    for client in (2, 3, 4, 6):
        hall.say(client, Ready(deal=1))
    assert hall.state.round is not None
    hall.say(3, Leave())
    hall.hello(5)
    for client in (5, 1):
        assert code(hall.say(client, Sit(table=table, seat=3))) == ""
        hall.say(client, Leave())


def test_who_has_only_looked_on_takes_a_seat_amid_the_deal() -> None:
    hall = Hall()
    at_deal(hall, options=Options(when_gone="pause", clock=0))
    table = hall.state.table
    hall.hello(5)
    hall.say(5, Watch(table=table))
    hall.say(5, Leave())
    hall.say(3, Leave())
    assert code(hall.say(5, Sit(table=table, seat=3))) == ""
