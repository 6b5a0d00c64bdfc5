"""Turns, without a table: who may act, when bots are asked, and when the clock runs out."""

from math import inf

import pytest
from ledgers import actor_of, code_of, deal_of, dealt_ledger, ledger_of, written

from overtrick.core.errors import Illegal, OvertrickError
from overtrick.core.seats import Seat
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Act, Options
from overtrick.table.ledger import Ledger
from overtrick.table.log import ActionDone
from overtrick.table.output import Thinking
from overtrick.table.turns import Turns

CLOCK = Options(clock=20, bot_delay=2)


def asked(ledger: Ledger) -> list[Thinking]:
    return ledger.take_changes().thinking


def test_a_player_acts_in_turn_and_the_clock_of_the_next_begins() -> None:
    ledger = dealt_ledger(options=CLOCK)
    seat, card = actor_of(ledger), str(deal_of(ledger).legal()[0])
    Turns(ledger).act(seat, Act(id="a", at=ledger.state.n, action=card), now=100.0)
    assert written(ledger) == [ActionDone(seat=seat, action=card, until=120.0)]
    assert ledger.state.done[seat, "a"] == ledger.state.n


@pytest.mark.parametrize(
    ("seat", "at", "action", "code"),
    [
        (0, 0, "", "stale"),
        (0, 99, "", "unknown-event"),
        (1, None, "", "not-your-turn-now"),
        (0, None, "nonsense", "bad-action"),
    ],
)
def test_what_cannot_be_done_changes_nothing(seat: int, at: int | None, action: str, code: str) -> None:
    ledger = dealt_ledger()
    own, card = actor_of(ledger), action or str(deal_of(ledger).legal()[0])
    message = Act(id="a", at=ledger.state.n if at is None else at, action=card)
    with pytest.raises(OvertrickError) as error:
        Turns(ledger).act(own % 4 + 1 if seat else own, message, 0.0)
    assert (code_of(error), written(ledger)) == (code, [])


def test_nobody_acts_without_a_deal_or_in_a_pause() -> None:
    without, paused = ledger_of(), dealt_ledger()
    paused.write(outgoing.Paused(n=0, seat=1))
    for ledger, code in ((without, "no-deal-on-table"), (paused, "paused")):
        with pytest.raises(Illegal) as error:
            Turns(ledger).act(1, Act(id="a", at=ledger.state.n, action="Ah"), 0.0)
        assert code_of(error) == code


def bots_turn() -> tuple[Ledger, Turns, Seat]:
    """A table at which it is a bot's turn."""
    ledger = dealt_ledger(people=1, bots=3, options=Options(clock=0, bot_delay=2))
    return ledger, Turns(ledger), Seat(actor_of(ledger))


def test_a_bot_is_asked_once_for_a_position() -> None:
    ledger, turns, seat = bots_turn()
    turns.wake_bot(10.0)
    turns.wake_bot(11.0)
    (thinking,) = asked(ledger)
    assert (thinking.seat, thinking.at, thinking.bot, thinking.not_before) == (seat, ledger.state.pivot, "simple", 12.0)
    assert thinking.view.seat is seat


def test_a_bot_acts_and_what_breaks_a_rule_is_replaced() -> None:
    ledger, turns, seat = bots_turn()
    legal = list(map(str, deal_of(ledger).legal()))
    turns.bot_acted(seat, ledger.state.pivot, "nonsense", 0.0)
    assert written(ledger) == [ActionDone(seat=int(seat), action=legal[0])]


@pytest.mark.parametrize("why", ["old", "other seat", "paused"])
def test_an_answer_that_comes_too_late_is_ignored(why: str) -> None:
    ledger, turns, seat = bots_turn()
    card = str(deal_of(ledger).legal()[0])
    if why == "paused":
        ledger.write(outgoing.Paused(n=0, seat=1))
        ledger.take_changes()
    at = ledger.state.pivot - (why == "old")
    turns.bot_acted(seat.next if why == "other seat" else seat, at, card, 0.0)
    assert written(ledger) == []


def test_a_player_who_is_present_is_not_played_for() -> None:
    ledger = dealt_ledger(options=CLOCK)
    turns, seat = Turns(ledger), Seat(actor_of(ledger))
    turns.wake_bot(0.0)
    assert asked(ledger) == []
    turns.bot_acted(seat, ledger.state.pivot, str(deal_of(ledger).legal()[0]), 0.0)
    assert written(ledger) == []


def test_when_the_time_is_up_a_bot_acts_for_the_player() -> None:
    ledger = dealt_ledger(options=CLOCK)
    turns, seat = Turns(ledger), Seat(actor_of(ledger))
    assert turns.wake_at == 20.0
    turns.wake_bot(20.0)
    assert [thinking.bot for thinking in asked(ledger)] == ["simple"]
    assert turns.wake_at == inf
    card = str(deal_of(ledger).legal()[0])
    turns.bot_acted(seat, ledger.state.pivot, card, 21.0)
    assert written(ledger) == [ActionDone(seat=int(seat), action=card, by="clock", until=41.0)]


def test_whoever_plays_on_a_seat_from_now_on_is_asked_anew() -> None:
    ledger = dealt_ledger(options=Options(clock=0))
    turns, seat = Turns(ledger), actor_of(ledger)
    ledger.write(outgoing.Gone(n=0, seat=seat, until=5.0))
    for _ in range(2):
        ledger.write(outgoing.StoodIn(n=0, seat=seat, bot="random"))
        turns.wake_bot(5.0)
        assert [thinking.bot for thinking in asked(ledger)] == ["random"]
        ledger.write(outgoing.Back(n=0, seat=seat))
        turns.wake_bot(6.0)
        assert asked(ledger) == []
