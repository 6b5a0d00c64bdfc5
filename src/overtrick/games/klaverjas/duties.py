"""What is owed to a trick: the duties of Amsterdam, of Rotterdam, and those between them."""

from __future__ import annotations

from typing import Final, Literal

from overtrick.core.tricks import Ladder, Rung

Partner = Literal["forced", "free"]
Under = Literal["forced", "optional", "forbidden_unless_only"]
UnderPartner = Literal["free", "forbidden_unless_only"]

ANY, FOLLOW, ABOVE, TRUMP, NOT_BELOW = Rung.ANY, Rung.FOLLOW, Rung.ABOVE, Rung.TRUMP, Rung.NOT_BELOW
BELOW: Final[dict[Under, tuple[Rung, ...]]] = {
    "forced": (TRUMP, ANY),
    "optional": (ANY,),
    "forbidden_unless_only": (NOT_BELOW, ANY),
}
"""what is owed by who cannot go above a trump"""


def ladder_of(trump_partner: Partner, undertrump: Under, undertrump_partner: UnderPartner) -> Ladder:
    """The ladder under these house rules; a trump lead is always to be beaten, even over one's partner."""
    trump, cut, led = (FOLLOW, TRUMP, ANY), (FOLLOW, ABOVE, *BELOW[undertrump]), (ABOVE, FOLLOW, ANY)
    if trump_partner == "forced":
        return Ladder(trump, trump, cut, cut, led, led)
    cut_partner = (FOLLOW, ANY) if undertrump_partner == "free" else (FOLLOW, NOT_BELOW, ANY)
    return Ladder(trump, (FOLLOW, ANY), cut, cut_partner, led, led)
