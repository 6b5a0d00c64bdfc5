"""How the next deal comes about: all are ready, all are bound to a nonce or to none, and then the cards are dealt."""

from __future__ import annotations

from math import inf
from typing import Final

from overtrick.core.errors import Illegal
from overtrick.protocol import fair, incoming, outgoing
from overtrick.table.ledger import Ledger
from overtrick.table.log import CardsDealt
from overtrick.table.state import Chair, deck_of_text

TIME_TO_REVEAL: Final = 10.0
"""seconds to open a nonce, if the table's grace is shorter"""
MOST_KEPT: Final = 300.0
"""seconds for which players can keep the next deal waiting, all together and however often they ask"""


class FairDealing:
    """Deals once everybody had their part. What is open before that is lost with the server, and said again."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._nonces: dict[int, str] = {}
        """what the seats have opened for the deal to come"""
        self._salts: dict[int, str] = {}
        """nonces that players gave as words, for the next deal to which nobody is bound yet"""
        self._salted: set[int] = set()
        """the seats whose words count in the deal to come"""
        self._reveal_until: float | None = None
        """when those who have not opened their nonces are no longer waited for"""
        self._bound: dict[int, tuple[int, str]] = {}
        """the commitments of those who are not ready yet, with since when they have been on their seats"""
        self._latest: float | None = None
        """when the next deal begins, whoever keeps it waiting; None while nobody has"""

    def ready(self, seat: int, message: incoming.Ready) -> None:
        """A player waits for a deal, and may be bound to a nonce for it; or is bound to one, and not ready yet."""
        state, chair = self._ledger.state, self._ledger.state.chairs[seat]
        if not self._is_between or message.deal != state.deal:
            raise Illegal("not-ready-now", deal=message.deal)
        if message.later:
            self._bound[seat] = chair.since, message.commitment
        elif chair.ready is None:
            self._ledger.write(outgoing.WasReady(n=0, seat=seat, commitment=message.commitment), seat, message.id)

    def keep(self, seat: int, message: incoming.Keep) -> None:
        """A player keeps the next deal waiting, or no longer."""
        if not self._is_between:
            raise Illegal("nothing-to-keep")
        if self._ledger.state.chairs[seat].keeps != message.on:
            self._ledger.write(outgoing.Kept(n=0, seat=seat, on=message.on), seat, message.id)

    @property
    def _is_between(self) -> bool:
        """Whether the next deal is waited for, and nobody is bound to its cards yet."""
        return self._ledger.state.phase in ("open", "deal") and self._ledger.state.committed is None

    def reveal(self, seat: int, message: incoming.Reveal) -> None:
        committed = self._ledger.state.committed
        if committed is None or self._ledger.state.dealt is not None or message.deal != committed.deal:
            raise Illegal("not-reveal-now", deal=message.deal)
        if message.nonce == fair.NOTHING or fair.commitment(bytes.fromhex(message.nonce)) != committed.seats[seat - 1]:
            raise Illegal("wrong-nonce")
        self._nonces[seat] = message.nonce

    def salt(self, seat: int, message: incoming.Salt) -> None:
        """A player gives words for the next deal."""
        self._salts[seat] = fair.salt_nonce(message.words)

    def forget_salt(self, seat: int) -> None:
        """Somebody else is on a seat."""
        self._salts.pop(seat, None)

    def advance(self, now: float) -> bool:
        """Do the next step that leads to a deal, if it is due."""
        state = self._ledger.state
        if state.phase not in ("open", "deal"):
            return False
        if state.paused or state.empty_seats:
            return self._await(None)
        if state.committed is None:
            return self._see_to_ready(now)
        bound = [seat for seat, chair in state.persons if _is_bound(seat, chair, state.committed)]
        if self._reveal_until is None:
            # Not later than usual, whatever the clock was when all were bound.
            self._reveal_until = min(state.committed.until, now + self._time_to_reveal)
        if now < self._reveal_until and any(seat not in self._nonces for seat in bound):
            return False
        self._deal_cards(state.committed, now)
        return True

    def _see_to_ready(self, now: float) -> bool:
        """Begin once all are ready. Who is alone with bots is waited for as long as need be, others up to a bound."""
        state = self._ledger.state
        waited_for = [seat for seat, chair in state.persons if chair.ready is None and not chair.bot]
        present = [chair for _, chair in state.persons if chair.present]
        is_alone = len(present) < 2
        if any(chair.keeps for chair in present) and not is_alone:
            self._latest = now + MOST_KEPT if self._latest is None else self._latest
            if now < self._latest:
                return self._await(self._latest)
        elif not present or any(chair.keeps for chair in present):
            return self._await(None)
        if not waited_for:
            self._commit(now)
            return True
        if is_alone or not state.has_begun:
            return self._await(None)
        latest = inf if self._latest is None else self._latest
        if state.until is None or now < state.until == latest:
            return self._await(min(now + self._time_to_reveal, latest))
        if now < state.until:
            return False
        seat, *_ = waited_for
        self._ledger.write(outgoing.WasReady(n=0, seat=seat, commitment=self._commitment_of(seat)))
        return True

    def _await(self, until: float | None) -> bool:
        """Tell for how long those who are not ready are waited for, if that is new."""
        if self._ledger.state.until == until:
            return False
        self._ledger.write(outgoing.Awaited(n=0, until=until))
        return True

    def _commitment_of(self, seat: int) -> str:
        """What a player is bound to who is not ready: nobody who can have a part in the cards is left out."""
        since, commitment = self._bound.get(seat, (0, fair.NOTHING))
        return commitment if since == self._ledger.state.chairs[seat].since else fair.NOTHING

    def _commit(self, now: float) -> None:
        state = self._ledger.state
        salts, self._salts = self._salts, {}
        # Words are open already, but from now on they cannot change.
        self._nonces = {seat: nonce for seat, nonce in salts.items() if state.chairs[seat].ready == fair.NOTHING}
        self._salted, self._bound, self._reveal_until, self._latest = set(self._nonces), {}, None, None
        bound = {seat: chair.ready or fair.NOTHING for seat, chair in state.chairs.items()}
        bound |= {seat: fair.commitment(bytes.fromhex(nonce)) for seat, nonce in self._nonces.items()}
        if state.is_daily or state.deck:
            self._nonces, self._salted, bound = {}, set(), dict.fromkeys(bound, fair.NOTHING)
        self._ledger.write(
            outgoing.Committed(
                n=0,
                deal=state.deal,
                server=fair.commitment(state.secret),
                seats=fair.four(bound.values()),
                until=now + self._time_to_reveal,
                game=state.game_text,
                dealer=int(state.match.dealer),
            )
        )

    @property
    def _time_to_reveal(self) -> float:
        return max(self._ledger.state.options.grace, TIME_TO_REVEAL)

    def _deal_cards(self, committed: outgoing.Committed, now: float) -> None:
        state = self._ledger.state
        nonces = [self._nonces.get(seat, fair.NOTHING) for seat in state.chairs]
        marks = [self._mark(seat, chair, committed) for seat, chair in state.chairs.items()]
        deck = state.deck
        if not deck:
            seed = fair.deal_seed(state.dealt_as, state.deal, state.secret, nonces, committed.game, committed.dealer)
            deck = "".join(map(str, fair.deck_of_seed(state.game, seed)))
        until = state.clock_end(state.match.next_round(deck_of_text(deck)), now)
        entry = CardsDealt(deck=deck, nonces=fair.four(nonces), marks=fair.four(marks), until=until)
        self._ledger.write(entry)

    def _mark(self, seat: int, chair: Chair, committed: outgoing.Committed) -> fair.Mark:
        if seat in self._nonces:
            return "uncommitted" if seat in self._salted else "committed"
        if chair.kind == "bot":
            return "bot"
        return "missing" if _is_bound(seat, chair, committed) else "uncommitted"

    @property
    def wake_at(self) -> float:
        """When `advance` has something to do, if nobody says anything before."""
        state = self._ledger.state
        if state.paused:
            return inf
        if state.committed is not None and state.dealt is None and not state.empty_seats:
            return state.committed.until if self._reveal_until is None else self._reveal_until
        return inf if state.until is None or not self._is_between else state.until


def _is_bound(seat: int, chair: Chair, committed: outgoing.Committed) -> bool:
    """Whether who is on a seat is bound to a nonce, not somebody who sat there before, nor by words."""
    return chair.ready != fair.NOTHING and chair.ready == committed.seats[seat - 1]
