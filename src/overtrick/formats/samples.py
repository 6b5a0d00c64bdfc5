"""Texts to try the referee with, which games bring in a folder `samples` of their packages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from overtrick.plugins import installed_game_folders, our_game_folders


class Sample(NamedTuple):
    """A text that can be judged."""

    name: str
    """its game and what it shows, such as `belote.follow`; `web.sample.NAME` is the text that says it"""
    text: str


@cache
def samples() -> list[Sample]:
    """The samples of all games."""
    return [
        Sample(f"{game}.{file.stem}", file.read_text(encoding="utf-8"))
        for game, folder in (our_game_folders() | installed_game_folders()).items()
        for file in sorted(Path(folder).glob("samples/*"))
    ]
