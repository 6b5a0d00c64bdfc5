"""The plain strategy for Belote and Coinche: what it takes, bids and says."""

from random import Random

import pytest

from overtrick.arena.runner import play_deal, play_out
from overtrick.bots.bot import find_bot
from overtrick.core.cards import Cards, parse_suit
from overtrick.core.catalogue import find_game
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.deals import deck_for
from overtrick.deal.record import Deal, Record
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.games.belote.strategy import worth

SIMPLE = find_bot("simple", Random())
COINCHE = find_game("coinche:contree")


def dealt(game: Game, north: str, turn_up: str | None = None) -> Round:
    """A deal in which North speaks first, with the given cards."""
    hand = tuple(Cards(north))
    rest = [card for card in game.pack if card not in hand and str(card) != turn_up]
    size = len(hand)
    hands = (hand, *(tuple(rest[size * n : size * (n + 1)]) for n in range(3)))
    up = Cards(turn_up or "")
    return replay(Record(game, deal=Deal(hands, next(iter(up), None)), dealer=Seat.WEST))


def action(round_: Round) -> str:
    assert round_.actor is not None
    return str(SIMPLE(view(round_, round_.actor)))


@pytest.mark.parametrize(
    ("cards", "suit", "value"),
    [
        ("Jh 9h 7h", "h", 11),
        ("Jh 9h", "h", 0),
        ("Ah Th Kh Qh", "h", 0),
        ("Jh Ah Th As Ac", "h", 17),
        ("9h 8h 7h Ts Kd", "h", 6),
    ],
)
def test_what_a_hand_is_worth(cards: str, suit: str, value: int) -> None:
    assert worth(Cards(cards), parse_suit(suit)) == value


@pytest.mark.parametrize(
    ("hand", "turn_up", "call"),
    [
        ("Jh 9h Ts 8s 7c", "7h", "take"),
        ("9h 8h As 8s 7c", "7h", "take"),
        ("9h 8h Ts 8s 7c", "7h", "pass"),
        ("Ah Th As Ac 7c", "Kh", "pass"),
        ("8h 7h As 8s 7c", "Jh", "take"),
    ],
)
def test_belote_takes_with_good_trumps(hand: str, turn_up: str, call: str) -> None:
    assert action(dealt(find_game("belote"), hand, turn_up)) == call


def test_belote_names_its_best_suit_in_the_second_round() -> None:
    round_ = dealt(find_game("belote"), "Js 9s 7s Ac 7c", "7h").apply_all(["pass"] * 4)
    assert action(round_) == "name S"
    assert action(dealt(find_game("belote"), "Ks Qs 7s Ac 7c", "7h").apply_all(["pass"] * 4)) == "pass"


def test_a_turned_up_jack_is_taken_where_it_must_be() -> None:
    assert action(dealt(find_game("belote,forced_jack=true"), "7s 8s 7c 8c 7d", "Jh")) == "take"


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("Jh 9h 8h 7s 8s 7c 8c 7d", "pass"),
        ("Jh 9h 8h 7h 8s 7c 8c 7d", "80 H"),
        ("Jh 9h 8h As 8s 7c 8c 7d", "90 H"),
        ("Jh 9h Ah 8h As Ac 8c 7d", "120 H"),
        ("Jh 9h Ah Th Kh Qh As Ac", "130 H"),
        ("Ah Th Kh As Ac Ad 7d 8d", "pass"),
    ],
)
def test_coinche_bids_what_the_hand_is_worth(hand: str, call: str) -> None:
    assert action(dealt(COINCHE, hand)) == call


def test_coinche_raises_the_partner_once_and_then_leaves_it_to_him() -> None:
    round_ = dealt(COINCHE, "7h 8h 7s 9s As Ac 8c 7d").apply_all(["pass", "pass", "80 H", "pass"])
    assert action(round_) == "100 H"
    assert action(round_.apply_all(["100 H", "pass", "110 H", "pass"])) == "pass"
    assert action(round_.apply_all(["100 H", "pass"])) == "pass"


def test_coinche_leaves_a_partner_alone_whom_it_cannot_help() -> None:
    round_ = dealt(COINCHE, "7h 8h 7s 9s Ts Tc 8c 7d").apply_all(["pass", "pass", "80 H", "pass"])
    assert action(round_) == "pass"


@pytest.mark.parametrize(("bid", "answer"), [("100 H", "pass"), ("110 H", "coinche"), ("capot H", "pass")])
def test_coinche_doubles_only_a_high_bid_in_its_own_trumps(bid: str, answer: str) -> None:
    round_ = dealt(COINCHE, "Jh 9h Ah 8h 7s 9s 8c 7d").apply_all(["pass", "pass", "pass", bid])
    assert action(round_) == answer
    weak = dealt(COINCHE, "7h 8h Ts 8s 7s 9s 8c 7d").apply_all(["pass", "pass", "pass", bid])
    assert action(weak) == "pass"


def test_it_bids_over_the_opponents_if_its_hand_is_worth_more() -> None:
    round_ = dealt(COINCHE, "Jh 9h Ah 8h As Ac 8c 7d").apply_all(["pass", "pass", "pass", "90 S"])
    assert action(round_) == "120 H"
    assert action(dealt(COINCHE, "Jh 9h 8h As 8s 7c 8c 7d").apply_all(["pass"] * 3 + ["90 S"])) == "pass"


def test_the_standing_bid_of_its_own_side_is_not_its_partners() -> None:
    game = find_game("coinche:dot_cardgames")
    assert action(dealt(game, "Js 9s 8s 7s 8d 7c 8c 7d")) == "pass"
    assert action(dealt(game, "Js 9s As Ac 8d 7c 8c 7d")) == "100 S"


def test_auctions_end_quickly() -> None:
    for number in range(1, 101):
        assert len(play_deal(find_game("coinche"), ["simple"] * 4, "quick", number).auction.calls) <= 16


@pytest.mark.parametrize("game", ["belote", "coinche:contree,belote_announce=required"])
def test_every_belote_is_said(game: str) -> None:
    belotes = 0
    for number in range(1, 61):
        round_ = play_deal(find_game(game), ["simple"] * 4, "belotes", number)
        if round_.contract is None:
            continue
        [pair] = round_.game.counting(round_.contract.strain).pairs
        is_held = any(not pair & ~Cards(hand).mask for hand in round_.dealt.hands)
        assert [word for _, word in round_.said] == ["belote", "rebelote"] * is_held
        assert sum(round_.tally.bonus) == 20 * is_held
        belotes += is_held
    assert belotes > 5


def test_belotes_are_said_suit_by_suit_where_all_are_trumps() -> None:
    game, deals = find_game("coinche,sa_ta=true,belote_announce=required"), 0
    for number in range(1, 31):
        round_ = Round(game, SEATS[number % 4], deck_for(game, "all", number)).apply("80 AT").apply_all(["pass"] * 3)
        played = play_out(round_, [SIMPLE] * 4)
        held = sum(
            not pair & ~Cards(hand).mask
            for pair in game.counting(played.position.strain).pairs
            for hand in played.dealt.hands
        )
        assert sum(played.tally.bonus) == 20 * held
        deals += held > 1
    assert deals > 3


def test_every_annonce_is_declared() -> None:
    declared = 0
    for number in range(1, 41):
        round_ = play_deal(find_game("belote:pagat"), ["simple"] * 4, "annonces", number)
        if round_.contract is None:
            continue
        hands = [Cards(hand) for hand in round_.dealt.hands]
        holders = [seat for seat in SEATS if round_.game.declaring.annonces_of(hands[seat - 1], round_.contract.strain)]
        assert {seat for seat, _ in round_.annonces} == set(holders)
        declared += len(holders)
    assert declared > 20
