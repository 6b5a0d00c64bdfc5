"""Actions by number: one number for each action of a game, and masks that are what the rules allow."""

from random import Random

import pytest
from strategies import PRESETS, moments

from overtrick.core.actions import Word
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.deal.deals import numbered_deal
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.dealing import deals
from overtrick.learning import action_mask, action_number, action_of, actions, layout, observation_size

BRIDGE_BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
GAMES = [
    *PRESETS,
    find_game("belote,round2_sa_ta=true,round2_turned_suit=true,annonces=true,forced_jack=true"),
    find_game("coinche,sa_ta=true,generale=true,coinche_eighty=false,coinche_any_time=true"),
    find_game("euchre:hoyle,defend_alone=true,no_trump=true"),
    find_game("euchre,must_have_trump_to_order=true,canadian_loner=true"),
]


@pytest.mark.parametrize("game", GAMES, ids=game_text)
def test_numbers_and_actions_belong_together(game: Game) -> None:
    known = actions(game)
    assert len(set(known)) == len(known)
    assert [action_number(game, action) for action in known] == list(range(len(known)))
    assert [action_number(game, str(action)) for action in known] == list(range(len(known)))
    assert [action_of(game, number) for number in range(len(known))] == list(known)


@pytest.mark.parametrize("game", GAMES, ids=game_text)
def test_a_mask_is_what_is_legal(game: Game) -> None:
    for seed in range(8):
        for round_ in moments(game, SEATS[seed % 4], seed)[seed % 5 :: 5]:
            for seat in SEATS:
                mask = action_mask(view(round_, seat))
                allowed = round_.legal() if seat is round_.actor else ()
                chosen = {action_of(game, int(number)) for number in mask.nonzero()[0]}
                assert chosen == {action for action in allowed if not isinstance(action, Word)}


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("sueca", ""),
        ("whist", ""),
        ("belote", "pass, take, name S, name H, name D, name C"),
        ("belote,round2_sa_ta=true", "pass, take, name S, name H, name D, name C, name NT, name AT"),
        ("euchre:eecs280", "pass, order, call S, call H, call D, call C"),
        (
            "bridge",
            ", ".join(["pass", *(f"{n}{s}" for n in range(1, 8) for s in ("C", "D", "H", "S", "NT")), "X", "XX"]),
        ),
    ],
)
def test_all_calls_of_a_game(game: str, expected: str) -> None:
    assert ", ".join(find_game(game).auction_rules.calls) == expected


@pytest.mark.parametrize(("game", "count"), [("coinche", 32 + 43), ("euchre", 24 + 11 + 24), ("bridge", 52 + 38)])
def test_how_many_actions_a_game_has(game: str, count: int) -> None:
    assert len(actions(find_game(game))) == count


def test_what_stands_as_a_bid_cannot_be_bid() -> None:
    assert "80 H" not in find_game("coinche:dot_cardgames").auction_rules.calls
    assert "coinche" in find_game("coinche:dot_cardgames").auction_rules.calls


@pytest.mark.parametrize("number", [-1, 38, 10**9])
def test_a_number_without_an_action_is_refused(number: int) -> None:
    with pytest.raises(Invalid, match=r"those of belote:ffb have the numbers from 0 to 37"):
        action_of(find_game("belote"), number)


@pytest.mark.parametrize("action", [Card("2s"), "declare", "1NT", "discard 7c", ""])
def test_an_action_of_another_game_is_refused(action: Card | str) -> None:
    with pytest.raises(Invalid) as refused:
        action_number(find_game("belote"), action)
    assert refused.value.finding.code == "bad-action"


def test_random_calls_never_leave_the_list() -> None:
    chance = Random(5)
    for game in GAMES:
        known = set(game.auction_rules.calls)
        for _ in range(20):
            round_ = Round(game, chance.choice(SEATS), chance.sample(list(game.pack), len(game.pack)))
            while round_.phase == "auction":
                assert known.issuperset(map(str, round_.legal()))
                round_ = round_.apply(chance.choice(round_.legal()))


def test_a_game_may_be_a_text() -> None:
    text = "euchre:hoyle,defend_alone=true"
    game = find_game(text)
    assert find_game(game) is game
    assert actions(text) == actions(game)
    assert action_of(text, 3) == action_of(game, 3)
    assert action_number(text, "pass") == action_number(game, "pass")
    assert layout(text, history=True) == layout(game, history=True)
    assert observation_size(text) == observation_size(game)
    assert next(deals(text, seed=1)) == numbered_deal(text, 1, 1) == numbered_deal(game, 1, 1)
