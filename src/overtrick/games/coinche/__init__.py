"""Coinche."""

from overtrick.games.coinche.rules import DEFAULT, PRESETS

__all__ = ["DEFAULT", "PRESETS"]
