"""The record of a deal: what was played at a table, read from a file, judged or simulated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from overtrick.auctions import Contract
from overtrick.cards import Card
from overtrick.rules.game import Game
from overtrick.scoring import Scores
from overtrick.seats import Seat, Side
from overtrick.tricks import Strain

Names = tuple[str, str, str, str]

NOTHING: Final[Mapping[str, object]] = {}


class Deal(NamedTuple):
    """What is known of the deal."""

    hands: tuple[tuple[Card, ...] | None, ...] | None = None
    """the hands of the seats 1 to 4 as dealt, each None where it is not known"""
    turn_up: Card | None = None
    kitty: tuple[Card, ...] = ()
    """cards that nobody got"""
    discard: Card | None = None
    """the card that the dealer laid away"""


class Record(NamedTuple):
    """One deal of a game, finished or not. Formats load and dump it."""

    game: Game
    plays: tuple[Card, ...] = ()
    contract: Contract | None = None
    deal: Deal = Deal()
    dealer: Seat | None = None
    """None where it is not known: then it is the one after whom seat 1 leads"""
    seats: Names = ("", "", "", "")
    """the names of the players"""
    auction: tuple[str, ...] = ()
    scores: Scores | None = None
    """the scores that the record claims"""
    said: tuple[tuple[int, str], ...] | None = None
    """what was said in the play, each with the number of cards played before; None where the record does not tell"""
    fair: Mapping[str, object] | None = None
    """how the deal can be verified"""
    tags: Mapping[str, object] = NOTHING
    """what a foreign format had and we do not model"""

    @property
    def strain(self) -> Strain | None:
        """What is trumps, if the record says so."""
        if self.contract is not None:
            return self.contract.strain
        turn_up = self.deal.turn_up if self.game.turn_up_is_trumps else None
        return None if turn_up is None else Strain.of(turn_up.suit)

    @property
    def taking_side(self) -> Side | None:
        """The side that took the contract, by its own field or by the player who took it."""
        if self.contract is None or self.contract.side is not None or self.contract.seat is None:
            return self.contract.side if self.contract else None
        return self.contract.seat.side

    @property
    def dealer_seat(self) -> Seat:
        """The dealer, or who must have dealt if seat 1 leads."""
        return self.game.dealer_when_first_leads if self.dealer is None else self.dealer

    @property
    def leader(self) -> Seat | None:
        """Who leads to the first trick, if the record says enough."""
        return self.game.leader(self.dealer_seat, self.contract.seat if self.contract else None)
