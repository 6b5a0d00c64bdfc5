"""The PettingZoo environment: what that library asks of it, and whole deals as the rules have them."""

import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo import test as library_test

from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import view
from overtrick.learning import TableEnv, action_number, actions, env

NOT_AN_ARRAY = (  # the library knows by name those of its own environments whose observations have a mask
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)
GAMES = [*game_names(), "belote:pagat", "coinche:pagat", "coinche:dot_cardgames", "euchre:hoyle,defend_alone=true"]
CHECKS: Any = library_test


class Table:
    """An environment whose agents choose the first action that they may."""

    def __init__(self, table: AECEnv[str, Any, Any], seed: int) -> None:
        self.env, self.acting = table, list[str]()
        self.rewards = dict.fromkeys(table.possible_agents, 0.0)
        table.reset(seed=seed)

    def legal(self) -> list[int]:
        seen = self.env.last()[0]
        assert seen is not None
        return [int(number) for number in seen["action_mask"].nonzero()[0]]

    def play(self, steps: int = 1000) -> dict[str, float]:
        """What the agents have got after some steps, or at the end."""
        for agent in self.env.agent_iter(steps):
            _, reward, over, _, _ = self.env.last(observe=False)
            self.rewards[agent] += reward
            self.acting += [] if over else [agent]
            self.env.step(None if over else self.legal()[0])
        return self.rewards


@pytest.mark.filterwarnings(*NOT_AN_ARRAY)
@pytest.mark.parametrize("match", [False, True], ids=["deal", "match"])
@pytest.mark.parametrize("game", GAMES)
def test_the_library_is_content(game: str, match: bool) -> None:
    CHECKS.api_test(env(game, match=match), num_cycles=20)
    CHECKS.seed_test(lambda: env(game, match=match, raw=True), num_cycles=20)


def test_it_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    CHECKS.render_test(lambda render_mode: env("bridge", render_mode=render_mode))
    assert "dealer N" in capsys.readouterr().out


def test_a_picture_of_a_deal() -> None:
    table = Table(env("euchre", render_mode="ansi"), seed=1)
    for action in ("pass", "order alone", Card("Ah")):
        table.env.step(action_number(find_game("euchre"), action))
    assert str(table.env.render()).splitlines() == [
        "euchre:north_american, dealer 4, turned up Jc",
        "1: Js Ad Qd 9d",
        "2: Ks Ts Qh 9h Tc",
        "3: Kh Th Kd Jd Kc",
        "4: Qs 9s Td Ac 9c",
        "Auction: 1: pass, 2: order alone",
        "Contract: C alone by 2.",
        "On the table: 1: Ah",
        "0 : 0",
    ]


def test_the_end_of_a_match_can_be_shown() -> None:
    table = TableEnv("euchre", match=True, render_mode="ansi")
    table.reset(seed=1)
    while not table.terminations[table.agent_selection]:
        table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
    assert str(table.render()).startswith("euchre:north_american, dealer")


@pytest.mark.parametrize("game", GAMES)
def test_the_deals_are_those_of_the_seed(game: str) -> None:
    table = TableEnv(game)
    for number in (1, 2, 3):
        table.reset(seed=5 if number == 1 else None)
        expected = numbered_deal(table.game, "5", number)
        for agent, seat in zip(table.possible_agents, SEATS, strict=True):
            seen, dealt = table.observe(agent)["observation"], view(expected, seat)
            assert seen[: len(table.game.pack)].tolist() == [card in dealt.hand for card in table.game.pack]


@pytest.mark.parametrize("game", GAMES)
def test_partners_share_what_the_others_lose(game: str) -> None:
    for seed in range(2):
        rewards = Table(env(game), seed).play()
        assert rewards["player_1"] == rewards["player_3"] == -rewards["player_2"] == -rewards["player_4"]
        assert -1 <= rewards["player_1"] <= 1


def test_rewards_are_the_difference_of_the_scores() -> None:
    for seed in range(4):
        raw = Table(env("sueca", raw=True), seed).play()
        assert Table(env("sueca"), seed).play()["player_1"] == pytest.approx(raw["player_1"] / 120)
        assert raw["player_1"] == int(raw["player_1"])


def test_a_match_is_won_or_lost() -> None:
    for seed in range(3):
        won = Table(env("sueca", match=True), seed).play()
        points = Table(env("sueca", match=True, raw=True), seed).play()
        assert abs(won["player_1"]) == 1
        assert abs(points["player_1"]) in range(1, 8)
        assert (won["player_1"] > 0) == (points["player_1"] > 0)


def test_an_illegal_action_ends_the_deal_and_loses_it_for_its_side() -> None:
    for raw, most in ((False, 1), (True, 4)):
        table = env("euchre", raw=raw)
        table.reset(seed=1)
        offender = table.agent_selection
        table.step(action_number(find_game("euchre"), "call H"))
        assert all(table.terminations.values())
        assert table.rewards == {agent: (-most, most)[n % 2] for n, agent in enumerate(table.possible_agents)}
        assert offender == "player_1"
        seen, _, over, _, info = table.last()
        assert seen is not None
        assert (over, info["offender"]) == (True, 1)
        assert not seen["action_mask"].any()
        for _ in table.agent_iter():
            table.step(None)
        assert table.agents == []


def test_the_declarer_plays_dummy() -> None:
    table = Table(env("bridge"), seed=2)
    for call in ("1NT", "pass", "pass", "pass"):
        table.env.step(action_number(find_game("bridge"), call))
    table.play(4)
    assert table.acting == ["player_2", "player_1", "player_4", "player_1"]


def test_who_sits_out_waits_for_the_end() -> None:
    table = Table(env("euchre"), seed=1)
    table.env.step(action_number(find_game("euchre"), "order alone"))
    table.play()
    assert len(table.acting) == 1 + 15  # the dealer's discard, and five tricks of three
    assert "player_3" not in table.acting


@pytest.mark.parametrize("game", ["coinche", "belote,annonces=true"])
def test_what_can_be_said_is_said(game: str) -> None:
    """Annonces are declared and belotes announced, so that the same play brings what it brings to players who do."""
    words = set[str]()
    for seed in range(12):
        table = TableEnv(game)
        taking = [action_number(table.game, call) for call in actions(table.game) if call in ("take", "80 S")]
        asked = Table(table, seed)
        while not any(table.terminations.values()):
            legal = asked.legal()
            table.step(next((number for number in taking if number in legal), legal[0]))
        words |= {word for _, word in table._table.round(0).said}
    assert words == {"declare", "belote", "rebelote"}


def test_an_environment_can_be_pickled() -> None:
    table = TableEnv("euchre", raw=True)
    assert Table(pickle.loads(pickle.dumps(table)), 3).play() == Table(table, 3).play()


def test_numbers_of_numpy_are_numbers() -> None:
    table = Table(env("sueca"), seed=1)
    table.env.step(np.int32(table.legal()[0]))
    assert table.env.agent_selection == "player_2"


@pytest.mark.parametrize(
    ("options", "code"),
    [({"game": "poker"}, "unknown-game"), ({"render_mode": "rgb_array"}, "bad-render-mode")],
)
def test_what_there_is_not_is_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(Invalid) as refused:
        env(**options)
    assert refused.value.finding.code == code


def test_a_number_of_no_action_is_refused() -> None:
    table = env("sueca")
    table.reset(seed=1)
    with pytest.raises(Invalid) as refused:
        table.step(40)
    assert refused.value.finding.code == "bad-action-number"


def test_any_whole_number_may_be_that_of_an_action() -> None:
    table, outcomes = TableEnv("sueca"), []
    numbers: list[Any] = [1, True, np.uint8(1)]  # a learner may give what the types do not allow
    for action in numbers:
        table.reset(seed=1)
        table.step(action)
        outcomes.append((table.agent_selection, table.rewards, table.infos))
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_a_table_can_be_sent_elsewhere_before_its_first_deal_only() -> None:
    table = pickle.loads(pickle.dumps(env("euchre", match=True)))
    table.reset(seed=1)
    assert table.last()[0]["action_mask"].any()
    for copied in (deepcopy, pickle.dumps):
        with pytest.raises(Invalid, match="cannot be copied"):
            copied(table)
