"""A fault as data: which law, what revealed it, the smallest proof, and who can have done it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from overtrick.core.cards import Cards, Suit
from overtrick.core.game import Game, Pins
from overtrick.core.seats import Seat, Side
from overtrick.referee.evidence import Evidence, Play, Shortage
from overtrick.referee.sentences import FaultWords

NO_DEAL = "no-deal"
"""the law of a fault that only several plays together prove"""

Kind = Literal["contradiction", "known", "counting"]
"""what betrays a player: a card they play, one they are known to hold, or that some have nowhere left to be"""


class Fault(NamedTuple):
    """A broken duty, proved; where it stands in the input as with a `Finding`."""

    game: Game
    law: str
    """the law that was broken, such as `belote/follow`: the game, and the duty or `no-deal`"""
    revealing: Play
    """the first card at which the fault can be proved"""
    proof: tuple[Play, ...]
    """the fewest plays whose duties cannot all have been kept"""
    certain: tuple[Seat, ...]
    """everyone who must have broken a duty"""
    suspects: tuple[Seat, ...]
    """everyone who can have broken one"""
    trumps: Suit | None
    held: Cards
    """the cards that the player of the revealing card is known to hold although it denies them"""
    shortage: Shortage | None
    """the cards for which too few places are left, where the proof is by counting"""
    pins: Pins
    line: int | None = None
    column: int | None = None

    @property
    def code(self) -> str:
        """The law, which is for a fault what its code is for a `Finding`."""
        return self.law

    @property
    def offending(self) -> Play | None:
        """The play that broke the law, where one play alone proves the fault."""
        return self.proof[0] if len(self.proof) == 1 else None

    @property
    def kind(self) -> Kind:
        """How the fault is proved."""
        offending, revealing = self.offending, self.revealing
        if offending is not None and offending.seat is revealing.seat:
            if offending.proves & revealing.card.bit:
                return "contradiction"
            if offending is revealing and self.held:
                return "known"
        return "counting"

    @property
    def offender(self) -> Seat | None:
        """Who broke a duty, where that is certain; of several, the player of the revealing card."""
        if len(self.certain) == 1:
            return self.certain[0]
        return self.revealing.seat if self.revealing.seat in self.certain else None

    @property
    def side(self) -> Side | None:
        """The side that is guilty, where that is certain of one side only."""
        sides = {seat.side for seat in self.certain or self.suspects}
        return sides.pop() if len(sides) == 1 else None

    def message(self, language: str = "en") -> str:
        """The sentence for people, in the given language."""
        return FaultWords(self, language).sentence()

    def as_json(self, language: str = "en") -> dict[str, object]:
        """The fault with everything that proves it, and the sentences for people; docs/formats.md tells the fields."""
        words, kind, shortage = FaultWords(self, language), self.kind, self.shortage
        return {
            "law": self.law,
            **self.revealing.as_json(),
            "line": self.line,
            "column": self.column,
            "kind": kind,
            "offending": self.offending and self.offending.as_json(),
            "offender": self.offender and int(self.offender),
            "certain": list(map(int, self.certain)),
            "suspects": list(map(int, self.suspects)),
            "proof": [
                {**play.as_json(), "shown": words.shown(play), "message": words.reason(play)} for play in self.proof
            ],
            "held": list(map(str, self.held)) if kind == "known" else [],
            "shortage": {
                "cards": list(map(str, shortage.cards)),
                "room": shortage.room,
                "message": words.shortage(),
                "known": words.known(),
            }
            if shortage and kind == "counting"
            else None,
            "message": words.sentence(),
        }

    def at(self, line: int | None, column: int | None = None) -> Fault:
        """The same fault at a place of the input; a place that is already known stays."""
        return self if self.line is not None else self._replace(line=line, column=column)


def proved_by_player(game: Game, trumps: Suit | None, evidence: Evidence) -> Fault:
    """The fault of the player of the last card, who contradicts what they have shown."""
    last = len(evidence.plays) - 1
    revealing = evidence.plays[last]
    betrayed = (n for n, p in enumerate(evidence.plays) if p.seat is revealing.seat and p.proves & revealing.card.bit)
    seats = frozenset([revealing.seat])
    return _fault(game, trumps, evidence, (next(betrayed, last),), [seats])


def proved_by_deal(game: Game, trumps: Suit | None, evidence: Evidence) -> Fault:
    """The fault that the last card proves because no deal explains all plays."""
    return _fault(game, trumps, evidence, evidence.smallest_proof(), evidence.explanations())


def _fault(
    game: Game,
    trumps: Suit | None,
    evidence: Evidence,
    proof: tuple[int, ...],
    explanations: Sequence[frozenset[Seat]],
) -> Fault:
    revealing = evidence.plays[-1]
    held = revealing.proves & evidence.must_hold(revealing.seat)
    return Fault(
        game,
        f"{game.name}/{_law(evidence, proof)}",
        revealing=revealing,
        proof=tuple(evidence.plays[number] for number in proof),
        certain=tuple(sorted(frozenset.intersection(*explanations))),
        suspects=tuple(sorted(frozenset.union(*explanations))),
        trumps=trumps,
        held=Cards.from_mask(held),
        shortage=evidence.shortage(proof),
        pins=evidence.pins,
    )


def _law(evidence: Evidence, proof: tuple[int, ...]) -> str:
    """The first rung that the offending play skipped and the revealing card stands on."""
    if len(proof) > 1:
        return NO_DEAL
    offending, revealing = evidence.plays[proof[0]], evidence.plays[-1]
    skipped = offending.duty.skipped(offending.card)
    for rung, cards in skipped:
        if offending.seat is revealing.seat and cards & revealing.card.bit:
            return rung.value
    # What betrays the player is no card that they played: they are known to hold it, or there is no other room for it.
    denied = 0
    for rung, cards in skipped:
        denied |= cards
        if not evidence.can_have_lacked(proof[0], denied):
            return rung.value
    raise AssertionError("one play was said to prove a fault, but its duty can have been kept")
