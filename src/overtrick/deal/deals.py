"""Deals from a seed, all of them or those that meet a condition: whoever has the seed gets the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Final

from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.scoring import NOBODY
from overtrick.core.seats import SEATS, Seat
from overtrick.core.shuffle import Seed, seed_of, shuffled
from overtrick.deal.conditions import Where, parse_where
from overtrick.deal.dealing import indices_of
from overtrick.deal.round import Round

MOST_TRIES: Final = 1_000_000


def deals(game: Game, where: Where | str | None = None, seed: Seed = "", tries: int = MOST_TRIES) -> Iterator[Round]:
    """Deals without end, each before its first call; raises `Invalid` when too many in a row do not meet the condition.

    The deck of the k-th try is the pack shuffled with `seed_of(seed, k)`, from 1. Those that meet the condition are
    numbered from 1, and their number makes the dealer and in Bridge who is vulnerable.

    >>> from overtrick.core.catalogue import find_game
    >>> first = next(deals(find_game("bridge"), "hcp(S) >= 20", "example"))
    >>> first.number, first.dealer, str(first.hands[2])
    (1, Seat.NORTH, 'As Ks 4s 3s Ah 9h 7h 6h Ad 3d Ac Jc 6c')
    """
    if where is None:
        return (numbered_deal(game, seed, number) for number in count(1))
    return _chosen(game, parse_where(where) if isinstance(where, str) else where, seed, tries)


def numbered_deal(game: Game, seed: Seed, number: int) -> Round:
    """The deal of a number of a seed, from 1, before its first call.

    >>> from overtrick.core.catalogue import find_game
    >>> numbered_deal(find_game("sueca"), "x", 1).dealer
    Seat.WEST
    """
    return _dealt(game, number, deck_for(game, seed, number))


def deck_for(game: Game, seed: Seed, number: int) -> tuple[Card, ...]:
    """The deck of a number of a seed, from 1."""
    return shuffled(tuple(game.pack), seed_of(seed, number))


def dealer_of(game: Game, number: int) -> Seat:
    """Who deals the deal of a number: North the first board of Bridge, or whoever deals when player 1 leads."""
    return SEATS[(game.dealer_when_first_leads - 1 + number - 1) % len(SEATS)]


def _dealt(game: Game, number: int, deck: Sequence[Card]) -> Round:
    return Round(
        game,
        dealer_of(game, number),
        deck,
        vulnerable=(game.vulnerability.on_board(number) if game.vulnerability else None) or NOBODY,
        number=number if game.vulnerability else None,
    )


def _chosen(game: Game, where: Where, seed: Seed, tries: int) -> Iterator[Round]:
    pack = tuple(game.pack)
    bits, attempts = tuple(card.bit for card in pack), count(1)
    indices = [indices_of(game.dealing, dealer) for dealer in SEATS]
    for number in count(1):
        hands = indices[dealer_of(game, number) - 1]
        for attempt in islice(attempts, tries):
            # Bits instead of cards, and no more than the hands: most tries come to nothing.
            deck = shuffled(bits, seed_of(seed, attempt))
            if where.holds([Cards.from_mask(sum([deck[index] for index in hand])) for hand in hands]):
                yield _dealt(game, number, deck_for(game, seed, attempt))
                break
        else:
            raise Invalid("no-such-deal", tries=tries, where=where.text)
