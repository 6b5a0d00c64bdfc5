"""The environments as `gymnasium.make` knows them."""

from __future__ import annotations

from types import ModuleType

from overtrick.core.catalogue import game_names


def register(gymnasium: ModuleType) -> None:
    """Make `overtrick/Belote-v0` and so on known to `gymnasium.make`, and `overtrick/BeloteTables-v0` to `make_vec`."""
    for name in game_names():
        known = f"overtrick/{name.capitalize()}"
        gymnasium.register(f"{known}-v0", f"{__package__}.seat_env:SeatEnv", kwargs={"game": name})
        tables = f"{__package__}.vector_env:VectorTables"
        gymnasium.register(f"{known}Tables-v0", vector_entry_point=tables, kwargs={"game": name})
