"""What hands are worth under a strain, by their single cards: a quick guess of what their side wins as takers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from overtrick.bots.masks import Floats, Masks, bits_of
from overtrick.bots.sampling.knowledge import knowledge_of
from overtrick.core.cards import Card
from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.core.tricks import Strain


class Strengths:
    """What the hands of many deals are worth: masks in a row of four for each deal."""

    def __init__(self, game: Game, hands: Masks) -> None:
        self.game, self._hands = game, hands
        self._found: dict[tuple[Seat, Strain], Floats] = {}

    def of(self, seat: Seat, strain: Strain) -> Floats:
        """By deal, what a player has under a strain."""
        found = self._found.get((seat, strain))
        if found is None:
            found = bits_of(self._hands[:, seat - 1]) @ card_weights(self.game, strain)
            self._found[seat, strain] = found
        return found


@lru_cache(64)
def card_weights(game: Game, strain: Strain) -> Floats:
    """The weights of all cards under a strain, by `Card.index`; of a game that tells none, trumps and high cards."""
    found = np.zeros(64)
    for card in game.pack:
        found[card.index] = _weight(game, strain, card)
    return found


def _weight(game: Game, strain: Strain, card: Card) -> float:
    weights, rank, ranking = knowledge_of(game).weights, str(card.rank), game.rules(strain).ranking
    if weights is None:
        return ranking.power_of[card.index] + bool(card.bit & ranking.trumps) * len(game.trump_order)
    if strain.suit is None:
        return (weights.no_trumps if strain is Strain.NO_TRUMPS else weights.all_trumps).get(rank, 0)
    if not card.bit & ranking.trumps:
        return weights.plain.get(rank, 0)
    return weights.trumps[rank] if card.suit is strain.suit else weights.left_bower
