"""What the judge finds in a record besides the cards: calls, contract, exchange, leader, claim, scores."""

import json
from functools import cache
from typing import Any

import pytest
from strategies import played_at_random

from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Finding
from overtrick.core.seats import SEATS, Seat
from overtrick.formats import jsonl
from overtrick.referee.judging import Judgement, judge

BRIDGE = {"game": "bridge", "dealer": "N"}
BRIDGE_HANDS = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
EUCHRE = {"game": "euchre", "dealer": 4}
EUCHRE_DEAL = {"hands": ["AKQJT...", ".AKQJT..", "..AKQJT.", "...AKQJT"], "turn_up": "9s"}
SUECA_HANDS = ["AKQJ765432...", ".AKQJ765432..", "..AKQJ765432.", "...AKQJ765432"]


def verdict(record: dict[str, Any]) -> Judgement:
    return judge(json.dumps(record))


def finding(record: dict[str, Any]) -> Finding:
    """What is wrong with the paperwork of a record, at its line."""
    found = verdict(record)
    assert found.status == "invalid", found
    assert isinstance(found.finding, Finding)
    assert (found.finding.line, found.finding.column) == (1, 1)
    assert found.final is None or found.finding.code in ("wrong-score", "wrong-result")
    return found.finding


@cache
def _finished(game: str, seed: int) -> str:
    """The record of a random deal that was played to the end."""
    while (round_ := played_at_random(find_game(game), SEATS[seed % 4], seed)).contract is None:
        seed += 1
    return jsonl.dumps([round_.record()])


def finished(game: str, seed: int = 0) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(_finished(game, seed))
    return record


# Calls


@pytest.mark.parametrize(
    ("record", "code", "sentence"),
    [
        ({**BRIDGE, "auction": ["1H", "1D"]}, "insufficient-bid", "bid '1D', which is not enough above '1H'"),
        ({**BRIDGE, "auction": ["1H", "pass", "X"]}, "illegal-call", "may not call 'X'"),
        ({**BRIDGE, "auction": ["1H", "XX"]}, "illegal-call", "may not call 'XX'"),
        ({**BRIDGE, "auction": ["1H", "hello"]}, "bad-call", "'hello' is not a call here"),
        ({**BRIDGE, "auction": ["pass"] * 5}, "call-after-end", "after the end of the auction"),
        ({**BRIDGE, "auction": ["1H", "pass", "pass", "pass", "1S"]}, "call-after-end", "The call '1S'"),
        ({"game": "coinche", "auction": ["90 H", "90 S"]}, "insufficient-bid", "'90 S'"),
        ({"game": "coinche", "auction": ["90 H", "coinche 4"]}, "illegal-call", "'coinche 4'"),
        ({"game": "belote", "deal": {"turn_up": "Jh"}, "auction": ["name S"]}, "illegal-call", "'name S'"),
        ({**EUCHRE, "deal": EUCHRE_DEAL, "auction": ["pass"] * 7 + ["pass"]}, "illegal-call", "they may call call"),
        (
            {
                **EUCHRE,
                "house": {"must_have_trump_to_order": True},
                "deal": EUCHRE_DEAL,
                "auction": ["pass", "order"],
            },
            "illegal-call",
            "may not call 'order'",
        ),
    ],
)
def test_a_call_that_may_not_be_made(record: dict[str, Any], code: str, sentence: str) -> None:
    found = finding(record)
    assert found.code == code
    assert sentence in found.message()


def test_an_auction_about_an_unknown_card_is_not_judged() -> None:
    assert verdict({"game": "belote", "auction": ["name S"], "contract": {"strain": "S"}}).status == "incomplete"


# The contract


AUCTION = ["1H", "pass", "2H", "X", "pass", "pass", "pass"]
"""of which North plays two hearts doubled"""


@pytest.mark.parametrize(
    ("contract", "field", "value", "right"),
    [
        ({"strain": "S"}, "strain", "S", "H"),
        ({"strain": "H", "side": 2}, "side", "2", "1"),
        ({"strain": "H", "seat": "S"}, "seat", "S", "N"),  # the declarer named hearts first
        ({"strain": "H", "value": 1}, "value", "1", "2"),
        ({"strain": "H", "value": 2, "double": 2}, "double", "2", "1"),
        ({"strain": "H", "value": 2, "double": 0}, "double", "0", "1"),
    ],
)
def test_a_contract_that_is_not_that_of_the_auction(
    contract: dict[str, Any], field: str, value: str, right: str
) -> None:
    found = finding({**BRIDGE, "auction": AUCTION, "contract": contract})
    assert (found.code, dict(found.values)) == (
        "wrong-contract",
        {"field": f"contract.{field}", "value": value, "right": right},
    )


def test_a_contract_before_the_auction_is_finished() -> None:
    record = {"game": "spades", "dealer": 4, "auction": ["3", "3", "2"], "contract": {"strain": "S"}}
    assert finding(record).code == "auction-not-over"


@pytest.mark.parametrize(
    ("game", "contract", "field"),
    [
        ("tarneeb", {"strain": "S", "seat": 1, "value": 6}, "value"),
        ("hokm", {"strain": "S", "seat": 2}, "seat"),
        ("hokm", {"strain": "S", "seat": 1, "value": 7}, "value"),
        ("klaverjas", {"strain": "S", "seat": 3}, "seat"),
        ("klaverjas", {"strain": "S", "seat": 1, "double": 1}, "double"),
        ("jass", {"strain": "S", "seat": 4}, "seat"),
        ("jass", {"strain": "S", "side": 2}, "side"),
        ("bridge", {"strain": "S", "seat": "N", "value": 8}, "value"),
    ],
)
def test_a_contract_to_which_no_auction_leads(game: str, contract: dict[str, Any], field: str) -> None:
    found = finding({"game": game, "dealer": 4, "contract": contract})
    assert (found.code, found.values["field"]) == ("impossible-contract", f"contract.{field}")
    right = {**contract, "seat": 1, "side": 1, "value": {"tarneeb": 7, "bridge": 1}.get(game), "double": 0}
    assert verdict({"game": game, "dealer": 4, "contract": right}).status == "incomplete"


def test_what_a_contract_does_not_have_is_told_in_words() -> None:
    found = finding(
        {"game": "spades", "dealer": 4, "auction": ["3", "3", "2", "2"], "contract": {"strain": "S", "seat": 1}}
    )
    assert found.message("en").endswith("has '1' as its player, but by the auction it is 'nothing'.")


def test_a_contract_that_is_that_of_the_auction() -> None:
    right = {"strain": "H", "side": 1, "seat": "N", "value": 2, "double": 1}
    assert verdict({**BRIDGE, "auction": AUCTION, "contract": right}).status == "incomplete"
    assert verdict({**BRIDGE, "auction": AUCTION}).status == "incomplete"
    lone = {"strain": "S", "seat": 1, "value": "alone"}
    record = {**EUCHRE, "deal": EUCHRE_DEAL, "auction": ["order alone"]}
    assert verdict({**record, "contract": lone}).status == "incomplete"
    assert verdict({**record, "contract": {"strain": "S", "seat": 1}}).status == "incomplete"


def test_a_contract_although_all_have_passed() -> None:
    found = finding({**BRIDGE, "auction": ["pass"] * 4, "contract": {"strain": "H"}})
    assert found.code == "wrong-contract"
    assert "by the auction it is 'passed out'" in found.message()


def test_cards_were_played_before_the_auction_had_ended() -> None:
    record = {**BRIDGE, "auction": ["1H", "pass"], "plays": ["As"]}
    assert finding(record).code == "auction-not-over"
    assert "S has yet to speak" in finding(record).message()
    # Some writers leave out the last pass, which changes nothing.
    settled = {**BRIDGE, "auction": ["1H", "pass", "pass"], "plays": ["As"]}
    assert verdict(settled).status == "incomplete"
    assert finding({**BRIDGE, "auction": ["pass", "pass"], "plays": ["As"]}).code == "auction-not-over"


def test_a_deal_that_all_have_passed_is_clean() -> None:
    for scores in (None, [0, 0]):
        found = verdict({**BRIDGE, "auction": ["pass"] * 4, "scores": scores})
        assert (found.status, found.final, found.tricks) == ("clean", (0, 0), ())
    assert finding({**BRIDGE, "auction": ["pass"] * 4, "scores": [50, 0]}).code == "wrong-score"
    forfeit = {"game": "euchre", "preset": "hoyle", "house": {"all_pass": "dealer_forfeits"}, "dealer": 4}
    passed = {**forfeit, "deal": EUCHRE_DEAL, "auction": ["pass"] * 8}
    assert verdict({**passed, "scores": [0, -1]}).status == "clean"
    assert finding({**passed, "scores": [0, 0]}).code == "wrong-score"


def test_a_deal_without_cards_or_calls_is_not_finished() -> None:
    assert verdict({**BRIDGE, "deal": {"hands": BRIDGE_HANDS}}).status == "incomplete"
    assert verdict({**BRIDGE, "auction": ["1H", "pass"]}).status == "incomplete"


# Exchange and leader


@pytest.mark.parametrize(
    ("auction", "discard", "code"),
    [
        (["order"], "Tc", None),
        (["order"], "9s", None),
        (["order"], "As", "discard-not-held"),
        (["pass", "pass", "pass", "pass", "call H"], "Tc", "discard-not-due"),
        (["pass", "order alone"], "Tc", "discard-not-due"),  # the dealer plays no card
    ],
)
def test_the_card_that_the_dealer_laid_away(auction: list[str], discard: str, code: str | None) -> None:
    record = {**EUCHRE, "auction": auction, "deal": {**EUCHRE_DEAL, "discard": discard}}
    if code is None:
        assert verdict(record).status == "incomplete"
    else:
        assert finding(record).code == code
        assert discard in finding(record).message()


def test_the_turned_up_card_is_where_it_has_to_be() -> None:
    sueca = {"game": "sueca", "dealer": 4, "deal": {"hands": SUECA_HANDS, "turn_up": "2h"}}
    assert finding(sueca).code == "turn-up-not-held"
    assert verdict({**sueca, "deal": {"hands": SUECA_HANDS, "turn_up": "2c"}}).status == "incomplete"
    hands = ["AKQJT987...", ".AKQJT987..", "..AKQJT987.", "...AKQJT987"]
    belote = {"game": "belote", "dealer": 4, "deal": {"hands": hands, "turn_up": "7s"}}
    assert finding({**belote, "auction": ["pass", "take"]}).code == "turn-up-not-held"
    assert "player 2" in finding({**belote, "auction": ["pass", "take"]}).message()
    assert verdict({**belote, "auction": ["take"]}).status == "incomplete"


def test_the_first_card_was_held_by_somebody_else() -> None:
    contract = {"strain": "NT", "seat": "W", "value": 1}
    record = {**BRIDGE, "deal": {"hands": BRIDGE_HANDS}, "contract": contract}
    assert verdict({**record, "plays": ["As"]}).status == "incomplete"
    wrong = finding({**record, "plays": ["Ah"]})
    assert (wrong.code, dict(wrong.values)) == ("wrong-leader", {"card": "Ah", "player": "E", "leader": "N"})
    alone = {**EUCHRE, "deal": EUCHRE_DEAL, "auction": ["pass", "pass", "order alone"]}
    assert finding({**alone, "plays": ["As"]}).code == "wrong-leader"  # North sits out
    assert verdict({**alone, "plays": ["Ah"]}).status == "incomplete"


# Claims, results and scores


def test_a_claim_of_tricks_that_cannot_be() -> None:
    contract = {"strain": "NT", "seat": "W", "value": 1}
    record = {**BRIDGE, "deal": {"hands": BRIDGE_HANDS}, "contract": contract, "plays": ["As", "2h", "2d", "2c"]}
    assert verdict({**record, "said": [[4, "claim 12"]]}).status == "clean"
    assert verdict({**record, "said": [[4, "claim 0"]]}).final is None  # nobody knows who was vulnerable
    assert verdict({**record, "said": [[4, "claim 0"]], "tags": {"Vulnerable": "None"}}).final == (350, 0)
    wrong = finding({**record, "said": [[4, "claim 13"]]})
    assert (wrong.code, dict(wrong.values)) == ("wrong-claim", {"tricks": 13, "won": 0})
    assert finding({**record, "said": [[4, "claim 14"]]}).code == "wrong-claim"
    for word in ("claim", "claim -1", "claim many", "claim " + "1" * 5000):
        assert finding({**record, "said": [[4, word]]}).code == "bad-word"
    assert verdict({**record, "said": [[3, "claim 12"]]}).status == "incomplete"  # it does not end the record


def test_a_claim_of_fewer_tricks_than_were_won() -> None:
    hands = ["2.AKQJT9876543..", "AKQJT9876543.2..", "..AKQJT98765432.", "...AKQJT98765432"]
    contract = {"strain": "S", "seat": "E", "value": 1}
    record = {**BRIDGE, "deal": {"hands": hands}, "contract": contract, "plays": ["2d", "2c", "Ah", "As"]}
    assert finding({**record, "said": [[4, "claim 0"]]}).code == "wrong-claim"
    assert verdict({**record, "said": [[4, "claim 1"]]}).status == "clean"


@pytest.mark.parametrize("game", [*game_names(), "belote:pagat", "coinche:cannes", "whist:long"])
def test_scores_that_are_not_those_of_the_deal(game: str) -> None:
    for seed in range(4):
        record = finished(game, seed)
        first, second = record["scores"]
        assert verdict(record).final == (first, second)
        wrong = {**record, "scores": [first + 10, second]}
        assert finding(wrong).code == "wrong-score"
        assert f"claims the scores {first + 10} {second}, but they are {first} {second}" in finding(wrong).message()
        assert verdict(wrong).final == (first, second)
        assert verdict({**record, "scores": None}).status == "clean"


def test_scores_that_a_vulnerability_would_explain() -> None:
    contract = {"strain": "S", "seat": "N", "value": 4}
    record = {**BRIDGE, "deal": {"hands": BRIDGE_HANDS}, "contract": contract, "said": [[0, "claim 10"]]}
    for scores in ([420, 0], [620, 0]):
        assert verdict({**record, "scores": scores}).status == "clean"
    assert finding({**record, "scores": [400, 0]}).code == "wrong-score"
    for tags in ({"Vulnerable": "None"}, {"Board": "1"}, {"Vulnerable": "EW", "Board": "2"}):
        assert verdict({**record, "scores": [420, 0], "tags": tags}).status == "clean"
        assert finding({**record, "scores": [620, 0], "tags": tags}).code == "wrong-score"


def test_a_result_that_is_not_the_number_of_tricks() -> None:
    record = finished("bridge")
    declaring = Seat(record["contract"]["seat"]).side
    won = sum(trick.winner.side is declaring for trick in verdict(record).tricks)
    assert verdict({**record, "tags": {**record["tags"], "Result": str(won)}}).status == "clean"
    for result in (str(won + 1), f"{won:02}0", f"{won}0", "9" * 5000):
        found = finding({**record, "tags": {**record["tags"], "Result": result}})
        assert (found.code, found.values["right"]) == ("wrong-result", won)
    assert verdict({**record, "tags": {**record["tags"], "Result": "?"}}).status == "clean"


@pytest.mark.parametrize("name", ["euchre", "coinche"])
def test_a_tag_that_is_no_result_in_other_games(name: str) -> None:
    assert verdict({**finished(name), "tags": {"Result": "99"}}).status == "clean"


@pytest.mark.parametrize("value", ["grand slam", "", None])
def test_a_contract_of_coinche_that_is_no_bid_has_no_score(value: str | None) -> None:
    record = finished("coinche")
    record["contract"]["value"] = value
    record.update(auction=[], scores=None)
    found = verdict(record)
    assert (found.status, found.final) == ("clean", None)
