"""Worlds: exactly as many as a search finds, each as likely as the others, and all of them indistinguishable."""

from collections import Counter
from itertools import combinations, islice
from math import sqrt
from random import Random

import pytest

from overtrick.cards import Card, Cards
from overtrick.errors import OvertrickError
from overtrick.play.replay import replay
from overtrick.play.round import Round
from overtrick.play.view import View, view
from overtrick.play.words import DECLARE
from overtrick.rules import find_game, game_names, presets
from overtrick.rules.game import Game
from overtrick.seats import SEATS, Seat
from overtrick.unseen import Known, count_worlds, known_places, round_of, worlds

GAMES = [
    *(game for name in game_names() for game in presets(name).values()),
    find_game("euchre,defend_alone=true,must_have_trump_to_order=true"),
    find_game("coinche,sa_ta=true,annonces=false"),
    find_game("belote,belote_announce=auto,round2_sa_ta=true"),
    find_game("coinche,sa_ta=true,annonces=false,belote_announce=required"),
]
FEW_CARDS = 6
"""so many unseen cards can be given places in all ways"""


def random_round(game: Game, rng: Random, stop: int) -> Round:
    """A deal after so many random actions, or at its end; auctions stay short."""
    round_ = Round(game, rng.choice(SEATS), rng.sample(list(game.pack), len(game.pack)))
    while round_.turn is not None and stop:
        legal = round_.legal()
        round_ = round_.apply(rng.choice(legal[:6] if round_.phase == "auction" else legal))
        stop -= 1
    return round_


def assignments(known: Known) -> list[dict[int, int]]:
    """All ways to give the unseen cards places that have room, whatever the rules say."""
    ways: list[tuple[dict[int, int], int]] = [({}, known.unseen)]
    for place, room in known.room.items():
        ways = [
            ({**way, place: sum(card.bit for card in chosen)}, left & ~sum(card.bit for card in chosen))
            for way, left in ways
            for chosen in combinations(Cards.from_mask(left), room)
        ]
    return [way for way, _ in ways]


def is_lawful(seen: View, known: Known, places: dict[int, int]) -> bool:
    """Whether a deal could have been played so, and looks the same to the seat; found by playing it."""
    try:
        round_ = replay(round_of(seen, known, places, Random(0)).record())
    except OvertrickError:
        return False
    return view(round_, seen.seat) == seen


def declared(seen: View) -> bool:
    return any(word == DECLARE for _, word in seen.said)


def endings(game: Game, count: int) -> list[View]:
    """Views of deals in which few cards are left, and in which no annonces were declared."""
    rng, found = Random(str(game)), list[View]()
    while len(found) < count:
        round_ = random_round(game, rng, 200)
        for number in range(len(round_.plays), 0, -1):
            record = round_.record()._replace(plays=round_.plays[:number], scores=None)
            said = None if record.said is None else tuple(word for word in record.said if word[0] < number)
            seen = view(replay(record._replace(said=said)), rng.choice(SEATS))
            unseen = known_places(seen).unseen.bit_count()
            if declared(seen) or unseen > FEW_CARDS:
                break
            if unseen in (5, 6):
                found.append(seen)
    return found[:count]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_as_many_worlds_as_a_search_finds(game: Game) -> None:
    for seen in endings(game, 3):
        known = known_places(seen)
        lawful = [places for places in assignments(known) if is_lawful(seen, known, places)]
        assert count_worlds(seen) == len(lawful)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_each_world_is_drawn_as_often_as_the_others(game: Game) -> None:
    seen = max(endings(game, 5), key=lambda ending: min(count_worlds(ending), 30))
    count, draws = count_worlds(seen), 30 * min(count_worlds(seen), 30)
    found = Counter(
        (*(hand.mask for hand in world.hands), world.discard, Cards(world.dealt.stock).mask)
        for world in islice(worlds(seen, Random(5)), draws)
    )
    chi_square = sum((times - draws / count) ** 2 for times in found.values()) * count / draws
    chi_square += (count - len(found)) * draws / count
    assert chi_square < count + 5 * sqrt(2 * count)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_worlds_cannot_be_told_apart_and_break_no_rule(game: Game) -> None:
    rng = Random(str(game))
    for stop in range(2, 60, 7):
        round_ = random_round(game, rng, stop)
        for seat in (None, *SEATS):
            seen = view(round_, seat)
            assert count_worlds(seen) >= 1
            for world in islice(worlds(seen, rng), 2):
                if declared(seen):  # unshown annonces are no facts: the world may have others
                    assert view(world, seat).hand == seen.hand
                    continue
                assert view(world, seat) == seen
                assert replay(world.record()) == world


def test_the_first_hand_of_bridge_leaves_all_deals_of_three_hands() -> None:
    round_ = random_round(find_game("bridge"), Random(1), 0)
    assert count_worlds(view(round_, Seat.NORTH)) == 84478098072866400  # 39! / 13!^3
    assert count_worlds(view(round_, None)) == 53644737765488792839237440000


def test_a_seat_that_has_seen_everything_knows_the_deal() -> None:
    round_ = random_round(find_game("sueca"), Random(1), 39)
    assert {count_worlds(view(round_, seat)) for seat in SEATS} == {1}


def test_the_dealer_may_have_laid_the_turned_up_card_away_again() -> None:
    game = find_game("euchre:seed002")
    round_ = Round(game, Seat.NORTH, tuple(game.pack)).apply("order")
    turn_up = round_.dealt.turn_up
    assert turn_up is not None
    for discard in (turn_up, next(card for card in round_.hands[0] if card is not turn_up)):
        seen = view(round_.apply(f"discard {discard}"), Seat.EAST)
        # Of 19 unseen cards the dealer has 6, the turn-up among them, of which one was laid away.
        assert count_worlds(seen) == _ways(18, 5, 5, 5) * 6
        drawn = Counter(world.discard is turn_up for world in islice(worlds(seen, Random(2)), 3000))
        assert abs(drawn[True] / 3000 - 1 / 6) < 0.03  # one of six cards was laid away


def _ways(total: int, *sizes: int) -> int:
    ways = 1
    for size in sizes:
        for step in range(size):
            ways = ways * (total - step) // (step + 1)
        total -= size
    return ways


def test_a_card_that_was_played_is_in_no_other_hand() -> None:
    game = find_game("belote:seed000")
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
