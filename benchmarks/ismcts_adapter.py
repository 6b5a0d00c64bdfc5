"""Deals of Euchre between our bots and those of OpenSpiel: both programs follow every deal by their own rules.

What one of them does is carried over to the other. At each turn both must allow the same, and at the end both must have
the same score; else the run stops. Our `euchre` is the game of OpenSpiel (the dealer must name a suit, no defender
plays alone, 2 points for euchres of any kind), but for three things, in which deals follow OpenSpiel:

- The dealer may not discard the turned-up card, and ours is not offered it.
- Whoever has ordered up says after the discard whether he plays alone. Ours says it at once; the dealer of OpenSpiel
  hears it when he has discarded, and ours discards before he hears it from OpenSpiel.
- A dealer who sits out picks up and discards as well: any card, since it is not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from time import process_time
from typing import Final

from benchmarks.peers.asked import Peer
from overtrick import Action, Card, Rank, Round, Seat, Suit, view
from overtrick.bots.bot import Bot
from overtrick.core.actions import ALONE, DISCARDS, PASS, Discard
from overtrick.core.seats import SEATS
from overtrick.core.tricks import parse_strain

PASS_NUMBER, FIRST_SUIT, ALONE_NUMBER, TOGETHER_NUMBER = 24, 25, 29, 30
SUITS: Final = len(Suit)
HAND: Final = 5


class Disagreement(Exception):
    """The two programs do not play the same game."""


class JointDeal:
    """A deal that both programs follow; our bots sit at some seats, that of OpenSpiel at the others."""

    def __init__(self, round_: Round, bots: Mapping[Seat, Bot], peer: Peer, seed: int) -> None:
        self.round = round_
        self.our_seconds: list[float] = []
        """of the decisions in which there was a choice"""
        self.their_seconds: list[float] = []
        self._bots = bots
        self._peer = peer
        self._there = peer.ask(begin=_dealing(round_), seed=seed)

    def play(self) -> int:
        """Play the deal; what side 1 has won, negative if the other one has."""
        while self.round.phase == "auction":
            self._call()
        while self.round.phase == "play":
            self._play_card()
        score = self.round.score
        assert score is not None
        won = score.scores[0] - score.scores[1]
        _agree([won, -won, won, -won], self._there["returns"])
        return won

    def _call(self) -> None:
        """A call, and all that comes with it until the next call or the first lead."""
        before, seat = self.round, self._turn(self.round.turn)
        calls = {_call_number(call, before): call for call in map(str, before.legal()) if not _is_alone(call)}
        self._check(calls)
        if seat in self._bots:
            call = str(self._ask_us(before, seat))
            self._apply(_call_number(_together(call), before))
        else:
            number = self._ask_them()
            call = calls[number]
            self._apply(number)
        if call == PASS:
            self.round = before.apply(call)
            return
        discard = self._discard(before.apply(call)) if self._there["phase"] == "DISCARD" else None
        self.round = before.apply(self._together_or_alone(seat, call))
        if self.round.phase == "discard" and discard is not None:
            self.round = self.round.apply(DISCARDS[discard])

    def _discard(self, ordered: Round) -> Card:
        """What the dealer lays away."""
        dealer = self._turn(ordered.dealer)
        dealt = ordered.dealt.hands[dealer - 1]
        self._check(map(_card_number, dealt))
        if dealer not in self._bots:
            number = self._ask_them()
        elif ordered.phase == "discard":
            action = self._ask_us(ordered, dealer, tuple(DISCARDS[card] for card in dealt))
            assert isinstance(action, Discard)
            number = _card_number(action.card)
        else:  # he sits out
            number = self._there["legal"][0]
        self._apply(number)
        return _card(number)

    def _together_or_alone(self, seat: Seat, call: str) -> str:
        """The call of who makes trumps, when he has said whether he plays alone."""
        self._turn(seat)
        self._check([ALONE_NUMBER, TOGETHER_NUMBER])
        ours = ALONE_NUMBER if _is_alone(call) else TOGETHER_NUMBER
        number = ours if seat in self._bots else self._ask_them()
        self._apply(number)
        return _together(call) + (f" {ALONE}" if number == ALONE_NUMBER else "")

    def _play_card(self) -> None:
        seat = self._turn(self.round.turn)
        self._check([_card_number(Card(str(card))) for card in self.round.legal()])
        card = Card(str(self._ask_us(self.round, seat))) if seat in self._bots else _card(self._ask_them())
        self._apply(_card_number(card))
        self.round = self.round.apply(card)

    def _ask_us(self, round_: Round, seat: Seat, legal: tuple[Action, ...] | None = None) -> Action | str:
        """What our bot does, if need be of some of the actions that are legal."""
        seen = view(round_, seat)
        if legal is not None:
            seen = seen._replace(legal=legal)
        start = process_time()
        action = self._bots[seat](seen)
        seconds = process_time() - start
        if len(seen.legal) > 1:
            self.our_seconds.append(seconds)
        return action

    def _ask_them(self) -> int:
        answer = self._peer.ask(choose=None)
        if len(self._there["legal"]) > 1:
            self.their_seconds.append(answer["seconds"])
        return int(answer["action"])

    def _apply(self, number: int) -> None:
        if number not in self._there["legal"]:
            raise Disagreement(f"{number} is none of {self._there['legal']}")
        self._there = self._peer.ask(apply=number)

    def _turn(self, seat: Seat | None) -> Seat:
        assert seat is not None
        _agree(seat - 1, self._there["player"])
        return seat

    def _check(self, legal: Iterable[int]) -> None:
        _agree(sorted(legal), self._there["legal"])


def _agree(ours: object, theirs: object) -> None:
    if ours != theirs:
        raise Disagreement(f"ours: {ours}; that of OpenSpiel: {theirs}")


def _dealing(round_: Round) -> list[int]:
    """The actions of chance in OpenSpiel that deal these hands."""
    order = [SEATS[(round_.dealer - 1 + step) % len(SEATS)] for step in range(len(SEATS))]
    cards = [round_.dealt.hands[seat - 1][place] for place in range(HAND) for seat in order]
    return [round_.dealer - 1, *map(_card_number, (*cards, _turn_up(round_)))]


def _is_alone(call: str) -> bool:
    return call.endswith(f" {ALONE}")


def _together(call: str) -> str:
    return call.removesuffix(f" {ALONE}")


def _call_number(call: str, round_: Round) -> int:
    """The number of a call that does not tell whether its player is alone."""
    if call == PASS:
        return PASS_NUMBER
    _, _, strain = call.partition(" ")
    suit = parse_strain(strain).suit if strain else _turn_up(round_).suit
    assert suit is not None
    return FIRST_SUIT + suit


def _turn_up(round_: Round) -> Card:
    assert round_.dealt.turn_up is not None
    return round_.dealt.turn_up


def _card_number(card: Card) -> int:
    return SUITS * (card.rank - Rank.NINE) + card.suit


def _card(number: int) -> Card:
    return Card.of(Rank(Rank.NINE + number // SUITS), Suit(number % SUITS))
