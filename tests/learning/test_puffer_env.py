"""Tables for PufferLib, by its own ways to run environments, with arrays that it owns."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from gymnasium.error import Error

from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS
from overtrick.engine.batch import Batch


def test_without_pufferlib_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pufferlib", None)
    monkeypatch.delitem(sys.modules, "overtrick.learning.puffer_env", raising=False)
    with pytest.raises(Invalid) as refused:
        import overtrick.learning.puffer_env  # noqa: F401
    assert refused.value.finding.code == "not-installed"


class TestTables:
    """All that PufferLib is needed for."""

    @pytest.fixture(autouse=True)
    def _there(self, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)  # where the library leaves a link
        pytest.importorskip(
            "pufferlib.vector",
            reason="PufferLib wants an older Gymnasium than all else here, and its setup downloads and builds C code",
            exc_type=ImportError,
        )

    @staticmethod
    def legal_actions(seen: Any, choices: int, chance: np.random.Generator) -> Any:
        """Something legal for those who act, and something else for the others."""
        legal = seen[:, :choices] > 0
        return ((chance.random(legal.shape) + 1) * legal).argmax(axis=1).astype(np.int32)

    @pytest.mark.parametrize("name", ["euchre", "bridge", "coinche:pagat"])
    @pytest.mark.parametrize("kind", ["uint8", "float32"])
    def test_agents_see_and_get_what_the_seats_of_a_batch_do(self, name: str, kind: Any) -> None:
        from overtrick.learning.puffer_env import PufferTables

        tables, batch = PufferTables(name, 3, observation=kind, seed=5), Batch(name, 3, "5", observation=kind)
        choices, chance, ends = batch.legal.shape[1], np.random.default_rng(1), 0
        seen, _ = tables.reset(seed=5)
        assert seen is tables.observations
        for _ in range(200):
            for row in range(3):
                for seat in SEATS:
                    mine, acts = seen[4 * row + seat - 1], batch.actor[row] == seat
                    assert np.array_equal(mine[:choices] > 0, batch.legal[row] & acts)
                    assert np.array_equal(mine[choices:], batch.observe(row, seat))
                    assert tables.masks[4 * row + seat - 1] == acts
            chosen = self.legal_actions(seen, choices, chance)
            batch.step(chosen.reshape(3, 4)[np.arange(3), batch.actor - 1])
            seen, rewards, terminals, truncations, infos = tables.step(chosen)
            assert np.array_equal(rewards.reshape(3, 4), batch.rewards)
            assert np.array_equal(terminals.reshape(3, 4), batch.over[:, None].repeat(4, axis=1))
            assert not truncations.any()
            assert infos == ([{"illegal": 0.0}] if batch.over.any() else [])
            ends += int(batch.over.sum())
        assert ends > 5

    def test_an_illegal_action_loses_its_deal_and_the_next_one_begins(self) -> None:
        from overtrick.learning.puffer_env import PufferTables

        tables = PufferTables("euchre", 2, seed=1)
        seen, _ = tables.reset(seed=1)
        choices, chance = int(tables.single_action_space.n), np.random.default_rng(1)
        chosen, offender = self.legal_actions(seen, choices, chance), int(np.flatnonzero(tables.masks)[1])
        chosen[offender] = 0  # a card
        _, rewards, terminals, _, infos = tables.step(chosen)
        assert terminals.tolist() == [False] * 4 + [True] * 4
        assert rewards.tolist()[:4] == [0] * 4
        assert rewards.tolist()[4:] == [-1.0 if (agent - offender) % 2 == 0 else 1.0 for agent in range(4, 8)]
        assert infos == [{"illegal": 1.0}]
        after = Batch("euchre", 2, "1", first=3, observation="uint8")
        assert np.array_equal(seen[4:, choices:], [after.observe(1, seat) for seat in SEATS])

    def test_what_is_no_action_is_refused(self) -> None:
        from overtrick.learning.puffer_env import PufferTables

        tables = PufferTables("sueca", 1)
        tables.reset(seed=1)
        with pytest.raises(Invalid) as refused:
            tables.step(np.full(4, 40))
        assert refused.value.finding.code == "bad-action-number"
        with pytest.raises(Invalid) as refused:
            tables.step(np.zeros(3, np.int32))
        assert refused.value.finding.code == "batch-actions"

    def test_seeds_and_types_are_refused_that_are_none(self) -> None:
        from overtrick.learning.puffer_env import PufferTables

        with pytest.raises(Error, match="Seed"):
            PufferTables("sueca", 1).reset(seed=-1)
        wrong: Any = "float64"
        with pytest.raises(Invalid, match="Observations are in float32 or uint8"):
            PufferTables("sueca", 1, observation=wrong)

    @pytest.mark.parametrize("backend", ["Serial", "Multiprocessing"])
    def test_the_ways_of_pufferlib_give_the_deals_of_the_seeds(self, backend: str) -> None:
        import pufferlib.vector

        from overtrick.learning.puffer_env import PufferTables

        options = {"num_workers": 2} if backend == "Multiprocessing" else {}
        envs = pufferlib.vector.make(PufferTables, ["euchre", 8], num_envs=2, backend=backend, **options)
        try:
            seen, _ = envs.reset(seed=7)
            choices, chance, ends = envs.single_action_space.n, np.random.default_rng(1), 0
            assert np.array_equal(seen.reshape(2, 32, -1)[0], PufferTables("euchre", 8).reset(seed=7)[0])
            for _ in range(100):
                assert seen[:, :choices].any(axis=1).sum() == 16
                seen, rewards, terminals, _, _ = envs.step(self.legal_actions(seen, choices, chance))
                assert not rewards.reshape(-1, 4)[~terminals.reshape(-1, 4)].any()
                assert np.allclose(rewards.reshape(-1, 4).sum(axis=1), 0)
                ends += int(terminals.sum()) // 4
            assert ends > 30
        finally:
            envs.close()
