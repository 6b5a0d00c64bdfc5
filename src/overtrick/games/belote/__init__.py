"""Belote."""

from overtrick.games.belote.rules import DEFAULT, PRESETS

__all__ = ["DEFAULT", "PRESETS"]
