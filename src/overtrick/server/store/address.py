"""Where a PostgreSQL database is, and how it is reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from overtrick.core.errors import Invalid

IMPATIENT: Final[Mapping[str, str | int]] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
    "application_name": "overtrick",
}
"""what holds for a connection if the address does not say otherwise: a server that vanished is missed after seconds"""

Connection = psycopg.Connection[tuple[Any, ...]]


class Address:
    """A database as `--db` names it, which people are shown without the password."""

    def __init__(self, url: str) -> None:
        try:
            parts = conninfo_to_dict(url)
        except psycopg.Error:  # its words would quote the password
            raise Invalid("unreadable", path="postgresql://…", reason="it is not an address") from None
        self._all = make_conninfo("", **{**IMPATIENT, **parts})
        user, port = parts.get("user"), parts.get("port")
        host = f"{parts.get('host', '')}{f':{port}' if port else ''}"
        self._shown = f"postgresql://{f'{user}@' if user else ''}{host}/{parts.get('dbname', '')}"

    def __str__(self) -> str:
        return self._shown

    def connect(self) -> Connection:
        """A connection whose statements are committed one by one unless they stand in a transaction."""
        return psycopg.connect(self._all, autocommit=True)


def reason(error: Exception) -> str:
    """What went wrong, in a line without the rows that it was about: there are cards in them."""
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    return (said or str(error).strip().partition("\n")[0] or type(error).__name__).rstrip(".")
