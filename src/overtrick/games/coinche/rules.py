"""Coinche (contrée): Belote with an auction, and with no trumps and all trumps where the players want them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Bidding, Contract, bids_of
from overtrick.core.game import Dealing, Outcome
from overtrick.core.scoring import Aim, DealScore, Part, Scores, score_of
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import SUIT_STRAINS, Strain
from overtrick.games.belote.rules import PACK_POINTS, ROUND_PACK, BeloteCards, besides

LOWEST_BID: Final = 80
CAPOT: Final = "capot"
GENERALE: Final = "generale"
COINCHED: Final = 2
COURSE: Final = "dot_cardgames"
"""the preset of a course assignment"""
FLAT: Final = {CAPOT: 500, GENERALE: 1000}
"""what contracts for all tricks are worth in the `flat` system"""


class Coinche(BeloteCards):
    """Coinche under house rules; there is no duty to undertrump unless they say so."""

    name: ClassVar[str] = "coinche"
    sections: ClassVar[Mapping[str, str]] = {
        "cards": "all_trump_points",
        "auction": "suits_only sa_ta max_bid generale coinche_any_time coinche_capot coinche_eighty standing_bid",
        "play": "undertrump undertrump_partner overtrump_partner_on_trump_lead annonces annonce_tie belote_announce "
        "belote_king_first",
        "scoring": "last_trick belote eighty_means made_if tie system base surcoinche capot_value generale_value "
        "capot_total annonces_of_capot belote_on_failure rounding fault_penalty",
        "match": "tied_match bare_belote_ends",
    }

    undertrump: Literal["forced", "optional"] = "optional"
    all_trump_points: Literal["ffb15", "pagat", "ffb16"] = "ffb15"
    target: int = 2000

    sa_ta: bool = False
    """whether no trumps and all trumps may be bid"""
    max_bid: Literal[160, 180, 650] = 160
    """the highest bid below capot"""
    capot_value: Literal[250, 270] = 250
    """what a capot counts as a contract"""
    generale: bool = False
    """whether a player may bid to win all tricks alone"""
    generale_value: int = 500
    coinche_any_time: bool = False
    """whether one may coinche out of turn"""
    coinche_capot: bool = True
    """whether a capot can be coinched"""
    coinche_eighty: bool = True
    """whether a bid of 80 can be coinched"""
    surcoinche: Literal[3, 4] = 4
    """by how much a surcoinche multiplies"""
    standing_bid: bool = False
    """whether 80 hearts of side 1 stand before the first call"""
    eighty_means: Literal[80, 82] = 80
    """how many points a contract of 80 needs"""
    made_if: Literal["more_than_defence", "reach"] = "more_than_defence"
    """whether the takers must have more than the defenders besides what they bid"""
    tie: Literal["litige", "dedans"] = "dedans"
    """what equal points mean where the takers must have more than the defenders"""
    system: Literal["made_plus_bid", "contract_times", "bid_only", "flat", "points"] = "made_plus_bid"
    """how a deal is scored; `points`: each side has its points, and the contract only tells who won"""
    base: Literal[160, 162] = ROUND_PACK
    """what the cards count for the side that gets all of them"""
    belote_on_failure: Literal["kept", "defence"] = "kept"
    """where the takers' belote goes when the contract fails"""

    @property
    def side_names(self) -> tuple[str, str] | None:
        """In the course assignment the sides have names."""
        return ("FIRST", "SECOND") if self.preset == COURSE else None

    def sweeper(self, contract: Contract) -> Literal["side", "taker"] | None:
        named: dict[int | str | None, Literal["side", "taker"]] = {CAPOT: "side", GENERALE: "taker"}
        return named.get(contract.value)

    @property
    def dealing(self) -> Dealing:
        return Dealing(((3, 3, 3, 3), (2, 2, 2, 2), (3, 3, 3, 3)))

    @property
    def auction_rules(self) -> AuctionRules:
        return _bidding(self)

    def leader(self, dealer: Seat, contract: Contract | None) -> Seat | None:
        """The player after the dealer, or the one who bid to win all tricks alone."""
        if contract is not None and contract.value == GENERALE:
            return contract.seat
        return dealer.next

    def score(self, outcome: Outcome) -> DealScore | None:
        contract = outcome.contract
        taker, value = contract.side, contract.value
        if taker is None or self._worth(value) is None:
            return None
        annonces, points = self.annonces_kept(outcome), self.trick_scores(outcome)
        won, lost = (points[side - 1] + outcome.belotes[side - 1] + annonces[side - 1] for side in (taker, taker.other))
        if outcome.sweeper is taker:
            won += self.capot_total - sum(points)
        made = self._reaches(outcome, taker, won)
        if made and won <= lost and isinstance(value, int) and self.made_if == "more_than_defence":
            if won == lost and self.tie == "litige":
                return self.litige(outcome, taker, points, annonces)
            made = False
        return score_of(self._parts(outcome, taker, made, points, annonces), taker if made else taker.other, taker)

    def aim(self, outcome: Outcome) -> Aim | None:
        """A bid for all tricks needs these; of others, what is bid, and more than the defenders have."""
        taker, value = outcome.contract.side, outcome.contract.value
        if taker is None or self._worth(value) is None:
            return None
        if not isinstance(value, int):
            won = outcome.taker_tricks if value == GENERALE else outcome.tricks[taker - 1]
            return Aim(taker, "tricks", self.hand_size, won)
        annonces, points = self.annonces_kept(outcome), self.trick_scores(outcome)
        won = self.capot_total if outcome.sweeper is taker else points[taker - 1]
        needed = self.eighty_means if value == LOWEST_BID else value
        if self.made_if == "more_than_defence":
            needed = max(needed, (sum(points) + sum(outcome.belotes) + sum(annonces)) // 2 + 1)
        return Aim(taker, "points", needed, won, besides(outcome.belotes[taker - 1], annonces[taker - 1]))

    @property
    def last_deal_decides(self) -> bool:
        """Where points do not decide, the winner of the last deal is ahead."""
        return self.system == "points"

    def _worth(self, value: int | str | None) -> int | None:
        """What a bid counts as a contract; None for what nobody can bid."""
        named: dict[str, int] = {CAPOT: self.capot_value, GENERALE: self.generale_value}
        return value if isinstance(value, int) else named.get(str(value))

    def _reaches(self, outcome: Outcome, taker: Side, won: int) -> bool:
        """Whether the takers have what they bid."""
        value = outcome.contract.value
        if value == GENERALE:
            return outcome.is_solo
        if not isinstance(value, int):
            return outcome.sweeper is taker
        return won >= (self.eighty_means if value == LOWEST_BID else value)

    def _parts(self, outcome: Outcome, taker: Side, made: bool, points: Scores, annonces: Scores) -> list[Part]:
        """What the sides mark, by the system."""
        value, winner = outcome.contract.value, taker if made else taker.other
        worth = self._worth(value) or 0
        times = (1, COINCHED, self.surcoinche)[outcome.contract.double]
        if self.system == "points":
            return [Part(side, "tricks", points[side - 1]) for side in Side]
        if self.system == "bid_only":
            return [Part(winner, "contract", worth * times)]
        all_tricks = made and outcome.sweeper is taker
        if self.system == "flat":
            if not made or times > 1 or isinstance(value, str):
                return [Part(winner, "contract", FLAT.get(str(value), ROUND_PACK) * times)]
            worth = 0
        if made and times == 1:
            parts = self._own_points(taker, all_tricks, points, annonces)
            return [Part(taker, "contract", worth), *parts, *self._belotes(outcome, taker, made)]
        others_times = 1 if self.system == "contract_times" else times
        cards = self.base + (self.capot_total - PACK_POINTS - self.last_trick if all_tricks else 0)
        return [
            Part(winner, "contract", worth * times),
            Part(winner, "cards", cards * others_times),
            Part(winner, "annonces", sum(annonces) * others_times),
            *self._belotes(outcome, taker, made),
        ]

    def _own_points(self, taker: Side, all_tricks: bool, points: Scores, annonces: Scores) -> list[Part]:
        """What each side has itself won."""
        marked, reason = self.marked(points, taker), "tricks"
        if all_tricks:
            marked, reason = {taker: self.rounded(self.capot_total), taker.other: 0}, "capot"
        return [
            *(Part(side, reason, marked[side]) for side in Side),
            *(Part(side, "annonces", annonces[side - 1]) for side in Side),
        ]

    def _belotes(self, outcome: Outcome, taker: Side, made: bool) -> list[Part]:
        """A belote is never multiplied; it stays with its owner unless a failed contract gives it away."""
        lost = not made and self.belote_on_failure == "defence"
        return [
            Part(taker.other if lost else side, "belote", points)
            for side, points in zip(Side, outcome.belotes, strict=True)
        ]


@lru_cache(256)
def _bidding(game: Coinche) -> Bidding:
    strains = game.strains if game.sa_ta else SUIT_STRAINS
    values = [*range(LOWEST_BID, game.max_bid + 1, 10), CAPOT, *([GENERALE] if game.generale else [])]
    never: list[int | str] = [] if game.coinche_capot else [CAPOT, GENERALE]
    never += [] if game.coinche_eighty else [LOWEST_BID]
    return Bidding(
        (bids_of(value, strains) for value in values),
        "coinche",
        "surcoinche",
        never_doubled=tuple(never),
        double_any_time=game.coinche_any_time,
        standing=Contract(Strain.HEARTS, Side.ONE, None, LOWEST_BID) if game.standing_bid else None,
        misspelt={"surcointche": "redouble"},
    )


DEFAULT: Final = "ffb"
PRESETS: Final = {
    "ffb": Coinche("ffb", annonces=True, rounding="nearest10_5up", bare_belote_ends=False),
    "contree": Coinche(
        "contree",
        suits_only=True,
        rounding="nearest10_5up",
        made_if="reach",
        system="contract_times",
        belote_on_failure="defence",
    ),
    "pagat": Coinche(
        "pagat",
        undertrump="forced",
        all_trump_points="pagat",
        annonces_of_capot="lost",
        coinche_any_time=True,
        coinche_capot=False,
        eighty_means=82,
        made_if="reach",
        system="contract_times",
    ),
    "cannes": Coinche(
        "cannes",
        suits_only=True,
        rounding="nearest10_6up",
        target=2001,
        capot_value=270,
        surcoinche=3,
        made_if="reach",
        system="contract_times",
        base=162,
        belote_on_failure="defence",
    ),
    COURSE: Coinche(
        COURSE,
        suits_only=True,
        last_trick=0,
        belote=0,
        standing_bid=True,
        made_if="reach",
        system="points",
        deals=1,
        tied_match="draw",
    ),
}
ALIASES: Final = {"seed004": COURSE}
