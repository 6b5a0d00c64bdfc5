"""Players without passwords: a client that shows that it has a key is the player of that key.

The server proves nothing about people but that the same key has come back. It keeps neither keys nor signatures: a
player is called by a part of the SHA-256 of the public key.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Coroutine, Mapping
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from overtrick.core.errors import Illegal, Invalid, OvertrickError
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import AboutPlayer, Challenge, Forget, Identify
from overtrick.protocol.signing import player_of, signed_text
from overtrick.server.ports.connection import Connection
from overtrick.server.store.store import Store
from overtrick.table.accounts import NOBODY, Account
from overtrick.table.ledger import Entropy
from overtrick.table.lobby import Lobby
from overtrick.table.output import Client

NONCE_BYTES: Final = 32

Tell = Callable[[Client, outgoing.Message], None]
Start = Callable[[Coroutine[None, None, None]], None]
"""does something besides"""


class Recognising:
    """Answers what clients say of their players, and lets the lobby know who they are."""

    def __init__(
        self,
        lobby: Lobby,
        store: Store,
        connections: Mapping[Client, Connection],
        entropy: Entropy,
        tell: Tell,
        start: Start,
        is_at_table: Callable[[Client], bool],
    ) -> None:
        self._lobby, self._store, self._connections = lobby, store, connections
        self._entropy, self._tell, self._start, self._is_at_table = entropy, tell, start, is_at_table
        self._nonces: dict[Client, str] = {}
        """what clients have to sign, each once"""

    def hear(self, client: Client, message: AboutPlayer) -> None:
        """Answer a client."""
        connection = self._connections[client]
        try:
            if self._lobby.name_of(client) is None:
                raise Invalid("hello-first")
            host = _host_of(connection)
            match message:
                case Challenge():
                    self._nonces[client] = nonce = self._entropy(NONCE_BYTES).hex()
                    self._tell(client, outgoing.Challenged(nonce=nonce, id=message.id))
                case Identify():
                    account = self._account(client, host, message)
                    self._lobby.recognise(client, account)
                    self._tell(client, outgoing.Identified(player=account.player, id=message.id))
                case Forget():
                    if self._is_at_table(client):
                        raise Illegal("forget-at-table")
                    if not self._lobby.account_of(client).player:
                        raise Illegal("key-needed")
                    self._start(self._forget(client, message))
        except OvertrickError as error:
            self._tell(client, outgoing.Refused.of(error, connection.language, message.id))

    def lost(self, client: Client) -> None:
        """A client has gone."""
        self._nonces.pop(client, None)

    def _account(self, client: Client, host: str, message: Identify) -> Account:
        """The player of a key, by the signature of what the client was given, once, and of the name by which it came.

        By that name, which is surely ours, nobody else can let it be signed and pass it on. Raises `Invalid` if it is
        not that.
        """
        nonce = self._nonces.pop(client, None)
        try:
            if nonce is None:
                raise InvalidSignature
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(message.key))
            public.verify(bytes.fromhex(message.signature), signed_text(host, nonce))
        except (InvalidSignature, ValueError):
            raise Invalid("bad-signature", host=host) from None
        return Account(player_of(message.key), message.program)

    async def _forget(self, client: Client, message: Forget) -> None:
        """Let the store forget the player of a client, who is a stranger from then on."""
        player, answer = self._lobby.account_of(client).player, outgoing.Forgotten(id=message.id)
        try:
            await to_thread(self._store.forget_player, player)
        except OvertrickError:
            connection = self._connections.get(client)
            if connection is not None:
                refusal = outgoing.Refused.of(Invalid("store-failed"), connection.language, message.id)
                self._tell(client, refusal)
        else:
            if client in self._connections:
                self._lobby.recognise(client, NOBODY)
                self._tell(client, answer)


def _host_of(connection: Connection) -> str:
    """The name that a client signs; raises `Illegal` if that is not told, or not known to be one of this server."""
    if connection.name is None:
        raise Illegal("key-by-websocket")
    if not connection.name.is_own:
        raise Illegal("strange-host", host=connection.name.host)
    return connection.name.host
