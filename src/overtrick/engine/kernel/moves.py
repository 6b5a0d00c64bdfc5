"""The moves of all kernels: the legal cards of a hand, read from the tables of duties."""

from __future__ import annotations

from overtrick.engine.kernel.native import Memory, kernel
from overtrick.engine.kernel.tables import DUTIES, RUNGS


@kernel("int64(int64, int64, int64)")
def duty_at(lane: int, master: int, is_partner: int) -> int:
    """Where in the tables the duty begins of a player who does not lead."""
    return DUTIES + ((lane * 64 + master) * 2 + is_partner) * RUNGS


@kernel("int64(memory, int64, int64, int64, int64)")
def legal_cards(tables: Memory, hand: int, lane: int, master: int, is_partner: int) -> int:
    """The cards of a hand that may be played to a trick, by its lane and master (bit number) and whose it is."""
    at = duty_at(lane, master, is_partner)
    for rung in range(RUNGS):
        cards = hand & tables[at + rung]
        if cards:
            return cards
    return hand
