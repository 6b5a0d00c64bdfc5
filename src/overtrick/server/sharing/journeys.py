"""Clients of this process that are at tables of others: what they say is sent there, and they get what comes back."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Sequence
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from overtrick.core.errors import Finding, Invalid
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.wire import decode_outgoing, encode
from overtrick.server.sharing.guests import Opening
from overtrick.server.sharing.link import CLOSE, ERRAND, HEARD, OPEN, PARTED, SAID, TOLD, Link
from overtrick.table.output import Client, Errand

TIME_TO_CALL: Final = 2.0
"""seconds for a process to answer"""

MOST_UNANSWERED: Final = 16
"""messages of a client that wait for an answer"""

BRINGING: Final = (incoming.Quick, incoming.Sit, incoming.Watch)
"""what brings a client to a table, and has no answer with its id"""

NO_NEW_TABLES: Final = "no-new-tables"
"""why a process that stops or is full refuses who wants to play"""

log: Final = logging.getLogger(__name__)


class Home(Protocol):
    """Where the clients are connected."""

    def pass_on(self, client: Client, message: outgoing.Message | None, data: bytes) -> None:
        """Give a client what was sent to it, which as JSON is `data`; None if its kind is unknown."""

    def come_again(self, client: Client, messages: Sequence[incoming.Message]) -> None:
        """Look for the table of a client once more, with what brings it there, and what it has said since."""

    def hear(self, client: Client, message: incoming.Message) -> None:
        """Take what a client says that is at no table any more."""

    def hear_here(self, client: Client, message: incoming.Message) -> None:
        """As `hear`, wherever its table may be."""

    def dismiss(self, client: Client, why: Finding) -> None:
        """Tell a client why it has to go, and close its connection."""


class Journey:
    """A client that is elsewhere."""

    __slots__ = (
        "again",
        "has_arrived",
        "has_had_welcome",
        "heard",
        "held",
        "last",
        "leave",
        "link",
        "opening",
        "unanswered",
        "unheard",
    )

    def __init__(self, link: Link, opening: Opening, message: incoming.Message, has_had_welcome: bool) -> None:
        self.link = link
        self.opening = opening
        self.again = self.last = message
        """what brings it to its table once more, and what it has said last"""
        self.has_arrived = False
        """whether it has been at a table there"""
        self.has_had_welcome = has_had_welcome
        """whether the next one is not for the client"""
        self.heard = 1
        """how many of its messages were heard there, or will be in any case"""
        self.unheard: deque[incoming.Message] = deque()
        """those after them"""
        self.unanswered: dict[str, incoming.Message] = {}
        """those that were heard, by their ids: what came of them may not be stored yet"""
        self.leave: incoming.Leave | None = None
        """by which it is about to leave its table"""
        self.held: list[incoming.Message] = []
        """what it has said since: if it does leave, that is for the process to which it is connected"""

    def note_heard(self, number: int) -> None:
        """So many messages were heard."""
        while self.heard < number and self.unheard:
            message = self.unheard.popleft()
            self.heard += 1
            # Who is not cut off sends no other ping, and may wait for the answer before saying anything else.
            is_for_once = isinstance(message, incoming.NOT_REPEATED) and not isinstance(message, incoming.Ping)
            if message.id and not is_for_once:
                self.unanswered[message.id] = message
                if len(self.unanswered) > MOST_UNANSWERED:
                    del self.unanswered[next(iter(self.unanswered))]

    def say(self, message: incoming.Message) -> None:
        """The client says something; if it is at no table yet, that may bring it to one."""
        self.unheard.append(message)
        self.last = message
        if isinstance(message, BRINGING) and not isinstance(self.again, incoming.Hello):
            self.again = message
        elif isinstance(message, incoming.Leave):
            self.leave = message

    def note_told(self, message: outgoing.Message) -> None:
        """The client gets something, which may be an answer."""
        self.unanswered.pop(getattr(message, "id", ""), None)
        if isinstance(message, outgoing.Taken | outgoing.Snapshot):
            self.has_arrived = True
            self.unanswered = {id_: said for id_, said in self.unanswered.items() if not isinstance(said, BRINGING)}

    def is_in_vain(self, message: outgoing.Refused) -> bool:
        """Whether it is refused the table for which it has come, and has asked for nothing since."""
        is_at_its_end = not self.has_arrived and isinstance(self.again, BRINGING) and self.last is self.again
        is_only_one = self.heard + len(self.unheard) == 1
        return is_at_its_end and message.id == self.again.id and (bool(message.id) or is_only_one)

    def stays(self, message: outgoing.Message) -> bool:
        """Whether it may not leave its table, or has not been there."""
        if self.leave is None or not isinstance(message, outgoing.Refused | outgoing.Done):
            return False
        return message.id == self.leave.id

    def unsettled(self) -> list[incoming.Message]:
        """What has to be said again elsewhere: what has an id is done only once."""
        said = (*self.unanswered.values(), *self.unheard, *self.held)
        return [message for message in said if message is not self.again]

    def for_home(self) -> list[incoming.Message]:
        """What it has said that was not heard at its table before it was not there any more."""
        return [message for message in (*self.unheard, *self.held) if message is not self.leave]


class Journeys:
    """All clients that are elsewhere, and the links to the processes where they are."""

    def __init__(self, home: Home, secret: bytes) -> None:
        self._home = home
        self._secret = secret
        self._links: dict[str, Link] = {}
        self._calling: dict[str, asyncio.Task[None]] = {}
        """those that are about to be opened"""
        self._away: dict[Client, Journey] = {}

    def __contains__(self, client: object) -> bool:
        return client in self._away

    async def call(self, address: str) -> Link | None:
        """The link to the process at an address; None if it does not answer. All who want it at a time wait for one."""
        if address not in self._links:
            if address not in self._calling:
                self._calling[address] = asyncio.create_task(self._connect(address))
            await asyncio.shield(self._calling[address])
        return self._links.get(address)

    async def _connect(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        link = Link(self._secret, True, self._take, self._lost)
        try:
            async with asyncio.timeout(TIME_TO_CALL):
                await asyncio.get_running_loop().create_connection(lambda: link, host, int(port))
                is_open = await asyncio.shield(link.is_open)  # which the link itself decides
        except (OSError, TimeoutError):
            link.abort()
        else:
            if is_open and not link.is_lost:  # just now, perhaps: nobody tells that once more
                self._links[address] = link
            elif link.is_strange:
                log.error("the process at %s is of another version, or has another secret", address)
        finally:
            del self._calling[address]

    async def run_errand(self, address: str, errand: Errand) -> bool:
        """Tell the process at an address something; gives whether it answers."""
        link = await self.call(address)
        if link is not None:
            link.send(ERRAND, 0, msgspec.json.encode(errand))
        return link is not None

    def begin(self, client: Client, opening: Opening, message: incoming.Message, link: Link, is_again: bool) -> None:
        """A client comes to the process at the other end of a link, by what it has said, or `is_again` would say."""
        self._away[client] = Journey(link, opening, message, is_again and isinstance(message, incoming.Hello))
        link.send(OPEN, client, msgspec.json.encode(opening))
        link.send(SAID, client, encode(message))

    def say(self, client: Client, message: incoming.Message) -> None:
        """A client that is elsewhere says something."""
        journey = self._away[client]
        if journey.leave is not None:
            journey.held.append(message)
            return
        journey.say(message)
        journey.link.send(SAID, client, encode(message))

    def end(self, client: Client) -> None:
        """A client has gone, or is here again."""
        journey = self._away.pop(client, None)
        if journey is not None:
            journey.link.send(CLOSE, client)

    def give_up(self, addresses: Collection[str]) -> None:
        """Some processes do not live any more, though their links may: one that was paused still holds its end."""
        for address in addresses:
            if address in self._links:
                self._links[address].abort()

    def close(self) -> None:
        for link in list(self._links.values()):
            link.close()

    def _take(self, link: Link, kind: int, client: int, data: bytes) -> None:
        journey = self._away.get(client)
        if journey is None or journey.link is not link:
            return
        (heard,) = HEARD.unpack_from(data)
        journey.note_heard(heard)
        if kind == PARTED:
            link.send(CLOSE, client)  # there, too, nothing is known of it any more
            if heard:
                self._look_again(client)
            else:  # not even who it is: it would be sent there again and again
                del self._away[client]
                self._home.dismiss(client, Finding("shutdown"))
        elif kind == TOLD:
            self._pass_on(client, journey, data[HEARD.size :])

    def _pass_on(self, client: Client, journey: Journey, data: bytes) -> None:
        try:
            message = decode_outgoing(data)
        except Invalid:  # of a newer version, which the client may be too
            self._home.pass_on(client, None, data)
            return
        journey.note_told(message)
        match message:
            case outgoing.Welcome() if journey.has_had_welcome:
                journey.has_had_welcome = False
                return
            case outgoing.Taken():
                who = journey.opening
                journey.again = incoming.Hello(
                    v=incoming.VERSION, name=who.name, lang=who.lang, table=message.table, token=message.token
                )
            case outgoing.InLobby():
                self.end(client)
                self._home.pass_on(client, message, data)
                for said in journey.for_home():
                    self._home.hear(client, said)
                return
            case _ if journey.stays(message):
                journey.leave, held, journey.held = None, journey.held, []
                for said in held:
                    self.say(client, said)
            case outgoing.Refused() if journey.is_in_vain(message):
                self.end(client)  # who is at no table is at home, where they show their keys
                if message.code == NO_NEW_TABLES and isinstance(journey.again, incoming.Quick):
                    # The last open table has just gone from there, and there may be none at all.
                    self._home.hear_here(client, journey.again)
                    return
        self._home.pass_on(client, message, data)

    def _lost(self, link: Link) -> None:
        self._links = {address: known for address, known in self._links.items() if known is not link}
        for client, journey in [(client, journey) for client, journey in self._away.items() if journey.link is link]:
            # They may have been heard, and nobody knows it.
            journey.unheard = deque(message for message in journey.unheard if message.id)
            self._look_again(client)

    def _look_again(self, client: Client) -> None:
        journey = self._away.pop(client)
        again = journey.again
        if isinstance(again, incoming.Hello):
            again = replace(again, last=0)  # it gets the table as it is
        self._home.come_again(client, [again, *journey.unsettled()])
