"""What is due at a table: it deals, scores, waits, lets bots stand in and act, and ends the match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, TypeVar

from overtrick.core.seats import Seat
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.protocol import fair, outgoing
from overtrick.table import events
from overtrick.table.ledger import Entropy, Ledger
from overtrick.table.log import CardsDealt, DealEnded, MatchEnded
from overtrick.table.output import Thinking
from overtrick.table.state import Chair, TableState

T = TypeVar("T")

TIME_TO_REVEAL: Final = 10.0
"""seconds to open a nonce, if the table's grace is shorter"""
KEPT: Final = 24 * 3600.0
"""seconds for which a table is kept at which nobody is present"""
SEED_BYTES: Final = 8


class Clockwork(Ledger):
    """A table that does what is due. What it has beside its state is lost with the server and found again."""

    def __init__(self, state: TableState, entropy: Entropy) -> None:
        super().__init__(state, entropy)
        self._nonces: dict[int, str] = {}
        """what the seats have opened for the deal to come"""
        self._salts: dict[int, str] = {}
        """nonces that players gave as words, for the next deal to which nobody is bound yet"""
        self._salted: set[int] = set()
        """the seats whose words count in the deal to come"""
        self._ready_until: float | None = None
        """when those who are not ready are no longer waited for"""
        self._empty_since: float | None = None
        """since when nobody is present"""
        self._asked = 0
        """the position for which a bot is thinking"""
        self._late = 0
        """the position in which the clock has run out"""

    def advance(self, now: float) -> None:
        """Do all that is due by now."""
        while self._next_step(now):
            pass
        self._wake_bot(now)

    def _next_step(self, now: float) -> bool:
        """One thing that is due, if there is any."""
        state = self.state
        if state.phase == "closed":
            return False
        if state.round is not None and state.round.phase == "over":
            self._end_deal(state.round, None)
            return True
        return self._see_to_absent(now) or self._see_to_pause(now) or self._see_to_deal(now)

    def _end_deal(self, round_: Round, claimed: int | None) -> None:
        score = round_.score
        assert score is not None, "the deal is over"
        self._do(DealEnded(score=score, claimed=claimed, secret=self._secret()))
        standing = self.state.match.standing
        if standing.is_over:
            self._end_match(MatchEnded(why="drawn" if standing.winner is None else "won"))

    def _end_match(self, entry: MatchEnded) -> None:
        self._do(entry)
        if self.state.options.once:
            self._do(outgoing.Closed(n=0))

    def _break_off(self, seat: int, name: str) -> None:
        """The match ends since a player is gone, and with it the table."""
        self._do(MatchEnded(why="gone", seat=seat, name=name, secret=self._secret()))
        self._do(outgoing.Closed(n=0))

    def _see_to_absent(self, now: float) -> bool:
        state, persons = self.state, self.state.persons
        if state.all_present:
            self._empty_since = None
            return False
        if any(chair.present for _, chair in persons):
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = now
        if not persons or (self._empty_since is not None and now >= self._empty_since + KEPT):
            if state.n > 1:  # a table that has just been made has nobody yet
                self._do(outgoing.Closed(n=0))
            return state.n > 1
        has_begun = state.has_begun
        for seat, chair in persons:
            if chair.present or now < chair.until:
                continue
            if not has_begun:
                self._do(outgoing.Left(n=0, seat=seat))
                return True
            if state.options.when_gone == "end":
                self._break_off(seat, chair.name)
                return True
            if state.options.when_gone == "bot" and not chair.bot:
                self._do(outgoing.StoodIn(n=0, seat=seat, bot=state.options.bot))
                self._asked = 0
                return True
            if state.options.when_gone == "pause" and not state.paused:
                self._do(outgoing.Paused(n=0, seat=seat))
                return True
        return False

    def _see_to_pause(self, now: float) -> bool:
        state = self.state
        if not state.paused or state.empty_seats:
            return False
        if any(not chair.present and now >= chair.until for _, chair in state.persons):
            return False
        self._do(outgoing.Resumed(n=0, until=None if state.round is None else self._clock_end(state.round, now)))
        return True

    def _see_to_deal(self, now: float) -> bool:
        """The steps that lead to a deal."""
        state = self.state
        if state.phase not in ("open", "deal") or state.paused or state.empty_seats:
            self._ready_until = None
            return False
        if state.committed is None:
            waited_for = [seat for seat, chair in state.persons if chair.ready is None and not chair.bot]
            if state.has_begun and self._ready_until is None:
                self._ready_until = now + max(state.options.grace, TIME_TO_REVEAL)
            if waited_for and self._ready_until is not None and now >= self._ready_until:
                self._do(outgoing.WasReady(n=0, seat=waited_for[0]))
                return True
            if not waited_for:
                self._commit(now)
            return not waited_for
        bound = [seat for seat, chair in state.persons if self._is_bound(seat, chair, state.committed)]
        waited_for = [seat for seat in bound if seat not in self._nonces]
        if waited_for and now < state.committed.until:
            return False
        self._deal_cards(state.committed, now)
        return True

    def _commit(self, now: float) -> None:
        state = self.state
        salts, self._salts = self._salts, {}
        # Words are open already, but from now on they cannot change.
        self._nonces = {seat: nonce for seat, nonce in salts.items() if state.chairs[seat].ready == fair.NOTHING}
        self._salted, self._ready_until = set(self._nonces), None
        bound = {seat: chair.ready or fair.NOTHING for seat, chair in state.chairs.items()}
        bound |= {seat: fair.commitment(bytes.fromhex(nonce)) for seat, nonce in self._nonces.items()}
        self._do(
            outgoing.Committed(
                n=0,
                deal=state.deal,
                server=fair.commitment(state.secret),
                seats=_four(list(bound.values())),
                until=now + max(state.options.grace, TIME_TO_REVEAL),
            )
        )

    @staticmethod
    def _is_bound(seat: int, chair: Chair, committed: outgoing.Committed) -> bool:
        """Whether who is on a seat has committed himself, not somebody who sat there before, nor by words."""
        return chair.ready != fair.NOTHING and chair.ready == committed.seats[seat - 1]

    def _mark(self, seat: int, chair: Chair, committed: outgoing.Committed) -> fair.Mark:
        if seat in self._nonces:
            return "uncommitted" if seat in self._salted else "committed"
        if chair.kind == "bot":
            return "bot"
        return "missing" if self._is_bound(seat, chair, committed) else "uncommitted"

    def _deal_cards(self, committed: outgoing.Committed, now: float) -> None:
        state = self.state
        nonces = [self._nonces.get(seat, fair.NOTHING) for seat in state.chairs]
        marks = [self._mark(seat, chair, committed) for seat, chair in state.chairs.items()]
        seed = fair.deal_seed(state.table, state.deal, state.secret, nonces)
        deck = fair.deck_of_seed(state.game, seed)
        round_ = state.match.next_round(deck)
        until = self._clock_end(round_, now)
        entry = CardsDealt(deck="".join(map(str, deck)), nonces=_four(nonces), marks=_four(marks), until=until)
        self._do(entry, after=round_)

    def _wake_bot(self, now: float) -> None:
        """Ask for a bot's action where it is one's turn, unless nobody is there to see it."""
        state, round_ = self.state, self.state.round
        if round_ is None or round_.actor is None or state.paused or self._empty_since is not None:
            return
        seat = round_.actor
        chair = state.chairs[int(seat)]
        if state.until is not None and now >= state.until:
            self._late = state.pivot
        bot = chair.bot or (state.options.bot if self._late == state.pivot else "")
        if bot and self._asked != state.pivot:
            self._asked = state.pivot
            seed = int.from_bytes(self._entropy(SEED_BYTES), "big")
            later = now + state.options.bot_delay
            thinking = Thinking(
                state.table, seat, state.pivot, bot, seed, view(round_, seat, state.match.standing), later
            )
            self.changes.turns.append(thinking)

    def bot_acted(self, seat: Seat, at: int, action: str, now: float) -> None:
        """A bot's answer. One that comes too late is ignored; one that breaks a rule is replaced."""
        state, round_ = self.state, self.state.round
        chair = state.chairs[int(seat)]
        is_late = self._late == state.pivot
        if (
            round_ is None
            or at != state.pivot
            or round_.actor is not seat
            or not (chair.bot or is_late)
            or state.paused
        ):
            return
        legal = list(map(str, round_.legal()))
        after = round_.apply(action if action in legal else legal[0])
        by: events.By = "" if chair.kind == "bot" else "clock" if chair.present else "stand-in"
        self._do_action(int(seat), after, by, now)
        self.advance(now)

    @property
    def wake_at(self) -> float | None:
        """When `advance` has something to do, if nobody says anything before."""
        state, times = self.state, list[float]()
        if state.phase == "closed":
            return None
        if self._empty_since is not None:
            times.append(self._empty_since + KEPT)
        if state.paused:
            return min(times, default=None)
        if not state.all_present:
            times += [chair.until for _, chair in state.persons if not chair.present and not chair.bot]
        if state.until is not None and self._asked != state.pivot and self._empty_since is None:
            times.append(state.until)
        if state.committed is not None and state.dealt is None and not state.empty_seats:
            times.append(state.committed.until)
        if self._ready_until is not None:
            times.append(self._ready_until)
        return min(times, default=None)

    def wake_again(self, connected: Collection[int], now: float) -> None:
        """The table was brought back from its log: the persons of these seats are there, all others are gone."""
        for seat, chair in self.state.persons:
            if chair.present and seat not in connected:
                self._do(outgoing.Gone(n=0, seat=seat, until=now + self.state.options.grace))
            elif not chair.present and seat in connected:
                self._do(outgoing.Back(n=0, seat=seat))
        self._restart_clock(now)
        self.advance(now)

    def _restart_clock(self, now: float) -> None:
        """The player to act has all his time again: for a while there was no server, or nobody at the table."""
        if self.state.until is not None and self.state.round is not None:
            self._do(outgoing.Resumed(n=0, until=self._clock_end(self.state.round, now)))


def _four(values: Sequence[T]) -> tuple[T, T, T, T]:
    first, second, third, fourth = values
    return first, second, third, fourth
