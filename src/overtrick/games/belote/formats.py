"""The format of Belote."""

from typing import Final

from overtrick.formats.catalogue import Format

FORMATS: Final = {
    "belote": Format(
        "overtrick.games.belote.belote_text",
        (".belote",),
        r"\S{1,2}\s+\S+$|\S+\s+\d+$",  # trumps and a team, such as `s 2`; two words of which neither is short are not
        has_tricks=True,
    )
}
