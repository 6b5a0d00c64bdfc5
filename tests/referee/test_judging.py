"""Whole deals judged: from records, from texts of each format, and line by line as they come in."""

import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import given
from strategies import Play, legal_plays, revokes

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.scoring import Scores
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Deal, Record
from overtrick.formats import jsonl
from overtrick.games.belote import belote_text
from overtrick.games.sueca import sueca_file
from overtrick.referee.judging import Judgement, TrickScore, judge, judge_lines
from overtrick.referee.referee import Level

EXAMPLE = "s 2\nQh 8h Ah 9h\nKh Th 7h Qs\nJh 9s 8s Js\n"


def record_of(play: Play, with_hands: bool = False) -> Record:
    """The record of a play of which nothing but the plays is known, or all hands too."""
    deal = play.deal
    declarers = deal.leader.previous, deal.leader  # whichever lets the leader lead
    contracts = [Contract(deal.strain, declarer.side, declarer) for declarer in declarers]
    contract, dealer = next(
        (contract, seat)
        for contract in contracts
        for seat in Seat
        if deal.game.leader(seat, contract) is deal.leader and contract.seat in deal.game.auction_rules.takers(seat)
    )
    hands = tuple(tuple(hand) for hand in deal.hands) if with_hands else None
    return Record(deal.game, play.cards, contract, Deal(hands=hands), dealer=dealer)


@given(legal_plays())
def test_a_legal_deal_is_clean_however_much_is_known(play: Play) -> None:
    judgements = [judge(record_of(play)), judge(record_of(play, with_hands=True)), judge(record_of(play), "player")]
    for judgement in judgements:
        assert judgement.status == "clean"
        assert judgement.as_json()["findings"] == []
    assert judgements[0] == judgements[1] == judgements[2]
    assert len(judgements[0].tricks) == len(play.cards) // 4


@given(revokes())
def test_with_known_hands_a_revoke_is_found_at_the_card_itself(play: Play) -> None:
    assert play.planted is not None
    for level in get_args(Level):
        judgement = judge(record_of(play, with_hands=True), level)
        fault = judgement.fault
        assert fault is not None
        assert (fault.revealing, fault.offender) == (fault.offending, play.offender)
        assert fault.revealing.card is play.cards[play.planted]
        assert len(judgement.tricks) == play.planted // 4


@given(revokes(("belote",)))
def test_a_record_and_its_text_get_the_same_verdict(play: Play) -> None:
    if play.deal.strain.suit is None:
        return
    game = find_game("belote:info0004").with_house_rules(play.deal.game.house)
    record = Record(game, play.cards, Contract(play.deal.strain, Side.ONE))
    from_record = judge(record)
    from_text = judge(belote_text.dumps(record), game=game)
    assert _without_place(from_text) == _without_place(from_record)


def _without_place(judgement: Judgement) -> dict[str, object]:
    """The JSON of a judgement, wherever its fault stands in the input."""
    data: dict[str, Any] = judgement.as_json()
    if data["fault"] is not None:
        data["fault"] |= {"line": None, "column": None}
    return data


def test_the_json_of_a_fault_is_as_documented() -> None:
    assert judge(EXAMPLE).as_json() == {
        "game": "belote",
        "preset": "info0004",
        "seats": ["1", "2", "3", "4"],
        "status": "fault",
        "contract": {"strain": "S", "side": 2, "seat": None, "value": None, "double": 0},
        "plays": ["Qh", "8h", "Ah", "9h", "Kh", "Th", "7h", "Qs", "Jh"],
        "players": [1, 2, 3, 4, 3, 4, 1, 2, 2],
        "tricks": [{"scores": [14, 0], "winner": 3}, {"scores": [14, 17], "winner": 2}],
        "final": None,
        "worth": None,
        "fault": {
            "law": "belote/follow",
            "duty": "follow",
            "trick": 3,
            "player": 2,
            "card": "Jh",
            "line": 4,
            "column": 1,
            "kind": "contradiction",
            "offending": {"trick": 2, "player": 2, "card": "Qs"},
            "offender": 2,
            "certain": [2],
            "suspects": [2],
            "proof": [
                {
                    "trick": 2,
                    "player": 2,
                    "card": "Qs",
                    "shown": "no hearts",
                    "message": "Player 2 showed in trick 2 that they had no hearts: "
                    "they played the queen of spades on a heart lead.",
                }
            ],
            "held": [],
            "shortage": None,
            "message": "Player 2 played the jack of hearts in trick 3, but showed in trick 2 that he had no hearts: "
            "he played the queen of spades on a heart lead.",
        },
        "findings": [],
        "warnings": [],
    }


@pytest.mark.parametrize(
    ("text", "status", "code", "line", "column", "tricks"),
    [
        ("", "invalid", "empty", 1, 1, 0),
        ("what is this\n", "invalid", "unknown-format", 1, 1, 0),
        ("x 2\nQh 8h Ah 9h\n", "invalid", "strain-not-in-game", 1, 1, 0),
        ("s 2\nQh 8h Ah 9h\nKh Th 7z Qs\n", "invalid", "bad-card", 3, 7, 1),
        ("s 2\nQh 8h Ah 9h\nKh Th 7h\nJh 9s 8s Js\n", "invalid", "trick-size", 3, 1, 1),
        ("s 2\nQh 8h Ah 9h Kh\n", "invalid", "trick-size", 2, 13, 0),
        ("s 2\nQh 8h Ah 9h\nKh Qh 7h Qs\n", "invalid", "card-twice", 3, 4, 1),
        ("s 2\nQh 8h Ah 9h\nKh Th 7h\n", "incomplete", "incomplete", 3, None, 1),
        ("s 2\n", "incomplete", "incomplete", 1, None, 0),
        ("4D\nAH 2D 5H 2H\nAC 4D 4C KC\n", "invalid", "card-elsewhere", 3, 4, 1),
        ('{"game":"belote","plays":["Qh"]}', "invalid", "missing-field", 1, 1, 0),
        ('{"game":"sueca","plays":["Ah"]}', "invalid", "missing-field", 1, 1, 0),
        ('{"game":"bridge","contract":{"strain":"NT"}}', "invalid", "missing-field", 1, 1, 0),
        (
            '{"game":"belote","contract":{"strain":"S"},"deal":{"hands":["A...","","",""]}}',
            "invalid",
            "bad-hand",
            1,
            68,
            0,
        ),
        (
            '{"game":"belote","contract":{"strain":"S"},"deal":{"hands":["A...",null,null,null]}}',
            "invalid",
            "impossible-deal",
            1,
            1,
            0,
        ),
        (
            '{"game":"belote","contract":{"strain":"S"},"deal":{"hands":["A...","A...",null,null]}}',
            "invalid",
            "card-in-two-hands",
            1,
            1,
            0,
        ),
        (jsonl.dumps([Record(find_game("belote"))]) * 2, "invalid", "several-games", None, None, 0),
    ],
)
def test_bad_input_is_reported_with_its_place(
    text: str, status: str, code: str, line: int | None, column: int | None, tricks: int
) -> None:
    judgement = judge(text)
    assert judgement.status == status
    finding = judgement.finding
    assert finding is not None
    assert (finding.code, finding.line, finding.column) == (code, line, column)
    assert judgement.final is None
    assert len(judgement.tricks) == tricks


def test_what_is_wrong_first_in_order_of_play_is_what_is_reported() -> None:
    """The jack proves the fault, whatever stands behind it on the line."""
    assert judge(EXAMPLE.replace("9s 8s Js", "nonsense")).fault is not None
    assert judge(EXAMPLE + "nonsense\n").fault is not None


def test_something_after_the_last_trick_makes_a_game_invalid() -> None:
    whole = belote_text.dumps(_legal_record())
    assert judge(whole).final is not None
    for tail in ("7d\n", "nonsense\n"):
        judgement = judge(whole + tail)
        assert (judgement.status, judgement.final, len(judgement.tricks)) == ("invalid", None, 8)


def _legal_record() -> Record:
    """A deal that is soon over: each player follows with a whole suit until it is gone."""
    game = find_game("belote:info0004")
    suits = [[card for card in game.pack if str(card.suit) == suit] for suit in "shdc"]
    plays = [
        card
        for suit in suits
        for card in sorted(suit, key=lambda c: -game.rules(Strain.SPADES).ranking.power_of[c.index])
    ]
    return Record(game, tuple(plays), Contract(Strain.SPADES, Side.ONE))


ALL_POINTS = "6S\nAS 6S AD AC\n" + "".join(
    f"{s}S {h}H {d}D {d}C\n" for s, h, d in zip("7KJQ5432", "A7KJQ654", "7KJQ6543", strict=True)
)
"""side 1 has won all card points, with a trick to come that has none"""


@pytest.mark.parametrize(
    ("rules", "worth"), [("", (4, 0)), (",bandeira_needs=tricks", (2, 0)), (",bandeira=3", (3, 0))]
)
def test_a_judgement_tells_what_the_deal_is_worth_in_a_match(rules: str, worth: Scores) -> None:
    text, game = ALL_POINTS + "2H 3H 2D 2C\n", f"sueca:fctp{rules}"
    record = sueca_file.loads(text)._replace(game=find_game(game))
    for judgement in (judge(text, game=game), judge(record), judge(jsonl.dumps([record]))):
        assert (judgement.status, judgement.final, judgement.worth) == ("clean", (120, 0), worth)
        assert judgement.as_json()["worth"] == list(worth)
    assert judge(ALL_POINTS, game=game).worth is None


def test_a_revoke_in_sueca_is_worth_the_most() -> None:
    revoke = judge(ALL_POINTS.replace("6S AD AC", "AH AD AC").replace("7S AH", "7S 6S"), game="sueca:fctp,bandeira=3")
    assert (revoke.status, revoke.final, revoke.worth) == ("fault", (120, 0), (3, 0))


def test_scores_come_before_the_next_line_is_read() -> None:
    asked: list[int] = []

    def lines() -> Iterator[str]:
        for number, line in enumerate(EXAMPLE.splitlines(keepends=True)):
            asked.append(number)
            yield line

    seen: list[tuple[Any, int]] = [(type(item), len(asked)) for item in judge_lines(lines())]
    assert seen == [(TrickScore, 2), (TrickScore, 3), (Judgement, 4)]


def test_the_final_scores_come_with_the_last_trick() -> None:
    lines = iter(belote_text.dumps(_legal_record()).splitlines(keepends=True))
    items = judge_lines(lines)
    tricks = [next(items) for _ in range(8)]
    last = tricks[-1]
    assert isinstance(last, TrickScore)
    assert last.final is not None
    assert all(isinstance(trick, TrickScore) and trick.final is None for trick in tricks[:-1])


def test_a_text_can_be_judged_as_another_game() -> None:
    text = "s 1\n7h 9s 7c 8h\n7d As 8d 9d\n"
    assert judge(text).status == "fault"
    assert judge(text, game=find_game("coinche:dot_cardgames")).status == "incomplete"
    euchre = judge("h 1\nAh 9h Th Qh\nJd 9c Tc Qc\n", game=find_game("euchre"))
    assert [trick.scores for trick in euchre.tricks] == [(1, 0), (2, 0)]
    assert judge("h 1\n", game=find_game("bridge")).finding is not None


def test_a_format_implies_its_preset_unless_another_is_named() -> None:
    text = "7D\nAH 2D 5H 2H\n"
    assert [str(judge(text, game=game).game) for game in (None, "sueca", "sueca:standard", find_game("sueca"))] == [
        "sueca:fctp",
        "sueca:fctp",
        "sueca:standard",
        "sueca:standard",
    ]
    assert str(judge("s 1\n", game="belote").game) == "belote:info0004"
    assert str(judge("s 1\n", game="belote:").game) == "belote:info0004"
    club = judge("s 1\n", game="belote,undertrump=optional").game
    assert club == find_game("belote:info0004").with_house_rules({"undertrump": "optional"})
    assert str(judge("s 1\n", game="coinche").game) == "coinche:ffb"


def test_euchre_knows_what_the_dealer_laid_away() -> None:
    hands = tuple(
        tuple(Cards(text)) for text in ("Ah Kh Qh Th As", "9s Ts Js Qs Ks", "9c Tc Jc Qc Kc", "9d Td Jd Qd Kd")
    )
    deal = Deal(hands=hands, turn_up=Card("9h"), kitty=(Card("Ac"), Card("Ad"), Card("Jh")), discard=Card("9d"))
    record = Record(
        find_game("euchre"), tuple(map(Card, "Ah 9s 9c 9h".split())), Contract(Strain.HEARTS, Side.TWO), deal
    )
    assert judge(record).status == "incomplete"
    revoke = judge(record._replace(plays=tuple(map(Card, "Ah 9s 9c Td".split()))))
    assert revoke.fault is not None
    assert revoke.fault.offender is Seat.WEST
    laid_away = judge(record._replace(plays=tuple(map(Card, "Ah 9s 9c 9d".split()))))
    assert laid_away.finding is not None
    assert laid_away.finding.code == "card-dead"


EUCHRE = {"game": "euchre", "dealer": 4, "contract": {"strain": "H", "seat": 1}}


@pytest.mark.parametrize(
    ("deal", "plays", "code"),
    [
        ({"turn_up": "9h", "discard": "9s"}, "Ah 9c Tc 9d", "euchre/follow"),  # he took the nine of hearts and kept it
        ({"turn_up": "9h", "hands": [None, None, None, "..9.KQ"]}, "Ah 9c Tc 9d", "impossible-deal"),
        ({"turn_up": "9h", "hands": [None, None, None, ".KQ.9.KQ"]}, "Ah 9c Tc 9d", "euchre/follow"),
        ({"turn_up": "9h", "hands": [None, None, None, ".KQ.9.KQ"]}, "Ah Kh", "card-not-held"),
        ({"turn_up": "9h", "hands": [None, None, None, ".KQ.9.KQ"]}, "Ah 9c Tc As", "card-not-held"),
        ({"turn_up": "9h", "hands": [None, None, None, ".KQ.9.KQ"]}, "Ah 9c Tc 9h", "incomplete"),
        ({"turn_up": "9h", "kitty": ["9s", "9s", "Js"]}, "Ah", "card-in-two-hands"),
        ({"turn_up": "9h", "kitty": ["9h", "9s", "Js"]}, "Ah", "card-in-two-hands"),
    ],
)
def test_what_a_record_knows_of_a_euchre_deal_counts(deal: dict[str, Any], plays: str, code: str) -> None:
    judgement = judge(json.dumps({**EUCHRE, "deal": deal, "plays": plays.split()}))
    assert judgement.finding is not None
    assert judgement.finding.code == code


def test_the_partner_of_a_lone_hand_plays_no_card() -> None:
    lone = {**EUCHRE, "auction": ["order alone"], "plays": "Ah 9h Tc Kh Th 9d Qh 9s 9c".split()}
    judgement = judge(json.dumps(lone))
    assert judgement.status == "incomplete"
    assert [(trick.scores, trick.winner) for trick in judgement.tricks] == [((1, 0), 1), ((2, 0), 1), ((3, 0), 1)]
    revoke = judge(json.dumps({**lone, "plays": "Ah 9h Tc Kh Th 9d Qh 9s Jh".split()}))
    assert revoke.fault is not None
    assert revoke.fault.offender is Seat.WEST
    left_of_dealer_out = {**lone, "contract": {"strain": "H", "seat": 3}, "plays": "9h Ah Tc".split()}
    assert [trick.winner for trick in judge(json.dumps(left_of_dealer_out)).tricks] == [3]


def test_sueca_cannot_be_played_in_another_suit_than_that_of_its_trump_card() -> None:
    judgement = judge('{"game":"sueca","contract":{"strain":"S"},"deal":{"turn_up":"7d"},"plays":["Ah"]}')
    assert judgement.finding is not None
    assert judgement.finding.code == "bad-field"


def test_bridge_calls_its_seats_by_their_letters() -> None:
    twice = judge('{"game":"bridge","contract":{"strain":"NT","seat":"S"},"plays":["2c","2c"]}')
    assert twice.finding is not None
    assert twice.finding.message() == "Player N played 2c in trick 1, but it was already played in trick 1."
