"""The count of all legal sequences of cards that follow a position."""

from overtrick.engine.kernel.compiled.moves import is_decided, laid_after, legal_cards, next_laid
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, popcount
from overtrick.engine.kernel.tables import Laid, Players, Rules


@kernel
def count(rules: Rules, players: Players, seat: int, laid: Laid, depth: int) -> int:
    """Sequences of a depth, when it is the turn of a seat."""
    if depth == 0:
        return int64(1)
    if is_decided(rules, laid):
        return int64(0)
    hand = players.hands[seat]
    cards = legal_cards(rules, hand, laid, seat)
    if depth == 1:
        return popcount(cards)
    total = int64(0)
    while cards:
        bit = lowest(cards)
        cards &= cards - 1
        players.hands[seat] = hand & ~(int64(1) << bit)
        after = laid_after(rules, laid, seat, bit)
        if after.size == players.count:
            total += count(rules, players, after.holder, next_laid(rules, after), depth - 1)
        else:
            total += count(rules, players, players.after[seat], after, depth - 1)
    players.hands[seat] = hand
    return total
