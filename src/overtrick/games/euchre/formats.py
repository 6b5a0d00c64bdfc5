"""The format of Euchre."""

from typing import Final

from overtrick.formats.catalogue import Format

FORMATS: Final = {
    "egn": Format("overtrick.games.euchre.egn", (".egn",), r'\{"fileType"', only="euchre", at_once=True),
}
