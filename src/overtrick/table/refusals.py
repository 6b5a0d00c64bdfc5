"""What a player may not do, told in words addressed to them: at a table and in a lesson."""

from __future__ import annotations

from overtrick import texts
from overtrick.core.cards import Card, card_sign, parse_card
from overtrick.core.errors import Finding, Illegal
from overtrick.deal.round import Round


class Forbidden(Illegal):
    """What the player who is to act may not do, told in words addressed to them; the finding is the round's."""

    def __init__(self, error: Illegal, round_: Round) -> None:
        super().__init__(error.finding)
        self._round = round_

    def told(self, language: str) -> str:
        code, values = self.finding.code, dict(self.finding.values)
        if f"finding.{code}.you" not in texts.catalogue(language):
            return super().told(language)
        if "card" in values:
            card = parse_card(str(values["card"]))
            values["card"] = texts.say(language, f"card.{card.rank}", suit=texts.say(language, f"suit.of.{card.suit}"))
            if code == "illegal-card":
                legal = (card_sign(action, language) for action in self._round.legal() if isinstance(action, Card))
                values |= {"legal": ", ".join(legal), "duty": texts.say(language, _duty(self._round, card))}
        return Finding(f"{code}.you", values).message(language)


def _duty(round_: Round, card: Card) -> str:
    """The text of what a player owes who may not play a card: the first rung of the ladder that they would skip."""
    contract, trick, turn = round_.contract, round_.trick, round_.turn
    assert contract is not None
    assert trick is not None
    assert turn is not None
    hand = round_.hands[turn - 1].mask
    skipped = round_.game.rules(contract.strain).duty(trick).skipped(card)
    rung = next((rung.value for rung, cards in skipped if cards & hand), "announced")  # belote was said
    return f"must.{rung}"
