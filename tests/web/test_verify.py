"""The page proves the cards of real tables, for all games and presets: its code is run on what their clients saw."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from halls import Hall, Player, play_until, table_of

from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.formats import jsonl
from overtrick.protocol import outgoing
from overtrick.protocol.infos import game_info

ROOT = Path(__file__).parent.parent.parent
GAMES = [f"{name}:{preset}" for name in game_names() for preset in presets(name)]
GAMES += ["euchre:hoyle,defend_alone=true", "sueca:standard,direction=clockwise"]
DEALS = 2
SEAT = 2
TESTS = 3
"""for each deal"""


def told(hall: Hall, player: Player, game: str) -> dict[str, Any]:
    """The last deal, as the page of a player has it when it is over."""
    mail = hall.mail[player.client]
    scored = hall.last(player.client, outgoing.Scored)
    dealt = hall.last(player.client, outgoing.Dealt)
    acted = [message for message in mail[mail.index(dealt) :] if isinstance(message, outgoing.Acted)]
    facts = game_info(find_game(game))
    (record,) = [record for record in hall.records if record.fair and record.fair["deal"] == scored.deal]
    return {
        "name": f"{game}, deal {scored.deal}",
        "facts": msgspec.to_builtins(facts),
        "record": json.loads(jsonl.dumps([record])),
        "table": hall.state.table,
        "scored": msgspec.to_builtins(scored),
        "seat": SEAT,
        "messages": msgspec.to_builtins(mail[: mail.index(scored) + 1]),
        "nonces": list(player.nonces.values()),
        "players": [message.seat for message in acted if message.action in facts.pack],
        "takers": [message.trick.seat for message in acted if message.trick is not None],
    }


def deals(game: str) -> list[dict[str, Any]]:
    """Some deals between two people and two bots."""
    hall = Hall()
    players = table_of(hall, game, people=2)
    found: list[dict[str, Any]] = []
    while len(found) < DEALS and hall.phase() != "over":
        play_until(hall, players, outgoing.Scored)
        found.append(told(hall, players[SEAT - 1], game))
    return found


@pytest.mark.skipif(not (ROOT / "web" / "node_modules").is_dir(), reason="what the page needs is not there: make web")
def test_the_page_proves_the_cards_of_all_games(tmp_path: Path) -> None:
    file, found = tmp_path / "dealt.json", [deal for game in GAMES for deal in deals(game)]
    file.write_text(json.dumps(found), encoding="utf-8")
    command = [sys.executable, str(ROOT / "web" / "build.py"), "test-dealt"]
    run = subprocess.run(command, env={**os.environ, "OVERTRICK_DEALT": str(file)}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
    assert f"{TESTS * len(found)} passed" in run.stdout
