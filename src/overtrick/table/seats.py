"""The seats of a table: people take and leave them, and put bots on them."""

from __future__ import annotations

from overtrick.bots.bot import bot_name, check_name
from overtrick.core.errors import Illegal
from overtrick.core.seats import Seat
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.clean import shortened
from overtrick.protocol.incoming import LONGEST_PLAYER
from overtrick.table.accounts import NOBODY, Account, check_rated, check_rated_bot
from overtrick.table.ledger import Ledger
from overtrick.table.log import PersonSat


class Seats:
    """Lets people and bots have seats."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def seat_for(self, account: Account) -> int:
        """The first empty seat, or 0; where matches count, that opposite a player who sits there already."""
        state = self._ledger.state
        taken = [seat for seat, chair in state.persons if account.player and chair.account.player == account.player]
        partners = [int(Seat(seat).partner) for seat in taken if state.options.rated]
        return next((seat for seat in (*partners, *state.empty_seats) if seat in state.empty_seats), 0)

    def sit(self, seat: int, name: str, token: str, id_: str = "", account: Account = NOBODY) -> None:
        """A person takes an empty seat; `token` is the SHA-256 of the one that opens it."""
        state = self._ledger.state
        if state.phase == "closed":
            raise Illegal("table-closed")
        if state.chairs[seat].kind != "empty":
            raise Illegal("seat-taken", seat=seat)
        if state.options.rated:
            self._check_account(seat, account)
        sat = PersonSat(seat=seat, name=shortened(name, LONGEST_PLAYER), token=token, **account._asdict())
        self._ledger.write(sat, seat, id_)

    def _check_account(self, seat: int, account: Account) -> None:
        """Refuse a player without a key, and one who would play against themselves; a program may be two partners."""
        check_rated(account)
        for other, chair in self._ledger.state.persons:
            if chair.account.player == account.player and not (account.program and Seat(other) is Seat(seat).partner):
                raise Illegal("plays-already", seat=other)

    def leave(self, seat: int, id_: str = "", by: int = 0) -> None:
        """A person goes for good, or is sent away by the host; amid a match that has consequences."""
        state, options = self._ledger.state, self._ledger.state.options
        name, has_begun = state.chairs[seat].name, state.has_begun
        self._ledger.write(outgoing.Left(n=0, seat=seat, by=by), by or seat, id_)
        if not has_begun:
            return
        if options.when_gone == "end":
            self._ledger.break_off(seat, name)
        elif state.persons and options.when_gone == "bot":
            self._ledger.write(_bot_sat(seat, options.bot))
        elif state.persons and not state.paused:
            self._ledger.write(outgoing.Paused(n=0, seat=seat))

    def add_bot(self, author: int, message: incoming.AddBot) -> None:
        """Put a bot on an empty seat, on all of them, or on that of another bot."""
        check_name(message.bot)
        if self._ledger.state.options.rated:
            check_rated_bot(message.bot)
        empty = self._ledger.state.empty_seats
        seats = empty if message.seat is None else [message.seat]
        if not seats:
            raise Illegal("table-full")
        if message.seat is not None and message.seat not in empty:
            self._check_exchange(author, message.seat)
        for seat in seats:
            self._ledger.write(_bot_sat(seat, message.bot), author, message.id)

    def _check_exchange(self, author: int, seat: int) -> None:
        """A bot gives its seat to another: before a match, and between two deals if nobody else is concerned."""
        state = self._ledger.state
        if state.chairs[seat].kind != "bot":
            raise Illegal("seat-taken", seat=seat)
        if state.round is not None:
            raise Illegal("bot-plays", seat=seat)
        if state.has_begun and (state.options.rated or not state.is_alone(author)):
            raise Illegal("match-has-begun")

    def remove_bot(self, author: int, message: incoming.RemoveBot) -> None:
        state = self._ledger.state
        if state.has_begun:
            raise Illegal("match-has-begun")
        if state.chairs[message.seat].kind != "bot":
            raise Illegal("no-bot-there", seat=message.seat)
        self._ledger.write(outgoing.Left(n=0, seat=message.seat), author, message.id)


def _bot_sat(seat: int, bot: str) -> outgoing.Sat:
    return outgoing.Sat(n=0, seat=seat, kind="bot", name=bot_name(bot), bot=bot)
