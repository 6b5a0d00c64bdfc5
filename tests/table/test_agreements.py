"""What players have to agree about: taking back, claims, giving up, another match."""

import pytest
from halls import USUAL, Hall, Player, code, play_until, table_of

from overtrick.bots.simple import simple
from overtrick.judging import judge
from overtrick.play.round import Round
from overtrick.play.view import view
from overtrick.seats import Seat
from overtrick.table import outgoing
from overtrick.table.claims import is_sure
from overtrick.table.incoming import AddBot, Answer, Leave, Options, Proposal, Propose, Ready, RemoveBot, Say, Sit
from overtrick.table.parts import ProposalInfo

SEATS = (1, 2, 3, 4)


def at_deal(hall: Hall, game: str = "sueca", people: int = 4, options: Options = USUAL) -> list[Player]:
    players = table_of(hall, game, people, options)
    play_until(hall, players, outgoing.Dealt)
    return players


def round_of(hall: Hall) -> Round:
    assert hall.state.round is not None
    return hall.state.round


def actor_of(hall: Hall) -> int:
    return int(round_of(hall).actor or 0)


def propose(hall: Hall, client: int, what: Proposal, tricks: int = 0) -> str:
    n = hall.state.n
    return code(hall.say(client, Propose(id=f"propose {n}", at=n, what=what, tricks=tricks)))


def answer(hall: Hall, *clients: int, yes: bool = True) -> list[str]:
    codes = []
    for client in clients:
        n = hall.state.n
        codes.append(code(hall.say(client, Answer(id=f"answer {n}", at=n, yes=yes))))
    return codes


def others(client: int) -> list[int]:
    return [other for other in SEATS if other != client]


# Taking back


def test_an_action_is_taken_back_if_all_agree() -> None:
    hall = Hall()
    at_deal(hall)
    before, actor = round_of(hall), actor_of(hall)
    hall.act()
    assert propose(hall, actor, "take-back") == ""
    assert hall.last(actor % 4 + 1, outgoing.Proposed).what == "take-back"
    first, second, third = others(actor)
    assert answer(hall, first, second) == ["", ""]
    assert hall.state.proposal == ProposalInfo(actor, "take-back", agreed=(first, second))
    assert answer(hall, first, actor) == ["nothing-to-answer"] * 2
    assert round_of(hall) != before
    hall.now += 5
    answer(hall, third)
    assert round_of(hall) == before
    assert hall.state.proposal is None
    taken_back = hall.last(actor, outgoing.TakenBack)
    assert taken_back.deal.legal == tuple(map(str, before.legal()))
    assert taken_back.until == hall.now + 60
    assert code(hall.act(str(before.legal()[-1]))) == ""


def test_an_action_is_not_taken_back_if_one_refuses() -> None:
    hall = Hall()
    at_deal(hall)
    actor = actor_of(hall)
    hall.act()
    after = round_of(hall)
    propose(hall, actor, "take-back")
    first, second, third = others(actor)
    answer(hall, first)
    answer(hall, second, yes=False)
    assert hall.last(actor, outgoing.Answered).yes is False
    assert hall.state.proposal is None
    assert answer(hall, third) == ["nothing-to-answer"]
    assert round_of(hall) is after
    assert propose(hall, actor, "take-back") == "", "it may be asked again"


def test_an_action_is_taken_back_with_all_after_it() -> None:
    hall = Hall()
    at_deal(hall)
    before, actor = round_of(hall), actor_of(hall)
    for _ in range(3):
        hall.act()
    propose(hall, actor, "take-back")
    answer(hall, *others(actor))
    assert round_of(hall) == before
    assert hall.state.actions == []


def test_the_last_action_of_ones_own_is_taken_back_across_tricks() -> None:
    hall = Hall()
    at_deal(hall)
    first, rounds = actor_of(hall), []
    while len(round_of(hall).plays) < 8 or actor_of(hall) == first:
        rounds.append((actor_of(hall), round_of(hall)))
        hall.act()
    last = [round_ for actor, round_ in rounds if actor == first][-1]
    assert last is not rounds[0][1]
    propose(hall, first, "take-back")
    answer(hall, *others(first))
    assert round_of(hall) == last
    propose(hall, first, "take-back")
    answer(hall, *others(first))
    while hall.state.actions:
        assert propose(hall, first, "take-back") == ""
        answer(hall, *others(first))
    assert round_of(hall) == rounds[0][1], "and then those before it"
    assert propose(hall, first, "take-back") == "nothing-to-take-back"


def test_a_call_is_taken_back_and_cards_that_followed_it_with_it() -> None:
    hall = Hall()
    at_deal(hall, "belote")
    hall.act("pass")
    before, actor = round_of(hall), actor_of(hall)
    hall.act("take")
    assert len(round_of(hall).hands[0]) == 8
    propose(hall, actor, "take-back")
    answer(hall, *others(actor))
    assert round_of(hall) == before
    assert [len(hall.last(client, outgoing.TakenBack).deal.hand) for client in SEATS] == [5] * 4
    hall.act("pass")
    assert [len(hand) for hand in round_of(hall).hands] == [5] * 4


def test_the_declarer_takes_back_a_card_of_dummy() -> None:
    hall = Hall()
    at_deal(hall, "bridge")
    hall.act("1NT")
    for _ in range(3):
        hall.act("pass")
    hall.act()
    before, declarer = round_of(hall), actor_of(hall)
    dummy = int(before.turn or 0)
    assert dummy != declarer
    hall.act()
    assert propose(hall, declarer, "take-back") == ""
    answer(hall, *others(declarer))
    assert round_of(hall) == before
    assert propose(hall, dummy, "take-back") == "", "dummy's own last action was his call"


def test_alone_with_bots_one_takes_back_at_will() -> None:
    hall = Hall()
    at_deal(hall, people=1)
    while actor_of(hall) != 1:
        hall.think()
    before = round_of(hall)
    hall.act()
    thinking = list(hall.thinking)
    assert propose(hall, 1, "take-back") == ""
    assert round_of(hall) == before
    for asked in thinking:
        hall.carry(hall.lobby.thought(asked, str(asked.view.legal[0]), hall.now))
    assert round_of(hall) == before, "the bot's answer comes too late"
    assert code(hall.act()) == ""


def test_bots_are_asked_again_after_a_take_back() -> None:
    hall = Hall()
    at_deal(hall, people=1)
    while actor_of(hall) != 1:
        hall.think()
    hall.act()
    hall.think()
    while actor_of(hall) != 1:
        hall.think()
    hall.thinking = []
    propose(hall, 1, "take-back")
    hall.act()
    assert hall.thinking or actor_of(hall) == 1


def test_nobody_takes_back_before_he_has_acted() -> None:
    hall = Hall()
    at_deal(hall)
    hall.act()
    assert propose(hall, actor_of(hall), "take-back") == "nothing-to-take-back"


# Proposals


def test_there_is_one_proposal_at_a_time() -> None:
    hall = Hall()
    at_deal(hall)
    assert propose(hall, 1, "resign") == ""
    assert propose(hall, 1, "resign") == "proposal-open"
    assert propose(hall, 2, "resign") == "proposal-open"


def test_a_proposal_is_dropped_by_an_action_but_not_by_talk() -> None:
    hall = Hall()
    at_deal(hall)
    propose(hall, 1, "resign")
    hall.say(4, Say(text="never"))
    assert hall.state.proposal is not None
    hall.act()
    assert hall.state.proposal is None
    assert answer(hall, 3) == ["nothing-to-answer"]


@pytest.mark.parametrize("leaves", [False, True])
def test_a_proposal_is_dropped_if_somebody_goes(leaves: bool) -> None:
    hall = Hall()
    at_deal(hall)
    propose(hall, 1, "resign")
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
    assert propose(hall, 1, "resign") == "player-gone"
    assert propose(hall, 2, "resign") == ""


# Giving up


def test_a_match_is_given_up_if_the_partner_agrees() -> None:
    hall = Hall()
    at_deal(hall)
    propose(hall, 2, "resign")
    assert answer(hall, 1, 3) == ["nothing-to-answer"] * 2
    answer(hall, 4)
    ended = hall.last(1, outgoing.Ended)
    assert (ended.why, ended.seat, ended.winner) == ("resigned", 2, 1)
    assert ended.next_deal == 2
    assert len(ended.secret) == 64
    assert (hall.phase(), hall.state.round, hall.records) == ("over", None, [])
    assert propose(hall, 1, "resign") == "no-match"


def test_a_match_with_a_bot_as_partner_is_given_up_alone() -> None:
    hall = Hall()
    at_deal(hall, people=2)
    assert propose(hall, 2, "resign") == ""
    assert hall.last(1, outgoing.Ended).winner == 1


# Another match


def play_match(hall: Hall) -> None:
    """A match to its end, without nonces."""
    while hall.phase() != "over":
        if hall.state.round is None:
            for client in SEATS:
                hall.say(client, Ready(deal=hall.state.deal))
        else:
            hall.act(str(simple(view(round_of(hall), round_of(hall).actor))))


def test_another_match_has_the_same_seats_the_next_dealer_and_further_numbers() -> None:
    hall = Hall()
    table_of(hall, "euchre:seed002")
    play_match(hall)
    deals, dealer = len(hall.records), hall.records[-1].dealer
    assert dealer is not None
    assert propose(hall, 3, "rematch") == ""
    answer(hall, 1, 2)
    assert hall.phase() == "over"
    answer(hall, 4)
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
    table_of(hall, "sueca:seed001")
    assert propose(hall, 1, "rematch") == "no-rematch"
    play_match(hall)
    propose(hall, 1, "rematch")
    answer(hall, 2, yes=False)
    assert hall.state.proposal is None
    hall.say(2, Leave())
    assert propose(hall, 1, "rematch") == "no-rematch"
    hall.say(1, AddBot())
    propose(hall, 1, "rematch")
    answer(hall, 3, 4)
    assert hall.phase() == "deal"


def test_between_matches_seats_can_change() -> None:
    hall = Hall()
    table_of(hall, "sueca:seed001")
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


# Claims


def in_play(hall: Hall, tricks_left: int, people: int = 4) -> tuple[int, int]:
    """Bridge, played until so many tricks are left; the declarer is a person. Gives his seat and tricks."""
    table_of(hall, "bridge", people)
    while True:
        if hall.state.round is None:
            for client in range(1, people + 1):
                hall.say(client, Ready(deal=hall.state.deal))
        round_ = round_of(hall)
        declarer = None if round_.contract is None else round_.contract.seat
        if declarer is not None and declarer <= people and len(round_.plays) == 4 * (13 - tricks_left):
            return int(declarer), round_.tally.tricks[declarer.side - 1]
        action = str(simple(view(round_, round_.actor)))
        if hall.thinking:
            (thinking,), hall.thinking = hall.thinking, []
            hall.carry(hall.lobby.thought(thinking, action, hall.now))
        else:
            hall.act(action)


def test_a_claim_ends_the_deal_if_the_opponents_agree() -> None:
    hall = Hall()
    declarer, won = in_play(hall, 7)
    opponents = [other for other in others(declarer) if (other - declarer) % 2]
    assert propose(hall, declarer, "claim", won + 4) == ""
    (dummy,) = set(others(declarer)) - set(opponents)
    assert answer(hall, dummy, opponents[0]) == ["nothing-to-answer", ""]
    deal = hall.state.deal
    answer(hall, opponents[1])
    scored = hall.last(dummy, outgoing.Scored)
    assert (scored.deal, scored.claimed) == (deal, won + 4)
    assert hall.state.deal == deal + 1
    record = hall.records[-1]
    assert record.said is not None
    assert record.said[-1] == (len(record.plays), f"claim {won + 4}")
    judged = judge(record)
    assert (judged.status, judged.final) == ("clean", scored.scores)


def test_a_claim_that_an_opponent_refuses_changes_nothing() -> None:
    hall = Hall()
    declarer, won = in_play(hall, 7)
    before = round_of(hall)
    propose(hall, declarer, "claim", won + 7)
    answer(hall, declarer % 4 + 1, yes=False)
    assert round_of(hall) is before
    assert code(hall.act()) == ""


def test_only_the_declarer_claims_and_only_what_is_there() -> None:
    hall = Hall()
    declarer, won = in_play(hall, 7)
    for client in others(declarer):
        assert propose(hall, client, "claim", won) == "no-claim"
    assert propose(hall, declarer, "claim", won - 1) == "bad-claim"
    assert propose(hall, declarer, "claim", won + 8) == "bad-claim"


@pytest.mark.parametrize("game", ["sueca", "belote", "bridge"])
def test_without_a_declarer_and_his_dummy_nobody_claims(game: str) -> None:
    hall = Hall()
    at_deal(hall, game)
    for client in SEATS:
        assert propose(hall, client, "claim", 5) == "no-claim"


def test_bots_refuse_what_they_cannot_see_to_be_sure() -> None:
    hall = Hall()
    declarer, won = in_play(hall, 7, people=1)
    for more in range(7, 0, -1):
        assert propose(hall, declarer, "claim", won + more) == "claim-refused"
    assert propose(hall, declarer, "claim", won) == "", "who claims nothing more gives the rest up"
    assert hall.last(declarer, outgoing.Scored).claimed == won


@pytest.mark.parametrize("seed", range(6))
def test_bots_agree_at_once_to_what_is_sure(seed: int) -> None:
    hall = Hall(seed)
    declarer, won = in_play(hall, 2, people=1)
    seen = view(round_of(hall), Seat(declarer))
    most = max(more for more in range(3) if is_sure(seen, more))
    for more in range(2, most, -1):
        assert propose(hall, declarer, "claim", won + more) == "claim-refused"
    assert propose(hall, declarer, "claim", won + most) == ""
    assert hall.last(declarer, outgoing.Scored).claimed == won + most


def test_where_an_opponent_is_a_bot_the_other_has_to_agree_too() -> None:
    hall = Hall()
    declarer, won = in_play(hall, 7, people=2)
    assert propose(hall, declarer, "claim", won + 7) == "claim-refused"
    assert propose(hall, declarer, "claim", won) == ""
    assert hall.phase() == "play"
    answer(hall, 3 - declarer)
    assert hall.last(declarer, outgoing.Scored).claimed == won
