"""Claims against bots: they hold in all deals that are possible for the claimer, by one and the same play."""

import re
from itertools import combinations
from random import Random

import pytest
from halls import Hall, at_deal, code, table_of

from overtrick.bots.simple_play import simple
from overtrick.core.actions import PASS
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import OvertrickError
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.dealing import deck_of
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Propose, Ready
from overtrick.referee.judging import judge
from overtrick.table.agreements import MOST_TRICKS, _takes_from_the_top, is_sure
from overtrick.table.output import Output

BRIDGE = find_game("bridge")


def ending(rng: Random, cards: int) -> Round:
    """A deal of Bridge in which nobody has more than so many cards."""
    while True:
        round_ = Round(BRIDGE, rng.choice(SEATS), rng.sample(list(BRIDGE.pack), 52))
        while round_.phase == "auction":
            legal = round_.legal()
            round_ = round_.apply(PASS if rng.random() < 0.7 else rng.choice(legal[:8]))
        while round_.phase == "play" and max(map(len, round_.hands)) > cards:
            round_ = round_.apply(rng.choice(round_.legal()))
        for _ in range(rng.randrange(4)):
            round_ = round_.apply(rng.choice(round_.legal())) if round_.phase == "play" else round_
        if round_.phase == "play":
            return round_


def declarer_of(round_: Round) -> Seat:
    assert round_.contract is not None
    assert round_.contract.seat is not None
    return round_.contract.seat


def possible(real: Round) -> list[Round]:
    """All deals that the declarer cannot tell from the real one, found by playing every one of them."""
    declarer = declarer_of(real)
    first, second = declarer.next, declarer.next.partner
    seen, hidden = view(real, declarer), real.hands[first - 1] | real.hands[second - 1]
    found = []
    for held in combinations(hidden, len(real.hands[first - 1])):
        hands = [Cards(hand) for hand in real.dealt.hands]
        for seat, now in ((first, Cards(held)), (second, hidden - Cards(held))):
            hands[seat - 1] = (hands[seat - 1] - real.hands[seat - 1]) | now
        deck = deck_of(BRIDGE, real.dealer, Deal(tuple(tuple(hand) for hand in hands)))
        try:
            other = Round(BRIDGE, real.dealer, deck).apply_all([*real.auction.calls, *real.plays])
        except OvertrickError:
            continue
        assert view(other, declarer) == seen
        found.append(other)
    return found


def wins(rounds: list[Round], side: Side, tricks: int) -> bool:
    """Whether a side has so many tricks at the end of all of these deals, which it cannot tell apart."""
    if rounds[0].phase == "over":
        return rounds[0].tally.tricks[side - 1] >= tricks
    cards = {str(card) for round_ in rounds for card in round_.legal()}
    results = [
        wins([round_.apply(card) for round_ in rounds if card in map(str, round_.legal())], side, tricks)
        for card in cards
    ]
    turn = rounds[0].turn
    return any(results) if turn is not None and turn.side is side else all(results)


@pytest.mark.parametrize("cards", [1, 2])
def test_a_claim_is_sure_if_it_holds_whatever_the_others_have_and_do(cards: int) -> None:
    rng, found = Random(cards), {True: 0, False: 0}
    for _ in range(40):
        real = ending(rng, cards)
        declarer, rounds = declarer_of(real), possible(real)
        won = real.tally.tricks[declarer.side - 1]
        for more in range(14 - len(real.tricks)):
            sure = is_sure(view(real, declarer), more)
            assert sure == wins(rounds, declarer.side, won + more)
            found[sure] += 1
    assert min(found.values()) > 10


def test_what_holds_in_the_real_deal_alone_is_not_sure() -> None:
    """Else a claim would be a way to find out where the cards are."""
    rng, lucky = Random(1), 0
    for _ in range(60):
        real = ending(rng, 2)
        declarer, rounds = declarer_of(real), possible(real)
        won = real.tally.tricks[declarer.side - 1]
        for more in range(1, 14 - len(real.tricks)):
            answers = {is_sure(view(world, declarer), more) for world in rounds}
            assert len(answers) == 1
            lucky += wins([real], declarer.side, won + more) and answers == {False}
    assert lucky


def test_what_is_taken_from_the_top_is_sure() -> None:
    rng, found = Random(3), 0
    for _ in range(150):
        real = ending(rng, MOST_TRICKS)
        seen, won = view(real, declarer_of(real)), len(real.tricks)
        for more in range(1, 14 - won):
            if _takes_from_the_top(seen, more):
                found += 1
                assert is_sure(seen, more)
    assert found > 20


def test_a_hand_full_of_masters_is_claimed_after_the_first_trick() -> None:
    hands = ["AsKsQsJs AhKhQh AdKdQd AcKcQc", "Ts9s8s7s Th9h8h Td9d8d Tc9c8c"]
    declarer, dummy = (Cards(map(Card, re.findall("..", hand.replace(" ", "")))) for hand in hands)
    rest = [card for card in BRIDGE.pack if card not in declarer and card not in dummy]
    deal = Deal((tuple(declarer), tuple(rest[:13]), tuple(dummy), tuple(rest[13:])))
    round_ = Round(BRIDGE, Seat(1), deck_of(BRIDGE, Seat(1), deal)).apply_all(["7NT", "pass", "pass", "pass"])
    for card in (0, -1, -1, 0):  # the declarer has the last word, and cards come from the ace down
        round_ = round_.apply(round_.legal()[card])
    assert (len(round_.tricks), round_.turn) == (1, Seat(1))
    assert is_sure(view(round_, Seat(1)), 12)


def test_without_the_lead_or_without_masters_nothing_is_taken_from_the_top() -> None:
    rng, refused = Random(2), 0
    for _ in range(60):
        real = ending(rng, 8)
        seen = view(real, declarer_of(real))
        assert is_sure(seen, 0)
        assert real.trick is not None
        if real.trick.cards or real.trick.leader.side is not declarer_of(real).side:
            assert not is_sure(seen, 1)
            refused += 1
    assert refused


# At a table


def in_play(hall: Hall, tricks_left: int, people: int = 4) -> tuple[int, int]:
    """Bridge, played until so many tricks are left; the declarer is a person. Gives his seat and tricks."""
    table_of(hall, "bridge", people)
    while True:
        if hall.state.round is None:
            for client in range(1, people + 1):
                hall.say(client, Ready(deal=hall.state.deal))
        round_ = hall.round()
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
    dummy, opponents = (declarer + 1) % 4 + 1, [seat for seat in SEATS if seat.side is not Seat(declarer).side]
    assert hall.propose(declarer, "claim", won + 4) == ""
    assert hall.answer(dummy, opponents[0]) == ["nothing-to-answer", ""]
    deal = hall.state.deal
    hall.answer(opponents[1])
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
    before = hall.round()
    hall.propose(declarer, "claim", won + 7)
    hall.answer(declarer % 4 + 1, yes=False)
    assert hall.round() is before
    assert code(hall.act()) == ""


def test_only_the_declarer_claims_and_only_what_is_there() -> None:
    hall = Hall()
    declarer, won = in_play(hall, 7)
    for client in set(SEATS) - {declarer}:
        assert hall.propose(client, "claim", won) == "no-claim"
    assert hall.propose(declarer, "claim", won - 1) == "bad-claim"
    assert hall.propose(declarer, "claim", won + 8) == "bad-claim"


@pytest.mark.parametrize("game", ["sueca", "belote", "bridge"])
def test_without_a_declarer_and_his_dummy_nobody_claims(game: str) -> None:
    hall = Hall()
    at_deal(hall, game)
    for client in SEATS:
        assert hall.propose(client, "claim", 5) == "no-claim"


def test_bots_refuse_what_they_cannot_see_to_be_sure() -> None:
    hall = Hall()
    declarer, won = in_play(hall, 7, people=1)
    seen = view(hall.round(), Seat(declarer))
    for more in range(7, 0, -1):
        if not is_sure(seen, more):
            assert hall.propose(declarer, "claim", won + more) == "claim-not-from-the-top"
    assert hall.propose(declarer, "claim", won) == "", "who claims nothing more gives the rest up"
    assert hall.last(declarer, outgoing.Scored).claimed == won


@pytest.mark.parametrize("seed", range(6))
def test_bots_agree_at_once_to_what_is_sure(seed: int) -> None:
    hall = Hall(seed)
    declarer, won = in_play(hall, 2, people=1)
    seen = view(hall.round(), Seat(declarer))
    most = max(more for more in range(3) if is_sure(seen, more))
    for more in range(2, most, -1):
        assert hall.propose(declarer, "claim", won + more) == "claim-not-sure"
    assert hall.propose(declarer, "claim", won + most) == ""
    assert hall.last(declarer, outgoing.Scored).claimed == won + most


def test_where_an_opponent_is_a_bot_the_other_has_to_agree_too() -> None:
    hall = Hall()
    declarer, won = in_play(hall, 7, people=2)
    assert hall.propose(declarer, "claim", won + 7) == "claim-not-from-the-top"
    assert hall.propose(declarer, "claim", won) == ""
    assert hall.phase() == "play"
    hall.answer(3 - declarer)
    assert hall.last(declarer, outgoing.Scored).claimed == won


def claiming(hall: Hall, declarer: int, tricks: int, id_: str) -> Output:
    n = hall.state.n
    return hall.lobby.receive(declarer, Propose(id=id_, at=n, what="claim", tricks=tricks), hall.now)


def test_a_table_does_not_look_itself_whether_a_claim_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    declarer, won = in_play(hall, 2, people=1)
    monkeypatch.setattr("overtrick.table.agreements.is_sure", None)
    out = claiming(hall, declarer, won + 1, "one")
    assert not out.has_to_be_stored
    assert out.posts == []
    (claim,) = out.claims
    assert (claim.tricks, claim.more) == (won + 1, 1)
    assert claiming(hall, declarer, won + 1, "one").claims == [], "said again, it is looked at once"
    (refused,) = claiming(hall, declarer, won + 2, "two").posts
    assert isinstance(refused.message, outgoing.Refused)
    assert refused.message.code == "proposal-open"
    hall.carry(hall.lobby.claimed(claim, True, hall.now))
    assert hall.last(declarer, outgoing.Scored).claimed == won + 1


def test_a_claim_that_was_looked_at_too_late_is_refused_and_holds_up_no_other() -> None:
    hall = Hall()
    declarer, won = in_play(hall, 2, people=1)
    (claim,) = claiming(hall, declarer, won + 1, "one").claims
    while hall.actor() != declarer:
        hall.think()
    hall.act()
    hall.carry(hall.lobby.claimed(claim, True, hall.now))
    assert hall.last(declarer, outgoing.Refused).code == "stale"
    assert hall.phase() == "play"
    while hall.actor() != declarer:
        hall.think()
    assert len(claiming(hall, declarer, hall.round().tally.tricks[Seat(declarer).side - 1] + 1, "two").claims) == 1
    assert hall.propose(declarer, "take-back") == ""
