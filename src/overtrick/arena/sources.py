"""Which code plays: bots of other sources may play in another way, and their results do not belong together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from overtrick.bots.bot import distribution_of, is_policy

PACKAGE: Final = Path(__file__).parent.parent
NO_PLAYERS: Final = frozenset({"cli", "client", "learning", "protocol", "server", "table", "texts"})
"""the parts of Overtrick on which the play of no bot depends"""
DIGITS: Final = 12


def playing_files() -> Iterator[Path]:
    """The files of Overtrick that decide what bots do, in a fixed order."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] not in NO_PLAYERS:
            yield path


def code_version(bots: Sequence[str]) -> str:
    """What the play of these bots depends on, such as `0.1.0+91b0f6d1c2aa, their-package 2.1`.

    That is Overtrick with a digest of its sources, the packages in which bots of others are installed, and the files of
    those that have learned, with a digest of each.
    """
    others = {found for bot in bots if (found := distribution_of(bot) or _file_of(bot))}
    return ", ".join([own_version(), *sorted(others)])


def _file_of(bot: str) -> str | None:
    """The file of a bot that has learned, if there is one here."""
    path = Path(bot.partition(":")[2])
    return (
        f"{path.name} {sha256(path.read_bytes()).hexdigest()[:DIGITS]}" if is_policy(bot) and path.is_file() else None
    )


@cache
def own_version() -> str:
    """The version of Overtrick, with a digest of the sources that play."""
    from importlib.metadata import PackageNotFoundError, version

    digest = sha256()
    for path in playing_files():
        name, text = path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")
        digest.update(f"{name}\n{len(text)}\n{text}".encode())
    try:
        number = version("overtrick")
    except PackageNotFoundError:
        number = "0"
    return f"{number}+{digest.hexdigest()[:DIGITS]}"
