"""The natural system for Bridge: typical calls, what they show, and auctions that end legally."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from overtrick.bots.bridge.hand import Hand
from overtrick.bots.bridge.system import SYSTEMS, call, choose, situation_of
from overtrick.cards import parse_hand
from overtrick.play.deals import numbered_deal
from overtrick.play.round import Round
from overtrick.play.view import view
from overtrick.rules import find_game
from overtrick.scoring import NOBODY
from overtrick.seats import Seat

BRIDGE = find_game("bridge")
LINES = (Path(__file__).parent.parent / "data" / "bridge_calls.txt").read_text(encoding="utf-8").splitlines()
CASES = [line.split() for line in LINES if line and not line.startswith("#")]
LONGEST_AUCTION = 60


@pytest.mark.parametrize(("system", "hand", "calls", "expected"), CASES, ids=map(" ".join, CASES))
def test_typical_calls(system: str, hand: str, calls: str, expected: str) -> None:
    before = tuple(calls.split(",")) if calls != "-" else ()
    assert choose(situation_of(Seat.NORTH, NOBODY, before, system), Hand(parse_hand(hand)), system) == expected


def auction(number: int, *systems: str | Random) -> Round:
    """The end of an auction of players by some system, or who call at random, one for each side."""
    round_ = numbered_deal(BRIDGE, "auctions", number)
    while round_.phase == "auction" and round_.actor is not None:
        player = systems[(round_.actor - 1) % len(systems)]
        seen = view(round_, round_.actor)
        said = player.choice(seen.legal) if isinstance(player, Random) else call(seen, player)
        assert said in seen.legal, (round_.auction.calls, said)
        round_ = round_.apply(said)
    return round_


@pytest.mark.parametrize("system", SYSTEMS)
def test_auctions_are_legal_and_end(system: str) -> None:
    for number in range(1, 1001):
        assert len(auction(number, system).auction.calls) < LONGEST_AUCTION
