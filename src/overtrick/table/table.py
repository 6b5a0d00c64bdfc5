"""A table: it decides what follows from what its players say and from the time, and keeps it as entries of its log."""

from __future__ import annotations

from math import inf

from overtrick.core.errors import Illegal
from overtrick.protocol import incoming, outgoing
from overtrick.table.absence import Absence
from overtrick.table.accounts import NOBODY, Account
from overtrick.table.agreements import Agreements
from overtrick.table.daily import is_help
from overtrick.table.fair_dealing import FairDealing
from overtrick.table.hints import Hints
from overtrick.table.hosting import Hosting
from overtrick.table.ledger import Entropy, Ledger
from overtrick.table.seats import Seats
from overtrick.table.state import TableState
from overtrick.table.talk import Talk
from overtrick.table.turns import Turns


class Table:
    """One table. Its parts write to one ledger, and know nothing of each other."""

    def __init__(self, state: TableState, entropy: Entropy) -> None:
        self.state = state
        self.ledger = ledger = Ledger(state, entropy)
        self.absence = Absence(ledger)
        self.turns = Turns(ledger)
        self.hints = Hints(ledger)
        self._talk = Talk(ledger)
        self._seats = Seats(ledger)
        self._hosting = Hosting(ledger, self._seats)
        self._dealing = FairDealing(ledger)
        self.agreements = Agreements(ledger)

    def sit(self, seat: int, name: str, token: str, id_: str = "", account: Account = NOBODY) -> None:
        """A person takes an empty seat; `token` is the SHA-256 of the one that opens it."""
        self._seats.sit(seat, name, token, id_, account)
        self._dealing.forget_salt(seat)

    def seat_for(self, account: Account) -> int:
        """The seat of a player who does not say which; 0 where there is none."""
        return self._seats.seat_for(account)

    def seat_bots(self, bot: str, person: int) -> None:
        """Put a bot on all empty seats but that of the person who will sit down next."""
        for seat in self.state.empty_seats:
            if seat != person:
                self._seats.add_bot(0, incoming.AddBot(bot=bot, seat=seat))

    def command(self, seat: int, message: incoming.AtTable, now: float) -> outgoing.Done | None:
        """Do what a seated player says; the answer, where it had been done before, or led to no event of its own."""
        if message.id and (n := self.state.done.get((seat, message.id))):
            return outgoing.Done(id=message.id, n=n)
        if self.state.is_daily and is_help(message):
            raise Illegal("not-in-daily")
        match message:
            case incoming.Act():
                self.turns.act(seat, message, now)
            case incoming.Hint():
                self.hints.ask(seat, message)
                return None
            case incoming.Ready():
                self._dealing.ready(seat, message)
            case incoming.Keep():
                self._dealing.keep(seat, message)
            case incoming.Reveal():
                self._dealing.reveal(seat, message)
            case incoming.Salt():
                self._dealing.salt(seat, message)
            case incoming.Propose():
                if not self.agreements.propose(seat, message, now):
                    return None
            case incoming.Answer():
                self.agreements.answer(seat, message, now)
            case incoming.Say():
                self._talk.say(seat, message)
            case incoming.Emote():
                self._talk.emote(seat, message)
            case incoming.Report():
                self._talk.report(seat, message, now)
            case incoming.Mute():
                self._hosting.mute(seat, message)
            case incoming.Kick():
                self._hosting.kick(seat, message)
            case incoming.Pace():
                self._hosting.pace(seat, message)
            case incoming.AddBot():
                self._seats.add_bot(seat, message)
            case incoming.RemoveBot():
                self._seats.remove_bot(seat, message)
            case incoming.Leave():
                self._seats.leave(seat, message.id)
        self.advance(now)
        if message.id and (seat, message.id) not in self.state.done:
            return outgoing.Done(id=message.id, n=self.state.n)
        return None

    def advance(self, now: float) -> None:
        """Do all that is due by now. Bots are asked only where somebody is there to see what they do."""
        while self._next_step(now):
            pass
        if not self.absence.is_empty:
            self.turns.wake_bot(now)

    def _next_step(self, now: float) -> bool:
        """One thing that is due, if there is any."""
        state = self.state
        if state.phase == "closed":
            return False
        if state.round is not None and state.round.phase == "over":
            self.ledger.end_deal(state.round)
            return True
        return self.absence.advance(now) or self._dealing.advance(now)

    @property
    def wake_at(self) -> float | None:
        """When `advance` has something to do, if nobody says anything before."""
        if self.state.phase == "closed":
            return None
        turn_ends = inf if self.absence.is_empty else self.turns.wake_at
        earliest = min(self.absence.wake_at, self._dealing.wake_at, turn_ends)
        return None if earliest == inf else earliest
