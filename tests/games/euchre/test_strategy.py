"""The plain strategy for Euchre: each of its rules, and the order of all cards."""

from random import Random

import pytest

from overtrick.bots.bot import find_bot
from overtrick.core.cards import Card, Cards, parse_suit
from overtrick.core.catalogue import find_game
from overtrick.core.seats import Seat
from overtrick.core.tricks import parse_strain
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.games.euchre.strategy import face_cards, follow, highest, lead, lowest

BOT = find_bot("simple", Random())
EUCHRE = find_game("euchre:eecs280")
HEARTS = EUCHRE.rules(parse_strain("H")).ranking
FROM_THE_TOP = "Jh Jd Ah Kh Qh Th 9h Ad Ac As Kd Kc Ks Qd Qc Qs Jc Js Td Tc Ts 9d 9c 9s".split()


def test_the_order_of_all_cards() -> None:
    left, order = EUCHRE.pack, []
    while left:
        order.append(highest(left, HEARTS))
        left -= Cards([order[-1]])
    assert [str(card) for card in order] == FROM_THE_TOP
    assert lowest(EUCHRE.pack, HEARTS) is Card("9s")


@pytest.mark.parametrize(
    ("hand", "suit", "count"),
    [("Jh Jd Ah Kh Qh", "h", 5), ("Jh Jd Ad Kd Qd", "h", 2), ("Th 9h Js Jc As", "h", 0), ("Jc 9s Ts As Qs", "s", 3)],
)
def test_face_cards_are_bowers_aces_kings_and_queens(hand: str, suit: str, count: int) -> None:
    assert face_cards(Cards(hand), parse_suit(suit)) == count


@pytest.mark.parametrize(
    ("hand", "card"), [("Jd 9s 9c", "9c"), ("Jh Ks Kc", "Kc"), ("Jd 9h Th", "Jd"), ("Ah Jd Jh", "Jh"), ("9h Js", "Js")]
)
def test_leads_are_the_highest_card_that_is_no_trump(hand: str, card: str) -> None:
    assert lead(Cards(hand), HEARTS) is Card(card)


@pytest.mark.parametrize(
    ("hand", "led", "card"),
    [("9s As Jh", "s", "As"), ("Jd 9d Jh", "d", "9d"), ("Jd Ah 9h", "h", "Jd"), ("Jh 9h Ac", "s", "Ac")],
)
def test_followers_play_their_highest_card_or_throw_their_lowest(hand: str, led: str, card: str) -> None:
    assert follow(Cards(hand), parse_suit(led), HEARTS) is Card(card)


def deck(east: str, turn_up: str, north: str = "") -> tuple[Card, ...]:
    """A deck that North deals: East's five cards, the turn-up, and some of his own."""
    places: dict[int, str] = dict(zip([0, 1, 2, 10, 11, 20], [*east.split(), turn_up], strict=True))
    places |= zip([8, 9, 17, 18, 19], north.split(), strict=False)
    rest = iter(card for card in EUCHRE.pack if str(card) not in places.values())
    return tuple(Card(places[place]) if place in places else next(rest) for place in range(24))


def calls(given: tuple[Card, ...], count: int, game: str = "euchre:eecs280") -> list[str]:
    """What simple players call, beginning with East."""
    round_, made = Round(find_game(game), Seat.NORTH, given), list[str]()
    while len(made) < count and round_.turn is not None:
        made.append(str(BOT(view(round_, round_.turn))))
        round_ = round_.apply(made[-1])
    return made


@pytest.mark.parametrize(
    ("east", "turn_up", "call"),
    [
        ("Jh Jd 9s Ts 9c", "9h", "order"),
        ("Kh Qh 9s Ts 9c", "9h", "order"),
        ("Ah Th 9s Ts 9c", "9h", "pass"),
        ("Jd Th 9s Ts 9c", "Ah", "pass"),
    ],
)
@pytest.mark.parametrize("game", ["euchre:eecs280", "euchre:north_american"])
def test_two_face_cards_order_up(east: str, turn_up: str, call: str, game: str) -> None:
    assert calls(deck(east, turn_up), 1, game) == [call]


def test_the_dealers_partner_who_may_order_only_alone_passes() -> None:
    game = find_game("euchre,canadian_loner=true")
    round_ = Round(game, Seat.SOUTH, deck("9s 9c Ts Tc 9d", "9h")).apply("pass")
    strong = round_.hands[Seat.NORTH - 1]
    assert view(round_, Seat.NORTH).legal == ("pass", "order alone")
    assert BOT(view(round_, Seat.NORTH)) == "pass", strong


def round_of_passes(east: str, turn_up: str) -> Round:
    return Round(EUCHRE, Seat.NORTH, deck(east, turn_up)).apply_all(["pass"] * 4)


@pytest.mark.parametrize(
    ("east", "call"),
    [
        ("Kd 9s Ts 9c Tc", "call D"),
        ("Jh 9s Ts 9c Tc", "call D"),
        ("Td 9d Ks As Ac", "pass"),
        ("Th Ah 9s Ts 9c", "pass"),
    ],
)
def test_one_face_card_calls_the_suit_of_the_same_colour(east: str, call: str) -> None:
    assert BOT(view(round_of_passes(east, "9h"), Seat.EAST)) == call


def test_the_dealer_has_to_call_the_suit_of_the_same_colour() -> None:
    round_ = round_of_passes("9d Td 9s Ts 9c", "9h").apply_all(["pass"] * 3)
    assert BOT(view(round_, Seat.NORTH)) == "call D"


def test_the_dealer_lays_away_the_lowest_of_his_six_cards() -> None:
    round_ = Round(EUCHRE, Seat.NORTH, deck("Jh Jd 9s Ts 9c", "9h", "Td Th Tc Qs Ac")).apply("order")
    assert BOT(view(round_, Seat.NORTH)) == "discard Tc"
    all_trumps = Round(EUCHRE, Seat.NORTH, deck("9c Tc 9s Ts Qc", "9h", "Jh Jd Ah Kh Qh")).apply("order")
    assert BOT(view(all_trumps, Seat.NORTH)) == "discard 9h"
