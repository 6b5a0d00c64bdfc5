"""What the kernel of evidence answers where it is no number of a card."""

from typing import Final

CLEAN: Final = -1
"""the referee objects to no card"""
IMPOSSIBLE: Final = -2
"""no deal at all fits what is known before the first card"""
