"""Team matches: which boards can be dealt in two rooms, and what comes of them."""

from __future__ import annotations

from itertools import islice

import pytest

from overtrick.arena.teams import TeamMatch, team_boards
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.deal.record import Record
from overtrick.engine.dealing import deals
from overtrick.formats.record_format import Located
from overtrick.games.bridge import pbn
from overtrick.protocol.table_manager import managed_game

GAME = managed_game()


def dealt(number: int) -> list[Record]:
    return [round_.record() for round_ in islice(deals(GAME, None, "teams"), number)]


def located(records: list[Record]) -> list[Located]:
    return [Located(record, line=10 * number) for number, record in enumerate(records, 1)]


def scored(record: Record, net: int) -> Record:
    return record._replace(scores=(max(net, 0), max(-net, 0)))


def test_boards_are_dealt_as_the_file_has_them_and_keep_its_numbers() -> None:
    records = [record._replace(tags={**record.tags, "Board": str(16 + n)}) for n, record in enumerate(dealt(3), 1)]
    boards = team_boards(GAME, located(records))
    assert [board.number for board in boards] == [17, 18, 19]
    assert all(len({board.deck[at : at + 2] for at in range(0, 104, 2)}) == 52 for board in boards)


def test_deals_that_tell_nothing_of_a_board_are_numbered() -> None:
    bare = [record._replace(dealer=None, tags={}) for record in dealt(2)]
    assert [board.number for board in team_boards(GAME, located(bare))] == [1, 2]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"dealer": Seat.WEST}, "not-board-of-match"),
        ({"tags": {"Vulnerable": "All"}}, "not-board-of-match"),
        ({"deal": dealt(1)[0].deal._replace(hands=None)}, "deal-not-whole"),
    ],
)
def test_what_no_match_deals_is_refused_with_its_line(change: dict[str, object], code: str) -> None:
    first, second = dealt(2)
    with pytest.raises(Invalid) as caught:
        team_boards(GAME, located([first, second._replace(**change)]))  # type: ignore[arg-type]
    assert (caught.value.finding.code, caught.value.finding.line) == (code, 20)


def test_each_board_brings_imps_and_is_written_with_its_rooms() -> None:
    records = dealt(3)
    opened = [scored(record, net) for record, net in zip(records, (420, -50, 600), strict=True)]
    closed = [scored(record, net) for record, net in zip(records, (-50, -50), strict=False)]
    match = TeamMatch(("Home", "Away"), (1, 2, 3), (opened, closed))
    assert [(result.number, result.scores, result.imps) for result in match.results] == [
        (1, (420, -50), 10),
        (2, (-50, -50), 0),
    ]
    assert not match.is_complete
    written = pbn.loads(pbn.dumps(match.records()))
    tags = [tuple(record.tag(name) for name in ("Board", "Room", "ScoreIMP")) for record in written]
    assert tags == [
        ("1", "Open", "NS 10"),
        ("1", "Closed", "NS -10"),
        ("2", "Open", "NS 0"),
        ("2", "Closed", "NS 0"),
        ("3", "Open", ""),
    ]
    assert {(record.tag("HomeTeam"), record.tag("VisitTeam"), record.tag("Scoring")) for record in written} == {
        ("Home", "Away", "IMP")
    }
