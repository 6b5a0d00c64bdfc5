"""Deals from a seed: the same ones everywhere, whole, and only those that meet the condition."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games

from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.hands import high_card_points, lengths
from overtrick.core.scoring import NOBODY
from overtrick.core.seats import SEATS, Seat
from overtrick.core.shuffle import seed_of, shuffled
from overtrick.deal.conditions import parse_where
from overtrick.deal.dealing import in_turn
from overtrick.deal.deals import dealer_of, numbered_deal
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.engine.dealing import deals
from overtrick.games.bridge.rules import BOTH, EW, NS

BRIDGE = find_game("bridge")


@given(games(), st.text(max_size=5))
def test_the_deck_of_a_deal_is_the_pack_shuffled_with_its_seed(game: Game, seed: str) -> None:
    for number, round_ in enumerate(islice(deals(game, seed=seed), 3), 1):
        deck = shuffled(tuple(game.pack | game.dealing.beside), seed_of(seed, number))
        if game.dealing.beside:
            in_pack = [card for card in deck if card in game.pack]
            deck = (*in_pack, *in_turn(card for card in deck if card not in game.pack))
        assert round_.dealt == Round(game, dealer_of(game, number), deck).dealt
        assert replay(round_.record()) == round_
        assert numbered_deal(game, seed, number) == round_


@given(games())
def test_the_deal_goes_round_and_player_1_leads_first_or_deals_the_first_board(game: Game) -> None:
    first, *others = (round_.dealer for round_ in islice(deals(game), 5))
    assert first is game.dealer_when_first_leads
    assert others == [first.next, first.partner, first.previous, first]


def test_boards_have_numbers_dealers_and_vulnerability() -> None:
    boards = list(islice(deals(BRIDGE, seed="a"), 17))
    assert [board.number for board in boards] == list(range(1, 18))
    assert [board.dealer for board in boards[:5]] == [*SEATS, Seat.NORTH]
    assert [board.vulnerable for board in boards[:4]] == [NOBODY, NS, EW, BOTH]
    assert boards[16].vulnerable == NOBODY
    assert [board.record().board for board in boards] == list(range(1, 18))


@given(st.text(max_size=3))
def test_a_condition_holds_in_every_deal_and_leaves_none_out(seed: str) -> None:
    chosen = list(islice(deals(BRIDGE, parse_where("hcp(N) >= 11 and spades(3) in 2..4"), seed), 4))
    for board in chosen:
        assert high_card_points(board.hands[0]) >= 11
        assert 2 <= lengths(board.hands[2])[0] <= 4
    decks, tries = [shuffled(tuple(BRIDGE.pack), seed_of(seed, k)) for k in range(1, 200)], 0
    for board in chosen:
        while True:
            hands = Round(BRIDGE, board.dealer, decks[tries]).hands
            tries += 1
            if high_card_points(hands[0]) >= 11 and 2 <= lengths(hands[2])[0] <= 4:
                break
        assert hands == board.hands


def test_seats_of_other_games_have_numbers() -> None:
    euchre = find_game("euchre")
    for round_ in islice(deals(euchre, "has(2, Jh) and hearts(4) == 0", "x"), 3):
        assert Cards("Jh") <= round_.hands[1]
        assert lengths(round_.hands[3])[1] == 0


def test_a_condition_that_never_holds_is_given_up() -> None:
    with pytest.raises(Invalid) as refusal:
        next(deals(BRIDGE, parse_where("hcp(N) > 37"), tries=50))
    assert str(refusal.value) == "None of 50 deals meets the condition hcp(N) > 37: it holds too seldom or never."


def test_the_tries_are_counted_anew_after_each_deal() -> None:
    assert len(list(islice(deals(BRIDGE, parse_where("spades(N) >= 4"), "x", tries=20), 100))) == 100


def test_a_text_that_is_no_condition_is_refused_at_once() -> None:
    with pytest.raises(Invalid):
        deals(BRIDGE, "hcp(N)")


CONDITIONS = (
    "hcp(N) + hcp(S) >= 30 and not balanced(1)",
    "points(E) - lp(W) < 2 or controls(S) in -1..1 or -hcp(N) in {-22, -23}",
    "shape(N) in {7-3-2-1, 6430} or (spades(1) >= 8 and has(3, As))",
    "shape(S) != 4333 and balanced(S) and (hearts(S) == 2 or diamonds(E) + clubs(W) > 14)",
)


@pytest.mark.parametrize("where", CONDITIONS)
def test_kernels_find_the_same_deals(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for worth_kernels in (10**6, 0, 90):
        monkeypatch.setattr("overtrick.engine.dealing.FEW", worth_kernels)
        found.append([board.record() for board in islice(deals(BRIDGE, where, "many"), 5)])
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", ["belote", "euchre", "coinche", "sueca", "whist"])
def test_kernels_deal_the_hands_of_every_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, found = find_game(name), []
    for worth_kernels in (10**6, 0):
        monkeypatch.setattr("overtrick.engine.dealing.FEW", worth_kernels)
        found.append([each.record() for each in islice(deals(game, "spades(1) > 2 and has(4, Ah)", "x"), 8)])
    assert found[0] == found[1]


def test_kernels_give_up_after_as_many_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.engine.dealing.FEW", 20)
    with pytest.raises(Invalid, match="None of 20000 deals meets the condition"):
        next(deals(BRIDGE, "hcp(N) > 37", tries=20_000))
