"""Where a PostgreSQL database is, and how it is reached."""

from __future__ import annotations

import re
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
        scheme, mark, rest = url.partition("://")
        try:
            parts = conninfo_to_dict(f"{scheme.lower()}{mark}{rest}")  # PostgreSQL knows no capitals in it
        except psycopg.Error:  # its words would quote the password
            raise Invalid("unreadable", path="postgresql://…", reason=_mistake(url)) from None
        self._all = make_conninfo("", **{**IMPATIENT, **parts})
        user, port = parts.get("user"), parts.get("port")
        host = f"{parts.get('host', '')}{f':{port}' if port else ''}"
        self._shown = f"postgresql://{f'{user}@' if user else ''}{host}/{parts.get('dbname', '')}"

    def __str__(self) -> str:
        return self._shown

    def connect(self) -> Connection:
        """A connection whose statements are committed one by one unless they stand in a transaction."""
        return psycopg.connect(self._all, autocommit=True)


def _mistake(url: str) -> str:
    """What is wrong with an address, without a word of it."""
    if re.search("%(?![0-9A-Fa-f]{2})", url):
        return "a percent sign in the address, in a password for example, has to be %25"
    if "?" in url:
        return "it is not an address, or has parameters after ? that PostgreSQL does not know"
    return "it is not an address"


def reason(error: Exception) -> str:
    """What went wrong, in a line without the rows that it was about: there are cards in them."""
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    return (said or str(error).strip().partition("\n")[0] or type(error).__name__).rstrip(".")
