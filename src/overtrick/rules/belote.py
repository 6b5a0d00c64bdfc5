"""Belote, the classic game in which a player takes the turned-up card."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from overtrick.cards import Card, Cards, Rank, Suit, pack_of
from overtrick.rules.game import Game, Pins, RankPoints
from overtrick.scoring import Counting, Scores, Tally
from overtrick.seats import Seat, Side
from overtrick.tricks import SUIT_STRAINS, Ladder, Rung, Strain

ANY, FOLLOW, ABOVE, TRUMP, NOT_BELOW = Rung.ANY, Rung.FOLLOW, Rung.ABOVE, Rung.TRUMP, Rung.NOT_BELOW

ALL_TRUMP_POINTS: Final = {
    "ffb15": (13, 9, 6, 5, 3, 2, 0, 0),
    "pagat": (14, 9, 6, 5, 3, 1, 0, 0),
    "ffb16": (20, 14, 11, 10, 4, 3, 0, 0),
}
PACK_POINTS: Final = 152
CAPOT_BONUS: Final = 90
"""A side that wins all tricks has 252 instead of 162."""


class Belote(Game):
    """Belote under house rules."""

    name: ClassVar[str] = "belote"
    pack: ClassVar[Cards] = pack_of("AKQJT987")
    hand_size: ClassVar[int] = 8
    plain_order: ClassVar[str] = "ATKQJ987"
    trump_order: ClassVar[str] = "J9ATKQ87"

    undertrump: Literal["forced", "optional"] = "forced"
    """whether a player who cannot go above an opponent's trump must trump all the same"""
    undertrump_partner: Literal["free", "forbidden_unless_only"] = "free"
    """whether a trump may be played below that of one's partner who holds the trick"""
    overtrump_partner_on_trump_lead: bool = True
    """whether on a trump lead one must go above one's partner too"""
    suits_only: bool = False
    """whether no trumps and all trumps are never played"""
    all_trump_points: Literal["ffb15", "pagat", "ffb16"] = "ffb16"
    """the points of J 9 A 10 K Q 8 7 under all trumps: of the packs of 152, 152 and 248 points"""
    last_trick: int = 10
    belote: int = 20
    """for king and queen of trumps in one hand; 0 where it does not count"""
    tie: Literal["litige", "takers_made", "dedans"] = "litige"
    """what equal points mean: the takers' share is held over, their contract is made, or it fails"""

    @property
    def strains(self) -> tuple[Strain, ...]:
        return SUIT_STRAINS if self.suits_only else tuple(Strain)

    @property
    def ladder(self) -> Ladder:
        return Ladder(
            plain=(FOLLOW, TRUMP, ANY),
            plain_partner=(FOLLOW, ANY),
            cut=(FOLLOW, ABOVE, TRUMP, ANY) if self.undertrump == "forced" else (FOLLOW, ABOVE, ANY),
            cut_partner=(FOLLOW, ANY) if self.undertrump_partner == "free" else (FOLLOW, NOT_BELOW, ANY),
            trump_led=(ABOVE, FOLLOW, ANY),
            trump_led_partner=(ABOVE, FOLLOW, ANY) if self.overtrump_partner_on_trump_lead else (FOLLOW, ANY),
        )

    def rank_points(self, strain: Strain) -> tuple[RankPoints, RankPoints]:
        ace = 19 if strain is Strain.NO_TRUMPS else 11
        all_trumps = strain is Strain.ALL_TRUMPS
        trump_points = ALL_TRUMP_POINTS[self.all_trump_points] if all_trumps else (20, 14, 11, 10, 4, 3, 0, 0)
        return (ace, 10, 4, 3, 2, 0, 0, 0), trump_points

    def counting(self, strain: Strain) -> Counting:
        trump_suits = Suit if strain is Strain.ALL_TRUMPS else [strain.suit] if strain.suit is not None else []
        pairs = tuple(Card.of(Rank.KING, suit).bit | Card.of(Rank.QUEEN, suit).bit for suit in trump_suits)
        return Counting(self.card_points(strain), 0, self.last_trick, pairs if self.belote else (), self.belote)

    def final(self, tally: Tally, taker: Side | None) -> Scores | None:
        """A side that is inside gives its points away but keeps its belote; so does one without a trick."""
        if taker is None or sum(tally.points) - self.last_trick != PACK_POINTS:
            return None  # nobody took, or the points of all trumps have yet to be scaled
        takers, defenders = taker - 1, taker.other - 1
        capot = CAPOT_BONUS if 0 in tally.tricks else 0
        whole_deal = sum(tally.points) + capot
        difference = tally.scores[takers] - tally.scores[defenders]
        if difference < 0 or (difference == 0 and self.tie == "dedans"):
            won = {takers: 0, defenders: whole_deal}
        elif difference == 0 and self.tie == "litige":
            won = {takers: -tally.bonus[takers], defenders: tally.points[defenders]}
        elif capot:
            won = {takers: whole_deal, defenders: 0}
        else:
            won = {takers: tally.points[takers], defenders: tally.points[defenders]}
        return (won[0] + tally.bonus[0], won[1] + tally.bonus[1])

    def pins(
        self, turn_up: Card, strain: Strain, dealer: Seat, taker: Seat | None, discard: Card | None = None
    ) -> Pins:
        """The taker receives the turned-up card."""
        return {} if taker is None else {turn_up: frozenset([taker])}


DEFAULT: Final = "ffb"
PRESETS: Final = {
    "ffb": Belote("ffb"),
    "pagat": Belote("pagat", undertrump_partner="forbidden_unless_only", tie="takers_made"),
    "seed000": Belote("seed000", suits_only=True, tie="takers_made"),
}
