"""What the formats of Bridge share: calls, the contract that they make, the tricks and the result of a play.

Nothing here judges: a call or a card that is against the rules is taken as it stands, but such calls make no contract.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from overtrick.core.actions import PASS, parse_word
from overtrick.core.auctions import Auction, Contract
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid, OvertrickError, Phrase
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain, TrickRules
from overtrick.deal.record import Record, vulnerable_sides, vulnerable_word
from overtrick.games.bridge.remarks import Remarks
from overtrick.games.bridge.rules import BIDDING

ReadHands = tuple[tuple[Card, ...] | None, ...]
"""The hands of the seats 1 to 4, each None where it is not known."""

Masks = tuple[int, ...]
"""The hands of the seats 1 to 4 as bit sets; an unknown one is empty."""

TRICK_SIZE: Final = len(SEATS)
HAND_SIZE: Final = 13

SEATS_BY_NAME: Final = {name: seat for seat in SEATS for name in (seat.letter.lower(), seat.name.lower())}
FROM_WEST: Final = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
"""the order of the hands in formats in which no seat stands before them"""
STRAINS: Final = {"c": "C", "d": "D", "h": "H", "s": "S", "n": "NT", "nt": "NT"}
CALLS: Final = {
    **{call.lower(): call for call in BIDDING.calls},
    **{bid.lower().removesuffix("t"): bid for bid in BIDDING.bids},
    **dict.fromkeys(("d", "dbl", "double"), BIDDING.double),
    **dict.fromkeys(("r", "rdbl", "redouble"), BIDDING.redouble),
    "p": PASS,
}
"""the calls by every spelling of these formats in lower case"""

REDOUBLE: Final = "XX(?!X)"
"""a regular expression of it where nothing stands between calls: of `XXX` the first one is the double"""

ALL_PASS: Final = frozenset(("ap", "allpass", "all-pass", "all_pass"))
"""one word for the passes that end an auction"""

PASSED_OUT: Final = (PASS,) * len(SEATS)
"""the calls of a deal that nobody plays"""

_VULNERABLE: Final = {
    **dict.fromkeys(("nil", "o", "z", "nobody", "neither", "no", "nonvul"), "None"),
    **dict.fromkeys(("n", "s", "northsouth"), "NS"),
    **dict.fromkeys(("e", "w", "eastwest"), "EW"),
    **dict.fromkeys(("b", "nsew", "ewns", "everybody", "everyone"), "All"),
}
"""other words for who is vulnerable, without what stands between letters"""

RESULT: Final = re.compile(r"\^?([0-9]|1[0-3])")
PRESETS: Final = {"rubber": "rubber", "chicago": "chicago", "mp": "matchpoints", "matchpoints": "matchpoints"}
"""by the words of a tag that tells how a board is scored, the one that counts most first"""


def bridge(scoring: str = "") -> Game:
    """The game that is scored so: rubber, Chicago, by matchpoints, or else duplicate."""
    words = {word.strip().lower() for word in scoring.split(";")}
    preset = next((preset for word, preset in PRESETS.items() if word in words), "duplicate")
    return find_game(f"bridge:{preset}")


def add_board(boards: dict[int, Masks], number: int, hands: Masks) -> None:
    """Note the deal of a board; refuses a second deal of the same number, of which a file could only keep one."""
    if boards.setdefault(number, hands) != hands:
        raise Invalid("not-writable", reason=Phrase("reason.two-deals-of-a-board"))


@lru_cache(maxsize=256)
def vulnerable_name(text: str) -> str | None:
    """How records spell who is vulnerable by some text, if it tells."""
    plain = re.sub(r"[\s/&-]", "", text).lower()
    sides = vulnerable_sides(_VULNERABLE.get(plain, plain) or text.strip())
    return None if sides is None else vulnerable_word(sides)


def check_writable(record: Record) -> None:
    """Refuse a record that is no deal of Bridge."""
    contract = record.contract
    if record.game.name != "bridge":
        raise Invalid("not-writable", reason=Phrase("reason.not-bridge"))
    levels = (None, *range(1, 8))
    is_known = contract is None or (contract.strain in record.game.strains and contract.value in levels)
    if not is_known or not set(BIDDING.calls).issuperset(record.auction):
        raise Invalid("not-writable", reason=Phrase("reason.bridge-calls"))


def auction_of(dealer: Seat, calls: Iterable[str]) -> Auction | None:
    """The auction of some calls; None if one of them is against the rules."""
    auction = bridge().auction(dealer, None)
    try:
        for call in calls:
            auction = auction.call(call)
    except OvertrickError:
        return None
    return auction


def contract_of(dealer: Seat | None, calls: Iterable[str], played: bool) -> Contract | None:
    """The contract that calls make which end an auction, or which must, because cards were played."""
    auction = None if dealer is None else auction_of(dealer, calls)
    return auction.contract if auction is not None and (auction.is_over or played) else None


def claimed_by(dealer: Seat, calls: Sequence[str]) -> Contract | None:
    """The contract that calls seem to make, whether or not all of them are by the rules."""
    last, double = -1, 0
    for number, call in enumerate(calls):
        if call[0].isdigit():
            last, double = number, 0
        elif call != PASS:
            double = len(call)
    if last < 0:
        return None
    bid = calls[last]
    first = next(number for number in range(last % 2, last + 1, 2) if calls[number][1:] == bid[1:])
    seat = SEATS[(dealer - 1 + first) % len(SEATS)]
    return Contract(Strain(bid[1:]), seat.side, seat, int(bid[0]), double)


def closing_passes(calls: Sequence[str]) -> list[str]:
    """The passes that are left after some calls to end an auction."""
    return [PASS] * max(_last_passes(calls) - _passes(calls), 0)


def extra_passes(calls: Sequence[str]) -> int:
    """How many passes stand behind the end of an auction."""
    passes = _passes(calls)
    return max(passes - _last_passes(calls), 0) if passes >= len(SEATS) else 0


def _last_passes(calls: Sequence[str]) -> int:
    """How many passes end an auction: three, or four if nobody says anything else."""
    return len(SEATS) if all(call == PASS for call in calls) else len(SEATS) - 1


def _passes(calls: Sequence[str]) -> int:
    """How many passes stand at the end of some calls."""
    return next((number for number, call in enumerate(reversed(calls)) if call != PASS), len(calls))


def opening_leader(contract: Contract | None, stated: Seat | None) -> Seat | None:
    """Who leads to the first trick: whoever is stated to, or else by the contract."""
    return stated or (contract.seat.next if contract and contract.seat else None)


class Led(NamedTuple):
    """A trick: who led, the cards in order of play, and who leads next, if that is known."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None


def winner_of(rules: TrickRules, cards: Sequence[Card]) -> int:
    """The index of the card that wins a trick, as `TrickRules.add` tells it."""
    beaten_by, best = rules.ranking.beaten_by, 0
    for number, card in enumerate(cards):
        if card.bit & beaten_by[cards[best].index]:
            best = number
    return best


def trick_of(rules: TrickRules | None, leader: Seat, cards: Sequence[Card]) -> Led:
    """The trick of at most four cards; without rules nobody knows its winner."""
    if rules is None or len(cards) < TRICK_SIZE:
        return Led(leader, tuple(cards), None)
    return Led(leader, tuple(cards), SEATS[(leader - 1 + winner_of(rules, cards)) % len(SEATS)])


def tricks_of(record: Record) -> list[Led]:
    """The tricks of a record; refuses one that does not tell who leads to each."""
    remarks, rules = Remarks.of(record.tags, "Play", len(record.plays)), rules_of(record.game, record.contract)
    leader, out_of_turn = opening_leader(record.contract, remarks.leader), remarks.leads
    tricks: list[Led] = []
    for start in range(0, len(record.plays), TRICK_SIZE):
        leader = out_of_turn.get(start + 1, leader)
        if leader is None:
            raise Invalid("not-writable", reason=Phrase("reason.no-leader"))
        tricks.append(trick_of(rules, leader, record.plays[start : start + TRICK_SIZE]))
        leader = tricks[-1].winner
    return tricks


def rules_of(game: Game, contract: Contract | None) -> TrickRules | None:
    """The rules of play under a contract, if there is one."""
    return None if contract is None else game.rules(contract.strain)


def most_tricks(contract: Contract | None, hands: ReadHands | None) -> int:
    """How many tricks there are: 13, or in an end position, whose contract has no level, the cards of a known hand."""
    if contract is None or contract.value is not None:
        return HAND_SIZE
    return max((len(hand) for hand in hands or () if hand), default=HAND_SIZE)


def claims_of(record: Record) -> list[tuple[int, int]]:
    """The claims of a record that can be true: after how many cards, and for how many tricks of the declarer."""
    found = ((count, parse_word(text)) for count, text in record.said or ())
    claims = ((count, word.tricks) for count, word in found if word is not None)
    return [(count, tricks) for count, tricks in claims if tricks is not None and tricks <= HAND_SIZE]


def declarer_tricks(record: Record) -> int | None:
    """How many tricks the declarer has at the end, by the record's own word, by a claim, or by its cards."""
    stated = RESULT.fullmatch(record.tag("Result"))
    if stated:
        return int(stated[1])
    claims, contract = claims_of(record), record.contract
    if claims:
        return claims[-1][1]
    is_played = len(record.plays) == TRICK_SIZE * most_tricks(contract, record.deal.hands)
    if not is_played or contract is None or contract.seat is None:
        return None
    winners = [trick.winner for trick in tricks_of(record)]
    return sum(winner is not None and winner.side is contract.seat.side for winner in winners)


def scored(record: Record) -> Scores | None:
    """The points of a contract and its tricks, as a record states them; None where it does not."""
    game, contract = record.game, record.contract
    tricks, vulnerable, side = declarer_tricks(record), record.vulnerable, record.taking_side
    if contract is None or tricks is None or vulnerable is None or side is None:
        return None
    won = (tricks, game.hand_size - tricks)
    won = won if side is Side.ONE else won[::-1]
    score = game.score(Outcome(contract._replace(side=side), won, won, vulnerable=vulnerable))
    return score and score.scores
