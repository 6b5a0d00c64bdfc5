"""What clients say to the server, one struct a message; as JSON an object whose `type` is the name of the message.

A connection begins with `hello`. Whatever a client says at a table may have an `id` of its choice: said twice with the
same one, it acts once. What concerns the position, `act`, `hint`, `propose` and `answer`, must have one, and says `at`
which event it answers, so that nothing is done by somebody who has not yet seen what happened.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

VERSION: Final = 1
"""of the messages, in both directions"""

LONGEST_NAME: Final = 64
"""letters of the name of a table or a bot, of a token or a code"""
LONGEST_PLAYER: Final = 24
"""letters of the name of a player, as others see it"""
LONGEST_LINE: Final = 500
"""letters that a person can say at once"""
MOST_GAMES: Final = 64
"""of which a program can tell that it plays them"""
LONGEST_GAME: Final = 2000
"""letters of a game, of which ours have 702 where all house rules are others than those of the preset"""
MOST_TRICKS: Final = 13
CODE_LENGTH: Final = 10
"""letters of the code of a private table, which are fewer than those of the name of any table"""

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Line = Annotated[str, Meta(max_length=LONGEST_LINE)]
Id = Annotated[str, Meta(max_length=64)]
GameText = Annotated[str, Meta(max_length=LONGEST_GAME)]
"""`NAME[:PRESET][,RULE=VALUE…]`"""
SeatNumber = Annotated[int, Meta(ge=1, le=4)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Hex = Annotated[str, Meta(pattern=r"^(-|[0-9a-f]{64})$(?!\n)")]
"""32 bytes as hexadecimal digits, or `-` for nothing"""

Delay = Annotated[float, Meta(ge=0, le=10)]
"""seconds"""
Key = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""a public key of Ed25519 as hexadecimal digits"""
Signature = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}$(?!\n)")]
"""one of Ed25519, as hexadecimal digits"""

PUBLIC_CLOCK: Final = 60
"""seconds for a turn at public tables that do not say otherwise"""

TRICK_DELAY: Final = 1.2
"""seconds for which a complete trick lies, where a table does not say otherwise and its bots do not answer at once"""

Language = Literal["en", "fr", "pt"]
WhenGone = Literal["bot", "pause", "end"]
Emotion = Literal["hello", "good-luck", "well-played", "thanks", "sorry", "oops", "thinking", "bye"]
"""what can be said without words, so that everybody reads it in their own language: the texts `emote.WHAT`"""
Proposal = Literal["take-back", "claim", "resign", "rematch"]
Excuse = Literal["busy", "game", "too-fast", "too-slow", "no"]
"""why a program does not come: it has enough seats, plays other games, or with more or less time; or just so"""


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """How a table is run, whatever is played at it."""

    private: bool = False
    """whether only those who have its code can find it"""
    clock: Annotated[int, Meta(ge=0, le=3600)] | None = None
    """seconds for a turn, 0 for no clock; if not said, public tables have one and private ones do not"""
    grace: Annotated[int, Meta(ge=0, le=86400)] = 60
    """seconds for which the seat of a player who is gone is held"""
    when_gone: WhenGone = "bot"
    """what happens then: a bot plays until they are back, the match pauses, or it ends"""
    bot: Name = "simple"
    """the bot that stands in for players who are gone or out of time"""
    bot_delay: Annotated[float, Meta(ge=0, le=60)] = 0.7
    """seconds that bots take at least for any answer"""
    spectators: bool = True
    once: bool = False
    """whether the table closes after one match, and its players go back to the lobby"""
    trick_delay: Annotated[float, Meta(ge=0, le=60)] | None = None
    """seconds for which a complete trick lies at least before a bot leads to the next one; if not said, 1.2 unless bots
    answer at once"""
    rated: bool = False
    """whether its matches count for ratings: all who sit there have a key, or are bots of the server"""
    hand_over: bool = True
    """whether a person whose hand is dummy plays both hands, where the bot opposite declares"""

    @property
    def turn_seconds(self) -> int:
        """How long a turn may take; 0 for ever."""
        if self.clock is not None:
            return self.clock
        return 0 if self.private else PUBLIC_CLOCK

    @property
    def lead_delay(self) -> float:
        """Seconds that bots take at least before they lead to another trick: all want to see the last one."""
        usual = TRICK_DELAY if self.bot_delay else 0.0
        return max(self.bot_delay, usual if self.trick_delay is None else self.trick_delay)

    @property
    def binding(self) -> Options:
        """The same with what rated tables need: a clock, and no way to leave a lost match to somebody else."""
        usual = Options()
        if not self.rated:
            return self
        return replace(
            self,
            clock=self.turn_seconds or PUBLIC_CLOCK,
            grace=usual.grace,
            when_gone="end",
            bot=usual.bot,
        )


class Incoming(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, tag_field="type"
):
    """Anything that a client can say."""

    id: Id = ""


class Hello(Incoming, frozen=True, kw_only=True, tag="hello"):
    """The first message: who is there. With a table and its token, or a code, a player takes their seat."""

    v: int
    name: Name = ""
    lang: Language = "en"
    table: Name = ""
    token: Name = ""
    move: Name = ""
    """the code that `moving` told another device: this one takes over its seat, whatever table and token say"""
    last: Number = 0
    """the number of the last event that the client saw: it gets those after it, or a fresh view"""


class Tables(Incoming, frozen=True, kw_only=True, tag="tables"):
    """Asks for the open tables, or for the one to which somebody is invited."""

    table: Name = ""
    code: Name = ""


class Create(Incoming, frozen=True, kw_only=True, tag="create"):
    """Makes a table and takes a seat at it."""

    game: GameText
    options: Options = Options()
    seat: SeatNumber = 1
    bots: Name = ""
    """a bot for all other seats; none where nothing is said"""
    daily: bool = False
    """whether the first deal is that of the day: then the game is as usual, and seat, bots and privacy are given"""


class Quick(Incoming, frozen=True, kw_only=True, tag="quick"):
    """Takes any seat at an open table of a game, or makes one."""

    game: GameText


class Sit(Incoming, frozen=True, kw_only=True, tag="sit"):
    """Takes a seat: the one asked for, or the first that is empty. A private table wants its code."""

    table: Name = ""
    code: Name = ""
    seat: SeatNumber | None = None


class Watch(Incoming, frozen=True, kw_only=True, tag="watch"):
    """Looks on, without a seat."""

    table: Name = ""
    code: Name = ""


class Leave(Incoming, frozen=True, kw_only=True, tag="leave"):
    """Gives up the seat, or stops to look on."""


class Move(Incoming, frozen=True, kw_only=True, tag="move"):
    """Asks for a code with which another device can take over this seat, once; an earlier one is void from then on."""


class AddBot(Incoming, frozen=True, kw_only=True, tag="add_bot"):
    """Puts a bot on an empty seat, on all of them, or on that of another bot."""

    bot: Name = "simple"
    """its name, and its level where it has some: `sampling:4`"""
    seat: SeatNumber | None = None


class RemoveBot(Incoming, frozen=True, kw_only=True, tag="remove_bot"):
    """Takes a bot from its seat before a match."""

    seat: SeatNumber


class Ready(Incoming, frozen=True, kw_only=True, tag="ready"):
    """Waits for a deal; with the commitment to a nonce, has a part in its cards (docs/fairness.md)."""

    deal: Number
    commitment: Hex = "-"
    later: bool = False
    """whether this is only the commitment, should the deal begin before the player is ready"""


class Keep(Incoming, frozen=True, kw_only=True, tag="keep"):
    """Keeps the next deal waiting while the player still looks at the last one, or no longer."""

    on: bool


class Reveal(Incoming, frozen=True, kw_only=True, tag="reveal"):
    """Opens the nonce of a commitment."""

    deal: Number
    nonce: Hex


class Salt(Incoming, frozen=True, kw_only=True, tag="salt"):
    """Gives words as a part of the next deal, for those whose client can make no commitment."""

    words: Line


class InPosition(Incoming, frozen=True, kw_only=True):
    """What concerns the position, as of an event."""

    id: Id
    at: Number


class Act(InPosition, frozen=True, kw_only=True, tag="act"):
    """A call, a discard, a word or a card, as `parse_action` reads them."""

    action: Line


class Hint(InPosition, frozen=True, kw_only=True, tag="hint"):
    """Asks what is best to do now, where all others are bots."""


class Propose(InPosition, frozen=True, kw_only=True, tag="propose"):
    """Asks the others for their agreement.

    To take back the last action of one's own, to end the deal with some tricks in all for the declarer, to give up the
    match, or to play another one.
    """

    what: Proposal
    tricks: Annotated[int, Meta(ge=0, le=MOST_TRICKS)] = 0


class Answer(InPosition, frozen=True, kw_only=True, tag="answer"):
    """Agrees to what was proposed, or does not."""

    yes: bool


class Say(Incoming, frozen=True, kw_only=True, tag="say"):
    """A short line for all at the table; of those who look on, for the others who do."""

    text: Line


class Emote(Incoming, frozen=True, kw_only=True, tag="emote"):
    """One of a few things to say, for all at the table."""

    what: Emotion


class Mute(Incoming, frozen=True, kw_only=True, tag="mute"):
    """Lets a player say nothing any more at this table, or again; for its host."""

    seat: SeatNumber
    on: bool = True


class Kick(Incoming, frozen=True, kw_only=True, tag="kick"):
    """Takes the seat from a player, as if they had left; for the host of the table."""

    seat: SeatNumber


class Invite(Incoming, frozen=True, kw_only=True, tag="invite"):
    """Asks a program that is `available` to take an empty seat; at a private table, with its code."""

    player: Name
    seat: SeatNumber
    code: Name = ""


class Report(Incoming, frozen=True, kw_only=True, tag="report"):
    """Tells whoever runs the server of a player, with what was said last; nobody else gets it."""

    seat: SeatNumber
    reason: Line = ""


class Pace(Incoming, frozen=True, kw_only=True, tag="pace"):
    """Changes how long bots take and complete tricks lie, as in `options`; for the host of the table."""

    bot_delay: Delay
    trick_delay: Delay


class Ping(Incoming, frozen=True, kw_only=True, tag="ping"):
    """Asks for a sign of life."""


class Challenge(Incoming, frozen=True, kw_only=True, tag="challenge"):
    """Asks for a text to sign, by which a client shows that it has a key."""


class Identify(Incoming, frozen=True, kw_only=True, tag="identify"):
    """Signs what `challenged` has told: the client is the player with this key, wherever it sits down from now on."""

    key: Key
    signature: Signature
    program: bool = False
    """whether the player is a program, which everybody is told"""


class Forget(Incoming, frozen=True, kw_only=True, tag="forget"):
    """Lets the server forget the player: ratings, name, and who they were in matches of others."""


class Available(Incoming, frozen=True, kw_only=True, tag="available"):
    """A program with a key waits for invitations while it is in the lobby."""

    games: Annotated[tuple[Name, ...], Meta(max_length=MOST_GAMES)] | None = None
    """to these games; if nothing is said, to all of them, and if there are none, no longer to any"""


class Decline(Incoming, frozen=True, kw_only=True, tag="decline"):
    """Does not take the seat of an invitation; who takes it says `sit`."""

    table: Name
    seat: SeatNumber
    why: Excuse = "no"


Talk = Say | Emote | Report
"""what players say to each other, and of each other"""
Hosting = Mute | Kick | Pace
"""what only the host of a table may say"""

AtTable = (
    Leave
    | Move
    | AddBot
    | RemoveBot
    | Invite
    | Ready
    | Keep
    | Reveal
    | Salt
    | Act
    | Hint
    | Propose
    | Answer
    | Talk
    | Hosting
)
"""what is said at a table"""

AboutPlayer = Challenge | Identify | Forget
"""what is said of the player rather than to a lobby"""

Message = Hello | Tables | Create | Quick | Sit | Watch | Available | Decline | Ping | AboutPlayer | AtTable
"""all that can be said"""

NOT_REPEATED: Final = (Ready, Reveal, Salt, Ping)
"""what is not said again where it may not have been heard: the fair player sees to its own, a ping has no effect"""
