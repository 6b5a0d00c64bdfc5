"""Imagined deals played on to the end by the plain way of playing: quick, and nobody sees what they could not know."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from overtrick.bots.simple_play import Turn
from overtrick.core.cards import Card, Cards
from overtrick.core.scoring import Tally
from overtrick.deal.position import Position
from overtrick.engine.kernel import rollouts
from overtrick.engine.kernel.engine import engine
from overtrick.engine.kernel.rollouts import Ends, Moment


def play_on(moment: Moment, hands: npt.NDArray[np.uint64], first: Sequence[Card] = ()) -> Ends:
    """Play deals to the end: once, or once for each of some legal cards of the player to move.

    A row of `hands` has what the seats 1 to 4 hold now, as masks (`Cards.mask`).
    """
    counting = moment.game.counting(moment.strain)
    choices: Sequence[Card | None] = first or (None,)
    ends = Ends(*(np.zeros((len(hands), len(choices), 2), np.int32) for _ in Ends._fields))
    if engine() != "plain":
        rollouts.play_on(moment, hands, first, ends)
        return ends
    for row, masks in enumerate(hands.tolist()):
        for column, card in enumerate(choices):
            tally, end = played_out(moment, list(map(Cards.from_mask, masks)), card)
            ends.points[row, column], ends.tricks[row, column] = tally.values(counting), tally.tricks
            ends.points[row, column, end.turn.side - 1] += counting.trick_points * len(end.hands[end.turn - 1])
    return ends


def played_out(moment: Moment, hands: Sequence[Cards], card: Card | None = None) -> tuple[Tally, Position]:
    """Play a deal to its end by the plain engine; a card to be played first may be told."""
    game, strain, trick, played, taker, dummy = moment
    rules, counting, tally, gone = game.rules(strain), game.counting(strain), Tally(), played.mask
    position = Position.at(game, strain, hands, trick)
    while legal := position.legal():
        seat = position.turn
        seen = gone | position.hands[(seat.partner if seat is dummy else seat) - 1].mask
        if dummy is not None and gone:
            seen |= position.hands[dummy - 1].mask
        if card is None:
            card = Turn(game, strain, taker, position.trick, list(legal), game.pack.mask & ~seen).choose()
        trick = rules.add(position.trick, card)
        position, gone, card = position.play_unchecked(card), gone | card.bit, None
        if trick.is_complete and trick.holder is not None:
            tally = tally.with_trick(counting, trick.holder, trick.cards, not position.legal())
    return tally, position
