"""Deals and matches by their numbers: whoever has the seed gets the same ones."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game
from overtrick.core.game import Game, Standing
from overtrick.core.scoring import NOBODY, DealScore
from overtrick.core.seats import SEATS, Seat
from overtrick.core.shuffle import Seed, seed_of
from overtrick.deal.dealing import deck_of_seed
from overtrick.deal.match import Match
from overtrick.deal.round import Round


def numbered_deal(game: Game | str, seed: Seed, number: int) -> Round:
    """The deal of a number of a seed, from 1, before its first call.

    >>> numbered_deal("sueca", "x", 1).dealer
    Seat.WEST
    """
    game = find_game(game)
    return dealt(game, number, deck_for(game, seed, number))


def deck_for(game: Game, seed: Seed, number: int) -> tuple[Card, ...]:
    """The deck of a number of a seed, from 1."""
    return deck_of_seed(game, seed_of(seed, number))


def dealer_of(game: Game, number: int) -> Seat:
    """Who deals the deal of a number: North the first board of Bridge, or whoever deals when player 1 leads."""
    return SEATS[(game.dealer_when_first_leads - 1 + number - 1) % len(SEATS)]


def seed_of_match(seed: Seed, number: int) -> str:
    """The seed of the decks of a match."""
    return f"{seed}/{number}"


class NumberedMatch:
    """The match of a number of a seed, from 1: its decks are those of the seed `SEED/NUMBER`.

    It may take up another one where that stands.
    """

    def __init__(self, game: Game, seed: Seed, number: int, match: Match | None = None) -> None:
        self.game, self.seed, self.number = game, seed_of_match(seed, number), number
        self.match = Match.start(game, dealer_of(game, number)) if match is None else match
        self._progress = self.match.progress

    @property
    def standing(self) -> Standing:
        """Where the match stands."""
        return self._progress.standing

    def add(self, score: DealScore) -> None:
        """Count a deal."""
        self.match, self._progress = self.match.add_score(score), self.game.after(self._progress, score)

    @property
    def deck_number(self) -> int:
        """That of the deck of the next deal."""
        return len(self.match.history) + 1

    def next_round(self) -> Round:
        """The next deal."""
        return self.match.next_round(deck_for(self.game, self.seed, self.deck_number))


def dealt(game: Game, number: int, deck: Sequence[Card]) -> Round:
    """The deal of a number, with a deck; the number makes the dealer and in Bridge who is vulnerable."""
    return Round(
        game,
        dealer_of(game, number),
        deck,
        vulnerable=(game.vulnerability.on_board(number) if game.vulnerability else None) or NOBODY,
        number=number if game.has_boards else None,
    )
