"""Auctions of one round: whoever first names something plays it (`Naming`), or everybody bids once (`OneBidEach`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, Self

from overtrick.core.actions import LOOK, PASS, Call
from overtrick.core.auctions import NO_SEATS, Auction, AuctionRules, Contract, RuledAuction, Spoken, needed
from overtrick.core.cards import Card, Cards
from overtrick.core.scoring import NOBODY, by_side
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain

NO_CARDS: Final = Cards()
NIL: Final = "nil"
BLIND_NIL: Final = "blind nil"
NILS: Final = (NIL, BLIND_NIL)
Blind = Literal["nobody", "vulnerable", "all"]
"""who may promise before they have seen their cards: the vulnerable sides, or all"""


class Naming(AuctionRules):
    """The rules of an auction in which the first player who names a strain plays it."""

    def __init__(
        self,
        name: str,
        strains: Sequence[Strain],
        *,
        dealer_speaks_first: bool = False,
        most_passes: int | None = None,
        push: str | None = None,
        redeal: str | None = None,
        redeal_without: Cards = NO_CARDS,
        offers: int = 0,
    ) -> None:
        """The players speak in turn. After `most_passes` the next one must name a strain; None: all may pass.

        With `push` only the first speaker and their partner speak, and it is the word that leaves it to the other.
        With `redeal`, which is the word for it, a first speaker who has none of some cards may ask for a new deal.
        In as many rounds of the table as there are `offers`, only the suit of the card turned up may be named, and for
        each round another one is turned up; after them, only suits of which no card was.
        """
        self.offers = offers
        self.dealer_speaks_first, self.most_passes = dealer_speaks_first, most_passes
        self.step = 1 if push is None else 2
        """how many seats further on the next speaker sits"""
        self.naming = tuple(Call(name, "name", None, strain) for strain in strains)
        self.redeal, self.redeal_without = None if redeal is None else Call(redeal, "pass"), redeal_without
        self.calls = (self.redeal or (PASS if push is None else Call(push, "pass")), *self.naming)

    def takers(self, dealer: Seat) -> Sequence[Seat]:
        first = dealer if self.dealer_speaks_first else dealer.next
        if self.most_passes == 0:
            return (first,)
        return SEATS if self.step == 1 else (first, first.partner)

    def sentences(self) -> Iterator[tuple[str, dict[str, Spoken]]]:
        one = "named" if self.most_passes == 0 and not self.dealer_speaks_first else "naming"
        key = "offered" if self.offers else one if self.step == 1 else "push"
        yield key, {"name": self.naming[1], "push": self.calls[0]}

    def start(self, dealer: Seat, turn_up: Card | None) -> Auction:
        return NamingAuction(self, dealer, (needed(turn_up),) if self.offers else ())


class NamingAuction(RuledAuction[Naming]):
    """Passes, until somebody names a strain."""

    __slots__ = ("turned",)

    def __init__(self, rules: Naming, dealer: Seat, turned: tuple[Card, ...] = ()) -> None:
        super().__init__(rules, dealer)
        self.turned = turned
        """the cards that were turned up, in order"""

    @property
    def _next(self) -> Seat:
        return SEATS[(self.dealer - self.rules.dealer_speaks_first + self.rules.step * len(self.calls)) % len(SEATS)]

    @property
    def turn(self) -> Seat | None:
        most = len(SEATS) * max(self.rules.offers, 1)
        if self.contract is not None or (self.rules.most_passes is None and len(self.calls) == most):
            return None
        if self.calls and self.calls[-1] is self.rules.redeal:
            return None
        return self._next

    @property
    def contract(self) -> Contract | None:
        strain = self.calls[-1].strain if self.calls else None
        return None if strain is None else Contract(strain, self.callers[-1].side, self.callers[-1])

    def legal(self, hand: Cards | None = None) -> tuple[Call, ...]:
        if self.turn is None:
            return ()
        if self.rules.redeal is not None:
            is_weak = hand is None or self.rules.redeal_without.isdisjoint(hand)
            return self.rules.calls if is_weak else self.rules.naming
        must_name = len(self.calls) == self.rules.most_passes
        naming = tuple(filter(self._may_name, self.rules.naming)) if self.rules.offers else self.rules.naming
        return naming if must_name else (self.rules.calls[0], *naming)

    def _may_name(self, call: Call) -> bool:
        """Whether what a call names may be named in this round of the table; what nobody knows yet is taken to be."""
        around, suits = len(self.calls) // len(SEATS), [card.suit for card in self.turned]
        if around < self.rules.offers:
            return around >= len(suits) or call.strain is Strain.of(suits[around])
        return call.strain not in [Strain.of(suit) for suit in suits]

    @property
    def wants_card(self) -> bool:
        around = len(self.calls) // len(SEATS)
        return self.turn is not None and len(self.turned) <= around < self.rules.offers

    def with_card(self, card: Card) -> Self:
        after = type(self)(self.rules, self.dealer, (*self.turned, card))
        after.calls, after.callers = self.calls, self.callers
        return after

    def _after(self, call: Call) -> Self:
        after = self._with_call(call, self._next)
        after.turned = self.turned
        return after

    def _key(self) -> tuple[object, ...]:
        return self.dealer, self.calls, self.turned


class OneBidEach(AuctionRules):
    """The rules of an auction in which every player bids once, in turn from the one after the dealer on."""

    def __init__(
        self,
        strain: Strain,
        bids: Sequence[int],
        *,
        nil: bool = False,
        both_nil: bool = True,
        least_sum: int = 0,
        most_sum: int | None = None,
        blind: Blind = "nobody",
        both_blind: bool = True,
    ) -> None:
        """A bid is a share of what the side must win together; with `nil`, a player may promise to win nothing instead.

        A side bids `least_sum` together or more, and `most_sum` or less; only with `both_nil` both may promise nothing.
        Whoever `blind` names may do so before they see their cards, or look at them first; only with `both_blind` both
        partners may. `strain` is trumps. Where 0 cannot be bid, it is another way to write nil.
        """
        self.strain, self.both_nil, self.least_sum, self.most_sum = strain, both_nil, least_sum, most_sum
        self.blind, self.both_blind = blind, both_blind
        self.blind_nil = Call(BLIND_NIL, "promise", BLIND_NIL)
        promises = tuple(Call(str(bid), "promise", bid) for bid in bids)
        if nil:
            promises = (Call(NIL, "promise", NIL), *promises)
        seen, self.calls = promises, promises
        if blind != "nobody":
            promises, self.calls = (*promises, self.blind_nil), (*promises, self.blind_nil, LOOK)
        self.offers: dict[Call | None, tuple[Call, ...]] = {
            call: tuple(other for other in seen if self._may_follow(call, other)) for call in promises
        }
        self.offers[None] = tuple(call for call in seen if self.offers[call])
        """what a player may call who sees their cards, by what their partner has called"""
        self.blind_after: frozenset[Call | None] = frozenset(
            call for call in (None, *promises) if call is None or self._may_follow(call, self.blind_nil)
        )
        """calls of a partner, or none yet, after which a player may promise blind"""

    def _may_follow(self, first: Call, second: Call) -> bool:
        """Whether both calls may be those of a side."""
        together, most = amount_of(first) + amount_of(second), self.most_sum
        if first.value in NILS and second.value in NILS and not self.both_nil:
            return False
        if first.value == second.value == BLIND_NIL and not self.both_blind:
            return False
        return together >= self.least_sum and (most is None or together <= most)

    def _other_spellings(self) -> dict[str, Call]:
        has_zero = any(call.value == 0 for call in self.calls)
        return {"0": self.calls[0]} if self.calls[0].value == NIL and not has_zero else {}

    def sentences(self) -> Iterator[tuple[str, dict[str, Spoken]]]:
        numbers = [call for call in self.calls if isinstance(call.value, int)]
        yield "each", {"calls": f"{numbers[0]} … {numbers[-1]}"}
        if any(call.value == NIL for call in self.calls):
            yield "each.nil", {"nil": Call(NIL, "promise")}

    def start(self, dealer: Seat, turn_up: Card | None) -> Auction:
        return OneBidEachAuction(self, dealer)


def amount_of(call: Call) -> int:
    """What a call adds to the bids of its side."""
    return call.value if isinstance(call.value, int) else 0


class OneBidEachAuction(RuledAuction[OneBidEach]):
    """One bid of each player; nobody passes, and the bids of a side are added up."""

    __slots__ = ("bids", "blind_sides")

    def __init__(self, rules: OneBidEach, dealer: Seat, vulnerable: frozenset[Side] = NOBODY) -> None:
        super().__init__(rules, dealer)
        self.blind_sides = {"nobody": NOBODY, "vulnerable": vulnerable, "all": frozenset(Side)}[rules.blind]
        """the sides whose players may promise before they see their cards"""
        self.bids: tuple[Call, ...] = ()
        """all calls but looks, in order from the player after the dealer on"""

    def with_vulnerable(self, sides: frozenset[Side]) -> Auction:
        return OneBidEachAuction(self.rules, self.dealer, sides)

    @property
    def turn(self) -> Seat | None:
        return SEATS[(self.dealer + len(self.bids)) % len(SEATS)] if len(self.bids) < len(SEATS) else None

    @property
    def contract(self) -> Contract | None:
        """What all have bid, once all have."""
        if len(self.bids) < len(SEATS):
            return None
        made = {SEATS[(self.dealer + number) % len(SEATS)]: bid for number, bid in enumerate(self.bids)}
        bids = by_side([amount_of(made[seat]) for seat in SEATS])
        nils = tuple(seat for seat in SEATS if made[seat].value in NILS)
        blinds = tuple(seat for seat, bid in made.items() if bid.value == BLIND_NIL)
        return Contract(self.rules.strain, bids=bids, nils=nils, blinds=blinds)

    @property
    def hidden(self) -> frozenset[Seat]:
        if not self.blind_sides:
            return NO_SEATS
        turn, spoken = self.turn, len(self.bids)
        looked = turn if self.calls and self.calls[-1] is LOOK else None
        waiting = [(SEATS[(self.dealer + place) % len(SEATS)], place) for place in range(spoken, len(SEATS))]
        return frozenset(
            seat
            for seat, place in waiting
            if seat.side in self.blind_sides
            and seat is not looked
            and (self.bids[place - 2] if 2 <= place < spoken + 2 else None) in self.rules.blind_after
        )

    def legal(self, hand: Cards | None = None) -> tuple[Call, ...]:
        turn, spoken = self.turn, len(self.bids)
        if turn is None:
            return ()
        if turn in self.hidden:
            return (self.rules.blind_nil, LOOK)
        return self.rules.offers[self.bids[spoken - 2] if spoken >= 2 else None]

    def _after(self, call: Call) -> Self:
        after = self._with_call(call, self.turn)
        after.blind_sides = self.blind_sides
        after.bids = self.bids if call is LOOK else (*self.bids, call)
        return after

    def _key(self) -> tuple[object, ...]:
        return self.dealer, self.calls, self.blind_sides
