"""The kernel of evidence: it objects to the card that the referee objects to, whatever he knows besides the plays."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PRESETS, Play, careless_plays, examples, legal_plays, revokes, true_pins

from overtrick.core.auctions import Contract
from overtrick.core.cards import CARDS, Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.game import Game, Pins
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine
from overtrick.engine.playouts import playouts
from overtrick.engine.screening import judge_many
from overtrick.referee.evidence import PLACES, kept_out
from overtrick.referee.paperwork import Facts
from overtrick.referee.referee import Level

pytestmark = pytest.mark.skipif(engine() == "plain", reason="there are no kernels")

any_plays = st.one_of(legal_plays(), revokes(), careless_plays())
any_pins = st.dictionaries(st.sampled_from(CARDS), st.frozensets(st.sampled_from(PLACES), min_size=2), max_size=3)


def objected(facts: Facts, cards: list[Card], level: Level) -> int:
    """The number of the first card that the referee objects to, or -1."""
    referee = facts.referee(level)
    return next((number for number, card in enumerate(cards) if referee.play(card) is not None), -1)


def same_as_referee(facts: Facts, cards: list[Card]) -> tuple[int, int]:
    """What kernel and referee both object to, at the two levels."""
    screening = judge_many(
        facts.game,
        facts.contract.strain,
        [[card.index for card in cards]] if cards else np.zeros((1, 0), np.uint8),
        leader=facts.leader,
        out=[seat in facts.contract.out for seat in SEATS],
        barred=kept_out(facts.game, facts.hands, facts.pins),
    )
    found = (int(screening.player[0]), int(screening.deal[0]))
    assert found == tuple(objected(facts, cards, level) for level in get_args(Level))
    return found


def facts_of(play: Play, hands: list[Cards | None] | None = None, pins: Pins | None = None) -> Facts:
    deal = play.deal
    return Facts(deal.game, Contract(deal.strain), deal.leader, hands, pins or {})


@given(any_plays, st.integers(0, 52))
@examples(30)
def test_plays_without_anything_else_that_is_known(play: Play, count: int) -> None:
    same_as_referee(facts_of(play), list(play.cards[:count]))


@given(any_plays, st.frozensets(st.sampled_from(SEATS)), st.data())
@examples(30)
def test_plays_with_hands_and_pins(play: Play, shown: frozenset[Seat], data: st.DataObject) -> None:
    hands = [hand if seat in shown else None for seat, hand in zip(SEATS, play.deal.hands, strict=True)]
    same_as_referee(facts_of(play, hands, data.draw(true_pins(play.deal))), list(play.cards))


@given(any_plays, st.data())
@examples(25)
def test_cards_that_contradict_the_facts(play: Play, data: st.DataObject) -> None:
    """Some cards of any pack are put among those played, and pins may be false."""
    cards = list(play.cards)
    for card in data.draw(st.lists(st.sampled_from(CARDS), max_size=2)):
        cards.insert(data.draw(st.integers(0, len(cards))), card)
    same_as_referee(facts_of(play, pins=data.draw(any_pins)), cards)


@pytest.mark.parametrize("lone", [(Seat.NORTH,), (Seat.WEST,), (Seat.EAST, Seat.NORTH), (Seat.SOUTH, Seat.WEST)])
@pytest.mark.parametrize("name", ["euchre", "belote"])
def test_players_who_sit_out(name: str, lone: tuple[Seat, ...]) -> None:
    """They are passed over when their turn comes; legal games are clean, those with two cards changed mostly not."""
    game, contract = find_game(name), Contract(Strain.HEARTS, alone=lone)
    made, results = playouts(game, Strain.HEARTS, 40, seed=3), []
    for row, masks in enumerate(made.hands.tolist()):
        hands, leader = [Cards.from_mask(mask) for mask in masks], SEATS[row % 4]
        position = Position(game, Strain.HEARTS, hands, leader, out=contract.out)
        cards = []
        while legal := position.legal():
            cards.append(list(legal)[row % len(legal)])
            position = position.play(cards[-1])
        facts = Facts(game, contract, leader, None, {})
        assert len(cards) == (4 - len(lone)) * game.hand_size
        assert same_as_referee(facts, cards) == (-1, -1)
        cards[2], cards[-2] = cards[-2], cards[2]
        results.append(same_as_referee(facts, cards))
    assert (-1, -1) in results or name == "belote"
    assert any(first != -1 for first, _ in results)


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_legal_games_are_clean_and_have_their_winners(game: Game) -> None:
    for strain in game.strains:
        made = playouts(game, strain, 300, seed=5, leader=Seat.SOUTH)
        screening = judge_many(game, strain, made.plays, leader=Seat.SOUTH)
        assert not np.any(screening.player != -1)
        assert not np.any(screening.deal != -1)
        assert np.array_equal(screening.winners, made.winners)
