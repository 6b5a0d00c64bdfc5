"""Plain card play: what it leads, wins, throws and keeps, in positions of several games."""

from random import Random

import pytest

from overtrick.arena.runner import play_deal
from overtrick.bots.bot import find_bot
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Deal, Record
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.deal.view import view

SIMPLE = find_bot("simple", Random())
SUECA = find_game("sueca")


def sueca(north: str, others: tuple[str, str, str], turn_up: str) -> Round:
    """A deal in which North leads and West has the turned-up card; hands that are too short are filled up."""
    hands = [Cards(north), *map(Cards, others)]
    rest = list(SUECA.pack - Cards(card for hand in hands for card in hand))
    full = []
    for hand in hands:
        missing = SUECA.hand_size - len(hand)
        full.append((*hand, *rest[:missing]))
        del rest[:missing]
    return replay(Record(SUECA, deal=Deal(tuple(full), Card(turn_up)), dealer=Seat.WEST))


def choice(round_: Round, *played: str) -> str:
    """What the next player chooses after some cards."""
    after = round_.apply_all(played)
    assert after.actor is not None
    return str(SIMPLE(view(after, after.actor)))


NORTH = "As 7s 2h 3h 4h 5h 2d 3d 2c 3c"


def test_a_leader_cashes_what_nobody_can_beat() -> None:
    assert choice(sueca(NORTH, ("", "", "Ac"), "Ac")) == "As"


def test_a_leader_without_a_certain_trick_plays_low_from_his_longest_suit() -> None:
    assert choice(sueca("7s Ks 2h 3h 4h 5h 2d 3d 2c 3c", ("As", "Ah", "Ac Ad"), "Ac")) == "2h"


def test_the_last_player_throws_points_on_his_partners_trick() -> None:
    round_ = sueca("2s 2h", ("As 2c", "3s", "7s 4s Ac"), "Ac")
    assert choice(round_, "2s", "As", "3s") == "7s"


def test_the_last_player_keeps_points_from_the_opponents() -> None:
    round_ = sueca("As 2h", ("2s 2c", "3s", "7s 4s Ac"), "Ac")
    assert choice(round_, "As", "2s", "3s") == "4s"


def test_the_last_player_wins_with_points_if_he_can() -> None:
    round_ = sueca("Ks", ("2s 2c", "3s", "As 7s 4s Ac"), "Ac")
    assert choice(round_, "Ks", "2s", "3s") == "As"
    assert choice(sueca("Ks", ("2s 2c", "3s", "7s 4s Ac"), "Ac"), "Ks", "2s", "3s") == "7s"


def test_a_player_who_has_none_of_the_suit_wins_with_his_lowest_trump() -> None:
    round_ = sueca("As 2s", ("7s 3s", "4s", "Ac 2c 3c Kh Ah 7h Kd Ad 7d Qd"), "Ac")
    assert choice(round_, "As", "7s", "4s") == "2c"


def test_the_second_player_plays_low() -> None:
    round_ = sueca("2s", ("7s 3s", "As 4s", "Ac Ks"), "Ac")
    assert choice(round_, "2s") == "3s"


def test_the_third_player_wins_as_cheaply_as_he_can() -> None:
    round_ = sueca("2s", ("3s Qs", "Js Ks 4s", "Ac As"), "Ac")
    assert choice(round_, "2s", "3s") == "4s"
    assert choice(round_, "2s", "Qs") == "Js"


@pytest.mark.parametrize("game", game_names())
def test_it_beats_players_who_play_at_random(game: str) -> None:
    rounds = [play_deal(find_game(game), ["simple", "random"] * 2, "better", number) for number in range(1, 101)]
    first, second = (sum(r.score.scores[index] for r in rounds if r.score) for index in range(2))
    assert first > 1.2 * second


def test_takers_draw_trumps() -> None:
    game = find_game("coinche:contree")
    hands = ["Jh 9h Ah Th As Ks Qs Js", "Kh Qh 7s 8s 9s Ts 7d 8d", "8h 7h 9d Td Jd Qd Kd Ad", "7c 8c 9c Tc Jc Qc Kc Ac"]
    deal = Deal(tuple(tuple(Cards(hand)) for hand in hands))
    round_ = replay(Record(game, deal=deal, dealer=Seat.WEST))
    taken = round_.apply_all(["90 H", "pass", "pass", "pass"])
    assert taken.contract == Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 90)
    assert choice(taken) == "Jh"
    defended = round_.apply_all(["pass", "90 H", "pass", "pass", "pass"])
    assert choice(defended) == "As"
