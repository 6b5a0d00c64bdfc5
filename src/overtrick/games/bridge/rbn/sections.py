"""The labels of RBN about one table: hands, auction, contract, play and result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards, Suit, hand_text, parse_card
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, parse_seat
from overtrick.core.tricks import Strain
from overtrick.deal.record import Deal
from overtrick.formats.record_format import Spot
from overtrick.games.bridge.hands import SUITS_DOWN, Hand, Hands, Ranks, deal_of, with_missing_hand
from overtrick.games.bridge.notation import (
    CALLS,
    FROM_WEST,
    HAND_SIZE,
    REDOUBLE,
    STRAINS,
    TRICK_SIZE,
    closing_passes,
    extra_passes,
    vulnerable_name,
)
from overtrick.games.bridge.remarks import Remarks

GLYPHS: Final = {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}
"""what may stand behind a call or a card, with the numbers that PBN has for it"""
VULNERABLE: Final = {"Z": "None", "N": "NS", "E": "EW", "B": "All"}
UNIMPORTANT: Final = re.compile(r"[-+~.]")
"""cards that are not named: the lowest, the highest or any one"""

_MARKS: Final = r"((?:\*|\^[0-9]|!!|\?\?|!\?|\?!|!|\?)*)"
_MARK: Final = re.compile(r"\*|\^[0-9]|!!|\?\?|!\?|\?!|!|\?")
_DEAL: Final = re.compile(r"([NESW])((?:[:;][^:;]*)*)", re.IGNORECASE)
_HAND: Final = re.compile(r"[:;]([^:;]*)")
_DEALER: Final = re.compile(r"([NESW])\s*+([A-Z?])?\s*(?::|$)", re.IGNORECASE)
_CALL: Final = re.compile(rf"[:\s]*([1-7](?:NT|[CDHSN])|{REDOUBLE}|[PXDRAY]){_MARKS}[:\s]*", re.IGNORECASE)
_CARD: Final = re.compile(rf"\s*([SHDC]?)(10|[2-9TJQKA]){_MARKS}\s*", re.IGNORECASE)
_CONTRACT: Final = re.compile(
    r"([1-7]?)(NT|[CDHSN])(XX|[XDR]?)\s*+(M|[0-9]{1,2})?\s*+(?::\s*+([NESW]?)\s*+(?::\s*+([NESW]?)\s*+(:.*)?)?)?",
    re.IGNORECASE,
)
_RESULT: Final = re.compile(r"(P|[0-9]|1[0-3])?\s*+([+-][0-9]{1,5})?\s*+(:.*)?", re.IGNORECASE)


def bad_value(field: str, text: str, expected: str, spot: Spot) -> Invalid:
    """What is wrong with the text of a label."""
    values = {"field": field, "value": f"'{text}'", "expected": Phrase(expected)}
    return Invalid(Finding("bad-field", values, *spot))


def read_deal(text: str, spot: Spot) -> tuple[Deal, list[Finding], Finding | None]:
    """The hands from a seat on, what is wrong with them, and what is odd; a fourth one that is empty has the rest."""
    match = _DEAL.fullmatch(text)
    parts = list(_HAND.finditer(match[2])) if match else []
    if match is None or not 1 <= len(parts) <= len(SEATS):
        raise bad_value("Deal", text, "expected.rbn-deal", spot)
    first, hands, told = parse_seat(match[1].upper()), Hands(), list[Hand | None]()
    for part in parts:
        told.append(_hand(part[1], (spot[0], spot[1] + match.start(2) + part.start(1)), hands))
    if len(told) == len(SEATS) and told[-1] is None:
        told = with_missing_hand(told)
    told += [None] * (len(SEATS) - len(told))
    deal, unequal = deal_of([told[(seat - first) % len(SEATS)] for seat in SEATS])
    return deal, hands.findings, unequal


def _hand(text: str, spot: Spot, hands: Hands) -> Hand | None:
    """The ranks of spades, hearts, diamonds and clubs, of which the last ones may be missing."""
    texts, (line, column) = text.replace("?", "x").split("."), spot
    if len(texts) > len(Suit):
        hands.findings.append(Finding("bad-hand", {"text": text}, *spot))
    ranks = list[Ranks]()
    for suit, some in zip(SUITS_DOWN, texts, strict=False):
        ranks.append((some.strip(), suit, (line, column)))
        column += len(some) + 1
    return hands.read(ranks, spot)


def deal_text(deal: Deal) -> str:
    """The hands from West on; the fourth one is left out if all are whole."""
    hands, known = deal.hands or [None] * len(SEATS), deal.known or [()] * len(SEATS)
    cards = {seat: Cards(hand or some) for seat, hand, some in zip(SEATS, hands, known, strict=True)}
    texts = [hand_text(cards[seat]) if cards[seat] else "" for seat in FROM_WEST]
    if all(len(hand) == HAND_SIZE for hand in cards.values()):
        texts[-1] = ""
    elif any(texts):
        while not texts[-1]:
            texts.pop()
    return f"W:{':'.join(texts)}" if any(texts) else ""


class ReadAuction(NamedTuple):
    """What the label of an auction tells."""

    dealer: Seat
    vulnerable: str | None
    calls: list[str]
    spots: list[Spot]
    remarks: Remarks
    finding: Finding | None
    warnings: list[Finding]


def read_auction(text: str, spot: Spot) -> ReadAuction:
    """Dealer, vulnerability and calls; without the first two West deals, and nobody knows who is vulnerable."""
    line, column = spot
    start, warnings = _DEALER.match(text), list[Finding]()
    dealer, vulnerable = parse_seat(start[1].upper()) if start else Seat.WEST, None
    if start and start[2] and start[2] != "?":
        vulnerable = vulnerable_name(start[2])
        if vulnerable is None:
            wrong = bad_value("Vulnerable", start[2], "expected.rbn-vulnerable", (line, column + start.start(2)))
            warnings.append(wrong.finding)
    read = ReadAuction(dealer, vulnerable, [], [], Remarks(), None, warnings)
    at, end = start.end() if start else 0, len(text.rstrip(": "))
    while at < end:
        match, here = _CALL.match(text, at), (line, column + at)
        if match is None:
            return read._replace(finding=Finding("not-a-call", {"text": text[at:].lstrip(": ")}, *here))
        word, here = match[1].lower(), (line, column + match.start(1))
        if word == "y":
            if text[match.end() :].upper().strip(":Y "):
                warnings.append(Finding("calls-awaited", {}, *here))
            break
        calls = closing_passes(read.calls) if word == "a" else [CALLS[word]]
        read.calls.extend(calls)
        read.spots.extend([here] * len(calls))
        read.remarks.add(len(read.calls), _marks(match[2]))
        at = match.end()
    many = extra_passes(read.calls)
    if many:
        warnings.append(Finding("extra-passes", {"count": many}, *read.spots[-many]))
        del read.calls[-many:], read.spots[-many:]
        read.remarks.end_at(len(read.calls))
    return read


def _marks(text: str) -> list[str]:
    """The marks behind a call or a card, of which only one can be a glyph."""
    found: list[str] = []
    for match in _MARK.finditer(text):
        mark = match[0]
        if mark == "*":
            found.append("!")
        elif mark[0] == "^":
            found.append(f"={mark[1]}=")
        elif not any(other.startswith("$") for other in found):
            found.append(GLYPHS[mark])
    return found


def auction_text(dealer: Seat, vulnerable: str | None, calls: Sequence[str], marks: Sequence[str]) -> str:
    """The label of an auction; the marks are those of each call, as they are written."""
    letter = next((letter for letter, name in VULNERABLE.items() if name == vulnerable), "?")
    passes = next((number for number, call in enumerate(reversed(calls)) if call != "pass"), len(calls))
    body = len(calls) - passes
    is_closed = passes > 0 and not closing_passes(calls) and not extra_passes(calls) and not any(marks[body:])
    told = [_call(call) + mark for call, mark in zip(calls, marks, strict=True)][: body if is_closed else None]
    told += ["A"] if is_closed else []
    rounds = ("".join(told[at : at + len(SEATS)]) for at in range(0, len(told), len(SEATS)))
    return f"{dealer.letter}{letter}:" + ":".join(rounds)


def _call(call: str) -> str:
    return {"pass": "P", "XX": "R"}.get(call, call.removesuffix("T"))


class ReadPlay(NamedTuple):
    """What the label of a play tells."""

    cards: list[Card]
    spots: list[Spot]
    remarks: Remarks
    finding: Finding | None = None
    warnings: tuple[Finding, ...] = ()


def read_play(text: str, spot: Spot) -> ReadPlay:
    """The cards in order of play; one that follows suit has its rank only. Where none is named, no more are read."""
    line, column = spot
    read, at, led = ReadPlay([], [], Remarks()), 0, ""
    while at < len(text):
        here = (line, column + at)
        if text[at] in ":; ":
            if text[at] != " " and len(read.cards) % TRICK_SIZE:
                return read._replace(finding=Finding("play-order", {"trick": _trick(read)}, *here))
            at += 1
            continue
        if text[at] in "yY" and not text[at + 1 :].strip(":; "):
            break
        if UNIMPORTANT.match(text, at):
            return read._replace(warnings=(Finding("cards-unnamed", {"trick": _trick(read)}, *here),))
        match = _CARD.match(text, at)
        suit = match and (match[1].upper() or (led if len(read.cards) % TRICK_SIZE else ""))
        if match is None or not suit:
            return read._replace(finding=Finding("bad-card", {"text": re.split("[:;]", text[at:])[0]}, *here))
        if len(read.cards) == TRICK_SIZE * HAND_SIZE:
            return read._replace(finding=Finding("too-many-tricks", {"all": HAND_SIZE}, *here))
        led = led if len(read.cards) % TRICK_SIZE else suit
        read.cards.append(parse_card(suit + match[2].upper().replace("10", "T"), "pbn"))
        read.spots.append((line, column + match.start(1)))
        read.remarks.add(len(read.cards), _marks(match[3]))
        at = match.end()
    return read


def _trick(read: ReadPlay) -> int:
    return len(read.cards) // TRICK_SIZE + 1


def play_text(names: Sequence[str], marks: Sequence[str]) -> str:
    """The label of a play; the names of cards have the suit first."""
    told = [
        (name[1:] if number % TRICK_SIZE and name[0] == names[number - number % TRICK_SIZE][0] else name) + mark
        for number, (name, mark) in enumerate(zip(names, marks, strict=True))
    ]
    return ":".join("".join(told[at : at + TRICK_SIZE]) for at in range(0, len(told), TRICK_SIZE))


class ReadContract(NamedTuple):
    """What the label of a contract tells."""

    contract: Contract
    leader: Seat | None
    """where it is stated"""
    has_more: bool
    """whether it has a goal, or something else that no contract has"""


def read_contract(text: str, spot: Spot) -> ReadContract:
    """The contract with its declarer; an end position has a strain only."""
    match = _CONTRACT.fullmatch(text)
    if match is None:
        raise bad_value("Contract", text, "expected.rbn-contract", spot)
    seat, leader = (parse_seat(letter.upper()) if letter else None for letter in match.group(5, 6))
    double = {"": 0, "X": 1, "D": 1}.get(match[3].upper(), 2)
    contract = Contract(
        Strain(STRAINS[match[2].lower()]),
        side=seat.side if seat else None,
        seat=seat,
        value=int(match[1]) if match[1] else None,
        double=double,
    )
    return ReadContract(contract, leader, bool(match[4] or match[7]))


def contract_text(contract: Contract, leader: Seat | None) -> str:
    """The label of a contract, with the leader where it is another one than by the contract."""
    strain, double = str(contract.strain)[0], ("", "X", "R")[contract.double]
    seats = [seat.letter if seat else "" for seat in (contract.seat, leader)]
    return f"{contract.value or ''}{strain}{double}:{':'.join(seats)}".rstrip(":")


class ReadResult(NamedTuple):
    """What the label of a result tells."""

    tricks: str
    """of the declarer; `P` where all passed"""
    scores: Scores | None
    more: str
    """what follows: the score in comparison with others"""


def read_result(text: str, spot: Spot) -> ReadResult:
    """The tricks of the declarer, and what North and South have for them."""
    match = _RESULT.fullmatch(text)
    if match is None:
        raise bad_value("Result", text, "expected.rbn-result", spot)
    net = int(match[2]) if match[2] else None
    scores = None if net is None else (max(net, 0), max(-net, 0))
    return ReadResult((match[1] or "").upper(), scores, match[3] or "")


def result_text(tricks: str, scores: Scores | None) -> str:
    """The label of a result."""
    return tricks + ("" if scores is None else f"{scores[0] - scores[1]:+}")


def marks_text(marks: Iterable[str], numbers: dict[str, str]) -> str:
    """The marks of a call or a card as RBN has them; the numbers are those of notes, by their marks."""
    signs = {number: sign for sign, number in GLYPHS.items()}
    told = list(marks)
    glyphs = [signs[mark] for mark in told if mark in signs]
    others = ["*" if mark == "!" else f"^{numbers[mark]}" if mark in numbers else "" for mark in told]
    has_unnumbered = any(mark.startswith("=") and mark not in numbers for mark in told)
    alert = ["*"] if has_unnumbered and "!" not in told else []
    return "".join([*alert, *others, *glyphs[:1]])
