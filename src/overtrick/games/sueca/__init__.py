"""Sueca."""

from overtrick.games.sueca.rules import DEFAULT, PRESETS

__all__ = ["DEFAULT", "PRESETS"]
