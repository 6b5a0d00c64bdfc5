"""A table: it decides what follows from what its players say and from the time, and keeps it as entries of its log.

A command is either refused, by an error and without any effect, or leads to entries. After each command and whenever
its time has come, `advance` does what is due: it deals, scores, lets bots stand in, ends the match.
"""

from __future__ import annotations

from overtrick.bots.bot import bot_name, check_name
from overtrick.core.errors import Illegal
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.round import Round
from overtrick.protocol import fair, incoming, outgoing
from overtrick.protocol.clean import clean_line, shortened
from overtrick.protocol.incoming import LONGEST_PLAYER
from overtrick.table.hints import Hints
from overtrick.table.ledger import Entropy
from overtrick.table.log import Moved, Opened, PersonSat
from overtrick.table.reasons import Forbidden
from overtrick.table.state import TableState


class Table(Hints):
    """One table; `changes` has what it did since the lobby last took them."""

    @classmethod
    def open(cls, table: str, game: str, options: incoming.Options, code: str, entropy: Entropy) -> Table:
        """A new table; `code` is the SHA-256 of that of a private one."""
        check_name(options.bot)
        opened = cls(TableState(), entropy)
        opened._do(Opened(table=table, game=game, options=options, code=code, secret=opened._secret()))
        return opened

    # Who is there

    def sit(self, seat: int, name: str, token: str, now: float, id_: str = "") -> None:
        """A person takes an empty seat; `token` is the SHA-256 of the one that opens it."""
        state = self.state
        if state.phase == "closed":
            raise Illegal("table-closed")
        if state.chairs[seat].kind != "empty":
            raise Illegal("seat-taken", seat=seat)
        self._do(PersonSat(seat=seat, name=shortened(name, LONGEST_PLAYER), token=token), seat, id_)
        self._salts.pop(seat, None)
        self.advance(now)

    def gone(self, seat: int, now: float) -> None:
        """A person's connection is lost."""
        if self.state.chairs[seat].present:
            self._do(outgoing.Gone(n=0, seat=seat, until=now + self.state.options.grace))
            self.advance(now)

    def back(self, seat: int, now: float) -> None:
        """A person has come back."""
        if not self.state.chairs[seat].present:
            self._do(outgoing.Back(n=0, seat=seat))
            self._welcome_back(now)

    def moved(self, seat: int, token: str, now: float) -> None:
        """A person goes on with another device; `token` is the SHA-256 of the one that opens the seat from now on."""
        self._do(Moved(seat=seat, token=token))
        self._welcome_back(now)

    def _welcome_back(self, now: float) -> None:
        if self._empty_since is not None:
            self._restart_clock(now)
        self._asked = 0
        self.advance(now)

    # Commands

    def command(self, seat: int, message: incoming.AtTable, now: float) -> outgoing.Done | None:
        """Do what a seated player says; the answer, where it had been done before, or led to no event of its own."""
        if message.id and (n := self.state.done.get((seat, message.id))):
            return outgoing.Done(id=message.id, n=n)
        if isinstance(message, incoming.Hint):
            self._hint(seat, message)
            return None
        match message:
            case incoming.Act():
                self._act(seat, message, now)
            case incoming.Ready():
                self._ready(seat, message)
            case incoming.Reveal():
                self._reveal(seat, message)
            case incoming.Salt():
                self._salts[seat] = fair.salt_nonce(message.words)
            case incoming.Propose():
                self._propose(seat, message, now)
            case incoming.Answer():
                self._answer(seat, message, now)
            case incoming.Say():
                self._say(seat, message)
            case incoming.AddBot():
                self._add_bot(seat, message)
            case incoming.RemoveBot():
                self._remove_bot(seat, message)
            case incoming.Leave():
                self._leave(seat, message.id)
        self.advance(now)
        if message.id and (seat, message.id) not in self.state.done:
            return outgoing.Done(id=message.id, n=self.state.n)
        return None

    def _act(self, seat: int, message: incoming.Act, now: float) -> None:
        self._check_at(message.at)
        round_ = self._deal_on_table()
        if self.state.paused:
            raise Illegal("paused")
        self._do_action(seat, self._after(round_, seat, message.action), "", now, message.id)

    def _after(self, round_: Round, seat: int, action: str) -> Round:
        """The round after an action of a seat, which may act now or call out of turn."""
        calls = len(round_.auction.calls)
        if round_.actor != seat:
            wanted = f"{' '.join(action.split()).lower()} {seat}"
            allowed = round_.auction.legal_out_of_turn(Seat(seat)) if round_.phase == "auction" else ()
            called = next((call for call in allowed if call.lower() in (wanted, wanted[:-2])), None)
            if called is None:
                raise Illegal("not-your-turn-now", player=round_.game.seat_name(round_.actor or SEATS[0]))
            return round_.apply(called)
        try:
            after = round_.apply(action)
        except Illegal as error:
            raise Forbidden(error, round_) from None
        for others_call in after.auction.calls[calls:]:
            # A forced pass may not be left out here, and nobody calls for somebody else.
            if len(after.auction.calls) > calls + 1 or others_call not in round_.legal():
                raise Illegal("not-your-turn-now", player=round_.game.seat_name(round_.actor))
        return after

    def _ready(self, seat: int, message: incoming.Ready) -> None:
        state = self.state
        if state.phase not in ("open", "deal") or message.deal != state.deal or state.committed is not None:
            raise Illegal("not-ready-now", deal=message.deal, next=state.deal)
        if state.chairs[seat].ready is None:
            self._do(outgoing.WasReady(n=0, seat=seat, commitment=message.commitment), seat, message.id)

    def _reveal(self, seat: int, message: incoming.Reveal) -> None:
        committed = self.state.committed
        if committed is None or self.state.dealt is not None or message.deal != committed.deal:
            raise Illegal("not-reveal-now", deal=message.deal)
        if message.nonce == fair.NOTHING or fair.commitment(bytes.fromhex(message.nonce)) != committed.seats[seat - 1]:
            raise Illegal("wrong-nonce")
        self._nonces[seat] = message.nonce

    def _say(self, seat: int, message: incoming.Say) -> None:
        text = clean_line(message.text)
        if not text:
            raise Illegal("nothing-said")
        self._do(outgoing.Said(n=0, seat=seat, name=self.state.chairs[seat].name, text=text), seat, message.id)

    def seat_bots(self, bot: str, person: int) -> None:
        """Put a bot on all empty seats but that of the person who will sit down next."""
        for seat in self.state.empty_seats:
            if seat != person:
                self._add_bot(0, incoming.AddBot(bot=bot, seat=seat))

    def _add_bot(self, author: int, message: incoming.AddBot) -> None:
        check_name(message.bot)
        empty = self.state.empty_seats
        seats = empty if message.seat is None else [message.seat]
        if not seats:
            raise Illegal("table-full")
        if message.seat is not None and message.seat not in empty:
            self._check_exchange(author, message.seat)
        for seat in seats:
            self._do(_bot_sat(seat, message.bot), author, message.id)

    def _check_exchange(self, author: int, seat: int) -> None:
        """A bot gives its seat to another: before a match, and between two deals if nobody else is concerned."""
        if self.state.chairs[seat].kind != "bot":
            raise Illegal("seat-taken", seat=seat)
        if self.state.round is not None:
            raise Illegal("bot-plays", seat=seat)
        if self.state.has_begun and not self._is_alone(author):
            raise Illegal("match-has-begun")

    def _remove_bot(self, author: int, message: incoming.RemoveBot) -> None:
        if self.state.has_begun:
            raise Illegal("match-has-begun")
        if self.state.chairs[message.seat].kind != "bot":
            raise Illegal("no-bot-there", seat=message.seat)
        self._do(outgoing.Left(n=0, seat=message.seat), author, message.id)

    def _leave(self, seat: int, id_: str) -> None:
        state, options = self.state, self.state.options
        name, has_begun = state.chairs[seat].name, state.has_begun
        self._do(outgoing.Left(n=0, seat=seat), seat, id_)
        if not has_begun:
            return
        if options.when_gone == "end":
            self._break_off(seat, name)
        elif self.state.persons and options.when_gone == "bot":
            self._do(_bot_sat(seat, options.bot))
        elif self.state.persons and not state.paused:
            self._do(outgoing.Paused(n=0, seat=seat))


def _bot_sat(seat: int, bot: str) -> outgoing.Sat:
    return outgoing.Sat(n=0, seat=seat, kind="bot", name=bot_name(bot), bot=bot)
