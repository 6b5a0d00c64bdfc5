"""How a client is told that something is wrong."""

from __future__ import annotations

from overtrick.core.errors import Finding, OvertrickError
from overtrick.protocol.outgoing import Bye, Refused


def refused(error: OvertrickError, language: str, id_: str = "") -> Refused:
    """The answer to what was not accepted."""
    return Refused(code=error.finding.code, text=error.told(language), id=id_)


def bye(why: Finding, language: str) -> Bye:
    """The last words to a client."""
    return Bye(code=why.code, text=why.message(language))
