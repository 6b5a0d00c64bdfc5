"""Auctions: how the players come to a contract.

There are two kinds. In `BiddingAuction` (Coinche, Bridge) bids climb a ladder and may be doubled; in `TurnUpAuction`
(Belote, Euchre) the players accept the turned-up card, and in a second round name something else. A game gives the
rules of its kind as a value. An auction is immutable: `call` makes the next one.

Calls are texts, the same in records, at tables and on the command line: `pass`, `take`, `name H`, `90 H`, `capot S`,
`coinche`, `surcoinche`, `order alone`, `call H`, `1NT`, `X`, `XX`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final, NamedTuple, Self

from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.seats import SEATS, Seat, Side, parse_seat
from overtrick.core.tricks import Strain, parse_strain

PASS: Final = "pass"
ALONE: Final = "alone"
SPELLINGS: Final = {"surcointche": "surcoinche", "double": "x", "redouble": "xx"}
"""other ways to write a call"""


class Contract(NamedTuple):
    """What is played, and by whom."""

    strain: Strain
    side: Side | None = None
    """the side that took it"""
    seat: Seat | None = None
    """the player who took it"""
    value: int | str | None = None
    """what was bid: points, a level, `capot`, or `alone`"""
    double: int = 0
    """0, or 1 for doubled (coinche), or 2 for redoubled (surcoinche)"""
    alone: tuple[Seat, ...] = ()
    """who plays without his partner: the taker, a defender, or both"""

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who plays no card."""
        return tuple(seat.partner for seat in self.alone)


class Auction(ABC):
    """The calls that were made, and what may follow them."""

    __slots__ = ("calls", "dealer")

    dealer: Seat
    calls: tuple[str, ...]

    @property
    @abstractmethod
    def turn(self) -> Seat | None:
        """Who speaks next; None at the end."""

    @property
    @abstractmethod
    def contract(self) -> Contract | None:
        """The contract as it stands now; at the end, None if all have passed."""

    @abstractmethod
    def legal(self, hand: Cards | None = None) -> tuple[str, ...]:
        """What the next player may call; a few rules depend on his hand, and without it are taken to allow the call."""

    @abstractmethod
    def _after(self, call: str) -> Self:
        """The auction after a legal call."""

    @property
    def is_over(self) -> bool:
        """Whether nobody may speak any more."""
        return self.turn is None

    @property
    def is_settled(self) -> bool:
        """Whether at most passes are missing at the end that change nothing, which some writers leave out."""
        return self.is_over

    def legal_out_of_turn(self, seat: Seat) -> tuple[str, ...]:
        """What a player may call although it is not his turn."""
        return ()

    def call(self, text: str, hand: Cards | None = None) -> Self:
        """The auction after a call in any spelling; raises `Illegal` or `Invalid` where it may not be made."""
        turn, wanted = self.turn, _normal(text)
        if turn is None:
            raise Illegal("call-after-end", call=text)
        for call in self.legal(hand):
            if call.lower() == wanted:
                return self._after(call)
        for seat in SEATS:
            if wanted in [call.lower() for call in self.legal_out_of_turn(seat)]:
                return self._after(wanted)
        raise self._refusal(text, wanted, turn, hand)

    def _refusal(self, text: str, wanted: str, turn: Seat, hand: Cards | None) -> Illegal | Invalid:
        return Illegal("illegal-call", call=text, player=self._name(turn), legal=", ".join(self.legal(hand)))

    def _name(self, seat: Seat) -> str:
        """What players call a seat."""
        return str(seat)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Auction) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    @abstractmethod
    def _key(self) -> tuple[object, ...]:
        """What tells auctions apart."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {list(self.calls)}, dealer {self.dealer}>"


def _normal(text: str) -> str:
    words = " ".join(text.split()).lower()
    return SPELLINGS.get(words, words)


class NoAuction(Auction):
    """The cards themselves make the contract."""

    __slots__ = ("_contract",)

    def __init__(self, dealer: Seat, contract: Contract) -> None:
        self.dealer, self.calls, self._contract = dealer, (), contract

    turn = None

    @property
    def contract(self) -> Contract | None:
        return self._contract

    def legal(self, hand: Cards | None = None) -> tuple[str, ...]:
        return ()

    def _after(self, call: str) -> Self:
        raise Illegal("call-after-end", call=call)

    def _key(self) -> tuple[object, ...]:
        return self.dealer, self._contract


class Bid(NamedTuple):
    """What a bid offers; one with a higher rank may follow it."""

    rank: int
    value: int | str
    strain: Strain


class Bidding(NamedTuple):
    """The rules of an auction in which bids climb."""

    bids: Mapping[str, Bid]
    """all bids by their calls, the lowest first"""
    double: str
    redouble: str
    dealer_speaks_first: bool = False
    first_namer_plays: bool = False
    """whether the contract is played by the first of the side who named its strain, not by its last bidder"""
    double_freezes: bool = True
    """whether after a double there are no further bids, and the side that doubled can only pass"""
    never_doubled: tuple[int | str, ...] = ()
    """values that cannot be doubled"""
    double_any_time: bool = False
    """whether one may double when it is not one's turn: the call is then followed by the seat, as `coinche 4`"""
    seat_letters: bool = False
    """whether the seats are called N E S W"""
    standing: Contract | None = None
    """a contract that stands before the first call"""


class BiddingAuction(Auction):
    """Bids that climb, doubles and redoubles."""

    __slots__ = ("_bid", "_bidder", "_double", "_passes", "_turn", "rules")

    def __init__(self, rules: Bidding, dealer: Seat) -> None:
        self.rules, self.dealer, self.calls = rules, dealer, ()
        self._turn: Seat = dealer if rules.dealer_speaks_first else dealer.next
        self._bid: Bid | None = None
        self._bidder: Seat | None = None
        self._double = 0
        self._passes = 0
        standing = rules.standing
        if standing is not None:
            self._bid = next(b for b in rules.bids.values() if (b.value, b.strain) == (standing.value, standing.strain))

    @property
    def _side(self) -> Side | None:
        """Whose bid it is."""
        if self._bidder is not None:
            return self._bidder.side
        return self.rules.standing.side if self.rules.standing else None

    @property
    def turn(self) -> Seat | None:
        return None if self._closed else self._turn

    @property
    def _closed(self) -> bool:
        if self._double == 2 and self.rules.double_freezes:
            return True
        return self._passes == (4 if self._bidder is None and not self._double else 3)

    @property
    def contract(self) -> Contract | None:
        bid, side, seat = self._bid, self._side, self._bidder
        if bid is None:
            return None
        if self.rules.first_namer_plays and seat is not None:
            seat = self._first_namer(bid.strain, seat)
        return Contract(bid.strain, side, seat, bid.value, self._double)

    def _first_namer(self, strain: Strain, bidder: Seat) -> Seat:
        """Who of the side first named the strain."""
        for number, call in enumerate(self.calls):
            seat = SEATS[(self.dealer - self.rules.dealer_speaks_first + number) % 4]
            bid = self.rules.bids.get(call)
            if bid is not None and bid.strain is strain and seat.side is bidder.side:
                return seat
        return bidder

    def legal(self, hand: Cards | None = None) -> tuple[str, ...]:
        if self._closed:
            return ()
        rank = -1 if self._bid is None else self._bid.rank
        higher = () if self._frozen else (call for call, bid in self.rules.bids.items() if bid.rank > rank)
        return (PASS, *higher, *self._doubles(self._turn))

    @property
    def _frozen(self) -> bool:
        return bool(self._double) and self.rules.double_freezes

    def legal_out_of_turn(self, seat: Seat) -> tuple[str, ...]:
        if not self.rules.double_any_time or self._closed or self._double or seat is self._turn:
            return ()
        return tuple(f"{call} {seat}" for call in self._doubles(seat))

    def _doubles(self, seat: Seat) -> tuple[str, ...]:
        """The double or redouble that a player may call."""
        bid, side, rules = self._bid, self._side, self.rules
        if bid is None:
            return ()
        if self._double == 0 and seat.side is not side and bid.value not in rules.never_doubled:
            return (rules.double,)
        return (rules.redouble,) if self._double == 1 and seat.side is side else ()

    def _after(self, call: str) -> Self:
        after = object.__new__(type(self))
        after.rules, after.dealer, after.calls = self.rules, self.dealer, (*self.calls, call)
        after._bid, after._bidder, after._double = self._bid, self._bidder, self._double
        after._passes, after._turn = 0, self._turn.next
        word, _, doubler = call.partition(" ")
        if call == PASS:
            after._passes = self._passes + 1
        elif word in (self.rules.double, self.rules.redouble):
            after._double = self._double + 1
            after._turn = (parse_seat(doubler) if doubler else self._turn).next
        else:
            after._bid, after._bidder, after._double = self.rules.bids[call], self._turn, 0
        return after

    @property
    def is_settled(self) -> bool:
        return self._bid is not None and self._passes >= 2

    def call(self, text: str, hand: Cards | None = None) -> Self:
        """As for every auction; a pass of the side that doubled, which has nothing else to say, may be left out."""
        silent = self._frozen and not self._closed and self._turn.side is not self._side
        return super(BiddingAuction, self._after(PASS) if silent and _normal(text) != PASS else self).call(text, hand)

    def _refusal(self, text: str, wanted: str, turn: Seat, hand: Cards | None) -> Illegal | Invalid:
        known = {call.lower(): bid for call, bid in self.rules.bids.items()}
        bid = known.get(wanted)
        if bid is not None and self._bid is not None and bid.rank <= self._bid.rank:
            return Illegal(
                "insufficient-bid", call=text, player=self._name(turn), standing=_bid_text(self.rules, self._bid)
            )
        words = (PASS, self.rules.double.lower(), self.rules.redouble.lower())
        if bid is None and wanted.partition(" ")[0] not in words:
            return Invalid("bad-call", call=text, legal=", ".join(self.legal(hand)))
        return super()._refusal(text, wanted, turn, hand)

    def _key(self) -> tuple[object, ...]:
        return tuple(self.rules.bids), self.rules[1:], self.dealer, self.calls

    def _name(self, seat: Seat) -> str:
        return seat.letter if self.rules.seat_letters else str(seat)


def _bid_text(rules: Bidding, bid: Bid) -> str:
    return next(call for call, other in rules.bids.items() if other is bid)


class TurnUp(NamedTuple):
    """The rules of an auction about a turned-up card."""

    accept: str
    """the call that makes the suit of the turned-up card trumps"""
    name: str
    """the call, followed by a strain, that makes something else trumps"""
    named: tuple[Strain, ...]
    """what can be named in the second round"""
    must_accept: bool = False
    """whether the first speaker has to accept"""
    dealer_must_name: bool = False
    """whether the dealer may not pass in the second round"""
    alone: bool = False
    """whether the taker may play alone"""
    partner_orders_alone: bool = False
    """whether the dealer's partner accepts only to play alone"""
    accepting_needs: Cards | None = None
    """cards of which one must be held to accept, except by the dealer"""
    defend_alone: bool = False
    """whether against a lone taker a defender may play alone"""


class TurnUpAuction(Auction):
    """A turned-up card that is accepted in a first round, or another suit that is named in a second one."""

    __slots__ = ("_taker", "rules", "turn_up")

    def __init__(self, rules: TurnUp, dealer: Seat, turn_up: Card) -> None:
        self.rules, self.dealer, self.turn_up, self.calls = rules, dealer, turn_up, ()
        self._taker: int | None = None
        """the number of the call that made trumps"""

    def _seat(self, number: int) -> Seat:
        return SEATS[(self.dealer + number) % 4]

    @property
    def turn(self) -> Seat | None:
        made, spoken = self._taker, len(self.calls)
        if made is None:
            return self._seat(spoken) if spoken < 2 * len(SEATS) else None
        defences = self.calls[made + 1 :]
        if self.rules.defend_alone and self._is_alone and ALONE not in defences and len(defences) < 2:
            return self._seat(made + 1 + 2 * len(defences))
        return None

    @property
    def _is_alone(self) -> bool:
        return self._taker is not None and self.calls[self._taker].endswith(ALONE)

    @property
    def contract(self) -> Contract | None:
        if self._taker is None:
            return None
        seat, words = self._seat(self._taker), self.calls[self._taker].split()
        strain = Strain.of(self.turn_up.suit) if words[0] == self.rules.accept else parse_strain(words[1])
        defences = enumerate(self.calls[self._taker + 1 :])
        defender = tuple(self._seat(self._taker + 1 + 2 * n) for n, call in defences if call == ALONE)
        alone = (seat, *defender) if self._is_alone else ()
        return Contract(strain, seat.side, seat, ALONE if alone else None, alone=alone)

    def legal(self, hand: Cards | None = None) -> tuple[str, ...]:
        turn, rules = self.turn, self.rules
        if turn is None:
            return ()
        if self._taker is not None:
            return (PASS, ALONE)
        if len(self.calls) < len(SEATS):
            calls = self._accepting(turn, hand)
            return calls if rules.must_accept and not self.calls else (PASS, *calls)
        calls = tuple(call for strain in rules.named for call in self._with_alone(f"{rules.name} {strain}"))
        return calls if rules.dealer_must_name and turn is self.dealer else (PASS, *calls)

    def _accepting(self, turn: Seat, hand: Cards | None) -> tuple[str, ...]:
        needed = self.rules.accepting_needs
        if needed is not None and hand is not None and turn is not self.dealer and needed.isdisjoint(hand):
            return ()
        calls = self._with_alone(self.rules.accept)
        return calls[1:] if self.rules.partner_orders_alone and turn is self.dealer.partner else calls

    def _with_alone(self, call: str) -> tuple[str, ...]:
        return (call, f"{call} {ALONE}") if self.rules.alone else (call,)

    def _after(self, call: str) -> Self:
        after = object.__new__(type(self))
        after.rules, after.dealer, after.turn_up = self.rules, self.dealer, self.turn_up
        after.calls = (*self.calls, call)
        after._taker = len(self.calls) if self._taker is None and call != PASS else self._taker
        return after

    def _key(self) -> tuple[object, ...]:
        return self.rules, self.dealer, self.calls, self.turn_up
