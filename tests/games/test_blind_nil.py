"""Blind nil: hands that their players do not see before they look, and cards that partners give each other."""

import json
import pickle
from random import Random

import pytest

from overtrick.bots.simple_play import simple
from overtrick.core.actions import GIFTS, LOOK
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.game import Standing
from overtrick.core.scoring import DealScore, Part
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.deals import numbered_deal
from overtrick.deal.match import Match
from overtrick.deal.record import Record
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.worlds import worlds
from overtrick.formats import jsonl
from overtrick.formats.result_text import Extras, read_outcome
from overtrick.referee.judging import judge

PAGAT, MSN = find_game("spades:pagat"), find_game("spades:msn")
TWO = frozenset([Side.TWO])


def test_a_result_that_is_refused_is_told_as_it_was_written() -> None:
    with pytest.raises(Invalid, match=r"^'blind nil 4 blind nil 5 / 0 5 0 8' is not a result"):
        read_outcome(PAGAT, "blind nil 4 blind nil 5 / 0 5 0 8".split(), Extras())


def deal_behind(sides: frozenset[Side] = TWO) -> Round:
    """A deal of seat 4 in which some sides are far behind."""
    begun = numbered_deal(PAGAT, "blind", 1)
    return Round(PAGAT, Seat.WEST, [card for hand in begun.dealt.hands for card in hand], vulnerable=sides)


def seen(round_: Round) -> list[int]:
    """How many cards each player sees of their own."""
    return [len(view(round_, seat).hand) for seat in SEATS]


def read_back(record: Record) -> Record:
    """A record as it is written and read."""
    (again,) = jsonl.loads(jsonl.dumps([record]))
    return again


def test_who_may_bid_blind_sees_their_cards_after_a_look() -> None:
    deal = deal_behind()
    assert seen(deal) == [13, 0, 13, 0]
    deal = deal.apply("3")
    assert deal.legal() == ("blind nil", LOOK)
    looked = deal.apply("look")
    assert (looked.turn, seen(looked)) == (Seat.EAST, [13, 13, 13, 0])
    assert "blind nil" not in looked.legal()
    with pytest.raises(Illegal):
        looked.apply("blind nil")


def test_who_has_looked_has_looked_in_a_copy_too() -> None:
    looked = deal_behind().apply("3").apply("look")
    copied = pickle.loads(pickle.dumps(looked))
    assert (copied.legal(), seen(copied)) == (looked.legal(), seen(looked))
    assert deal_behind().apply("3").apply(pickle.loads(pickle.dumps(LOOK))) == looked


def test_only_one_partner_bids_blind_where_cards_are_given() -> None:
    bid = deal_behind().apply_all(["3", "blind nil"])
    assert seen(bid) == [13, 13, 13, 13]
    both = find_game("spades:pagat,blind_pass=0")
    begun = Round(both, Seat.WEST, list(both.pack), vulnerable=TWO).apply_all(["3", "blind nil", "4"])
    assert begun.legal() == ("blind nil", LOOK)


def test_nobody_bids_blind_before_a_match_has_gone_that_far_but_where_all_may() -> None:
    deck = list(PAGAT.pack)
    match = Match.start(PAGAT)
    assert seen(match.next_round(deck)) == [13] * 4
    behind = match.add_score(DealScore((Part(Side.ONE, "bid", 60), Part(Side.TWO, "set", -40))))
    assert behind.standing.vulnerable == TWO
    assert seen(behind.next_round(deck)).count(0) == 2
    nearly = match.add_score(DealScore((Part(Side.ONE, "bid", 60), Part(Side.TWO, "set", -30))))
    assert nearly.standing.vulnerable == frozenset()
    assert seen(Match.start(MSN).next_round(deck)) == [0] * 4


def test_deals_have_no_numbers_of_boards() -> None:
    alone, of_match = numbered_deal(PAGAT, "x", 3), Match.start(PAGAT).next_round(list(PAGAT.pack))
    assert alone.record().tags == of_match.record().tags == {"Vulnerable": "None"}


def exchanged(deal: Round) -> Round:
    """A deal in which seat 2 has bid blind and cards were given: the first ones of each hand."""
    deal = deal.apply_all(["3", "blind nil", "4", "2"])
    while deal.phase == "exchange":
        deal = deal.apply(deal.legal()[0])
    return deal


def test_partners_give_each_other_cards_that_only_they_see() -> None:
    deal = deal_behind().apply_all(["3", "blind nil", "4", "2"])
    assert (deal.phase, deal.turn) == ("exchange", Seat.EAST)
    assert set(deal.legal()) == {GIFTS[card] for card in deal.hands[1]}
    first = deal.hands[1]
    after = exchanged(deal_behind())
    assert (after.phase, after.turn, len(after.given)) == ("play", Seat.NORTH, 4)
    assert [view(after, seat).given for seat in SEATS] == [(), after.given, (), after.given]
    assert all(card in first for card in after.given[:2])
    assert all(card in after.hands[1] for card in after.given[2:])
    assert [len(hand) for hand in after.hands] == [13] * 4
    with pytest.raises(Illegal) as refusal:
        deal.apply(GIFTS[next(iter(deal.hands[0]))])
    assert refusal.value.finding.code == "card-not-in-hand"
    with pytest.raises(Illegal) as refusal:
        deal.apply("pass")
    assert refusal.value.finding.code == "must-give"


@pytest.mark.parametrize("gifts", range(5))
def test_worlds_agree_with_what_was_given(gifts: int) -> None:
    deal = deal_behind().apply_all(["3", "blind nil", "4", "2"])
    for _ in range(gifts):
        deal = deal.apply(deal.legal()[3])
    for seat in (None, *SEATS):
        own = view(deal, seat)
        world = next(worlds(own, Random(gifts)))
        assert view(world, seat) == own


def played(deal: Round, seed: int) -> Round:
    chance = Random(seed)
    while legal := deal.legal():
        deal = deal.apply(chance.choice(legal))
    return deal


def test_records_tell_what_was_given_and_are_judged_by_it() -> None:
    deal = played(exchanged(deal_behind()), 1)
    record = read_back(deal.record())
    assert record.deal.given == deal.given
    assert replay(record).score == deal.score
    assert judge(record).status == "clean"
    unknown = record._replace(deal=record.deal._replace(given=()))
    assert judge(unknown).status == "clean"  # the two hands together are what they were
    stolen = next(card for card in record.deal.hands[0] or () if card not in deal.given) if record.deal.hands else None
    assert stolen is not None
    for given, code in (((stolen, *deal.given[1:]), "gift-not-held"), (deal.given[:3], "gifts-not-due")):
        finding = judge(record._replace(deal=record.deal._replace(given=given))).finding
        assert finding is not None
        assert finding.code == code


def test_a_record_says_who_was_behind() -> None:
    deal = played(exchanged(deal_behind()), 2)
    assert json.loads(jsonl.dumps([deal.record()]))["tags"] == {"Vulnerable": "EW"}
    finding = judge(deal.record()._replace(tags={})).finding
    assert finding is not None
    assert finding.code == "illegal-call"


@pytest.mark.parametrize(("totals", "call"), [((450, 100), "blind nil"), ((200, 50), "look"), ((450, 300), "look")])
def test_the_plain_strategy_bids_blind_only_where_the_match_is_nearly_lost(totals: tuple[int, int], call: str) -> None:
    deal = deal_behind().apply("3")
    assert simple(view(deal, Seat.EAST, Standing(totals, vulnerable=TWO))) == call


def test_the_plain_strategy_gives_away_what_is_dangerous_and_gets_what_is_not() -> None:
    deal = deal_behind().apply_all(["3", "blind nil", "4", "2"])
    while deal.phase == "exchange":
        assert deal.turn is not None
        deal = deal.apply(simple(view(deal, deal.turn)))
    away, back = deal.given[:2], deal.given[2:]
    assert min(card.rank for card in away) > max(card.rank for card in back)
