"""What processes tell each other of their tables, once a second, by the database."""

from __future__ import annotations

from typing import Final

import msgspec

from overtrick.protocol.outgoing import TableInfo


class OpenTables(msgspec.Struct, frozen=True):
    """The tables of a process that anybody may find."""

    tables: tuple[TableInfo, ...] = ()
    quick: tuple[str, ...] = ()
    """the games of which it has a table for who asks for any"""


encode_list: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(OpenTables).decode


def decode_list(data: bytes) -> OpenTables:
    """What a process tells; nothing of one whose version says it otherwise."""
    try:
        return _decode(data)
    except msgspec.MsgspecError:
        return OpenTables()
