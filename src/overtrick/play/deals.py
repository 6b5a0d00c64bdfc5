"""Deals from a seed, all of them or those that meet a condition: whoever has the seed gets the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from overtrick.cards import Cards
from overtrick.errors import Invalid
from overtrick.play.dealing import deal
from overtrick.play.round import Round
from overtrick.play.where import Where
from overtrick.rules.game import Game
from overtrick.scoring import NOBODY
from overtrick.seats import SEATS, Seat
from overtrick.shuffle import seed_of, shuffled

MOST_TRIES: Final = 1_000_000


def deals(game: Game, where: Where | None = None, seed: str = "", tries: int = MOST_TRIES) -> Iterator[Round]:
    """Deals without end, each before its first call; raises `Invalid` when so many in a row do not meet the condition.

    The deck of the k-th try is the pack shuffled with `seed_of(seed, k)`, from 1. Those that meet the condition are
    numbered from 1, and their number makes the dealer and in Bridge who is vulnerable.

    >>> from overtrick.rules import find_game
    >>> first = next(deals(find_game("bridge"), Where("hcp(S) >= 20"), "example"))
    >>> first.number, first.dealer, str(first.hands[2])
    (1, Seat.NORTH, 'As Ks 4s 3s Ah 9h 7h 6h Ad 3d Ac Jc 6c')
    """
    pack, attempts, failed = tuple(game.pack), count(1), 0
    bits = tuple(card.bit for card in pack)
    for number in count(1):
        dealer = dealer_of(game, number)
        places = [[pack.index(card) for card in hand] for hand in deal(game, dealer, pack).hands]
        for attempt in attempts:
            if where is None:
                break
            # Bits instead of cards, and no more than the hands: most tries come to nothing.
            deck = shuffled(bits, seed_of(seed, attempt))
            if where.holds([Cards.from_mask(sum([deck[place] for place in hand])) for hand in places]):
                failed = 0
                break
            failed += 1
            if failed == tries:
                raise Invalid("no-such-deal", tries=tries, where=where.text)
        is_board = game.has_vulnerability
        yield Round(
            game,
            dealer,
            shuffled(pack, seed_of(seed, attempt)),
            vulnerable=game.vulnerable_on_board(number) or NOBODY,
            number=number if is_board else None,
        )


def dealer_of(game: Game, number: int) -> Seat:
    """Who deals the deal of a number: North the first board of Bridge, or whoever deals when player 1 leads."""
    return SEATS[(game.dealer_when_first_leads - 1 + number - 1) % len(SEATS)]
