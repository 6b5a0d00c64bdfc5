"""BEN at a table: its own server of decisions is asked for each call and each card.

It is `gameapi.py` in the folder `src` of BEN's repository, which somebody has started:

    python gameapi.py --config config/quick.conf --port 8085 --nolimit True --record False

`quick.conf` is a copy of its `onnx.conf` that takes hundreds of milliseconds for a card instead of seconds: 20 samples
(`sample_hands_play`, `sample_hands_auction`, `sample_hands_opening_lead`) of 500 boards for a card and 3,000 for a call
or a lead, and no second opinion of PIMC (`pimc_use_declaring`, `pimc_use_defending`). The variable `BEN_ADDRESS` tells
where it is, such as `http://127.0.0.1:8085`. Its own double-dummy solver needs Python 3.12.
"""

from __future__ import annotations

import json
import os
from functools import cache
from time import perf_counter
from typing import Any, Final
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

from benchmarks.peers.bridge_bidders import question
from benchmarks.peers.environment import NotMeasured
from overtrick.core.actions import Action
from overtrick.core.cards import Cards, hand_text
from overtrick.core.seats import Seat
from overtrick.deal.view import View

ADDRESS: Final = "BEN_ADDRESS"
VULNERABLE: Final = {(False, False): "None", (True, False): "NS", (False, True): "EW", (True, True): "Both"}
PATIENCE: Final = 300


class Ben:
    """BEN, at any number of seats."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        """of its answers where there was a choice, by the clock on the wall"""

    def __call__(self, seen: View) -> Action:
        start = perf_counter()
        text = self._call(seen) if seen.phase == "auction" else self._card(seen)
        if len(seen.legal) > 1:
            self.seconds.append(round(perf_counter() - start, 4))
        for action in seen.legal:
            if str(action) == text:
                return action
        raise RuntimeError(f"BEN's answer is not legal: {text} after {list(map(str, seen.auction.calls))}")

    def _call(self, seen: View) -> str:
        call: str = asked("bid", **_known(seen))["bid"].upper()
        return "pass" if call.startswith("P") else f"{call}T" if call.endswith("N") else call

    def _card(self, seen: View) -> str:
        known, dummy = _known(seen), _dealt(seen, seen.contract and seen.contract.seat and seen.contract.seat.partner)
        played = "".join(f"{str(card)[1].upper()}{str(card)[0]}" for card in seen.plays)
        answer = asked("play", **known, dummy=dummy, played=played) if seen.plays else asked("lead", **known)
        suit, rank = answer["card"]
        return f"{rank}{suit.lower()}"


def asked(what: str, **parameters: str) -> Any:
    """What BEN's server answers."""
    with urlopen(f"{address()}/{what}?{urlencode(parameters)}", timeout=PATIENCE) as answer:
        return json.load(answer)


@cache
def address() -> str:
    """Where BEN's server is, which must be there."""
    told = os.environ.get(ADDRESS, "")
    try:
        with urlopen(told, timeout=PATIENCE):
            return told
    except (URLError, ValueError):
        raise NotMeasured(f"the variable {ADDRESS} must tell where BEN's `gameapi.py` answers") from None


def _known(seen: View) -> dict[str, str]:
    """What every question tells."""
    told = question(seen)
    first, second = told["vulnerable"]
    calls = ["P" if call == "pass" else call.replace("NT", "N") for call in told["calls"]]
    return {
        "hand": _dealt(seen, seen.seat),
        "seat": Seat(told["seat"] + 1).letter,
        "dealer": Seat(told["dealer"] + 1).letter,
        "vul": VULNERABLE[first, second],
        "ctx": "-".join(calls),
    }


def _dealt(seen: View, seat: Seat | None) -> str:
    """The thirteen cards of a hand that this player sees, as far as they are known."""
    played = (card for player, card in zip(seen.players, seen.plays, strict=True) if player is seat)
    held = seen.hand if seat is seen.seat else seen.open_hand[1] if seen.open_hand else Cards()
    return hand_text(Cards([*held, *played]))
