"""An episode: a deal or a match from its first call to its end, played by the numbers of actions."""

from __future__ import annotations

from functools import cached_property
from typing import Any, SupportsIndex

from gymnasium.utils import seeding

from overtrick.core.actions import Action
from overtrick.core.errors import OvertrickError
from overtrick.core.game import Game, Standing
from overtrick.core.scoring import Scores
from overtrick.core.seats import Seat
from overtrick.deal.deals import dealer_of, deck_for, numbered_deal
from overtrick.deal.match import Match
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.engine.batch import best_result
from overtrick.learning.actions import action_of


class Episode:
    """The deal of a number of a seed, or a match of deals as `overtrick simulate` has them."""

    game: Game
    round: Round
    """the deal as it is now"""
    offender: Seat | None
    """who has chosen something illegal, which ends the episode"""

    def __init__(self, game: Game, seed: str, number: int, match: bool) -> None:
        self.game, self.offender = game, None
        self._seed = f"{seed}/{number}"
        self._match: Match | None = None
        self._standing: Standing | None = None
        if match:
            self._match = Match.start(game, dealer_of(game, number))
            self._deal_next(self._match)
        else:
            self._go_on(numbered_deal(game, seed, number).declare())

    @property
    def actor(self) -> Seat | None:
        """Who has to act; None at the end."""
        return self.round.actor if self.offender is None else None

    def view(self, seat: Seat | None) -> View:
        """What a seat may know now, or a spectator."""
        seen = view(self.round, seat, self._standing)
        return seen if self.offender is None else seen._replace(legal=())

    def act(self, action: Action | str) -> None:
        """Go on with a legal action, words included."""
        self._go_on(self.round.apply(action).declare())

    def choose(self, number: SupportsIndex) -> None:
        """Go on with the action of a number and the word that belongs to it; one that is not legal ends the episode."""
        action = action_of(self.game, number)
        try:
            self._go_on(self.round.choose(action))
        except OvertrickError:
            self.offender = self.actor

    def _go_on(self, after: Round) -> None:
        """Begin the next deal of a match when one is over."""
        self.round = after
        if self.round.phase == "over" and self._match is not None:
            self._match = self._match.add(self.round)
            self._deal_next(self._match)

    def _deal_next(self, match: Match) -> None:
        self._standing = match.standing
        if not self._standing.is_over:
            self._go_on(match.next_round(deck_for(self.game, self._seed, len(match.history) + 1)).declare())

    @cached_property
    def scores(self) -> Scores:
        """What the sides have at the end: in the deal, or in all of the match."""
        if self._standing is not None:
            return self._standing.totals
        score = self.round.score
        return (0, 0) if score is None else score.scores

    def summary(self) -> dict[str, Any]:
        """How it ended: the scores of the sides, and who has chosen something illegal."""
        offender = {} if self.offender is None else {"offender": int(self.offender)}
        return {"scores": self.scores, **offender}

    def reward(self, seat: Seat, raw: bool) -> float:
        """What the end is worth to a player: from -1 to 1, or in points.

        It is what their side has more than the other, as a share of the best result of a deal, or who won the match.
        A player who has chosen something illegal loses as much as there is to lose, and so does the partner.
        """
        side, most = seat.side, best_result(self.game)
        if self.offender is not None:
            lost = -1.0 if self.offender.side is side else 1.0
            return lost * most if raw else lost
        more = self.scores[side - 1] - self.scores[side.other - 1]
        if raw:
            return float(more)
        if self._standing is not None:
            winner = self._standing.winner
            return 0.0 if winner is None else 1.0 if winner is side else -1.0
        return max(-1.0, min(1.0, more / most))


class Episodes:
    """The episodes of an environment, one after the other: those of a seed, or of one that chance has given."""

    def __init__(self, game: Game, match: bool) -> None:
        self.game, self.match = game, match
        self.seed: str | None = None
        self.number = 0
        """that of the episode that began last, from 1"""

    def next(self, seed: int | None = None) -> Episode:
        """The next episode; with a seed, its first one."""
        if seed is not None or self.seed is None:
            self.seed, self.number = str(seeding.np_random(seed)[1]), 0
        self.number += 1
        return Episode(self.game, self.seed, self.number, self.match)
