"""The natural system for Bridge: typical calls, what they show, and auctions that end legally."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import first
from strategies import examples

from overtrick.bots.bot import find_bot
from overtrick.bots.sampling.bot import Sampling
from overtrick.bots.shown import SUITS, Range, Shown
from overtrick.core.actions import PASS, Action
from overtrick.core.cards import Cards, parse_hand
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.hands import high_card_points
from overtrick.core.scoring import NOBODY
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.deals import numbered_deal
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.dealing import deals
from overtrick.games.bridge.bidding.hand import Hand
from overtrick.games.bridge.bidding.meaning import Forcing
from overtrick.games.bridge.bidding.situation import GAME_LEVELS
from overtrick.games.bridge.bidding.system import SYSTEMS, call, choose, explain, partner_of, shown, situation_of
from overtrick.games.bridge.knowledge import likelihood
from overtrick.games.bridge.openings import opening_bid
from overtrick.games.bridge.rules import BIDS

BRIDGE = find_game("bridge")
LINES = (Path(__file__).parents[2] / "data" / "bridge_calls.txt").read_text(encoding="utf-8").splitlines()
CASES = [line.split() for line in LINES if line and not line.startswith("#")]
LONGEST_AUCTION = 60


@pytest.mark.parametrize(("system", "hand", "calls", "expected"), CASES, ids=map(" ".join, CASES))
def test_typical_calls(system: str, hand: str, calls: str, expected: str) -> None:
    before = tuple(calls.split(",")) if calls != "-" else ()
    assert choose(situation_of(Seat.NORTH, NOBODY, before, system), Hand(parse_hand(hand)), system) == expected


def auction(number: int, *players: str | Random) -> Round:
    """The end of an auction of the players of both sides: by a system, or at random."""
    round_ = numbered_deal(BRIDGE, "auctions", number)
    while round_.phase == "auction" and round_.actor is not None:
        seen, player = view(round_, round_.actor), players[(round_.actor - 1) % len(players)]
        said = _at_random(player, seen.legal) if isinstance(player, Random) else call(seen, player)
        assert said in seen.legal, (round_.auction.calls, said)
        round_ = round_.apply(said)
    return round_


@cache
def by_system(number: int, system: str) -> Round:
    """The end of an auction of four players of a system."""
    return auction(number, system)


def _at_random(rng: Random, legal: tuple[Action, ...]) -> Action:
    """A call, a low one as a rule, because auctions that begin with seven spades test nothing."""
    return rng.choice(legal[: 8 if rng.random() < 0.9 else None])


@pytest.mark.parametrize("system", SYSTEMS)
def test_auctions_of_four_players_are_legal_and_end(system: str) -> None:
    for number in range(1, 401):
        assert len(by_system(number, system).auction.calls) < LONGEST_AUCTION


@pytest.mark.parametrize("count", first(1, [100, 400]))
@pytest.mark.parametrize("system", SYSTEMS)
def test_auctions_against_any_calls_are_legal_and_end(system: str, count: int) -> None:
    rng = Random(1)
    for number in range(1, count + 1):
        assert len(auction(number, system, rng).auction.calls) < LONGEST_AUCTION


@examples(60)
@given(st.integers(1, 10**6), st.randoms(use_true_random=False), st.sampled_from(sorted(SYSTEMS)))
def test_any_auction_can_be_read_and_gone_on_with(number: int, rng: Random, system: str) -> None:
    round_ = numbered_deal(BRIDGE, "any", number)
    while round_.phase == "auction" and round_.actor is not None:
        seen = view(round_, round_.actor)
        assert call(seen, system) in seen.legal
        for known in shown(seen, system).values():
            assert all(least <= most for least, most in (known.points, *known.suits))
            assert sum(least for least, _ in known.suits) <= BRIDGE.hand_size
        round_ = round_.apply(_at_random(rng, seen.legal))


@pytest.mark.parametrize("system", SYSTEMS)
def test_forcing_calls_are_not_passed(system: str) -> None:
    asked = 0
    for number in range(1, 401):
        calls = by_system(number, system).auction.calls
        dealer = numbered_deal(BRIDGE, "auctions", number).dealer
        vulnerable = numbered_deal(BRIDGE, "auctions", number).vulnerable
        for count in range(2, len(calls)):
            before = situation_of(dealer, vulnerable, calls[:count], system)
            partners, right = before.steps[-2:]
            asks = partners.forcing is not Forcing.NOT and right.call == PASS
            if asks or (before.is_bound_for_game and before.is_ours and not before.is_game):
                asked += 1
                assert calls[count] != PASS, calls
    assert asked > 200


@pytest.fixture(scope="module")
def thousand() -> list[Round]:
    return [by_system(number, "five_card_majors") for number in range(1, 1001)]


def test_who_opened_with_a_weak_bid_speaks_again_only_if_partner_forces(thousand: list[Round]) -> None:
    weak = 0
    for ended in thousand:
        calls = ended.auction.calls
        first = next((number for number, said in enumerate(calls) if said != PASS), len(calls))
        if first == len(calls) or calls[first][0] not in "23" or calls[first] in ("2C", "2NT"):
            continue
        weak += 1
        for turn in range(first + 4, len(calls), 4):
            forced = situation_of(ended.dealer, ended.vulnerable, calls[:turn], "five_card_majors").is_forced
            assert calls[turn] == PASS or forced, calls
    assert weak > 50


def test_games_without_half_of_the_points_are_rare(thousand: list[Round]) -> None:
    """Sacrifices over a game of the opponents and raises of preempts are among them."""
    games = [ended for ended in thousand if ended.contract is not None and is_game(ended.auction.calls)]
    few = [ended for ended in games if points_of_declarers(ended) < 20]
    assert len(games) > 500
    assert len(few) / len(games) < 0.08


def is_game(calls: tuple[str, ...]) -> bool:
    bid = next(said for said in reversed(calls) if said in BIDS)
    return int(bid[0]) >= GAME_LEVELS[bid[1:]]


def points_of_declarers(ended: Round) -> int:
    assert ended.contract is not None
    side = ended.contract.side
    return sum(high_card_points(Cards(ended.dealt.hands[seat - 1])) for seat in SEATS if seat.side is side)


@pytest.mark.parametrize(
    ("calls", "is_forced"),
    [
        ("1H pass 2C pass 2S pass", True),
        ("1H 2C 2S pass 3H pass", True),
        ("1H 2C 2S pass 4H pass", False),
        ("1C 1S 2D 2H pass 4S pass pass 5C pass", False),
        ("1C pass 1S pass", True),
        ("1C pass 1S X", False),
        ("1C X pass", True),
        ("1C X XX", False),
        ("4S X pass", True),
        ("1H pass 2NT pass 3H pass 4NT pass 5D pass", True),
        ("1H pass 2NT pass 3H pass 4NT pass 5H pass", False),
    ],
)
def test_what_forces(calls: str, is_forced: bool) -> None:
    assert situation_of(Seat.NORTH, NOBODY, tuple(calls.split()), "five_card_majors").is_forced is is_forced


def test_the_openings_of_seed_003_are_those_of_the_course() -> None:
    before = situation_of(Seat.NORTH, NOBODY, (), "inn371")
    for number in range(1, 1001):
        for hand in map(Cards, numbered_deal(BRIDGE, "openings", number).dealt.hands):
            assert choose(before, Hand(hand), "inn371") == opening_bid(hand), hand


def test_what_is_shown_is_held() -> None:
    """Of the pages of the system almost everything is true; judgement may go beyond what was promised."""
    told = wrong = 0
    for number in range(1, 201):
        ended = by_system(number, "five_card_majors")
        seen = view(ended, Seat.NORTH)
        for seat, known in shown(seen).items():
            hand = Hand(Cards(ended.dealt.hands[seat - 1]))
            told += 1
            wrong += any(
                not least <= hand.lengths[suit] <= most for suit, (least, most) in zip(SUITS, known.suits, strict=True)
            )
    assert told == 800
    assert wrong / told < 0.05


def test_calls_are_believed_by_the_system() -> None:
    deal = next(deals(BRIDGE, "hcp(N) >= 13 and hearts(N) == 4", "believed"))
    seen = view(deal.apply_all(["1H", "pass"]), Seat.SOUTH)
    hands = np.array([[Cards(hand).mask for hand in deal.dealt.hands]], np.uint64)
    by_five, by_four = (likelihood(seen, hands, system)[0] for system in ("five_card_majors", "inn371"))
    assert by_five == likelihood(seen, hands)[0] < by_four


def test_the_system_is_an_option_of_the_bot() -> None:
    """Who has no more than a long suit passes, but by the course's system opens."""
    hand, deal = parse_hand("Q63.7.J97642.T63"), numbered_deal(BRIDGE, "option", 1)
    seen = view(deal, deal.actor)._replace(held=hand.mask)
    assert find_bot("sampling:1", Random(1))(seen) == "pass"
    assert find_bot("sampling:1:inn371", Random(1))(seen) == "2D"
    for text in ("sampling::inn371", "sampling:1:", "sampling:1:other", "sampling:9:inn371"):
        with pytest.raises(Invalid, match="inn371"):
            find_bot(text, Random(1))


# Reasons


def test_a_call_of_a_page_is_explained_by_what_it_shows() -> None:
    round_ = numbered_deal(BRIDGE, "reasons", 1)
    seen = view(round_, round_.actor)._replace(held=parse_hand("AT.KJ643.T.KQT65").mask)
    reason = explain(seen, "1H")
    assert reason is not None
    assert (reason.points, reason.least("H"), reason.least("S")) == (Range(12, 24), 5, 0)
    assert explain(seen, "1S") is None  # the hand is not worth it
    assert partner_of(seen) is None


def test_a_pass_that_shows_less_than_one_before_is_not_explained() -> None:
    round_ = numbered_deal(BRIDGE, "reasons", 1)
    seen = view(round_, round_.actor)._replace(held=parse_hand("J965.J6.KQ2.T954").mask)
    assert explain(seen, PASS) == Shown(Range(0, 12))
    auction_ = seen.auction
    for said in (PASS, PASS, PASS, "1H"):
        auction_ = auction_.call(said)
    assert explain(seen._replace(course=seen.course._replace(auction=auction_)), PASS) is None


def test_each_call_that_is_advised_fits_what_is_said_of_it() -> None:
    told, judged = 0, 0
    for number in range(1, 31):
        round_ = numbered_deal(BRIDGE, "reasons", number)
        while round_.phase == "auction" and round_.actor is not None:
            seen = view(round_, round_.actor)
            advice = Sampling(Random(number), 1, system="inn371").advise(seen)
            if advice.shows is not None:
                told += 1
                lengths = Hand(seen.hand).lengths.values()
                ranges = zip(advice.shows.suits, lengths, strict=True)
                assert all(least <= length <= most for (least, most), length in ranges)
                assert advice.partner is None
                assert advice.shows != Shown()
            judged += advice.partner is not None
            round_ = round_.apply(advice.action)
    assert min(told, judged) > 20
