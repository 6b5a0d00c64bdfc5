"""What a learner sees: everything of its view, and nothing of what is hidden."""

from itertools import islice
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from lengths import one_of_each
from strategies import PRESETS, moments

from overtrick.core.cards import Card, Cards, Suit
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.game import Game, Standing
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.dealing import deck_of
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.engine.batch import Batch
from overtrick.engine.worlds import count_worlds, worlds
from overtrick.learning import layout, observation_size, observe

GAMES = [
    *PRESETS,
    find_game("coinche,sa_ta=true,generale=true,coinche_any_time=true"),
    find_game("euchre:hoyle,defend_alone=true"),
]


class Look:
    """An observation by its parts."""

    def __init__(self, seen: View) -> None:
        self.game, self.numbers = seen.game, observe(seen)["observation"]

    def part(self, name: str) -> npt.NDArray[np.float32]:
        return self.numbers[layout(self.game)[name]]

    def cards(self, name: str, row: int = 0) -> Cards:
        """A set of cards: the one of a row, where there is one for each player."""
        pack = list(self.game.pack)
        held = self.part(name).reshape(-1, len(pack))[row]
        return Cards(card for card, is_held in zip(pack, held, strict=True) if is_held)


def same_to(seat: Seat, round_: Round, chance: Random) -> list[Round]:
    """Two deals that differ from one at most in what a seat cannot see, if there are any."""
    seen = view(round_, seat)
    others = islice(worlds(seen, chance), 2 if count_worlds(seen) > 1 else 0)
    return [world for world in others if view(world, None).declared == seen.declared]  # else they would have spoken


@pytest.mark.parametrize("game", GAMES, ids=game_text)
def test_what_is_hidden_changes_nothing(game: Game) -> None:
    compared = 0
    for seed in range(3):
        for round_ in moments(game, SEATS[seed % 4], seed)[seed :: 2 + game.hand_size]:
            for seat in SEATS:
                mine = observe(view(round_, seat))
                for world in same_to(seat, round_, Random(seed)):
                    theirs = observe(view(world, seat))
                    assert np.array_equal(mine["observation"], theirs["observation"])
                    assert np.array_equal(mine["action_mask"], theirs["action_mask"])
                    compared += world.hands != round_.hands
    assert compared > 20


def says_the_same(world: Round, deal: Round) -> bool:
    """Whether players who say all that they can, as they do in batches, would have said the same with other cards."""
    try:
        Batch.from_rounds([world])
    except Invalid as refused:
        assert refused.finding.code == "batch-moment"
        return False
    return world.declare().course.said == deal.course.said


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=game_text)
def test_what_is_hidden_changes_nothing_in_a_batch(game: Game) -> None:
    batch, chance, compared = Batch(game, 3, 1, automatic=False), Random(1), 0
    while (batch.actor != 0).any():
        for row in np.flatnonzero(batch.actor).tolist() if chance.random() < 0.07 else ():
            for seat in SEATS:
                deal = batch.round(row)
                same = [deal, *(world for world in same_to(seat, deal, chance) if says_the_same(world, deal))]
                rows = Batch.from_rounds(same, history=True)
                told = rows.observe(np.arange(len(same)), seat)
                assert (told == told[0]).all()
                assert (rows.actor == rows.actor[0]).all()
                if rows.actor[0] == seat:
                    assert (rows.legal == rows.legal[0]).all()
                compared += sum(world.hands != deal.hands for world in same)
        batch.step(batch.random_actions())
    assert compared > 20


@pytest.mark.parametrize("game", GAMES, ids=game_text)
def test_all_numbers_are_in_bounds_and_the_parts_fill_the_whole(game: Game) -> None:
    parts = list(layout(game).values())
    assert [piece.start for piece in parts] == [0, *(piece.stop for piece in parts[:-1])]
    for round_ in moments(game, Seat.EAST, 7):
        for seat in SEATS:
            seen = observe(view(round_, seat, Standing((7000, -1), held=3, games=(1, 0), below=(0, 90))))["observation"]
            assert seen.shape == (observation_size(game),)
            assert seen.dtype == np.float32
            assert -1 <= seen.min() <= seen.max() <= 1


@pytest.mark.parametrize("game", GAMES, ids=game_text)
def test_the_cards_of_an_observation_are_those_of_the_view(game: Game) -> None:
    for round_ in moments(game, Seat.SOUTH, 11)[::3]:
        for seat in SEATS:
            seen = view(round_, seat)
            look = Look(seen)
            assert look.cards("hand") == seen.hand
            for step in range(4):
                player = SEATS[(seat - 1 + step) % 4]
                own = Cards(card for who, card in zip(seen.players, seen.plays, strict=True) if who is player)
                assert look.cards("played", step) == own
                if step:
                    held = round_.hands[player - 1]
                    assert look.cards("holds", step - 1) <= held <= look.cards("may_hold", step - 1)
            if "turn_up" in layout(game):
                assert look.cards("turn_up") == Cards([] if seen.turn_up is None else [seen.turn_up])
            if "turned_suit" in layout(game):
                assert seen.turn_up is not None
                assert look.part("turned_suit").tolist() == [float(suit is seen.turn_up.suit) for suit in Suit]


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_who_led_what_when_can_be_told(game: Game) -> None:
    """The order of play is in it: who played a card and in which trick, and the leader of a trick is its winner."""
    round_ = moments(game, Seat.NORTH, 3)[-1]
    seen = view(round_, Seat.WEST)
    when = dict(zip(game.pack, Look(seen).part("when"), strict=True))
    for number, trick in enumerate(round_.tricks, 1):
        assert all(when[card] == pytest.approx(number / game.hand_size) for card in trick.cards)
    assert sum(value > 0 for value in when.values()) == len(round_.plays)


def dealt(game: str, hands: list[str], turn_up: str | None = None) -> Round:
    """A deal of West."""
    cards = tuple(tuple(map(Card, hand.split())) for hand in hands)
    given = Deal(cards, None if turn_up is None else Card(turn_up))
    return Round(find_game(game), Seat.WEST, deck_of(find_game(game), Seat.WEST, given))


LONG = ["Kh Qh 7s 8s 9s Jh Ts Js", "7h 8h 9h Th Ah Qs Ks As", "7d 8d 9d Td Jd Qd Kd Ad", "7c 8c 9c Tc Jc Qc Kc Ac"]


def test_players_are_counted_from_the_one_who_looks() -> None:
    round_ = dealt("coinche", LONG).apply_all(["80 H", "pass", "pass", "pass"])
    places = [[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0]]
    assert [Look(view(round_, seat)).part("taker").tolist() for seat in SEATS] == places
    assert Look(view(round_, Seat.WEST)).part("dealer").tolist() == [1, 0, 0, 0]
    assert Look(view(round_, Seat.SOUTH)).part("turn").tolist() == [0, 0, 1, 0]


def test_a_suit_that_a_player_does_not_follow_is_none_of_his() -> None:
    round_ = dealt("coinche", LONG).apply_all(["80 H", "pass", "pass", "pass", "declare", Card("7s"), Card("As")])
    led = round_.apply(Card("7d"))  # South has neither spades nor trumps
    before, after = (Look(view(moment, Seat.EAST)).cards("may_hold", 0) for moment in (round_, led))
    assert Cards("Js Jh 8d 8c") <= before
    assert after == before - Cards("Js Ts 9s 8s Kh Qh Jh 7d")


def test_belotes_and_annonces_are_known_to_all() -> None:
    round_ = dealt("coinche", LONG).apply_all(["80 H", "pass", "pass", "pass", "declare", Card("Kh"), Card("Ah")])
    seen = view(round_, Seat.WEST)
    assert Look(seen).cards("holds", 0) == Cards("Qh")  # North's belote
    assert Look(seen).part("declared").reshape(4, 4).tolist() == [[0] * 4, [0.5, 0, 0.5, 0], [0] * 4, [0] * 4]
    shown = view(round_.apply_all([Card("7d"), Card("7c")]), Seat.WEST)
    assert Look(shown).cards("holds", 0) == Cards("Js Ts 9s 8s 7s Qh Jh")


def test_doubles_stand_with_what_was_doubled() -> None:
    game = find_game("bridge")
    round_ = Round(game, Seat.NORTH, tuple(game.pack)).apply_all(["1C", "X", "XX", "1H", "X", "pass", "pass"])
    seen = view(round_, Seat.NORTH)
    known = game.auction_rules.calls
    doubled = Look(seen).part("doubled").reshape(4, len(known))
    assert [[known[n] for n in row.nonzero()[0]] for row in doubled] == [["1H"], ["1C"], ["1C"], []]
    made = Look(seen).part("calls").reshape(4, len(known))
    assert [[known[n] for n in row.nonzero()[0]] for row in made] == [
        ["1C", "X"],
        ["pass", "X"],
        ["pass", "XX"],
        ["1H"],
    ]
    assert Look(seen).part("double").tolist() == [1, 0]
    assert Look(seen).part("bid").tolist() == [1, 0, 0, 0, 0, 0, 0]


def test_a_double_out_of_turn_is_seen() -> None:
    game = find_game("coinche:pagat")
    round_ = Round(game, Seat.WEST, tuple(game.pack)).apply_all(["90 H", "pass", "coinche 2"])
    seen = view(round_, Seat.EAST)
    assert Look(seen).part("calls").reshape(4, -1)[0, game.auction_rules.calls.index("coinche")] == 1
    assert Look(seen).part("doubled").reshape(4, -1)[0, game.auction_rules.calls.index("90 H")] == 1


def test_where_a_match_stands() -> None:
    round_ = dealt("euchre", ["As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "Ad Kd Qd Jd Td", "Ac Kc Qc Jc Tc"], "9s")
    assert Look(view(round_, Seat.EAST)).part("match").tolist() == [0] * 8
    seen = view(round_, Seat.EAST, Standing((10, 0)))
    assert Look(seen).part("match").tolist() == [1, 0, 0.5, 0, 0, 0, 0, 0]  # half way is the target


def test_half_way_in_a_match_of_so_many_deals_is_what_ten_of_them_can_bring() -> None:
    game = find_game("euchre,deals=8")
    seen = view(Round(game, Seat.WEST, tuple(game.pack)), Seat.EAST, Standing((10 * game.hand_size, 0)))
    assert Look(seen).part("match").tolist() == [1, 0, 0.5, 0, 0, 0, 0, 0]


def test_somebody_who_only_looks_on_has_nothing_to_learn() -> None:
    game = find_game("sueca")
    with pytest.raises(Illegal) as refused:
        observe(view(Round(game, Seat.WEST, tuple(game.pack)), None))
    assert refused.value.finding.code == "only-watching"
