"""Finished deals in which the bots decide again: what is counted, what is shown, and what is refused."""

from itertools import count
from typing import Any

import msgspec
import pytest
from pages import asked
from played_deals import played

from overtrick.bots.bot import BOTS, Bot, Making
from overtrick.core.actions import Action
from overtrick.core.catalogue import game_names
from overtrick.core.seats import Seat
from overtrick.deal.round import Round
from overtrick.deal.view import View
from overtrick.formats import jsonl
from overtrick.protocol.answers import Honesty
from overtrick.server.honesty import CHANGES, examine_record

BOTS_OF_SEATS = ["", "simple", "random", "simple"]


@pytest.mark.parametrize("game", game_names())
def test_our_bots_do_the_same_in_every_changed_deal(game: str) -> None:
    found = examine_record(played(game), BOTS_OF_SEATS)
    assert found.same == found.changed > found.decisions > 3
    assert found.unsteady == 0
    sample = found.sample
    assert sample is not None
    assert BOTS_OF_SEATS[sample.seat - 1]
    assert sample.action == sample.other
    assert sample.hands[sample.seat - 1] == sample.changed[sample.seat - 1]
    assert sample.hands != sample.changed
    assert sorted(map(len, sample.hands)) == sorted(map(len, sample.changed))


def test_a_bot_that_peeks_is_shown_with_the_deal_in_which_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    last, legal = list[Round](), Round.legal

    def remembering(deal: Round) -> tuple[Action, ...]:
        last[:] = [deal]
        return legal(deal)

    def choose(seen: View) -> Action:
        assert seen.seat is not None
        return seen.legal[last[0].held[seen.seat.next - 1] % len(seen.legal)]

    def make(making: Making) -> Bot:
        return choose

    monkeypatch.setattr(Round, "legal", remembering)
    monkeypatch.setitem(BOTS, "peeking", make)
    found = examine_record(played("sueca"), ["peeking"] * 4)
    assert found.same < found.changed
    assert found.sample is not None
    assert found.sample.action != found.sample.other


def test_when_time_is_up_nothing_more_is_asked() -> None:
    record, ticks = played("sueca"), count()
    assert 1 <= examine_record(record, BOTS_OF_SEATS, 3, lambda: next(ticks)).decisions <= 4
    assert examine_record(record, BOTS_OF_SEATS, 0).decisions == 1


def test_by_http_it_is_as_it_is_described() -> None:
    record = played("euchre")
    answer: Any = asked("/api/honest?bots=,simple,,random", "POST", data=jsonl.dumps([record]).encode()).json
    honesty = msgspec.convert(answer, Honesty)
    assert honesty == examine_record(record, ["", "simple", "", "random"])
    assert honesty.changed <= CHANGES * honesty.decisions
    assert honesty.sample is not None
    assert honesty.sample.seat in (Seat.EAST, Seat.WEST)
    schemas: Any = asked("/api/openapi.json").json["components"]["schemas"]
    for value, name in ((answer, "Honesty"), (answer["sample"], "SampleInfo")):
        assert set(value) == set(schemas[name]["properties"]) == set(schemas[name]["required"])


@pytest.mark.parametrize(
    ("bots", "text", "code"),
    [
        ("simple", jsonl.dumps([played("euchre")]), "bad-bots"),
        ("", jsonl.dumps([played("euchre")]), "bad-bots"),
        (",nobody,,", jsonl.dumps([played("euchre")]), "unknown-bot"),
        (",exec:true,,", jsonl.dumps([played("euchre")]), "no-programs"),
        (",policy:x.npz,,", jsonl.dumps([played("euchre")]), "no-files"),
        (",simple,,", "", "empty"),
        (",simple,,", jsonl.dumps([played("euchre")._replace(plays=played("euchre").plays[::-1])]), "play-not-of-deal"),
    ],
)
def test_what_is_refused(bots: str, text: str, code: str) -> None:
    page = asked(f"/api/honest?bots={bots}", "POST", data=text.encode())
    assert (page.status, page.json["code"]) == (400, code)
