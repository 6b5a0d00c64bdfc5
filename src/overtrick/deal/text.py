"""The text of a deal: `N:S.H.D.C S.H.D.C S.H.D.C S.H.D.C`, the hands in order of play from the seat named first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick.core.cards import Cards, hand_text, parse_hand
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat, parse_seat

Hands = tuple[Cards, Cards, Cards, Cards]
"""The hands of the seats 1 to 4."""

FORM: Final = "N:S.H.D.C S.H.D.C S.H.D.C S.H.D.C"


def parse_deal(text: str) -> tuple[Seat, Hands]:
    """The seat named first in a deal text, and the four hands."""
    first_letter, colon, rest = text.strip().partition(":")
    if not colon:
        raise Invalid("bad-deal", text=text, form=FORM)
    first = parse_seat(first_letter)
    hands = [parse_hand(hand) for hand in rest.split()]
    if len(hands) != len(SEATS):
        raise Invalid("bad-deal", text=text, form=FORM)
    _check_apart(hands)
    north, east, south, west = (hands[(seat - first) % 4] for seat in SEATS)
    return first, (north, east, south, west)


def deal_text(hands: Sequence[Cards], first: Seat = Seat.NORTH) -> str:
    """The deal text of four hands, which `parse_deal` reads."""
    return f"{first.letter}:" + " ".join(hand_text(hands[(first - 1 + i) % 4]) for i in range(4))


def check_cards(game: Game, parts: Sequence[Cards]) -> None:
    """Refuse parts of a deal with cards that are not in the pack, or that stand in two of them."""
    for cards in parts:
        if not cards <= game.pack:
            raise Invalid("not-in-pack", card=str(next(iter(cards - game.pack))), game=game.name)
    _check_apart(parts)


def _check_apart(parts: Sequence[Cards]) -> None:
    seen = Cards()
    for cards in parts:
        if not cards.isdisjoint(seen):
            raise Invalid("card-in-two-hands", card=str(next(iter(cards & seen))))
        seen |= cards
