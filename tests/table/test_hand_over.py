"""Where the bot opposite declares, the person whose hand is dummy plays both hands."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from halls import USUAL, Hall, check_seen, code, regulars, table_of

from overtrick.core.seats import Seat
from overtrick.deal.view import view
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair.verification import verify
from overtrick.protocol.incoming import Act, Hint, Options, Ready
from overtrick.protocol.seen import Seen
from overtrick.referee.judging import judge
from overtrick.table.events import snapshot
from overtrick.table.log import ActionDone, decode

OWN, BOT = Seat.NORTH, Seat.SOUTH
"""the person, who is client 1, and the bot opposite"""


def declared(people: int = 1, options: Options = USUAL, declarer: Seat = BOT) -> Hall:
    """A table of Bridge at which a seat has bid 1NT, all others have passed, and the first card is led."""
    hall = Hall()
    table_of(hall, "bridge", people, options)
    for client in range(1, people + 1):
        hall.say(client, Ready(deal=hall.state.deal))
    step(hall, lambda actor: "1NT" if actor is declarer and not hall.round().auction.contract else "pass")
    while not hall.round().plays:
        step(hall, lambda _: str(hall.round().legal()[0]), once=True)
    return hall


def step(hall: Hall, choose: Callable[[Seat], str], *, once: bool = False) -> None:
    """Let whoever is asked call what was chosen, to the end of the auction, or act once."""
    while once or hall.round().phase == "auction":
        actor = hall.round().actor
        assert actor is not None
        asked, hall.thinking = hall.thinking, []
        if asked:
            hall.carry(hall.lobby.thought(asked[-1], choose(actor), hall.now))
        else:
            hall.act(choose(actor))
        if once:
            return


def test_the_person_has_the_hand_of_the_bot_once_their_own_lies_open() -> None:
    hall = declared()
    (lead,) = (message for message in hall.got(1, outgoing.Acted) if message.plays_for)
    assert (lead.plays_for, lead.dummy and lead.dummy[0]) == (BOT, OWN)
    assert lead.hand == tuple(map(str, view(hall.round(), BOT).hand))
    assert lead.legal == tuple(map(str, hall.round().legal())) != ()
    assert not hall.thinking, "the bot looks on"
    seen = Seen(snapshot(hall.state, 1))
    assert (seen.seat, seen.place, seen.view) == (OWN, BOT, view(hall.round(), BOT, hall.state.match.standing))


def test_others_are_told_nothing_of_it() -> None:
    hall = declared(people=2)
    assert hall.got(2, outgoing.Acted)
    for message in hall.got(2, outgoing.Acted):
        assert (message.plays_for, message.hand) == (None, None)
    assert snapshot(hall.state, 2).deal == msgspec.structs.replace(snapshot(hall.state, 2).deal, plays_for=None)  # type: ignore[type-var]


def test_the_person_plays_cards_of_both_hands_to_the_end() -> None:
    hall = declared()
    while hall.phase() == "play":
        if not hall.think():
            hall.act()
    (log,) = hall.logs.values()
    entries = [line.entry for line in map(decode, log)]
    cards = [entry for entry in entries if isinstance(entry, ActionDone)][-52:]
    assert sum(entry.seat == OWN for entry in cards) == 26
    assert all(entry.seat != BOT and not entry.by for entry in cards)
    (record,) = hall.records
    assert judge(record).status == "clean"
    assert record.seats == tuple(chair.name for chair in hall.state.chairs.values())
    assert verify(record).findings == ()


def test_what_is_seen_is_what_the_table_says_after_each_event() -> None:
    hall, lent = Hall(), 0
    (player,) = regulars(hall, "bridge", people=1)
    for _ in range(4):
        for _ in range(400):
            player.turn()
            player.look()
            if player.seen is not None:
                check_seen(player.seen, snapshot(hall.state, 1))
                lent += player.seen.place is BOT
            hall.think()
    assert lent > 9, "the bot has declared"


@pytest.mark.parametrize(
    ("people", "options", "declarer"),
    [(3, USUAL, BOT), (1, Options(hand_over=False, bot_delay=0), BOT), (1, USUAL, Seat.EAST), (1, USUAL, OWN)],
    ids=["a person declares", "not wanted", "an opponent declares", "they declare"],
)
def test_else_everybody_plays_their_own(people: int, options: Options, declarer: Seat) -> None:
    hall = declared(people, options, declarer)
    assert hall.state.lent(hall.round()) is None
    assert not any(message.plays_for for message in hall.got(1, outgoing.Acted))
    assert code(hall.say(1, Act(id="x", at=hall.state.n, action="pass"))) in ("not-your-turn-now", "bad-action")


def test_a_bot_that_came_for_a_person_who_left_plays_itself() -> None:
    hall = declared(people=3)
    hall.say(3, incoming.Leave(id="leave"))
    assert hall.state.chairs[BOT].kind == "bot"
    assert hall.state.lent(hall.round()) is None
    assert [asked.seat for asked in hall.thinking] == [BOT]


def test_a_bot_stands_in_for_both_hands_and_the_clock_is_the_persons() -> None:
    hall = declared(options=Options(clock=20, grace=5, bot_delay=0))
    assert hall.state.until == hall.now + 20
    hall.wait(20)
    assert [asked.seat for asked in hall.thinking] == [BOT]
    hall.think()
    late = hall.last(1, outgoing.Acted)
    assert (late.seat, late.by) == (OWN, "clock")


def test_they_may_ask_for_a_hint_claim_and_take_back() -> None:
    hall = declared(options=Options(bot_delay=0, clock=0))
    hall.say(1, Hint(id="hint", at=hall.state.n))
    assert [hint.view.seat for hint in hall.hints] == [BOT]
    hall.act()
    assert hall.propose(1, "take-back") == ""
    back = hall.last(1, outgoing.TakenBack).deal
    assert (len(back.plays), back.plays_for) == (1, BOT)
    assert hall.propose(1, "claim", 13) == "claim-not-from-the-top"
    assert hall.propose(1, "claim", 0) == ""
    assert hall.phase() == "deal"
    assert judge(hall.records[-1]).status == "clean"


def test_after_a_restart_they_go_on() -> None:
    hall = declared()
    taken = hall.last(1, outgoing.Taken)
    hall.restart()
    hall.come_back(5, taken)
    seen = Seen(hall.last(5, outgoing.Snapshot))
    assert (seen.seat, seen.place) == (OWN, BOT)
    assert seen.view is not None
    card = Random(1).choice(seen.view.legal)
    assert code(hall.say(5, Act(id="go on", at=hall.state.n, action=str(card)))) == ""
    assert [str(play) for play in hall.round().plays][-1] == str(card)
