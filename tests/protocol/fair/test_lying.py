"""A server that lies: it tells game or dealer otherwise once it knows all nonces, to have the deal that it likes."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from fair_table import FairTable, Played

from overtrick.core.catalogue import find_game, game_text
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.protocol.fair import Fair, deck_of_seed
from overtrick.protocol.fair.transcript import read_transcript
from overtrick.protocol.fair.verification import Verification, verify

OWNER = 1
NUMBER = 2
"""the deal that the server wants to choose"""
OTHER = find_game("sueca:standard,direction=clockwise")

Line = dict[str, Any]


@cache
def played() -> Played:
    return FairTable("sueca").play(NUMBER)


def lines() -> list[Line]:
    return [json.loads(line) for line in played().transcripts[OWNER].splitlines() if line]


def is_got(line: Line, kind: str) -> bool:
    return bool(line.get("got", {}).get("type") == kind)


def chosen(game: Game, dealer: Seat, is_old: bool) -> Record:
    """The deal as it would be with another game or dealer, with the secret and the nonces of the real one."""
    fair = Fair.from_json(played().records[NUMBER - 1].fair)
    fair = fair._replace(game="", dealer=0) if is_old else fair._replace(game=game_text(game), dealer=int(dealer))
    round_ = Round(game, dealer, deck_of_seed(game, fair.seed))
    return round_.record()._replace(fair=fair.as_json())


def lied(
    record: Record, is_old: bool, between: Callable[[Line], list[Line]], untold: tuple[str, ...] = ("game", "dealer")
) -> Verification:
    """What is found of a chosen deal, with the transcript to which the server tells it; with more before the cards.

    A server that `is_old` leaves out what is `untold` with the list.
    """
    told, snapshot = list[Line](), next(line for line in lines() if is_got(line, "snapshot"))
    round_ = Round(record.game, record.dealer_seat, deck_of_seed(record.game, Fair.from_json(record.fair).seed))
    for line in lines():
        if is_old and is_got(line, "committed"):
            for name in untold:
                del line["got"][name]
        if is_got(line, "dealt") and line["got"]["deal"]["deal"] == NUMBER:
            deal = line["got"]["deal"]
            deal |= {"dealer": int(record.dealer_seat), "hand": list(map(str, round_.hands[OWNER - 1]))}
            if round_.dealt.turn_up is not None:
                deal["turn_up"] = str(round_.dealt.turn_up)
            told += [*between(snapshot), line]
            break
        told.append(line)
    return verify(record, read_transcript("".join(f"{json.dumps(line)}\n" for line in told)))


def nothing(_: Line) -> list[Line]:
    return []


def forgetting(snapshot: Line) -> list[Line]:
    """Snapshots by which the client forgets whose turn it is."""
    shown = {**snapshot["got"], "state": "deal"}
    return [{"at": 1, "got": {**shown, "next_deal": number}} for number in (NUMBER + 5, NUMBER)]


def of_deal(snapshot: Line, **deal: object) -> Line:
    shown = {**snapshot["got"], "state": "play", "next_deal": NUMBER}
    return {"at": 1, "got": {**shown, "deal": {"deal": NUMBER, **deal}}}


@pytest.mark.parametrize("is_old", [False, True])
def test_what_was_really_dealt_is_proved(is_old: bool) -> None:
    real = played().records[NUMBER - 1]
    record = chosen(real.game, real.dealer_seat, is_old)
    assert lied(record, is_old, nothing).verdict == "proved"


@pytest.mark.parametrize("is_old", [False, True])
@pytest.mark.parametrize("way", ["at once", "forgetting", "telling"])
@pytest.mark.parametrize("dealer", SEATS)
def test_another_dealer_is_never_proved(dealer: Seat, way: str, is_old: bool) -> None:
    real = played().records[NUMBER - 1]
    if dealer == real.dealer_seat:
        return
    ways: dict[str, Callable[[Line], list[Line]]] = {
        "at once": nothing,
        "forgetting": forgetting,
        "telling": lambda snapshot: [of_deal(snapshot, dealer=int(dealer), hand=[])],
    }
    found = lied(chosen(real.game, dealer, is_old), is_old, ways[way])
    assert found.verdict != "proved"
    if not is_old:
        assert "transcript-dealer" in [finding.code for finding in found.findings]


@pytest.mark.parametrize("is_old", [False, True])
def test_another_game_is_never_proved(is_old: bool) -> None:
    real = played().records[NUMBER - 1]

    def other_game(snapshot: Line) -> list[Line]:
        return [{**line, "got": {**line["got"], "game": game_text(OTHER)}} for line in forgetting(snapshot)[1:]]

    found = lied(chosen(OTHER, real.dealer_seat, is_old), is_old, other_game)
    assert found.verdict == "wrong"
    assert "transcript-game" in [finding.code for finding in found.findings]


@pytest.mark.parametrize("untold", [("game", "dealer"), ("game",), ("dealer",)])
def test_who_is_not_told_game_and_dealer_before_has_no_proof(untold: tuple[str, ...]) -> None:
    """A server that tells one of them only in the record could choose it last."""
    real = played().records[NUMBER - 1]
    record = chosen(real.game, real.dealer_seat, is_old=False)
    found = lied(record, True, nothing, untold)
    assert (found.verdict, [note.code for note in found.notes]) == ("consistent", ["transcript-unbound"])


def test_a_list_in_a_snapshot_without_a_dealer_is_no_proof() -> None:
    """Who comes back is told the list by a snapshot; its game counts only with a dealer, and 0 is none."""
    real, told = played().records[NUMBER - 1], list[Line]()
    snapshot = next(line for line in lines() if is_got(line, "snapshot"))
    for line in lines():
        if is_got(line, "committed") and line["got"]["deal"] == NUMBER:
            shown = {"state": "deal", "next_deal": NUMBER, "commitment": line["got"]["server"]}
            got = {**snapshot["got"], **shown, "commitments": line["got"]["seats"], "dealer": 0}
            told.append({"at": 1, "got": got})
        else:
            told.append(line)
    found = verify(real, read_transcript("".join(f"{json.dumps(line)}\n" for line in told)))
    assert (found.verdict, [note.code for note in found.notes]) == ("consistent", ["transcript-unbound"])


def test_a_record_of_another_dealer_or_game_than_its_seed_is_wrong() -> None:
    real = played().records[NUMBER - 1]
    fair = Fair.from_json(real.fair)
    for changed, code in (
        (fair._replace(dealer=int(real.dealer_seat.next)), "fair-dealer"),
        (fair._replace(game=game_text(OTHER)), "fair-game"),
    ):
        assert code in [finding.code for finding in verify(real._replace(fair=changed.as_json())).findings]
