"""What is told when a deal or a match is over. A table keeps it, for those who come later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.core.seats import Seat
from overtrick.deal.round import Round
from overtrick.protocol import fair, infos, outgoing
from overtrick.table.log import DealEnded, MatchEnded

if TYPE_CHECKING:
    from overtrick.table.state import TableState


def ended_round(before: Round, entry: DealEnded) -> Round:
    """The round of a deal that is over, by its last card or by a claim to which all agreed."""
    return before if entry.claimed is None else before.claim(entry.claimed, lambda _, __: True)


def scored(state: TableState, entry: DealEnded, before: Round, secret: bytes) -> outgoing.Scored:
    """What is told of a deal that is over; `state` is that after it, `before` and `secret` are those of the deal."""
    score, round_ = entry.score, ended_round(before, entry)
    first, second, third, fourth = round_.tally.points_of if round_.contract is not None else [0] * 4
    return outgoing.Scored(
        n=state.n,
        deal=state.deal - 1,
        parts=infos.part_infos(score),
        scores=score.scores,
        winner=None if score.winner is None else int(score.winner),
        played=score.is_played,
        claimed=entry.claimed,
        points=(first, second, third, fourth),
        standing=infos.standing_info(state.match.standing),
        hands=infos.dealt_hands(round_),
        secret=secret.hex(),
        next_deal=state.deal,
        commitment=fair.commitment(state.secret),
    )


def ended(state: TableState, entry: MatchEnded, secret: bytes) -> outgoing.Ended:
    """What is told of a match that is over; `state` is that after it, `secret` that of a deal that was broken off."""
    standing = state.match.standing
    winner = standing.winner
    if entry.why == "resigned" and entry.seat is not None:
        winner = Seat(entry.seat).side.other
    return outgoing.Ended(
        n=state.n,
        why=entry.why,
        winner=None if winner is None else int(winner),
        totals=standing.totals,
        seat=entry.seat,
        name=entry.name,
        secret=secret.hex() if entry.secret else "",
        next_deal=state.deal,
        commitment=fair.commitment(state.secret),
    )
