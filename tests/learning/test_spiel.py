"""Games for OpenSpiel: states that are, action by action, the deals of the plain engine and of batches."""

from __future__ import annotations

import sys
from random import Random

import pytest

from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.seats import SEATS
from overtrick.engine.batch import Batch
from overtrick.learning import SpielGame, SpielState
from overtrick.learning.spiel import TERMINAL

GAMES = [*game_names(), "belote:pagat,annonces=true", "coinche:dot_cardgames", "euchre:hoyle,defend_alone=true"]


def at_random(state: SpielState, chance: Random, steps: int = 1000) -> SpielState:
    """A state after some random actions, or at its end."""
    while steps and not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        steps -= 1
    return state


@pytest.mark.parametrize("name", GAMES)
def test_states_are_the_rows_of_a_batch(name: str) -> None:
    game, chance = SpielGame(name, 3, history=True), Random(1)
    batch = Batch(name, 1, 3, history=True, automatic=False)
    assert (game.num_distinct_actions(), game.num_players()) == (batch.legal.shape[1], 4)
    assert game.observation_tensor_shape() == [game.observation_tensor_size()] == list(batch.observation.shape[1:])
    for _ in range(4):
        state, done = game.new_initial_state(), list[int]()
        while not state.is_terminal():
            assert state.current_player() == batch.actor[0] - 1
            assert state.legal_actions_mask() == batch.legal[0].tolist()
            assert state.legal_actions() == batch.legal[0].nonzero()[0].tolist()
            assert state.observation_tensor() == batch.observation[0].tolist()
            assert state.rewards() == state.returns() == [0.0] * 4
            done.append(chance.choice(state.legal_actions()))
            state.apply_action(done[-1])
            batch.step([done[-1]])
        assert (state.current_player(), state.legal_actions()) == (TERMINAL, [])
        assert state.returns() == pytest.approx(batch.rewards[0].tolist())
        assert state.rewards() == state.returns()
        assert state.history() == done
        batch.deal([0])


def sampled_value(state: SpielState, player: int, values: dict[str, float], chance: Random) -> float:
    """What a deal brings to a player whose decisions are all remembered: a round of MCCFR, as OpenSpiel writes it."""
    if state.is_terminal():
        return state.player_return(player)
    assert not state.is_chance_node()
    assert state.chance_outcomes() == []
    actor, legal = state.current_player(), state.legal_actions()
    value = sampled_value(state.child(chance.choice(legal)), player, values, chance)
    if actor == player:
        values[state.information_state_string(actor)] = value
    return value


@pytest.mark.parametrize("name", GAMES)
def test_sampling_algorithms_find_what_they_ask_for(name: str) -> None:
    game, chance = SpielGame(name, 4), Random(4)
    for player in range(game.num_players()):
        values = dict[str, float]()
        value = sampled_value(game.new_initial_state(), player, values, chance)
        assert set(values.values()) <= {value}


def test_a_player_is_told_their_own_part() -> None:
    state = SpielGame("bridge", 1).new_initial_state()
    seen = [state.observation_string(player) for player in range(4)]
    assert len(set(seen)) == 4
    assert state.observation_string() == seen[state.current_player()]
    assert all(str(hand) in text for hand, text in zip(state.round.hands, seen, strict=True))
    assert not any(str(hand) in seen[0] for hand in state.round.hands[1:])
    state.apply_action(state.string_to_action("1NT"))
    state.apply_action(state.string_to_action("pass"))
    assert state.history_str() == ", ".join(map(str, state.history()))
    end = at_random(state, Random(1))
    assert [end.player_return(player) for player in range(4)] == end.returns()
    assert [end.player_reward(player) for player in range(4)] == end.rewards()
    with pytest.raises(Invalid) as refused:
        end.player_return(4)
    assert refused.value.finding.code == "bad-player"


@pytest.mark.parametrize("name", GAMES)
def test_no_deal_is_longer_or_worth_more_than_the_game_says(name: str) -> None:
    game, chance = SpielGame(name), Random(2)
    for _ in range(10):
        end = at_random(game.new_initial_state(), chance)
        assert len(end.history()) <= game.max_game_length()
        assert all(game.min_utility() <= won <= game.max_utility() for won in end.returns())
        assert sum(end.returns()) == game.utility_sum()


def test_the_longest_auction_of_bridge_fits() -> None:
    state = SpielGame("bridge").new_initial_state()
    bids = [call for call in state.get_game().game.auction_rules.calls if call.strain is not None]
    calls = ["pass"] * 3
    for bid in bids:
        calls += [str(bid), "pass", "pass", "X", "pass", "pass", "XX", "pass", "pass"]
    for call in [*calls, "pass"]:
        state.apply_action(state.string_to_action(call))
    assert state.round.phase == "play"
    assert len(at_random(state, Random(1)).history()) == 319 + 52 <= state.get_game().max_game_length()


@pytest.mark.parametrize("name", GAMES)
def test_other_deals_are_the_same_to_a_player(name: str) -> None:
    game, chance = SpielGame(name, "worlds"), Random(3)
    others = 0
    for steps in range(0, 24, 2):
        state = at_random(game.new_initial_state(), chance, steps)
        if state.is_terminal():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string()
        assert other.observation_tensor() == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        others += other.round.hands != state.round.hands
        at_random(other, chance)
    assert others > 3


def test_an_information_state_has_what_a_player_knows() -> None:
    state = SpielGame("sueca", 1).new_initial_state()
    assert len({state.information_state_string(player) for player in range(4)}) == 4
    after = state.child(state.legal_actions()[0])
    assert all(after.information_state_string(each) != state.information_state_string(each) for each in range(4))


def test_a_clone_stays_as_it_is() -> None:
    state = SpielGame("belote").new_initial_state()
    kept, text = state.clone(), str(state)
    child = state.child(state.legal_actions()[0])
    assert state.history() == []
    at_random(state, Random(1))
    assert (str(kept), kept.history(), kept.is_terminal()) == (text, [], False)
    assert len(child.history()) == 1
    assert kept.get_game() is state.get_game()


def test_each_new_state_is_the_next_deal_of_the_seed() -> None:
    game, again = SpielGame("whist", "x"), SpielGame(find_game("whist"), "x")
    first, second = game.new_initial_state(), game.new_initial_state()
    assert first.round.hands != second.round.hands
    assert [str(again.new_initial_state()) for _ in range(2)] == [str(first), str(second)]
    assert not first.is_chance_node()
    assert not first.is_simultaneous_node()
    assert (str(game), game.max_chance_outcomes()) == ("whist:short", 0)


def test_actions_have_names() -> None:
    state = SpielGame("euchre").new_initial_state()
    for action in state.legal_actions():
        name = state.action_to_string(state.current_player(), action)
        assert name == state.action_to_string(action)
        assert state.string_to_action(name) == action


def test_what_may_not_be_done_is_refused_and_nothing_is_done() -> None:
    state = SpielGame("sueca", 1).new_initial_state()
    assert state.legal_actions(state.current_player() + 1) == []
    with pytest.raises(Invalid) as refused:
        state.apply_action(40)
    assert refused.value.finding.code == "bad-action-number"
    with pytest.raises(Illegal):
        state.apply_action(next(number for number in range(40) if number not in state.legal_actions()))
    assert state.history() == []
    for player in (4, TERMINAL):
        with pytest.raises(Invalid) as refused:
            state.observation_tensor(player)
        assert refused.value.finding.code == "bad-player"
    assert len({tuple(state.observation_tensor(seat - 1)) for seat in SEATS}) == 4


def test_without_openspiel_its_words_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(Invalid) as refused:
        SpielGame("sueca").get_type()
    assert refused.value.finding.code == "not-installed"


def test_states_tell_how_much_was_done() -> None:
    state = SpielGame("euchre", seed=1).new_initial_state()
    assert (state.is_initial_state(), state.move_number()) == (True, 0)
    state.apply_action(state.legal_actions()[0])
    assert (state.is_initial_state(), state.move_number()) == (False, 1)
    assert state.num_distinct_actions() == state.get_game().num_distinct_actions()
