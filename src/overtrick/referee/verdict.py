"""A fault as data: which law, what revealed it, the smallest proof, and who can have done it; and its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from overtrick import texts
from overtrick.core.cards import Card, Cards, Suit
from overtrick.core.game import DEAD, Game, Pins
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Rung
from overtrick.referee.evidence import Evidence, Play, Shortage

NO_DEAL = "no-deal"
"""the duty of a fault that only several plays together prove"""

ProofKind = Literal["contradiction", "known", "counting"]
"""what betrays a player: a card they play, one they are known to hold, or that some have nowhere left to be"""
MOST_NAMED = 3
"""how many cards are named one by one; more are counted"""


class Fault(NamedTuple):
    """A broken duty, proved; where it stands in the input as with a `Finding`."""

    game: Game
    duty: str
    """what was owed, such as `follow`; or `no-deal`"""
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
    def law(self) -> str:
        """The law that was broken, such as `belote/follow`: the game and the duty."""
        return f"{self.game.name}/{self.duty}"

    @property
    def code(self) -> str:
        """The law, which is for a fault what its code is for a `Finding`."""
        return self.law

    @property
    def offending(self) -> Play | None:
        """The play that broke the law, where one play alone proves the fault."""
        return self.proof[0] if len(self.proof) == 1 else None

    @property
    def kind(self) -> ProofKind:
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
            "duty": self.duty,
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
        """The same fault at a spot of the input; a spot that is already known stays."""
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
        _duty(evidence, proof),
        revealing=revealing,
        proof=tuple(evidence.plays[number] for number in proof),
        certain=tuple(sorted(frozenset.intersection(*explanations))),
        suspects=tuple(sorted(frozenset.union(*explanations))),
        trumps=trumps,
        held=Cards.from_mask(held),
        shortage=evidence.shortage(proof),
        pins=evidence.pins,
    )


def _duty(evidence: Evidence, proof: tuple[int, ...]) -> str:
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


def _led(play: Play) -> str:
    """What stands behind the key of a sentence about a card that was led."""
    return "-led" if play.master is play.card else ""


class FaultWords:
    """The sentence of one fault in one language, and its parts."""

    def __init__(self, fault: Fault, language: str) -> None:
        self.fault = fault
        self.language = language

    def sentence(self) -> str:
        """What happened, and why it breaks the rules."""
        fault = self.fault
        if fault.kind == "contradiction":
            return self.contradiction(fault.proof[0], fault.revealing)
        return self.known_to_hold(fault.revealing) if fault.kind == "known" else self.counting()

    def contradiction(self, offending: Play, revealing: Play) -> str:
        """A player shows a card that they had denied."""
        return self.say(
            f"fault.contradiction{_led(offending)}",
            player=self.seat(revealing.seat),
            card=self.card(revealing.card),
            trick=revealing.trick,
            earlier=offending.trick,
            shown=self.shown(offending),
            played=self.card(offending.card),
            lead=self.lead(offending.led),
        )

    def known_to_hold(self, play: Play) -> str:
        """A player is known to hold a card that they deny with this one."""
        rungs = ((rung, self.fault.held & Cards.from_mask(cards)) for rung, cards in play.duty.skipped(play.card))
        rung, held = next((rung, held) for rung, held in rungs if held)
        return self.say(
            f"fault.known{_led(play)}",
            player=self.seat(play.seat),
            card=self.card(play.card),
            trick=play.trick,
            lead=self.lead(play.led),
            held=self.cards(held),
            duty=self.say(f"duty.{rung.value}"),
        )

    def counting(self) -> str:
        """Some cards have nowhere left to be."""
        play = self.fault.revealing
        found = self.say(
            "fault.counting",
            player=self.seat(play.seat),
            card=self.card(play.card),
            trick=play.trick,
            room=self.shortage(),
        )
        return " ".join([found, *map(self.reason, self.fault.proof), *self.known(), self.blame()])

    def shortage(self) -> str:
        """Which cards have too few places left, of a proof by counting: `no place is left for the nine of spades`."""
        shortage = self.fault.shortage
        assert shortage is not None, "a fault without a contradiction of one player is proved by counting"
        key = "room.none" if shortage.room == 0 else "room.one" if shortage.room == 1 else "room.many"
        return self.say(key, room=texts.number(self.language, shortage.room), cards=self.cards(shortage.cards))

    def known(self) -> list[str]:
        """What is known of the cards that have too few places left, of a proof by counting."""
        pins, cards = self.fault.pins, self.fault.shortage.cards if self.fault.shortage else ()
        pinned = sorted((card for card in cards if card in pins), key=lambda card: pins[card] == {DEAD})
        return list(map(self.pin, pinned[:MOST_NAMED]))

    def reason(self, play: Play) -> str:
        """What a play of the proof showed, and by which card."""
        return self.say(
            f"fault.reason{_led(play)}",
            player=self.seat(play.seat),
            trick=play.trick,
            shown=self.shown(play),
            played=self.card(play.card),
            lead=self.lead(play.led),
        )

    def pin(self, card: Card) -> str:
        places = self.fault.pins[card]
        seats = [Seat(place) for place in sorted(places) if place != DEAD]
        who = "nobody" if not seats else "one" if len(seats) == 1 else "some"
        key = f"pin.{who}_or_dead" if seats and DEAD in places else f"pin.{who}"
        return self.say(key, card=self.card(card), players=self.listed(map(self.seat, seats)))

    def blame(self) -> str:
        certain = self.fault.certain
        key = "fault.suspects" if not certain else "fault.offender" if len(certain) == 1 else "fault.offenders"
        return self.say(key, players=self.listed(map(self.seat, certain or self.fault.suspects)))

    def shown(self, play: Play) -> str:
        """What a play of the proof showed, in short: `no hearts`.

        That is what the widest rungs hold that it skipped; if a card betrays it, of those that hold that card.
        """
        about = self.fault.revealing.card.bit if self.fault.kind == "contradiction" else -1
        skipped = play.duty.skipped(play.card)
        widest = [
            rung
            for rung, cards in skipped
            if cards & about and not any(cards & ~other == 0 and cards != other for _, other in skipped)
        ]
        phrases = []
        free = Cards.from_mask(play.duty.free)
        for rung in widest:
            if rung is Rung.FOLLOW and play.led is not self.fault.trumps:
                phrases.append(self.suit("none", play.led))
            elif rung is Rung.FOLLOW and free:
                phrases.append(self.say("none.trump-but", cards=self.cards(free)))
            elif rung is Rung.FOLLOW:
                phrases.append(self.say("none.trump"))
            elif rung is Rung.NOT_BELOW and free:  # higher trumps may be held
                phrases.append(self.say("none.unbroken"))
            elif rung is Rung.TRUMP:
                phrases.append(self.say("none.trump"))
            else:
                phrases.append(self.say(f"none.{rung.value}", master=self.card(play.master)))
        return self.listed(phrases)

    def seat(self, seat: Seat) -> str:
        return self.fault.game.seat_name(seat)

    def lead(self, led: Suit) -> str:
        return self.say("lead.trump") if led is self.fault.trumps else self.suit("lead", led)

    def cards(self, cards: Cards) -> str:
        """The cards by name, or how many there are of each suit."""
        if len(cards) <= MOST_NAMED:
            return self.listed(map(self.card, cards))
        counts = {suit: sum(card.suit is suit for card in cards) for suit in reversed(Suit)}
        counted = [
            self.say(
                "count.one" if n == 1 else "count.many", n=texts.number(self.language, n), suit=self.suit("of", suit)
            )
            for suit, n in counts.items()
            if n
        ]
        return self.listed(counted)

    def card(self, card: Card) -> str:
        return self.say(f"card.{card.rank}", suit=self.suit("of", card.suit))

    def suit(self, form: str, suit: Suit) -> str:
        return self.say(f"suit.{form}.{suit}")

    def listed(self, items: Iterable[str]) -> str:
        return texts.listed(self.language, list(items))

    def say(self, key: str, **values: str | int) -> str:
        return texts.say(self.language, key, **values)
