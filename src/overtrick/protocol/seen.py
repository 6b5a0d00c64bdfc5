"""What a client knows of the table where it sits or looks on, from the messages of the server alone."""

from __future__ import annotations

from msgspec.structs import replace

from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat, Side
from overtrick.deal.view import View
from overtrick.protocol import outgoing
from overtrick.protocol.infos import deal_info
from overtrick.protocol.outgoing import Snapshot, TableEvent
from overtrick.protocol.parts import DealInfo, ProposalInfo, SeatInfo, StandingInfo
from overtrick.protocol.seen_deal import standing_of, view_after, view_at_end, view_of


class Seen:
    """A table as one client sees it: a snapshot, and the events after it.

    `view` is what its seat may know of the deal on the table, and between two deals of the last one, then with its
    score; None before the first.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        """The table as it was sent whole; raises `Invalid` if that makes no sense."""
        try:
            _check_numbers(snapshot, snapshot.standing, snapshot.proposal, snapshot.scored, snapshot.ended)
            self.seat = None if snapshot.seat is None else Seat(snapshot.seat)
            self.game = find_game(snapshot.game)
            self.view: View | None = None
            self.deal_number = snapshot.next_deal
            """of the deal on the table, or of the last one; of the next one before the first"""
            self.standing = snapshot.standing
            self._deal(snapshot.deal)
        except (ValueError, LookupError):
            raise Invalid("lost-track", number=snapshot.n) from None
        self.n = snapshot.n
        """the number of the last event"""
        self.table, self.options, self.state = snapshot.table, snapshot.options, snapshot.state
        self.seats: list[SeatInfo] = list(snapshot.seats)
        self.next_deal = snapshot.next_deal
        """the deal on the table, or the next one"""
        self.commitment, self.commitments = snapshot.commitment, snapshot.commitments
        self.proposal = snapshot.proposal
        self.paused = snapshot.paused
        self.until = snapshot.until
        """when the clock of the turn ends"""
        self.scored = snapshot.scored
        """what the last deal was worth"""
        self.ended = snapshot.ended
        """how the match ended"""

    @property
    def deal(self) -> DealInfo | None:
        """The view as the server would send it."""
        return None if self.view is None else deal_info(self.view, self.deal_number)

    def info(self, seat: int) -> SeatInfo:
        """Who sits on a seat."""
        return self.seats[seat - 1]

    def apply(self, event: TableEvent) -> bool:
        """What happened next; False, and nothing is changed, for an event that was seen already.

        Raises `Invalid` with the code `lost-track` where an event is missing or makes no sense after what was seen.
        Then a fresh snapshot is needed.
        """
        if event.n <= self.n:
            return False
        if event.n != self.n + 1:
            raise Invalid("lost-track", number=event.n)
        try:
            _check_numbers(event)
            self._take(event)
        except (ValueError, LookupError):
            raise Invalid("lost-track", number=event.n) from None
        self.n = event.n
        return True

    def _take(self, event: TableEvent) -> None:
        match event:
            case outgoing.Acted():
                self.view = view_after(self._on_table(), event)
                self._new_position(event.until)
            case outgoing.Dealt():
                self.state = "play"
                self._deal(event.deal)
                self._new_position(event.until)
                self._nobody_ready()
            case outgoing.TakenBack():
                self._deal(event.deal)
                self._new_position(event.until)
            case outgoing.Scored():
                self.view = view_at_end(self._on_table(), event.hands, event.claimed)
                self.scored, self.standing, self.state = event, event.standing, "deal"
                self._next_deal(event.next_deal, event.commitment)
            case outgoing.Ended():
                self.state, self.paused, self.ended = "over", False, event
                if event.secret:
                    self.view = None
                self._next_deal(event.next_deal, event.commitment)
                self._nobody_ready()
            case outgoing.Restarted():
                self.state, self.standing = "deal", StandingInfo()
                self.scored = self.ended = None
                self._new_position(None)
            case outgoing.WasReady():
                self._change(event.seat, ready=True)
            case outgoing.Committed():
                self.commitments = event.seats
            case outgoing.Proposed():
                self.proposal = ProposalInfo(event.seat, event.what, event.tricks)
            case outgoing.Answered():
                made = self.proposal
                agreed = None if made is None else replace(made, agreed=(*made.agreed, event.seat))
                self.proposal = agreed if event.yes else None
            case outgoing.Paused():
                self.paused, self.until = True, None
            case outgoing.Resumed():
                self.paused, self.until = False, event.until
            case outgoing.Sat():
                self.seats[event.seat - 1] = SeatInfo(event.kind, event.name, event.bot)
            case outgoing.Left():
                self.seats[event.seat - 1], self.proposal = SeatInfo(), None
            case outgoing.Gone():
                self._change(event.seat, present=False)
                self.proposal = None
            case outgoing.Back():
                self._change(event.seat, present=True, bot="")
            case outgoing.StoodIn():
                self._change(event.seat, bot=event.bot)
            case outgoing.Closed():
                self.state = "closed"
                self._new_position(None)
            case outgoing.Said():
                pass

    def _deal(self, deal: DealInfo | None) -> None:
        if deal is not None:
            self.view = view_of(self.game, self.seat, deal, standing_of(self.standing))
            self.deal_number = deal.deal

    def _on_table(self) -> View:
        if self.view is None:
            raise ValueError("there is no deal on the table")
        return self.view

    def _next_deal(self, number: int, commitment: str) -> None:
        self.next_deal, self.commitment, self.commitments = number, commitment, ()
        self._new_position(None)

    def _new_position(self, until: float | None) -> None:
        self.until, self.proposal = until, None

    def _nobody_ready(self) -> None:
        for seat in Seat:
            self._change(seat, ready=False)

    def _change(self, seat: int, **fields: object) -> None:
        self.seats[seat - 1] = replace(self.seats[seat - 1], **fields)


def _check_numbers(*parts: object) -> None:
    """Raises `ValueError` for what is no seat or no side."""
    for part in parts:
        for name, kind in (("seat", Seat), ("winner", Side)):
            number = getattr(part, name, None)
            if number is not None:
                kind(number)
