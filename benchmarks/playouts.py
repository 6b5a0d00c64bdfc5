"""Random deals a second on one core, beside OpenSpiel and RLCard in the same run.

Every card is drawn from the legal ones at random. What is compared is not the same work, and the rows say what it is.
`deal and play` is ours (`overtrick.playouts`): shuffle, deal, play, winners and points, all of it kept in arrays; there
is no auction, and hearts are trumps. `whole deals` have calls as well: random ones, as the game of each engine defines
them; in Euchre, half of those of OpenSpiel are then played alone, with 15 cards. `play only` is the play of deals that
were dealt and called before the time was taken, none of them alone: the least that our deal and play can be compared
with. `native bots` are those of `evaluate_bots` in OpenSpiel; a `Python loop` draws from the legal actions, and so it
deals in OpenSpiel; the `random agents` of RLCard get an observation for every action; our `random bots` get what their
seat may know. Our `random agents` get observations as arrays, one table in PettingZoo's `env` or 1,024 in a `Batch`; of
these the actions, calls included, count as cards. What our kernel does in `whole deals` is `overtrick.random_deals`,
with the same cards as `deals` gives, and its scores are the game's own.

`times` is what our kernel has for each one of the row. Each figure is the best of several runs, in CPU time. The aims:
1,000,000 deals of Belote, 30 times the whole deals of Euchre by native bots, and 80 times those by the Python loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from benchmarks.peers.environment import gathered, told_by_peer, told_by_us
from benchmarks.peers.rates import Rate

ENGINES: Final[dict[str, Callable[[], str]]] = {
    "The kernel": lambda: told_by_us("overtrick_deals", "numba"),
    "The plain engine": lambda: told_by_us("overtrick_deals", "plain"),
    "OpenSpiel": lambda: told_by_peer("spiel_deals", "open_spiel"),
    "RLCard": lambda: told_by_peer("rlcard_deals", "rlcard"),
}


def table() -> str:
    """A row for each game and engine."""
    rates, missing = gathered(ENGINES, Rate)
    return "\n".join([*rows(rates), *missing])


def rows(rates: Iterable[Rate]) -> list[str]:
    """The best rates game by game, beside the first one of the game."""
    best: dict[tuple[str, str], Rate] = {}
    for rate in rates:
        key = (rate.game, rate.engine)
        best[key] = max(rate, best.get(key, rate), key=lambda each: each.deals)
    made = ["| game | engine | deals/s | times | cards/s | times |", "|---|---|--:|--:|--:|--:|"]
    for game in dict.fromkeys(rate.game for rate in best.values()):
        of_game = [rate for rate in best.values() if rate.game == game]
        made += [_row(rate, of_game[0]) for rate in of_game]
    return made


def _row(rate: Rate, ours: Rate) -> str:
    cells = [
        *(rate.game, rate.engine),
        *(f"{rate.deals:,.0f}", f"{ours.deals / rate.deals:,.1f}"),
        *(f"{rate.cards:,.0f}", f"{ours.cards / rate.cards:,.1f}"),
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print(table())
