"""A lobby that puts its players together: games begin and end, and those who remain wait for the next."""

from random import Random

import pytest
from halls import Hall, Player, play_on

from overtrick.core.catalogue import find_game
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import Options
from overtrick.table import rooms
from overtrick.table.gathering import Gathering, Queue
from overtrick.table.output import Output

GATHERING = Gathering(
    find_game("coinche:dot_cardgames"), Options(clock=0, grace=0, when_gone="end", bot_delay=0, once=True)
)


@pytest.fixture
def hall() -> Hall:
    return Hall(gathering=GATHERING)


def arrive(hall: Hall, *clients: int) -> list[Player]:
    players = [Player(hall, client, Random(client)) for client in clients]
    for player in players:
        hall.hello(player.client)
    return players


def seat_of(hall: Hall, client: int) -> tuple[str, int]:
    taken = hall.last(client, outgoing.Taken)
    assert isinstance(taken, outgoing.Taken)
    return taken.table, taken.seat


def lobby(hall: Hall, client: int) -> tuple[str, str, int]:
    told = hall.mail[client][-1]
    assert isinstance(told, outgoing.InLobby)
    return told.why, told.who, told.waiting


def test_four_are_put_together_in_the_order_in_which_they_came(hall: Hall) -> None:
    arrive(hall, 1, 2, 3)
    assert [lobby(hall, client) for client in (1, 2, 3)] == [
        ("waiting", "", 3),
        ("waiting", "", 3),
        ("hello", "", 3),
    ]
    hall.lose(1)
    assert lobby(hall, 3) == ("waiting", "", 2)
    arrive(hall, 4, 5, 6)
    tables, seats = zip(*(seat_of(hall, client) for client in (2, 3, 4, 5)), strict=True)
    assert len(set(tables)) == 1
    assert seats == (1, 2, 3, 4)
    assert lobby(hall, 6) == ("hello", "", 1)


def test_everybody_sees_all_four_at_once(hall: Hall) -> None:
    arrive(hall, 1, 2, 3, 4)
    for client in (1, 2, 3, 4):
        taken, snapshot = hall.mail[client][-2:]
        assert isinstance(taken, outgoing.Taken)
        assert isinstance(snapshot, outgoing.Snapshot)
        assert [seat.name for seat in snapshot.seats] == ["client 1", "client 2", "client 3", "client 4"]


def test_who_has_no_name_is_called_by_his_seat_in_his_language(hall: Hall) -> None:
    for client, lang in enumerate(["en", "fr", "pt", "en"], 1):
        hall.say(client, incoming.Hello(v=incoming.VERSION, name=" \x07 ", lang=lang))  # type: ignore[arg-type]
    snapshot = hall.mail[1][-1]
    assert isinstance(snapshot, outgoing.Snapshot)
    assert [seat.name for seat in snapshot.seats] == ["Player 1", "Joueur 2", "Jogador 3", "Player 4"]


@pytest.mark.parametrize("ready", range(4))
def test_who_goes_before_the_deal_ends_the_game_for_the_others(hall: Hall, ready: int) -> None:
    players = arrive(hall, 1, 2, 3, 4)
    for player in players[:ready]:
        player.turn()
    hall.lose(4)
    assert [lobby(hall, client) for client in (1, 2, 3)] == [("gone", "client 4", 3)] * 3
    assert len(hall.lobby.rooms) == 0


def test_who_leaves_before_the_deal_waits_with_the_others(hall: Hall) -> None:
    arrive(hall, 1, 2, 3, 4)
    table, _ = seat_of(hall, 1)
    hall.say(1, incoming.Leave())
    assert seat_of(hall, 2)[0] != table
    assert [seat_of(hall, client)[1] for client in (2, 3, 4, 1)] == [1, 2, 3, 4]


def test_nobody_can_keep_the_others_from_playing_by_not_being_ready(hall: Hall) -> None:
    players = arrive(hall, 1, 2, 3, 4)
    play_on(hall, players[:3], 5)
    assert not any(isinstance(message, outgoing.Dealt) for message in hall.mail[1])
    hall.wait(30)
    assert any(isinstance(message, outgoing.Dealt) for message in hall.mail[1])


def test_after_a_game_all_play_again(hall: Hall) -> None:
    players = arrive(hall, 1, 2, 3, 4)
    while len(hall.records) < 3:
        for player in players:
            player.turn()
    assert [tuple(record.scores or ()) for record in hall.records] != [(0, 0)] * 3
    assert [seat_of(hall, client)[1] for client in (1, 2, 3, 4)] == [1, 2, 3, 4]


def test_a_match_that_is_given_up_ends_the_table_too(hall: Hall) -> None:
    players = arrive(hall, 1, 2, 3, 4)
    while not any(isinstance(message, outgoing.Dealt) for message in hall.mail[1]):
        for player in players:
            player.turn()
    first, _ = seat_of(hall, 1)
    n = max(player.n for player in players)
    hall.say(1, incoming.Propose(id="p", at=n, what="resign"))
    hall.say(3, incoming.Answer(id="a", at=n + 1, yes=True))
    assert seat_of(hall, 1)[0] != first
    ended = hall.last(2, outgoing.Ended)
    assert isinstance(ended, outgoing.Ended)
    assert (ended.why, ended.winner) == ("resigned", 2)


def test_the_device_from_which_a_seat_moved_waits_only_if_it_wants_to(hall: Hall) -> None:
    arrive(hall, 1, 2, 3, 4)
    (moving,) = hall.say(1, incoming.Move())
    assert isinstance(moving, outgoing.Moving)
    hall.hello(5, move=moving.code)
    assert lobby(hall, 1) == ("moved", "", 0)
    arrive(hall, 6, 7, 8)
    assert lobby(hall, 8) == ("hello", "", 3)
    for _ in range(2):
        hall.say(1, incoming.Quick(game="coinche"))
        assert seat_of(hall, 1) == (seat_of(hall, 6)[0], 4)


# Those who wait


def test_where_there_are_too_many_tables_abandoned_ones_go_for_those_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_TABLES", 2)
    hall = Hall(gathering=Gathering(find_game("sueca"), Options(clock=0)))
    arrive(hall, *range(1, 9))
    old = [seat_of(hall, client)[0] for client in (1, 5)]
    hall.say(9, incoming.Hello(v=incoming.VERSION))
    hall.say(9, incoming.Watch(table=old[0]))
    for client in range(1, 9):
        hall.say(client, incoming.Ready(deal=1))
    for client in range(1, 9):
        hall.lose(client)
    arrive(hall, *range(10, 17))
    assert lobby(hall, 10) == ("waiting", "", 7), "they may come back"
    hall.now += rooms.ABANDONED
    arrive(hall, 17)
    assert not {*old} & {*hall.lobby.rooms}
    assert [seat_of(hall, client)[1] for client in range(10, 18)] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert lobby(hall, 9)[0] == "closed", "who looked on waits, too"


def test_all_who_wait_know_how_many_they_are() -> None:
    queue, out = Queue(), Output()
    queue.add([1, 2], outgoing.InLobby(why="hello"), out)
    queue.add([3], outgoing.InLobby(why="left"), out)
    queue.remove(2, out)
    queue.remove(2, out)
    assert [(post.to, post.message) for post in out.posts] == [
        ((1, 2), outgoing.InLobby(why="hello", waiting=2)),
        ((3,), outgoing.InLobby(why="left", waiting=3)),
        ((1, 2), outgoing.InLobby(why="waiting", waiting=3)),
        ((1, 3), outgoing.InLobby(why="waiting", waiting=2)),
    ]
    assert (1 in queue, 2 in queue) == (True, False)


def test_the_first_four_are_taken_in_the_order_in_which_they_came() -> None:
    queue, out = Queue(), Output()
    queue.add([5, 3, 9], outgoing.InLobby(why="hello"), out)
    assert not queue.has_four
    queue.add([1, 7], outgoing.InLobby(why="hello"), out)
    assert queue.has_four
    assert queue.take_four() == {1: 5, 2: 3, 3: 9, 4: 1}
    assert 7 in queue
    assert not queue.has_four
