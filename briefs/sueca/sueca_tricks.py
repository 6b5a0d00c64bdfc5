"""Tricks of Sueca, and files of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from sueca_cards import Card, CardInvalid, parseCard
from sueca_suits_ranks import SUECA, trumps

import overtrick
from overtrick import Seat
from overtrick.games.sueca import sueca_file

T = TypeVar("T")


class GameFileInvalid(ValueError):
    """A game file has a line that is not a trick, or no line at all."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class Trick:
    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        if len(self.cards) != len(Seat):
            raise ValueError(f"A trick string must comprise four cards only; the given trick is: {self.show()}")

    def points(self) -> int:
        return sum(card.points() for card in self.cards)

    def trick_winner(self, t: str) -> int:
        rules, trick = SUECA.rules(trumps(t)), overtrick.Trick(Seat.NORTH)
        for card in self.cards:
            trick = rules.add(trick, card.in_pack)
        return int(trick.next_trick().leader)

    def show(self) -> str:
        return " ".join(card.show() for card in self.cards)


def parseTrick(ts: str) -> Trick:
    return Trick([parseCard(cs) for cs in ts.split()])


def parseGameFile(fname: str) -> tuple[Card, list[Trick]]:
    # Bytes that are not UTF-8 are no cards either, and refused as such, with their line.
    with open(fname, encoding="utf-8-sig", errors="backslashreplace") as file:
        lines = [(number, line.strip()) for number, line in enumerate(file, 1) if line.strip()]
    if not lines:
        raise GameFileInvalid("The game file is empty", 1)
    (number, trump), *tricks = lines
    trump = trump.removeprefix(sueca_file.LABEL).strip()
    return _parseLine(parseCard, trump, number), [_parseLine(parseTrick, ts, number) for number, ts in tricks]


def _parseLine(parse: Callable[[str], T], text: str, number: int) -> T:
    try:
        return parse(text)
    except CardInvalid as error:
        error.line = number
        raise
    except ValueError as error:
        raise GameFileInvalid(str(error), number) from None
