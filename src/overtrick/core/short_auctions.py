"""Auctions of one round: whoever first names something plays it (`Naming`), or everybody bids once (`OneBidEach`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from overtrick.core.actions import PASS, Call
from overtrick.core.auctions import Auction, AuctionRules, Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.scoring import by_side
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain

NIL: Final = "nil"


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
    ) -> None:
        """The players speak in turn. After `most_passes` the next one must name a strain; None: all four may pass.

        With `push` only the first speaker and their partner speak, and it is the word that leaves it to the other.
        """
        self.dealer_speaks_first, self.most_passes = dealer_speaks_first, most_passes
        self.step = 1 if push is None else 2
        """how many seats further on the next speaker sits"""
        self.naming = tuple(Call(name, "name", None, strain) for strain in strains)
        self.calls = (PASS if push is None else Call(push, "pass"), *self.naming)

    def start(self, dealer: Seat, turn_up: Card | None) -> Auction:
        return NamingAuction(self, dealer)


class NamingAuction(Auction):
    """Passes, until somebody names a strain."""

    __slots__ = ("rules",)

    def __init__(self, rules: Naming, dealer: Seat) -> None:
        self.rules, self.dealer, self.calls, self.callers = rules, dealer, (), ()

    @property
    def _next(self) -> Seat:
        return SEATS[(self.dealer - self.rules.dealer_speaks_first + self.rules.step * len(self.calls)) % len(SEATS)]

    @property
    def turn(self) -> Seat | None:
        if self.contract is not None or (self.rules.most_passes is None and len(self.calls) == len(SEATS)):
            return None
        return self._next

    @property
    def contract(self) -> Contract | None:
        strain = self.calls[-1].strain if self.calls else None
        return None if strain is None else Contract(strain, self.callers[-1].side, self.callers[-1])

    def legal(self, hand: Cards | None = None) -> tuple[Call, ...]:
        if self.turn is None:
            return ()
        return self.rules.naming if len(self.calls) == self.rules.most_passes else self.rules.calls

    def _after(self, call: Call) -> Self:
        after = object.__new__(type(self))
        after.rules, after.dealer = self.rules, self.dealer
        after.calls, after.callers = (*self.calls, call), (*self.callers, self._next)
        return after

    def parse(self, text: str) -> Call | None:
        return self.rules.parse(text)

    def _key(self) -> tuple[object, ...]:
        return self.dealer, self.calls


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
    ) -> None:
        """A bid is a share of what the side must win together; with `nil`, a player may promise to win nothing instead.

        A side bids `least_sum` together or more, and `most_sum` or less; only with `both_nil` both may promise nothing.
        `strain` is trumps. Where 0 cannot be bid, it is another way to write nil.
        """
        self.strain, self.both_nil, self.least_sum, self.most_sum = strain, both_nil, least_sum, most_sum
        self.calls = tuple(Call(str(bid), "promise", bid) for bid in bids)
        if nil:
            self.calls = (Call(NIL, "promise", NIL), *self.calls)
        self.offers: dict[Call | None, tuple[Call, ...]] = {
            call: tuple(other for other in self.calls if self._may_follow(call, other)) for call in self.calls
        }
        self.offers[None] = tuple(call for call in self.calls if self.offers[call])
        """what a player may call, by what their partner has called"""

    def _may_follow(self, first: Call, second: Call) -> bool:
        """Whether both calls may be those of a side."""
        together, most = amount_of(first) + amount_of(second), self.most_sum
        if first.value == second.value == NIL and not self.both_nil:
            return False
        return together >= self.least_sum and (most is None or together <= most)

    def _other_spellings(self) -> dict[str, Call]:
        has_zero = any(call.value == 0 for call in self.calls)
        return {"0": self.calls[0]} if self.calls[0].value == NIL and not has_zero else {}

    def start(self, dealer: Seat, turn_up: Card | None) -> Auction:
        return OneBidEachAuction(self, dealer)


def amount_of(call: Call) -> int:
    """What a call adds to the bids of its side."""
    return call.value if isinstance(call.value, int) else 0


class OneBidEachAuction(Auction):
    """One bid of each player; nobody passes, and the bids of a side are added up."""

    __slots__ = ("rules",)

    def __init__(self, rules: OneBidEach, dealer: Seat) -> None:
        self.rules, self.dealer, self.calls, self.callers = rules, dealer, (), ()

    @property
    def turn(self) -> Seat | None:
        return SEATS[(self.dealer + len(self.calls)) % len(SEATS)] if len(self.calls) < len(SEATS) else None

    @property
    def contract(self) -> Contract | None:
        """What all have bid, once all have."""
        if len(self.calls) < len(SEATS):
            return None
        made = dict(self.made)
        bids = by_side([amount_of(made[seat]) for seat in SEATS])
        return Contract(self.rules.strain, bids=bids, nils=tuple(seat for seat in SEATS if made[seat].value == NIL))

    def legal(self, hand: Cards | None = None) -> tuple[Call, ...]:
        spoken = len(self.calls)
        return () if spoken == len(SEATS) else self.rules.offers[self.calls[spoken - 2] if spoken >= 2 else None]

    def _after(self, call: Call) -> Self:
        after, caller = object.__new__(type(self)), self.turn
        assert caller is not None
        after.rules, after.dealer = self.rules, self.dealer
        after.calls, after.callers = (*self.calls, call), (*self.callers, caller)
        return after

    def parse(self, text: str) -> Call | None:
        return self.rules.parse(text)

    def _key(self) -> tuple[object, ...]:
        return self.dealer, self.calls
