"""The page's picture of a table is the server's: its code is run on what real tables told."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from halls import Hall, table_of

from overtrick.core.catalogue import game_names
from overtrick.core.seats import SEATS
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Act, Ready, Say, Watch
from overtrick.table.events import snapshot

ROOT = Path(__file__).parent.parent.parent
GAMES = [*game_names(), "euchre:hoyle,defend_alone=true", "coinche:pagat,annonces=true", "bridge:rubber"]
WATCHER = 9
PATIENCE = 400
"""things that happen at a table before it is left"""


class Listener:
    """Somebody at a table, and what he is told."""

    def __init__(self, hall: Hall, name: str, client: int, seat: int) -> None:
        self.hall, self.name, self.client, self.seat = hall, name, client, seat
        self.first = self._snapshot()
        self.steps: list[dict[str, Any]] = []
        self._heard = len(hall.mail[client])

    def listen(self) -> None:
        """Write down what has come since, and what somebody would see who comes now."""
        new = self.hall.mail[self.client][self._heard :]
        self._heard += len(new)
        events = [msgspec.to_builtins(message) for message in new if isinstance(message, outgoing.Event)]
        if events:
            self.steps.append({"events": events, "then": self._snapshot()})

    def _snapshot(self) -> Any:
        return msgspec.to_builtins(snapshot(self.hall.state, self.seat))

    def told(self) -> dict[str, Any]:
        return {"name": self.name, "first": self.first, "steps": self.steps}


def happen(hall: Hall, chance: Random) -> None:
    """Let one thing happen at the table."""
    state = hall.state
    if state.phase == "over":
        hall.propose(1, "rematch")
        hall.answer(2, 3, 4)
    elif state.round is None:
        for client in SEATS:
            hall.say(client, Ready(deal=state.deal))
    elif chance.random() < 0.06:
        hall.propose(chance.randrange(1, 5), "take-back")
        hall.answer(*SEATS, yes=chance.random() < 0.7)
    elif chance.random() < 0.01:
        proposer = chance.randrange(1, 5)
        hall.propose(proposer, "resign")
        hall.answer(*SEATS)
    elif chance.random() < 0.03:
        hall.say(chance.randrange(1, 5), Say(text="well played"))
    else:
        legal = [(hall.actor(), str(action)) for action in state.round.legal()]
        legal += [(seat, call) for seat in SEATS for call in state.round.auction.legal_out_of_turn(seat)]
        actor, action = chance.choice(legal)
        hall.say(actor, Act(id=f"act {state.n}", at=state.n, action=action))


def listened(game: str) -> list[dict[str, Any]]:
    """What a player and a spectator were told of some matches."""
    hall, chance = Hall(), Random(game)
    table_of(hall, game)
    hall.hello(WATCHER)
    hall.say(WATCHER, Watch(table=hall.state.table))
    listeners = [Listener(hall, f"{game}, a player", 2, 2), Listener(hall, f"{game}, a spectator", WATCHER, 0)]
    for _ in range(PATIENCE):
        happen(hall, chance)
        for listener in listeners:
            listener.listen()
    return [listener.told() for listener in listeners]


@pytest.mark.skipif(not (ROOT / "web" / "node_modules").is_dir(), reason="what the page needs is not there: make web")
def test_events_lead_to_what_a_snapshot_tells(tmp_path: Path) -> None:
    file = tmp_path / "told.json"
    file.write_text(json.dumps([told for game in GAMES for told in listened(game)]), encoding="utf-8")
    command = [sys.executable, str(ROOT / "web" / "build.py"), "test-told"]
    run = subprocess.run(command, env={**os.environ, "OVERTRICK_TOLD": str(file)}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
    assert f"{2 * len(GAMES)} passed" in run.stdout
