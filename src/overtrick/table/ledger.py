"""The ledger of a table: its state, and what is done to it. Whatever happens at a table is written here."""

from __future__ import annotations

from collections.abc import Callable

from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.protocol import fair, outgoing
from overtrick.table.accounts import RatedMatch, RatedSeat
from overtrick.table.daily import NUMBER_BYTES, result_of
from overtrick.table.events import events_of
from overtrick.table.log import DealEnded, Entry, MatchEnded, Noted, Renewed, encode
from overtrick.table.output import Changes, Kept, KeptRecord
from overtrick.table.state import TableState

Entropy = Callable[[int], bytes]
"""gives as many random bytes as it is asked for"""


class Ledger:
    """The state of a table and its changes; `entropy` is where its secrets and the seeds of its bots come from."""

    def __init__(self, state: TableState, entropy: Entropy) -> None:
        self.state = state
        self.changes = Changes()
        self.entropy = entropy

    def write(self, entry: Entry, author: int = 0, id_: str = "", after: Round | None = None) -> None:
        """Let an entry happen; `after` as `TableState.apply` takes it."""
        state, line, changes = self.state, Noted(entry, author, id_), self.changes
        before = state.round
        state.apply(line, after)
        changes.kept.append(Kept(state.table, state.n, encode(line)))
        changes.events += events_of(line, state, before)

    def take_changes(self) -> Changes:
        """What was done since the last time."""
        changes, self.changes = self.changes, Changes()
        return changes

    def new_secret(self) -> str:
        return self.entropy(fair.SIZE).hex()

    def renew(self) -> None:
        """Deal with another secret, and under another number: this is a copy, and the secret may be known."""
        if self.state.phase != "closed":
            self.write(Renewed(secret=self.new_secret(), is_broken_off=self.state.round is not None))

    def end_deal(self, round_: Round, claimed: int | None = None) -> None:
        """A deal is over, by its last card or by a claim to some tricks; with it the match may be won."""
        score = round_.score
        assert score is not None, "the deal is over"
        entry = DealEnded(score=score, claimed=claimed, secret=self.new_secret())
        self._keep_record(entry)
        self.write(entry)
        standing = self.state.match.standing
        if standing.is_over:
            self.end_match(MatchEnded(why="drawn" if standing.winner is None else "won"))

    def _keep_record(self, entry: DealEnded) -> None:
        """Keep the record of the deal that is about to end by an entry; of the deal of a day, the result besides."""
        state, records = self.state, self.changes.records
        private, record = state.options.private, record_of(state, entry)
        keys = state.keys if private else ()
        records.append(KeptRecord(state.table, state.deal, private, record, keys))
        if state.is_daily:
            number = int.from_bytes(self.entropy(NUMBER_BYTES), "big")
            records.append(KeptRecord(state.day, number, True, result_of(record), keys))

    def end_match(self, entry: MatchEnded) -> None:
        """The match is over, and with it a table that was made for one; a rated one counts."""
        players = self.state.players
        self.write(entry)
        if players:
            self.changes.matches.append(rated_match(self.state, entry, players))
        if self.state.options.once or entry.why == "gone":
            self.write(outgoing.Closed(n=0))

    def break_off(self, seat: int, name: str) -> None:
        """The match ends since a player is gone, and with it the table."""
        self.end_match(MatchEnded(why="gone", seat=seat, name=name, secret=self.new_secret()))


def rated_match(state: TableState, entry: MatchEnded, players: tuple[RatedSeat, ...]) -> RatedMatch:
    """What counts of a match that has just ended by an entry, with who has played it."""
    ended = state.ended
    assert ended is not None
    return RatedMatch(
        table=state.table,
        n=state.n,
        game=state.game.name,
        rules=state.game_text,
        why=ended.why,
        winner=ended.winner if entry.why != "gone" else None,
        totals=ended.totals,
        quitter=entry.seat if entry.why == "gone" else None,
        private=state.options.private,
        seats=players,
    )


def record_of(state: TableState, entry: DealEnded) -> Record:
    """The record of the deal that ends by an entry."""
    committed, dealt = state.committed, state.dealt
    assert committed is not None
    assert dealt is not None
    came_from = fair.Fair(
        state.dealt_as,
        state.deal,
        committed.server,
        state.secret.hex(),
        committed.seats,
        dealt.nonces,
        dealt.marks,
        committed.game,
        committed.dealer,
    )
    names = fair.four(chair.name for chair in state.chairs.values())
    return state.ended_round(entry).record(names)._replace(fair=None if state.deck else came_from.as_json())
