"""The vector environment: step by step what Gymnasium's own makes of single tables, in all modes."""

from __future__ import annotations

from functools import partial
from operator import itemgetter
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from lengths import one_of_each

from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.deals import numbered_deal
from overtrick.engine.observation import observe
from overtrick.learning import VectorTables, action_number, actions
from overtrick.learning.episode import Episode
from overtrick.learning.spaces import box

SIZE = 3
SHORT = {"klaverjas": "klaverjas,deals=2", "tarneeb": "tarneeb,target=7"}
"""games of which matches take long"""
GAMES = [*(SHORT.get(name, name) for name in game_names()), "belote:pagat", "euchre:hoyle,defend_alone=true"]


class OneTable(gymnasium.Env[Any, Any]):
    """A table by the plain engine, on which one learner acts for all: a row of those that are tested."""

    def __init__(self, game: str, row: int, match: bool) -> None:
        self.game, self.number, self.match = find_game(game), row + 1 - SIZE, match
        self.observation_space, self.action_space = box(self.game), Discrete(len(actions(self.game)))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        self.number += SIZE
        self.episode = Episode(self.game, "7", self.number, self.match)
        assert self.episode.actor is not None
        return self.answer(self.episode.actor)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        episode, seat = self.episode, self.episode.actor
        assert seat is not None
        episode.choose(action)
        seen, info = self.answer(episode.actor or seat)
        if episode.actor:
            return seen, 0.0, False, False, info
        info["rewards"] = np.array([episode.reward(each, False) for each in SEATS]).astype(np.float32).astype(float)
        if episode.offender:
            info["offender"] = np.int8(episode.offender)
        return seen, info["rewards"][seat - 1], True, False, info

    def answer(self, seat: Seat) -> tuple[Any, dict[str, Any]]:
        seen = observe(self.episode.view(seat))
        mask = seen["action_mask"] if self.episode.actor else np.zeros_like(seen["action_mask"])
        return seen["observation"], {"actor": np.int8(self.episode.actor or 0), "action_mask": mask}


def assert_same(ours: Any, theirs: Any) -> None:
    """Two answers are equal, all that is in them included."""
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for key in theirs:
            assert_same(ours[key], theirs[key])
    elif isinstance(theirs, tuple):
        for one, other in zip(ours, theirs, strict=True):
            assert_same(one, other)
    elif theirs.dtype == object:
        assert [each is None for each in ours] == [each is None for each in theirs]
        assert all(np.array_equal(one, other) for one, other in zip(ours, theirs, strict=True) if one is not None)
    else:
        assert ours.dtype == theirs.dtype
        assert np.array_equal(ours, theirs)


def any_legal(mask: npt.NDArray[np.int8], chance: np.random.Generator) -> npt.NDArray[np.int64]:
    """A legal action in each row, each with the same chance; 0 where there is none."""
    chosen: npt.NDArray[np.int64] = ((chance.random(mask.shape) + 1) * mask).argmax(axis=1)
    return chosen


KINDS = [(mode, match) for mode in AutoresetMode for match in (False, True)]
IN_TURN = [(game, *KINDS[(number + shift) % 6]) for number, game in enumerate(GAMES) for shift in range(6)]
"""each game with all kinds, of which the first one differs from game to game"""


@pytest.mark.parametrize(("game", "mode", "match"), one_of_each(IN_TURN, kind=itemgetter(0)))
def test_it_is_what_gymnasium_makes_of_single_tables(game: str, mode: AutoresetMode, match: bool) -> None:
    theirs: Any = SyncVectorEnv([partial(OneTable, game, row, match) for row in range(SIZE)], autoreset_mode=mode)
    ours = VectorTables(game, SIZE, match=match, autoreset_mode=mode)
    assert (ours.single_observation_space, ours.observation_space) == (
        theirs.single_observation_space,
        theirs.observation_space,
    )
    assert (ours.single_action_space, ours.action_space) == (theirs.single_action_space, theirs.action_space)
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is mode
    assert_same(ours.reset(seed=7), theirs.reset(seed=7))
    _, infos = ours.reset()
    theirs.reset()
    chance, ends = np.random.default_rng(1), 0
    for _ in range(300):
        chosen = any_legal(infos["action_mask"], chance)
        if chance.random() < 0.03:  # now and then it is illegal, mostly
            chosen[1] = chance.integers(len(actions(ours.game)))
        answer = ours.step(chosen)
        assert_same(answer, theirs.step(chosen))
        seen, _, ended, _, infos = answer
        assert seen in ours.observation_space
        ends += int(ended.sum())
        if mode is AutoresetMode.DISABLED and ended.any():
            seen, infos = ours.reset(options={"reset_mask": ended})
            again, known = theirs.reset(options={"reset_mask": ended})
            assert_same(seen, again)
            assert_same(infos["action_mask"][ended], known["action_mask"][ended])
            assert infos["actor"].all()
    assert ends > 5


def test_the_deals_are_those_of_the_seed_one_after_the_other() -> None:
    tables = VectorTables("euchre", 4)
    for first in (1, 5, 9):
        seen, infos = tables.reset(seed=3 if first == 1 else None)
        for row in range(4):
            deal = numbered_deal(tables.game, "3", first + row)
            assert infos["actor"][row] == deal.actor
            held = deal.hands[infos["actor"][row] - 1]
            assert seen[row, :24].tolist() == [card in held for card in tables.game.pack]


def test_without_a_seed_the_deals_are_other_ones_each_time() -> None:
    first, second = (VectorTables("bridge", 2).reset()[0] for _ in range(2))
    assert not np.array_equal(first, second)


def test_gymnasium_makes_it_and_its_wrappers_know_it() -> None:
    tables: Any = gymnasium.make_vec("overtrick/SuecaTables-v0", num_envs=5, raw=True)
    assert isinstance(tables, VectorTables)
    wrapped = DictInfoToList(RecordEpisodeStatistics(tables))
    _, infos = wrapped.reset(seed=1)
    ended: list[Any] = []
    while not ended:
        masks = tuple(info["action_mask"] for info in infos)
        _, _, _, _, infos = wrapped.step(tables.action_space.sample(mask=masks))
        ended = [info for info in infos if "episode" in info]
    assert [info["episode"]["l"] for info in ended] == [40] * 5
    assert all(abs(info["rewards"][0]) <= 120 and info["rewards"].sum() == 0 for info in ended)


def test_observations_are_copies_or_one_array() -> None:
    for copy in (True, False):
        tables = VectorTables("whist", 2, copy=copy)
        seen, infos = tables.reset(seed=1)
        kept = seen.copy()
        after = tables.step(infos["action_mask"].argmax(axis=1))[0]
        assert np.array_equal(seen, kept) is copy
        assert (seen is after) is not copy


def test_bytes_and_history_are_those_of_batches() -> None:
    tables = VectorTables("sueca", 2, observation="uint8", history=True)
    seen, _ = tables.reset(seed=1)
    assert seen.dtype == np.uint8
    assert seen in tables.observation_space
    assert tables.observation_space.shape == (2, len(tables._tables.observe(0, Seat.NORTH)))


def test_an_illegal_action_loses_its_episode_and_no_other() -> None:
    tables = VectorTables("euchre", 2, raw=True, autoreset_mode="SameStep")
    _, infos = tables.reset(seed=1)
    chosen = infos["action_mask"].argmax(axis=1)
    chosen[1] = action_number(tables.game, "call H")
    _, rewards, ended, _, infos = tables.step(chosen)
    assert (rewards.tolist(), ended.tolist()) == ([0, -4], [False, True])
    assert infos["final_info"]["offender"].tolist() == [0, 2]
    assert infos["final_info"]["rewards"].tolist() == [[0] * 4, [4, -4, 4, -4]]


def test_what_is_no_action_is_refused_and_nothing_is_done() -> None:
    tables = VectorTables("sueca", 2)
    seen, infos = tables.reset(seed=1)
    legal = infos["action_mask"].argmax(axis=1)
    for chosen, code in (
        (np.array([legal[0], 40]), "bad-action-number"),
        (np.array([-1, legal[1]]), "bad-action-number"),
        (legal[:1], "batch-actions"),
        (legal.astype(float), "batch-actions"),
    ):
        with pytest.raises(Invalid) as refused:
            tables.step(chosen)
        assert refused.value.finding.code == code
    assert np.array_equal(tables._tables.observation, seen)


def test_a_mask_of_tables_that_fits_is_asked_for() -> None:
    tables = VectorTables("sueca", 2)
    some = np.array([True, False])
    with pytest.raises(Invalid) as refused:
        tables.reset(options={"reset_mask": some})
    assert refused.value.finding.code == "reset-mask-too-early"
    tables.reset()
    for mask in ([True, False], np.array([1, 0]), np.array([True]), np.array([False, False])):
        with pytest.raises(Invalid) as refused:
            tables.reset(options={"reset_mask": mask})
        assert refused.value.finding.code == "bad-reset-mask"
    with pytest.raises(Invalid) as refused:
        tables.reset(seed=1, options={"reset_mask": some})
    assert refused.value.finding.code == "reset-mask-too-early"


def test_there_is_at_least_one_table() -> None:
    with pytest.raises(Invalid) as refused:
        VectorTables("sueca", 0)
    assert refused.value.finding.code == "batch-size"


def test_what_is_over_has_to_be_reset() -> None:
    tables = VectorTables("sueca", 1, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(ResetNeeded):
        tables.step(np.array([0]))
    _, infos = tables.reset(seed=1)
    for _ in range(40):
        _, _, ended, _, infos = tables.step(infos["action_mask"].argmax(axis=1))
    assert ended.all()
    with pytest.raises(ResetNeeded):
        tables.step(np.array([0]))


def test_observations_that_are_not_copied_are_one_array_whatever_the_seed() -> None:
    tables = VectorTables("euchre", 2, copy=False)
    first, _ = tables.reset(seed=1)
    again, _ = tables.reset(seed=2)
    assert again is first
    assert np.array_equal(again, VectorTables("euchre", 2).reset(seed=2)[0])


def test_modes_that_gymnasium_has_not_are_refused() -> None:
    with pytest.raises(Invalid, match="no autoreset mode 'NEXT_STEP': NextStep, SameStep, Disabled are known"):
        VectorTables("euchre", 2, autoreset_mode="NEXT_STEP")
