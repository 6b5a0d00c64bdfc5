"""One writer for a file at a time."""

from __future__ import annotations

import sys
from typing import BinaryIO, Final

from overtrick.core.errors import Invalid

if sys.platform == "win32":
    import msvcrt

    FAR_AWAY: Final = 1 << 30
    """a byte that no file has: Windows lets nobody read what is locked"""

    def _lock(file: BinaryIO) -> None:
        file.seek(FAR_AWAY)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(file: BinaryIO, path: str) -> None:
    """Keep other processes from locking a file that is open for appending, until it is closed; refuses one in use."""
    try:
        _lock(file)
    except (BlockingIOError, PermissionError):  # the latter on Windows, and on some file systems of a network
        raise Invalid("contest-runs", path=path) from None
    except OSError as error:  # a file system without locks
        raise Invalid("unwritable", path=path, reason=error.strerror or str(error)) from None
