"""What deals and matches are worth to learners."""

from __future__ import annotations

from functools import lru_cache

from overtrick.core.actions import ALONE
from overtrick.core.auctions import Contract
from overtrick.core.game import Game, Standing
from overtrick.core.number_bidding import NumberBidding
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.short_auctions import OneBidEach


@lru_cache(64)
def best_result(game: Game) -> int:
    """What all tricks of the best contract bring that nobody has doubled, without belote, annonces and honours."""
    best = 1
    for contract in _contracts(game):
        score = game.score(game.all_tricks(Side.ONE, contract, frozenset(Side)))
        if score is not None:
            best = max(best, score.scores[0] - score.scores[1])
    return best


def reward_of(scores: Scores, seat: Seat, most: int) -> float:
    """What a deal is worth to a player: what their side has more, from -1 to 1 or in points if the most is 0."""
    more = scores[seat.side - 1] - scores[seat.side.other - 1]
    return max(-1.0, min(1.0, more / most)) if most else float(more)


def match_reward(standing: Standing, side: Side, raw: bool) -> float:
    """What a match that is over is worth to a side: 1 for the winner and -1 for the other, or how many points more."""
    if raw:
        return float(standing.totals[side - 1] - standing.totals[side.other - 1])
    return 0.0 if standing.winner is None else 1.0 if standing.winner is side else -1.0


def _contracts(game: Game) -> list[Contract]:
    """What can be played without a double, by player 1 where there is an auction."""
    rules = game.auction_rules
    if isinstance(rules, OneBidEach):
        return [Contract(rules.strain, bids=(game.hand_size, 0))]
    named = [(call, call.strain) for call in rules.calls if call.strain is not None]
    if not named:
        return [Contract(strain) for strain in game.strains]
    taker = SEATS[0]
    if isinstance(rules, NumberBidding):
        return [Contract(strain, taker.side, taker, value) for _, strain in named for value in rules.values]
    return [
        Contract(strain, taker.side, taker, ALONE if call.alone else call.value, alone=(taker,) if call.alone else ())
        for call, strain in named
    ]
