"""Tables whose logs were written by earlier versions are played on."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from halls import Hall, Regular, play_until

from overtrick.protocol import outgoing
from overtrick.referee.judging import judge

LOGS = Path(__file__).parents[1] / "data" / "logs.jsonl"
WRITTEN = [json.loads(line) for line in LOGS.read_text(encoding="utf-8").splitlines()]
"""logs of two people and two bots who were cut off in the middle of the second deal, and the tokens of their seats"""


@pytest.mark.parametrize("written", WRITTEN, ids=[f"{each['of']}-{each['game']}" for each in WRITTEN])
def test_what_an_earlier_version_has_written_is_played_on(written: dict[str, Any]) -> None:
    hall, table = Hall(), written["table"]
    hall.logs[table] = [entry.encode() for entry in written["entries"]]
    hall.restart()
    assert (hall.phase(), hall.state.deal) == ("play", 2)
    people = []
    for seat, token in written["tokens"].items():
        person = Regular(hall, int(seat), Random(seat))
        person.taken = outgoing.Taken(table=table, seat=int(seat), token=token)
        person.come_back(int(seat))
        people.append(person)
    for deal in (2, 3):
        assert play_until(hall, people, outgoing.Scored).deal == deal
    assert [judge(record).status for record in hall.records] == ["clean", "clean"]
