"""Dealing: where each card of a deck goes, and the deck that gives a deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PRESETS, seats

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain
from overtrick.deal.dealing import DealtCards, deal, deal_later, deck_of, in_turn
from overtrick.deal.record import Deal

GAMES = (*PRESETS, find_game("sueca,trump_from=top"))


def places(game: str, dealt: DealtCards) -> list[list[int]]:
    """The hands of the seats 1 to 4, each card as its number in the deck, which is the pack in its own order."""
    deck = list(find_game(game).pack)
    return [list(map(deck.index, hand)) for hand in dealt.hands]


def dealt_by(game: str, dealer: Seat = Seat.WEST) -> DealtCards:
    return deal(find_game(game), dealer, tuple(find_game(game).pack))


def test_belote_in_packets_of_three_and_two_and_a_card_turned_up() -> None:
    pack, dealt = tuple(find_game("belote").pack), dealt_by("belote")
    assert places("belote", dealt) == [
        [0, 1, 2, 12, 13], [3, 4, 5, 14, 15], [6, 7, 8, 16, 17], [9, 10, 11, 18, 19],
    ]  # fmt: skip
    assert (dealt.turn_up, dealt.stock) == (pack[20], pack[21:])


@pytest.mark.parametrize(
    ("taker", "later"),
    [
        (Seat.NORTH, [[20, 21, 22], [23, 24, 25], [26, 27, 28], [29, 30, 31]]),
        (Seat.EAST, [[21, 22, 23], [20, 24, 25], [26, 27, 28], [29, 30, 31]]),
        (Seat.WEST, [[21, 22, 23], [24, 25, 26], [27, 28, 29], [20, 30, 31]]),
    ],
)
def test_the_taker_of_belote_has_the_turned_up_card_and_two_more(taker: Seat, later: list[list[int]]) -> None:
    game, dealt = find_game("belote"), dealt_by("belote")
    contract = Contract(Strain.CLUBS, taker.side, taker)
    whole = deal_later(game, Seat.WEST, dealt, contract)
    assert [hand[5:] for hand in places("belote", whole)] == later
    assert [hand[:5] for hand in places("belote", whole)] == places("belote", dealt)
    assert (whole.turn_up, whole.stock) == (dealt.turn_up, ())


def test_coinche_in_packets_of_three_two_and_three() -> None:
    dealt = dealt_by("coinche")
    assert places("coinche", dealt)[0] == [0, 1, 2, 12, 13, 20, 21, 22]
    assert places("coinche", dealt)[3] == [9, 10, 11, 18, 19, 29, 30, 31]
    assert (dealt.turn_up, dealt.stock) == (None, ())


def test_the_last_card_of_sueca_is_the_dealers_and_trumps() -> None:
    pack, dealt = tuple(find_game("sueca").pack), dealt_by("sueca")
    assert places("sueca", dealt) == [list(range(10 * hand, 10 * hand + 10)) for hand in range(4)]
    assert (dealt.turn_up, dealt.stock) == (pack[39], ())


def test_or_the_first_one_and_then_the_deal_goes_backwards() -> None:
    pack, dealt = tuple(find_game("sueca").pack), dealt_by("sueca,trump_from=top")
    assert [hand[0] for hand in places("sueca", dealt)] == [30, 20, 10, 0]
    assert dealt.turn_up is pack[0]


def test_euchre_in_packets_of_three_and_two_by_turns() -> None:
    pack, dealt = tuple(find_game("euchre").pack), dealt_by("euchre")
    assert places("euchre", dealt) == [
        [0, 1, 2, 10, 11], [3, 4, 12, 13, 14], [5, 6, 7, 15, 16], [8, 9, 17, 18, 19],
    ]  # fmt: skip
    assert (dealt.turn_up, dealt.stock) == (pack[20], pack[21:])


def test_bridge_one_at_a_time_from_the_dealers_left() -> None:
    assert places("bridge", dealt_by("bridge")) == [list(range(hand, 52, 4)) for hand in range(4)]
    by_north = places("bridge", dealt_by("bridge", Seat.NORTH))
    assert [hand[0] for hand in by_north] == [3, 0, 1, 2]


@pytest.mark.parametrize("game", GAMES, ids=str)
@given(st.data(), seats)
def test_deck_of_is_the_inverse(game: Game, data: st.DataObject, dealer: Seat) -> None:
    beside = in_turn(data.draw(st.permutations(list(game.dealing.beside))))
    deck = (*data.draw(st.permutations(list(game.pack))), *beside)
    dealt = deal(game, dealer, deck)
    assert deck_of(game, dealer, Deal(dealt.hands, dealt.turn_up, dealt.stock)) == deck
    taker = data.draw(seats)
    later = deal_later(game, dealer, dealt, Contract(Strain.SPADES, taker.side, taker))
    assert deck_of(game, dealer, Deal(later.hands, later.turn_up, later.stock)) == deck
    unknown = deck_of(game, dealer, Deal(dealt.hands, dealt.turn_up))  # the stock in any order
    assert deal(game, dealer, unknown)[:2] == dealt[:2]


@pytest.mark.parametrize(
    ("deck", "code"),
    [
        (lambda pack: pack[1:], "bad-deck"),
        (lambda pack: (*pack[1:], pack[1]), "bad-deck"),
        (lambda pack: (*pack, pack[0]), "bad-deck"),
        (lambda pack: (Card("2c"), *pack[1:]), "not-in-pack"),
        (lambda pack: (), "bad-deck"),
    ],
)
def test_what_is_no_deck_is_refused(deck: object, code: str) -> None:
    assert callable(deck)
    for name in ("belote", "coinche", "euchre"):
        game = find_game(name)
        with pytest.raises(Invalid) as refusal:
            deal(game, Seat.WEST, deck(tuple(game.pack)))
        assert refusal.value.finding.code == code
        assert str(refusal.value)


def test_a_deal_that_is_not_whole_has_no_deck() -> None:
    def code(game: str, given: Deal) -> str:
        with pytest.raises(Invalid) as refusal:
            deck_of(find_game(game), Seat.WEST, given)
        return refusal.value.finding.code

    dealt = dealt_by("sueca")
    elsewhere = dealt.hands[0][0]
    assert code("bridge", Deal()) == "deal-not-whole"
    assert code("bridge", Deal((None, *dealt_by("bridge").hands[1:]))) == "deal-not-whole"
    assert code("sueca", Deal(dealt.hands)) == "missing-field"
    assert code("sueca", Deal(dealt.hands, elsewhere)) == "turn-up-not-held"
    assert code("bridge", Deal((dealt_by("bridge").hands[0],) * len(SEATS))) == "bad-deck"
