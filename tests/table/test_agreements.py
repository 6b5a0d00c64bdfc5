"""What players have to agree about: taking back, claims, giving up, another match."""

import pytest
from halls import Hall, at_deal, code, table_of
from ledgers import code_of, dealt_ledger, ledger_of

from overtrick.bots.simple_play import simple
from overtrick.core.errors import Illegal
from overtrick.deal.view import view
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import AddBot, Answer, Leave, Propose, Ready, RemoveBot, Say, Sit
from overtrick.protocol.outgoing import ProposalInfo
from overtrick.table.agreements import Agreements
from overtrick.table.log import MatchEnded

SEATS = (1, 2, 3, 4)


def others(client: int) -> list[int]:
    return [other for other in SEATS if other != client]


# Taking back


def test_an_action_is_taken_back_if_all_agree() -> None:
    hall = Hall()
    at_deal(hall)
    before, actor = hall.round(), hall.actor()
    hall.act()
    assert hall.propose(actor, "take-back") == ""
    assert hall.last(actor % 4 + 1, outgoing.Proposed).what == "take-back"
    first, second, third = others(actor)
    assert hall.answer(first, second) == ["", ""]
    assert hall.state.proposal == ProposalInfo(actor, "take-back", agreed=(first, second))
    assert hall.answer(first, actor) == ["nothing-to-answer"] * 2
    assert hall.round() != before
    hall.now += 5
    hall.answer(third)
    assert hall.round() == before
    assert hall.state.proposal is None
    taken_back = hall.last(actor, outgoing.TakenBack)
    assert taken_back.deal.legal == tuple(map(str, before.legal()))
    assert taken_back.until == hall.now + 60
    assert code(hall.act(str(before.legal()[-1]))) == ""


def test_an_action_is_not_taken_back_if_one_refuses() -> None:
    hall = Hall()
    at_deal(hall)
    actor = hall.actor()
    hall.act()
    after = hall.round()
    hall.propose(actor, "take-back")
    first, second, third = others(actor)
    hall.answer(first)
    hall.answer(second, yes=False)
    assert hall.last(actor, outgoing.Answered).yes is False
    assert hall.state.proposal is None
    assert hall.answer(third) == ["nothing-to-answer"]
    assert hall.round() is after
    assert hall.propose(actor, "take-back") == "", "it may be asked again"


def test_an_action_is_taken_back_with_all_after_it() -> None:
    hall = Hall()
    at_deal(hall)
    before, actor = hall.round(), hall.actor()
    for _ in range(3):
        hall.act()
    hall.propose(actor, "take-back")
    hall.answer(*others(actor))
    assert hall.round() == before
    assert hall.state.actions == []


def test_the_last_action_of_ones_own_is_taken_back_across_tricks() -> None:
    hall = Hall()
    at_deal(hall)
    first, rounds = hall.actor(), []
    while len(hall.round().plays) < 8 or hall.actor() == first:
        rounds.append((hall.actor(), hall.round()))
        hall.act()
    last = [round_ for actor, round_ in rounds if actor == first][-1]
    assert last is not rounds[0][1]
    hall.propose(first, "take-back")
    hall.answer(*others(first))
    assert hall.round() == last
    hall.propose(first, "take-back")
    hall.answer(*others(first))
    while hall.state.actions:
        assert hall.propose(first, "take-back") == ""
        hall.answer(*others(first))
    assert hall.round() == rounds[0][1], "and then those before it"
    assert hall.propose(first, "take-back") == "nothing-to-take-back"


def test_a_call_is_taken_back_and_cards_that_followed_it_with_it() -> None:
    hall = Hall()
    at_deal(hall, "belote")
    hall.act("pass")
    before, actor = hall.round(), hall.actor()
    hall.act("take")
    assert len(hall.round().hands[0]) == 8
    hall.propose(actor, "take-back")
    hall.answer(*others(actor))
    assert hall.round() == before
    assert [len(hall.last(client, outgoing.TakenBack).deal.hand) for client in SEATS] == [5] * 4
    hall.act("pass")
    assert [len(hand) for hand in hall.round().hands] == [5] * 4


def test_the_declarer_takes_back_a_card_of_dummy() -> None:
    hall = Hall()
    at_deal(hall, "bridge")
    hall.act("1NT")
    for _ in range(3):
        hall.act("pass")
    hall.act()
    before, declarer = hall.round(), hall.actor()
    dummy = int(before.turn or 0)
    assert dummy != declarer
    hall.act()
    assert hall.propose(declarer, "take-back") == ""
    hall.answer(*others(declarer))
    assert hall.round() == before
    assert hall.propose(dummy, "take-back") == "", "dummy's own last action was his call"


def test_alone_with_bots_one_takes_back_at_will() -> None:
    hall = Hall()
    at_deal(hall, people=1)
    while hall.actor() != 1:
        hall.think()
    before = hall.round()
    hall.act()
    thinking = list(hall.thinking)
    assert hall.propose(1, "take-back") == ""
    assert hall.round() == before
    for asked in thinking:
        hall.carry(hall.lobby.thought(asked, str(asked.view.legal[0]), hall.now))
    assert hall.round() == before, "the bot's answer comes too late"
    assert code(hall.act()) == ""


def test_bots_are_asked_again_after_a_take_back() -> None:
    hall = Hall()
    at_deal(hall, people=1)
    while hall.actor() != 1:
        hall.think()
    hall.act()
    hall.think()
    while hall.actor() != 1:
        hall.think()
    hall.thinking = []
    hall.propose(1, "take-back")
    hall.act()
    assert hall.thinking or hall.actor() == 1


def test_nobody_takes_back_before_he_has_acted() -> None:
    hall = Hall()
    at_deal(hall)
    hall.act()
    assert hall.propose(hall.actor(), "take-back") == "nothing-to-take-back"


# Proposals


def test_there_is_one_proposal_at_a_time() -> None:
    hall = Hall()
    at_deal(hall)
    assert hall.propose(1, "resign") == ""
    assert hall.propose(1, "resign") == "proposal-open"
    assert hall.propose(2, "resign") == "proposal-open"


def test_a_proposal_is_dropped_by_an_action_but_not_by_talk() -> None:
    hall = Hall()
    at_deal(hall)
    hall.propose(1, "resign")
    hall.say(4, Say(text="never"))
    assert hall.state.proposal is not None
    hall.act()
    assert hall.state.proposal is None
    assert hall.answer(3) == ["nothing-to-answer"]


@pytest.mark.parametrize("leaves", [False, True])
def test_a_proposal_is_dropped_if_somebody_goes(leaves: bool) -> None:
    hall = Hall()
    at_deal(hall)
    hall.propose(1, "resign")
    if leaves:
        hall.say(3, Leave())
    else:
        hall.lose(3)
    assert hall.state.proposal is None
    assert hall.phase() == "play"


def test_nothing_is_proposed_to_somebody_who_is_gone() -> None:
    hall = Hall()
    at_deal(hall)
    hall.lose(3)
    assert hall.propose(1, "resign") == "player-gone"
    assert hall.propose(2, "resign") == ""


# Giving up


def test_a_match_is_given_up_if_the_partner_agrees() -> None:
    hall = Hall()
    at_deal(hall)
    hall.propose(2, "resign")
    assert hall.answer(1, 3) == ["nothing-to-answer"] * 2
    hall.answer(4)
    ended = hall.last(1, outgoing.Ended)
    assert (ended.why, ended.seat, ended.winner) == ("resigned", 2, 1)
    assert ended.next_deal == 2
    assert len(ended.secret) == 64
    assert (hall.phase(), hall.state.round, hall.records) == ("over", None, [])
    assert hall.propose(1, "resign") == "no-match"


def test_a_match_with_a_bot_as_partner_is_given_up_alone() -> None:
    hall = Hall()
    at_deal(hall, people=2)
    assert hall.propose(2, "resign") == ""
    assert hall.last(1, outgoing.Ended).winner == 1


# Another match


def play_match(hall: Hall) -> None:
    """A match to its end, without nonces."""
    while hall.phase() != "over":
        if hall.state.round is None:
            for client in SEATS:
                hall.say(client, Ready(deal=hall.state.deal))
        else:
            hall.act(str(simple(view(hall.round(), hall.round().actor))))


def test_another_match_has_the_same_seats_the_next_dealer_and_further_numbers() -> None:
    hall = Hall()
    table_of(hall, "euchre:eecs280")
    play_match(hall)
    deals, dealer = len(hall.records), hall.records[-1].dealer
    assert dealer is not None
    assert hall.propose(3, "rematch") == ""
    hall.answer(1, 2)
    assert hall.phase() == "over"
    hall.answer(4)
    assert hall.got(1, outgoing.Restarted)
    assert (hall.phase(), hall.state.deal) == ("deal", deals + 1)
    assert hall.state.match.standing.totals == (0, 0)
    for client in SEATS:
        hall.say(client, Ready(deal=deals + 1))
    dealt = hall.last(1, outgoing.Dealt)
    assert (dealt.deal.deal, dealt.deal.dealer) == (deals + 1, dealer.next)
    play_match(hall)
    numbers = [record.fair["deal"] for record in hall.records if record.fair is not None]
    assert numbers == list(range(1, len(hall.records) + 1))
    secrets = [record.fair["secret"] for record in hall.records if record.fair is not None]
    assert len(set(secrets)) == len(secrets)


def test_another_match_needs_four_and_all_of_them() -> None:
    hall = Hall()
    table_of(hall, "sueca:fctp")
    assert hall.propose(1, "rematch") == "no-rematch"
    play_match(hall)
    hall.propose(1, "rematch")
    hall.answer(2, yes=False)
    assert hall.state.proposal is None
    hall.say(2, Leave())
    assert hall.propose(1, "rematch") == "no-rematch"
    hall.say(1, AddBot())
    hall.propose(1, "rematch")
    hall.answer(3, 4)
    assert hall.phase() == "deal"


def test_between_matches_seats_can_change() -> None:
    hall = Hall()
    table_of(hall, "sueca:fctp")
    play_match(hall)
    hall.say(2, Leave())
    hall.hello(5, "Newcomer")
    hall.say(5, Sit(table=hall.state.table))
    assert hall.state.chairs[2].name == "Newcomer"
    hall.lose(4)
    hall.wait(60)
    assert hall.state.chairs[4].info.kind == "empty"
    hall.say(1, AddBot(seat=4))
    assert code(hall.say(1, RemoveBot(seat=4))) == ""


# The part alone


def test_what_all_agreed_to_is_done_and_what_one_refuses_is_not() -> None:
    for answers, phase in (([True, True, True], "deal"), ([True, False], "over")):
        ledger = ledger_of()
        ledger.write(MatchEnded(why="drawn"))
        agreements = Agreements(ledger)
        agreements.propose(1, Propose(id="p", at=ledger.state.n, what="rematch"), 0.0)
        for seat, yes in enumerate(answers, 2):
            assert ledger.state.phase == "over"
            agreements.answer(seat, Answer(id="a", at=ledger.state.n, yes=yes), 0.0)
        assert (ledger.state.phase, ledger.state.proposal) == (phase, None)


def test_an_answer_to_nothing_is_refused() -> None:
    ledger = dealt_ledger()
    agreements, at = Agreements(ledger), ledger.state.n
    with pytest.raises(Illegal) as nothing:
        agreements.answer(1, Answer(id="a", at=at, yes=True), 0.0)
    agreements.propose(1, Propose(id="p", at=at, what="resign"), 0.0)
    with pytest.raises(Illegal) as not_asked:
        agreements.answer(2, Answer(id="a", at=ledger.state.n, yes=True), 0.0)
    with pytest.raises(Illegal) as before_it:
        agreements.answer(3, Answer(id="a", at=at, yes=True), 0.0)
    assert [code_of(error) for error in (nothing, not_asked, before_it)] == [
        "nothing-to-answer",
        "nothing-to-answer",
        "stale",
    ]
