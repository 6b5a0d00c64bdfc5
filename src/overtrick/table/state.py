"""The state of a table. Everything that affects it is in this file: `apply` is the only way to change it.

open    waits until four are there and ready; then as `deal`
deal    waits for all to be ready, then (`committed`) for their nonces; then the cards are dealt
play    a deal is on the table, from the first call to the last card; then `deal` again, or
over    the match has ended; another one begins only if all want it
closed  nobody is there any more
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from overtrick.core.cards import Card, parse_card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Illegal
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.match import Match
from overtrick.deal.round import Round
from overtrick.protocol import outgoing
from overtrick.protocol.fair import NOTHING, four
from overtrick.protocol.incoming import Options
from overtrick.protocol.outgoing import Kind, ProposalInfo, SeatInfo, State
from overtrick.table import events
from overtrick.table.accounts import NOBODY, Account, RatedSeat, rated_seat
from overtrick.table.daily import FIRST
from overtrick.table.log import (
    ActionDone,
    CardsDealt,
    DealEnded,
    MatchEnded,
    Moved,
    Noted,
    Opened,
    PersonSat,
    Renewed,
    TookBack,
)

REMEMBERED: Final = 256
"""how many of the last commands are known, should they come again"""
REPORTED: Final = 20
"""how many of the last lines go with a report"""
SKIPPED: Final = 1_000_000
"""the numbers of deals that a copy leaves to what it was copied from, which may have gone on"""


class Chair:
    """A seat of the table and who is on it."""

    __slots__ = (
        "account",
        "bot",
        "keeps",
        "kind",
        "muted",
        "name",
        "present",
        "ready",
        "sat",
        "since",
        "token",
        "until",
    )

    def __init__(
        self,
        kind: Kind = "empty",
        name: str = "",
        bot: str = "",
        token: str = "",
        since: int = 0,
        account: Account = NOBODY,
    ) -> None:
        self.kind: Kind = kind
        self.name = name
        self.bot = bot
        """the bot that plays here: on a seat of its own, or for a person who is gone"""
        self.token = token
        """the SHA-256 of the token that opens the seat"""
        self.account = account
        """of a person with a key"""
        self.since = since
        """the event with which whoever plays here began to"""
        self.sat = since if kind == "person" else 0
        """of a person: the event by which they sat down"""
        self.present = True
        self.until = 0.0
        """of a person who is gone: for how long the seat is held"""
        self.ready: str | None = None
        """of a person who waits for the next deal: the commitment to their nonce, or `-`"""
        self.keeps = False
        """whether a person keeps the next deal waiting"""
        self.muted = False
        """whether the host lets a person say nothing"""

    @property
    def info(self) -> SeatInfo:
        is_ready = self.ready is not None
        return SeatInfo(
            self.kind, self.name, self.bot, self.present, is_ready, self.keeps, self.sat, self.muted, *self.account
        )


class TableState:
    """What a table is now. Its name, its game and how it is run are known from the first entry on."""

    table: str
    game: Game
    game_text: str
    options: Options
    match: Match
    code: str
    """the SHA-256 of the code of a private table"""
    day: str
    """the name of the deal of a day that comes first; or nothing"""
    decks: tuple[str, ...]
    """of a room of a team match: the cards of its deals"""

    def __init__(self) -> None:
        self.secret = b""
        """the server's for the deal on the table, or for the next one"""
        self.n = 0
        """the number of the last event"""
        self.phase: State = "open"
        self.chairs = {int(seat): Chair() for seat in SEATS}
        self._look_around()
        self.deal = 1
        """the number of the deal on the table, or of the next one"""
        self.committed: outgoing.Committed | None = None
        """what all are bound to, from then on until the match leaves the deal"""
        self.dealt: CardsDealt | None = None
        self.dealt_at = 0
        """the event by which the cards were dealt"""
        self.round: Round | None = None
        self.start: Round | None = None
        """the deal on the table as it was dealt"""
        self.actions: list[ActionDone] = []
        """what was done in it, which led to `round`"""
        self.scored: outgoing.Scored | None = None
        """what was told of the last deal of this match that is over"""
        self.ended: outgoing.Ended | None = None
        """what was told of the end of the match, until another one begins"""
        self.players: tuple[RatedSeat, ...] = ()
        """who plays the match at a rated table, from its first cards on"""
        self.proposal: ProposalInfo | None = None
        self.proposed_at = 0
        """the event by which it was made"""
        self.paused = 0
        """the seat that the match waits for, or 0"""
        self.pivot = 0
        """the number of the last event that changed what may be done"""
        self.until: float | None = None
        """when the clock of the turn ends, or the next deal begins without those who are not ready"""
        self.said: tuple[outgoing.Said, ...] = ()
        """what players have said last, for whoever is told of one of them"""
        self.done: dict[tuple[int, str], int] = {}
        """the commands that were accepted: the seat and the id, and the event"""

    @property
    def has_begun(self) -> bool:
        """Whether a match is on, so that nobody can go as if nothing were; with one match, as soon as all sit."""
        is_on = self.phase in ("deal", "play") or self.committed is not None
        return is_on or (self.phase == "open" and self.options.once and not self.empty_seats)

    @property
    def seats(self) -> tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]:
        return four(chair.info for chair in self.chairs.values())

    @property
    def keys(self) -> tuple[str, ...]:
        """The SHA-256 of all that opens the records of the table: its code and the tokens of its seats."""
        keys = (self.code, *(chair.token for chair in self.chairs.values()))
        return tuple(key for key in keys if key)

    @property
    def host(self) -> int:
        """The seat of whoever may change how the table is run; 0 where nobody may."""
        return outgoing.host_of(self.seats)

    @property
    def is_daily(self) -> bool:
        """Whether the deal on the table, or the next one, is that of a day: nobody has a part in its cards."""
        return bool(self.day) and self.deal == FIRST

    @property
    def deck(self) -> str:
        """The cards of the deal on the table, or of the next one, where they were chosen before; or nothing."""
        number = len(self.match.history)
        return self.decks[number] if number < len(self.decks) else ""

    @property
    def dealt_as(self) -> str:
        """The name in the seed of the deal."""
        return self.day if self.is_daily else self.table

    def is_alone(self, seat: int) -> bool:
        """Whether a person plays with bots only; a person who is gone and may come back is no bot."""
        return [number for number, _ in self.persons] == [seat]

    def check_at(self, at: int) -> None:
        """Refuse what answers an event that is not the last that matters, or that has not happened."""
        if at < self.pivot:
            raise Illegal("stale", at=at, last=self.pivot)
        if at > self.n:
            raise Illegal("unknown-event", at=at, last=self.n)

    def deal_on_table(self) -> Round:
        """The deal that is played; refused where there is none."""
        if self.round is None:
            raise Illegal("no-deal-on-table")
        return self.round

    def lent(self, round_: Round) -> Seat | None:
        """The bot that declares, once dummy lies open, if the person whose hand that is plays both.

        A bot that came later does not count: it plays for somebody who has bid and gone.
        """
        dummy = round_.dummy if self.options.hand_over and round_.plays else None
        if dummy is None or self.chairs[int(dummy)].kind != "person":
            return None
        declarer = self.chairs[int(dummy.partner)]
        return dummy.partner if declarer.kind == "bot" and declarer.since <= self.dealt_at else None

    def hand_of(self, seat: int, round_: Round) -> Seat:
        """The seat whose view somebody on a seat has, and for which they act: their own, or that of a bot's hand."""
        lent = self.lent(round_)
        return lent if lent is not None and lent.partner == seat else Seat(seat)

    def player_of(self, actor: Seat, round_: Round) -> int:
        """The seat of whoever decides for the seat that is to act."""
        return int(actor.partner if actor is self.lent(round_) else actor)

    def clock_end(self, round_: Round, now: float) -> float | None:
        """When the time of the player to act in a round is over."""
        seconds, actor = self.options.turn_seconds, round_.actor
        if not seconds or actor is None or self.chairs[self.player_of(actor, round_)].kind != "person":
            return None
        return now + seconds

    def round_before(self, number: int) -> Round:
        """The deal as it stood before its action of a number, from 0."""
        assert self.start is not None, "a deal is on the table"
        return self.start.apply_all(action.action for action in self.actions[:number])

    def ended_round(self, entry: DealEnded) -> Round:
        """The deal on the table as it ends by an entry: by its last card, or by a claim to which all agreed."""
        round_ = self.deal_on_table()
        return round_ if entry.claimed is None else round_.claim(entry.claimed, lambda _, __: True)

    # What happens

    def apply(self, line: Noted, after: Round | None = None) -> None:
        """Let an entry happen; `after` is the deal on the table after an action, for who knows it already."""
        self.note(line)
        match line.entry:
            case ActionDone() as entry:
                self.actions.append(entry)
                self.round = after or self.deal_on_table().apply(entry.action)
                self._new_position(entry.until)
            case CardsDealt() as entry:
                self.dealt, self.dealt_at, self.actions, self.phase = entry, self.n, [], "play"
                self.start = self.round = self.match.next_round(deck_of_text(entry.deck))
                self._nobody_is_ready()
                self._new_position(entry.until)
            case TookBack() as entry:
                self.round = self.round_before(entry.to)
                del self.actions[entry.to :]
                self._new_position(entry.until)
            case DealEnded() as entry:
                self._end_deal(entry)
            case MatchEnded() as entry:
                self._end_match(entry)
            case Renewed() as entry:
                self.phase = "deal" if entry.is_broken_off else self.phase
                self._clear_table(entry.secret)
                self.deal += SKIPPED
                self._nobody_is_ready()
            case outgoing.Restarted():
                self.match, self.phase = Match.start(self.game, self.match.dealer), "deal"
                self.scored = self.ended = None
                self._new_position(None)
            case outgoing.WasReady() as entry:
                self.chairs[entry.seat].ready, self.chairs[entry.seat].keeps = entry.commitment, False
            case outgoing.Awaited() as entry:
                self.until = entry.until
            case outgoing.Committed() as entry:
                self.committed, self.until = entry, None
                if self.options.rated:  # nobody is exchanged from now on
                    self.players = tuple(
                        rated_seat(chair.name, chair.bot, chair.account) for chair in self.chairs.values()
                    )
            case outgoing.Proposed() as entry:
                self.proposal, self.proposed_at = ProposalInfo(entry.seat, entry.what, entry.tricks), self.n
            case outgoing.Answered() as entry:
                made = self.proposal
                agreed = None if made is None else replace(made, agreed=(*made.agreed, entry.seat))
                self.proposal = agreed if entry.yes else None
            case outgoing.Paused() as entry:
                self.paused, self.until, self.pivot = entry.seat, None, self.n
            case outgoing.Resumed() as entry:
                self.paused, self.until, self.pivot = 0, entry.until, self.n
            case Opened() as entry:
                self.table, self.options, self.code = entry.table, entry.options, entry.code
                self.game, self.game_text, self.day = find_game(entry.game), entry.game, entry.day
                self.decks = entry.decks
                self.match, self.secret = Match.start(self.game), bytes.fromhex(entry.secret)
            case outgoing.Closed():
                self.phase = "closed"
                self._new_position(None)
            case outgoing.Paced() as entry:
                self.options = replace(self.options, bot_delay=entry.bot_delay, trick_delay=entry.trick_delay)
            case outgoing.Said() as entry:
                self.said = (*self.said[1 - REPORTED :], entry)
            case outgoing.Emoted():
                pass
            case entry:
                self._change_seat(entry)

    def _change_seat(self, entry: PersonSat | Moved | outgoing.Attendance | outgoing.Kept | outgoing.Muted) -> None:
        """Somebody sits down, leaves, is gone or comes back, or keeps the others waiting."""
        chair = self.chairs[entry.seat]
        match entry:
            case PersonSat():
                account = Account(entry.player, entry.program)
                self.chairs[entry.seat] = Chair("person", entry.name, token=entry.token, since=self.n, account=account)
                self._forget_commands(entry.seat)
                self.pivot = self.n
            case Moved():
                chair.token, chair.present, chair.bot, chair.since = entry.token, True, "", self.n
                if chair.ready is not None:
                    chair.ready = NOTHING  # what one device is bound to, another cannot open
                self._forget_commands(entry.seat)
            case outgoing.Sat():
                self.chairs[entry.seat] = Chair("bot", entry.name, entry.bot, since=self.n)
            case outgoing.Left():
                self.chairs[entry.seat], self.proposal = Chair(), None
            case outgoing.Gone():
                chair.present, chair.until, chair.keeps, self.proposal = False, entry.until, False, None
            case outgoing.Back():
                chair.present, chair.bot, chair.since = True, "", self.n
            case outgoing.StoodIn():
                chair.bot, chair.since = entry.bot, self.n
            case outgoing.Kept():
                chair.keeps = entry.on
            case outgoing.Muted():
                chair.muted = entry.on
        self._look_around()

    def note(self, line: Noted) -> None:
        """Count an event and remember its command, without its effect."""
        self.n += 1
        if line.id:
            self.done[line.author, line.id] = self.n
            if len(self.done) > REMEMBERED:
                del self.done[next(iter(self.done))]

    def _end_deal(self, entry: DealEnded) -> None:
        round_, secret = None if self.round is None else self.ended_round(entry), self.secret
        self.match, self.phase = self.match.add_score(entry.score), "deal"
        self._clear_table(entry.secret)
        self.scored = None if round_ is None else events.scored(self, entry, round_, secret)

    def _end_match(self, entry: MatchEnded) -> None:
        secret, self.phase, self.paused, self.players = self.secret, "over", 0, ()
        if entry.secret:
            self._clear_table(entry.secret)
        self._new_position(None)
        self._nobody_is_ready()
        self.ended = events.ended(self, entry, secret)

    def _clear_table(self, secret: str) -> None:
        """The deal is over: its number is used up, and the next one has another secret."""
        self.deal += 1
        self.secret = bytes.fromhex(secret)
        self.round, self.start, self.dealt, self.committed, self.actions = None, None, None, None, []
        self._new_position(None)

    def _new_position(self, until: float | None) -> None:
        self.pivot, self.until, self.proposal = self.n, until, None

    def _nobody_is_ready(self) -> None:
        for chair in self.chairs.values():
            chair.ready, chair.keeps = None, False

    def _forget_commands(self, seat: int) -> None:
        """Another client is on a seat, whose ids may be the same."""
        self.done = {command: n for command, n in self.done.items() if command[0] != seat or n == self.n}

    def _look_around(self) -> None:
        """See who is there; that is asked for more often than it changes."""
        self.persons = [(seat, chair) for seat, chair in self.chairs.items() if chair.kind == "person"]
        self.empty_seats = [seat for seat, chair in self.chairs.items() if chair.kind == "empty"]
        self.all_present = bool(self.persons) and all(chair.present for _, chair in self.persons)


def deck_of_text(text: str) -> list[Card]:
    """The cards of an entry."""
    return [parse_card(text[start : start + 2]) for start in range(0, len(text), 2)]


def restored(lines: Iterable[Noted]) -> TableState:
    """The state after some entries. Of the deals that are over only the last one is played again, to tell of it."""
    state, all_lines, dealt, first = TableState(), list(lines), 0, 0
    for number, line in enumerate(all_lines):
        if isinstance(line.entry, CardsDealt):
            dealt = number
        elif isinstance(line.entry, DealEnded):
            first = dealt
    for number, line in enumerate(all_lines):
        if number < first and isinstance(line.entry, CardsDealt | ActionDone | TookBack):
            state.note(line)
        else:
            state.apply(line)
    return state
