"""A connection, whatever it speaks: what is known of the client, and the limits that it has to keep."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from typing import TYPE_CHECKING, Final, NamedTuple, get_args

from overtrick.core.errors import Finding, Invalid, OvertrickError
from overtrick.protocol import incoming
from overtrick.protocol.incoming import (
    AddBot,
    Available,
    Challenge,
    Create,
    Decline,
    Emote,
    Forget,
    Hint,
    Hosting,
    Identify,
    Invite,
    Move,
    Propose,
    Quick,
    RemoveBot,
    Report,
    Say,
    Sit,
)
from overtrick.protocol.outgoing import Message, Refused
from overtrick.protocol.wire import decode_incoming
from overtrick.server.limits import Bucket, Caller

if TYPE_CHECKING:
    from overtrick.server.hub import Hub

LINGER: Final = 5.0
"""seconds for a client to take the last words and to close its end"""

OPENING: Final = frozenset([Create, Quick])
"""messages that may open a table"""
COSTLY: Final = frozenset(
    [
        Sit,
        Move,
        AddBot,
        RemoveBot,
        Invite,
        Available,
        Decline,
        Propose,
        Say,
        Emote,
        Report,
        *get_args(Hosting),
        Hint,
        Challenge,
        Identify,
        Forget,
    ]
)
"""messages that a client can say again and again, each of which is kept, or takes a while"""

LIST_WEIGHT: Final = 10
"""how many messages a question for all tables counts as, since its answer is long"""


class Name(NamedTuple):
    """By what a client has found the server."""

    host: str
    """`HOST[:PORT]`"""
    is_own: bool
    """whether the server is surely called so"""


class Connection:
    """One client. Subclasses give what comes in to `take`, and say how something is sent and how it ends."""

    kind = ""
    """how it came, for the log"""

    name: Name | None = None
    """by which the client has found the server, if that is told"""

    def __init__(self, hub: Hub, caller: Caller, loop: AbstractEventLoop, language: str) -> None:
        self.hub = hub
        self.loop = loop
        self.address, self.owner = caller.name, caller.owner
        self.is_local = caller.is_local
        self._caller = caller
        self.limits = caller.limits
        self.language = language
        self.since = self.last_heard = loop.time()
        self.has_said_hello = False
        self.bad_messages = 0
        """in a row"""
        self._bucket = Bucket(self.limits.messages_per_second, self.limits.messages_at_once, self.since)
        self._costly = Bucket(self.limits.kept_per_second, self.limits.kept_at_once, self.since)
        self.client = hub.connect(self)

    def send(self, message: Message, data: bytes) -> None:
        """Send a message, which as JSON is `data`, or drop the client if it does not read. Never waits."""
        raise NotImplementedError

    def forward(self, data: bytes) -> None:
        """Send what a newer process says in words that this one does not know; only who speaks JSON gets it."""

    def finish(self) -> None:
        """Close the connection once the client has got what was sent, and after `LINGER` in any case."""
        raise NotImplementedError

    def abort(self) -> None:
        """Close the connection at once."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the client is not listened to any more."""
        return self.client not in self.hub.connections

    def take(self, data: bytes) -> float:
        """Take what the client has sent; gives the seconds for which nothing more may be read."""
        try:
            return self.understand(data)
        except Exception as error:  # ours: it costs this client its connection, and nobody else anything
            self.hub.report(error)
            self.hub.dismiss(self.client, Finding("internal-error"))
            return 0

    def understand(self, data: bytes) -> float:
        """Take a message as JSON, as `take`."""
        try:
            message = decode_incoming(data)
        except Invalid as error:
            return self.refuse(error)
        self.bad_messages = 0
        wait = self.note_life()
        self.say(message)
        return wait

    def say(self, message: incoming.Message) -> None:
        """Pass on what the client says, or refuse it where it is too much to be kept."""
        if isinstance(message, incoming.Hello):
            self.language = message.lang
        elif isinstance(message, incoming.Tables):
            self._bucket.take(self.loop.time(), LIST_WEIGHT - 1)
        try:
            self._note_costs(message)
        except OvertrickError as error:
            self.hub.tell(self.client, Refused.of(error, self.language, message.id))
        else:
            self.hub.receive(self.client, message)

    def _note_costs(self, message: incoming.Message) -> None:
        """Keep to the limits of what stays when the client has gone or takes a while, or refuse."""
        if type(message) in OPENING:
            self._caller.open_table(self.loop.time())
        elif type(message) in COSTLY and not self._costly.take_if_there(self.loop.time()):
            raise Invalid("too-many-requests")

    def refuse(self, error: Invalid) -> float:
        """Refuse what is no message, as `take`; the connection ends if there are several in a row."""
        wait = self.note_life()
        self.bad_messages += 1
        if self.bad_messages < self.limits.bad_messages:
            self.hub.tell(self.client, Refused.of(error, self.language))
        else:
            self.hub.dismiss(self.client, Finding("bad-messages", {"count": self.bad_messages}))
        return wait

    def note_life(self) -> float:
        """Note that the client has said something; gives the seconds for which nothing more may be read."""
        self.last_heard = self.loop.time()
        return self.note_work()

    def note_work(self) -> float:
        """As `note_life`, of what needs nobody to say it."""
        return self._bucket.take(self.loop.time())

    def overdue(self, now: float) -> Finding | None:
        """Why the client has to go, if it has."""
        if not self.has_said_hello and now - self.since > self.limits.hello_time:
            return Finding("no-hello", {"seconds": round(self.limits.hello_time)})
        if now - self.last_heard > self.limits.idle_time and not self.hub.is_at_table(self.client):
            return Finding("idle", {"minutes": round(self.limits.idle_time / 60)})
        return None
