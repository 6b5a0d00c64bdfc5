"""Programs of others that are measured beside our bots: how they are asked, and what is counted of their answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from benchmarks import bots_others
from benchmarks.peers.asked import Peer
from benchmarks.peers.others import programs
from benchmarks.peers.others.programs import PROGRAMS, Program
from overtrick.arena.runner import bots_for, play_out
from overtrick.bots.bot import Bot
from overtrick.core.actions import Action
from overtrick.core.catalogue import find_game
from overtrick.core.seats import SEATS, Side
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import View

PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["phase"] in {phases} and len(asked["legal"]) > 1
    print(json.dumps({{"action": {action}, "seconds": 0.5}}), flush=True)
"""
SUECA = Program("Last", "nobody/last", "sueca", lambda folder: [])
BELOTE = Program("Last", "nobody/last", "belote,belote_announce=auto", lambda folder: [], bids=False)


@contextmanager
def other_program(action: str = "asked['legal'][-1]", phases: tuple[str, ...] = ("auction", "play")) -> Iterator[Peer]:
    with Peer([sys.executable, "-c", PROGRAM.format(action=action, phases=phases)]) as peer:
        yield peer


def last(seen: View) -> Action:
    return seen.legal[-1]


@pytest.fixture(autouse=True)
def quick_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_others, "OURS", "simple")


def test_a_deal_is_played_with_both_sides() -> None:
    with other_program() as peer:
        pair = bots_others.met(SUECA, peer, 1)
    assert pair["illegal"] == 0
    for side, score, points in zip(Side, pair["scores"], pair["points"], strict=True):
        ours = bots_for(("simple",) * 4, bots_others.SEED, 1)
        bots: list[Bot] = [bot if seat.side is side else last for seat, bot in zip(SEATS, ours, strict=True)]
        played = play_out(numbered_deal(find_game("sueca"), bots_others.SEED, 1), bots)
        assert played.score is not None
        order = 1 if side is Side.ONE else -1
        assert score == played.score.counted[::order]
        assert points == played.score.scores[::order]
    ours, theirs = pair["seconds"]
    assert len(ours) > 10
    assert set(theirs) == {0.5}
    kept = json.loads(json.dumps(pair))
    assert f"| {sum(one - two for one, two in pair['points']) / 2:+.2f} |" in bots_others.cells(SUECA, [kept])


def test_what_is_not_legal_is_counted_and_replaced() -> None:
    with other_program("'Zz'") as peer:
        pair = bots_others.met(SUECA, peer, 1)
    assert pair["illegal"] == len(pair["seconds"][1]) > 10
    assert [sum(points) for points in pair["points"]] == [120, 120]


def test_our_bot_calls_for_a_program_that_has_no_auction() -> None:
    with other_program(phases=("play",)) as peer:
        pair = bots_others.met(BELOTE, peer, 2)
    assert pair["seconds"][1]
    assert not pair["illegal"]


def test_who_has_no_other_program_is_told_where_each_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(programs.FOLDER, raising=False)
    told = bots_others.table()
    for program in PROGRAMS.values():
        assert f"{program.title} was not measured: " in told
        assert f"https://github.com/{program.repository} was cloned" in told
        find_game(program.game)
