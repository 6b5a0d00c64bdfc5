"""Random deals played out with random legal cards, in bulk: the raw material of statistics and of learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.scoring import Tally
from overtrick.core.seats import SEATS, Seat, parse_seat
from overtrick.core.shuffle import Seed, word_of
from overtrick.core.tricks import Strain, parse_strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine
from overtrick.engine.kernel.splitmix import Stream

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from overtrick.engine.kernel.tables import Tables


class Playouts(NamedTuple):
    """Deals that were played out, one in each row of the arrays."""

    hands: npt.NDArray[np.uint64]
    """what the seats 1 to 4 were dealt, as masks (`Cards.from_mask`)"""
    plays: npt.NDArray[np.uint8]
    """the cards in order of play, as `Card.index`"""
    winners: npt.NDArray[np.uint8]
    """the seat that won each trick"""
    points: npt.NDArray[np.int32]
    """what the two sides won: card points with the last trick's, or tricks where only they count"""
    tricks: npt.NDArray[np.int32]
    """tricks won by the two sides"""


def playouts(
    game: Game | str, strain: Strain | str, n: int, seed: Seed, *, first: int = 0, leader: Seat | str = Seat.NORTH
) -> Playouts:
    """Play out `n` random deals; each card is drawn from the legal ones with the same chance (but for 2^-26).

    The deal of a number is the same whatever the others are: `first` is the number of the first one.
    """
    game = find_game(game) if isinstance(game, str) else game
    strain = parse_strain(strain) if isinstance(strain, str) else strain
    leader = parse_seat(str(leader))
    try:
        import numpy as np
    except ImportError:
        raise Invalid("not-installed", module="NumPy", extra="fast") from None
    if n < 0:
        raise Invalid("negative-count", count=n)
    from overtrick.engine.kernel.playouts import play_out
    from overtrick.engine.kernel.tables import tables_of

    tables, hand_size = tables_of(game, strain), game.hand_size
    made = Playouts(
        np.zeros((n, len(SEATS)), np.uint64),
        np.zeros((n, len(SEATS) * hand_size), np.uint8),
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
        card: Card = legal[stream.below(len(legal)) if len(legal) > 1 else 0]
        made.plays[row, number] = card.index
        trick = rules.add(position.trick, card)
        position = position.play_unchecked(card)
        if trick.holder is not None and trick.is_complete:
            done = number // len(SEATS)
            made.winners[row, done] = trick.holder
            tally = tally.with_trick(counting, trick.holder, trick.cards, done == game.hand_size - 1)
    made.hands[row] = [hand.mask for hand in hands]
    made.points[row], made.tricks[row] = tally.points, tally.tricks
