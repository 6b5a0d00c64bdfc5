"""What a learner sees: a view as numbers.

It is made from the view alone, so that no hidden card can be in it. Players are counted from the one who looks:
himself, the next one, his partner, the one before him; sides are his own and the other. So a learner need not know on
which seat it sits. docs/learning.md describes the parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, TypedDict

import numpy as np
import numpy.typing as npt

from overtrick.core.annonces import CARRE, SEQUENCE_NAMES
from overtrick.core.auctions import PASS, BiddingAuction
from overtrick.core.cards import Card
from overtrick.core.errors import Illegal
from overtrick.core.game import Game
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.callers import calls_of
from overtrick.deal.view import View
from overtrick.deal.words import has_annonces
from overtrick.engine.worlds import known_places
from overtrick.games.bridge.rules import CHICAGO_DEALS, GAME
from overtrick.learning.actions import action_mask, auctions, calls, has_discard

PHASES: Final = ("auction", "discard", "play")
ANNONCES: Final = (*SEQUENCE_NAMES.values(), CARRE)
MOST_ANNONCES: Final = 2
"""of one kind in a hand"""
MOST_GAMES: Final = CHICAGO_DEALS
"""that a side can win in a match of Bridge: one in each deal"""

Numbers = Sequence[float]


class Observation(TypedDict):
    """What a learner sees, and what it may choose."""

    observation: npt.NDArray[np.float32]
    action_mask: npt.NDArray[np.int8]


def observe(view: View) -> Observation:
    """What a seat knows as numbers from -1 to 1, and what it may do by the numbers of the actions.

    >>> from overtrick.deal.deals import numbered_deal
    >>> from overtrick.deal.view import view
    >>> from overtrick.core.catalogue import find_game
    >>> deal = numbered_deal(find_game("euchre"), "example", 1)
    >>> seen = observe(view(deal, deal.actor))
    >>> len(seen["observation"]), seen["observation"][layout(deal.game)["hand"]].sum()
    (515, np.float32(5.0))
    """
    if view.seat is None:
        raise Illegal("only-watching")
    rows = np.array(_card_sets(view, view.seat), "<u8").view(np.uint8).reshape(-1, 8)
    bits = np.unpackbits(rows, axis=1, bitorder="little")[:, _columns(view.game)]
    when, others = _when(view), _others(view, view.seat)
    return {
        "observation": np.concatenate((bits.ravel(), when, others), dtype=np.float32, casting="unsafe"),
        "action_mask": action_mask(view),
    }


@lru_cache(64)
def layout(game: Game) -> Mapping[str, slice[int, int, None]]:
    """Where the parts of an observation stand; a game has only those that mean something in it."""
    pack, spoken, bids, seats = len(game.pack), len(calls(game)), len(_bids(game)), len(SEATS)
    sizes = {
        "hand": pack,
        "holds": (seats - 1) * pack,
        "may_hold": (seats - 1) * pack,
        "played": seats * pack,
        "trick": seats * pack,
        "turn_up": pack * _has_turn_up(game),
        "discard": pack * has_discard(game),
        "when": pack,
        "phase": len(PHASES),
        "dealer": seats,
        "turn": seats,
        "leader": seats,
        "calls": seats * spoken,
        "doubled": seats * spoken if bids else 0,
        "strain": len(game.strains),
        "taker": seats,
        "bid": bids,
        "double": 2 if bids else 0,
        "alone": seats * game.has_lone_players,
        "vulnerable": len(Side) * game.has_vulnerability,
        "declared": seats * len(ANNONCES) * has_annonces(game),
        "tricks": len(Side),
        "points": len(Side),
        "match": 8,
    }
    return {
        name: slice(stop - size, stop)
        for (name, size), stop in zip(sizes.items(), accumulate(sizes.values()), strict=True)
        if size
    }


def observation_size(game: Game) -> int:
    """How many numbers an observation of a game has."""
    return sum(part.stop - part.start for part in layout(game).values())


@lru_cache(64)
def _columns(game: Game) -> npt.NDArray[np.intp]:
    return np.array([card.index for card in game.pack])


@lru_cache(64)
def _places(game: Game) -> Mapping[Card, int]:
    return {card: place for place, card in enumerate(game.pack)}


@lru_cache(64)
def _bids(game: Game) -> tuple[int | str, ...]:
    """What can be bid besides a strain, from the lowest up."""
    auction = next(auctions(game))
    rules = auction.rules.bids.values() if isinstance(auction, BiddingAuction) else ()
    return tuple(dict.fromkeys(bid.value for bid in rules))


def _has_turn_up(game: Game) -> bool:
    return game.dealing.turn_up != "none"


@lru_cache(64)
def _most_points(game: Game) -> int:
    """The most that a side can win by cards, tricks and belotes."""
    countings = [game.counting(strain) for strain in game.strains]
    return max(
        sum(c.card_points) + c.trick_points * game.hand_size + c.last_trick + c.pair_bonus * len(c.pairs)
        for c in countings
    )


def _card_sets(view: View, seat: Seat) -> list[int]:
    """The parts that are sets of cards, as masks."""
    known, others = known_places(view), [SEATS[(seat - 1 + step) % 4] for step in (1, 2, 3)]
    played, trick = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0)
    for player, card in zip(view.players, view.plays, strict=True):
        played[player] |= card.bit
    if view.trick is not None:
        for player, card in zip(view.trick.players, view.trick.cards, strict=False):
            trick[player] |= card.bit
    rows = [view.hand.mask, *(known.placed[other] for other in others)]
    rows += (
        known.placed[other] | (known.unseen & ~known.barred[other] if known.room[other] else 0) for other in others
    )
    rows += [played[player] for player in (seat, *others)]
    rows += [trick[player] for player in (seat, *others)]
    if _has_turn_up(view.game):
        rows.append(0 if view.turn_up is None else view.turn_up.bit)
    if has_discard(view.game):
        rows.append(0 if view.discard is None else view.discard.bit)
    return rows


def _when(view: View) -> npt.NDArray[np.float32]:
    """For each card in which trick it was played, as a share of all tricks; 0 where it was not."""
    places, size = _places(view.game), view.game.hand_size
    when = np.zeros(len(places), np.float32)
    for number, trick in enumerate((*view.tricks, *([] if view.trick is None else [view.trick])), 1):
        for card in trick.cards:
            when[places[card]] = number / size
    return when


def _others(view: View, seat: Seat) -> list[float]:
    """The parts that are no cards, in the order of the layout."""
    game, contract, trick = view.game, view.contract or view.auction.contract, view.trick
    parts: list[Iterable[float]] = [
        (view.phase == phase for phase in PHASES),
        _marked(seat, [view.dealer]),
        _marked(seat, [view.turn]),
        _marked(seat, [None if trick is None else trick.leader]),
        *_called(view, seat),
        (contract is not None and contract.strain is strain for strain in game.strains),
    ]
    takers: list[Seat] = []
    if contract is not None:  # where a side took it, both of its players did
        takers = [contract.seat] if contract.seat else [player for player in SEATS if player.side is contract.side]
    parts.append(_marked(seat, takers))
    if bids := _bids(game):
        parts.append(contract is not None and contract.value == value for value in bids)
        parts.append(contract is not None and contract.double == double for double in (1, 2))
    if game.has_lone_players:
        parts.append(_marked(seat, contract.alone if contract is not None else ()))
    if game.has_vulnerability:
        parts.append(side in view.vulnerable for side in (seat.side, seat.side.other))
    if has_annonces(game):
        parts.append(_declared(view, seat))
    parts.append(_of_sides(view.tricks_won, seat, game.hand_size))
    parts.append(_of_sides(view.points, seat, _most_points(game)))
    parts.append(_match(view, seat))
    return [number for part in parts for number in part]


def _marked(seat: Seat, players: Iterable[Seat | None]) -> Numbers:
    """1 for some players, counted from a seat."""
    marks = [0.0] * len(SEATS)
    for player in players:
        if player is not None:
            marks[(player - seat) % 4] = 1
    return marks


def _called(view: View, seat: Seat) -> list[Numbers]:
    """Who has called what, and in games with bids who has doubled what."""
    known = calls(view.game)
    made, doubled, bid = [0.0] * (len(SEATS) * len(known)), [0.0] * (len(SEATS) * len(known)), None
    auction = view.auction
    doubles = (auction.rules.double, auction.rules.redouble) if isinstance(auction, BiddingAuction) else ()
    for caller, text in calls_of(view):
        first = (caller - seat) % 4 * len(known)
        call = text if text in known else text.partition(" ")[0]  # a double out of turn names its seat
        made[first + known.index(call)] = 1
        if call in doubles:
            if bid is not None:
                doubled[first + bid] = 1
        elif call != PASS:
            bid = known.index(call)
    return [made, doubled] if doubles else [made]


def _declared(view: View, seat: Seat) -> Numbers:
    """How many annonces of each kind the players have declared."""
    numbers = [0.0] * (len(SEATS) * len(ANNONCES))
    for player, name in view.declared:
        numbers[(player - seat) % 4 * len(ANNONCES) + ANNONCES.index(name)] += 1 / MOST_ANNONCES
    return numbers


def _of_sides(scores: Scores, seat: Seat, most: float) -> Numbers:
    """What the own and the other side have, as shares of the most."""
    return scores[seat.side - 1] / most, scores[seat.side.other - 1] / most


def _match(view: View, seat: Seat) -> Numbers:
    """Whether the deal is one of a match, and where that stands; nothing outside one."""
    standing = view.standing
    if standing is None:
        return [0.0] * 8
    half = view.game.match_target or 10 * _most_points(view.game)
    totals = _of_sides(standing.totals, seat, 1)
    squeezed = [points / (abs(points) + half) for points in (*totals, standing.held)]
    games, below = _of_sides(standing.games, seat, MOST_GAMES), _of_sides(standing.below, seat, GAME)
    return [1, *squeezed, *games, *below]
