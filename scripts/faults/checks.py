"""What must hold of a table, whatever has happened to it: its log, what its clients got, and its records agree."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any, Final

import msgspec

from overtrick.core.actions import LAY_AWAY
from overtrick.core.seats import Seat
from overtrick.deal.view import view
from overtrick.formats import jsonl
from overtrick.protocol.fair.verification import verify
from overtrick.protocol.incoming import Ready, Reveal, Say
from overtrick.protocol.outgoing import Sat, Snapshot, TableEvent
from overtrick.referee.judging import judge
from overtrick.server.store.opening import is_shared, stored_log, stored_records
from overtrick.table.events import events_of, snapshot
from overtrick.table.log import DealEnded, Noted, decode
from overtrick.table.state import TableState
from scripts.faults.players import Player

PRIVATE: Final = ("id", "actions", "words", "legal", "out_of_turn", "hand", "discard")
"""the parts of events that differ between the seats"""
USUAL: Final = frozenset(
    ["stale", "not-ready-now", "not-reveal-now", "proposal-open", "nothing-to-answer", "player-gone"]
)
"""codes of refusals that players meet who were cut off, or overtaken by others"""
SPECIAL: Final = re.compile(r"[0-9a-f]{12,}|[0-9]+|\(.*\)|'.*?'")
"""what differs between things that are wrong in the same way: numbers, names of tables, what a message says"""


class Checked:
    """What was looked at, and what is wrong."""

    def __init__(self, faults: Iterable[str] = ()) -> None:
        self.entries = 0
        """of the logs"""
        self.events = 0
        """that clients got"""
        self.commands = 0
        """that were accepted"""
        self.refused = 0
        self.views = 0
        """of clients, snapshots included, that were compared with the log"""
        self.deals = 0
        """that were judged"""
        self.faults = list(faults)

    def __str__(self) -> str:
        return (
            f"{self.entries} entries, {self.events} events received, {self.commands} commands accepted and "
            f"{self.refused} refused, {self.views} views compared, {self.deals} deals judged"
        )


def kinds(faults: Iterable[str]) -> list[list[str]]:
    """Things that are wrong, those together that differ only in numbers and the like, the most frequent first."""
    found = defaultdict[str, list[str]](list)
    for fault in faults:
        found[SPECIAL.sub("#", fault)].append(fault)
    return sorted(found.values(), key=len, reverse=True)


def check_tables(
    db: str, players: Sequence[Player], errors: Iterable[str] = (), usual: frozenset[str] = USUAL
) -> Checked:
    """Check the file of a server that has stopped, and in it all tables of some players, none of which is closed.

    Players may be refused with the `usual` codes; `errors` are those that are known already.
    """
    checked, parties = Checked(errors), defaultdict[str, list[Player]](list)
    for player in players:
        parties[player.table].append(player)
    if not is_shared(db):
        with closing(sqlite3.connect(db)) as connection:
            (state,) = connection.execute("PRAGMA integrity_check").fetchone()
        if state != "ok":
            checked.faults.append(f"the file is damaged: {state}")
    for table, party in parties.items():
        _check_table(db, table, party, usual, checked)
    return checked


def _check_table(db: str, table: str, party: Sequence[Player], usual: frozenset[str], checked: Checked) -> None:
    lines = [decode(entry) for entry in stored_log(db, table)]
    faults = [f"{player.name}: {fault}" for player in party for fault in player.witness.contradictions]
    _replay(lines, party, checked, faults)
    _check_records(db, table, lines, sum(player.seat > 0 for player in party), checked, faults)
    _check_agreement(party, faults)
    _check_commands(lines, party, usual, faults)
    checked.entries += len(lines)
    checked.events += sum(len(player.witness.events) for player in party)
    checked.commands += sum(bool(line.id) for line in lines)
    checked.refused += sum(len(player.witness.refused) for player in party)
    checked.faults += [f"table {table}: {fault}" for fault in faults]


def _replay(lines: Sequence[Noted], party: Sequence[Player], checked: Checked, faults: list[str]) -> None:
    """Compare all that the clients got and saw with what the log makes of it."""
    shown = {player: defaultdict[int, list[Snapshot]](list) for player in party}
    for player in party:
        for message in player.witness.snapshots:
            shown[player][message.n].append(message)
    state = TableState()
    for line in lines:
        before = state.round
        state.apply(line)
        n, posts = state.n, events_of(line, state, before)
        for player in party:
            got, snapshots, look = player.witness.events.get(n), shown[player].pop(n, []), player.looks.get(n)
            checked.views += len(snapshots) + (look is not None)
            if got is not None and got not in [event for audience, event in posts if player.seat in audience]:
                faults.append(f"{player.name} got {got}, and stored is {line}")
            if any(message != snapshot(state, player.seat) for message in snapshots):
                faults.append(f"{player.name} was shown another table at event {n}")
            if look is not None and look != _facts(state, player.seat):
                faults.append(f"{player.name} saw another table at event {n}")
    for player in party:
        last = max([*player.witness.events, *player.looks, *shown[player]], default=0)
        if last > len(lines):
            faults.append(f"{player.name} knows of event {last}, and {len(lines)} are stored")


def _facts(state: TableState, seat: int) -> tuple[object, ...]:
    """What a client of a seat has to know, or with 0 whoever looks on, as `players.facts` tells it."""
    shown, round_ = snapshot(state, seat), state.round
    deal = (
        None
        if round_ is None
        else view(round_, Seat(seat) if seat else None, state.match.standing)._replace(score=None)
    )
    return (
        *(shown.state, shown.seats, shown.standing, shown.next_deal, shown.commitment, shown.commitments),
        *(shown.proposal, shown.paused, shown.until, deal),
    )


def _check_records(
    db: str, table: str, lines: Sequence[Noted], people: int, checked: Checked, faults: list[str]
) -> None:
    """Every deal that ended has one record, which is clean, and all people had a part in its cards, as it proves."""
    stored = list(stored_records(db, table))
    checked.deals += len(stored)
    ended = sum(isinstance(line.entry, DealEnded) for line in lines)
    if [record.deal for record in stored] != list(range(1, ended + 1)):
        faults.append("records of deals are lost or doubled")
    for deal in stored:
        [record] = jsonl.loads(deal.line)
        status, verified = judge(record).status, verify(record)
        if status != "clean":
            faults.append(f"deal {deal.deal} is {status}")
        if verified.verdict != "consistent":
            faults.append(f"the cards of deal {deal.deal} are {verified.verdict}")
        marks = () if verified.fair is None else verified.fair.marks
        if marks.count("committed") != people or marks.count("bot") != len(marks) - people:
            faults.append(f"deal {deal.deal} was dealt with {', '.join(marks)}")


def _check_agreement(party: Sequence[Player], faults: list[str]) -> None:
    """All players got the same, apart from what is only for one of them."""
    known: dict[int, object] = {}
    for player in party:
        for n, event in player.witness.events.items():
            facts = _public_facts(event)
            if known.setdefault(n, facts) != facts:
                faults.append(f"{player.name} got another event {n} than the others")


def _public_facts(event: TableEvent) -> object:
    facts: dict[str, Any] = msgspec.to_builtins(event)
    for part in (facts, facts.get("deal")):
        if isinstance(part, dict):
            for name in PRIVATE:
                part.pop(name, None)
    if facts.get("action", "").startswith(LAY_AWAY):
        facts["action"] = LAY_AWAY
    return facts


def _check_commands(lines: Sequence[Noted], party: Sequence[Player], usual: frozenset[str], faults: list[str]) -> None:
    """Every command has acted once, or was refused and has not acted; nothing was said in vain."""
    # One command may fill several seats with bots.
    acted = Counter((line.author, line.id) for line in lines if line.id and not isinstance(line.entry, Sat))
    faults += [f"command {id_} of seat {seat} acted {times} times" for (seat, id_), times in acted.items() if times > 1]
    for player in party:
        seat, witness = player.seat, player.witness
        for id_, n in witness.done.items():
            has_event = not isinstance(witness.said.get(id_), Ready | Reveal)  # which may change nothing
            if n > len(lines) or (has_event and (lines[n - 1].author, lines[n - 1].id) != (seat, id_)):
                faults.append(f"{player.name} was told that {id_} is event {n}")
        for id_, code in witness.refused.items():
            if (seat, id_) in acted:
                faults.append(f"{id_} of {player.name} was refused as {code} and acted")
            if code not in usual:
                faults.append(f"{player.name} was refused as {code}: {witness.said.get(id_)}")
        for id_, message in witness.said.items():
            if isinstance(message, Say) and (seat, id_) not in acted and id_ not in witness.refused:
                faults.append(f"{player.name} said in vain: {message.text}")
