"""The formats of Bridge."""

from typing import Final

from overtrick.formats.catalogue import Format

_MACHINES: Final = "overtrick.games.bridge.machines"

FORMATS: Final = {
    "dlm": Format(f"{_MACHINES}.dlm", (".dlm",), r"\[Document\]", only="bridge", at_once=True),
    "pbn": Format("overtrick.games.bridge.pbn", (".pbn",), r"[\[%;{]", only="bridge", gap="\r\n"),
    "lin": Format("overtrick.games.bridge.lin", (".lin",), r"(?i)[a-z]{2}\|", only="bridge"),
    "rbn": Format(
        "overtrick.games.bridge.rbn",
        (".rbn",),
        r"D [0-9?]{4}|[TLEKN] (?!\d+$)\S|S [A-Z]|F [A-Z]|B \w|H [NESW][:;]|A [NESW][ZNEB?]:",
        only="bridge",
        at_once=True,
    ),
    "bbo": Format("overtrick.games.bridge.handviewer", (".url", ".bbo"), r"(?i)https?://", only="bridge"),
    "usebio": Format(
        "overtrick.games.bridge.usebio", (".xml",), r"(?i)<\?xml|<!doctype usebio|<usebio", only="bridge", at_once=True
    ),
    "gib": Format(
        "overtrick.games.bridge.gib", (".gib",), r"(?i)(?:[2-9TJQKA.]{16} +){3}[2-9TJQKA.]{16}", only="bridge"
    ),
    "dup": Format(f"{_MACHINES}.dup", (".dup",), r"\d{78}\x06", only="bridge", at_once=True),
    "bri": Format(f"{_MACHINES}.bri", (".bri",), r"\d{78} ", only="bridge", at_once=True),
    "dge": Format(f"{_MACHINES}.dge", (".dge",), r"\x06", only="bridge", at_once=True),
}
