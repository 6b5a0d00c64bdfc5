"""An episode: a deal or a match from its first call to its end, played by the numbers of actions."""

from __future__ import annotations

from typing import SupportsIndex

from overtrick.core.actions import Action
from overtrick.core.game import Game
from overtrick.core.scoring import Scores
from overtrick.core.seats import Seat
from overtrick.deal.deals import NumberedMatch, numbered_deal
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.engine.rewards import best_result, match_reward, reward_of
from overtrick.learning.actions import action_of
from overtrick.learning.spaces import losses, seed_text


class Episode:
    """The deal of a number of a seed, or a match of deals as `overtrick simulate` has them."""

    game: Game
    round: Round
    """the deal as it is now"""
    offender: Seat | None
    """who has chosen something illegal, which ends the episode"""

    def __init__(self, game: Game, seed: str, number: int, match: bool) -> None:
        self.game, self.offender = game, None
        self._match = NumberedMatch(game, seed, number) if match else None
        self._go_on(numbered_deal(game, seed, number) if self._match is None else self._match.next_round())

    @property
    def actor(self) -> Seat | None:
        """Who has to act; None at the end."""
        return self.round.actor if self.offender is None else None

    def view(self, seat: Seat | None) -> View:
        """What a seat may know now, or a spectator."""
        seen = view(self.round, seat, None if self._match is None else self._match.standing)
        return seen if self.offender is None else seen._replace(legal=())

    def act(self, action: Action | str) -> None:
        """Go on with a legal action, words included."""
        self._go_on(self.round.apply(action))

    def choose(self, number: SupportsIndex) -> None:
        """Go on with the action of a number and the word that belongs to it; one that is not legal ends the episode."""
        action = action_of(self.game, number)
        if action in self.round.legal():
            self._go_on(self.round.choose(action))
        else:
            self.offender = self.actor

    def _go_on(self, after: Round) -> None:
        """Let the next player declare, and begin the next deal of a match when one is over."""
        self.round = after.declare()
        if self.round.score is not None and self._match is not None:
            self._match.add(self.round.score)
            if not self._match.standing.is_over:
                self._go_on(self._match.next_round())

    @property
    def scores(self) -> Scores:
        """What the sides have at the end: in the deal, or in all of the match."""
        if self._match is not None:
            return self._match.standing.totals
        score = self.round.score
        return (0, 0) if score is None else score.scores

    def reward(self, seat: Seat, raw: bool) -> float:
        """What the end is worth to a player: from -1 to 1, or in points.

        It is what their side has more than the other, as a share of the best result of a deal, or who won the match.
        A player who has chosen something illegal loses as much as there is to lose, and so does the partner.
        """
        if self.offender is not None:
            return float(losses(self.game, raw)[self.offender - 1, seat - 1])
        if self._match is not None:
            return match_reward(self._match.standing, seat.side, raw)
        return reward_of(self.scores, seat, 0 if raw else best_result(self.game))


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
            self.seed, self.number = seed_text(seed), 0
        self.number += 1
        return Episode(self.game, self.seed, self.number, self.match)
