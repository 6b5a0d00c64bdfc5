"""Deals analysed card by card: against the solver, within limits, and what is refused."""

import asyncio
import json
import os
import subprocess
import sys
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from network import serving
from pages import ask, asked
from patience import PATIENCE
from played_deals import played
from strategies import examples

from overtrick import texts
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_names, game_text
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Record
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver.solve import solve
from overtrick.formats import jsonl
from overtrick.formats.record_format import Located
from overtrick.protocol.answers import Analysis, Step
from overtrick.reviewing.played_deal import PlayedDeal, played_deal
from overtrick.server import analysing, workers
from overtrick.server.analysing import analyse, analyse_text
from overtrick.server.api import LONGEST_RECORD
from overtrick.server.ports.http import STATUSES
from overtrick.server.workers import MOST_ANALYSED, Workers

BRIEFS = Path(__file__).parents[2] / "briefs"
SMALL = ("belote", "belote:pagat", "coinche", "coinche:contree", "euchre", "euchre,defend_alone=true")
LATE = 12
"""so many cards before the end every search is short"""


def found(record: Record) -> Analysis:
    return analyse(Located(record, line=0))


def deal(record: Record) -> PlayedDeal:
    known = played_deal(Located(record, line=0))
    assert isinstance(known, PlayedDeal)
    return known


def own_view(step: Step, of_side_1: int, total: int) -> int:
    return of_side_1 if Seat(step.seat).side is Side.ONE else total - of_side_1


def check_laws(analysis: Analysis) -> None:
    """No card gains, and whatever it leaves is the best of the next one, or the result."""
    total = analysis.total
    reached: list[tuple[int | None, int | None]] = []
    """what side 1 has by the best card and by the one that was played"""
    for step in analysis.steps:
        if step.best is None:
            assert (step.cost, step.options) == (None, {})
            reached.append((None, None))
            continue
        assert step.cost is not None
        assert step.cost >= 0
        assert step.best - step.cost == step.options[step.card]
        assert step.best == max(step.options.values())
        assert sum(step.won) <= total
        reached.append((own_view(step, step.best, total), own_view(step, step.options[step.card], total)))
    for (_, left), (best, _) in pairwise(reached):
        assert None in (left, best) or left == best
    if reached and reached[-1][1] is not None and sum(analysis.won) == total:
        assert reached[-1][1] == analysis.won[0]


def check_against_solver(record: Record, analysis: Analysis) -> None:
    """The last positions are worth what the solver says, and what was won before."""
    late = list(zip(deal(record).rounds, analysis.steps, strict=True))[-LATE:]
    for round_, step in late:
        won = round_.tally.values(record.game.counting(round_.position.strain))
        assert step.won == won
        cards = solve(round_.position, all_cards=True).cards
        assert step.options == {str(card): won[round_.position.turn.side - 1] + cards[card] for card in cards}


@examples(10)
@given(st.sampled_from(SMALL), st.integers(1, 10_000))
def test_what_cards_cost(game: str, first: int) -> None:
    record = played(game, first=first)
    analysis = found(record)
    assert (analysis.game, analysis.unit) == (game_text(record.game), "tricks" if "euchre" in game else "points")
    assert [(Seat(step.seat), Card(step.card)) for step in analysis.steps] == list(
        zip(deal(record).end.players, record.plays, strict=True)
    )
    assert None not in [step.best for step in analysis.steps]
    assert sum(analysis.won) == analysis.total
    check_laws(analysis)
    check_against_solver(record, analysis)


@pytest.mark.parametrize("game", game_names())
def test_what_cards_cost_in_all_games(game: str) -> None:
    record = played(game, bot="simple")
    analysis = found(record)
    assert None not in [step.best for step in analysis.steps[-LATE:]]
    check_laws(analysis)
    check_against_solver(record, analysis)


@examples(10)
@given(st.sampled_from(SMALL), st.integers(1, 10_000))
def test_a_seat_is_void_of_what_it_has_shown(game: str, first: int) -> None:
    record = played(game, first=first)
    known, steps = deal(record), found(record).steps
    ranking = record.game.rules(known.contract.strain).ranking
    shown: set[tuple[Seat, str]] = set()
    for round_, step, (seat, card) in zip(
        known.rounds, steps, zip(known.end.players, record.plays, strict=True), strict=True
    ):
        told = {(Seat(number), suit) for number, suits in enumerate(step.shown, 1) for suit in suits}
        assert shown <= told
        for owner, suit in told:
            assert not any(str(ranking.suit_of[held.index]) == suit for held in round_.hands[owner - 1])
        shown = told
        trick = round_.position.trick
        led = ranking.suit_of[trick.cards[0].index] if trick.cards else None
        left = {ranking.suit_of[other.index] for other in {*record.game.pack} - {*round_.plays, card}}
        if led in left and ranking.suit_of[card.index] is not led:
            shown.add((seat, str(led)))


def test_a_lone_player_and_one_whose_cards_nobody_knows() -> None:
    plays = "As 9h 9c  Ks Th Tc  Ah Qh Kh  Ac Jd Qc  Js 9d Ad".split()
    contract = Contract(Strain.SPADES, Side.ONE, Seat.NORTH, "alone", alone=(Seat.NORTH,))
    analysis = found(Record(find_game("euchre"), tuple(map(Card, plays)), contract, dealer=Seat.WEST))
    assert [step.seat for step in analysis.steps[:6]] == [1, 2, 4, 1, 2, 4]
    assert (analysis.total, analysis.won) == (5, (5, 0))
    assert analysis.steps[3].shown == ((), ("s",), (), ("s",))
    check_laws(analysis)


def test_a_claim_counts_as_won() -> None:
    record = played("bridge", bot="simple")
    known = deal(record)
    after = next(round_ for round_ in known.rounds if len(round_.tricks) == 8)
    won = after.tally.tricks[known.side - 1]
    claimed = found(after.claim(won + 2, lambda position, more: True).record())
    assert len(claimed.steps) == 32
    assert claimed.steps == found(record).steps[:32]
    assert claimed.won[known.side - 1] == won + 2
    assert sum(claimed.won) == 13


@pytest.mark.parametrize("cards", [0, 1, 7, 30])
def test_a_deal_that_is_not_over_is_analysed_as_far_as_it_goes(cards: int) -> None:
    record = played("belote")
    whole = found(record)
    cut = found(record._replace(plays=record.plays[:cards], said=None, scores=None))
    assert cut.steps == whole.steps[:cards]
    assert cut.total == whole.total
    assert cut.won == whole.steps[cards].won


def test_a_costly_card_has_a_better_one_with_reasons() -> None:
    steps = found(played("belote")).steps
    assert any(step.cost for step in steps)
    for step in steps:
        assert (step.instead is not None) is bool(step.cost)
        if step.instead is not None:
            assert step.options[step.instead.card] == step.best
            assert all(f"why.{reason.code}" in texts.catalogue("en") for reason in step.instead.reasons)


@pytest.mark.parametrize("game", ["coinche", "euchre"])
def test_when_time_is_up_the_last_cards_have_been_analysed(game: str) -> None:
    record = played(game)
    whole, ticks = found(record), count()
    hurried = analyse(Located(record, line=0), 8, lambda: next(ticks))
    for steps, known in ((slice(-7, None), True), (slice(None, -7), False)):
        for step, right in zip(hurried.steps[steps], whole.steps[steps], strict=True):
            unknown = msgspec.structs.replace(right, best=None, cost=None, options={}, instead=None)
            assert step == (right if known else unknown)


def test_a_search_that_is_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("coinche")
    whole = found(record)
    monkeypatch.setattr(analysing, "NODES", 100)
    limited = found(record)
    given_up = [step for step in limited.steps if step.best is None]
    assert 0 < len(given_up) < len(limited.steps)
    assert limited.steps[0] in given_up
    for step, right in zip(limited.steps, whole.steps, strict=True):
        assert step == right or step in given_up
    check_laws(limited)


@pytest.mark.skipif(engine() == "plain", reason="needs kernels")
def test_bridge_is_analysed_by_dds_as_by_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("endplay")
    record = played("bridge", bot="simple")
    ours = found(record)
    monkeypatch.setattr("overtrick.engine.solver.brought.engine", lambda: "plain")
    assert found(record) == ours


def test_the_plain_engine_finds_the_end_of_the_deal() -> None:
    record = played("belote")
    script = (
        "import sys; from overtrick.server.analysing import analyse_text; "
        "sys.stdout.buffer.write(analyse_text(sys.stdin.read(), 0.5))"
    )
    environment = {**os.environ, "OVERTRICK_ENGINE": "plain"}
    text = jsonl.dumps([record])
    run = subprocess.run([sys.executable, "-c", script], input=text.encode(), env=environment, capture_output=True)
    plain, whole = msgspec.json.decode(run.stdout, type=Analysis), found(record)
    assert plain.steps[-LATE:] == whole.steps[-LATE:]
    assert plain.steps[0].best is None
    check_laws(plain)


def test_an_analysis_by_http_is_as_it_is_described() -> None:
    record = played("euchre")
    answer: Any = asked("/api/analyse", "POST", data=jsonl.dumps([record]).encode()).json
    assert msgspec.convert(answer, Analysis) == found(record)
    schemas: Any = asked("/api/openapi.json").json["components"]["schemas"]
    for value, name in ((answer, "Analysis"), (answer["steps"][0], "Step")):
        assert set(value) == set(schemas[name]["properties"]) == set(schemas[name]["required"])


def revoke() -> str:
    """A deal in which a card was exchanged for one that may not be played."""
    record = played("belote")
    for number, round_ in enumerate(deal(record).rounds):
        hand, legal = round_.position.hands[round_.position.turn - 1], round_.position.legal()
        if len(legal) < len(hand):
            card = next(card for card in hand if card not in legal)
            return jsonl.dumps([record._replace(plays=(*record.plays[:number], card), said=None, scores=None)])
    raise AssertionError("everybody could always play what he liked")


RECORD = jsonl.dumps([played("belote")])
PASSED = jsonl.dumps([Record(find_game("belote"), (), None, auction=("pass",) * 8, deal=played("belote").deal)])
UNKNOWN = json.dumps({"game": "belote", "contract": {"strain": "H", "seat": 1}, "plays": ["As"]})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        ("nonsense", "bad-json"),
        ("[1]", "bad-field"),
        ('{"game":"tarot"}', "unknown-game"),
        (RECORD * 2, "several-games"),
        (RECORD.replace('"scores":[', '"scores":[1'), "wrong-score"),
        (RECORD.replace('"plays":[', '"plays":["2s",'), "not-in-pack"),
        (PASSED, "nothing-played"),
        (UNKNOWN, "hands-unknown"),
        (revoke(), "rules-broken"),
        ("x" * (LONGEST_RECORD + 1), "too-large"),
    ],
)
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_what_is_refused(text: str, code: str, language: str) -> None:
    page = asked(f"/api/analyse?lang={language}", "POST", data=text.encode())
    assert page.json["code"] == code
    assert page.status == STATUSES.get(code, 400)
    assert page.json["text"].startswith(texts.catalogue(language)[f"finding.{code}"].partition("{")[0])


@pytest.mark.parametrize("size", [0, 1])
def test_too_many_deals_at_a_time_are_refused(size: int) -> None:
    async def run() -> list[bytes | BaseException]:
        analyses = Workers(size)
        asked = [analyses.analyse(RECORD + "\n" * number) for number in range(MOST_ANALYSED + 1)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        answers.append(await analyses.analyse(RECORD + "\n" * MOST_ANALYSED))
        await analyses.stop()
        return answers

    *analysed, refused, later = asyncio.run(run())
    assert set(analysed) == {later} == {analyse_text(RECORD)}
    assert isinstance(refused, Invalid)
    assert refused.finding.code == "too-busy"


class Analyst:
    """Analyses nothing, but notes what it is asked."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def __call__(self, function: object, text: str) -> bytes:
        self.texts.append(text)
        await asyncio.sleep(0)
        if text == "bad":
            raise Invalid("empty")
        return text.encode()


def test_all_who_ask_for_the_same_deal_get_one_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ANALYSES_KEPT", 2)
    analyst = Analyst()

    async def run() -> None:
        analyses = Workers(0)
        monkeypatch.setattr(analyses._analyst, "run", analyst)
        gone, *asked = [asyncio.create_task(analyses.analyse("a")) for _ in range(5)]
        await asyncio.sleep(0)
        gone.cancel()
        assert await asyncio.gather(*asked) == [b"a"] * 4
        for text in ("b", "a", "c", "a", "b"):
            assert await analyses.analyse(text) == text.encode()
        for _ in range(2):
            with pytest.raises(Invalid):
                await analyses.analyse("bad")

    asyncio.run(run())
    assert analyst.texts == ["a", "b", "c", "b", "bad", "bad"]


@pytest.mark.parametrize(("addresses", "most"), [(["192.0.2.1"] * 5, 1), ([f"192.0.2.{n}" for n in range(5)], 5)])
def test_an_address_has_one_deal_analysed_at_a_time(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str], most: int
) -> None:
    """Others wait for their turn meanwhile."""
    present = []

    async def run() -> list[str]:
        async with serving(is_behind_proxy=True) as server:
            queue, is_first = server._workers._to_analyse, True

            async def analyst(function: object, text: str) -> bytes:
                nonlocal is_first
                async with asyncio.timeout(PATIENCE):
                    while is_first and len(queue) < most:
                        await asyncio.sleep(0)
                is_first = False
                await asyncio.sleep(0.01)  # for others who must not wait
                present.append(len(queue))
                return text.encode()

            monkeypatch.setattr(server._workers._analyst, "run", analyst)
            headers = [{"X-Forwarded-For": address} for address in addresses]
            asked = [
                ask(server, "/api/analyse", "POST", headers=header, data=str(number))
                for number, header in enumerate(headers)
            ]
            return [answer.text for answer in await asyncio.gather(*asked)]

    assert asyncio.run(run()) == ["0", "1", "2", "3", "4"]
    assert max(present) == most
