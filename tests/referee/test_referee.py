"""What the referee says to cards that cannot be, at the end, and about the scores."""

from collections.abc import Sequence
from typing import get_args

import pytest

from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Pins
from overtrick.core.seats import Seat, Side
from overtrick.deal.text import parse_deal
from overtrick.referee.referee import Level, Referee
from overtrick.referee.verdict import Fault

LEVELS: tuple[Level, ...] = get_args(Level)
_, HANDS = parse_deal("N:J9.J9.9.JT7 K.AQ87.QT8. AQT87.K..AQ .T.AKJ7.K98")

WHOLE_DEAL = """
Tc Ks Ac 9c  Qd 8s 7d 9d  7s Kd Js Td  Jh 8h Kh Th  Kc Jc 7h Qc  8c 7c 8d Qs  Ts Ad 9s Qh  9h Ah As Jd
"""
"""a deal of Belote with spades as trumps, played by the rules with the hands above"""


def played(referee: Referee, cards: str) -> Finding | Fault | None:
    for card in cards.split():
        referee.play(card)
    return referee.finding


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("cards", "finding"),
    [
        ("9h 9h", Finding("card-twice", {"card": "9h", "player": "2", "trick": 1, "earlier": 1})),
        ("9h Ah Kh Th 8h 9h", Finding("card-twice", {"card": "9h", "player": "3", "trick": 2, "earlier": 1})),
        ("9h 2h", Finding("not-in-pack", {"card": "2h", "game": "belote"})),
        (WHOLE_DEAL + "2h", Finding("too-many-tricks", {"all": 8})),
        (WHOLE_DEAL + "9h", Finding("too-many-tricks", {"all": 8})),
    ],
)
def test_a_card_that_cannot_be_is_no_fault_but_a_contradiction(level: Level, cards: str, finding: Finding) -> None:
    assert played(Referee("belote", "S", level), cards) == finding


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_from_the_hand_of_another_is_elsewhere(level: Level) -> None:
    finding = played(Referee("belote", "S", level, hands=HANDS), "9h Kh")
    assert finding == Finding("card-elsewhere", {"card": "Kh", "player": "2", "trick": 1, "holder": "3"})


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_that_is_not_in_the_one_known_hand_is_not_held(level: Level) -> None:
    finding = played(Referee("belote", "S", level, hands=[None, HANDS[1], None, None]), "9h Kh")
    assert isinstance(finding, Finding)
    assert (finding.code, finding.message()) == (
        "card-not-held",
        "Player 2 played Kh in trick 1, but does not hold it.",
    )


@pytest.mark.parametrize("level", LEVELS)
def test_the_trump_card_of_sueca_is_played_by_the_dealer_only(level: Level) -> None:
    finding = played(Referee("sueca", "D", level, pins={Card("7d"): frozenset([4])}), "Ad 2d 7d")
    assert finding == Finding("card-elsewhere", {"card": "7d", "player": "3", "trick": 1, "holder": "4"})


@pytest.mark.parametrize(
    ("level", "finding"),
    [
        ("deal", Finding("card-missing", {"card": "7d"})),
        ("player", Finding("card-elsewhere", {"card": "7d", "player": "4", "trick": 10, "holder": "2"})),
    ],
)
def test_a_dealer_of_sueca_without_his_trump_card_is_found_by_his_last_card(level: Level, finding: Finding) -> None:
    suits = [[f"{rank}{suit}" for rank in "AKQJ654327"] for suit in "shcd"]
    cards = " ".join(card for trick in zip(*suits, strict=True) for card in trick)
    assert played(Referee("sueca", "S", level, pins={Card("7d"): frozenset([2])}), cards) == finding


@pytest.mark.parametrize("first", ["9h 2h", "9h 9h", "Qh 8h Ah 9h Kh Th 7h Qs Jh"])
def test_after_a_finding_every_answer_is_the_same(first: str) -> None:
    referee = Referee("belote", "S")
    finding = played(referee, first)
    assert finding is not None
    scores, plays = referee.scores, list(referee.plays)
    assert referee.play("Ac") is referee.play("2h") is referee.finish() is finding
    assert (referee.scores, list(referee.plays)) == (scores, plays)


def test_a_deal_that_stops_early_is_incomplete() -> None:
    referee = Referee("belote", "S")
    played(referee, "9h Ah Kh Th 8h")
    assert referee.finish() == Finding("incomplete", {"tricks": 1, "all": 8})
    assert referee.play("7h") == referee.finding
    assert referee.final is None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("taker", "final"), [(1, (112, 50)), (Side.TWO, (162, 0)), (None, None)])
def test_a_whole_deal_has_final_scores(level: Level, taker: int | None, final: tuple[int, int] | None) -> None:
    referee = Referee("belote", "S", level, taker=taker, hands=HANDS)
    assert referee.final is None
    assert played(referee, WHOLE_DEAL) is None
    assert referee.finish() is None
    assert referee.final == final


def test_a_revoke_in_sueca_ends_the_deal_with_everything_for_the_other_side() -> None:
    referee = Referee("sueca", "D")
    fault = played(referee, "Ah 2c 3h 4h 5h 2h")
    assert isinstance(fault, Fault)
    assert (fault.offender, fault.side, referee.final) == (Seat.EAST, Side.TWO, (120, 0))


def test_a_revoke_in_belote_has_no_final_scores() -> None:
    referee = Referee("belote", "S", taker=1)
    assert isinstance(played(referee, "Qh 8h Ah 9h Kh Th 7h Qs Jh"), Fault)
    assert referee.final is None


@pytest.mark.parametrize("suspects", ["2 3 4", "2 4"])
def test_a_side_is_guilty_when_all_suspects_are_of_it(suspects: str) -> None:
    cards = {"2 3 4": "7h 7s 8s 9s 7d 8d", "2 4": "Ah 7c 7h 8c 7d"}[suspects]
    fault = played(Referee("belote", "S"), cards)
    assert isinstance(fault, Fault)
    assert " ".join(map(str, fault.suspects)) == suspects
    assert fault.side == (Side.TWO if suspects == "2 4" else None)


@pytest.mark.parametrize(
    ("game", "strain", "cards", "scores"),
    [
        ("belote", "S", "Ks 7s 8s Ts 7h", (0, 14)),
        ("belote", "S", "Ks 7s 8s Ts 7h Qs", (20, 14)),
        ("belote", "S", "Qs 7s 8s Ts 7h Ks", (20, 13)),
        ("belote", "S", "Ks 7s Qs Ts 7h", (0, 17)),  # one with each partner
        ("belote", "S", "Ks Qs 8s Ts 7h", (0, 17)),
        ("belote", "H", "Ks 7s 8s Ts 7d Qs", (0, 14)),  # not of trumps
        ("belote", "NT", "Ks 7s 8s Ts 7h Qs", (0, 14)),
        ("coinche", "AT", "Ks 7s 8s Ts 7h Qs", (20, 8)),
        ("coinche", "AT", "Kh 7h 8h Th 7s Qh", (20, 8)),
        ("coinche:dot_cardgames", "S", "Ks 7s 8s Ts 7h Qs", (0, 14)),
    ],
)
def test_king_and_queen_of_trumps_in_one_hand_count_when_the_second_is_played(
    game: str, strain: str, cards: str, scores: tuple[int, int]
) -> None:
    referee = Referee(game, strain)
    assert played(referee, cards) is None
    assert referee.scores == scores


def test_any_seat_can_lead() -> None:
    referee = Referee("belote", "S", leader=3)
    assert (referee.turn, referee.leader) == (Seat.SOUTH, Seat.SOUTH)
    assert played(referee, "9h Ah Kh Th") is None
    assert (referee.leader, referee.scores) == (Seat.WEST, (0, 25))
    assert [play.seat for play in referee.plays] == [Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST]


@pytest.mark.parametrize(
    ("hands", "pins", "code"),
    [
        ([Cards("As Ks"), None, None, None], {}, "impossible-deal"),
        ([HANDS[0] | Cards("As"), None, None, None], {}, "impossible-deal"),
        ([HANDS[0], HANDS[0], None, None], {}, "card-in-two-hands"),
        ([HANDS[0] - Cards("Js") | Cards("2h"), None, None, None], {}, "not-in-pack"),
        ([HANDS[0] | Cards("2h"), None, None, None], {}, "not-in-pack"),
        (HANDS, {Card("Js"): frozenset([2])}, "impossible-deal"),  # pinned to another hand
        (None, {Card("Js"): frozenset([0])}, "impossible-deal"),  # nothing is dead in Belote
        (None, {card: frozenset([1]) for card in HANDS[0] | HANDS[1]}, "impossible-deal"),
    ],
)
def test_hands_that_are_no_deal_are_refused(hands: Sequence[Cards | None] | None, pins: Pins, code: str) -> None:
    with pytest.raises(Invalid) as refusal:
        Referee("belote", "S", hands=hands, pins=pins)
    assert refusal.value.finding.code == code


def test_a_level_of_evidence_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Invalid, match="'table' is not a level of evidence"):
        Referee("belote", "S", "table")  # type: ignore[arg-type]  # the wrong level is the point
