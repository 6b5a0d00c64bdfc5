"""What the benchmarks compare, and that they can see what they look for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import pytest

from benchmarks import (
    bots_bridge_bidding,
    bots_pairs,
    bots_records,
    bots_times,
    bridge_bidding,
    playouts,
    report,
    resuming,
    worlds,
)
from benchmarks.peers import bridge_bidders, environment, overtrick_deals, overtrick_worlds
from benchmarks.peers.environment import NotMeasured, gathered
from benchmarks.peers.rates import Rate, WorldRate, rate_of, world_rate_of
from overtrick import play_deal
from overtrick.arena.duplicate import Contest, compete
from overtrick.arena.scoreboard import Scoreboard
from overtrick.arena.sources import PACKAGE, playing_files
from overtrick.core.actions import Action
from overtrick.core.cards import Cards, Suit
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import View, view


def test_the_best_rate_of_a_row_stands_beside_the_first_engine_of_its_game() -> None:
    rates = [Rate("euchre", "ours", 900.0, 9000.0), Rate("bridge", "ours", 10.0, 520.0)]
    rates += [Rate("euchre", "theirs", 20.0, 100.0), Rate("euchre", "theirs", 30.0, 150.0)]
    assert playouts.rows(rates)[2:] == [
        "| euchre | ours | 900 | 1.0 | 9,000 | 1.0 |",
        "| euchre | theirs | 30 | 30.0 | 150 | 60.0 |",
        "| bridge | ours | 10 | 1.0 | 520 | 1.0 |",
    ]


def test_worlds_stand_game_by_game() -> None:
    rates = [WorldRate("sueca", "ours", 1.0, 2000.0, 0.0), WorldRate("euchre", "theirs", 5.0, None, 0.291)]
    rates += [WorldRate("sueca", "ours", 3.0, 1000.0, 0.0)]
    assert worlds.rows(rates)[2:] == ["| euchre | theirs | 5 |  | 29.1% |", "| sueca | ours | 3 | 1,000 | 0.0% |"]


def test_an_engine_that_is_missing_is_named_and_tried_once() -> None:
    tried = []

    def missing() -> str:
        tried.append(1)
        raise NotMeasured("it could not be installed")

    told = json.dumps(Rate("euchre", "ours", 1.0, 2.0))
    rates, sentences = gathered({"Theirs": missing, "Ours": lambda: told}, Rate)
    assert rates == [Rate("euchre", "ours", 1.0, 2.0)] * environment.ROUNDS
    assert sentences == ["\nTheirs was not measured: it could not be installed."]
    assert tried == [1]


def test_a_process_that_fails_is_not_measured() -> None:
    with pytest.raises(NotMeasured):
        environment.told_by_us("no_such_module", "plain")


@pytest.mark.parametrize("name", game_names())
def test_all_cards_of_a_random_deal_count(name: str) -> None:
    game = find_game(name)
    assert list(overtrick_deals.play_out(game, range(3))) == [3 * 4 * game.hand_size]
    rate = rate_of(name, "ours", lambda: range(3), lambda deals: overtrick_deals.play_out(game, deals))
    assert rate.cards == pytest.approx(rate.deals * 4 * game.hand_size)


@pytest.mark.parametrize("name", game_names())
def test_worlds_that_contradict_the_play_are_seen(name: str) -> None:
    views = list(islice(overtrick_worlds.after_two_tricks(find_game(name)), 12))
    assert world_rate_of(name, "ours", views, overtrick_worlds.draw, overtrick_worlds.contradicts).contradicting == 0
    assert any(
        overtrick_worlds.contradicts(seen, hands)
        for seen in views
        for hands in _all_exchanges([int(mask) for mask in next(iter(overtrick_worlds.draw(seen, 1)))])
    )


def _all_exchanges(hands: list[int]) -> Iterator[list[int]]:
    """The hands after a seat and the next have exchanged a card."""
    for seat in range(3):
        for mine, theirs in product(Cards.from_mask(hands[seat]), Cards.from_mask(hands[seat + 1])):
            both = mine.bit ^ theirs.bit
            yield [mask ^ both if place in (seat, seat + 1) else mask for place, mask in enumerate(hands)]


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resuming, "cache_folder", lambda: tmp_path)
    done: list[int] = []

    def work(number: int) -> int:
        done.append(number)
        return number * number

    assert resuming.resumed("squares", 3, work, on_all_cores=False) == [1, 4, 9]
    with (tmp_path / "squares.jsonl").open("a") as file:
        file.write("1")  # of 16, when the machine died
    assert resuming.resumed("squares", 5, work, on_all_cores=False) == [1, 4, 9, 16, 25]
    assert resuming.resumed("squares", 2, work, on_all_cores=False) == [1, 4]
    assert done == [1, 2, 3, 4, 5]


def test_two_runs_do_not_write_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resuming, "cache_folder", lambda: tmp_path)

    def work(number: int) -> list[int]:
        return resuming.resumed("run", 1, work, on_all_cores=False)

    with pytest.raises(Invalid, match="is in use"):
        resuming.resumed("run", 1, work, on_all_cores=False)


def test_the_fingerprint_is_that_of_all_code_that_decides_an_answer() -> None:
    names = {path.relative_to(PACKAGE).as_posix() for path in playing_files()}
    assert {
        "core/auctions.py",
        "core/scoring.py",
        "arena/runner.py",
        "reviewing/__init__.py",
        "bots/simple_play.py",
        "games/bridge/bidding/network.npz",
    } <= names
    assert not any(name.startswith(("cli/", "conversation/", "server/", "texts/")) for name in names)
    for names_of_runs in resuming.LONG_RUNS:
        assert list(resuming.HERE.glob(names_of_runs))


def test_a_change_of_a_benchmark_begins_its_runs_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resuming, "HERE", tmp_path)
    run, prints = tmp_path / "ismcts.py", []
    for code in ("SIMULATIONS = 1", "SIMULATIONS = 1  # more take long", "SIMULATIONS = 2"):
        run.write_text(code)
        prints.append(resuming.fingerprint())
    assert prints[0] == prints[1] != prints[2]


def test_auctions_are_compared_with_par() -> None:
    kept = json.loads(json.dumps(bridge_bidding.results_of(1)))
    results = {name: bridge_bidding.Result(*fields) for name, fields in kept.items()}
    assert results == bridge_bidding.results_of(1)
    assert list(results) == list(bridge_bidding.CALLERS)
    sample = bridge_bidding.Result(-4, False, False, True, False, True, False, True, False)
    cells = bridge_bidding.row("ours", [sample, sample._replace(gain=2, made=True), sample._replace(gain=0)]).split("|")
    assert [cell.strip() for cell in cells[1:6]] == [
        "ours",
        "2.00 ± 2.26",
        "-0.67 ± 3.46",
        "3 of 3 (100%)",
        "2 of 3 (67%)",
    ]


class Opener:
    """A peer that opens with one club, whether it may or not."""

    def ask(self, **question: object) -> dict[str, object]:
        return {"call": "1C", "seconds": 0.5}


def test_bidders_of_others_know_what_their_seat_may_know() -> None:
    round_ = numbered_deal(find_game("bridge"), "x", 2).apply("1C")
    asked = bridge_bidders.question(view(round_, round_.actor))
    hand = Cards(round_.hands[Seat.SOUTH - 1])
    assert (asked["seat"], asked["dealer"], asked["vulnerable"], asked["calls"]) == (2, 1, [True, False], ["1C"])
    assert Counter(asked["hand"].replace(".", "")) == Counter(str(card)[0] for card in hand)
    assert [len(suit) for suit in asked["hand"].split(".")] == [
        sum(c.suit is suit for c in hand) for suit in reversed(Suit)
    ]
    assert asked["legal"] == list(map(str, round_.legal()))


def test_a_board_is_bid_at_two_tables_and_at_one_for_each_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_bidders, "peer", lambda name: Opener())
    match = bots_bridge_bidding.Match(against=("sayc",))
    board = bots_bridge_bidding.met(match, 1)
    assert bots_bridge_bidding.as_board(*json.loads(json.dumps(board))) == board
    assert list(board.results) == [match.ours, "sayc"]
    assert board.results["sayc"].passed_out is False  # one club and three passes
    assert 3 <= board.illegal["sayc"] < len(board.seconds["sayc"])
    assert f"| {board.gains['sayc']:+.2f} |" in bots_bridge_bidding.rows(match, [board])[2]


def test_what_is_the_same_at_several_tables_is_decided_once() -> None:
    round_, asked = numbered_deal(find_game("bridge"), "x", 2), list[View]()

    def passes(seen: View) -> Action:
        asked.append(seen)
        return seen.legal[0]

    bidder = bots_bridge_bidding.Remembering(passes)
    for _ in range(2):
        assert bidder(view(round_, round_.actor)) == "pass"
    bidder(view(after := round_.apply("1C"), after.actor))
    assert len(asked) == 2


def test_who_has_no_other_program_is_told_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(bridge_bidders.REPOSITORY, raising=False)
    assert bridge_bidders.ADDRESS in bots_bridge_bidding.table()


def test_a_section_of_the_results_is_written_anew_and_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results.md")
    others = ["# Results\n", report.section(playouts, "| 1 |")]
    report.write(others)
    assert report.written(worlds) == ""
    report.rewrite(worlds, "| 2 |")
    report.rewrite(worlds, "| 3 |")
    report.rewrite(playouts, "| 4 |")
    assert report.written(worlds) == report.section(worlds, "| 3 |")
    parts = ["# Results\n", report.section(playouts, "| 4 |"), report.section(worlds, "| 3 |")]
    assert report.RESULTS.read_text() == "\n".join(parts)


def test_what_is_wrong_with_a_record_is_told() -> None:
    record = play_deal(find_game("sueca"), ("simple",) * 4, "benchmarks", 1).record()
    assert record.scores is not None
    first, *others = record.plays
    assert not bots_records.what_is_wrong(record)
    assert "wrong-score" in bots_records.what_is_wrong(record._replace(scores=record.scores[::-1]))
    assert "invalid" in bots_records.what_is_wrong(record._replace(plays=(others[-1], *others[:-1], first)))


def test_every_decision_of_a_deal_is_timed() -> None:
    made = bots_times.decisions("sueca", "simple", 1)
    assert [phase for phase, _, _ in made] == ["play"] * 40
    assert [choices for _, choices, _ in made[-4:]] == [1] * 4
    assert made[0][1] == 10


def test_pairs_are_those_of_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resuming, "cache_folder", lambda: tmp_path)
    contest = Contest(find_game("euchre"), ("simple", "random"), "x", 9)
    board = Scoreboard(contest)
    for meeting in compete(contest):
        board.add(meeting)
    for _ in range(2):
        assert bots_pairs.row_of(bots_pairs.play(contest)) == bots_pairs.row_of(board)
