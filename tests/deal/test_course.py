"""The course of a deal: extended action by action, it is what everything can be worked out from at any time."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PRESETS, examples, moments, seats

from overtrick.core.actions import BELOTE, DECLARE, REBELOTE, STOECK
from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Trick
from overtrick.deal.course import Course
from overtrick.deal.round import Round
from overtrick.deal.view import view, views

GAMES = [
    *PRESETS,
    find_game("belote:pagat,belote_king_first=true"),
    find_game("coinche:pagat,belote_announce=required,annonces=true"),
    find_game("euchre:hoyle,defend_alone=true"),
]


@pytest.mark.parametrize(
    ("game", "calls", "callers"),
    [
        ("sueca", [], []),
        ("bridge", ["pass", "1C", "X", "pass", "2C"], [4, 1, 2, 3, 4]),
        ("belote", ["pass", "pass", "take"], [1, 2, 3]),
        ("coinche:pagat", ["90 H", "pass", "coinche 2", "pass"], [1, 2, 2, 3]),
        ("euchre:hoyle,defend_alone=true", ["pass", "order alone", "pass", "alone"], [1, 2, 3, 1]),
    ],
)
def test_calls_with_those_who_made_them(game: str, calls: list[str], callers: list[int]) -> None:
    rules = find_game(game)
    round_ = Round(rules, Seat.WEST, tuple(rules.pack)).apply_all(calls)
    assert round_.auction.made == tuple(zip(callers, calls, strict=True))


@examples(20)
@given(st.sampled_from(GAMES), seats, st.integers(0, 1 << 32))
def test_what_is_kept_is_what_the_tricks_tell(game: Game, dealer: Seat, seed: int) -> None:
    for round_ in moments(game, dealer, seed)[seed % 7 :: 7]:
        course = round_.course
        if course.contract is None or course.rules is None:
            continue
        played, lacking, points, tricks = [0] * 4, [0] * 4, [0] * 4, [0] * 4
        counting, rules = game.counting(course.contract.strain), game.rules(course.contract.strain)
        announced = {number for number, _ in course.said}
        is_broken = False
        every = [*course.tricks, *([course.trick] if course.trick is not None else [])]
        for number, trick in enumerate(every, 1):
            so_far = Trick(trick.leader, out=trick.out, broken=is_broken)
            for card in trick.cards:
                seat = so_far.turn - 1
                lacking[seat] |= rules.duty(so_far).proves(card)
                is_telling = not counting.must_be_said and not counting.pairs_are_told_last
                if is_telling and sum(map(int.bit_count, played)) not in announced:
                    lacking[seat] |= sum(pair & ~card.bit for pair in counting.pairs if pair & card.bit)
                played[seat] |= card.bit
                so_far = rules.add(so_far, card)
            trumps = [card.bit & rules.ranking.trumps for card in trick.cards]
            is_broken |= any(trumps) and (game.leading.leads_break or not trumps[0])
            if trick.is_complete and trick.holder is not None:
                won = sum(counting.card_points[card.index] for card in trick.cards) + counting.trick_points
                points[trick.holder - 1] += won + counting.last_trick * (number == game.hand_size)
                tricks[trick.holder - 1] += 1
        assert (course.played, course.lacking) == (tuple(played), tuple(lacking))
        assert (course.tally.points_of, course.tally.tricks_of) == (tuple(points), tuple(tricks))
        assert course.sizes == tuple(map(len, round_.hands))
        assert pickle.loads(pickle.dumps(round_)) == round_


@examples(12)
@given(st.sampled_from(GAMES), seats, st.integers(0, 1 << 32))
def test_belotes_are_heard_exactly_with_pairs_of_one_hand(game: Game, dealer: Seat, seed: int) -> None:
    end = moments(game, dealer, seed)[-1]
    rules = end.course.rules
    if rules is None or rules.must_say:
        return
    heard = {number: word for number, word in end.said if word is not DECLARE and word.tricks is None}
    dealt = [sum(card.bit for card in hand) for hand in end.dealt.hands]
    expected, seen = {}, 0
    for number, (seat, card) in enumerate(zip(end.players, end.plays, strict=True)):
        pair = rules.pair_of(card)
        if pair and not pair & ~dealt[seat - 1]:
            expected[number] = REBELOTE if pair & seen else BELOTE
        seen |= card.bit
    if rules.counting.pairs_are_told_last:
        expected = {number: STOECK for number, word in expected.items() if word is REBELOTE}
    assert heard == expected


@examples(10)
@given(st.sampled_from(GAMES), seats, st.integers(0, 1 << 32))
def test_all_seats_share_the_course_and_nothing_else(game: Game, dealer: Seat, seed: int) -> None:
    for round_ in moments(game, dealer, seed)[seed % 9 :: 9]:
        seen = views(round_)
        assert all(each.course is round_.course for each in seen.values())
        for seat in SEATS:
            own = seen[seat]
            assert own == view(round_, seat)
            is_blind = round_.phase == "auction" and seat in round_.auction.hidden
            assert own.hand == (Cards() if is_blind else round_.hands[seat - 1])
            assert bool(own.legal) == (seat is round_.actor)


def test_texts_are_read_by_the_phase() -> None:
    game = find_game("euchre")
    course = Course.start(game, Seat.WEST, next(iter(game.pack)))
    assert course.parse("ORDER") == "order"
    with pytest.raises(Invalid):
        course.parse("9c")
    with pytest.raises(Illegal):
        course.strain  # noqa: B018
    ordered = course.call("order")
    assert ordered.phase == "discard"
    assert ordered.parse("discard 10c") == "discard Tc"
    with pytest.raises(Illegal, match="lay"):
        ordered.parse("Tc")
    assert ordered.lay_away().parse("10c") == next(card for card in game.pack if str(card) == "Tc")
