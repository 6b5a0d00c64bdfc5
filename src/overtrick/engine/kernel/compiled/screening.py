"""The referee over many games: the first card of each that they object to. `referee.evidence` tells the method."""

import numpy as np

from overtrick.engine.kernel.compiled.moves import NOTHING_LAID, duty_of, is_decided, laid_after, mask_of, next_laid
from overtrick.engine.kernel.compiled.native import int64, kernel, popcount
from overtrick.engine.kernel.memory import Grid, Memory
from overtrick.engine.kernel.screening import PLACE_COUNT, Found, Games, PlaceLimits
from overtrick.engine.kernel.tables import DUTY, RUNGS, Laid, Rules
from overtrick.engine.screening import CLEAN, IMPOSSIBLE


@kernel
def deal_exists(limits: PlaceLimits, unseen: int) -> bool:
    """Whether the unseen cards have room where they are not barred."""
    sets, end = limits.sets, 2
    sets[0], sets[1] = unseen, popcount(unseen)
    for place in range(PLACE_COUNT):
        barred, room = limits.barred[place], limits.room[place]
        for at in range(0, end, 2):
            cards = sets[at] & barred
            if cards:
                outside = sets[at + 1] - room
                if popcount(cards) > outside:
                    return False
                sets[end], sets[end + 1] = cards, outside
                end += 2
    return True


@kernel
def take_facts(rules: Rules, limits: PlaceLimits, barred: Grid[np.int64], row: int) -> None:
    """Begin a game with what is known before the first card."""
    hand_size = rules.hand_size
    for place in range(PLACE_COUNT):
        limits.room[place] = hand_size if place else popcount(rules.pack) - 4 * hand_size
        limits.barred[place] = mask_of(rules, barred[row, place])
    for place in range(PLACE_COUNT):
        cards = rules.pack
        for other in range(PLACE_COUNT):
            cards &= limits.barred[other] if other != place else -1
        limits.must_hold[place] = cards


@kernel
def denied_by(duties: Memory, duty: int, card: int) -> int:
    """The cards of the rungs above that of a card; a free card has none above it."""
    proves = int64(0)
    if duties[duty + RUNGS] >> card & 1:
        return proves
    for rung in range(RUNGS):
        cards = duties[duty + rung]
        if cards >> card & 1:
            break
        proves |= cards
    return proves


@kernel
def proved_by(rules: Rules, laid: Laid, seat: int, card: int) -> int:
    """The cards that a player who adds a card to a trick does not hold."""
    if laid.size:
        return denied_by(rules.duties, duty_of(laid, seat), card)
    return denied_by(rules.leads, laid.broken * DUTY, card) if rules.binds_leads else int64(0)


@kernel
def first_findings(rules: Rules, limits: PlaceLimits, games: Games, found: Found) -> None:
    """Fill in the numbers of the first cards objected to at both levels, and who won the tricks."""
    for row in range(len(games.plays)):
        found.player[row] = found.deal[row] = CLEAN
        take_facts(rules, limits, games.barred, row)
        unseen, out = rules.pack, int64(0)
        for seat in range(4):
            out |= int64(games.out[row, seat]) << seat
        if not deal_exists(limits, unseen):
            found.player[row] = found.deal[row] = IMPOSSIBLE
            continue
        in_trick, tricks, seat, laid = 4 - popcount(out), int64(0), int64(games.leader[row]) - 1, NOTHING_LAID
        for number in range(games.plays.shape[1]):
            index = int64(games.plays[row, number])
            if index == 255:
                break
            while out >> seat & 1:
                seat = (seat + 1) & 3
            place = seat + 1
            bit = rules.bit_of[index] if index < 52 else -1
            is_over = tricks == rules.hand_size or is_decided(rules, laid)
            objects = bit < 0 or is_over or not unseen & ~limits.barred[place] & int64(1) << bit
            if not objects:
                proves = proved_by(rules, laid, seat, bit)
                objects = proves & unseen & limits.must_hold[place] != 0
                unseen &= ~(int64(1) << bit)
                limits.room[place] -= 1
                limits.barred[place] |= proves
            if found.deal[row] == CLEAN and (objects or not deal_exists(limits, unseen)):
                found.deal[row] = number
            if objects:
                found.player[row] = number
                break
            laid = laid_after(rules, laid, seat, bit)
            seat = (seat + 1) & 3
            if laid.size == in_trick:
                found.winners[row, tricks] = laid.holder + 1
                seat, laid, tricks = laid.holder, next_laid(rules, laid), tricks + 1
