"""A reason for a call or a card, as data; its sentence is derived in any language.

Sentences speak to nobody, so that they serve as a hint and in the review of somebody else's play.
"""

from __future__ import annotations

from typing import NamedTuple

from overtrick import texts
from overtrick.core.cards import SUIT_SYMBOLS, Card, card_sign
from overtrick.core.tricks import Strain


class Reason(NamedTuple):
    """A stable code, and what its sentence names; all that it claims is true in the view that it comes from."""

    code: str
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    strain: Strain | None = None
    number: int | None = None

    def message(self, language: str = "en") -> str:
        """The sentence for people, in the given language.

        >>> Reason("draw", number=3).message()
        'Draw trumps: the opponents may still have 3.'
        """
        key, strain = f"why.{self.code}", self.strain
        by_number = f"{key}.{self.number}"  # where one, or none, is said in another way
        return texts.say(
            language,
            by_number if by_number in texts.catalogue(language) else key,
            card="" if self.card is None else card_sign(self.card, language),
            cards=" ".join(card_sign(card, language) for card in self.cards),
            strain="" if strain is None else _strain_sign(strain, language),
            number=self.number or 0,
        )


def _strain_sign(strain: Strain, language: str) -> str:
    return texts.say(language, f"strain.{strain}") if strain.suit is None else SUIT_SYMBOLS[strain.suit]
