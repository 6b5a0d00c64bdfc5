"""The events that the entries of a table's log become, for everybody there; and a table as a newcomer sees it."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from overtrick.core.seats import Seat
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.protocol import fair, infos, outgoing
from overtrick.protocol.outgoing import TableEvent
from overtrick.protocol.parts import DealInfo
from overtrick.table import cut
from overtrick.table.cut import EVERYBODY, Audience
from overtrick.table.log import (
    Action,
    CardsDealt,
    DealEnded,
    Line,
    MatchEnded,
    Moved,
    Opened,
    PersonSat,
    TookBack,
)
from overtrick.table.state import TableState, seats_of

By = Literal["", "stand-in", "clock"]
Posts = list[tuple[Audience, TableEvent]]


def events_of(line: Line, state: TableState, before: Round | None) -> Posts:
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


def _with_id(event: TableEvent, line: Line) -> Posts:
    """An event for everybody, with the id of the command for its author."""
    if not line.id:
        return [(EVERYBODY, event)]
    others = tuple(seat for seat in EVERYBODY if seat != line.author)
    return [((line.author,), replace(event, id=line.id)), (others, event)]


def _deal(n: int, entry: CardsDealt | TookBack, info: DealInfo) -> outgoing.Dealt | outgoing.TakenBack:
    if isinstance(entry, TookBack):
        return outgoing.TakenBack(n=n, deal=info, until=entry.until)
    return outgoing.Dealt(n=n, nonces=entry.nonces, marks=entry.marks, deal=info, until=entry.until)


def snapshot(state: TableState, seat: int) -> outgoing.Snapshot:
    """All that a seat may know, or with 0 whoever looks on."""
    round_, committed = state.round, state.committed
    return outgoing.Snapshot(
        n=state.n,
        table=state.table,
        game=state.game_text,
        options=state.options,
        state=state.phase,
        seat=seat or None,
        seats=seats_of(state.chairs),
        standing=infos.standing_info(state.match.standing),
        next_deal=state.deal,
        commitment=fair.commitment(state.secret),
        commitments=() if committed is None else committed.seats,
        deal=None if round_ is None else infos.deal_info(view(round_, _seat(seat)), state.deal),
        scored=state.scored,
        ended=state.ended,
        proposal=state.proposal,
        paused=bool(state.paused),
        until=state.until,
    )


def _seat(audience: int) -> Seat | None:
    return Seat(audience) if audience else None
