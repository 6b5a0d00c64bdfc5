"""The key of a player, in a file: who has it is that player, at every server."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from overtrick.core.errors import Invalid
from overtrick.protocol import incoming
from overtrick.protocol.signing import player_of, signed_text

KIND: Final = "overtrick player key"
"""what a file says that it is; pages write the same ones"""
SIZE: Final = 32
"""bytes of a secret"""
OWNER_ONLY: Final = 0o600
"""the mode of such a file"""


class PlayerKey:
    """A key pair of Ed25519."""

    def __init__(self, secret: bytes) -> None:
        """The pair of a secret, of which anything is one that has its size."""
        self._secret = secret
        self._private = Ed25519PrivateKey.from_private_bytes(secret)

    @property
    def public(self) -> str:
        """The public key, as hexadecimal digits."""
        return self._private.public_key().public_bytes_raw().hex()

    @property
    def player(self) -> str:
        """What servers call the player with this key."""
        return player_of(self.public)

    def identify(self, host: str, nonce: str, program: bool) -> incoming.Identify:
        """The answer to the server of a name, `HOST[:PORT]`, which wants something to be signed."""
        signature = self._private.sign(signed_text(host, nonce)).hex()
        return incoming.Identify(key=self.public, signature=signature, program=program)

    @classmethod
    def load_or_make(cls, path: str, entropy: Callable[[int], bytes]) -> tuple[PlayerKey, bool]:
        """The key in a file, and whether it was made since there was none; raises `Invalid` for another file."""
        if os.path.exists(path):
            return cls.load(path), False
        secret = entropy(SIZE)
        whole = f"{path}.{os.getpid()}"  # it gets its name when it is whole, since others may make one at once
        try:
            with open(os.open(whole, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "w", encoding="utf-8") as file:
                file.write(json.dumps({"type": KIND, "v": 1, "secret": secret.hex()}) + "\n")
            try:
                os.link(whole, path)
            finally:
                os.unlink(whole)
        except FileExistsError:
            return cls.load(path), False
        except OSError as error:
            raise Invalid("unwritable", path=path, reason=error.strerror or str(error)) from None
        return cls(secret), True

    @classmethod
    def load(cls, path: str) -> PlayerKey:
        """The key in a file; raises `Invalid` if it has none."""
        try:
            with open(path, encoding="utf-8") as file:
                found = json.load(file)
            secret = bytes.fromhex(found["secret"])
        except OSError as error:
            raise Invalid("unreadable", path=path, reason=error.strerror or str(error)) from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Invalid("no-key", path=path) from None
        if found.get("type") != KIND or len(secret) != SIZE:
            raise Invalid("no-key", path=path)
        return cls(secret)
