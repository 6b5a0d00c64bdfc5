"""The format of Sueca."""

from typing import Final

from overtrick.formats.catalogue import Format

FORMATS: Final = {
    "sueca": Format(
        "overtrick.games.sueca.sueca_file",
        (".sueca",),
        r"\S{1,3}$|Trump Card:",  # what may be meant as a card, such as `7D`
        has_tricks=True,
    )
}
