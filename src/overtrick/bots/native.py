"""Bots as kernels, which play as those of the same name do, decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from overtrick.bots.chance import seed_of_bots
from overtrick.bots.simple_play import GOOD
from overtrick.core.catalogue import has_part, part_of
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.shuffle import Seed
from overtrick.engine.kernel.deals import native_model
from overtrick.engine.kernel.engine import imported
from overtrick.engine.kernel.strategies import Act, Player, Quartet, ways_of


def quartet_of(game: Game, names: Sequence[str], seed: Seed) -> Quartet | None:
    """The bots of four names with the streams of a seed; None where one of them, or the game, has no kernels."""
    if not set(names) <= {"random", "simple"} or (model := native_model(game, "strategies")) is None:
        return None
    players = [_player(game, name, seed, seat) for seat, name in zip(SEATS, names, strict=True)]
    known = [player for player in players if player is not None]
    return Quartet(model, ways_of(game, GOOD), known) if len(known) == len(SEATS) else None


def _player(game: Game, name: str, seed: Seed, seat: Seat) -> Player | None:
    if name == "random":
        from overtrick.engine.kernel.compiled.strategies import act_by_chance

        return Player(act_by_chance, seed_of_bots(seed, seat))
    act = simple_act(game)
    return None if act is None else Player(act)


@lru_cache(64)
def simple_act(game: Game) -> Act | None:
    """The kernel of `simple`: that of the game, or what all games have in common where the game has no strategy."""
    if part_of(game, "strategy") is None:
        from overtrick.engine.kernel.compiled.strategies import act_plainly

        return act_plainly
    if not has_part(game, "native"):
        return None
    native = imported(f"strategy of {game.name}", partial(part_of, game, "native"), type(game).__module__)
    return None if native is None else native.act
