"""The moves of all kernels: the legal cards of a hand, read from the tables of duties, and a trick after a card."""

from typing import Final

from overtrick.engine.kernel.compiled.native import int64, kernel, lowest
from overtrick.engine.kernel.memory import Memory
from overtrick.engine.kernel.tables import DUTY, NEVER, RUNGS, SECOND, Laid, Rules

NOTHING_LAID: Final = Laid()


@kernel
def mask_of(rules: Rules, cards: int) -> int:
    """Cards that are a mask of `Card.bit`, without those that are not in the pack."""
    mask = int64(0)
    while cards:
        bit = rules.bit_of[lowest(cards)]
        mask |= int64(bit >= 0) << (bit & 63)
        cards &= cards - 1
    return mask


@kernel
def duty_at(led: int, master: int, holder: int, seat: int) -> int:
    """Where in a table of duties that of a player begins who does not lead."""
    return ((led * 64 + master) * 2 + int64((holder ^ seat) == 2)) * DUTY


@kernel
def duty_of(laid: Laid, seat: int) -> int:
    """The same for a trick."""
    return duty_at(laid.lane, laid.master, laid.holder, seat)


@kernel
def owed_of(duties: Memory, duty: int, hand: int) -> int:
    """The cards of a hand that a duty leaves."""
    owed = hand
    for rung in range(RUNGS):
        cards = hand & duties[duty + RUNGS - 1 - rung]
        owed = cards if cards else owed
    return owed | hand & duties[duty + RUNGS]


@kernel
def legal_cards(rules: Rules, hand: int, laid: Laid, seat: int) -> int:
    """The cards of a player's hand that may be played to a trick."""
    if laid.size == 0:
        return owed_of(rules.leads, laid.broken * DUTY, hand) if rules.binds_leads else hand
    return owed_of(rules.duties, duty_of(laid, seat), hand)


@kernel
def points_in(first: Memory, cards: Memory, points: Memory, trick: int) -> int:
    """What sets of cards bring in a trick, which is a mask; the rows are those that tell of sets."""
    found, left = int64(0), trick
    while left:
        card = lowest(left)
        left &= left - 1
        for number in range(first[card], first[card + 1]):
            found += int64(0) if cards[number] & ~trick else points[number]
    return found


@kernel
def laid_after(rules: Rules, laid: Laid, seat: int, card: int) -> Laid:
    """A trick to which a player has added a card, by its bit number."""
    lane = laid.lane if laid.size else card >> 4
    if laid.size == 0 or rules.beaten_by[laid.master] >> card & 1:
        return Laid(laid.size + 1, lane, card, seat, laid.broken, laid.won)
    return Laid(laid.size + 1, lane, laid.master, laid.holder, laid.broken, laid.won)


@kernel
def next_laid(rules: Rules, laid: Laid) -> Laid:
    """The empty table after a complete trick; a trick with a trump in it is held by one."""
    falls = rules.binds_leads and laid.master >> 4 == 3 and (rules.leads_break or laid.lane != 3)
    won = laid.won
    if rules.enough != NEVER:
        won += SECOND if laid.holder & 1 else int64(1)
    return Laid(int64(0), int64(0), int64(0), int64(0), int64(1) if falls else laid.broken, won)


@kernel
def is_decided(rules: Rules, laid: Laid) -> bool:
    """Whether a deal is over before all cards are played, because a side has won enough tricks."""
    first, second = laid.won % SECOND, laid.won // SECOND
    if max(first, second) < rules.enough:
        return False
    return not rules.sweep_goes_on or min(first, second) > 0
