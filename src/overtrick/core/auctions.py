"""Auctions: how the players come to a contract.

There are five kinds. Two are here: in a `Bidding` (Coinche, Bridge) bids climb a ladder and may be doubled; in a
`TurnUp` (Belote, Euchre) the players accept the turned-up card, and in a second round name something else. Those of one
round are in `short_auctions`, and one of numbers alone is in `number_bidding`. A game gives the rules of its kind as a
value, which lists all calls that there are. An auction is immutable: `call` makes the next one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, Generic, NamedTuple, Self, TypeVar

from overtrick.core.actions import ALONE, PASS, Call, plain_spelling
from overtrick.core.cards import Card, Cards, Rank
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain

Spoken = str | Strain | tuple[str | Strain, ...]
"""what a sentence is about: calls and strains, one or several, which have their words in each language, or a text"""
NOTHING: Final[Mapping[str, str]] = {}
NO_SEATS: Final[frozenset[Seat]] = frozenset()
DEFEND_ALONE: Final = Call(ALONE, "alone")
LONGEST_STRETCH: Final = 9
"""the most calls from a bid to the next one: it, a double and a redouble, each followed by two passes; where no bid may
follow a double, three"""


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
    """who plays without their partner: the taker, a defender, or both"""
    bids: Scores | None = None
    """what the players of each side have bid together, where each of them bids"""
    nils: tuple[Seat, ...] = ()
    """who has promised to win no trick"""
    blinds: tuple[Seat, ...] = ()
    """who of them has done so before they saw their cards, in the order of their calls"""

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who plays no card."""
        return tuple(seat.partner for seat in self.alone)

    def as_json(self) -> dict[str, object]:
        """It as plain data, with bids where each player has made one."""
        fields = {**self._asdict(), "strain": str(self.strain)}
        if self.bids is None:
            del fields["bids"], fields["nils"], fields["blinds"]
        return fields


class AuctionRules(ABC):
    """The rules of an auction, of which the game has one value."""

    calls: tuple[Call, ...] = ()
    """all calls of a player whose turn it is, in the order of their numbers"""
    calls_out_of_turn: tuple[Call, ...] = ()
    lowest_value: int | str | None = None
    """of a contract, where contracts have values"""
    values: tuple[int | str | None, ...] = (None,)
    """what contracts can be worth by their bids, from the lowest up"""

    @abstractmethod
    def start(self, dealer: Seat, turn_up: Card | None) -> Auction:
        """The auction of a deal before its first call."""

    def takers(self, dealer: Seat) -> Sequence[Seat]:
        """Who may come to take a contract."""
        return SEATS

    def sentences(self) -> Iterable[tuple[str, dict[str, Spoken]]]:
        """How it goes, for people: keys of texts that begin with `sheet.auction.`, without that, and their values.

        Calls and strains are put into the words of a language by whoever says them.
        """
        return ()

    def parse(self, text: str) -> Call | None:
        """The call of a text, in upper or lower case, with any spaces; None for any other text."""
        return self._by_text.get(plain_spelling(text))

    def in_turn(self, call: Call) -> Call:
        """The call that a player whose turn it is makes instead of one out of turn."""
        return call if call.seat is None else next(other for other in self.calls if other.kind == call.kind)

    @cached_property
    def _by_text(self) -> dict[str, Call]:
        return {call.lower(): call for call in self._known()} | self._other_spellings()

    def _other_spellings(self) -> dict[str, Call]:
        """Other ways to write a call, in lower case."""
        return {}

    def _known(self) -> Iterable[Call]:
        """All calls that can be read, those included that these rules never allow."""
        return (*self.calls, *self.calls_out_of_turn)


Rules = TypeVar("Rules", bound=AuctionRules)


class Auction(ABC):
    """The calls that were made, and what may follow them."""

    __slots__ = ("callers", "calls", "dealer")

    dealer: Seat
    calls: tuple[Call, ...]
    callers: tuple[Seat, ...]
    """who made each call"""

    @property
    @abstractmethod
    def turn(self) -> Seat | None:
        """Who speaks next; None at the end."""

    @property
    @abstractmethod
    def contract(self) -> Contract | None:
        """The contract as it stands now; at the end, None if all have passed."""

    @abstractmethod
    def legal(self, hand: Cards | None = None) -> tuple[Call, ...]:
        """What the next player may call; a few rules depend on their hand, and without it are taken to allow it."""

    @abstractmethod
    def _after(self, call: Call) -> Self:
        """The auction after a legal call."""

    @abstractmethod
    def parse(self, text: str) -> Call | None:
        """The call of a text, if it is one."""

    @property
    def made(self) -> tuple[tuple[Seat, Call], ...]:
        """All calls with the seats that made them."""
        return tuple(zip(self.callers, self.calls, strict=True))

    @property
    def is_over(self) -> bool:
        """Whether nobody may speak any more."""
        return self.turn is None

    @property
    def is_settled(self) -> bool:
        """Whether at most passes are missing at the end that change nothing, which some writers leave out."""
        return self.is_over

    @property
    def hidden(self) -> frozenset[Seat]:
        """Who does not see their own cards yet, since they may still call without."""
        return NO_SEATS

    @property
    def wants_card(self) -> bool:
        """Whether another card is turned up before the next call."""
        return False

    def with_card(self, card: Card) -> Self:
        """The auction after another card was turned up, which it wants."""
        return self

    def named_by(self, call: Call) -> Strain | None:
        """What a call would make trumps, if anything."""
        return call.strain

    def legal_out_of_turn(self, seat: Seat) -> tuple[Call, ...]:
        """What a player may call although it is not their turn."""
        return ()

    def with_vulnerable(self, sides: frozenset[Side]) -> Auction:
        """The auction before its first call, if some sides are vulnerable, in games in which they may call more."""
        return self

    def call(self, call: Call | str, hand: Cards | None = None) -> Self:
        """The auction after a call or the text of one; raises `Illegal` or `Invalid` where it may not be made."""
        wanted = call if isinstance(call, Call) else self.parse(call)
        if wanted is not None:
            allowed = self.legal(hand) if wanted.seat is None else self.legal_out_of_turn(wanted.seat)
            if wanted in allowed:
                return self._after(wanted)
        raise self.refusal(str(call), hand)

    def call_unchecked(self, text: str) -> Self:
        """The auction after a call that the rules forbid, but which was let pass; raises `Invalid` if it is none."""
        wanted = self.parse(text)
        if wanted is None:
            raise self.refusal(text)
        return self._after(wanted)

    def refusal(self, text: str, hand: Cards | None = None) -> Illegal | Invalid:
        """Why a call may not be made now."""
        turn = self.turn
        if turn is None:
            return Illegal("call-after-end", call=text)
        return Illegal("illegal-call", call=text, player=self._name(turn), legal=", ".join(self.legal(hand)))

    def _name(self, seat: Seat) -> str:
        """What players call a seat."""
        return str(seat)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Auction) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.dealer, self.calls))

    @abstractmethod
    def _key(self) -> tuple[object, ...]:
        """What tells auctions of a game apart."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {[*map(str, self.calls)]}, dealer {self.dealer}>"


class NoAuction(Auction):
    """The cards themselves make the contract, or nobody knows how it was made."""

    __slots__ = ("_contract",)

    def __init__(self, dealer: Seat, contract: Contract) -> None:
        self.dealer, self.calls, self.callers, self._contract = dealer, (), (), contract

    turn = None

    @property
    def contract(self) -> Contract | None:
        return self._contract

    def legal(self, hand: Cards | None = None) -> tuple[Call, ...]:
        return ()

    def _after(self, call: Call) -> Self:
        raise Illegal("call-after-end", call=str(call))

    def parse(self, text: str) -> Call | None:
        return None

    def _key(self) -> tuple[object, ...]:
        return self.dealer, self._contract


class RuledAuction(Auction, Generic[Rules]):
    """An auction in which calls are made, by rules of which the game has one value."""

    __slots__ = ("rules",)

    rules: Rules

    def __init__(self, rules: Rules, dealer: Seat) -> None:
        self.rules, self.dealer, self.calls, self.callers = rules, dealer, (), ()

    def parse(self, text: str) -> Call | None:
        return self.rules.parse(text)

    def _key(self) -> tuple[object, ...]:
        return self.dealer, self.calls

    def _with_call(self, call: Call, caller: Seat | None) -> Self:
        """It with one call more; what else a kind of auction has is for that to set."""
        assert caller is not None, "somebody calls"
        after = object.__new__(type(self))
        after.rules, after.dealer = self.rules, self.dealer
        after.calls, after.callers = (*self.calls, call), (*self.callers, caller)
        return after


class TurnedTrumps(AuctionRules):
    """No auction: the suit of the turned-up card is trumps."""

    def sentences(self) -> Iterator[tuple[str, dict[str, Spoken]]]:
        yield "none", {}

    def start(self, dealer: Seat, turn_up: Card | None) -> Auction:
        return NoAuction(dealer, Contract(Strain.of(needed(turn_up).suit)))


def needed(turn_up: Card | None) -> Card:
    """The turned-up card of a game that cannot do without one."""
    if turn_up is None:
        raise Invalid("missing-field", field="deal.turn_up")
    return turn_up


def bids_of(value: int | str, strains: Iterable[Strain], gap: str = " ") -> tuple[Call, ...]:
    """The bids of a value in some strains."""
    return tuple(Call(str(value), "bid", value, strain, gap=gap) for strain in strains)


class Bidding(AuctionRules):
    """The rules of an auction in which bids climb."""

    def __init__(
        self,
        steps: Iterable[Sequence[Call]],
        double: str,
        redouble: str,
        *,
        dealer_speaks_first: bool = False,
        first_namer_plays: bool = False,
        double_freezes: bool = True,
        never_doubled: tuple[int | str, ...] = (),
        double_any_time: bool = False,
        seat_letters: bool = False,
        standing: Contract | None = None,
        misspelt: Mapping[str, str] = NOTHING,
    ) -> None:
        """Each step has the bids of one height; a bid may follow those of all lower steps.

        With `first_namer_plays`, the first of the side who named the strain plays, and not its last bidder. With
        `double_freezes`, no bid follows a double, and the side that doubled can only pass. With `double_any_time`,
        players may double when it is not their turn. `seat_letters` call the seats N E S W. `standing` is a contract
        that stands before the first call. `misspelt` are other ways to write double and redouble.
        """
        self.steps = tuple(map(tuple, steps))
        self.double = Call(double, "double")
        self.redouble = Call(redouble, "redouble")
        self.dealer_speaks_first, self.first_namer_plays = dealer_speaks_first, first_namer_plays
        self.double_freezes, self.never_doubled = double_freezes, never_doubled
        self.double_any_time, self.seat_letters, self.standing = double_any_time, seat_letters, standing
        self._misspelt = misspelt
        self.bids: tuple[Call, ...] = tuple(bid for step in self.steps for bid in step)
        """from the lowest up"""
        self.lowest_value = self.bids[0].value
        self.values = tuple(dict.fromkeys(bid.value for bid in self.bids))
        self.rank_of = {bid: rank for rank, step in enumerate(self.steps) for bid in step}
        lowest = -1 if standing is None else self.rank_of[self.bid(standing.value, standing.strain)]
        self.calls = (PASS, *(bid for bid in self.bids if self.rank_of[bid] > lowest), self.double, self.redouble)
        self._out_of_turn = tuple(Call(double, "double", seat=seat) for seat in SEATS)
        self.calls_out_of_turn = self._out_of_turn if double_any_time else ()
        self._offers: dict[tuple[int, bool, Call | None], tuple[Call, ...]] = {}

    def _known(self) -> Iterable[Call]:
        return (*self.bids, *self.calls, *self._out_of_turn)

    def _other_spellings(self) -> dict[str, Call]:
        calls = {"double": self.double, "redouble": self.redouble}
        return calls | {text: calls[kind] for text, kind in self._misspelt.items()}

    def start(self, dealer: Seat, turn_up: Card | None) -> Auction:
        return BiddingAuction(self, dealer)

    def bid(self, value: int | str | None, strain: Strain) -> Call:
        """The bid of a value and a strain."""
        return next(bid for bid in self.bids if bid.value == value and bid.strain is strain)

    def sentences(self) -> Iterator[tuple[str, dict[str, Spoken]]]:
        strains = tuple(dict.fromkeys(bid.strain for bid in self.bids if bid.strain is not None))
        numbers = [value for value in self.values if isinstance(value, int)]
        words = [Call(value, "bid") for value in self.values if isinstance(value, str)]
        values = (*([f"{min(numbers)} … {max(numbers)}"] if numbers else []), *words)
        has_steps = len(self.steps) > 1
        yield f"dealer-{'first' if self.dealer_speaks_first else 'last'}", {}
        yield "bids" if has_steps else "bid", {"values": values, "strains": strains}
        if has_steps:
            yield "ranked" if len(self.steps) == len(self.bids) else "unranked", {}
        if any(bid.value not in self.never_doubled for bid in self.bids):
            yield "doubles", {"double": self.double, "redouble": self.redouble}
            if self.double_freezes:
                yield "frozen", {"double": self.double}
        if self.first_namer_plays:
            yield "declarer", {}

    def double_of(self, seat: Seat) -> Call:
        """The double of a player whose turn it is not."""
        return self._out_of_turn[seat - 1]

    def offers(self, rank: int, frozen: bool, doubling: Call | None) -> tuple[Call, ...]:
        """The calls of a player above a bid of some rank, or -1, with the double that they may make."""
        key = rank, frozen, doubling
        if key not in self._offers:
            higher = () if frozen else (bid for step in self.steps[rank + 1 :] for bid in step)
            self._offers[key] = (PASS, *higher, *([] if doubling is None else [doubling]))
        return self._offers[key]


def most_calls(rules: AuctionRules) -> int:
    """No auction has more calls."""
    bids = sum(call.strain is not None for call in rules.calls)
    often = 3 if isinstance(rules, Bidding) and rules.double_freezes else LONGEST_STRETCH
    return len(SEATS) + often * bids + LONGEST_STRETCH


class BiddingAuction(RuledAuction[Bidding]):
    """Bids that climb, doubles and redoubles."""

    __slots__ = ("_bidder", "_double", "_passes", "_turn", "bid")

    bid: Call | None
    """the highest bid so far"""

    def __init__(self, rules: Bidding, dealer: Seat) -> None:
        super().__init__(rules, dealer)
        self._turn: Seat = dealer if rules.dealer_speaks_first else dealer.next
        self._bidder: Seat | None = None
        self._double = 0
        self._passes = 0
        self.bid = rules.standing and rules.bid(rules.standing.value, rules.standing.strain)

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
        bid, side, seat = self.bid, self._side, self._bidder
        if bid is None or bid.strain is None:
            return None
        if self.rules.first_namer_plays and seat is not None:
            seat = self._first_namer(bid.strain, seat)
        return Contract(bid.strain, side, seat, bid.value, self._double)

    def _first_namer(self, strain: Strain, bidder: Seat) -> Seat:
        """Who of the side first named the strain."""
        return next(seat for seat, call in self.made if call.strain is strain and seat.side is bidder.side)

    def legal(self, hand: Cards | None = None) -> tuple[Call, ...]:
        if self._closed:
            return ()
        rank = -1 if self.bid is None else self.rules.rank_of[self.bid]
        return self.rules.offers(rank, self._frozen, self._doubling(self._turn))

    @property
    def _frozen(self) -> bool:
        return bool(self._double) and self.rules.double_freezes

    def legal_out_of_turn(self, seat: Seat) -> tuple[Call, ...]:
        if not self.rules.double_any_time or self._closed or self._double or seat is self._turn:
            return ()
        return () if self._doubling(seat) is None else (self.rules.double_of(seat),)

    def _doubling(self, seat: Seat) -> Call | None:
        """The double or redouble that a player may call."""
        bid, rules = self.bid, self.rules
        if bid is None or self._double == 2:
            return None
        is_own = seat.side is self._side
        if self._double:
            return rules.redouble if is_own else None
        return None if is_own or bid.value in rules.never_doubled else rules.double

    def _after(self, call: Call) -> Self:
        caller = call.seat or self._turn
        after = self._with_call(call, caller)
        after.bid, after._bidder, after._double = self.bid, self._bidder, self._double
        after._passes, after._turn = 0, caller.next
        if call.kind == "pass":
            after._passes = self._passes + 1
        elif call.kind == "bid":
            after.bid, after._bidder, after._double = call, caller, 0
        else:
            after._double = self._double + 1
        return after

    @property
    def is_settled(self) -> bool:
        return self.bid is not None and self._passes >= 2

    def call(self, call: Call | str, hand: Cards | None = None) -> Self:
        """As for every auction; a pass of the side that doubled, which has nothing else to say, may be left out."""
        if not self._frozen or self._closed or self._turn.side is self._side:
            return super().call(call, hand)
        wanted = call if isinstance(call, Call) else self.parse(call)
        return super(BiddingAuction, self if wanted == PASS else self._after(PASS)).call(call, hand)

    def refusal(self, text: str, hand: Cards | None = None) -> Illegal | Invalid:
        call, turn, ranks = self.parse(text), self.turn, self.rules.rank_of
        if turn is None:
            return super().refusal(text, hand)
        if call is None:
            return Invalid("bad-call", call=text, legal=", ".join(self.legal(hand)))
        if self.bid is not None and call.kind == "bid" and ranks[call] <= ranks[self.bid]:
            return Illegal("insufficient-bid", call=text, player=self._name(turn), standing=str(self.bid))
        return super().refusal(text, hand)

    def _name(self, seat: Seat) -> str:
        return seat.letter if self.rules.seat_letters else str(seat)


class TurnUp(AuctionRules):
    """The rules of an auction about a turned-up card."""

    def __init__(
        self,
        accept: str,
        name: str,
        strains: Sequence[Strain],
        *,
        turned_again: bool = False,
        must_accept: Rank | None = None,
        dealer_must_name: bool = False,
        alone: bool = False,
        partner_orders_alone: bool = False,
        accepting_needs: tuple[Cards, ...] = (),
        defend_alone: bool = False,
    ) -> None:
        """A call makes the suit of the turned-up card trumps, another one, followed by a strain, something else.

        With `turned_again`, the turned suit may be named in the second round. The first speaker has to accept a card
        of the rank `must_accept`. With `dealer_must_name`, the dealer may not pass in the second round. With `alone`,
        the taker may play alone; with `partner_orders_alone`, the dealer's partner accepts only to do so; with
        `defend_alone`, a defender may play alone against a lone taker. `accepting_needs` are for each suit of the
        turned-up card those of which one must be held to accept it, except by the dealer.
        """
        self.turned_again, self.must_accept, self.dealer_must_name = turned_again, must_accept, dealer_must_name
        self.partner_orders_alone, self.accepting_needs = partner_orders_alone, accepting_needs
        self.defend_alone = defend_alone
        both = (False, True) if alone else (False,)
        self.accepting = tuple(Call(accept, "accept", alone=lone) for lone in both)
        self.naming = tuple(Call(name, "name", None, strain, lone) for strain in strains for lone in both)
        self.calls = (PASS, *self.accepting, *([DEFEND_ALONE] if defend_alone else []), *self.naming)

    def sentences(self) -> Iterator[tuple[str, dict[str, Spoken]]]:
        name = next(call for call in self.naming if call.strain is Strain.HEARTS)
        yield "turn-up", {"accept": self.accepting[0], "name": name}

    def start(self, dealer: Seat, turn_up: Card | None) -> Auction:
        return TurnUpAuction(self, dealer, needed(turn_up))


class TurnUpAuction(RuledAuction[TurnUp]):
    """A turned-up card that is accepted in a first round, or another suit that is named in a second one."""

    __slots__ = ("_taker", "turn_up")

    def __init__(self, rules: TurnUp, dealer: Seat, turn_up: Card) -> None:
        super().__init__(rules, dealer)
        self.turn_up = turn_up
        self._taker: int | None = None
        """the number of the call that made trumps"""

    @property
    def turn(self) -> Seat | None:
        made, spoken = self._taker, len(self.calls)
        if made is None:
            return SEATS[(self.dealer + spoken) % 4] if spoken < 2 * len(SEATS) else None
        defences = self.calls[made + 1 :]
        if self.rules.defend_alone and self.calls[made].alone and DEFEND_ALONE not in defences and len(defences) < 2:
            return SEATS[(self.callers[made] + 2 * len(defences)) % 4]
        return None

    @property
    def contract(self) -> Contract | None:
        if self._taker is None:
            return None
        call, seat = self.calls[self._taker], self.callers[self._taker]
        defences = zip(self.callers[self._taker + 1 :], self.calls[self._taker + 1 :], strict=True)
        alone = (seat, *(other for other, said in defences if said is DEFEND_ALONE)) if call.alone else ()
        strain = call.strain or Strain.of(self.turn_up.suit)
        return Contract(strain, seat.side, seat, ALONE if alone else None, alone=alone)

    def named_by(self, call: Call) -> Strain | None:
        return Strain.of(self.turn_up.suit) if call.kind == "accept" else call.strain

    @property
    def is_accepted(self) -> bool:
        """Whether somebody has accepted the turned-up card."""
        return self._taker is not None and self.calls[self._taker].kind == "accept"

    def legal(self, hand: Cards | None = None) -> tuple[Call, ...]:
        turn, rules = self.turn, self.rules
        if turn is None:
            return ()
        if self._taker is not None:
            return (PASS, DEFEND_ALONE)
        if len(self.calls) < len(SEATS):
            calls = self._accepting(turn, hand)
            return calls if rules.must_accept is self.turn_up.rank and not self.calls else (PASS, *calls)
        turned = None if rules.turned_again else Strain.of(self.turn_up.suit)
        calls = tuple(call for call in rules.naming if call.strain is not turned)
        return calls if rules.dealer_must_name and turn is self.dealer else (PASS, *calls)

    def _accepting(self, turn: Seat, hand: Cards | None) -> tuple[Call, ...]:
        rules = self.rules
        needs = rules.accepting_needs[self.turn_up.suit] if rules.accepting_needs else None
        if needs is not None and hand is not None and turn is not self.dealer and needs.isdisjoint(hand):
            return ()
        return rules.accepting[1:] if rules.partner_orders_alone and turn is self.dealer.partner else rules.accepting

    def _after(self, call: Call) -> Self:
        after = self._with_call(call, self.turn)
        after.turn_up = self.turn_up
        after._taker = len(self.calls) if self._taker is None and call.kind != "pass" else self._taker
        return after

    def _key(self) -> tuple[object, ...]:
        return self.dealer, self.calls, self.turn_up
