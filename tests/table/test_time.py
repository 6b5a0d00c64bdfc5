"""Clocks, delays and deadlines; all time is that of the test."""

import pytest
from halls import Hall, at_deal, between_deals, code, play_on, play_until, table_of

from overtrick.protocol import fair, outgoing
from overtrick.protocol.incoming import PUBLIC_CLOCK, Act, Answer, Leave, Options, Propose, Ready, Reveal, Sit, WhenGone
from overtrick.table.absence import KEPT
from overtrick.table.output import Output

NONCE = bytes(range(32))


# Clocks


@pytest.mark.parametrize(
    ("options", "seconds"),
    [
        (Options(), PUBLIC_CLOCK),
        (Options(private=True), None),
        (Options(clock=0), None),
        (Options(clock=5), 5),
        (Options(private=True, clock=5), 5),
    ],
)
def test_public_have_a_clock_and_private_ones_none_unless_they_say_so(options: Options, seconds: int | None) -> None:
    hall = Hall()
    at_deal(hall, options=options)
    until = None if seconds is None else hall.now + seconds
    assert hall.last(1, outgoing.Snapshot).options.clock == (seconds or 0)
    assert [hall.last(client, outgoing.Dealt).until for client in (1, 2, 3, 4)] == [until] * 4
    hall.now += 2
    hall.act()
    assert hall.last(1, outgoing.Acted).until == (None if seconds is None else hall.now + seconds)
    assert hall.state.until == hall.last(1, outgoing.Acted).until


def test_bots_have_no_clock() -> None:
    hall = Hall()
    at_deal(hall, people=1)
    events = [hall.last(1, outgoing.Dealt)]
    assert hall.state.round is not None
    assert (events[0].until is None) == (hall.state.round.actor != 1)


def test_a_turn_that_runs_out_is_played_by_a_bot_and_marked() -> None:
    hall = Hall()
    at_deal(hall, options=Options(clock=30, bot="random"))
    assert hall.state.round is not None
    actor, now = hall.state.round.actor, hall.now
    hall.wait(29)
    assert not hall.thinking
    hall.wait(1)
    assert [(thinking.seat, thinking.bot) for thinking in hall.thinking] == [(actor, "random")]
    hall.think()
    acted = hall.last(1, outgoing.Acted)
    assert (acted.seat, acted.by) == (actor, "clock")
    assert hall.now == now + 30.7
    assert acted.until == hall.now + 30


def test_who_acts_after_his_time_but_before_the_bot_has_acted_himself() -> None:
    hall = Hall()
    at_deal(hall, options=Options(clock=30))
    hall.wait(30)
    assert len(hall.thinking) == 1
    assert code(hall.act()) == ""
    n = hall.state.n
    hall.think()
    assert hall.state.n == n
    assert hall.last(1, outgoing.Acted).by == ""


def test_a_match_in_which_nobody_ever_acts_is_played_by_the_clock() -> None:
    hall = Hall()
    table_of(hall, "sueca:fctp", options=Options(clock=1, bot="random"))
    for client in (1, 2, 3, 4):
        hall.say(client, Ready(deal=1))
    while not hall.got(1, outgoing.Ended):
        hall.wait(1)
        hall.think()
    assert {event.by for event in hall.got(1, outgoing.Acted)} == {"clock"}
    assert len(hall.got(1, outgoing.Acted)) == 40


# Bots


class Punctual(Hall):
    """A hall that notes how long bots are made to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.delays: set[float] = set()

    def carry(self, out: Output) -> None:
        self.delays |= {round(thinking.not_before - self.now, 6) for thinking in out.thinking}
        super().carry(out)


@pytest.mark.parametrize("delay", [0, 0.7, 3])
def test_bots_answer_after_a_delay_that_tells_nothing(delay: float) -> None:
    hall = Punctual()
    options = Options(bot_delay=delay)
    play_on(hall, table_of(hall, "euchre:eecs280", 1, options))
    assert hall.records
    assert hall.delays == {delay, options.lead_delay}


def test_an_answer_that_is_not_legal_is_replaced() -> None:
    hall = Hall()
    players = table_of(hall, "coinche:pagat", 1)
    play_until(hall, players, outgoing.Dealt)
    while not hall.thinking:
        hall.act("pass")
    (thinking,) = hall.thinking
    n = hall.state.n
    hall.carry(hall.lobby.thought(thinking, "900 H", hall.now))
    assert hall.state.n > n
    assert hall.last(1, outgoing.Acted).action == str(thinking.view.legal[0])


# Before a deal


def test_an_open_table_waits_for_all_to_be_ready() -> None:
    hall = Hall()
    table_of(hall, "sueca")
    for client in (1, 2, 3):
        hall.say(client, Ready(deal=1))
    hall.wait(KEPT)
    assert hall.phase() == "open"
    hall.say(4, Ready(deal=1))
    assert hall.phase() == "play"


@pytest.mark.parametrize(("grace", "seconds"), [(60, 60), (20, 20), (0, 10)])
def test_who_is_not_ready_for_the_next_deal_in_time_is_not_waited_for(grace: int, seconds: int) -> None:
    hall = Hall()
    between_deals(hall, Options(grace=grace))
    for client in (1, 2):
        hall.say(client, Ready(deal=2, commitment=fair.commitment(NONCE)))
    hall.wait(seconds - 1)
    assert hall.phase() == "deal"
    hall.wait(1)
    assert [event.seat for event in hall.got(1, outgoing.WasReady)[-2:]] == [3, 4]
    bound = fair.commitment(NONCE)
    assert hall.last(1, outgoing.Committed).seats == (bound, bound, "-", "-")
    for client in (1, 2):
        hall.say(client, Reveal(deal=2, nonce=NONCE.hex()))
    dealt = hall.last(1, outgoing.Dealt)
    assert dealt.marks == ("committed", "committed", "uncommitted", "uncommitted")
    assert dealt.nonces == (NONCE.hex(), NONCE.hex(), "-", "-")


def test_after_a_rematch_there_is_all_the_time_again() -> None:
    hall = Hall()
    between_deals(hall)
    hall.wait(50)
    hall.say(1, Propose(id="p", at=hall.state.n, what="resign"))
    hall.say(3, Answer(id="a", at=hall.state.n, yes=True))
    assert hall.phase() == "over"
    hall.wait(50)
    hall.say(1, Propose(id="q", at=hall.state.n, what="rematch"))
    for client in (2, 3, 4):
        hall.say(client, Answer(id="b", at=hall.state.n, yes=True))
    assert hall.phase() == "deal"
    hall.wait(59)
    assert hall.phase() == "deal"
    hall.wait(1)
    assert hall.phase() == "play"


def test_after_a_pause_there_is_all_the_time_again() -> None:
    hall = Hall()
    between_deals(hall, Options(when_gone="pause"))
    table = hall.state.table
    hall.wait(50)
    hall.say(4, Leave())
    hall.wait(50)
    assert hall.state.paused
    hall.say(4, Sit(table=table))
    assert not hall.state.paused
    hall.wait(59)
    assert hall.phase() == "deal"
    hall.wait(1)
    assert hall.phase() == "play"


# Never a busy loop


@pytest.mark.parametrize("when_gone", ["bot", "pause", "end"])
@pytest.mark.parametrize("clock", [0, 5])
def test_a_table_left_alone_in_any_phase_sleeps(when_gone: WhenGone, clock: int) -> None:
    """`Hall.wait` asserts that whatever was due is done."""
    for steps in range(60):
        hall = Hall(steps)
        players = table_of(hall, "sueca:fctp", options=Options(when_gone=when_gone, clock=clock, grace=7))
        for _ in range(steps):
            for player in players:
                player.turn()
        hall.say(1 + steps % 4, Leave())
        hall.wait(30)
        hall.lose(1 + (steps + 1) % 4)
        hall.wait(30)
        for client in (1, 2, 3, 4):
            hall.lose(client)
        hall.wait(2 * KEPT)
        assert len(hall.lobby.rooms) == 0
        assert hall.lobby.wake_at is None


def test_nothing_is_taken_back_while_a_match_pauses() -> None:
    hall = Hall()
    at_deal(hall, options=Options(when_gone="pause", clock=5))
    assert hall.state.round is not None
    first = int(hall.state.round.actor or 0)
    hall.act()
    hall.say(first % 4 + 1, Leave())
    propose = Propose(id="p", at=hall.state.n, what="take-back")
    assert code(hall.say(first, propose)) == "paused"
    assert code(hall.say(first, Act(id="x", at=hall.state.n, action="7h"))) == "paused"
    hall.wait(100)
    assert hall.state.paused


def test_a_clock_that_was_set_back_before_a_restart_holds_no_seat_for_longer() -> None:
    hall = Hall()
    at_deal(hall, options=Options(grace=60, when_gone="bot"))
    taken = hall.last(2, outgoing.Taken)
    hall.lose(1)
    hall.now -= 3600
    hall.restart()
    hall.come_back(2, taken)
    hall.wait(61)
    assert hall.state.chairs[1].bot


def test_a_clock_that_was_set_back_before_a_restart_holds_up_no_deal() -> None:
    hall = Hall()
    table_of(hall, "sueca", 4, Options(grace=60))
    taken = hall.last(2, outgoing.Taken)
    for client in (1, 2, 3, 4):
        hall.say(client, Ready(deal=1, commitment=fair.commitment(NONCE)))
    assert hall.state.committed is not None
    hall.now -= 3600
    hall.restart()
    hall.come_back(2, taken)
    hall.wait(61)
    assert hall.phase() == "play"
