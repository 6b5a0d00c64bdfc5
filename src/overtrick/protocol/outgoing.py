"""What the server says to clients, one struct a message; as JSON an object whose `type` is the name of the message.

Messages with a number `n` are the events of a table: everybody there gets all numbers, in order, but of each event only
what they may know. A client that has all events of its seat, or a `snapshot` and those after it, knows its view.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from overtrick.protocol.fair import Mark
from overtrick.protocol.incoming import Options, Proposal
from overtrick.protocol.parts import (
    ActionInfo,
    ContractInfo,
    DealInfo,
    OptionInfo,
    PartInfo,
    ProposalInfo,
    SeatInfo,
    ShownInfo,
    StandingInfo,
    State,
    TableInfo,
    TrickInfo,
)

By = Literal["", "stand-in", "clock"]
"""who acted: the player or a bot on its seat, a bot for a player who is gone, or a bot since the time was up"""


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

    why: Literal["hello", "left", "moved", "gone", "over", "closed", "waiting"]
    """just come; by its own wish; since another device has taken over its seat, whose token is void; since somebody
    else is gone; since the match is over; since the table is closed; or still there, and the number of those who wait
    has changed"""
    who: str = ""
    """who is gone"""
    waiting: int = 0
    """where the server itself puts four players together: how many are waiting, this client included"""


class TableList(Outgoing, frozen=True, kw_only=True, tag="table_list"):
    """The open tables."""

    tables: tuple[TableInfo, ...]


class Refused(Outgoing, frozen=True, kw_only=True, tag="refused"):
    """A message was not accepted, and nothing was done."""

    code: str
    """what is wrong, stable"""
    text: str
    """the same as a sentence in the client's language"""
    id: str = ""


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


class Snapshot(Outgoing, frozen=True, kw_only=True, tag="snapshot"):
    """All that a seat, or somebody who looks on, may know of a table, as of event `n`."""

    n: int
    table: str
    game: str
    """`NAME[:PRESET][,RULE=VALUE…]`"""
    options: Options
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
    deal: DealInfo | None = None
    scored: Scored | None = None
    """the last deal of this match that is over, as it was told then; its `n` is not after that of the snapshot"""
    ended: Ended | None = None
    """how the match ended, as it was told then, while the state is `over`"""
    proposal: ProposalInfo | None = None
    paused: bool = False
    until: float | None = None
    """when the clock of the turn ends"""


class Pong(Outgoing, frozen=True, kw_only=True, tag="pong"):
    """A sign of life."""

    id: str = ""


class Bye(Outgoing, frozen=True, kw_only=True, tag="bye"):
    """The server closes the connection."""

    code: str
    text: str


class Event(Outgoing, frozen=True, kw_only=True):
    """Something that happened at a table."""

    n: int
    id: str = ""
    """of the command that did it, for its author"""


class Sat(Event, frozen=True, kw_only=True, tag="sat"):
    """A seat is taken by a person or a bot."""

    seat: int
    kind: Literal["person", "bot"]
    name: str
    bot: str = ""


class Left(Event, frozen=True, kw_only=True, tag="left"):
    """A seat is empty again."""

    seat: int


class Gone(Event, frozen=True, kw_only=True, tag="gone"):
    """A player's connection is lost; the seat is held."""

    seat: int
    until: float


class Back(Event, frozen=True, kw_only=True, tag="back"):
    """A player is back on their seat, or goes on with another device."""

    seat: int


class StoodIn(Event, frozen=True, kw_only=True, tag="stood_in"):
    """A bot plays for a player who is gone, until they are back."""

    seat: int
    bot: str


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    """The match waits for a player who is gone, or for somebody else on the seat."""

    seat: int


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The match goes on."""

    until: float | None = None


class WasReady(Event, frozen=True, kw_only=True, tag="ready"):
    """A player waits for the deal."""

    seat: int
    commitment: str = "-"


class Committed(Event, frozen=True, kw_only=True, tag="committed"):
    """All are ready for a deal: the commitments to what its cards will come from. Nobody has opened theirs yet."""

    deal: int
    server: str
    seats: tuple[str, str, str, str]
    until: float
    """when those who have not opened theirs are left out"""


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
    """as in records; of somebody else's discard only the word"""
    by: By = ""
    """a bot did it, for a player who is gone or out of time"""
    phase: Literal["auction", "discard", "play", "over"] | None = None
    """only where it changed"""
    turn: int | None = None
    actor: int | None = None
    legal: tuple[str, ...] = ()
    out_of_turn: tuple[str, ...] = ()
    until: float | None = None
    contract: ContractInfo | None = None
    hand: tuple[str, ...] | None = None
    """one's own, where it changed by more than this action"""
    sizes: tuple[int, ...] | None = None
    said: tuple[tuple[int, str], ...] = ()
    """words that were said with the card and are no action of their own"""
    actions: dict[str, ActionInfo] = {}
    """the parts of all actions above that are no cards"""
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


class Proposed(Event, frozen=True, kw_only=True, tag="proposed"):
    """Somebody asks the others for their agreement."""

    seat: int
    what: Proposal
    tricks: int = 0


class Answered(Event, frozen=True, kw_only=True, tag="answered"):
    """Somebody agrees to a proposal, or does not, which ends it."""

    seat: int
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


class Said(Event, frozen=True, kw_only=True, tag="said"):
    """A short line."""

    seat: int
    name: str
    text: str


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """The table is no more."""


Attendance = Sat | Left | Gone | Back | StoodIn
"""that change who is there"""
OpenEvent = Attendance | Paused | Resumed | WasReady | Committed | Proposed | Answered | Restarted | Said | Closed
"""that are the same for everybody"""
TableEvent = OpenEvent | Dealt | Acted | TakenBack | Scored | Ended
"""what has a number"""

Message = Welcome | InLobby | TableList | Refused | Done | Hinted | Taken | Moving | Snapshot | Pong | Bye | TableEvent
"""all that can be said"""
