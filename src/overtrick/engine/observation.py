"""What a learner sees: a view as numbers.

It is made from the view alone, so that no hidden card can be in it. Players are counted from the one who looks:
the seat, the next one, the partner, the one before; sides are the own and the other. So a learner need not know on
which seat it sits. docs/learning.md describes the parts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from struct import Struct
from typing import Final, TypedDict

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import Word, actions_of
from overtrick.core.annonces import KINDS
from overtrick.core.auctions import Auction, Contract
from overtrick.core.cards import CARDS, Cards, Suit
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Illegal
from overtrick.core.game import Game, Standing
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.course import Course
from overtrick.deal.view import View
from overtrick.engine.worlds import known_places

PHASES: Final = ("auction", "discard", "play")
PHASE_OF: Final = {"exchange": "discard"}
"""phases that are told as another one, since no game has both"""

MATCH_PARTS: Final = 8
"""numbers that tell where a match stands"""
MOST_AGREED: Final = 64
"""how many auctions are remembered as numbers, each as one seat sees it"""


class Observation(TypedDict):
    """What a learner sees, and what it may choose."""

    observation: npt.NDArray[np.float32]
    action_mask: npt.NDArray[np.int8]


def observe(view: View, history: bool = False) -> Observation:
    """What a seat knows as numbers from -1 to 1, and what it may do by the numbers of the actions.

    `history` adds who played which card to each trick.

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
    return {"observation": _observer(view.game, history).look(view, view.seat), "action_mask": action_mask(view)}


def action_mask(view: View) -> npt.NDArray[np.int8]:
    """1 for each action that the seat of a view may choose now, by number; all are 0 when it is not its turn."""
    known = actions_of(view.game)
    mask = np.zeros(len(known.choices), np.int8)
    for action in view.legal:
        if not isinstance(action, Word):
            mask[known.numbers[action]] = 1
    return mask


@lru_cache(64)
def layout(game: Game | str, history: bool = False) -> Mapping[str, slice[int, int, None]]:
    """Where the parts of an observation stand; a game has only those that mean something in it."""
    game = find_game(game)
    pack, spoken, bids, seats = len(game.pack), len(game.auction_rules.calls), len(bids_of_game(game)), len(SEATS)
    doubles = any(call.kind == "double" for call in game.auction_rules.calls)
    sizes = {
        "hand": pack,
        "holds": (seats - 1) * pack,
        "may_hold": (seats - 1) * pack,
        "played": seats * pack,
        "trick": seats * pack,
        "turn_up": pack * (game.dealing.turn_up != "none" and not game.dealing.beside),
        "discard": pack * game.pick_up.is_played,
        "when": pack,
        "phase": len(PHASES),
        "dealer": seats,
        "turn": seats,
        "leader": seats,
        "turned_suit": len(Suit) * bool(game.dealing.beside),
        "calls": seats * spoken,
        "doubled": seats * spoken * doubles,
        "strain": len(game.strains),
        "taker": seats,
        "bid": bids,
        "double": 2 * doubles,
        "alone": seats * game.has_lone_players,
        "vulnerable": len(Side) * bool(game.vulnerability),
        "declared": seats * KINDS * game.declaring.is_allowed,
        "tricks": len(Side),
        "points": len(Side),
        "match": MATCH_PARTS,
        "history": game.hand_size * seats * pack * history,
    }
    return {
        name: slice(stop - size, stop)
        for (name, size), stop in zip(sizes.items(), accumulate(sizes.values()), strict=True)
        if size
    }


@lru_cache(64)
def observation_size(game: Game | str, history: bool = False) -> int:
    """How many numbers an observation of a game has."""
    return sum(part.stop - part.start for part in layout(game, history).values())


def in_bytes(game: Game, seen: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """An observation in bytes: 255 for 1, and for the parts of a match, which may be below 0, 0 for -1."""
    match, shares = layout(game)["match"], seen.copy()
    shares[match] = (shares[match] + np.float32(1)) / np.float32(2)
    return (shares * np.float32(255) + np.float32(0.5)).astype(np.uint8)


@lru_cache(64)
def _observer(game: Game, history: bool) -> _Observer:
    return _Observer(game, history)


class _Observer:
    """Writes views of a game as numbers: all bits at once, sets of cards and marks, and then the other numbers."""

    def __init__(self, game: Game, history: bool) -> None:
        self.game = game
        self.size = observation_size(game, history)
        self.parts = layout(game, history)
        self.starts = {name: part.start for name, part in self.parts.items()}
        rows = self.starts["when"] // len(game.pack)
        self.bytes_of_marks = self.size // 8 + 1
        self.packed = Struct(f"<{rows}Q{self.bytes_of_marks}s")
        of_cards = [64 * row + card.index for row in range(rows) for card in game.pack]
        self.columns = np.array([*of_cards, *range(64 * rows + len(of_cards), 64 * rows + self.size)])
        """where the bit of each number is: in the sets of cards, or in the marks behind them"""
        self.when = [self.starts["when"] + len(game.pack & Cards.from_mask(card.bit - 1)) for card in CARDS]
        """where it is told when a card was played, by `Card.index`"""
        self.tricks = {
            each: (np.arange(each, each + len(game.pack)) // each / game.hand_size).astype(np.float32)
            for each in range(2, len(SEATS) + 1)
        }
        """by how many play: the trick of each card played, as a share of all"""
        self.calls = {call: number for number, call in enumerate(game.auction_rules.calls)}
        self.strains = {strain: number for number, strain in enumerate(game.strains)}
        self.bids = {value: number for number, value in enumerate(bids_of_game(game))}
        self.most_points = most_points(game)
        self.agreed = lru_cache(MOST_AGREED)(self._agreed)

    def look(self, view: View, seat: Seat) -> npt.NDArray[np.float32]:
        """A view from its seat."""
        starts, course = self.starts, view.course
        marks = self._marks(course, seat).to_bytes(self.bytes_of_marks, "little")
        packed = np.frombuffer(self.packed.pack(*self._card_sets(view, seat), marks), np.uint8)
        numbers = np.unpackbits(packed, bitorder="little").take(self.columns).astype(np.float32)
        if plays := course.plays:
            when, each = self.when, len(SEATS) - len(course.trick.out if course.trick else ())
            numbers[[when[card.index] for card in plays]] = self.tricks[each][: len(plays)]
            if "history" in starts:
                numbers[list(self._tricks_so_far(course, seat, each))] = 1
        own, other = seat.side - 1, seat.side.other - 1
        won, points, first = course.tally.tricks, course.tally.scores, starts["tricks"]
        share, most = self.game.hand_size, self.most_points
        numbers[first : first + 4] = won[own] / share, won[other] / share, points[own] / most, points[other] / most
        annonces = self.game.declaring.combinations
        for player, name in course.declared:
            place = (player - seat) % 4 * KINDS + annonces.kind_of(name)
            numbers[starts["declared"] + place] += 1 / annonces.most
        if view.standing is not None:
            numbers[self.parts["match"]] = match_parts(self.game, view.standing, seat.side)
        return numbers

    def _card_sets(self, view: View, seat: Seat) -> list[int]:
        """The parts that are sets of cards, as masks."""
        course, (placed, unseen, room, barred, _) = view.course, known_places(view)
        around = (seat, seat.next, seat.partner, seat.previous)
        others = around[1:]
        rows = [view.held, *[placed[other] for other in others]]
        rows += [placed[other] | (unseen & ~barred[other] if room[other] else 0) for other in others]
        rows += [course.played[player - 1] for player in around]
        on_table = [0, 0, 0, 0]
        if course.trick is not None and course.trick.cards:
            for player, card in zip(course.players[-len(course.trick.cards) :], course.trick.cards, strict=True):
                on_table[(player - seat) % 4] = card.bit
        rows += on_table
        if "turn_up" in self.starts:
            rows.append(0 if course.turn_up is None else course.turn_up.bit)
        if "discard" in self.starts:
            rows.append(0 if view.discard is None else view.discard.bit)
        return rows

    def _marks(self, course: Course, seat: Seat) -> int:
        """The numbers behind the sets of cards that are 1, as bits; players are counted from the seat."""
        starts, trick, turn = self.starts, course.trick, course.turn
        marks = 0
        if turn is not None:
            marks = 1 << starts["turn"] + (turn - seat) % 4 | 1 << starts["phase"] + PHASES.index(
                PHASE_OF.get(course.phase, course.phase)
            )
        if trick is not None:
            marks |= 1 << starts["leader"] + (trick.leader - seat) % 4
        if "turned_suit" in starts and course.turn_up is not None:
            marks |= 1 << starts["turned_suit"] + course.turn_up.suit
        contract = course.contract or course.auction.contract
        return marks | self.agreed(course.auction, contract, course.vulnerable, seat)

    def _agreed(self, auction: Auction, contract: Contract | None, vulnerable: Collection[Side], seat: Seat) -> int:
        """What no card changes: who deals, the calls and what came of them."""
        starts = self.starts
        marks = [starts["dealer"] + (auction.dealer - seat) % 4, *self._called(auction, seat)]
        if contract is not None:
            marks.append(starts["strain"] + self.strains[contract.strain])
            if contract.seat is not None:
                marks.append(starts["taker"] + (contract.seat - seat) % 4)
            elif contract.side is not None:  # where a side took it, both of its players did
                takers = [player for player in SEATS if player.side is contract.side]
                marks += [starts["taker"] + (player - seat) % 4 for player in takers]
            if contract.value in self.bids:
                marks.append(starts["bid"] + self.bids[contract.value])
            if contract.double:
                marks.append(starts["double"] + contract.double - 1)
            marks += [starts["alone"] + (player - seat) % 4 for player in contract.alone]
        marks += [starts["vulnerable"] + (side is not seat.side) for side in vulnerable]
        return sum(1 << mark for mark in set(marks))

    def _called(self, auction: Auction, seat: Seat) -> list[int]:
        """Who has called what, and in games with bids who has doubled what."""
        starts, calls, marks, bid = self.starts, self.calls, list[int](), None
        for caller, call in zip(auction.callers, auction.calls, strict=True):
            first = (caller - seat) % 4 * len(calls)
            if call.kind in ("double", "redouble"):
                if bid is not None:
                    marks.append(starts["doubled"] + first + bid)
                call = self.game.auction_rules.in_turn(call)
            elif call.kind != "pass":
                bid = calls[call]
            marks.append(starts["calls"] + first + calls[call])
        return marks

    def _tricks_so_far(self, course: Course, seat: Seat, each: int) -> Iterator[int]:
        """The places of the cards that were played, by trick and player."""
        first, when = self.starts["history"], self.starts["when"]
        for number, (player, card) in enumerate(zip(course.players, course.plays, strict=True)):
            row = 4 * (number // each) + (player - seat) % 4
            yield first + row * len(self.game.pack) + self.when[card.index] - when


def match_parts(game: Game, standing: Standing, side: Side) -> list[float]:
    """That a deal is one of a match, and where it stands, as a side sees it."""
    half = half_of_match(game)
    totals, games, below = standing.totals, standing.games, standing.below
    sides = side - 1, side.other - 1
    squeezed = [points / (abs(points) + half) for points in (*(totals[side] for side in sides), standing.held)]
    if (rubber := game.rubber) is None:
        counted, most = (standing.rows, game.most_row) if game.most_row else (standing.bags, game.most_bags)
        return [1, *squeezed, *(counted[side] / most if most else 0 for side in sides), 0, 0]
    return [
        1,
        *squeezed,
        *(games[side] / rubber.most_games for side in sides),
        *(below[side] / rubber.game_points for side in sides),
    ]


def half_of_match(game: Game) -> int:
    """The points of a match that are told as a half."""
    return game.match_target or 10 * most_points(game)


def bids_of_game(game: Game) -> tuple[int | str, ...]:
    """What can be bid besides a strain, from the lowest up."""
    return tuple(value for value in game.auction_rules.values if value)


@lru_cache(64)
def most_points(game: Game) -> int:
    """The most that a side can win by cards, tricks, belotes and sets in tricks."""
    countings = [game.counting(strain) for strain in game.strains]
    return max(
        sum(c.card_points)
        + c.trick_points * game.hand_size
        + c.last_trick
        + c.pair_bonus * len(c.pairs)
        + c.trick_sets.most
        for c in countings
    )
