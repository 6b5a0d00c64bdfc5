"""A match: deal after deal until a side has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from overtrick.core.cards import Card
from overtrick.core.errors import Illegal
from overtrick.core.game import Game, Progress, Standing
from overtrick.core.scoring import DealScore
from overtrick.core.seats import Seat, Side
from overtrick.deal.dealing import first_of_match
from overtrick.deal.round import Round


class Match(NamedTuple):
    """The deals of a match that are over, and who deals next. Immutable: `add` gives the match after a deal."""

    game: Game
    dealer: Seat
    """who deals next"""
    history: tuple[DealScore, ...] = ()

    @classmethod
    def start(cls, game: Game, dealer: Seat = Seat.NORTH) -> Match:
        """A match before its first deal; where a game says who deals first, that is so."""
        return cls(game, game.first_dealer or dealer)

    @property
    def progress(self) -> Progress:
        """How far the match is."""
        return self.game.progress(self.history, self.dealer)

    @property
    def standing(self) -> Standing:
        """Where the match stands."""
        return self.progress.standing

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be dealt."""
        return self.standing.is_over

    def next_round(self, deck: Sequence[Card]) -> Round:
        """The next deal, of a deck that is the whole pack in any order."""
        standing = self.standing
        if standing.is_over:
            raise Illegal("match-is-over")
        return deal_of_match(self.game, self.dealer, deck, standing.vulnerable, len(self.history) + 1)

    def add(self, round_: Round) -> Match:
        """The match after a deal that is over."""
        score = round_.score
        if score is None:
            raise Illegal("deal-is-not-over")
        return self.add_score(score)

    def add_score(self, score: DealScore) -> Match:
        """The match after a deal of which only the score is known."""
        return Match(self.game, self.game.after(self.progress, score).dealer, (*self.history, score))


def deal_of_match(game: Game, dealer: Seat, deck: Sequence[Card], vulnerable: frozenset[Side], number: int) -> Round:
    """A deal of a match, by its number there."""
    return Round(
        game,
        dealer,
        first_of_match(game, deck) if number == 1 else deck,
        vulnerable=vulnerable,
        number=number if game.has_boards else None,
    )
