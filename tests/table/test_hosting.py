"""What the host of a table may do, and who that is."""

import pytest
from ledgers import act, actor_of, code_of, deal_of, dealt_ledger, ledger_of, written

from overtrick.core.errors import Illegal
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Options, Pace
from overtrick.table.hosting import Hosting
from overtrick.table.ledger import Ledger
from overtrick.table.log import Moved, PersonSat
from overtrick.table.seats import Seats
from overtrick.table.turns import Turns

SLOW = Pace(id="p", bot_delay=2, trick_delay=5)


def test_the_host_is_who_sat_down_first_unless_a_bot_plays_for_them() -> None:
    ledger = ledger_of(people=3)
    hosts = [ledger.state.host]
    for entry in (
        Moved(seat=1, token="other"),
        outgoing.Gone(n=0, seat=1, until=9),
        outgoing.StoodIn(n=0, seat=1, bot="simple"),
        outgoing.Back(n=0, seat=1),
        outgoing.Left(n=0, seat=1),
        PersonSat(seat=1, name="late", token="late"),
        outgoing.Left(n=0, seat=2),
        outgoing.Left(n=0, seat=3),
        outgoing.Left(n=0, seat=1),
    ):
        ledger.write(entry)
        hosts.append(ledger.state.host)
    assert hosts == [1, 1, 1, 2, 1, 2, 2, 3, 1, 0]


def test_the_host_changes_the_speed_of_the_table() -> None:
    ledger = ledger_of(people=2)
    Hosting(ledger, Seats(ledger)).pace(1, SLOW)
    assert written(ledger) == [outgoing.Paced(n=0, seat=1, bot_delay=2, trick_delay=5)]
    assert (ledger.state.options.bot_delay, ledger.state.options.lead_delay) == (2, 5)
    with pytest.raises(Illegal) as error:
        Hosting(ledger, Seats(ledger)).pace(2, SLOW)
    assert (code_of(error), written(ledger)) == ("host-only", [])


@pytest.mark.parametrize(
    ("options", "delay"),
    [
        (Options(), 1.2),
        (Options(bot_delay=0), 0),
        (Options(bot_delay=2), 2),
        (Options(trick_delay=0), 0.7),
        (Options(bot_delay=0, trick_delay=3), 3),
    ],
)
def test_how_long_a_trick_lies_before_a_bot_leads(options: Options, delay: float) -> None:
    assert options.lead_delay == delay


def delays(ledger: Ledger) -> list[tuple[int, float]]:
    """For each card of a deal of bots: how many lie in the trick before it, and how long the bot takes."""
    turns, found = Turns(ledger), []
    while deal_of(ledger).phase == "play":
        trick = deal_of(ledger).trick
        assert trick is not None
        turns.wake_bot(100.0)
        (thinking,) = ledger.take_changes().thinking
        assert thinking.seat == actor_of(ledger)
        found.append((len(trick.cards), thinking.not_before - 100.0))
        act(ledger)
    return found


def test_bots_let_everybody_see_the_last_trick() -> None:
    first, *others = delays(dealt_ledger(people=0, bots=4, options=Options(bot_delay=1, trick_delay=3)))
    assert first == (0, 1)
    assert set(others) == {(0, 3), (1, 1), (2, 1), (3, 1)}
