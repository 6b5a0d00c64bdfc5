"""Talk at a table: who is heard by whom, who is muted or sent away, and what whoever runs the server is told."""

from itertools import count

import pytest
from halls import Hall, at_deal, code, encode
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import Create, Emote, Kick, Leave, Mute, Options, Quick, Report, Say, Sit, Watch
from overtrick.table.accounts import Account
from overtrick.table.output import KeptReport, Post
from overtrick.table.talk import MOST_REPORTS

WATCHERS = (7, 8)
UNHURRIED = Options(clock=0)


def friends(options: Options = UNHURRIED) -> Hall:
    """A table with three people, of whom the first is the host."""
    hall = Hall()
    for client, name in enumerate(("Ana", "Rui", "Eva"), 1):
        hall.hello(client, name)
    hall.say(1, Create(game="sueca", options=options))
    for client in (2, 3):
        hall.say(client, Sit(table=hall.state.table, seat=client))
    return hall


def test_a_few_things_are_said_to_all_in_their_own_languages() -> None:
    hall = friends()
    hall.say(2, Emote(id="e", what="well-played"))
    assert [hall.last(client, outgoing.Emoted) for client in (1, 2)] == [
        outgoing.Emoted(n=hall.state.n, seat=2, name="Rui", what="well-played"),
        outgoing.Emoted(n=hall.state.n, seat=2, name="Rui", what="well-played", id="e"),
    ]


def test_who_is_muted_by_the_host_says_nothing_until_they_may_again() -> None:
    hall = friends()
    assert code(hall.say(2, Mute(seat=3))) == "host-only"
    hall.say(1, Mute(seat=3))
    assert hall.state.chairs[3].muted
    assert [code(hall.say(3, message)) for message in (Say(text="x"), Emote(what="hello"))] == ["muted", "muted"]
    hall.say(1, Mute(seat=3, on=False))
    assert code(hall.say(3, Say(text="x"))) == ""


@pytest.mark.parametrize("seat", [1, 4])
def test_only_other_people_are_muted_kicked_or_reported(seat: int) -> None:
    hall = friends()
    for message in (Mute(seat=seat), Kick(seat=seat), Report(seat=seat)):
        assert code(hall.say(1, message)) == "nobody-there"


def test_whom_the_host_sends_away_is_in_the_lobby_and_does_not_come_back() -> None:
    hall = friends()
    assert code(hall.say(2, Kick(seat=3))) == "host-only"
    hall.say(1, Kick(id="k", seat=3))
    assert hall.last(2, outgoing.Left) == outgoing.Left(n=hall.state.n, seat=3, by=1)
    assert hall.last(3, outgoing.InLobby) == outgoing.InLobby(why="kicked", who="Ana")
    table = hall.state.table
    refused = [code(hall.say(3, message)) for message in (Sit(table=table, seat=3), Watch(table=table))]
    assert refused == ["sent-away", "sent-away"]
    hall.hello(4, "Zoé")
    hall.say(4, Sit(table=table, seat=3))
    hall.say(1, Kick(id="k", seat=3))  # heard twice, done once
    assert hall.state.chairs[3].name == "Zoé"


def test_who_was_sent_away_and_has_a_key_does_not_come_back_by_another_name() -> None:
    hall = friends()
    table = hall.state.table
    hall.lobby.recognise(3, Account("eva"))
    hall.say(1, Kick(seat=3))
    hall.hello(3, "Maria")
    hall.lobby.recognise(4, Account("eva"))
    hall.hello(4, "Lena")
    for client in (3, 4):
        asked = Sit(table=table, seat=3), Watch(table=table)
        assert [code(hall.say(client, message)) for message in asked] == ["sent-away", "sent-away"]
    hall.lobby.recognise(4, Account("lena"))
    assert code(hall.say(4, Sit(table=table, seat=3))) == ""


def test_who_was_sent_away_stays_so_when_something_else_could_not_be_stored() -> None:
    hall = friends()
    table = hall.state.table
    before = list(hall.logs[table])
    hall.say(1, Kick(seat=3))
    hall.carry(hall.lobby.restore(table, list(hall.logs[table]), hall.now))
    assert code(hall.say(3, Sit(table=table, seat=3))) == "sent-away"
    hall.logs[table] = before  # of that nothing could be stored
    hall.carry(hall.lobby.restore(table, list(before), hall.now))
    hall.say(3, Leave())
    assert code(hall.say(3, Sit(table=table, seat=3))) == ""


def test_who_was_sent_away_is_not_brought_back_by_a_quick_game() -> None:
    hall = friends(Options())
    hall.say(1, Kick(seat=3))
    hall.say(3, Quick(game="sueca"))
    assert len(hall.lobby.rooms) == 2


@pytest.mark.parametrize(("when_gone", "told"), [("bot", ""), ("pause", ""), ("end", "no-kick-now")])
def test_amid_a_match_a_kick_is_as_if_the_player_had_left_but_ends_nothing(when_gone: str, told: str) -> None:
    hall = Hall()
    at_deal(hall, options=Options(clock=0, when_gone=when_gone))  # type: ignore[arg-type]
    host, guest = hall.state.host, hall.state.host % 4 + 1
    client = next(client for client in hall.mail if hall.last(client, outgoing.Snapshot).seat == host)
    assert code(hall.say(client, Kick(seat=guest))) == told if told else hall.say(client, Kick(seat=guest))
    assert hall.state.chairs[guest].kind == {"bot": "bot", "pause": "empty", "end": "person"}[when_gone]
    assert bool(hall.state.paused) == (when_gone == "pause")
    assert hall.state.round is not None


def test_a_report_has_what_was_said_last_and_is_told_to_nobody_at_the_table() -> None:
    hall = friends()
    for number in range(30):
        hall.say(3, Say(text=f"line {number}"))
    out = hall.lobby.receive(2, Report(id="r", seat=3, reason=" rude\n"), hall.now)
    assert out.posts == [Post((2,), outgoing.Done(id="r", n=hall.state.n))]
    assert out.has_to_be_stored
    said = tuple(f"Eva: line {number}" for number in range(10, 30))
    assert out.records == [KeptReport(hall.state.table, hall.now, "Rui", "Eva", "rude", said)]


def test_nobody_fills_the_disk_with_reports() -> None:
    hall = friends()
    told = [code(hall.say(2, Report(seat=3, reason="rude"))) for _ in range(MOST_REPORTS + 2)]
    assert told == [""] * MOST_REPORTS + ["reported-enough"] * 2
    hall.say(2, Leave())
    hall.hello(2, "Another")
    hall.say(2, Sit(table=hall.state.table, seat=2))
    assert code(hall.say(2, Report(seat=3))) == "reported-enough"
    assert code(hall.say(1, Report(seat=3))) == ""  # which takes nothing from others
    hall.state.deal += 1
    assert code(hall.say(2, Report(seat=3))) == ""


def watched() -> Hall:
    hall = Hall()
    at_deal(hall)
    for client in WATCHERS:
        hall.hello(client, f"watcher {client}")
        hall.say(client, Watch(table=hall.state.table))
    return hall


def test_those_who_look_on_talk_among_themselves() -> None:
    hall = watched()
    assert hall.say(7, Say(id="s", text=" who\twins? ")) == [
        outgoing.Murmured(name="watcher 7", text="who wins?", id="s")
    ]
    assert hall.last(8, outgoing.Murmured) == outgoing.Murmured(name="watcher 7", text="who wins?")
    assert code(hall.say(7, Say(text=" "))) == "nothing-said"
    assert code(hall.say(7, Emote(what="hello"))) == "only-watching"


@examples(10)
@given(st.lists(st.sampled_from(WATCHERS), min_size=1), st.integers(1, 40))
def test_players_get_nothing_of_what_is_said_by_those_who_look_on(talkers: list[int], actions: int) -> None:
    quiet, loud = watched(), watched()
    lines = count()
    for _ in range(actions):
        for client in talkers:
            loud.say(client, Say(id=f"w{next(lines)}", text=f"line {next(lines)}"))
        for hall in (quiet, loud):
            if hall.state.round is not None:
                hall.act()
    for client in set(quiet.mail) - set(WATCHERS):
        assert list(map(encode, quiet.mail[client])) == list(map(encode, loud.mail[client]))
    assert quiet.logs == loud.logs


def test_who_knows_a_hand_says_nothing_to_those_who_look_on_until_the_deal_is_over() -> None:
    hall = watched()
    client = next(client for client in hall.mail if client not in WATCHERS)
    table = hall.state.table
    hall.say(client, Leave())
    hall.say(client, Watch(table=table))
    assert code(hall.say(client, Say(text="they have the ace"))) == "hand-seen"
    assert not hall.got(8, outgoing.Murmured)
    while hall.state.round is not None:
        if not hall.think():
            hall.act()
    assert code(hall.say(client, Say(text="they had the ace"))) == ""


def test_nothing_of_it_is_said_in_the_lobby() -> None:
    hall = Hall()
    hall.hello(1)
    messages: list[incoming.Message] = [Emote(what="hello"), Mute(seat=1), Kick(seat=1), Report(seat=1)]
    assert {code(hall.say(1, message)) for message in messages} == {"not-at-table"}
