"""Which code plays: bots of other sources may play in another way, and their results do not belong together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from overtrick.bots.bot import distribution_of, is_policy

PACKAGE: Final = Path(__file__).parent.parent
NO_PLAYERS: Final = frozenset({"cli", "client", "conversation", "learning", "protocol", "server", "table", "texts"})
"""the parts of Overtrick on which the play of no bot depends"""
SOURCE, WEIGHTS = ".py", ".npz"
"""how files end that decide what bots do: sources, and what networks have learned"""
DIGITS: Final = 12


def playing_files() -> Iterator[Path]:
    """The files of Overtrick that decide what bots do, in a fixed order."""
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in (SOURCE, WEIGHTS) and path.relative_to(PACKAGE).parts[0] not in NO_PLAYERS:
            yield path


def code_version(bots: Sequence[str]) -> str:
    """What the play of these bots depends on, such as `0.1.0+91b0f6d1c2aa, their-package 2.1`.

    That is Overtrick with a digest of its sources and networks, the packages in which bots of others are installed, and
    the files of those that have learned, with a digest of each.
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
    """The version of Overtrick, with a digest of what plays."""
    from importlib.metadata import PackageNotFoundError, version

    digest = sha256()
    for path in playing_files():
        # Sources may have other ends of lines on other machines.
        content = path.read_text(encoding="utf-8").encode() if path.suffix == SOURCE else path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\n{len(content)}\n".encode() + content)
    try:
        number = version("overtrick")
    except PackageNotFoundError:
        number = "0"
    return f"{number}+{digest.hexdigest()[:DIGITS]}"
