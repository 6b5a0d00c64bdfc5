"""What becomes of a deal if the sides end with some points: who wins it, and with how many the takers do."""

from __future__ import annotations

from typing import Literal

from overtrick.core.cards import Card, Cards
from overtrick.core.scoring import Scores, ahead, seen_from
from overtrick.core.seats import SEATS, Side
from overtrick.deal.position import Position
from overtrick.deal.round import Round
from overtrick.engine.solver.reference import at_stake, capot_bonus
from overtrick.engine.solver.solve import solve
from overtrick.reviewing.played_deal import PlayedDeal
from overtrick.reviewing.weighing import Effort

Winner = Side | Literal["unknown"] | None
"""Who wins a deal; None if nobody does."""


class Fate:
    """Who wins a deal, by what the side of the deal has at the end in the units of the solver.

    Belotes and annonces are those of the deal. Points do not tell whether a side without any wins a trick: that is
    searched where all tricks were bid, and else it is taken to win none.
    """

    def __init__(self, deal: PlayedDeal, effort: Effort) -> None:
        self._deal = deal
        self._effort = effort
        self._needs_all_tricks = deal.record.game.sweeper(deal.contract) is not None
        self.total = at_stake((*deal.rounds, deal.end)[0].position)
        """what both sides have together"""

    def winner(self, round_: Round, points: int) -> Winner:
        """The side that wins the deal if the deal's side ends with some points."""
        if not self._needs_all_tricks:
            return self._winner(points, round_.tally.tricks)
        sweeps = self._sweeps(round_, points)
        return "unknown" if sweeps is None else self._deal.side if sweeps else self._deal.side.other

    @property
    def needed(self) -> int | None:
        """The least with which the deal's side wins; None where nothing is enough."""
        if self._needs_all_tricks:
            return self.total
        enough = (points for points in range(self.total + 1) if self._winner(points) is self._deal.side)
        return next(enough, None)

    def _winner(self, points: int, tricks: Scores = (0, 0)) -> Side | None:
        game, both = self._deal.record.game, seen_from(self._deal.side, (points, self.total - points))
        score = game.score(game.ended_with(both, self._deal.outcome._replace(tricks=tricks)))
        return ahead(both) if score is None else score.winner

    def _sweeps(self, round_: Round, points: int) -> bool | None:
        """Whether the takers, or the one who bid it, win all tricks by best play; None where that was not found out."""
        contract, tally, position = self._deal.contract, round_.tally, round_.position
        if points < self.total or tally.tricks[self._deal.side.other - 1]:
            return False
        if self._deal.record.game.sweeper(contract) == "side":
            return self._can_win_all(position)
        if contract.seat is None:
            return None
        if tally.tricks_of[contract.seat - 1] < len(round_.tricks):
            return False
        return self._can_win_alone(position) if position.trick.leader is contract.seat else None

    def _can_win_alone(self, position: Position) -> bool | None:
        """Whether the leader can win all tricks that remain alone; None if not found out.

        They can if nobody has a card above one of theirs, and cannot if both partners together cannot.
        """
        trick, hands = position.trick, position.hands
        beaten_by = position.game.rules(position.strain).ranking.beaten_by
        lead, followed = trick.cards[:1], Cards(trick.cards[1:])
        if any(beaten_by[card.index] & followed.mask for card in lead):
            return False
        others = sum(hands[seat - 1].mask for seat in SEATS if seat is not trick.leader)
        if not any(beaten_by[card.index] & others for card in (*lead, *hands[trick.leader - 1])):
            return True
        return False if self._can_win_all(position) is False else None

    def _can_win_all(self, position: Position) -> bool | None:
        """Whether the deal's side can win all tricks that remain, whatever the others do; None if not found out."""
        if position.turn.side is not self._deal.side:
            answer: bool | None = True
            for card in position.legal():
                after = self._wins_all_after(position, card)
                if after is False:
                    return False
                answer = answer and after
            return answer
        if not position.legal():
            return True
        all_of_it = at_stake(position) + capot_bonus(position.game)
        solution = solve(position, capot=True, at_least=all_of_it, max_nodes=self._effort.max_nodes)
        return solution.at_least(all_of_it)

    def _wins_all_after(self, position: Position, card: Card) -> bool | None:
        """The same after a card of the others, with which they must not win the trick."""
        after = position.play_unchecked(card)
        is_lost = not after.trick.cards and after.trick.leader.side is not self._deal.side
        return False if is_lost else self._can_win_all(after)
