"""The calls so far as a bidder sees them: who has shown what, and what they may and must do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from overtrick.bots.shown import SUITS, Shown
from overtrick.core.actions import PASS, Call
from overtrick.core.auctions import Auction
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.games.bridge.bidding.hand import MAJORS, NO_TRUMPS
from overtrick.games.bridge.bidding.meaning import Convention, Forcing, Offer, meaning_of
from overtrick.games.bridge.rules import BIDDING

DOUBLE: Final = BIDDING.double
REDOUBLE: Final = BIDDING.redouble
TAKEOUT_DOUBLE: Final = Offer(DOUBLE, forcing=Forcing.ONE_ROUND, asks=Convention.TAKEOUT)
"""to which a page adds what it shows"""
FIT: Final = 8
"""how many cards of a suit together make it good trumps"""
WEAK: Final = 12
"""the most points of a preempt"""
LONG: Final = 6
"""the fewest cards of its suit"""
RANKING: Final = "CDHS"
SLAM_LEVEL: Final = 6
GAME_LEVELS: Final = {NO_TRUMPS: 3, "S": 4, "H": 4, "D": 5, "C": 5}


class Step(NamedTuple):
    """A call and what it asks."""

    seat: Seat
    call: Call
    forcing: Forcing = Forcing.NOT
    asks: Convention | None = None
    about: str = ""
    """the suit that it asks about, if it does"""

    @property
    def is_bid(self) -> bool:
        """Whether it names a contract."""
        return self.call.kind == "bid"

    @property
    def level(self) -> int:
        assert isinstance(self.call.value, int)
        return self.call.value

    @property
    def strain(self) -> str:
        """The suit of a bid, or NT."""
        return str(self.call.strain)

    @property
    def is_game(self) -> bool:
        """Whether it is a bid of a game or higher."""
        return self.is_bid and self.level >= GAME_LEVELS[self.strain]


class Situation:
    """A turn in an auction, seen from the player who speaks next. Only what all four know is in it."""

    def __init__(
        self,
        auction: Auction,
        vulnerable: frozenset[Side],
        steps: tuple[Step, ...] = (),
        shown: tuple[Shown, ...] = (Shown(),) * len(SEATS),
    ) -> None:
        self._auction = auction
        self.legal = auction.legal()
        self.vulnerable = vulnerable
        self.steps = steps
        self._shown = shown
        self.seat: Seat = auction.turn or auction.dealer
        """who speaks next; after the end, when nobody does, the dealer"""
        self.me, self.partner = shown[self.seat - 1], shown[self.seat.partner - 1]
        """what the player and the partner have shown"""
        self.opponents = shown[self.seat.previous - 1], shown[self.seat.next - 1]
        """what the players before and after have shown"""
        self.mine, self.partners = self._actions(self.seat), self._actions(self.seat.partner)
        """what the player and the partner have called besides passes"""
        self.theirs = self._actions(self.seat.next, self.seat.previous)
        """what the opponents have"""
        bids = [step for step in steps if step.is_bid]
        self.opening: Step | None = bids[0] if bids else None
        self.last: Step | None = bids[-1] if bids else None
        """the bid that stands"""

    @property
    def doubles(self) -> int:
        """1 if the bid that stands is doubled, 2 if it is redoubled."""
        contract = self._auction.contract
        return contract.double if contract else 0

    def shown_by(self, seat: Seat) -> Shown:
        return self._shown[seat - 1]

    def _actions(self, *seats: Seat) -> list[Step]:
        """The calls of some players that are no passes."""
        return [step for step in self.steps if step.call != PASS and step.seat in seats]

    @property
    def has_passed(self) -> bool:
        """Whether the player passed before anybody bid."""
        before = takewhile(lambda step: not step.is_bid, self.steps)
        return any(step.seat is self.seat for step in before)

    def previous(self, back: int) -> Step | None:
        """The call some turns ago: 1 is that of the right opponent, 2 that of the partner."""
        return self.steps[-back] if len(self.steps) >= back else None

    def is_legal(self, call: str) -> bool:
        """Whether the call may be made now."""
        return call in self.legal

    def cheapest(self, strain: str) -> int:
        """The lowest level at which a strain can be bid; 8 if there is none."""
        return next((level for level in range(1, 8) if self.is_legal(f"{level}{strain}")), 8)

    def lowest(self, strain: str) -> str:
        """The lowest bid of a strain; where there is none, one that is not legal."""
        return f"{self.cheapest(strain)}{strain}"

    @property
    def is_free(self) -> bool:
        """Whether the right opponent has just passed."""
        right = self.previous(1)
        return right is not None and right.call == PASS

    @property
    def is_forced(self) -> bool:
        """Whether the player may not pass: partner asks and nobody came between, or a game is promised."""
        partners = self.previous(2)
        if partners is None or (self.last is not None and self.last.level >= SLAM_LEVEL):
            return False
        if partners.forcing and self.is_free:
            return True
        return self.is_bound_for_game and not self.is_game

    @property
    def is_bound_for_game(self) -> bool:
        """Whether a call of the own side has promised a game."""
        return any(step.forcing is Forcing.GAME for step in (*self.mine, *self.partners))

    @property
    def is_game(self) -> bool:
        """Whether the bid that stands is a game or higher."""
        return self.last is not None and self.last.is_game

    @property
    def is_ours(self) -> bool:
        """Whether the bid that stands is one of the player's side."""
        return self.last is not None and self.last.seat.side is self.seat.side

    @property
    def partner_spoke(self) -> bool:
        """Whether partner's last call was no pass."""
        partners = self.previous(2)
        return partners is not None and partners.call != PASS

    @property
    def has_preempted(self) -> bool:
        """Whether the player's first call was a weak bid in a long suit, which told all of the hand."""
        first = next(iter(self.mine), None)
        if first is None or not first.is_bid or first.level < 2 or first.strain == NO_TRUMPS:
            return False
        return self.me.points.most <= WEAK and self.me.least(first.strain) >= LONG

    @property
    def has_declined(self) -> bool:
        """Whether the player bid, then left the opponents their bid, and the partner has added nothing since."""
        own = self.previous(4)
        if own is None or own.call != PASS or self.partner_spoke or not self.mine:
            return False
        stood = next((step for step in reversed(self.steps[:-4]) if step.is_bid), None)
        return stood is not None and stood.seat.side is not self.seat.side

    def together(self, suit: str) -> int:
        """How many cards of a suit both partners have shown at least."""
        return self.me.least(suit) + self.partner.least(suit)

    @property
    def agreed(self) -> str | None:
        """The suit in which both have shown enough trumps, a major suit first."""
        fits = [suit for suit in SUITS if self.together(suit) >= FIT]
        return next((suit for suit in fits if suit in MAJORS), fits[0] if fits else None)

    def their_suits(self) -> list[str]:
        """The suits that the opponents have shown."""
        return [suit for suit in SUITS if any(shown.least(suit) >= 3 for shown in self.opponents)]

    def after(self, call: Call, offers: Sequence[Offer]) -> Situation:
        """The situation after a call, which shows what the offers say; what none of them has is taken as natural."""
        found = [offer for offer in offers if offer.call == call and offer.is_possible] or [natural(self, call)]
        shown = list(self._shown)
        shown[self.seat - 1] = self.me.narrowed(meaning_of(*found))
        step = Step(self.seat, call, min(offer.forcing for offer in found), found[0].asks, found[0].about)
        if step.is_game and not step.asks:  # a game can be passed, however strong it is
            step = step._replace(forcing=Forcing.NOT)
        return Situation(self._auction.call(call), self.vulnerable, (*self.steps, step), tuple(shown))


def natural(situation: Situation, call: Call) -> Offer:
    """What a call shows that no page has."""
    if call == DOUBLE and not situation.mine and not situation.partners:
        is_low = situation.last is not None and situation.last.level < 4 and situation.last.strain != NO_TRUMPS
        return Offer(call, 12, asks=Convention.TAKEOUT if is_low else None)
    suit = str(call.strain)
    if call.strain is None or suit == NO_TRUMPS:
        return Offer(call)
    if situation.partner.least(suit) >= 3:
        return Offer(call, long={suit: max(2, FIT - 1 - situation.partner.least(suit))})
    return Offer(call, long={suit: max(5, situation.me.least(suit))})
