"""A team match: the same boards in two rooms, and what they brought, board by board in IMPs.

The home team sits North-South in the open room and East-West in the closed one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from overtrick.core.comparing import imps
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.deal.dealing import deck_of
from overtrick.deal.record import Record, vulnerable_word
from overtrick.formats.record_format import Located

ROOMS: Final = ("Open", "Closed")
"""as the tag `Room` says it"""


class TeamBoard(NamedTuple):
    """A board of a team match as it is to be dealt."""

    number: int
    """the one that the players know it by"""
    deck: str
    """its cards in the order in which they are dealt"""


class TeamResult(NamedTuple):
    """A board of a team match that was played in both rooms."""

    number: int
    scores: tuple[int, int]
    """what North-South scored more than East-West in the open and in the closed room"""

    @property
    def imps(self) -> int:
        """What the home team won."""
        return imps(self.scores[0] - self.scores[1])


def team_boards(game: Game, deals: Sequence[Located]) -> list[TeamBoard]:
    """The boards of a match that deals these hands in their order; raises `Invalid` for one that cannot be dealt so.

    Dealer and vulnerability of a match go by the number of the board, so that those of the deals have to be the same.
    """
    boards = []
    for index, (record, finding, line, *_) in enumerate(deals):
        if record is None:
            raise Invalid(finding or Finding("empty", {}, line))
        dealer, vulnerable = SEATS[index % len(SEATS)], game.vulnerability and game.vulnerability.on_board(index + 1)
        has_other_dealer = record.dealer not in (None, dealer)
        if vulnerable is None or has_other_dealer or record.vulnerable not in (None, vulnerable):
            word = vulnerable_word(vulnerable or frozenset())
            values: dict[str, str | int] = {"number": index + 1, "dealer": dealer.letter, "vulnerable": word}
            raise Invalid(Finding("not-board-of-match", values, line))
        try:
            deck = deck_of(game, dealer, record.deal)
        except Invalid as error:
            raise Invalid(error.finding._replace(line=line, column=1)) from None
        boards.append(TeamBoard(record.board or index + 1, "".join(map(str, deck))))
    return boards


class TeamMatch(NamedTuple):
    """A team match, as far as it was played."""

    teams: tuple[str, str]
    """the home team and the visitors"""
    numbers: tuple[int, ...]
    """of the boards, in their order"""
    rooms: tuple[Sequence[Record], Sequence[Record]]
    """what was played in the open and in the closed room, in the order of the boards"""

    @property
    def results(self) -> list[TeamResult]:
        """The boards that were played in both rooms."""
        return [
            TeamResult(number, (_net(opened), _net(closed)))
            for number, opened, closed in zip(self.numbers, *self.rooms, strict=False)
        ]

    @property
    def is_complete(self) -> bool:
        """Whether all boards were played in both rooms."""
        return len(self.results) == len(self.numbers)

    def records(self) -> Iterator[Record]:
        """What was played, board by board and the open room first, with the tags of a team match."""
        home, visitors = self.teams
        match = {"Scoring": "IMP", "HomeTeam": home, "VisitTeam": visitors}
        won = {result.number: result.imps for result in self.results}
        for index, number in enumerate(self.numbers):
            for room, sign, played in zip(ROOMS, (1, -1), self.rooms, strict=True):
                if index < len(played):
                    told = {"ScoreIMP": f"NS {sign * won[number]}"} if number in won else {}
                    yield _tagged(played[index], {"Board": str(number), "Room": room, **match, **told})


def _tagged(record: Record, tags: Mapping[str, str]) -> Record:
    return record._replace(tags={**record.tags, **tags})


def _net(record: Record) -> int:
    assert record.scores is not None, "the deal is over"
    north_south, east_west = record.scores
    return north_south - east_west
