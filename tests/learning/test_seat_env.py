"""The Gymnasium environment: what that library asks of it, and bots on the other seats."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from overtrick.arena.runner import play_deal, play_match
from overtrick.bots.simple_play import simple
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS
from overtrick.deal.view import View
from overtrick.learning import SeatEnv, action_number

TRAINED = f"policy:{Path(__file__).parents[2] / 'examples/learn/euchre.npz'}"


@pytest.mark.parametrize("name", game_names())
def test_the_library_is_content(name: str) -> None:
    made = gymnasium.make(f"overtrick/{name.capitalize()}-v0")
    assert isinstance(made.unwrapped, SeatEnv)
    assert made.unwrapped.game == find_game(name)
    check_env(made.unwrapped)


def test_a_preset_can_be_asked_for() -> None:
    made = gymnasium.make("overtrick/Coinche-v0", game="coinche:pagat", opponents="random", match=True)
    assert isinstance(made.unwrapped, SeatEnv)
    assert str(made.unwrapped.game) == "coinche:pagat"


def finish(table: SeatEnv, seed: int | None, choose: Any) -> float:
    """What the learner gets in an episode."""
    _, info = table.reset(seed=seed)
    reward, over = 0.0, False
    while not over:
        number = choose(table, info["action_mask"])
        _, reward, over, truncated, info = table.step(number)
        assert not truncated
        assert over == (not info["action_mask"].any())
        assert over or reward == 0
    return reward


def as_simple(table: SeatEnv, mask: object) -> int:
    return action_number(table.game, simple(table._episode.view(table.seat)))


def differences(scores: tuple[int, int]) -> list[int]:
    return [scores[0] - scores[1], scores[1] - scores[0]]


@pytest.mark.parametrize("game", ["euchre", "sueca", "bridge", "belote:pagat", "whist"])
@pytest.mark.parametrize("seat", SEATS)
def test_the_bots_play_as_in_a_simulation(game: str, seat: int) -> None:
    table = SeatEnv(game, seat=seat, partner="simple", opponents="simple", raw=True)
    for number in range(1, 6):
        reward = finish(table, 9 if number == 1 else None, as_simple)
        score = play_deal(table.game, ("simple",) * 4, "9", table._episodes.number).score
        assert score is not None
        assert reward == differences(score.scores)[(seat - 1) % 2]


def test_random_bots_have_the_chance_of_their_seat() -> None:
    table = SeatEnv("sueca", seat=2, partner="random", opponents="random", raw=True)
    score = play_deal(table.game, ("random", "simple", "random", "random"), "4", 1).score
    assert score is not None
    assert finish(table, 4, as_simple) == differences(score.scores)[1]


def test_a_match_is_that_of_a_simulation() -> None:
    table = SeatEnv("euchre", match=True, raw=True)
    standing = play_match(table.game, ("simple",) * 4, "6", 1).standing
    assert standing is not None
    assert finish(table, 6, as_simple) == differences(standing.totals)[0]


def test_a_learner_is_never_asked_for_nothing() -> None:
    """A partner who always plays alone leaves deals in which the learner has nothing to decide; they are left out."""

    def alone(view: View) -> Any:
        return next((action for action in view.legal if str(action).endswith("alone")), view.legal[0])

    table = SeatEnv("euchre", partner=alone, opponents=alone, seat=3)
    _, info = table.reset(seed=1)
    assert info["action_mask"].any()
    assert table._episodes.number == 2  # in the first deal player 1 speaks before everybody else


def test_an_illegal_action_loses_the_deal() -> None:
    table = SeatEnv("belote")
    _, info = table.reset(seed=1)
    forbidden = int((info["action_mask"] == 0).argmax())
    seen, reward, over, _, info = table.step(forbidden)
    assert (reward, over, info["offender"]) == (-1.0, True, 1)
    assert seen in table.observation_space


def test_a_step_before_the_beginning_or_after_the_end_is_refused() -> None:
    table = SeatEnv("sueca")
    with pytest.raises(ResetNeeded, match="reset"):
        table.step(0)
    finish(table, 1, as_simple)
    with pytest.raises(ResetNeeded, match="reset"):
        table.step(0)
    table.reset()


@pytest.mark.parametrize("action", [1.5, np.float64(2.0), -1, 10**6, "1"])
def test_what_is_the_number_of_no_action_is_refused_and_nothing_is_done(action: Any) -> None:
    table = SeatEnv("sueca")
    table.reset(seed=1)
    before = table._episode.round
    with pytest.raises(Invalid) as refused:
        table.step(action)
    assert refused.value.finding.code == "bad-action-number"
    assert table._episode.round is before


def test_masks_as_other_libraries_ask_for_them() -> None:
    table = SeatEnv("sueca")
    _, info = table.reset(seed=1)
    assert table.action_masks().dtype == np.bool_
    assert table.action_masks().tolist() == info["action_mask"].astype(bool).tolist()


def test_a_learner_sees_its_own_hand(capsys: pytest.CaptureFixture[str]) -> None:
    table = SeatEnv("bridge", render_mode="human")
    table.reset(seed=1)
    assert "\nN: " in capsys.readouterr().out
    shown = SeatEnv("bridge", seat="S", render_mode="ansi")
    shown.reset(seed=1)
    text = shown.render()
    assert text is not None
    assert "\nS: " in text
    assert "\nN: " not in text.replace("\nAuction", "")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"partner": "nobody"}, "unknown-bot"),
        ({"opponents": 3}, "unknown-bot"),
        ({"game": "bridge", "opponents": TRAINED}, "bot-wrong-game"),
        ({"seat": 5}, "bad-seat"),
        ({"game": "belote:x"}, "unknown-preset"),
    ],
)
def test_what_there_is_not_is_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(Invalid) as refused:
        SeatEnv(**options)
    assert refused.value.finding.code == code
