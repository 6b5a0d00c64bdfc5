"""The values of the tags of PBN: seats, hands, contracts, results and scores."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.cards import CARDS, Suit, cards_in
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Deal
from overtrick.games.bridge.hands import SUITS_DOWN, Hand, Hands, Ranks, deal_of, mask_of
from overtrick.games.bridge.notation import HAND_SIZE, SEATS_BY_NAME, STRAINS, vulnerable_name
from overtrick.games.bridge.pbn.syntax import Tag
from overtrick.games.bridge.rules import BOOK

MANDATORY: Final = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result"),
)
"""the tags that the export format always has, in their order"""
PLAYERS: Final = ("North", "East", "South", "West")
SECTIONS: Final = ("Auction", "Play")
UNINHERITED: Final = frozenset(("Declarer", "Contract", *SECTIONS, "Note"))
"""tags that take nothing from an earlier game; the standard forbids `#` for the deal too, but files have it"""
_SUPPLEMENTAL: Final = """
Competition DealId Description FrenchMP Generator Hidden Room Termination Score ScoreIMP ScoreMP ScorePercentage
ScoreRubber ScoreRubberHistory OptimumScore BidSystemEW BidSystemNS PairEW PairNS WestNA NorthNA EastNA SouthNA WestType
NorthType EastType SouthType EventDate EventSponsor HomeTeam Round Section Stage Table VisitTeam Time UTCDate UTCTime
TimeControl TimeCall TimeCard Annotator AnnotatorNA Application Mode ActionTable AuctionTimeTable InstantScoreTable
OptimumPlayTable OptimumResultTable PlayTimeTable ScoreTable TotalScoreTable
"""
CANONICAL: Final = {name.lower(): name for name in (*MANDATORY, *SECTIONS, "Note", *_SUPPLEMENTAL.split())}
"""how the standard spells a name"""
SPELT: Final = frozenset(CANONICAL.values())
COMMENTS, ESCAPES = "{}", "%"
"""the names under which a record keeps comments and escaped lines; no tag can have them"""
NEVER_TABLES: Final = frozenset((*MANDATORY, "Score", "Note"))

UNKNOWN: Final = "?"
ALL_CARDS: Final = sum(card.bit for card in CARDS)
PASS: Final = "Pass"

_SPACED_HAND: Final = re.compile(r"([\w-]{0,26})" + r" ?\. ?([\w-]{0,26})" * (len(Suit) - 1))
_DEAL: Final = re.compile(r"\s*(?:(north|east|south|west|[nesw])\s*:)?(.*)", re.IGNORECASE | re.DOTALL)
_CONTRACT: Final = re.compile(
    r"([1-7]?) ?(NT|[CDHSN]) ?(XX|X|\*\*|\*|) ?(?:by )?(north|east|south|west|[nesw]?)", re.IGNORECASE
)
_PASSED: Final = frozenset(("pass", "passed", "ap", "p", "all pass", "allpass", "passed out", "passout", "0"))
_SIDES: Final = {"NS": Side.ONE, "EW": Side.TWO}
_NUMBER, _SIDE = r"([+-]?\d{1,6})", r"(NS|EW)\s*"
_BESIDE_CONTRACT: Final = re.compile(r"=|[+-]\d{1,2}", re.ASCII)
_BY_SIDE: Final = re.compile(rf"\s*(?:(?:{_SIDE})?{_NUMBER}|{_SIDE}{_NUMBER}\s+{_SIDE}{_NUMBER})\s*", re.IGNORECASE)


def is_known(tag: Tag | None) -> bool:
    """Whether a tag is there and says something."""
    return tag is not None and tag.value.strip() not in ("", UNKNOWN)


def bad_value(tag: Tag, expected: str) -> Invalid:
    """What is wrong with the value of a tag."""
    values = {"field": tag.name, "value": f'"{tag.value}"', "expected": Phrase(expected)}
    return Invalid(Finding("bad-field", values, tag.line, tag.column))


def read_seat(tag: Tag | None) -> Seat | None:
    """The seat of `Dealer`, `Auction` or `Play`."""
    if tag is None or not is_known(tag):
        return None
    seat = SEATS_BY_NAME.get(tag.value.strip().lower())
    if seat is None:
        raise bad_value(tag, "expected.compass")
    return seat


def read_vulnerable(tag: Tag) -> str:
    """Who is vulnerable, in the words of the export format."""
    if not is_known(tag):
        return tag.value
    name = vulnerable_name(tag.value)
    if name is None:
        raise bad_value(tag, "expected.vulnerable")
    return name


class ReadDeal(NamedTuple):
    """The deal of a value, what is wrong with it and what is odd."""

    deal: Deal
    findings: list[Finding]
    warnings: list[Finding]
    masks: Sequence[int] | None = None
    """the four hands, if all are known whole"""


def read_deal(tag: Tag | None) -> ReadDeal:
    """The hands of the seats 1 to 4; `-` is one that is not known, and so are `...` and nothing between two blanks."""
    if tag is None or not is_known(tag):
        return ReadDeal(Deal(), [], [])
    whole = _whole_deal(tag.value) or _spaced_deal(tag.value)
    if whole is not None:
        return ReadDeal(Deal(tuple(map(cards_in, whole))), [], [], whole)
    match = _DEAL.fullmatch(tag.value)
    assert match is not None, "anything can stand behind the seat"
    parts = _hands_in(match[2], tag.column + match.start(2))
    if parts is None or not any("." in text for text, _ in parts):
        raise bad_value(tag, "expected.deal")
    hands, warnings = Hands(), list[Finding]()
    if match[1] is None or len(parts) != len(SEATS):
        warnings.append(bad_value(tag, "expected.deal").finding)
    first = SEATS_BY_NAME[match[1].lower()] if match[1] else SEATS[0]
    told = [_hand(text, (tag.line, column), hands) for text, column in parts] + [None] * (len(SEATS) - len(parts))
    by_seat = [told[(seat - first) % 4] for seat in SEATS]
    deal, unequal = deal_of(by_seat)
    masks = [hand.mask for hand in by_seat if hand is not None and not deal.known]
    all_known = masks if len(masks) == len(SEATS) else None
    return ReadDeal(deal, hands.findings, warnings if unequal is None else [*warnings, unequal], all_known)


@lru_cache(maxsize=64)
def _whole_deal(value: str) -> tuple[int, ...] | None:
    """The hands of the seats 1 to 4 as masks, if a value is a whole deal in the standard form: most are, and twice."""
    seat, hands = SEATS_BY_NAME.get(value[:1].lower()), [text.split(".") for text in value[2:].split(" ")]
    if seat is None or value[1:2] != ":" or [len(suits) for suits in hands] != [len(Suit)] * len(SEATS):
        return None
    masks = [mask_of(suits) for suits in hands]
    if any(mask.bit_count() != HAND_SIZE for mask in masks) or sum(masks) != ALL_CARDS:
        return None
    return tuple(masks[(other - seat) % len(SEATS)] for other in SEATS)


def _spaced_deal(value: str) -> tuple[int, ...] | None:
    """The same of a deal with blanks around its dots, or with hyphens for suits without a card."""
    seat, _, text = " ".join(value.split()).partition(":")
    hands = _SPACED_HAND.findall(text)
    if len(seat) != 1 or len(hands) != len(SEATS):
        return None
    return _whole_deal(f"{seat}:{' '.join('.'.join(suits).replace('-', '') for suits in hands)}")


def _hands_in(text: str, column: int) -> list[tuple[str, int]] | None:
    """The texts of at most four hands with their columns; one that is left out may be nothing between two blanks."""
    ways = (text.split(" "), text.strip().split(" "))
    by_blanks = next((parts for parts in ways if len(parts) == len(SEATS)), text.split())
    if len(by_blanks) > len(SEATS):
        return None
    parts, at = list[tuple[str, int]](), 0
    for part in by_blanks:
        at = text.index(part, at)
        parts.append((part, column + at))
        at += len(part)
    return parts


def _hand(text: str, spot: tuple[int, int], hands: Hands) -> Hand | None:
    """A hand; one that is not of four suits is wrong, and of it is kept what it has."""
    if text in ("", "-", "..."):
        return None
    texts, (line, column) = text.split("."), spot
    if len(texts) != len(Suit):
        hands.findings.append(Finding("bad-hand", {"text": text}, *spot))
        texts = texts[: len(Suit)]
    ranks = list[Ranks]()
    for suit, some in zip(SUITS_DOWN, texts, strict=False):
        ranks.append(("" if some == "-" else some, suit, (line, column)))
        column += len(some) + 1
    hand = hands.read(ranks, spot)
    return hand if hand is None or len(texts) == len(Suit) else hand._replace(is_whole=False)


def read_declarer(tag: Tag | None) -> tuple[Seat | None, bool]:
    """The declarer, and whether declarer and dummy were swapped by accident."""
    if tag is None or not is_known(tag):
        return None, False
    text = tag.value.strip()
    seat = SEATS_BY_NAME.get(text.removeprefix("^").lower())
    if seat is None:
        raise bad_value(tag, "expected.compass")
    return seat, text.startswith("^")


def read_contract(tag: Tag) -> Contract | None:
    """The contract, with its declarer if one stands behind it; an end position has a strain only.

    None if all passed or none is known.
    """
    if not is_known(tag) or is_pass(tag):
        return None
    match = _CONTRACT.fullmatch(" ".join(tag.value.split()))
    if match is None or (match[3] and not match[1]):
        raise bad_value(tag, "expected.contract")
    level, seat = int(match[1]) if match[1] else None, SEATS_BY_NAME[match[4].lower()] if match[4] else None
    return Contract(Strain(STRAINS[match[2].lower()]), seat=seat, value=level, double=len(match[3]))


def is_pass(tag: Tag) -> bool:
    """Whether a contract is that all passed."""
    return tag.value.strip().lower() in _PASSED


def read_result(tag: Tag, contract: Contract | None, tricks: int) -> str:
    """The tricks of the declarer as a text; `^` before it says that the players agreed on a wrong number.

    Some write `=`, `+1` or `-2` for what was won beside the contract. Where nobody knows whose number it is, or what
    the contract was, it stays as it is.
    """
    if not is_known(tag):
        return tag.value
    text = tag.value.strip().upper()
    plain, declarer = text.removeprefix("^"), contract.side if contract else None
    if _BESIDE_CONTRACT.fullmatch(plain):
        if contract is None:
            return text
        level = contract.value
        won = {declarer: BOOK + level + int(plain.strip("=") or 0)} if isinstance(level, int) else None
    else:
        won = _by_side(plain, declarer)
        if won and declarer is not None:
            won = {declarer: won[declarer] if declarer in won else tricks - won[declarer.other]}
    if not won or any(not 0 <= number <= tricks for number in won.values()):
        raise bad_value(tag, "expected.tricks")
    return f"{'^' if text.startswith('^') else ''}{won[declarer]}" if declarer in won else text


def read_score(text: str, declarer: Side | None) -> Scores | None:
    """The points of the two sides, of which one has none; None where the text does not tell them."""
    points = _by_side(text, declarer) or {None: 0}
    north_south, east_west = points.get(Side.ONE), points.get(Side.TWO)
    if None in points or (north_south is None and east_west is None):
        return None
    if north_south is None or east_west is None or north_south == -east_west:
        gain = north_south if north_south is not None else -(east_west or 0)
        return (gain, 0) if gain >= 0 else (0, -gain)
    return (north_south, east_west) if north_south >= 0 and east_west >= 0 else None


def score_text(scores: Scores) -> str:
    """The value of `Score` for the points of the two sides."""
    north_south, east_west = scores
    if min(scores) < 0 and north_south != -east_west:
        return f"NS {north_south} EW {east_west}"
    if north_south > 0 and east_west > 0:
        return f"NS {north_south} EW {east_west}"
    return f"NS {max(north_south, 0)}" if east_west <= 0 else f"EW {east_west}"


def _by_side(text: str, declarer: Side | None) -> dict[Side | None, int] | None:
    """The numbers of `9`, `NS 9` or `NS 9 EW 4` by side; one that stands alone is the declarer's."""
    match = _BY_SIDE.fullmatch(text)
    if match is None or (match[3] and match[3].upper() == match[5].upper()):
        return None
    if match[2]:
        return {_SIDES[match[1].upper()] if match[1] else declarer: int(match[2])}
    return {_SIDES[match[3].upper()]: int(match[4]), _SIDES[match[5].upper()]: int(match[6])}
