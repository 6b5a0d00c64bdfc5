"""Clients that are connected to another process, and come to the tables of this one by a link."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import msgspec

from overtrick.core.errors import Invalid, OvertrickError
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import Language
from overtrick.protocol.wire import decode_incoming
from overtrick.server.limits import Caller, Callers
from overtrick.server.ports.connection import Connection
from overtrick.server.sharing.link import CLOSE, ERRAND, HEARD, OPEN, PARTED, SAID, TOLD, Link
from overtrick.table.accounts import Account
from overtrick.table.output import Errand

if TYPE_CHECKING:
    from overtrick.core.errors import Finding
    from overtrick.server.hub import Hub

log: Final = logging.getLogger(__name__)


class Opening(msgspec.Struct, frozen=True):
    """What the other process tells of a client."""

    address: str
    """where it comes from"""
    lang: Language
    name: str = ""
    is_greeted: bool = False
    """whether it has said hello there, and gets no answer to another one"""
    player: str = ""
    """whose key it has shown there"""
    program: bool = False


class _Said(msgspec.Struct):
    """A message of any version."""

    id: str = ""


class Guest(Connection):
    """A client of another process, which has seen to the limits."""

    kind = "another process"

    def __init__(self, hub: Hub, caller: Caller, link: Link, number: int, opening: Opening) -> None:
        self._link = link
        self._number = number
        self._is_greeted_again = opening.is_greeted
        """whether the next `welcome` and `in_lobby` are what it has had already"""
        self._heard = 0
        super().__init__(hub, caller, asyncio.get_running_loop(), opening.lang)
        self.hub.lobby.recognise(self.client, Account(opening.player, opening.program))
        if opening.is_greeted:
            hello = incoming.Hello(v=incoming.VERSION, name=opening.name, lang=opening.lang)
            self.hub.receive(self.client, hello)

    def hear(self, data: bytes) -> None:
        """Take what the client says, unless its table is about to leave: then it is said again where that goes."""
        if self.is_over or self.hub.is_parting(self.client):
            return
        self._heard += 1
        try:
            message = decode_incoming(data)
        except Invalid as error:  # of a newer version, whose clients may say more
            id_ = msgspec.json.decode(data, type=_Said).id
            self.hub.tell(self.client, outgoing.Refused.of(error, self.language, id_))
            return
        if isinstance(message, incoming.Hello):
            self.language = message.lang
        self.hub.receive(self.client, message)

    def send(self, message: outgoing.Message, data: bytes) -> None:
        match message:
            case outgoing.Welcome() if self._is_greeted_again:
                pass
            case outgoing.InLobby() if self._is_greeted_again:
                self._is_greeted_again = False
            case outgoing.Bye() if self._is_greeted_again or message.code == "shutdown":
                self.abort()  # this process does not serve them, but theirs lives, and looks for the table again
            case _:
                self._link.send(TOLD, self._number, HEARD.pack(self._heard) + data)

    def finish(self) -> None:
        """Nothing: the other process closes the connection when it gets the last words."""

    def abort(self) -> None:
        self._link.send(PARTED, self._number, HEARD.pack(self._heard))

    def overdue(self, now: float) -> Finding | None:
        return None


class GuestPort:
    """Where other processes call."""

    def __init__(self, hub: Hub, callers: Callers, secret: bytes) -> None:
        self._hub = hub
        self._callers = callers
        self._secret = secret
        self._guests: dict[Link, dict[int, Guest]] = {}
        self._links: set[Link] = set()
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Listen; gives the number of the port."""
        self._server = await asyncio.get_running_loop().create_server(self._link, host, port)
        number: int = self._server.sockets[0].getsockname()[1]
        return number

    def _link(self) -> Link:
        link = Link(self._secret, False, self._take, self._lost)
        self._links.add(link)
        link.is_open.add_done_callback(lambda is_open: None if is_open.result() else self._links.discard(link))
        return link

    def close(self) -> None:
        """Take no more links, and close those that there are."""
        if self._server is not None:
            self._server.close()
        for link in list(self._links):
            link.close()

    def _take(self, link: Link, kind: int, number: int, data: bytes) -> None:
        guests = self._guests.setdefault(link, {})
        guest = guests.get(number)
        try:
            if kind == OPEN:
                if guest is not None:  # it has gone from here, and comes again
                    self._hub.lost(guest.client)
                opening = msgspec.json.decode(data, type=Opening)
                caller = self._callers.find(opening.address, asyncio.get_running_loop().time())
                guests[number] = Guest(self._hub, caller, link, number, opening)
            elif kind == SAID and guest is not None:
                guest.hear(data)
            elif kind == CLOSE and guest is not None:
                del guests[number]
                self._hub.lost(guest.client)
            elif kind == ERRAND:
                self._hub.take_errand(msgspec.json.decode(data, type=Errand))
        except (OvertrickError, msgspec.MsgspecError) as error:  # of another version
            log.error("a process has sent what is no message: %s", type(error).__name__)
            link.send(PARTED, number, HEARD.pack(0))

    def _lost(self, link: Link) -> None:
        self._links.discard(link)
        for guest in self._guests.pop(link, {}).values():
            self._hub.lost(guest.client)
