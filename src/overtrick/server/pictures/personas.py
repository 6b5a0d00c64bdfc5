"""What the page calls bots: a name for each kind of bot on each seat, as web/src/words/bots.ts has it."""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    *("Ada", "Bruno", "Clara", "Diego", "Elsa", "Félix", "Greta", "Hugo", "Inês", "Jonas", "Kira", "Léo", "Mara"),
    *("Nuno", "Olga", "Pablo", "Rita", "Sami", "Tina", "Ugo", "Vera", "Wanda", "Xavier", "Yara", "Zeno", "Alba"),
    *("Boris", "Dora"),
)
STEP: Final = len(NAMES) // 4


def persona(bot: str, seat: int) -> str:
    """The name of a bot such as `sampling:2` on a seat."""
    kind = 7
    for letter in bot:
        kind = (kind * 31 + ord(letter)) % 9973
    return NAMES[(kind + seat * STEP) % len(NAMES)]
