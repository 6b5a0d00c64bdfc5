"""The sentence of a fault, derived from its data in any of our languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from overtrick import texts
from overtrick.core.cards import Card, Cards, Suit
from overtrick.core.game import DEAD
from overtrick.core.seats import Seat
from overtrick.core.tricks import Rung

if TYPE_CHECKING:
    from overtrick.referee.evidence import Play
    from overtrick.referee.verdict import Fault

MOST_NAMED = 3
"""how many cards are named one by one; more are counted"""


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
            "fault.contradiction",
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
            "fault.known",
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
            "fault.reason",
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
        for rung in widest:
            if rung is Rung.FOLLOW:
                phrases.append(self.say("none.trump") if play.led is self.fault.trumps else self.suit("none", play.led))
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
