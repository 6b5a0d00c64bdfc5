"""What the two formats of Bridge share: calls, the contract that they make, the tricks and the result of a play.

Nothing here judges: a call or a card that is against the rules is taken as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from overtrick.auctions import Contract
from overtrick.cards import Card, Cards, Suit, parse_rank
from overtrick.errors import Finding, Invalid, Phrase
from overtrick.play.record import Record
from overtrick.records.places import Place
from overtrick.records.remarks import Remarks
from overtrick.rules import find_game
from overtrick.rules.game import Game
from overtrick.seats import SEATS, Seat
from overtrick.tricks import Strain, Trick, TrickRules

Hands = tuple[tuple[Card, ...] | None, ...]
"""The hands of the seats 1 to 4, each None where it is not known."""

TRICK_SIZE: Final = len(SEATS)
HAND_SIZE: Final = 13

STRAINS: Final = {"c": "C", "d": "D", "h": "H", "s": "S", "n": "NT", "nt": "NT"}
CALLS: Final = {
    **dict.fromkeys(("pass", "p"), "pass"),
    **dict.fromkeys(("x", "d", "dbl", "double"), "X"),
    **dict.fromkeys(("xx", "r", "rdbl", "redouble"), "XX"),
    **{f"{level}{word}": f"{level}{strain}" for level in range(1, 8) for word, strain in STRAINS.items()},
}
"""every spelling of a call in lower case"""
NOTATION: Final = frozenset(CALLS.values())
"""the calls as records have them"""

VULNERABLE: Final = {
    **dict.fromkeys(("none", "love", "-", "nil", "o", "0"), "None"),
    **dict.fromkeys(("ns", "n-s", "n"), "NS"),
    **dict.fromkeys(("ew", "e-w", "e"), "EW"),
    **dict.fromkeys(("all", "both", "b"), "All"),
}
"""every spelling of who is vulnerable in lower case"""

CLAIM: Final = re.compile(r"claim ([0-9]|1[0-3])")
RESULT: Final = re.compile(r"\^?([0-9]|1[0-3])")


def bridge(scoring: str = "") -> Game:
    """The game that is scored so: rubber, Chicago, or else duplicate."""
    words = {word.strip().lower() for word in scoring.split(";")}
    preset = next((preset for preset in ("rubber", "chicago") if preset in words), "duplicate")
    return find_game(f"bridge:{preset}")


def check_writable(record: Record) -> None:
    """Refuse a record that is no deal of Bridge."""
    contract = record.contract
    if record.game.name != "bridge":
        raise Invalid("not-writable", reason=Phrase("reason.not-bridge"))
    levels = (None, *range(1, 8))
    is_known = contract is None or (contract.strain in record.game.strains and contract.value in levels)
    if not is_known or not NOTATION.issuperset(record.auction):
        raise Invalid("not-writable", reason=Phrase("reason.bridge-calls"))


def hand_of(ranks: Iterable[tuple[str, Suit, Place]], seen: set[Card], place: Place) -> tuple[Card, ...]:
    """A hand, of which each rank has its suit and its place; its cards must not have been seen, and then are."""
    hand = []
    for letter, suit, (line, column) in ranks:
        try:
            card = Card.of(parse_rank(letter), suit)
        except Invalid as error:
            raise Invalid(error.finding.at(line, column)) from None
        if card in seen:
            raise Invalid(Finding("card-in-two-hands", {"card": str(card)}, line, column))
        seen.add(card)
        hand.append(card)
    if len(hand) > HAND_SIZE:
        raise Invalid(Finding("hand-size", {"game": "bridge", "size": HAND_SIZE, "count": len(hand)}, *place))
    return tuple(Cards(hand))


def is_over(auction: Sequence[str]) -> bool:
    """Whether nobody may call any more."""
    passes = 4 if is_passed_out(auction) else 3
    return len(auction) >= 4 and all(call == "pass" for call in auction[-passes:])


def is_passed_out(auction: Sequence[str]) -> bool:
    """Whether nobody has called but to pass, and all have."""
    return len(auction) >= 4 and all(call == "pass" for call in auction)


def contract_of(dealer: Seat | None, auction: Sequence[str], played: bool) -> Contract | None:
    """The contract that an auction makes which is over, or which must be, because cards were played."""
    if dealer is None or not (is_over(auction) or played):
        return None
    contract: Contract | None = None
    first_to_name: dict[tuple[int, str], Seat] = {}
    for number, call in enumerate(auction):
        seat = SEATS[(dealer - 1 + number) % 4]
        if call in ("X", "XX"):
            contract = contract and contract._replace(double=len(call))
        elif call != "pass":
            declarer = first_to_name.setdefault((seat.side, call[1:]), seat)
            contract = Contract(Strain(call[1:]), seat.side, declarer, int(call[0]))
    return contract


def opening_leader(contract: Contract | None, stated: Seat | None) -> Seat | None:
    """Who leads to the first trick: by the contract, or for an end position whoever is stated to."""
    by_contract = contract.seat.next if contract and contract.seat else None
    is_end_position = contract is None or contract.value is None
    return stated or by_contract if is_end_position else by_contract or stated


class Led(NamedTuple):
    """A trick: who led, the cards in order of play, and who leads next, if that is known."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None


def trick_of(rules: TrickRules | None, leader: Seat, cards: Sequence[Card]) -> Led:
    """The trick of at most four cards; without rules nobody knows its winner."""
    trick = Trick(leader)
    if rules is not None and len(cards) == TRICK_SIZE:
        for card in cards:
            trick = rules.add(trick, card)
    return Led(leader, tuple(cards), trick.holder)


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


def most_tricks(contract: Contract | None, hands: Hands | None) -> int:
    """How many tricks there are: 13, or in an end position, which has no level, the cards of the longest hand."""
    if contract is not None and contract.value is not None:
        return HAND_SIZE
    return max((len(hand) for hand in hands or () if hand), default=HAND_SIZE)


def claims_of(record: Record) -> list[tuple[int, int]]:
    """The claims of a record: after how many cards, and for how many tricks of the declarer."""
    found = ((count, CLAIM.fullmatch(word)) for count, word in record.said or ())
    return [(count, int(match[1])) for count, match in found if match]


def declarer_tricks(record: Record) -> int | None:
    """How many tricks the declarer has at the end, by the record's own word, by a claim, or by its cards."""
    stated = RESULT.fullmatch(str(record.tags.get("Result", "")))
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
