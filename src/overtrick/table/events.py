"""What is told of a table: the events that the entries of its log become, and the table as a newcomer sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from overtrick.core.seats import Seat
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.protocol import fair, infos, outgoing
from overtrick.protocol.outgoing import TableEvent
from overtrick.protocol.parts import DealInfo
from overtrick.table import cut
from overtrick.table.cut import EVERYBODY, Audience
from overtrick.table.log import Action, CardsDealt, DealEnded, Line, MatchEnded, Moved, Opened, PersonSat, TookBack

if TYPE_CHECKING:
    from overtrick.table.state import TableState

Addressed = tuple[Audience, TableEvent]
"""an event, and the seats that get it"""


def events_of(line: Line, state: TableState, before: Round | None) -> list[Addressed]:
    """What everybody gets of an entry; `state` is that after it, `before` the deal on the table before it."""
    match line.entry:
        case Action() as entry:
            assert before is not None
            assert state.round is not None
            return list(cut.acted(state.n, entry, before, state.round, line.author, line.id).items())
        case Opened():
            return []
        case CardsDealt() | TookBack() as entry:
            assert state.round is not None
            infos = cut.deal_infos(state.round, state.deal)
            return [((audience,), _deal(state.n, entry, info)) for audience, info in infos.items()]
        case DealEnded():
            assert state.scored is not None
            return [(EVERYBODY, state.scored)]
        case MatchEnded():
            assert state.ended is not None
            return [(EVERYBODY, state.ended)]
        case PersonSat() as entry:
            return _with_id(outgoing.Sat(n=state.n, seat=entry.seat, kind="person", name=entry.name), line)
        case Moved() as entry:
            return [(EVERYBODY, outgoing.Back(n=state.n, seat=entry.seat))]
        case public:
            return _with_id(replace(public, n=state.n), line)


def _with_id(event: TableEvent, line: Line) -> list[Addressed]:
    """An event for everybody, with the id of the command for its author."""
    if not line.id:
        return [(EVERYBODY, event)]
    others = tuple(seat for seat in EVERYBODY if seat != line.author)
    return [((line.author,), replace(event, id=line.id)), (others, event)]


def _deal(n: int, entry: CardsDealt | TookBack, info: DealInfo) -> outgoing.Dealt | outgoing.TakenBack:
    if isinstance(entry, TookBack):
        return outgoing.TakenBack(n=n, deal=info, until=entry.until)
    return outgoing.Dealt(n=n, nonces=entry.nonces, marks=entry.marks, deal=info, until=entry.until)


def scored(state: TableState, entry: DealEnded, round_: Round, secret: bytes) -> outgoing.Scored:
    """What is told of a deal that is over; `state` is that after it, `round_` and `secret` are those of the deal."""
    score = entry.score
    first, second, third, fourth = round_.tally.points_of if round_.contract is not None else [0] * 4
    return outgoing.Scored(
        n=state.n,
        deal=state.deal - 1,
        parts=infos.part_infos(score),
        scores=score.scores,
        winner=infos.number_of(score.winner),
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
        winner=infos.number_of(winner),
        totals=standing.totals,
        seat=entry.seat,
        name=entry.name,
        secret=secret.hex() if entry.secret else "",
        next_deal=state.deal,
        commitment=fair.commitment(state.secret),
    )


def snapshot(state: TableState, seat: int) -> outgoing.Snapshot:
    """All that a seat may know, or with 0 whoever looks on."""
    round_, committed = state.round, state.committed
    seen = None if round_ is None else view(round_, Seat(seat) if seat else None)
    return outgoing.Snapshot(
        n=state.n,
        table=state.table,
        game=state.game_text,
        options=state.options,
        state=state.phase,
        seat=seat or None,
        seats=state.seats,
        standing=infos.standing_info(state.match.standing),
        next_deal=state.deal,
        commitment=fair.commitment(state.secret),
        commitments=() if committed is None else committed.seats,
        deal=None if seen is None else infos.deal_info(seen, state.deal),
        scored=state.scored,
        ended=state.ended,
        proposal=state.proposal,
        paused=bool(state.paused),
        until=state.until,
    )
