"""What programs are told is what the tables of a server tell of the same view, under the same names."""

import json
import re
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest

from overtrick.bots.program.messages import FIELDS, deal_fields, question, result
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.game import Standing
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.course import Phase
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import view
from overtrick.formats import jsonl
from overtrick.protocol.infos import deal_info
from overtrick.protocol.outgoing import DealInfo

DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"
GAMES = [f"{name}:{preset}" for name in game_names() for preset in presets(name)]
OTHER_NAMES = {"deal", "out_of_turn", "actor", "plays_for", "words"}
"""of what programs are not told: they are asked when they have to act, and one deal at a time"""
MORE = {"game", "preset", "house", "seat", "trick", "standing"}


@pytest.mark.parametrize("game", GAMES)
def test_fields_are_those_of_the_tables(game: str) -> None:
    rng = Random(game)
    for number in range(1, 6):
        round_ = numbered_deal(find_game(game), "fields", number)
        while (seat := round_.actor) is not None:
            seen = view(round_, seat)
            told = json.loads(json.dumps(deal_fields(seen)))
            info = deal_info(seen, 1)
            sent = {name: json.loads(msgspec.json.encode(getattr(info, name))) for name in DealInfo.__struct_fields__}
            common = told.keys() & sent.keys()
            assert told.keys() == common | MORE
            assert sent.keys() == common | OTHER_NAMES
            for name in common - {"contract"}:
                assert told[name] == sent[name]
            for name, value in (sent["contract"] or {}).items():  # without what is usual
                assert told["contract"][name] == value
            assert told["trick"] == told["plays"][len(told["plays"]) - len(told["trick"]) :]
            assert len(told["callers"]) == len(told["calls"])
            round_ = round_.apply(rng.choice(seen.legal))


def test_all_fields_and_phases_are_documented() -> None:
    rows = [line.split("|")[1:3] for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    told = {name: said for names, said in rows for name in re.findall(r"`(\w+)`", names)}
    assert set(FIELDS) <= set(told)
    assert re.findall(r"`(\w+)`", told["phase"]) == [phase for phase in get_args(Phase) if phase != "over"]


def test_a_question_tells_the_clock_and_the_match() -> None:
    round_ = numbered_deal(find_game("belote"), "1", 1)
    line = question(view(round_, round_.actor, Standing((120, 40), held=81)), 7, 2.5, 99)
    assert line.startswith('{"type":"view","id":7,"clock":2500,"seed":99,"game":"belote",')
    assert line.endswith(
        '"standing":{"totals":[120,40],"held":81,"games":[0,0],"below":[0,0],"bags":[0,0],"rows":[0,0]}}\n'
    )
    assert line.count("\n") == 1


def test_a_result_has_the_record() -> None:
    round_ = numbered_deal(find_game("sueca"), "1", 1)
    while round_.actor is not None:
        round_ = round_.apply(round_.legal()[0])
    record = round_.record(("Zoé\n", '"b"', "c", "d"))
    line = result(Seat.SOUTH, record, (20, 100))
    message = json.loads(line)
    assert line.count("\n") == 1
    assert (message["type"], message["seat"], message["scores"]) == ("result", SEATS[2], [20, 100])
    assert jsonl.loads(json.dumps(message["record"])) == [record]
