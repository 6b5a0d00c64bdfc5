"""Euchre."""

from overtrick.games.euchre.rules import DEFAULT, PRESETS

__all__ = ["DEFAULT", "PRESETS"]
