"""The ISMCTS bot of OpenSpiel, the one in C++, in Euchre: it follows a deal and chooses actions, asked by JSON lines.

    python -m benchmarks.peers.spiel_ismcts SIMULATIONS

    {"begin": [3, 17, …], "seed": 1}  the dealer, twenty cards one by one from him on, and the turned-up card
    {"apply": 24}                     somebody has done that
    {"choose": null}                  what would the bot do, and what CPU time does it take to find that?

The first two are answered by who is to act, what he may do, and at the end what the players have won.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any, Final

import pyspiel

EXPLORATION: Final = 2.0
"""the constant of its search: with 1 it loses to itself with 2, and with 5 it plays as well"""


class Follower:
    """A deal in OpenSpiel, and its bot."""

    def __init__(self, simulations: int) -> None:
        self._simulations = simulations
        self._game: Any = pyspiel.load_game("euchre")
        self._state: Any = None
        self._bot: Any = None

    def begin(self, actions: list[int], seed: int) -> dict[str, Any]:
        """A new deal, for which the bot gets its seed."""
        self._state = self._game.new_initial_state()
        for action in actions:
            self._state.apply_action(action)
        self._bot = pyspiel.ISMCTSBot(
            seed,
            pyspiel.RandomRolloutEvaluator(1, seed),
            EXPLORATION,
            self._simulations,
            final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )
        return self._situation()

    def apply(self, action: int) -> dict[str, Any]:
        """One more action."""
        self._state.apply_action(action)
        return self._situation()

    def choose(self) -> dict[str, Any]:
        """What the bot does, and the seconds that it needs."""
        start = process_time()
        action = self._bot.step(self._state)
        return {"action": action, "seconds": process_time() - start}

    def _situation(self) -> dict[str, Any]:
        state = self._state
        return {
            "phase": state.current_phase().name,
            "player": state.current_player(),
            "legal": state.legal_actions(),
            "returns": state.returns(),
        }


def main() -> None:
    """Answer until nobody asks any more."""
    follower = Follower(int(sys.argv[1]))
    for line in sys.stdin:
        request = json.loads(line)
        if "begin" in request:
            answer = follower.begin(request["begin"], request["seed"])
        elif "apply" in request:
            answer = follower.apply(request["apply"])
        else:
            answer = follower.choose()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
