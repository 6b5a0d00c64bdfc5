"""Rated tables: who may sit there, what is not done in a match that counts, and what becomes known of it."""

from random import Random

import pytest
from halls import Hall, Player, at_deal, code, play_until, sit_down

from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import AddBot, Create, Leave, Options, Sit
from overtrick.table.accounts import Account, RatedMatch

RATED = Options(rated=True, bot_delay=0)


class RatedHall(Hall):
    """A hall in which all have keys, and that keeps the matches that count."""

    def __init__(self) -> None:
        super().__init__()
        self.matches: list[RatedMatch] = []

    def carry(self, out: object) -> None:
        self.matches += out.matches  # type: ignore[attr-defined]
        super().carry(out)  # type: ignore[arg-type]


def players_at(hall: Hall, people: int, bot: str = "simple", options: Options = RATED) -> list[Player]:
    players = [Player(hall, client, Random(client)) for client in range(1, people + 1)]
    for player in players:
        hall.lobby.recognise(player.client, Account(f"key {player.client}"))
    sit_down(hall, players, "euchre", options, bot)
    return players


def test_a_match_that_ends_is_told_with_who_played_it() -> None:
    hall = RatedHall()
    players = players_at(hall, 2)
    ended = play_until(hall, players, outgoing.Ended)
    (match,) = hall.matches
    assert (match.n, match.winner, match.totals, match.why) == (ended.n, ended.winner, ended.totals, "won")
    assert (match.game, match.quitter, match.private) == ("euchre", None, False)
    assert [seat.player for seat in match.seats] == ["key 1", "key 2", "simple", "simple"]
    assert [seat.is_bot for seat in match.seats] == [False, False, True, True]
    assert match.loser == 3 - (match.winner or 0)
    assert match.ended == hall.now


def test_at_other_tables_no_match_counts() -> None:
    hall = RatedHall()
    play_until(hall, players_at(hall, 1, options=Options(bot_delay=0)), outgoing.Ended)
    assert not hall.matches


def test_another_match_at_the_same_table_counts_again() -> None:
    hall = RatedHall()
    players = players_at(hall, 1)
    play_until(hall, players, outgoing.Ended)
    assert hall.propose(1, "rematch") == ""
    players[0].ready(hall.state.deal)
    play_until(hall, players, outgoing.Ended)
    assert len({match.n for match in hall.matches}) == 2


def test_what_was_restored_counts_as_what_was_not() -> None:
    hall = RatedHall()
    players = players_at(hall, 4)
    play_until(hall, players, outgoing.Scored)
    taken = [hall.last(player.client, outgoing.Taken) for player in players]
    hall.restart()
    for player, seat in zip(players, taken, strict=True):
        player.read = 0
        hall.come_back(player.client, seat)
    play_until(hall, players, outgoing.Ended)
    assert [seat.player for seat in hall.matches[0].seats] == ["key 1", "key 2", "key 3", "key 4"]


@pytest.mark.parametrize("by", ["leaving", "being gone"])
def test_a_player_who_goes_has_lost_and_nobody_else_has(by: str) -> None:
    hall = RatedHall()
    play_until(hall, players_at(hall, 2), outgoing.Dealt)
    if by == "leaving":
        hall.say(2, Leave())
    else:
        hall.lose(2)
        hall.wait(100)
    (match,) = hall.matches
    assert (match.why, match.quitter, match.winner, match.loser) == ("gone", 2, None, 2)
    assert match.seats[1].player == "key 2"


def test_a_player_who_goes_before_the_match_loses_nothing() -> None:
    hall = RatedHall()
    players_at(hall, 2)
    hall.say(2, Leave())
    assert not hall.matches


def test_who_goes_before_another_match_takes_nothing_from_who_had_the_seat_in_the_last_one() -> None:
    hall = RatedHall()
    play_until(hall, players_at(hall, 2), outgoing.Ended)
    hall.say(2, Leave())
    hall.lobby.recognise(3, Account("key 3"))
    hall.hello(3)
    hall.say(3, Sit(table=hall.state.table, seat=2))
    assert hall.propose(1, "rematch") == ""
    assert hall.answer(3) == [""]
    assert hall.phase() == "deal"
    hall.say(3, Leave())
    assert [match.why for match in hall.matches] == ["won"]


def test_strangers_neither_open_nor_join() -> None:
    hall = RatedHall()
    players_at(hall, 1)
    table = hall.state.table
    hall.hello(9)
    assert code(hall.say(9, Create(game="euchre", options=RATED))) == "key-needed"
    hall.say(1, incoming.RemoveBot(seat=2))
    assert code(hall.say(9, Sit(table=table))) == "key-needed"
    assert len(hall.lobby.rooms) == 1


def test_nobody_plays_against_themselves_but_a_program_may_be_two_partners() -> None:
    hall = RatedHall()
    for client in (1, 2):
        hall.lobby.recognise(client, Account("one key"))
        hall.hello(client)
    hall.lobby.recognise(3, Account("a program", program=True))
    hall.lobby.recognise(4, Account("a program", program=True))
    hall.hello(3)
    hall.hello(4)
    hall.say(1, Create(game="euchre", options=RATED))
    table = hall.state.table
    assert [code(hall.say(2, Sit(table=table, seat=seat))) for seat in (2, 3)] == ["plays-already"] * 2
    assert code(hall.say(3, Sit(table=table, seat=2))) == ""
    assert code(hall.say(4, Sit(table=table, seat=3))) == "plays-already"
    assert code(hall.say(4, Sit(table=table))) == ""
    seat = hall.state.seats[1]
    assert (seat.player, seat.program) == ("a program", True)
    told = hall.last(1, outgoing.Sat)
    assert (told.seat, told.player, told.program) == (4, "a program", True)


def test_what_helps_is_refused_in_a_match_that_counts() -> None:
    hall = RatedHall()
    hall.lobby.recognise(1, Account("key 1"))
    at_deal(hall, "euchre", 1, RATED)
    while hall.actor() != 1:
        hall.think()
    n = hall.state.n
    assert code(hall.say(1, incoming.Hint(id="hint", at=n))) == "rated-match"
    hall.act()
    assert hall.propose(1, "take-back") == "rated-match"


def test_bots_are_not_exchanged_in_a_match_that_counts() -> None:
    hall = RatedHall()
    play_until(hall, players_at(hall, 1), outgoing.Dealt)
    while not hall.got(1, outgoing.Scored):
        if not hall.think():
            hall.act()
    assert hall.phase() == "deal"
    assert code(hall.say(1, AddBot(bot="sampling:5", seat=3))) == "match-has-begun"


@pytest.mark.parametrize("bot", ["sampling:3:inn371", "policy:x", "exec:x"])
def test_only_bots_of_the_server_are_rated(bot: str) -> None:
    hall = RatedHall()
    hall.lobby.recognise(1, Account("key 1"))
    hall.hello(1)
    assert code(hall.say(1, Create(game="bridge", options=RATED, bots=bot))) != ""
    assert not hall.lobby.rooms


def test_a_rated_table_has_a_clock_and_no_strong_bot_that_stands_in() -> None:
    asked = Options(rated=True, private=True, clock=0, grace=86400, when_gone="pause", bot="sampling:5")
    bound = asked.binding
    assert (bound.turn_seconds, bound.grace, bound.when_gone, bound.bot) == (60, 60, "end", "simple")
    assert Options(rated=True, clock=20).binding.turn_seconds == 20
    assert Options(grace=5).binding == Options(grace=5)
