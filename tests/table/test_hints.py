"""Hints: for who plays with bots alone, on his turn, once at a time, and from nothing but his view."""

import sys

import pytest
from halls import Hall, at_deal, code, play_until, table_of
from ledgers import act, actor_of, code_of, deal_of, dealt_ledger

from overtrick.bots.sampling.advice import Advice, Option
from overtrick.bots.shown import Range, Shown
from overtrick.core.errors import Illegal
from overtrick.core.seats import Seat
from overtrick.deal.view import view
from overtrick.games.bridge.rules import BIDS
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import AddBot, Hello, Hint, Leave, Options, Ready, Say
from overtrick.protocol.outgoing import ActionInfo, OptionInfo, ShownInfo
from overtrick.table.hints import Hints
from overtrick.table.output import Hinting


def my_turn(game: str = "sueca", people: int = 1) -> Hall:
    """A table with bots at which the first player has to act."""
    hall = Hall()
    at_deal(hall, game, people, Options(clock=0))
    while hall.actor() != 1:
        hall.think() or hall.act()
    return hall


def ask(hall: Hall, id_: str = "h", client: int = 1) -> str:
    """Ask for a hint; gives the code of a refusal."""
    return code(hall.say(client, Hint(id=id_, at=hall.state.n)))


def answer(hall: Hall, advice: Advice | None) -> list[outgoing.Message]:
    """Let the one hint that was asked for be answered; gives what the person got."""
    (hinting,) = hall.hints
    hall.hints, before = [], len(hall.mail[1])
    hall.carry(hall.lobby.hinted(hinting, advice))
    return hall.mail[1][before:]


def test_a_hint_goes_to_who_asked_and_nothing_is_kept_of_it() -> None:
    hall = my_turn()
    kept, n = len(hall.logs[hall.state.table]), hall.state.n
    assert ask(hall) == ""
    (hinting,) = hall.hints
    assert hinting.view == view(hall.round(), Seat.NORTH, hall.state.match.standing)
    first, second, *_ = hall.round().legal()
    options = (Option(first, 12.34567, 2 / 3, 70.0), Option(second, -3.0, 0.5, 55.5))
    (hint,) = answer(hall, Advice(first, options, 60, for_match=False))
    infos = (OptionInfo(str(first), 12.3457, 0.6667, 70.0), OptionInfo(str(second), -3.0, 0.5, 55.5))
    assert hint == outgoing.Hinted(id="h", action=str(first), options=infos, worlds=60)
    assert (len(hall.logs[hall.state.table]), hall.state.n) == (kept, n)


def test_a_hint_for_a_call_tells_what_it_shows_or_what_partner_has_shown() -> None:
    hall = my_turn("bridge")
    assert ask(hall) == ""
    known = Shown(Range(6, 9), (Range(4, 13), Range(0, 9), Range(0, 9), Range(0, 9)))
    (hint,) = answer(hall, Advice(BIDS["1S"], shows=known))
    info = ShownInfo((6, 9), ((4, 13), (0, 9), (0, 9), (0, 9)))
    parts = {"1S": ActionInfo("bid", "1", 1, "S", gap="")}
    assert hint == outgoing.Hinted(id="h", action="1S", actions=parts, shows=info)
    assert ask(hall) == ""
    (hint,) = answer(hall, Advice(BIDS["1S"], partner=known))
    assert hint == outgoing.Hinted(id="h", action="1S", actions=parts, partner=info)


def test_the_same_question_in_the_same_position_is_the_same_one() -> None:
    hall = my_turn()
    asked = list[Hinting]()
    for id_ in ("a", "b"):
        assert ask(hall, id_) == ""
        asked += hall.hints
        answer(hall, Advice(hall.round().legal()[0]))
    assert asked[0] == asked[1]._replace(id="a")


def test_one_hint_at_a_time_which_is_not_thought_about_twice() -> None:
    hall = my_turn()
    assert ask(hall, "a") == ""
    assert ask(hall, "b") == "hint-under-way"
    assert ask(hall, "a") == ""
    (hint,) = answer(hall, Advice(hall.round().legal()[0]))
    assert isinstance(hint, outgoing.Hinted)
    assert ask(hall, "b") == ""


def test_no_hints_where_somebody_else_plays() -> None:
    hall = my_turn(people=2)
    assert ask(hall) == "hint-among-others"
    hall.lose(2)
    assert ask(hall) == "hint-among-others"
    hall.hello(2)
    hall.come_back(2, hall.last(2, outgoing.Taken))
    hall.say(2, Leave())
    assert ask(hall) == ""


def test_no_hints_out_of_turn_or_between_deals() -> None:
    hall = Hall()
    table_of(hall, "sueca", 1)
    assert ask(hall) == "no-deal-on-table"
    hall.say(1, Ready(deal=1))
    if hall.actor() == 1:
        hall.act()
    assert ask(hall) == "not-your-turn-now"
    assert code(hall.say(1, Hint(id="h", at=0))) == "stale"
    assert code(hall.say(1, Hint(id="h", at=hall.state.n + 1))) == "unknown-event"
    assert hall.hints == []


def test_a_hint_that_comes_too_late_tells_nothing() -> None:
    hall = my_turn()
    ask(hall)
    advised = hall.round().legal()[0]
    hall.act()
    assert answer(hall, Advice(advised)) == [outgoing.Done(id="h", n=hall.state.n)]


def test_talk_does_not_make_a_hint_late() -> None:
    hall = my_turn()
    ask(hall)
    hall.say(1, Say(text="hm"))
    (hint,) = answer(hall, Advice(hall.round().legal()[0]))
    assert isinstance(hint, outgoing.Hinted)


def test_who_comes_back_gets_the_hint_that_he_asked_for_before() -> None:
    hall = my_turn()
    ask(hall)
    hall.lose(1)
    taken = hall.last(1, outgoing.Taken)
    hall.say(7, Hello(v=1, table=taken.table, token=taken.token))
    assert ask(hall, client=7) == ""
    (hinting,) = hall.hints
    hall.carry(hall.lobby.hinted(hinting, Advice(hall.round().legal()[0])))
    assert isinstance(hall.mail[7][-1], outgoing.Hinted)


def test_a_hint_for_somebody_who_has_gone_is_dropped() -> None:
    hall = my_turn()
    ask(hall)
    hall.lose(1)
    assert answer(hall, Advice(hall.round().legal()[0])) == []


def test_a_hint_that_nobody_finds_is_refused() -> None:
    hall = my_turn()
    ask(hall)
    (refused,) = answer(hall, None)
    assert isinstance(refused, outgoing.Refused)
    assert (refused.code, refused.id, refused.text) == ("no-hint", "h", "No hint was found.")
    assert ask(hall) == ""


def test_without_its_extra_there_are_no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = my_turn()
    monkeypatch.setitem(sys.modules, "numba", None)
    assert ask(hall) == "not-installed"


def test_bots_play_the_same_whether_somebody_asks_or_not() -> None:
    played = []
    for asks in (False, True):
        hall = my_turn("belote")
        if asks:
            ask(hall)
            answer(hall, Advice(hall.round().legal()[0]))
        for _ in range(20):
            hall.think() or hall.act()
        played.append(hall.state.actions)
    assert played[0] == played[1] != []


def test_between_deals_who_is_alone_exchanges_bots() -> None:
    hall = my_turn()
    assert code(hall.say(1, AddBot(bot="simple", seat=2))) == "bot-plays"
    while hall.state.round is not None:
        hall.think() or hall.act()
    (sat,) = hall.say(1, AddBot(bot="simple", seat=2))
    assert isinstance(sat, outgoing.Sat)
    hall.say(1, Ready(deal=hall.state.deal))
    while hall.actor() != 2:
        hall.think() or hall.act()
    assert hall.thinking[0].bot == "simple"


def test_among_others_bots_stay_as_long_as_the_match() -> None:
    hall = Hall()
    players = at_deal(hall, "sueca", 2)
    play_until(hall, players, outgoing.Scored)
    assert code(hall.say(1, AddBot(bot="simple", seat=4))) == "match-has-begun"


# The part alone


def test_one_question_is_thought_about_at_a_time() -> None:
    pytest.importorskip("numpy")
    ledger = dealt_ledger(people=1, bots=3)
    while actor_of(ledger) != 1:
        act(ledger)
    ledger.take_changes()
    hints, at = Hints(ledger), ledger.state.n
    for _ in range(2):
        hints.ask(1, Hint(id="a", at=at))
    with pytest.raises(Illegal) as error:
        hints.ask(1, Hint(id="b", at=at))
    assert code_of(error) == "hint-under-way"
    (hinting,) = ledger.take_changes().hints
    best = deal_of(ledger).legal()[0]
    assert hints.answer(hinting, Advice(best)) == outgoing.Hinted(id="a", action=str(best))
    assert hints.answer(hinting, None) is None
    act(ledger)
    assert hints.answer(hinting, Advice(best)) == outgoing.Done(id="a", n=ledger.state.n)
