"""Standings: against the definitions, and what is left out of them."""

import random
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.arena.standings import Measure, Settled, settled, standings
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game
from overtrick.core.comparing import imps, victory_points
from overtrick.core.errors import Finding, Invalid
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain
from overtrick.deal.record import Deal, Record
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.games.bridge.rules import BIDS

BRIDGE = find_game("bridge")
NAMES = ("Ann", "Cid", "Bea", "Dan")
OTHERS = ("Eva", "Gil", "Fay", "Hal")


def board(
    number: int, names: tuple[str, str, str, str], contract: str, seat: Seat, tricks: int, **tags: object
) -> Record:
    """A result without cards."""
    bid = BIDS[contract]
    assert bid.strain is not None
    return Record(
        BRIDGE,
        contract=Contract(bid.strain, seat.side, seat, bid.value),
        seats=names,
        tags={"Board": str(number), "Result": str(tricks), **tags},
    )


def table(records: list[Record], by: Measure | None = None) -> dict[str, tuple[object, ...]]:
    return {row.name: (row.rank, *row.values.values()) for row in standings([records], by).rows}


def reasons(records: list[Record], by: Measure | None = None) -> list[tuple[int, str]]:
    return [(number, finding.code) for number, finding in standings([records], by).left_out]


CLUB = [
    board(1, NAMES, "4S", Seat.NORTH, 10),
    board(1, OTHERS, "4S", Seat.NORTH, 9),
    board(1, ("Ida", "Kim", "Jon", "Lea"), "4S", Seat.NORTH, 10),
    board(2, ("Ann", "Gil", "Bea", "Hal"), "3NT", Seat.EAST, 9),
    board(2, ("Eva", "Kim", "Fay", "Lea"), "3NT", Seat.EAST, 8),
    Record(BRIDGE, seats=("Ida", "Dan", "Jon", "Cid"), tags={"Board": "2", "Contract": "Pass"}),
]


def test_matchpoints_of_an_evening() -> None:
    assert table(CLUB) == {
        "Gil & Hal": (1, 2, 8, 100.0),
        "Ida & Jon": (2, 2, 5, 62.5),
        "Eva & Fay": (3, 2, 4, 50.0),
        "Ann & Bea": (4, 2, 3, 37.5),
        "Cid & Dan": (4, 2, 3, 37.5),
        "Kim & Lea": (6, 2, 1, 12.5),
    }
    assert [row.is_tied for row in standings([CLUB]).rows] == [False, False, False, True, True, False]


def test_points_of_an_evening() -> None:
    assert table(CLUB, "points")["Ann & Bea"] == (3, 2, 1, 420 - 400)
    assert table(CLUB, "points")["Gil & Hal"] == (1, 2, 2, 50 + 400)


def test_imps_against_the_other_tables() -> None:
    assert table(CLUB, "imp")["Ann & Bea"] == (4, 2, imps(470) + imps(0) + imps(-450) + imps(-400))


@st.composite
def evenings(draw: st.DrawFn) -> list[Record]:
    """Some boards, each at some tables by pairs that sit where they like."""
    records = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        pairs = draw(st.permutations(range(8)))
        for place in range(0, 2 * draw(st.integers(2, 4)), 2):
            first, second = pairs[place], pairs[place + 1]
            names = (f"a{first}", f"a{second}", f"b{first}", f"b{second}")
            bid, tricks = draw(st.sampled_from(sorted(BIDS))), draw(st.integers(0, 13))
            records.append(board(number, names, bid, draw(st.sampled_from(SEATS)), tricks))
    return records


def scores_of(record: Record) -> Scores:
    found = settled(record)
    assert isinstance(found, Settled)
    return found.scores


def net(record: Record) -> int:
    first, second = scores_of(record)
    return first - second


@given(evenings())
def test_a_pair_has_two_matchpoints_for_each_table_that_it_beats_and_one_for_equals(records: list[Record]) -> None:
    won: dict[str, float] = defaultdict(int)
    shares: dict[str, list[float]] = defaultdict(list)
    for record in records:
        others = [net(other) for other in records if other.board == record.board and other is not record]
        for sign, (first, second) in ((1, record.seats[::2]), (-1, record.seats[1::2])):
            mine = sum(2 * (sign * net(record) > sign * o) + (net(record) == o) for o in others)
            won[f"{first} & {second}"] += mine
            shares[f"{first} & {second}"].append(100 * mine / (2 * len(others)))
    rows = table(records, "mp")
    assert {name: row[2] for name, row in rows.items()} == won
    assert {name: row[3] for name, row in rows.items()} == pytest.approx(
        {name: round(sum(percents) / len(percents), 2) for name, percents in shares.items()}, abs=0.011
    )
    assert reasons(records, "mp") == []


@given(evenings())
def test_imps_and_points_of_all_pairs_together_are_nothing(records: list[Record]) -> None:
    for by in ("imp", "points"):
        assert sum(row.values["imps" if by == "imp" else "points"] for row in standings([records], by).rows) == 0


@given(evenings(), st.randoms())
def test_the_order_of_the_records_does_not_matter(records: list[Record], chance: random.Random) -> None:
    mixed = list(records)
    chance.shuffle(mixed)
    assert table(mixed, "mp") == table(records, "mp")


def match(results: list[tuple[str, Seat, int, str, Seat, int]], **tags: object) -> list[Record]:
    records = []
    for number, (bid, seat, tricks, other_bid, other_seat, other_tricks) in enumerate(results, 1):
        records.append(board(number, NAMES, bid, seat, tricks, Room="Open", **tags))
        records.append(board(number, OTHERS, other_bid, other_seat, other_tricks, Room="Closed", **tags))
    return records


N, S, W = Seat.NORTH, Seat.SOUTH, Seat.WEST
MATCH = [("4S", N, 10, "3S", N, 10), ("3NT", W, 7, "3NT", W, 9), ("2H", S, 8, "2H", S, 8)]


def test_teams_are_compared_room_by_room() -> None:
    records = match(MATCH, HomeTeam="Reds", VisitTeam="Blues")
    margin = imps(420 - 170) + imps(100 + 400) + imps(0)
    assert scores_of(records[2]) == (100, 0)
    assert table(records, "imp") == {"Reds": (1, 1, 3, margin), "Blues": (2, 1, 3, -margin)}
    won, lost = victory_points(margin, 3)
    assert table(records, "vp") == {"Reds": (1, 1, 3, margin, won), "Blues": (2, 1, 3, -margin, lost)}


def test_teams_without_names_are_known_by_their_players_wherever_they_sit() -> None:
    there = match(MATCH, Round="1")
    back = [record._replace(seats=(*record.seats[1:], record.seats[0])) for record in match(MATCH, Round="2")]
    rows = table(there + back, "imp")
    assert set(rows) == {"Ann & Bea / Gil & Hal", "Cid & Dan / Eva & Fay"}
    assert [row[:4] for row in rows.values()] == [(1, 2, 6, 0), (1, 2, 6, 0)]


def test_matches_of_a_round_are_kept_apart_by_their_tags() -> None:
    records = match(MATCH, Table="1", HomeTeam="A", VisitTeam="B") + match(
        MATCH, Table="2", HomeTeam="C", VisitTeam="D"
    )
    assert {name: row[0] for name, row in table(records, "vp").items()} == {"A": 1, "C": 1, "B": 3, "D": 3}


def hands(seed: int) -> Deal:
    deck = list(BRIDGE.pack)
    random.Random(seed).shuffle(deck)
    return Deal(tuple(tuple(deck[start : start + 13]) for start in range(0, 52, 13)))


def test_boards_with_the_same_number_and_other_cards_are_other_boards() -> None:
    first, second = ([record._replace(deal=hands(seed)) for record in CLUB[:3]] for seed in (1, 2))
    assert table(first + second)["Ann & Bea"] == (2, 2, 6, 75.0)
    assert reasons(first + second) == []
    assert reasons([*first[:2], CLUB[2]]) == []  # without cards, at the only deal of the board
    assert reasons([*first[:2], *second[:2], CLUB[2]]) == [(4, "board-once")]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (CLUB[0]._replace(scores=(620, 0)), "wrong-score"),
        (CLUB[0]._replace(seats=("", "Cid", "", "Dan")), "no-names"),
        (CLUB[0]._replace(tags={"Board": "1"}), "incomplete"),
        (CLUB[0]._replace(tags={"Result": "10", "Vulnerable": "None"}), "no-board"),
        (CLUB[0]._replace(contract=None), "not-played"),
        (CLUB[1], "board-twice"),
        (CLUB[0]._replace(tags={"Board": "17", "Result": "10"}), "board-once"),
        (CLUB[0]._replace(plays=(Card("As"),)), "incomplete"),
    ],
)
def test_records_that_cannot_count_are_left_out_and_told(changed: Record, code: str) -> None:
    assert reasons([CLUB[1], CLUB[2], changed]) == [(2, code)]
    assert table([CLUB[1], CLUB[2], changed]) == table(CLUB[1:3])


def test_boards_of_teams_need_both_rooms() -> None:
    records = match(MATCH)
    alone = board(9, NAMES, "4S", N, 10, Room="Open")
    roomless = board(1, NAMES, "4S", N, 10)
    assert reasons([*records, alone, roomless], "imp") == [(6, "not-two-rooms"), (7, "no-room")]
    assert table([*records, alone, roomless], "imp") == table(records, "imp")


@pytest.mark.parametrize(
    ("records", "by", "code"),
    [
        ([], None, "empty"),
        ([CLUB[0], Record(find_game("sueca"))], None, "several-kinds"),
        ([Record(find_game("sueca"))], "mp", "only-some-games"),
        (CLUB, "vp", "no-rooms"),
    ],
)
def test_what_has_no_standings_is_refused(records: list[Record], by: Measure | None, code: str) -> None:
    with pytest.raises(Invalid) as refusal:
        standings([records], by)
    assert refusal.value.finding.code == code


def played(name: str, seed: int) -> Record:
    game, chance = find_game(name), random.Random(seed)
    deck = list(game.pack)
    chance.shuffle(deck)
    round_ = Round(game, SEATS[seed % 4], deck)
    while round_.turn is not None:
        round_ = round_.apply_unchecked(chance.choice(round_.legal()))
    return round_.record(NAMES)


@pytest.mark.parametrize("name", ["belote", "coinche", "euchre"])
def test_other_games_count_wins_and_points(name: str) -> None:
    records = [played(name, seed) for seed in range(8)]
    rows = table(records)
    scores = [record.scores or (0, 0) for record in records]
    for index, pair in enumerate(("Ann & Bea", "Cid & Dan")):
        wins = sum(score[index] > score[1 - index] for score in scores)
        assert rows[pair][1:] == (8, wins, sum(score[index] for score in scores))


def test_a_deal_of_sueca_counts_what_it_is_worth_in_a_match() -> None:
    record = played("sueca", 1)
    score = replay(record).score
    assert score is not None
    first, second = score.worth or (0, 0)
    rows = table([record])
    assert (rows["Ann & Bea"][3], rows["Cid & Dan"][3]) == (first, second)
    assert first + second > 0


def test_a_played_board_counts_by_its_cards() -> None:
    record = played("bridge", 3)
    assert scores_of(record) == record.scores
    wrong = settled(record._replace(scores=(1, 2)))
    assert isinstance(wrong, Finding)
    assert wrong.code == "wrong-score"
    assert wrong.message().startswith("The record claims the scores 1 2")


def test_nobody_knows_the_score_where_nobody_knows_who_is_vulnerable() -> None:
    contract = Contract(Strain.SPADES, Seat.NORTH.side, Seat.NORTH, 4)
    record = played("bridge", 3)._replace(tags={}, scores=None)
    assert record.vulnerable is None
    finding = settled(record)
    assert isinstance(finding, Finding)
    assert finding.code == "unsettled"
    assert scores_of(Record(BRIDGE, contract=contract, tags={"Result": "10", "Vulnerable": "NS"})) == (620, 0)


WEEKS = [
    [board(1, ("Ann", "Cid", "Bea", "Dan"), "4S", Seat.NORTH, tricks, Date=date), board(1, OTHERS, "4S", Seat.NORTH, 9)]
    for tricks, date in ((10, "2024.01.02"), (8, "2024.01.09"))
]
"""the same pairs on two evenings, at a board of the same number, of which only the first record tells the day"""


def test_boards_without_cards_of_different_days_are_different_boards() -> None:
    ranked = standings(WEEKS)
    assert ranked.left_out == ()
    assert {row.name: tuple(row.values.values()) for row in ranked.rows} == dict.fromkeys(
        ("Ann & Bea", "Eva & Fay", "Cid & Dan", "Gil & Hal"), (2, 2, 50.0)
    )


def test_a_result_without_cards_is_of_the_deal_of_its_day() -> None:
    dealt = [[first._replace(deal=hands(seed))] for seed, (first, _) in enumerate(WEEKS)]
    others = [[other._replace(tags={**other.tags, "Date": first.tag("Date")})] for first, other in WEEKS]
    ranked = standings([*dealt, *others])
    assert ranked.left_out == ()
    assert {row.values["boards"] for row in ranked.rows} == {2}
    undated = standings([dealt[0], [WEEKS[0][1]]])
    assert {row.values["boards"] for row in undated.rows} == {1}


def test_what_one_file_says_of_its_records_does_not_hold_for_those_of_another() -> None:
    first, *others = match(MATCH)
    named = [first._replace(tags={**first.tags, "HomeTeam": "Reds", "VisitTeam": "Blues"}), *others]
    pairs = [board(9, NAMES, "4S", Seat.NORTH, 10), board(9, OTHERS, "4S", Seat.NORTH, 9)]
    ranked = standings([named, pairs], "imp")
    assert ranked.rows == standings([named], "imp").rows
    assert [(number, finding.code) for number, finding in ranked.left_out] == [
        (len(named), "no-room"),
        (len(named) + 1, "no-room"),
    ]
