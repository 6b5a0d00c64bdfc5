"""Deals played on by the plain way of playing: the kernel, the plain engine and a table of such players agree."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import PRESETS, examples, moments, seats

from overtrick.bots import simple_play
from overtrick.bots.sampling.rollouts import play_on
from overtrick.core.actions import Word
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.game import Game
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain, Trick
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.kernel.rollouts import Moment
from overtrick.engine.playouts import playouts
from scripts.solver_exactness import every_strain


def moment_of(round_: Round) -> Moment:
    """What the kernel is told of a deal."""
    assert round_.contract is not None
    assert round_.trick is not None
    strain, taker = round_.contract.strain, round_.contract.side
    return Moment(round_.game, strain, round_.trick, Cards(round_.plays), taker, round_.dummy)


def hands_of(round_: Round) -> npt.NDArray[np.uint64]:
    return np.array([[hand.mask for hand in round_.hands]], np.uint64)


def totals(round_: Round) -> tuple[int, ...]:
    """The points and tricks of the sides at the end of a deal that plain players, who get views, play on.

    They say what sets of cards in tricks count for them.
    """
    while round_.actor is not None:
        seen = view(round_, round_.actor)
        roem = next((word for word in seen.legal if isinstance(word, Word) and word.name == "roem"), None)
        round_ = round_.apply(roem or simple_play.choose(seen))
    return *points_in(round_), *round_.tally.tricks


def points_in(round_: Round) -> tuple[int, int]:
    """The points of the sides in tricks; of sets in them, half counts for the one and half against the other.

    Tricks that are not played are points of the side that has enough.
    """
    (first, second), (bonus, other) = round_.tally.points, round_.tally.bonus
    contract = round_.contract
    assert contract is not None
    more = (bonus - other) // 2 if round_.game.counting(contract.strain).trick_sets else 0
    if round_.phase == "over" and round_.game.enough_tricks is not None:
        left = len(round_.hands[0])
        return (first + left, second) if first > second else (first, second + left)
    return first + more, second - more


@examples(60)
@given(st.sampled_from(PRESETS), seats, st.integers(0, 1 << 32), st.data())
def test_deals_are_played_as_by_players_who_see_only_their_view(
    game: Game, dealer: Seat, seed: int, data: st.DataObject
) -> None:
    in_play = [round_ for round_ in moments(game, dealer, seed) if round_.phase == "play" and any(round_.hands)]
    assume(in_play)
    before = data.draw(st.sampled_from(in_play))
    cards = [card for card in before.legal() if isinstance(card, Card)]
    won = np.array([*points_in(before), *before.tally.tricks])
    after_each = np.dstack(play_on(moment_of(before), hands_of(before), cards))[0] + won
    assert after_each.tolist() == [list(totals(before.apply(card))) for card in cards]
    # After a word its card must follow, which only the list of cards tells; before one its points are still to come.
    if not before.course.just_said and not any(isinstance(action, Word) for action in before.legal()):
        freely = np.dstack(play_on(moment_of(before), hands_of(before)))[0, 0] + won
        assert tuple(freely) == totals(before)


@pytest.mark.parametrize(("name", "strain"), every_strain(game_names()))
def test_the_plain_engine_plays_the_same(name: str, strain: Strain, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = playouts(name, strain, 4, seed=7).hands
    game = find_game(name)
    moment = Moment(game, strain, Trick(Seat.EAST), taker=Side.TWO, dummy=Seat.WEST if game.has_dummy else None)
    first = list(Cards.from_mask(int(hands[0, 1])))[:3]
    whole, by_card = play_on(moment, hands), play_on(moment, hands[:1], first)
    monkeypatch.setattr("overtrick.bots.sampling.rollouts.engine", lambda: "plain")
    plain, plain_by_card = play_on(moment, hands), play_on(moment, hands[:1], first)
    for ours, theirs in zip((*whole, *by_card), (*plain, *plain_by_card), strict=True):
        assert np.array_equal(ours, theirs)
    if game.enough_tricks is None:
        assert whole.tricks.sum(axis=2).ravel().tolist() == [game.hand_size] * len(hands)
    else:
        assert whole.points.sum(axis=2).ravel().tolist() == [game.hand_size] * len(hands)
        assert whole.tricks.max(axis=2).ravel().tolist() == [game.enough_tricks] * len(hands)
