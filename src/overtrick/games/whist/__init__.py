"""Whist."""

from overtrick.games.whist.rules import DEFAULT, PRESETS

__all__ = ["DEFAULT", "PRESETS"]
