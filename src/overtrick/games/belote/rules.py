"""Belote, the classic game in which a player takes the turned-up card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

from overtrick.core.annonces import Declaring
from overtrick.core.auctions import AuctionRules, TurnUp
from overtrick.core.cards import Card, Cards, Rank, Suit, pack_of
from overtrick.core.game import Dealing, DealsOrTarget, Direction, Mark, Outcome, Progress, RankPoints
from overtrick.core.scoring import Aim, Counting, DealScore, Part, Scores, for_side, score_of
from overtrick.core.seats import Side
from overtrick.core.tricks import SUIT_STRAINS, Ladder, RankOrders, Rung, Strain

ANY, FOLLOW, ABOVE, TRUMP, NOT_BELOW = Rung.ANY, Rung.FOLLOW, Rung.ABOVE, Rung.TRUMP, Rung.NOT_BELOW

ALL_TRUMP_POINTS: Final = {
    "ffb15": (13, 9, 6, 5, 3, 2, 0, 0),
    "pagat": (14, 9, 6, 5, 3, 1, 0, 0),
    "ffb16": (20, 14, 11, 10, 4, 3, 0, 0),
}
PACK_POINTS: Final = 152
ROUND_PACK: Final = 160
"""what a deal is worth where points are rounded to tens"""


class BeloteCards(DealsOrTarget):
    """What Belote and Coinche share: the cards, the duties in play, belote and annonces."""

    pack: ClassVar[Cards] = pack_of("AKQJT987")
    hand_size: ClassVar[int] = 8
    orders: ClassVar[RankOrders] = RankOrders(plain="ATKQJ987", trumps="J9ATKQ87")

    direction: Direction = "anticlockwise"
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
    belote_announce: Literal["auto", "required"] = "auto"
    """whether the belote counts by itself, or only if it is said with both cards"""
    belote_king_first: bool = False
    """whether the belote counts only if the king is played before the queen"""
    annonces: bool = False
    """whether sequences and fours of a kind may be declared"""
    annonce_tie: Literal["first_announcer", "nobody"] = "first_announcer"
    """who scores if the best annonces of both sides are equal"""
    annonces_of_capot: Literal["winners", "lost"] = "winners"
    """where the annonces of a side without a trick go"""
    capot_total: Literal[252, 250, 162] = 252
    """what a side that wins all tricks has"""
    rounding: Literal["none", "nearest10_5up", "nearest10_6up", "defenders_first"] = "none"
    """how trick points are rounded; `defenders_first` gives the takers the rest of 160"""
    tied_match: Literal["extra_deal", "draw"] = "extra_deal"
    bare_belote_ends: bool = True
    """whether a side that has only a belote in a deal can end the match by it"""
    fault_penalty: Literal["none", "deal_lost"] = "none"
    """whether a proved revoke gives the whole deal to the other side"""

    @property
    def strains(self) -> tuple[Strain, ...]:
        return SUIT_STRAINS if self.suits_only else (*SUIT_STRAINS, Strain.NO_TRUMPS, Strain.ALL_TRUMPS)

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

    def moot_when(self) -> dict[str, bool]:
        return super().moot_when() | {
            "annonce_tie annonces_of_capot": not self.annonces,
            "belote_announce belote_king_first belote_counts_for_contract bare_belote_ends": not self.belote,
            "all_trump_points suits_only": not self._names_all_trumps,
            "bare_belote_ends": bool(self.deals),
        }

    @property
    def _names_all_trumps(self) -> bool:
        """Whether somebody can make all suits trumps."""
        return any(call.strain is Strain.ALL_TRUMPS for call in self.auction_rules.calls)

    @property
    def capot_bonus(self) -> int:
        return self.capot_total - PACK_POINTS - self.last_trick

    def rank_points(self, strain: Strain) -> tuple[RankPoints, RankPoints]:
        ace = 19 if strain is Strain.NO_TRUMPS else 11
        all_trumps = strain is Strain.ALL_TRUMPS
        trump_points = ALL_TRUMP_POINTS[self.all_trump_points] if all_trumps else (20, 14, 11, 10, 4, 3, 0, 0)
        return (ace, 10, 4, 3, 2, 0, 0, 0), trump_points

    def counting(self, strain: Strain) -> Counting:
        return _counting(self, strain)

    @property
    def declaring(self) -> Declaring:
        return Declaring(self.annonces, self.annonce_tie == "first_announcer")

    def annonces_kept(self, outcome: Outcome) -> Scores:
        """The annonces of each side, once those of a side without a trick have gone elsewhere."""
        first, second = outcome.annonces
        if outcome.sweeper is None:
            return first, second
        moves = self.annonces_of_capot == "winners"
        if outcome.sweeper is Side.ONE:
            return (first + second * moves, 0)
        return (0, second + first * moves)

    def trick_scores(self, outcome: Outcome) -> Scores:
        """The trick points of each side on the scale of 152 and the last trick, a capot not counted more."""
        whole = PACK_POINTS + self.last_trick
        first, second = (
            points if sum(outcome.points) == whole else round(points * whole / sum(outcome.points))
            for points in outcome.points
        )  # points of all trumps that are worth more; halves are rounded to even, so that both still make the whole
        return first, second

    def rounded(self, points: int) -> int:
        """Points as they are marked."""
        if self.rounding == "none":
            return points
        return (points + (4 if self.rounding == "nearest10_6up" else 5)) // 10 * 10

    def marked(self, points: Scores, taker: Side) -> dict[Side, int]:
        """The trick points of both sides as they are marked."""
        both = {Side.ONE: self.rounded(points[0]), Side.TWO: self.rounded(points[1])}
        if self.rounding == "defenders_first":
            both[taker] = ROUND_PACK - both[taker.other]
        return both

    def litige(
        self, outcome: Outcome, taker: Side, points: Scores, annonces: Scores, with_belote: bool = True
    ) -> DealScore:
        """The score of a deal that ends equal: the defenders mark theirs, the takers' points wait for the next deal."""
        t, d = taker - 1, taker.other - 1
        marked = self.marked(points, taker)
        parts = [
            Part(taker.other, "tricks", marked[taker.other]),
            Part(taker.other, "belote", outcome.belotes[d]),
            Part(taker.other, "annonces", annonces[d]),
            Part(taker, "belote", 0 if with_belote else outcome.belotes[t]),
        ]
        held = marked[taker] + annonces[t] + (outcome.belotes[t] if with_belote else 0)
        return score_of(parts, None, taker, held)

    def revoke_scores(self, offender: Side, contract: object) -> Scores | None:
        if self.fault_penalty == "none":
            return None
        whole = self.rounded(PACK_POINTS + self.last_trick)
        return for_side(offender.other, whole)

    @property
    def passed_out_counts(self) -> bool:
        return False

    @property
    def may_end_drawn(self) -> bool:
        return self.tied_match == "draw"

    def mark(self, before: Progress, score: DealScore) -> Mark:
        won, winner, held = before.standing.held, score.winner, 0
        if winner is None:
            # The last of a fixed number of deals has no next contract that could win the points, nor has an extra one.
            is_last = 0 < self.deals <= before.deals + 1
            won, winner, held = (score.held, score.taker, won) if is_last else (0, None, won + score.held)
        enders = tuple(Side)
        if not self.bare_belote_ends:
            enders = tuple(side for side in Side if any(p.side is side and p.reason != "belote" for p in score.parts))
        return Mark((won * (winner is Side.ONE), won * (winner is Side.TWO)), held, enders=enders)


@lru_cache(256)
def _counting(game: BeloteCards, strain: Strain) -> Counting:
    trump_suits = Suit if strain is Strain.ALL_TRUMPS else [strain.suit] if strain.suit is not None else []
    pairs = tuple(Card.of(Rank.KING, suit).bit | Card.of(Rank.QUEEN, suit).bit for suit in trump_suits)
    must_be_said = game.belote_announce == "required" and strain.suit is not None  # of several, all count by themselves
    return Counting(
        game.card_points(strain),
        last_trick=game.last_trick,
        pairs=pairs if game.belote else (),
        pair_bonus=game.belote,
        king_first=game.belote_king_first,
        must_be_said=must_be_said,
    )


def besides(belote: int, annonces: int) -> tuple[tuple[str, int], ...]:
    """What counts for a contract besides tricks, where there is any."""
    return tuple((reason, points) for reason, points in (("belote", belote), ("annonces", annonces)) if points)


class Belote(BeloteCards):
    """Belote under house rules."""

    name: ClassVar[str] = "belote"
    sections: ClassVar[Mapping[str, str]] = {
        "cards": "all_trump_points",
        "auction": "suits_only round2_turned_suit round2_sa_ta forced_jack all_pass",
        "play": "undertrump undertrump_partner overtrump_partner_on_trump_lead annonces annonce_tie belote_announce "
        "belote_king_first",
        "scoring": "last_trick belote belote_counts_for_contract tie capot_total capot_for annonces_of_capot rounding "
        "fault_penalty",
        "match": "tied_match bare_belote_ends",
    }

    round2_turned_suit: bool = False
    """whether the suit of the turned-up card may be named in the second round"""
    round2_sa_ta: bool = False
    """whether no trumps and all trumps may be named in the second round"""
    forced_jack: bool = False
    """whether the first speaker must take a turned-up jack"""
    all_pass: Literal["next_dealer", "same_dealer"] = "next_dealer"
    """who deals again when nobody took"""
    tie: Literal["litige", "takers_made", "dedans"] = "litige"
    """what equal points mean: the takers' share is held over, their contract is made, or it fails"""
    belote_counts_for_contract: bool = True
    """whether the belote counts in the comparison of the sides"""
    capot_for: Literal["both", "takers"] = "both"
    """who has more for winning all tricks"""

    @property
    def dealing(self) -> Dealing:
        return Dealing(((3, 3, 3, 3), (2, 2, 2, 2)), "next", later=((3, 3, 3, 3),))

    @property
    def auction_rules(self) -> AuctionRules:
        return _auction_rules(self)

    @property
    def passed_out_is_redealt(self) -> bool:
        return self.all_pass == "same_dealer"

    def score(self, outcome: Outcome) -> DealScore | None:
        """A side that is inside gives its points away but keeps its belote; so does one without a trick."""
        taker = outcome.contract.side
        if taker is None:
            return None
        t, d = taker - 1, taker.other - 1
        belotes, annonces, points = outcome.belotes, self.annonces_kept(outcome), self.trick_scores(outcome)
        compared = self._compared(outcome)
        difference = compared[t] - compared[d]
        parts = [Part(side, "belote", belotes[side - 1]) for side in Side]
        if difference == 0 and self.tie == "litige":
            return self.litige(outcome, taker, points, annonces, self.belote_counts_for_contract)
        if difference < 0 or (difference == 0 and self.tie == "dedans"):
            capot = outcome.sweeper is taker.other and self.capot_for == "both"
            parts.append(Part(taker.other, "capot" if capot else "inside", self._whole(capot)))
            parts.append(Part(taker.other, "annonces", sum(annonces)))
            return score_of(parts, taker.other, taker)
        if outcome.sweeper is taker:
            parts += [Part(taker, "capot", self._whole(True)), Part(taker, "annonces", annonces[t])]
        else:
            marked_points = self.marked(points, taker)
            for side in Side:
                parts += [Part(side, "tricks", marked_points[side]), Part(side, "annonces", annonces[side - 1])]
        return score_of(parts, taker, taker)

    def aim(self, outcome: Outcome) -> Aim | None:
        taker = outcome.contract.side
        if taker is None:
            return None
        belote = outcome.belotes[taker - 1] if self.belote_counts_for_contract else 0
        points, annonces = self.trick_scores(outcome)[taker - 1], self.annonces_kept(outcome)[taker - 1]
        total = sum(self._compared(outcome))
        needed = (total + 1) // 2 if self.tie == "takers_made" else total // 2 + 1
        return Aim(taker, "points", needed, points, besides(belote, annonces))

    def _compared(self, outcome: Outcome) -> Scores:
        """What decides whether a contract is made, of both sides."""
        points, annonces, belotes = self.trick_scores(outcome), self.annonces_kept(outcome), outcome.belotes
        first, second = (
            points[i] + annonces[i] + (belotes[i] if self.belote_counts_for_contract else 0) for i in range(2)
        )
        return first, second

    def _whole(self, capot: bool) -> int:
        """What one side has of a whole deal."""
        return self.rounded(self.capot_total if capot else PACK_POINTS + self.last_trick)


@lru_cache(64)
def _auction_rules(game: Belote) -> TurnUp:
    more = (Strain.NO_TRUMPS, Strain.ALL_TRUMPS) if game.round2_sa_ta and not game.suits_only else ()
    must_accept = Rank.JACK if game.forced_jack else None
    named = (*SUIT_STRAINS, *more)
    return TurnUp("take", "name", named, turned_again=game.round2_turned_suit, must_accept=must_accept)


DEFAULT: Final = "ffb"
PRESETS: Final = {
    "ffb": Belote("ffb", belote_announce="required", annonce_tie="nobody"),
    "pagat": Belote(
        "pagat",
        undertrump_partner="forbidden_unless_only",
        tie="takers_made",
        annonces=True,
        annonces_of_capot="lost",
        capot_for="takers",
        tied_match="draw",
    ),
    "info0004": Belote(
        "info0004", direction="clockwise", suits_only=True, tie="takers_made", deals=1, tied_match="draw"
    ),
}
ALIASES: Final = {"seed000": "info0004"}
