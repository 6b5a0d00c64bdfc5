"""Deals from a seed, all of them or those that meet a condition: whoever has the seed gets the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.shuffle import Seed, seed_of, shuffled
from overtrick.deal.conditions import Where, parse_where
from overtrick.deal.dealing import indices_of
from overtrick.deal.deals import dealer_of, dealt, deck_for, numbered_deal
from overtrick.deal.round import Round
from overtrick.engine.kernel.engine import engine

MOST_TRIES: Final = 1_000_000
FEW: Final = 5_000
"""tries that take no longer than to load the kernels"""
FIRST_CHUNK: Final = 64
LARGEST_CHUNK: Final = 8192
"""tries that kernels make at once"""


def deals(
    game: Game | str, where: Where | str | None = None, seed: Seed = "", tries: int = MOST_TRIES
) -> Iterator[Round]:
    """Deals without end, each before its first call; raises `Invalid` when too many in a row do not meet the condition.

    The deck of the k-th try is the pack shuffled with `seed_of(seed, k)`, from 1. Those that meet the condition are
    numbered from 1, and their number makes the dealer and in Bridge who is vulnerable.

    >>> first = next(deals("bridge", "hcp(S) >= 20", "example"))
    >>> first.number, first.dealer, str(first.hands[2])
    (1, Seat.NORTH, 'As Ks 4s 3s Ah 9h 7h 6h Ad 3d Ac Jc 6c')
    """
    game = find_game(game)
    if where is None:
        return (numbered_deal(game, seed, number) for number in count(1))
    return _chosen(game, parse_where(where) if isinstance(where, str) else where, seed, tries)


def _chosen(game: Game, where: Where, seed: Seed, tries: int) -> Iterator[Round]:
    search, last = _Search(game, where, seed), 0
    for number in count(1):
        found = search.first(dealer_of(game, number), range(last + 1, last + tries + 1))
        if found is None:
            raise Invalid("no-such-deal", tries=tries, where=where.text)
        yield dealt(game, number, deck_for(game, seed, found))
        last = found


class _Search:
    """The deals of a seed that meet a condition."""

    def __init__(self, game: Game, where: Where, seed: Seed) -> None:
        self._game, self._where, self._seed = game, where, seed
        self._bits, self._beside = tuple(card.bit for card in game.pack | game.dealing.beside), game.dealing.beside.mask
        self._indices = [indices_of(game.dealing, dealer) for dealer in SEATS]

    def first(self, dealer: Seat, attempts: range) -> int | None:
        """The first of some tries whose deal meets the condition."""
        left = max(FEW - attempts.start, 0)  # of the few for which no kernels are loaded
        found = self._first_of_few(dealer, attempts[:left])
        return self._first_of_many(dealer, attempts[left:]) if found is None and attempts[left:] else found

    def _first_of_few(self, dealer: Seat, attempts: range) -> int | None:
        hands = self._indices[dealer - 1]
        for attempt in attempts:
            # Bits instead of cards, and no more than the hands: most tries come to nothing.
            deck = shuffled(self._bits, seed_of(self._seed, attempt))
            if self._beside:
                deck = tuple(bit for bit in deck if not bit & self._beside)
            if self._where.holds([Cards.from_mask(sum(deck[index] for index in hand)) for hand in hands]):
                return attempt
        return None

    def _first_of_many(self, dealer: Seat, attempts: range) -> int | None:
        if engine() == "plain":
            return self._first_of_few(dealer, attempts)
        from overtrick.engine.kernel.deals import native_model  # loads NumPy
        from overtrick.engine.kernel.hands import first_where

        model, size, found = native_model(self._game, "deals"), FIRST_CHUNK, None
        if model is None:
            return self._first_of_few(dealer, attempts)
        while attempts and found is None:
            found = first_where(model, self._where, self._seed, dealer, attempts[:size])
            attempts, size = attempts[size:], min(2 * size, LARGEST_CHUNK)
        return found
