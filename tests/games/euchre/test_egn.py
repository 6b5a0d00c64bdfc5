"""EGN: the deals of a game both ways, rules, bowers, cards that nobody knows, and damaged files."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import played_at_random

from overtrick.cli import main
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding, Invalid
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Record
from overtrick.games.euchre import egn

GAME: dict[str, Any] = {
    "fileType": "Euchre Game Notation",
    "version": "1.4",
    "metadata": {
        "title": "A final",
        "players": ["Ann", {"name": "Eve", "playerIds": [{"id": "7", "source": "club"}]}, "Sue", "Wes"],
        "initialScore": [4, 2],
        "ruleset": {"std": True, "canadian": False, "loner_lead": "LEFT_OF_LONER", "winning_score": 11},
    },
    "deals": [
        {
            "dealNumber": 0,
            "initialState": {"dealer": 3, "upCard": "Jd"},
            "phases": [
                {
                    "phaseNumber": 0,
                    "type": "EUCHRE_BIDDING",
                    "calls": ["Pass", "Pass", "Pass", "Order"],
                    "isAlone": False,
                    "discard": "9s",
                    "callAnnotations": {"3": ["[!]of course"]},
                },
                {
                    "phaseNumber": 1,
                    "type": "TRICK_PLAY",
                    "tricks": [
                        ["Ac", "Tc", "Nc", "Kc"],
                        ["Ah", "Kh", "Th", "Qd"],
                        ["R", "9d", "Ad", "Kd"],
                        ["L", "Td"],
                    ],
                },
            ],
        },
        {
            "dealNumber": 1,
            "initialState": {
                "dealer": 0,
                "upCard": "Ah",
                "playerCards": [["Th", "9h", "Qh", "Kd", "Kh"], ["9d"], [], []],
            },
            "phases": [
                {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": ["Pass"] * 5 + ["s"], "isAlone": True},
                {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": [["9d", "Xx"]]},
            ],
            "alternativeLines": [{"branchIndex": 3, "phases": []}],
        },
    ],
}
TEXT = json.dumps(GAME, indent=2)


def changed(*path: str | int, to: object) -> str:
    """The game with another value somewhere."""
    game = json.loads(TEXT)
    at = game
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = to
    return json.dumps(game, indent=2)


def told(text: str) -> list[tuple[str, int | None]]:
    """What is wrong or odd, and on which line."""
    found: list[Finding] = []
    for game in egn.games(text):
        found += [one for one in (game.finding, *game.warnings) if one is not None]
    assert all(one.column and one.message(language) for one in found for language in ("en", "fr", "pt"))
    return [(one.code, one.line) for one in found]


def line_of(text: str, what: str) -> int:
    """The line on which a text first stands."""
    return text[: text.index(what)].count("\n") + 1


def test_deals_are_read() -> None:
    first, second = egn.loads(TEXT)
    assert first.game == find_game("euchre:north_american,lone_lead=left_of_maker,target=11")
    assert first.seats == ("Ann", "Eve", "Sue", "Wes")
    assert (first.dealer, first.auction) == (Seat.WEST, ("pass", "pass", "pass", "order"))
    assert first.contract == Contract(Strain.DIAMONDS, Side.TWO, Seat.WEST)
    assert (first.deal.turn_up, first.deal.discard) == (Card("Jd"), Card("9s"))
    assert first.plays[2:3] + first.plays[8:9] + first.plays[12:] == (Card("9c"), Card("Jd"), Card("Jh"), Card("Td"))
    assert second.auction == ("pass",) * 5 + ("call S alone",)
    assert second.contract == Contract(Strain.SPADES, Side.ONE, Seat.SOUTH, "alone", 0, (Seat.SOUTH,))
    assert second.plays == (Card("9d"),)
    hands = second.deal.hands
    assert hands is not None
    assert Cards(hands[0] or ()) == Cards("Kh Qh Th 9h Kd")
    assert (hands[1:], second.deal.known) == ((None,) * 3, ((), (Card("9d"),), (), ()))
    assert told(TEXT) == [("egn-card", line_of(TEXT, '"Xx"'))]


def test_spots() -> None:
    game = next(egn.games(TEXT))
    assert game.line == line_of(TEXT, '"dealNumber": 0') - 1
    assert [game.cards[at][0] for at in (0, 8)] == [line_of(TEXT, '"Ac"'), line_of(TEXT, '"R"')]
    assert game.cards[0][1] == TEXT.splitlines()[game.cards[0][0] - 1].index('"Ac"') + 1
    assert game.calls[3][0] == line_of(TEXT, '"Order"')


def test_what_was_read_is_written() -> None:
    records = egn.loads(TEXT)
    text = egn.dumps(records)
    assert egn.loads(text) == records
    written = json.loads(text)
    assert written["metadata"] == GAME["metadata"]
    assert written["deals"][0]["phases"][0] == GAME["deals"][0]["phases"][0]
    assert written["deals"][1]["alternativeLines"] == GAME["deals"][1]["alternativeLines"]


def deal_of(seed: int, rules: str) -> Record:
    record = played_at_random(find_game(f"euchre{rules}"), Seat(1 + seed % 4), seed).record()
    return record._replace(seats=("a", "b", "c", "d"), scores=None, said=None, fair=None)


@given(
    st.integers(0, 10_000),
    st.sampled_from(["", ",defend_alone=true", ",no_trump=true,stick_the_dealer=false", ",deals=8"]),
)
def test_played_deals_are_read_back(seed: int, rules: str) -> None:
    record = deal_of(seed, rules)
    [again] = egn.loads(egn.dumps([record]))
    assert (again.game, again.auction, again.contract) == (record.game, record.auction, record.contract)
    assert (again.plays, again.seats) == (record.plays, record.seats)
    assert (again.dealer, again.deal.turn_up, again.deal.discard) == (record.dealer, *record.deal[1:4:2])
    assert [set(hand or ()) for hand in again.deal.hands or ()] == [set(hand or ()) for hand in record.deal.hands or ()]
    assert set(again.deal.kitty) == set(record.deal.kitty)


def test_rules_that_are_not_ours_are_told_once() -> None:
    text = changed("metadata", "ruleset", to={"joker": True, "winning_score": -1, "farmers": False})
    assert [code for code, _ in told(text)] == ["egn-rule", "egn-rule", "egn-card"]
    assert told(text)[0][1] == line_of(text, '"joker"')


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("{", "bad-json", None),
        ("[]", "bad-field", "[]"),
        (changed("fileType", to="Euchre Match Notation"), "bad-field", '"fileType"'),
        (changed("metadata", "players", to=list("abcde")), "bad-field", '"players"'),
        (changed("deals", 0, to="AbC_"), "egn-packed", '"AbC_"'),
        (changed("deals", 0, "initialState", "dealer", to=7), "bad-field", '"dealer": 7'),
        (changed("deals", 0, "initialState", "upCard", to="Zd"), "bad-card", '"Zd"'),
        (changed("deals", 0, "phases", 0, "calls", 1, to="x"), "bad-field", '"x"'),
        (changed("deals", 0, "phases", 1, "tricks", 1, 2, to="2h"), "bad-card", '"2h"'),
        (changed("deals", 0, "phases", 1, "tricks", 1, to=["Ah"]), "bad-field", None),
        (changed("deals", 0, "phases", 1, "type", to="CHAT"), "bad-field", '"CHAT"'),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, code: str, at: str | None) -> None:
    first, line = told(text)[0]
    assert first == code
    assert at is None or line == line_of(text, at)


def test_what_cannot_be_written_is_refused() -> None:
    first, second = egn.loads(TEXT)
    with pytest.raises(Invalid, match="same players"):
        egn.dumps([first, second._replace(seats=("", "", "", ""))])
    with pytest.raises(Invalid, match="needs the calls"):
        egn.dumps([first._replace(auction=())])
    with pytest.raises(Invalid, match="only a deal of Euchre"):
        egn.dumps([Record(find_game("sueca"))])


@pytest.mark.parametrize("players", [5, "Ann", {"name": "Ann"}, [5, None, [], ""], None])
def test_players_of_another_form_in_the_tags_of_a_record_do_not_count(players: object) -> None:
    record = egn.loads(TEXT)[0]._replace(tags={"EGN": {"metadata": {"players": players}}})
    assert egn.loads(egn.dumps([record]))[0].seats == record.seats


@given(st.integers(0, len(TEXT) - 1), st.integers(0, 4), st.text(max_size=3) | st.sampled_from(list('0[]{},":')))
def test_damaged_files_are_told_and_never_break(at: int, cut: int, put: str) -> None:
    for game in egn.games(TEXT[:at] + put + TEXT[at + cut :]):
        assert game.record is not None or game.finding is not None
        found = [one for one in (game.finding, *game.warnings) if one is not None]
        assert all(one.line and one.column and one.message() for one in found)
        if game.record is not None:
            assert len(game.cards) == len(game.record.plays)
            assert len(game.calls) == len(game.record.auction)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), st.lists, max_leaves=5), st.data())
def test_values_of_any_kind_are_told_and_never_break(value: object, data: st.DataObject) -> None:
    paths: list[tuple[str | int, ...]] = [
        ("metadata",),
        ("metadata", "ruleset"),
        ("metadata", "ruleset", "std"),
        ("metadata", "ruleset", "loner_lead"),
        ("metadata", "ruleset", "winning_score"),
        ("metadata", "players", 0),
        ("deals",),
        ("deals", 0),
        ("deals", 0, "initialState"),
        ("deals", 0, "phases"),
        ("deals", 0, "phases", 0),
        ("deals", 0, "phases", 0, "calls"),
        ("deals", 0, "phases", 0, "calls", 0),
        ("deals", 0, "phases", 0, "discard"),
        ("deals", 0, "phases", 0, "aloneDefender"),
        ("deals", 0, "phases", 1, "tricks"),
        ("deals", 0, "phases", 1, "tricks", 0),
        ("deals", 0, "phases", 1, "tricks", 0, 0),
        ("deals", 1, "initialState", "playerCards"),
        ("deals", 1, "initialState", "playerCards", 0),
        ("deals", 1, "initialState", "playerCards", 0, 0),
        ("deals", 1, "initialState", "kitty"),
    ]
    for game in egn.games(changed(*data.draw(st.sampled_from(paths)), to=value)):
        assert game.record is not None or game.finding is not None
        if game.record is not None:
            assert egn.loads(egn.dumps([game.record])) or game.finding


@pytest.mark.parametrize("value", [None, [], {}, [[]], "x", -1, True, 10**20])
def test_rules_of_any_kind_never_break(value: object) -> None:
    for name in ("std", "loner_lead", "winning_score", "loner_march_score", "num_players"):
        assert [game.finding for game in egn.games(changed("metadata", "ruleset", to={name: value}))] == [None, None]


def test_commands_read_and_write_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    records = [deal_of(seed, "") for seed in range(3)]
    Path("game.egn").write_text(egn.dumps(records), encoding="utf-8")
    assert main(["judge", "game.egn"]) == 0
    assert main(["convert", "game.egn", "game.jsonl"]) == 0
    assert main(["convert", "game.jsonl", "again.egn"]) == 0
    assert egn.loads(Path("again.egn").read_text(encoding="utf-8")) == egn.loads(egn.dumps(records))
