"""A client's end of its talk with a server, over as many connections as it takes.

Everything that affects it is in this file, and nothing here knows how messages travel. A connection begins with what
`begin` gives: hello, with the seat's token and the last event that was seen, and a ping, whose answer tells that
everything that was missed has come. Then what had no answer is said again, with its old id, so that it acts once. A
client with a key shows it between the two, so that it is known before it sits down anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from types import UnionType
from typing import Final

import msgspec

from overtrick.client.fairness import FairPlayer
from overtrick.protocol import incoming, outgoing

Request = incoming.Create | incoming.Quick | incoming.Sit | incoming.Watch
"""what a client in the lobby asks to get to a table"""

Sign = Callable[[str], incoming.Identify]
"""shows the server a key, by a signature of what it has told"""

FINAL: Final = frozenset(["replaced", "idle"])
"""reasons of the server for which a client does not come back by itself"""
TRIED_AGAIN: Final = "too-many-requests"
"""what a server has against a key now, and may not have later"""
ID_BYTES: Final = 6


class Endpoint:
    """What one client says to a server and hears from it."""

    def __init__(
        self,
        introduce: Callable[[], incoming.Hello],
        entropy: Callable[[int], bytes],
        says_ready: bool = False,
        sign: Sign | None = None,
    ) -> None:
        """A client; `introduce` tells its name and language, `entropy` gives random bytes, `sign` shows its key.

        `says_ready`: after a deal the client itself says when it is ready for the next one; else it is so at once.
        """
        self.is_over = False
        """whether the server has ended it for good"""
        self.needs_new_connection = False
        """whether this one is of no use any more: the server would not have it, or what came makes no sense"""
        self._introduce = introduce
        self._fair = FairPlayer(entropy)
        self._says_ready = says_ready
        self._sign = sign
        self._held: incoming.Message | None = None
        """what tells the server that the client is ready, until the client says so"""
        self._prefix = entropy(ID_BYTES).hex()  # nobody on the same seat, before or after, may have the same ids
        self._ids = 0
        self._table = self._token = ""
        self._last = 0
        self._watched: incoming.Watch | None = None
        """how the table was asked for at which the client looks on"""
        self._unanswered: dict[str, incoming.Message] = {}
        self._ping = ""
        """the id of the ping that begins a connection, until it is answered"""
        self._is_connected = self._is_welcome = self._was_welcome = False

    def begin(self) -> list[incoming.Message]:
        """What to send first on a new connection."""
        self._is_connected, self._is_welcome = True, False
        self.needs_new_connection, self._ping = False, self._new_id()
        self._forget(incoming.Hello)  # this one is newer
        if self._watched is not None:
            self._unanswered[self._watched.id] = self._watched
        hello = msgspec.structs.replace(self._introduce(), table=self._table, token=self._token, last=self._last)
        return [hello] if self._sign is not None else [hello, incoming.Ping(id=self._ping)]

    def end(self) -> None:
        self._is_connected = False

    def ask_anew(self) -> None:
        """What the server said makes no sense: the whole table is needed, as a new connection gets it."""
        self._last, self.needs_new_connection = 0, True

    def say(self, message: incoming.Message) -> tuple[str, list[incoming.Message]]:
        """Take what the client wants to say; gives the id with which it goes and may be refused, and what to send now.

        Where it has to wait for a connection, that is nothing.
        """
        if isinstance(message, incoming.Ready) and self._held is not None:
            message, self._held = self._held, None
        if not message.id:
            message = msgspec.structs.replace(message, id=self._new_id())
        if not isinstance(message, incoming.NOT_REPEATED):
            self._unanswered[message.id] = message
        return message.id, [message] if self._is_connected and not self._ping else []

    def hear(self, message: outgoing.Message) -> tuple[list[outgoing.Message], list[incoming.Message]]:
        """Take a message of the server; gives what is new to the client, and what to send now."""
        if self.needs_new_connection or self.is_over:
            return [], []
        is_answer = getattr(message, "id", "") in self._unanswered
        is_new = self._take(message)
        if self.needs_new_connection:
            return [], []
        if isinstance(message, outgoing.Event) and not is_new:  # what it answers is news all the same
            return ([outgoing.Done(id=message.id, n=message.n)] if is_answer else []), []
        answers = [msgspec.structs.replace(answer, id=self._new_id("fair")) for answer in self._fair.receive(message)]
        if isinstance(message, outgoing.Welcome) and not self._ping:
            answers = []  # nothing was lost: it is the answer to another name or language
        if self._says_ready and isinstance(message, outgoing.Scored | outgoing.Dealt | outgoing.InLobby):
            self._held, answers = next(iter(answers), None), []
        answers += self._show_key(message)
        if isinstance(message, outgoing.Pong) and message.id == self._ping:
            self._ping = ""
            answers += self._unanswered.values()
        return [message] if is_new else [], answers

    def _show_key(self, message: outgoing.Message) -> list[incoming.Message]:
        """What shows the key on a new connection, and the ping after it."""
        if self._sign is None or not self._ping:
            return []
        match message:
            case outgoing.Welcome():
                return [incoming.Challenge(id=self._ping)]
            case outgoing.Challenged():
                identify = msgspec.structs.replace(self._sign(message.nonce), id=self._ping)
                return [identify, incoming.Ping(id=self._ping)]
        return []

    def _take(self, message: outgoing.Message) -> bool:
        """Remember what a message means for coming back; whether it is new to the client."""
        id_ = getattr(message, "id", "")
        asked = self._unanswered.pop(id_, None)
        match message:
            case outgoing.Welcome():
                is_news = not self._was_welcome or not self._ping
                if not self._ping:
                    self._forget(incoming.Hello)
                self._is_welcome = self._was_welcome = True
                return is_news
            case outgoing.InLobby():
                self._table, self._token, self._last = "", "", 0
                if not self._ping:
                    self._watched = None
                self._forget(incoming.AtTable)
            case outgoing.Taken():
                self._table, self._token, self._last, self._watched = message.table, message.token, 0, None
                self._forget(Request)
            case outgoing.Snapshot():
                if message.seat is None:
                    requests = (asked for asked in self._unanswered.values() if isinstance(asked, incoming.Watch))
                    self._watched = next(requests, self._watched)
                self._last = message.n
                self._forget(Request)
            case outgoing.Refused():
                if asked is not None and asked is self._watched:
                    self._watched = None
                is_about_key = id_ != "" and id_ == self._ping
                self.is_over = message.code == "wrong-version" or (is_about_key and message.code != TRIED_AGAIN)
                self.needs_new_connection = (is_about_key or not self._is_welcome) and not self.is_over
                return not id_.startswith(f"{self._prefix}.fair")
            case outgoing.Bye():
                self.is_over = message.code in FINAL
            case outgoing.Pong() | outgoing.Challenged() | outgoing.Identified():
                return False
            case outgoing.TableList():
                self._forget(incoming.Tables)
            case (
                outgoing.Done()
                | outgoing.Hinted()
                | outgoing.Moving()
                | outgoing.Forgotten()
                | outgoing.Murmured()
                | outgoing.Invited()
                | outgoing.Declined()
            ):
                pass
            case _ if message.n <= self._last:
                return False
            case _ if message.n > self._last + 1:
                self.ask_anew()
                if asked is not None:
                    self._unanswered[id_] = asked  # nobody is told of this answer: another one is asked for
                return False
            case _:
                self._last = message.n
        return True

    def _forget(self, kinds: type[incoming.Message] | UnionType) -> None:
        """Messages of some kinds are answered, or get no answer any more."""
        self._unanswered = {id_: asked for id_, asked in self._unanswered.items() if not isinstance(asked, kinds)}

    def _new_id(self, kind: str = "said") -> str:
        self._ids += 1
        return f"{self._prefix}.{kind}.{self._ids}"
