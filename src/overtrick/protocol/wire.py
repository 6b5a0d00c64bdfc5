"""Messages as they travel: a JSON object each."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec

from overtrick.core.errors import Invalid
from overtrick.protocol import incoming, outgoing

T = TypeVar("T")

_encoder: Final = msgspec.json.Encoder()
_incoming: Final[msgspec.json.Decoder[incoming.Message]] = msgspec.json.Decoder(incoming.Message)
_outgoing: Final[msgspec.json.Decoder[outgoing.Message]] = msgspec.json.Decoder(outgoing.Message)


def encode(message: incoming.Message | outgoing.Message) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message)


def decode_incoming(data: bytes) -> incoming.Message:
    """A message from a client; raises `Invalid` for what is none."""
    return _decode(_incoming, data)


def decode_outgoing(data: bytes) -> outgoing.Message:
    """A message from a server; raises `Invalid` for what is none."""
    return _decode(_outgoing, data)


def _decode(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    try:
        return decoder.decode(data)
    except (ValueError, RecursionError) as error:  # also for bytes that are no text
        raise Invalid("bad-message", reason=str(error)) from None
