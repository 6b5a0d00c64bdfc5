"""What the server says to clients, one struct a message; as JSON an object whose `type` is the name of the message.

Messages with a number `n` are the events of a table: everybody there gets all numbers, in order, but of each event only
what they may know. A client that has all events of its seat, or a `snapshot` and those after it, knows its view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from overtrick.core.actions import CallKind, WordName
from overtrick.core.errors import Finding, OvertrickError
from overtrick.core.seats import Seat
from overtrick.protocol.fair import Mark
from overtrick.protocol.incoming import Emotion, Excuse, Options, Proposal

Kind = Literal["empty", "person", "bot"]
State = Literal["open", "deal", "play", "over", "closed"]
"""of a table: it waits for players; for the next deal; cards are on the table; the match is over; nobody is there"""
By = Literal["", "stand-in", "clock"]
"""who acted: the player or a bot on its seat, a bot for a player who is gone, or a bot since the time was up"""


Declining = Excuse | Literal["gone"]
"""why a program does not come: by its own words, or since its connection has ended"""


class Info(Struct, frozen=True, gc=False, omit_defaults=True):
    """A part of a message."""


class ContractInfo(Info, frozen=True):
    """What is played."""

    strain: str
    side: int | None = None
    seat: int | None = None
    value: int | str | None = None
    double: int = 0
    alone: tuple[int, ...] = ()


class ActionInfo(Info, frozen=True):
    """An action that is no card, in its parts, so that nobody has to take its notation apart."""

    kind: CallKind | WordName | Literal["discard", "give"]
    """what it does: `accept` makes the turned-up card trumps, `name` something else; `alone` is a defender's call"""
    word: str
    """what the players of the game say for it, but for the strain: `pass`, `90`, `coinche`, `order`"""
    value: int | str | None = None
    """what is bid besides the strain: points, a level, `capot`"""
    strain: str | None = None
    alone: bool = False
    """whether its player goes on without their partner"""
    seat: int | None = None
    """who calls, where it is out of turn"""
    gap: str = " "
    """what is written between the word and the strain"""
    card: str | None = None
    """what is laid away, for the one who does it"""
    tricks: int | None = None
    """how many tricks a claim gives to the side of the contract, in all"""
    cards: tuple[str, ...] = ()
    """of a word, for the one who may say it: those of an annonce, or one of which is played with it"""
    names: tuple[str, ...] = ()
    """what would be declared, for the one who may do it"""


class DealInfo(Info, frozen=True, kw_only=True):
    """A deal as a seat sees it: `View`, written down.

    Who called, who played and who won the tricks follows from the rest by the rules; it is told for clients that do not
    know them.
    """

    deal: int
    """the number of the deal at this table, which no other one has"""
    board: int | None = None
    """the number of the Bridge board"""
    dealer: int
    vulnerable: tuple[int, ...] = ()
    """sides"""
    phase: Literal["auction", "discard", "exchange", "play", "over"]
    turn: int | None = None
    actor: int | None = None
    legal: tuple[str, ...] = ()
    out_of_turn: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    plays_for: int | None = None
    """the bot that declares, for the person whose hand is dummy: they play both hands, and `hand` is the bot's"""
    sizes: tuple[int, ...]
    turn_up: str | None = None
    turned: tuple[str, ...] = ()
    """what was turned up before it, in order"""
    discard: str | None = None
    exchanged: int = 0
    """how many cards partners have given each other"""
    given: tuple[str, ...] = ()
    """of these, those of the own side, in order"""
    calls: tuple[str, ...] = ()
    """all calls, in order"""
    callers: tuple[int, ...] = ()
    """the seats that made them, one for each of `calls`"""
    contract: ContractInfo | None = None
    plays: tuple[str, ...] = ()
    """all cards played, in order"""
    players: tuple[int, ...] = ()
    """the seats that played them, one for each of `plays`; of dummy's cards, dummy"""
    takers: tuple[int, ...] = ()
    """the seats that won the tricks, one for each trick that is complete"""
    said: tuple[tuple[int, str], ...] = ()
    actions: dict[str, ActionInfo] = {}
    """the parts of all actions above that are no cards"""
    words: dict[str, ActionInfo] = {}
    """those of the words among what may be done, with what they are about"""
    declared: tuple[tuple[int, str], ...] = ()
    shown: tuple[tuple[int, tuple[str, ...]], ...] = ()
    dummy: tuple[int, tuple[str, ...]] | None = None
    points: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (0, 0)


class SeatInfo(Info, frozen=True):
    """Who sits on a seat."""

    kind: Kind = "empty"
    name: str = ""
    bot: str = ""
    """the bot that plays here, also for a player who is gone"""
    present: bool = True
    ready: bool = False
    keeps: bool = False
    """whether they keep the next deal waiting"""
    sat: int = 0
    """of a person: the number of the event by which they sat down"""
    muted: bool = False
    """whether the host lets them say nothing"""
    player: str = ""
    """of a person with a key: under which name `/api/players` knows them"""
    program: bool = False
    """whether they say that they are a program"""


class StandingInfo(Info, frozen=True):
    """Where the match stands."""

    totals: tuple[int, int] = (0, 0)
    over: bool = False
    winner: int | None = None
    held: int = 0
    games: tuple[int, int] = (0, 0)
    below: tuple[int, int] = (0, 0)
    vulnerable: tuple[int, ...] = ()
    """the sides that are so in the next deal"""
    bags: tuple[int, int] = (0, 0)
    """overtricks, where many of them cost something"""
    rows: tuple[int, int] = (0, 0)
    """deals won one after the other, where many of them bring something"""


class PartInfo(Info, frozen=True):
    """Points that a side marks for a reason; the reason is a key of the texts, `score.REASON`."""

    side: int
    reason: str
    points: int


class AimInfo(Info, frozen=True):
    """What the side of a contract had to reach, and what it had of it."""

    side: int
    unit: Literal["points", "tricks"]
    needed: int
    won: int
    """in tricks"""
    besides: tuple[tuple[str, int], ...] = ()
    """what else counts for the contract, each with its reason"""


class ProposalInfo(Info, frozen=True):
    """What somebody has proposed, and who has agreed."""

    seat: int
    what: Proposal
    tricks: int = 0
    agreed: tuple[int, ...] = ()

    def waits_for(self, seat: int) -> bool:
        """Whether a seat has yet to agree: to giving up the partner, to a claim the opponents, or else all others."""
        proposer, asked = Seat(self.seat), Seat(seat)
        if asked is proposer or asked in self.agreed:
            return False
        if self.what == "resign":
            return asked is proposer.partner
        return self.what != "claim" or asked.side is not proposer.side


def host_of(seats: Sequence[SeatInfo]) -> int:
    """Whose table it is: the seat of the person who sat down first, unless a bot plays for them; 0 where nobody is."""
    persons = [(info.sat, seat) for seat, info in enumerate(seats, 1) if info.kind == "person" and not info.bot]
    return min(persons, default=(0, 0))[1]


class GameParts(Info, frozen=True):
    """What the text of a game says."""

    name: str
    preset: str
    house: tuple[str, ...] = ()
    """`RULE=VALUE`, where house rules differ from those of the preset"""


class TableInfo(Info, frozen=True):
    """A table in the list."""

    table: str
    game: str
    state: State
    seats: tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]
    watchers: int = 0
    deals: int = 0
    parts: GameParts | None = None
    """of the game"""
    rated: bool = False
    """whether its matches count for ratings"""


class OptionInfo(Info, frozen=True):
    """What is expected of something that may be done now."""

    action: str
    worth: float
    """the points of the deal for the own side less those for the other, or the chance to win the match, from 0 to 1"""
    wins: float
    """the share of the imagined deals that the own side wins, from 0 to 1"""
    points: float
    """what the own side has in the tricks at the end: card points or, where they count, tricks"""


class ReasonInfo(Info, frozen=True):
    """A reason for a call or a card, as players say it; all that it claims is true by what the player can see."""

    code: str
    """stable; its sentence is the text `why.CODE` of the catalogues, or `why.CODE.NUMBER` where there is one"""
    card: str | None = None
    cards: tuple[str, ...] = ()
    strain: str | None = None
    number: int | None = None


class ShownInfo(Info, frozen=True):
    """What calls of Bridge tell of a hand: the least and the most."""

    points: tuple[int, int]
    """high-card points, and those for length or for the support of a suit"""
    suits: tuple[tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]
    """the lengths of the suits, spades first"""


class TrickInfo(Info, frozen=True):
    """A trick is complete."""

    seat: int
    """who won it"""
    points: tuple[int, int]
    """what the sides have now"""
    tricks: tuple[int, int]


class Outgoing(Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True, tag_field="type"):
    """Anything that the server can say."""


class Welcome(Outgoing, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `hello`."""

    v: int
    name: str
    """the client's name, as it is shown to others"""
    now: float
    """the server's clock, to which all times belong: seconds since 1970"""


class InLobby(Outgoing, frozen=True, kw_only=True, tag="in_lobby"):
    """The client has no seat: it has just come, has left, or its table is closed."""

    why: Literal["hello", "left", "moved", "gone", "kicked", "over", "closed", "waiting"]
    """just come; by its own wish; since another device has taken over its seat, whose token is void; since somebody
    else is gone; since the host has sent the client away; since the match is over; since the table is closed; or still
    there, and the number of those who wait has changed"""
    who: str = ""
    """who is gone, or the host"""
    waiting: int = 0
    """where the server itself puts four players together: how many are waiting, this client included"""


class TableList(Outgoing, frozen=True, kw_only=True, tag="table_list"):
    """The open tables, or the one that was asked for."""

    tables: tuple[TableInfo, ...]
    id: str = ""


class Refused(Outgoing, frozen=True, kw_only=True, tag="refused"):
    """A message was not accepted, and nothing was done."""

    code: str
    """what is wrong, stable"""
    text: str
    """the same as a sentence in the client's language"""
    id: str = ""

    @classmethod
    def of(cls, error: OvertrickError, language: str, id_: str = "") -> Refused:
        """The answer to what was not accepted."""
        return cls(code=error.finding.code, text=error.told(language), id=id_)


class Done(Outgoing, frozen=True, kw_only=True, tag="done"):
    """A command is accepted that led to no event of its own, or had been accepted before.

    `n` is the event that it was, or else the last one.
    """

    id: str
    n: int


class Hinted(Outgoing, frozen=True, kw_only=True, tag="hinted"):
    """The answer to `hint`, unless something has happened meanwhile: what is best to do, and why."""

    id: str
    action: str
    options: tuple[OptionInfo, ...] = ()
    """what was weighed, the best one first; nothing where a rule of thumb was enough"""
    actions: dict[str, ActionInfo] = {}
    """the parts of all actions above that are no cards"""
    worlds: int = 0
    """how many deals were imagined"""
    for_match: bool = False
    """whether the worth of an option is a chance to win the match"""
    shows: ShownInfo | None = None
    """what a call of Bridge shows; nothing where judgement decided"""
    partner: ShownInfo | None = None
    """what the partner has shown, where judgement decided"""
    reasons: tuple[ReasonInfo, ...] = ()
    """why, as players say it, the most important first"""


class Taken(Outgoing, frozen=True, kw_only=True, tag="taken"):
    """The client has a seat. Only it ever gets this token, with which it can come back."""

    table: str
    seat: int
    token: str
    code: str = ""
    """of a private table, for those who are to find it"""


class Moving(Outgoing, frozen=True, kw_only=True, tag="moving"):
    """The answer to `move`: a code for the `hello` of another device."""

    code: str
    until: float
    """when it opens the seat no longer"""
    id: str = ""


class Challenged(Outgoing, frozen=True, kw_only=True, tag="challenged"):
    """The answer to `challenge`: random digits that are signed once, with the name of the server before them."""

    nonce: str
    id: str = ""


class Identified(Outgoing, frozen=True, kw_only=True, tag="identified"):
    """The client has shown that it has a key."""

    player: str
    """what the player is called in `SeatInfo` and `/api/players`"""
    id: str = ""


class Forgotten(Outgoing, frozen=True, kw_only=True, tag="forgotten"):
    """The server knows nothing of the player any more."""

    id: str = ""


class Invited(Outgoing, frozen=True, kw_only=True, tag="invited"):
    """Somebody wants the client to take a seat: it says `sit` with table or code, and seat, or else `decline`."""

    table: str
    seat: int
    code: str = ""
    """of a private table"""
    game: str
    parts: GameParts
    options: Options
    """with the clock that turns have, be it the usual one; 0 for none"""
    by: int
    """the seat of who wants it"""
    name: str
    player: str = ""
    program: bool = False
    """of them, as in `SeatInfo`"""


class Declined(Outgoing, frozen=True, kw_only=True, tag="declined"):
    """A program does not take the seat to which the client has invited it."""

    seat: int
    player: str
    name: str
    why: Declining


class Snapshot(Outgoing, frozen=True, kw_only=True, tag="snapshot"):
    """All that a seat, or somebody who looks on, may know of a table, as of event `n`."""

    n: int
    table: str
    game: str
    """`NAME[:PRESET][,RULE=VALUE…]`"""
    day: str = ""
    """the name of the deal of a day that comes first; or nothing"""
    options: Options
    """with the clock that turns have, be it the usual one; 0 for none"""
    state: State
    seat: int | None = None
    """the client's own"""
    seats: tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]
    standing: StandingInfo
    next_deal: int
    commitment: str
    """the server's for the next deal; for the one on the table while it lasts"""
    commitments: tuple[str, ...] = ()
    """of the seats, once all of them are known"""
    dealer: int = 0
    """who deals, from then on; 0 in transcripts of older versions"""
    deal: DealInfo | None = None
    scored: Scored | None = None
    """the last deal of this match that is over, as it was told then; its `n` is not after that of the snapshot"""
    ended: Ended | None = None
    """how the match ended, as it was told then, while the state is `over`"""
    proposal: ProposalInfo | None = None
    paused: bool = False
    until: float | None = None
    """when the clock of the turn ends or, between two deals, when the next one begins whoever is not ready"""
    parts: GameParts | None = None
    """of the game; null in transcripts of older versions"""


class Murmured(Outgoing, frozen=True, kw_only=True, tag="murmured"):
    """What somebody who looks on has said to the others who do. Players never get it, and it is no event."""

    name: str
    text: str
    id: str = ""
    """of the message, for its author"""


class Pong(Outgoing, frozen=True, kw_only=True, tag="pong"):
    """A sign of life."""

    id: str = ""


class Bye(Outgoing, frozen=True, kw_only=True, tag="bye"):
    """The server closes the connection."""

    code: str
    text: str

    @classmethod
    def of(cls, why: Finding, language: str) -> Bye:
        """The last words to a client."""
        return cls(code=why.code, text=why.message(language))


class Event(Outgoing, frozen=True, kw_only=True):
    """Something that happened at a table."""

    n: int
    id: str = ""
    """of the command that did it, for its author"""


class SeatEvent(Event, frozen=True, kw_only=True):
    """Something that a player did, or that happened to one."""

    seat: int


class Sat(SeatEvent, frozen=True, kw_only=True, tag="sat"):
    """A seat is taken by a person or a bot."""

    kind: Literal["person", "bot"]
    name: str
    bot: str = ""
    player: str = ""
    """as in `SeatInfo`"""
    program: bool = False


class Left(SeatEvent, frozen=True, kw_only=True, tag="left"):
    """A seat is empty again."""

    by: int = 0
    """the seat of the host who has sent the player away"""


class Gone(SeatEvent, frozen=True, kw_only=True, tag="gone"):
    """A player's connection is lost; the seat is held."""

    until: float


class Back(SeatEvent, frozen=True, kw_only=True, tag="back"):
    """A player is back on their seat, or goes on with another device."""


class StoodIn(SeatEvent, frozen=True, kw_only=True, tag="stood_in"):
    """A bot plays for a player who is gone, until they are back."""

    bot: str


class Paused(SeatEvent, frozen=True, kw_only=True, tag="paused"):
    """The match waits for a player who is gone, or for somebody else on the seat."""


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The match goes on."""

    until: float | None = None


class WasReady(SeatEvent, frozen=True, kw_only=True, tag="ready"):
    """A player waits for the deal."""

    commitment: str = "-"


class Kept(SeatEvent, frozen=True, kw_only=True, tag="kept"):
    """A player keeps the next deal waiting, or no longer."""

    on: bool


class Awaited(Event, frozen=True, kw_only=True, tag="awaited"):
    """The next deal waits for those who are not ready, and for how long."""

    until: float | None = None
    """when it begins all the same; never where somebody keeps it, or where nobody else would wait"""


class Committed(Event, frozen=True, kw_only=True, tag="committed"):
    """All are ready for a deal: the commitments to what its cards will come from. Nobody has opened theirs yet."""

    deal: int
    server: str
    seats: tuple[str, str, str, str]
    until: float
    """when those who have not opened theirs are left out"""
    game: str = ""
    """what is dealt, to which all are bound too; in logs and transcripts of older versions it is empty"""
    dealer: int = 0
    """who deals; 0 as above"""


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """The cards are dealt."""

    nonces: tuple[str, str, str, str]
    marks: tuple[Mark, Mark, Mark, Mark]
    deal: DealInfo
    until: float | None = None


class Acted(Event, frozen=True, kw_only=True, tag="acted"):
    """A call, a discard, a word or a card, and what it changed."""

    seat: int
    """whose turn it was; of dummy's cards, dummy"""
    action: str
    """as in records; of somebody else's discard, and of what opponents give each other, only the word"""
    by: By = ""
    """a bot did it, for a player who is gone or out of time"""
    phase: Literal["auction", "discard", "exchange", "play", "over"] | None = None
    """only where it changed"""
    turn: int | None = None
    actor: int | None = None
    legal: tuple[str, ...] = ()
    out_of_turn: tuple[str, ...] = ()
    until: float | None = None
    contract: ContractInfo | None = None
    turn_up: str | None = None
    """the card that is turned up now, where it is another one"""
    hand: tuple[str, ...] | None = None
    """one's own, where it changed by more than this action; or that of `plays_for`"""
    plays_for: int | None = None
    """from now on, as in `DealInfo`"""
    sizes: tuple[int, ...] | None = None
    said: tuple[tuple[int, str], ...] = ()
    """words that were said with the card and are no action of their own"""
    actions: dict[str, ActionInfo] = {}
    """the parts of all actions above that are no cards"""
    words: dict[str, ActionInfo] = {}
    """those of the words among what may be done, with what they are about"""
    declared: tuple[tuple[int, str], ...] = ()
    """the annonces that a player has declared by this"""
    shown: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """the annonces that are shown now"""
    dummy: tuple[int, tuple[str, ...]] | None = None
    """the hand that is laid open now"""
    trick: TrickInfo | None = None
    """the trick that this card completed"""
    points: tuple[int, int] | None = None
    """what the sides have, where this card changed it without completing a trick: as the second of a belote"""


class Proposed(SeatEvent, frozen=True, kw_only=True, tag="proposed"):
    """Somebody asks the others for their agreement."""

    what: Proposal
    tricks: int = 0


class Answered(SeatEvent, frozen=True, kw_only=True, tag="answered"):
    """Somebody agrees to a proposal, or does not, which ends it."""

    yes: bool


class TakenBack(Event, frozen=True, kw_only=True, tag="taken_back"):
    """All agreed: the deal stands again as it did before an action."""

    deal: DealInfo
    until: float | None = None


class Scored(Event, frozen=True, kw_only=True, tag="scored"):
    """A deal is over, with what it is worth, all cards, and the secret they came from."""

    deal: int
    parts: tuple[PartInfo, ...]
    scores: tuple[int, int]
    winner: int | None = None
    played: bool = True
    """whether there was a contract"""
    aim: AimInfo | None = None
    """what the contract needed; nothing where nobody had one"""
    claimed: int | None = None
    """how many tricks the declarer has by a claim"""
    points: tuple[int, int, int, int] = (0, 0, 0, 0)
    """card points, or tricks, that each player won"""
    standing: StandingInfo
    hands: tuple[tuple[str, ...], ...]
    """as dealt"""
    secret: str
    next_deal: int
    commitment: str
    """the server's for the next deal"""


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    """The match is over: won, drawn, given up, or broken off since somebody is gone."""

    why: Literal["won", "drawn", "resigned", "gone"]
    winner: int | None = None
    totals: tuple[int, int] = (0, 0)
    seat: int | None = None
    """who resigned or is gone"""
    name: str = ""
    """of the player who is gone"""
    secret: str = ""
    """of a deal that was broken off"""
    next_deal: int
    commitment: str


class Restarted(Event, frozen=True, kw_only=True, tag="restarted"):
    """Another match begins with the same seats."""


class Said(SeatEvent, frozen=True, kw_only=True, tag="said"):
    """A short line."""

    name: str
    text: str


class Emoted(SeatEvent, frozen=True, kw_only=True, tag="emoted"):
    """One of the few things that can be said without words."""

    name: str
    what: Emotion


class Muted(SeatEvent, frozen=True, kw_only=True, tag="muted"):
    """The host lets a player say nothing any more, or again."""

    on: bool


class Paced(SeatEvent, frozen=True, kw_only=True, tag="paced"):
    """The host has changed how long bots take and complete tricks lie, in seconds."""

    bot_delay: float
    trick_delay: float


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """The table is no more."""


Attendance = Sat | Left | Gone | Back | StoodIn
"""that change who is there"""
OpenEvent = (
    Attendance
    | Paused
    | Resumed
    | WasReady
    | Kept
    | Awaited
    | Committed
    | Proposed
    | Answered
    | Restarted
    | Said
    | Emoted
    | Muted
    | Paced
    | Closed
)
"""that are the same for everybody"""
TableEvent = OpenEvent | Dealt | Acted | TakenBack | Scored | Ended
"""what has a number"""

AboutPlayer = Challenged | Identified | Forgotten
"""what is said of the player"""

Message = (
    Welcome
    | InLobby
    | TableList
    | Refused
    | Done
    | Hinted
    | Taken
    | Moving
    | AboutPlayer
    | Invited
    | Declined
    | Snapshot
    | Murmured
    | Pong
    | Bye
    | TableEvent
)
"""all that can be said"""
