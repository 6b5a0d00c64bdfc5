"""The record of a deal: what was played at a table, read from a file, judged or simulated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from overtrick import texts
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card
from overtrick.core.game import Game
from overtrick.core.scoring import NOBODY, Scores
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain

Names = tuple[str, str, str, str]

NOTHING: Final[Mapping[str, object]] = {}
LONGEST_NUMBER: Final = 9
"""the digits of a board's number"""
NS, EW = frozenset([Side.ONE]), frozenset([Side.TWO])
VULNERABLE: Final = {"None": NOBODY, "NS": NS, "EW": EW, "All": NS | EW, "Love": NOBODY, "-": NOBODY, "Both": NS | EW}
"""the words of PBN for the vulnerable sides, those to write first"""


class Deal(NamedTuple):
    """What is known of the deal."""

    hands: tuple[tuple[Card, ...] | None, ...] | None = None
    """the hands of the seats 1 to 4 as dealt, each None where it is not known"""
    turn_up: Card | None = None
    kitty: tuple[Card, ...] = ()
    """cards that nobody got"""
    discard: Card | None = None
    """the card that the dealer laid away"""
    known: tuple[tuple[Card, ...], ...] = ()
    """the cards that the seats 1 to 4 are known to have been dealt, of hands that are not known whole; or nothing"""
    given: tuple[Card, ...] = ()
    """what players gave their partners before the play, in order"""


class Record(NamedTuple):
    """One deal of a game, finished or not. Formats load and dump it."""

    game: Game
    plays: tuple[Card, ...] = ()
    contract: Contract | None = None
    deal: Deal = Deal()
    dealer: Seat | None = None
    """None where it is not known: then it is the one after whom seat 1 leads"""
    seats: Names = ("", "", "", "")
    """the names of the players"""
    auction: tuple[str, ...] = ()
    scores: Scores | None = None
    """the scores that the record claims"""
    said: tuple[tuple[int, str], ...] | None = None
    """what was said in the play, each with the number of cards played before; None where the record does not tell"""
    fair: Mapping[str, object] | None = None
    """how the deal can be verified"""
    tags: Mapping[str, object] = NOTHING
    """what a foreign format had and we do not model"""

    @property
    def strain(self) -> Strain | None:
        """What is trumps, if the record says so."""
        if self.contract is not None:
            return self.contract.strain
        turn_up = self.deal.turn_up if self.game.turn_up_is_trumps else None
        return None if turn_up is None else Strain.of(turn_up.suit)

    @property
    def taking_side(self) -> Side | None:
        """The side that took the contract, by its own field or by the player who took it."""
        if self.contract is None or self.contract.side is not None or self.contract.seat is None:
            return self.contract.side if self.contract else None
        return self.contract.seat.side

    @property
    def dealer_seat(self) -> Seat:
        """The dealer, or who must have dealt if seat 1 leads."""
        return self.game.dealer_when_first_leads if self.dealer is None else self.dealer

    @property
    def leader(self) -> Seat | None:
        """Who leads to the first trick, if the record says enough."""
        return self.game.leader(self.dealer_seat, self.contract)

    @property
    def board(self) -> int | None:
        """The number of the Bridge board, if the record has one."""
        text = self.tag("Board")
        return int(text) if text.isdecimal() and 0 < len(text) <= LONGEST_NUMBER else None

    @property
    def vulnerable(self) -> frozenset[Side] | None:
        """Who is vulnerable, by what the record says of it or by its board; None where nobody can know."""
        sides, vulnerability = vulnerable_sides(self.tag("Vulnerable")), self.game.vulnerability
        if sides is not None or self.board is None or vulnerability is None:
            return sides
        return vulnerability.on_board(self.board)

    def marks(self, section: str, sign: str) -> dict[int, str]:
        """The calls or cards, by their indices, that a file marks with a sign, such as ^R for a revoke, and the marks.

        The section is the tag that has them: `Auction` or `Play`.
        """
        remarks = self.tags.get(section)
        marks = remarks.get("marks") if isinstance(remarks, dict) else None
        pairs = (pair for pair in marks if isinstance(pair, list) and len(pair) == 2) if isinstance(marks, list) else ()
        return {
            number - 1: mark
            for number, mark in pairs
            if type(number) is int and number > 0 and isinstance(mark, str) and mark.startswith(sign)
        }

    def tag(self, name: str) -> str:
        """The text of a tag, empty where there is none."""
        return str(self.tags.get(name, ""))


def vulnerable_sides(text: str) -> frozenset[Side] | None:
    """The vulnerable sides of a word in any case; None for any other text."""
    return next((sides for word, sides in VULNERABLE.items() if word.lower() == text.lower()), None)


def vulnerable_word(sides: frozenset[Side]) -> str:
    """The word for the vulnerable sides: None, NS, EW or All."""
    return next(word for word, known in VULNERABLE.items() if known == sides)


def board_tags(number: int | None, vulnerable: frozenset[Side]) -> dict[str, object]:
    """How a record tells the number of a board and who is vulnerable on it: by the tags that PBN has for them."""
    return {**({} if number is None else {"Board": str(number)}), "Vulnerable": vulnerable_word(vulnerable)}


def vulnerable_text(game: Game | None, sides: frozenset[Side], language: str) -> str:
    """Who is vulnerable, in the words of a language; a game may have its own."""
    word = vulnerable_word(sides)
    own = "" if game is None else f"deal.vulnerable.{game.name}.{word}"
    return texts.say(language, own if own in texts.catalogue(language) else f"deal.vulnerable.{word}")
