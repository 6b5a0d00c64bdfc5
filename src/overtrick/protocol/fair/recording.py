"""Writing the transcript of a client: what it sends and gets, a JSON object a line; docs/formats.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import IO, Final

import msgspec

from overtrick.protocol import incoming, outgoing

SECRETS: Final[Mapping[type, tuple[str, ...]]] = {
    incoming.Hello: ("token", "move"),
    incoming.Tables: ("code",),
    incoming.Sit: ("code",),
    incoming.Watch: ("code",),
    incoming.Invite: ("code",),
    outgoing.Taken: ("token", "code"),
    outgoing.Moving: ("code",),
    outgoing.Invited: ("code",),
}
"""the fields that open a seat or a private table, and stand in no transcript"""


class Transcript:
    """Writes down what a client sends and gets, for `overtrick verify`."""

    def __init__(self, file: IO[str], clock: Callable[[], float]) -> None:
        """A transcript in a file, which stays the caller's; the clock gives seconds."""
        self._file = file
        self._clock = clock
        if file.seekable() and file.tell():
            file.write("\n")  # the last line may have no end, if a client was killed while it wrote it

    def sent(self, message: incoming.Message) -> None:
        """A message to the server, to be written down before it goes."""
        self._write("sent", message)

    def got(self, message: outgoing.Message) -> None:
        """A message from the server, to be written down before it is answered."""
        self._write("got", message)

    def _write(self, direction: str, message: incoming.Message | outgoing.Message) -> None:
        shown = msgspec.to_builtins(message)
        for name in SECRETS.get(type(message), ()):
            shown.pop(name, None)
        self._file.write(msgspec.json.encode({"at": self._clock(), direction: shown}).decode() + "\n")
        self._file.flush()
