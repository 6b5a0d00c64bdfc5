"""An auction of numbers that climb, after which the last bidder names trumps (Tarneeb)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from overtrick.core.actions import PASS, Call
from overtrick.core.auctions import Auction, AuctionRules, Contract, RuledAuction, Spoken
from overtrick.core.cards import Card, Cards
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain


class NumberBidding(AuctionRules):
    """The rules of an auction in which a bid is a number alone, and whoever passes is out of it."""

    def __init__(self, numbers: Sequence[int], name: str, strains: Sequence[Strain]) -> None:
        """Each bid is one of the numbers, higher than the last; `name` is the word by which the last bidder names."""
        self.bids = tuple(Call(str(number), "bid", number) for number in sorted(numbers))
        self.naming = tuple(Call(name, "name", None, strain) for strain in strains)
        self.calls = (PASS, *self.bids, *self.naming)
        self.values = tuple(numbers)
        self.lowest_value = self.bids[0].value

    def sentences(self) -> Iterator[tuple[str, dict[str, Spoken]]]:
        yield "numbers", {"calls": f"{self.bids[0]} … {self.bids[-1]}", "name": self.naming[1]}

    def start(self, dealer: Seat, turn_up: Card | None) -> Auction:
        return NumberBiddingAuction(self, dealer)


class NumberBiddingAuction(RuledAuction[NumberBidding]):
    """Bids and passes until one player is left who has bid; then what that player names."""

    __slots__ = ("_passed", "bid", "bidder")

    bid: Call | None
    """the highest bid so far"""
    bidder: Seat | None

    def __init__(self, rules: NumberBidding, dealer: Seat) -> None:
        super().__init__(rules, dealer)
        self.bid, self.bidder = None, None
        self._passed = frozenset[Seat]()

    @property
    def _is_named(self) -> bool:
        return bool(self.calls) and self.calls[-1].strain is not None

    @property
    def _is_won(self) -> bool:
        """Whether nobody can bid against the last bid any more."""
        return self.bidder is not None and len(self._passed) == len(SEATS) - 1

    @property
    def turn(self) -> Seat | None:
        if self._is_named or len(self._passed) == len(SEATS):
            return None
        seat = (self.callers[-1] if self.callers else self.dealer).next
        while seat in self._passed:
            seat = seat.next
        return seat

    @property
    def contract(self) -> Contract | None:
        """What the last bidder has named, once they have."""
        strain = self.calls[-1].strain if self.calls else None
        if strain is None or self.bid is None or self.bidder is None:
            return None
        return Contract(strain, self.bidder.side, self.bidder, self.bid.value)

    def legal(self, hand: Cards | None = None) -> tuple[Call, ...]:
        if self.turn is None:
            return ()
        if self._is_won:
            return self.rules.naming
        return (PASS, *(self.rules.bids[0 if self.bid is None else self.rules.bids.index(self.bid) + 1 :]))

    def _after(self, call: Call) -> Self:
        after = self._with_call(call, self.turn)
        caller = after.callers[-1]
        after.bid, after.bidder, after._passed = self.bid, self.bidder, self._passed
        if call.kind == "pass":
            after._passed = self._passed | {caller}
        elif call.kind == "bid":
            after.bid, after.bidder = call, caller
        return after
