"""The formats of Bridge."""

from typing import Final

from overtrick.formats.catalogue import Format

FORMATS: Final = {
    "pbn": Format("overtrick.games.bridge.pbn", (".pbn",), r"[\[%;{]", only="bridge", gap="\r\n"),
    "lin": Format("overtrick.games.bridge.lin", (".lin",), r"(?i)[a-z]{2}\|", only="bridge"),
}
