"""Coinche (contrée): Belote with an auction, and with no trumps and all trumps where the players want them."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from overtrick.cards import Card
from overtrick.rules.belote import Belote
from overtrick.rules.game import Pins
from overtrick.scoring import Scores, Tally
from overtrick.seats import Seat, Side
from overtrick.tricks import Strain


class Coinche(Belote):
    """Coinche under house rules; there is no duty to undertrump unless they say so."""

    name: ClassVar[str] = "coinche"
    undertrump: Literal["forced", "optional"] = "optional"
    all_trump_points: Literal["ffb15", "pagat", "ffb16"] = "ffb15"

    def pins(
        self, turn_up: Card, strain: Strain, dealer: Seat, taker: Seat | None, discard: Card | None = None
    ) -> Pins:
        """There is no turned-up card."""
        return {}

    def final(self, tally: Tally, taker: Side | None) -> Scores | None:
        """A contract has a value here, which is not settled by who has more points."""
        return None


DEFAULT: Final = "ffb"
PRESETS: Final = {
    "ffb": Coinche("ffb"),
    "contree": Coinche("contree", suits_only=True),
    "pagat": Coinche("pagat", undertrump="forced", all_trump_points="pagat"),
    "cannes": Coinche("cannes", suits_only=True),
    "seed004": Coinche("seed004", suits_only=True, last_trick=0, belote=0),
}
