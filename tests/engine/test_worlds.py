"""Worlds: exactly as many as a search finds, each as likely as the others, and all of them indistinguishable."""

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import nullcontext
from itertools import combinations, islice
from math import sqrt
from random import Random

import numpy as np
import pytest
from lengths import one_of_each

from overtrick.core.actions import DECLARE
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.errors import Illegal, Invalid, OvertrickError
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.engine.kernel.engine import CHOICE, engine
from overtrick.engine.worlds import Known, Worlds, count_worlds, known_places, round_of, sample_worlds, worlds
from overtrick.engine.worlds.places import DISCARD, STOCK
from scripts.worlds_soundness import check_batch, check_world

GAMES = [
    *(game for name in game_names() for game in presets(name).values()),
    find_game("euchre,defend_alone=true,must_have_trump_to_order=true"),
    find_game("coinche,sa_ta=true,annonces=false"),
    find_game("belote,belote_announce=auto,round2_sa_ta=true"),
    find_game("coinche,sa_ta=true,annonces=false,belote_announce=required"),
]
FEW_CARDS = 6
"""so many unseen cards can be given places in all ways"""


@pytest.fixture(params=["numba", "plain"])
def each_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(CHOICE, request.param)
    engine.cache_clear()
    yield
    engine.cache_clear()


def random_round(game: Game, rng: Random, stop: int) -> Round:
    """A deal after so many random actions, or at its end; auctions stay short."""
    round_ = Round(game, rng.choice(SEATS), rng.sample(list(game.pack), len(game.pack)))
    while round_.turn is not None and stop:
        legal = round_.legal()
        round_ = round_.apply(rng.choice(legal[:6] if round_.phase == "auction" else legal))
        stop -= 1
    return round_


def assignments(known: Known) -> list[list[int]]:
    """All ways to give the unseen cards places that have room, whatever the rules say."""
    ways: list[tuple[list[int], int]] = [([], known.unseen)]
    for room in known.room:
        ways = [
            ([*way, sum(card.bit for card in chosen)], left & ~sum(card.bit for card in chosen))
            for way, left in ways
            for chosen in combinations(Cards.from_mask(left), room)
        ]
    return [way for way, _ in ways]


def is_lawful(seen: View, known: Known, places: Sequence[int]) -> bool:
    """Whether a deal could have been played so, and looks the same to the seat; found by playing it."""
    try:
        round_ = replay(round_of(seen, known, places, Random(0)).record())
    except OvertrickError:
        return False
    return without_annonces(view(round_, seen.seat)) == without_annonces(seen)


def without_annonces(seen: View) -> View:
    """A view without what was declared by itself, or was not: for worlds, only cards that were shown are facts."""
    if not seen.game.declaring.by_itself:
        return seen
    return seen._replace(course=seen.course._replace(said=tuple(seen.course.said_aloud), declared=(), shown=()))


def declared(seen: View) -> bool:
    return any(word == DECLARE for _, word in seen.said)


def endings(game: Game) -> Iterator[View]:
    """Views of deals in which few cards are left, and in which no annonces were declared."""
    rng = Random(str(game))
    while True:
        round_ = random_round(game, rng, 200)
        for number in range(len(round_.plays), 0, -1):
            record = round_.record()._replace(plays=round_.plays[:number], scores=None)
            said = None if record.said is None else tuple(word for word in record.said if word[0] < number)
            seen = view(replay(record._replace(said=said)), rng.choice(SEATS))
            unseen = known_places(seen).unseen.bit_count()
            if declared(seen) or unseen > FEW_CARDS:
                break
            if unseen in (5, 6):
                yield seen


def distance(draws: Counter[Hashable], count: int) -> float:
    """How far draws are from equal chances of `count` things: chi-square, in deviations from what is expected of it."""
    expected = draws.total() / count
    chi_square = sum((times - expected) ** 2 for times in draws.values()) / expected
    chi_square += (count - len(draws)) * expected
    return (chi_square - count) / sqrt(2 * count)


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=str)
def test_as_many_worlds_as_a_search_finds(game: Game) -> None:
    for seen in islice(endings(game), 3):
        known = known_places(seen)
        lawful = [places for places in assignments(known) if is_lawful(seen, known, places)]
        assert count_worlds(seen) == len(lawful)


@pytest.mark.parametrize("game", [find_game(name) for name in game_names()], ids=str)
def test_each_world_is_drawn_as_often_as_the_others(game: Game) -> None:
    seen = max(islice(endings(game), 5), key=lambda ending: min(count_worlds(ending), 30))
    count = count_worlds(seen)
    drawn = Counter[Hashable](
        (*(hand.mask for hand in world.hands), world.discard, Cards(world.dealt.stock).mask)
        for world in islice(worlds(seen, Random(5)), 30 * min(count, 30))
    )
    assert distance(drawn, count) < 5


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=str)
def test_worlds_cannot_be_told_apart_and_break_no_rule(game: Game) -> None:
    rng = Random(str(game))
    for stop in range(2, 60, 7):
        round_ = random_round(game, rng, stop)
        for seat in (None, *SEATS):
            seen = view(round_, seat)
            assert count_worlds(seen) >= 1
            for world in islice(worlds(seen, rng), 2):
                assert replay(world.record()) == world
                if declared(seen):  # unshown annonces are no facts: the world may have others
                    assert view(world, seat).hand == seen.hand
                    continue
                assert without_annonces(view(world, seat)) == without_annonces(seen)


def test_the_first_hand_of_bridge_leaves_all_deals_of_three_hands() -> None:
    round_ = random_round(find_game("bridge"), Random(1), 0)
    assert count_worlds(view(round_, Seat.NORTH)) == 84478098072866400  # 39! / 13!^3
    assert count_worlds(view(round_, None)) == 53644737765488792839237440000


def test_a_seat_that_has_seen_everything_knows_the_deal() -> None:
    round_ = random_round(find_game("sueca"), Random(1), 39)
    assert {count_worlds(view(round_, seat)) for seat in SEATS} == {1}


@pytest.mark.usefixtures("each_engine")
def test_the_dealer_may_have_laid_the_turned_up_card_away_again() -> None:
    game = find_game("euchre:eecs280")
    round_ = Round(game, Seat.NORTH, tuple(game.pack)).apply("order")
    turn_up = round_.dealt.turn_up
    assert turn_up is not None
    for discard in (turn_up, next(card for card in round_.hands[0] if card is not turn_up)):
        seen = view(round_.apply(f"discard {discard}"), Seat.EAST)
        # Of 19 unseen cards the dealer has 6, the turn-up among them, of which one was laid away.
        assert count_worlds(seen) == _ways(18, 5, 5, 5) * 6
        again = np.count_nonzero(sample_worlds(seen, 3000, seed=2).discard == turn_up.bit)
        assert abs(again / 3000 - 1 / 6) < 0.03  # one of six cards was laid away


def _ways(total: int, *sizes: int) -> int:
    ways = 1
    for size in sizes:
        for step in range(size):
            ways = ways * (total - step) // (step + 1)
        total -= size
    return ways


def test_a_card_that_was_played_is_in_no_other_hand() -> None:
    game = find_game("belote:info0004")
    round_ = random_round(game, Random(4), 20)
    for world in islice(worlds(view(round_, Seat.SOUTH), Random(1)), 20):
        assert world.plays == round_.plays
        assert not any(card in hand for hand in world.hands for card in round_.plays)
        assert isinstance(world.plays[0], Card)


@pytest.mark.parametrize("word", ["belote", "rebelote"])
def test_who_announces_a_card_may_play_it(word: str) -> None:
    game, found = find_game("belote"), 0
    for seed in range(60):
        rng = Random(seed)
        round_ = random_round(game, rng, 0)
        while round_.turn is not None:
            legal = round_.legal()
            action = word if word in legal else rng.choice(legal[:2] if round_.phase == "auction" else legal)
            round_ = round_.apply(action)
            if action == word:
                found += 1
                for seat in SEATS:
                    for world in islice(worlds(view(round_, seat), rng), 3):
                        assert replay(world.record()) == world
    assert found > 3


def rows(made: Worlds) -> list[tuple[int, ...]]:
    """The worlds of the arrays, each as the masks of its places."""
    return [
        (stock, *hands, discard)
        for stock, hands, discard in zip(made.stock.tolist(), made.hands.tolist(), made.discard.tolist(), strict=True)
    ]


def lawful_rows(seen: View) -> set[tuple[int, ...]]:
    """All worlds in which all cards could have been played, found by a search."""
    known = known_places(seen)
    return {
        tuple(known.placed[place] | places[place] for place in (STOCK, *SEATS, DISCARD))
        for places in assignments(known)
        if is_lawful(seen, known, places)
    }


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=str)
@pytest.mark.usefixtures("each_engine")
def test_worlds_in_bulk_are_those_that_a_search_finds_and_equally_frequent(game: Game) -> None:
    seen = max(islice(endings(game), 5), key=count_worlds)
    drawn = Counter[Hashable](rows(sample_worlds(seen, 40 * count_worlds(seen), seed=1)))
    assert set(drawn) == lawful_rows(seen)
    assert distance(drawn, count_worlds(seen)) < 5


def _laid_away(seen: View, known: Known) -> bool:
    """The dealer of Euchre laid away a card, but who looks does not know which."""
    return known.room[DISCARD] == 1


def _turn_up_held(seen: View, known: Known) -> bool:
    """The turned-up card of Belote is still held by its taker, another player."""
    holders = [seat for seat in SEATS if seen.turn_up is not None and known.placed[seat] & seen.turn_up.bit]
    return bool(holders) and holders[0] is not seen.seat


def _belote_held(seen: View, known: Known) -> bool:
    """Belote was said, and the other card of the pair is still held by another player."""
    pairs = sum(seen.game.counting(seen.contract.strain).pairs) if seen.contract is not None else 0
    return any(word == "belote" for _, word in seen.said) and any(
        known.placed[seat] & pairs for seat in SEATS if seat is not seen.seat
    )


def _dummy_open(seen: View, known: Known) -> bool:
    """Dummy has cards, which are those of another player."""
    return seen.open_hand is not None and seen.open_hand[0] is not seen.seat and bool(seen.open_hand[1])


def _trump_wanted(seen: View, known: Known) -> bool:
    """Who ordered up holds a trump that he has not shown."""
    return known.wanted is not None and count_worlds(seen) > 1


@pytest.mark.parametrize(
    ("name", "is_case"),
    [
        ("euchre", _laid_away),
        ("belote", _turn_up_held),
        ("belote,belote_announce=auto", _belote_held),
        ("coinche,annonces=false", _belote_held),
        ("bridge", _dummy_open),
        ("euchre,must_have_trump_to_order=true", _trump_wanted),
    ],
)
@pytest.mark.usefixtures("each_engine")
def test_facts_besides_the_plays_hold_in_worlds_in_bulk(name: str, is_case: Callable[[View, Known], bool]) -> None:
    cases = (seen for seen in endings(find_game(name)) if is_case(seen, known_places(seen)))
    for seen in islice(cases, 2):
        count = count_worlds(seen)
        drawn = Counter[Hashable](rows(sample_worlds(seen, 60 * count, seed=2)))
        assert set(drawn) == lawful_rows(seen)
        assert distance(drawn, count) < 5


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=str)
def test_worlds_in_bulk_cannot_be_told_apart(game: Game) -> None:
    rng = Random(f"bulk {game}")
    for stop in range(0, 50, 8):
        round_ = random_round(game, rng, stop)
        for seat in (None, *SEATS):
            seen = view(round_, seat)
            known = known_places(seen)
            for row in rows(sample_worlds(seen, 2, seed=stop)):
                places = [cards & ~placed for cards, placed in zip(row, known.placed, strict=True)]
                assert sum(places) == known.unseen
                assert declared(seen) or is_lawful(seen, known, places)


@pytest.mark.usefixtures("each_engine")
def test_worlds_in_bulk_come_again_with_their_seed() -> None:
    seen = view(random_round(find_game("belote"), Random(3), 9), Seat.EAST)
    for seed in (0, 7, -1, 10**30):
        many, few = rows(sample_worlds(seen, 20, seed)), rows(sample_worlds(seen, 5, seed))
        assert few == many[:5]
        assert len(set(many)) > 15
        assert many != rows(sample_worlds(seen, 20, seed + 2))
    assert sample_worlds(seen, 0, 1).hands.shape == (0, 4)


@pytest.mark.usefixtures("each_engine")
def test_worlds_in_bulk_of_impossible_deals_and_negative_numbers_are_refused() -> None:
    round_ = random_round(find_game("sueca"), Random(1), 0)
    led = next(iter(round_.hands[round_.turn - 1])) if round_.turn else None
    assert led is not None
    for number in range(4):
        hand = round_.hands[round_.turn - 1] if round_.turn else Cards()
        card = led if number == 0 else next(card for card in hand if card.suit is not led.suit)
        round_ = round_.apply_unchecked(card)
    seen = view(round_, round_.players[0])
    for impossible in (
        seen,  # he has not all cards of the suit that nobody could follow
        seen._replace(course=seen.course._replace(shown=((round_.players[1], seen.hand),))),
        seen._replace(course=seen.course._replace(played=(0, seen.hand.mask | 1, 0, 0))),
    ):
        assert count_worlds(impossible) == 0
        with pytest.raises(Invalid, match="not a deal of this game"):
            sample_worlds(impossible, 1, 1)
    with pytest.raises(Invalid, match="-1"):
        sample_worlds(view(round_, None), -1, 1)


def test_worlds_in_bulk_need_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(Invalid, match="NumPy is not installed"):
        sample_worlds(view(random_round(find_game("sueca"), Random(1), 0), None), 1, 1)


@pytest.mark.parametrize("name", ["sueca", "bridge", "whist"])  # where nothing but the plays tells of hidden cards
def test_the_script_finds_every_world_that_contradicts_the_plays(name: str) -> None:
    assert check_batch(name, "test", 100)["worlds"] == 100
    for seen in islice(endings(find_game(name)), 5):
        known, lawful = known_places(seen), lawful_rows(seen)
        for places in assignments(known):
            row = tuple(known.placed[place] | places[place] for place in (STOCK, *SEATS, DISCARD))
            with nullcontext() if row in lawful else pytest.raises(Illegal):
                check_world(seen, row[1:5], row[0], row[5])
