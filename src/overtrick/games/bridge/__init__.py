"""Bridge."""

from overtrick.games.bridge.rules import DEFAULT, PRESETS

__all__ = ["DEFAULT", "PRESETS"]
