"""Random deals played out with random legal cards, in bulk: the raw material of statistics and of learning."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from overtrick.core.actions import Word, actions_of
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.scoring import DealScore, Tally
from overtrick.core.seats import SEATS, Seat, parse_seat
from overtrick.core.shuffle import Seed, word_of
from overtrick.core.tricks import Strain, parse_strain
from overtrick.deal.deals import numbered_deal
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine
from overtrick.engine.kernel.splitmix import Stream
from overtrick.engine.screening import NOT_PLAYED

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from overtrick.engine.kernel.tables import Tables


class Playouts(NamedTuple):
    """Deals that were played out, one in each row of the arrays."""

    hands: npt.NDArray[np.uint64]
    """what the seats 1 to 4 were dealt, as masks (`Cards.from_mask`)"""
    plays: npt.NDArray[np.uint8]
    """the cards in order of play, as `Card.index`; `NOT_PLAYED` where a deal was over before"""
    winners: npt.NDArray[np.uint8]
    """the seat that won each trick; 0 where there was none"""
    points: npt.NDArray[np.int32]
    """what the two sides won: card points with the last trick's, or tricks where only they count"""
    tricks: npt.NDArray[np.int32]
    """tricks won by the two sides"""


class RandomDeals(NamedTuple):
    """Whole deals of random actions, one in each row of the arrays."""

    scores: npt.NDArray[np.int64]
    """what the two sides scored"""
    cards: npt.NDArray[np.int64]
    """how many were played: none where everybody passed, fewer than all where somebody played alone"""


def playouts(
    game: Game | str, strain: Strain | str, n: int, seed: Seed, *, first: int = 0, leader: Seat | str = Seat.NORTH
) -> Playouts:
    """Play out `n` random deals; each card is drawn from the legal ones with the same chance (but for 2^-26).

    The deal of a number is the same whatever the others are: `first` is the number of the first one.
    """
    game = find_game(game)
    strain = parse_strain(strain) if isinstance(strain, str) else strain
    leader = parse_seat(str(leader))
    _check(n)
    import numpy as np

    from overtrick.engine.kernel.playouts import play_out
    from overtrick.engine.kernel.tables import tables_of

    tables, hand_size = tables_of(game, strain), game.hand_size
    made = Playouts(
        np.zeros((n, len(SEATS)), np.uint64),
        np.full((n, len(SEATS) * hand_size), NOT_PLAYED, np.uint8),
        np.zeros((n, hand_size), np.uint8),
        np.zeros((n, 2), np.int32),
        np.zeros((n, 2), np.int32),
    )
    if engine() == "plain":
        for row in range(n):
            _play_out(game, strain, tables, Stream(word_of(seed), first + row), leader, made, row)
    else:
        play_out(game, strain, word_of(seed), first, leader, made)
    return made


def random_deals(game: Game | str, n: int, seed: Seed, *, first: int = 1) -> RandomDeals:
    """Deal, call, play and score `n` deals; each action is drawn from the legal ones, all with the same chance.

    They are the deals that `deals` gives for the seed, from the number `first` on. What is drawn in a deal depends on
    the seed and its number alone. Players say what they can.

    >>> random_deals("euchre", 3, seed=1).scores.tolist()
    [[0, 2], [0, 1], [0, 2]]
    """
    game = find_game(game)
    _check(n)
    import numpy as np

    from overtrick.engine.kernel.deals import native_model
    from overtrick.engine.kernel.playouts import play_at_random
    from overtrick.engine.kernel.shuffling import check_first

    check_first(first)
    results, model = np.zeros((n, 3), np.int64), native_model(game, "deals")
    if model is None:
        for row in range(n):
            results[row] = _played_at_random(game, seed, first + row)
    else:
        play_at_random(model, seed, first, results)
    return RandomDeals(results[:, :2], results[:, 2])


def _check(n: int) -> None:
    """Refuse a number of deals that there cannot be, and all where there is no NumPy."""
    if find_spec("numpy") is None:
        raise Invalid("not-installed", module="NumPy", extra="fast")
    if n < 0:
        raise Invalid("negative-count", count=n)


def _played_at_random(game: Game, seed: Seed, number: int) -> tuple[int, int, int]:
    """The same in plain Python: what the sides scored in a deal, and how many cards were played."""
    deal, stream, actions = numbered_deal(game, seed, number).declare(), Stream(word_of(seed), number), actions_of(game)
    while deal.actor is not None:
        legal = sorted(actions.numbers[action] for action in deal.legal() if not isinstance(action, Word))
        deal = deal.choose(actions.all[legal[stream.below(len(legal))]])
    scores = (deal.score or DealScore()).scores
    return *scores, len(deal.plays)


def _play_out(
    game: Game, strain: Strain, tables: Tables, stream: Stream, leader: Seat, made: Playouts, row: int
) -> None:
    """The same in plain Python: one deal, into a row of the arrays."""
    order = list(game.pack)
    for index in range(len(SEATS) * game.hand_size):
        other = index + stream.below(len(order) - index)
        order[index], order[other] = order[other], order[index]
    hands = [Cards(order[game.hand_size * (seat - 1) : game.hand_size * seat]) for seat in SEATS]
    position, tally = Position(game, strain, hands, leader), Tally()
    rules, counting = game.rules(strain), game.counting(strain)
    for number in range(len(SEATS) * game.hand_size):
        legal = sorted(position.legal(), key=lambda card: tables.bit_of[card.index])
        if not legal:
            break
        card: Card = legal[stream.below(len(legal)) if len(legal) > 1 else 0]
        made.plays[row, number] = card.index
        trick = rules.add(position.trick, card)
        position = position.play_unchecked(card)
        if trick.holder is not None and trick.is_complete:
            done = number // len(SEATS)
            made.winners[row, done] = trick.holder
            tally = tally.with_trick(counting, trick.holder, trick.cards, not position.legal())
    made.hands[row] = [hand.mask for hand in hands]
    made.points[row], made.tricks[row] = tally.points, tally.tricks
