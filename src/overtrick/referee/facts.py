"""What a record tells of the cards besides the plays, as facts for the referee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.cards import Cards
from overtrick.core.errors import Invalid, Phrase
from overtrick.core.game import DEAD, Game, Pins
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain
from overtrick.deal.record import Record
from overtrick.deal.text import check_cards
from overtrick.referee.paperwork import check_exchange, check_leader
from overtrick.referee.referee import Level, Referee
from overtrick.referee.words import dealt_hands


class Facts(NamedTuple):
    """What a record tells besides the plays."""

    game: Game
    contract: Contract
    leader: Seat
    hands: Sequence[Cards | None] | None
    pins: Pins

    def referee(self, evidence: Level) -> Referee:
        """A referee who knows all this."""
        game, contract, leader, hands, pins = self
        return Referee(game, contract.strain, evidence, leader=leader, contract=contract, hands=hands, pins=pins)


def facts_of(record: Record, contract: Contract | None, stated_leader: Seat | None = None) -> Facts:
    """What the record tells besides the plays; a file may state who led."""
    game, deal = record.game, record.deal
    if contract is None:
        raise Invalid("missing-field", field="deal.turn_up" if game.turn_up_is_trumps else "contract.strain")
    strain, leader = contract.strain, game.leader(record.dealer_seat, contract)
    if leader is None:
        raise Invalid("missing-field", field="contract.seat")
    if game.turn_up_is_trumps and deal.turn_up is not None and deal.turn_up.suit is not strain.suit:
        raise Invalid("bad-field", field="contract.strain", value=str(strain), expected=Phrase("expected.turned-suit"))
    check_exchange(record, contract)
    check_leader(record, leader, stated_leader)
    return Facts(game, contract, leader, _known_hands(record, strain), _known_places(record, strain, contract.seat))


def _known_hands(record: Record, strain: Strain) -> list[Cards | None] | None:
    """The hands with which play begins, as far as the record gives them."""
    deal, dealer = record.deal, record.dealer_seat
    if deal.hands is None:
        return None
    hands = list(dealt_hands(record))
    dealt = hands[dealer - 1]
    if dealt is not None and deal.turn_up is not None:
        kept = record.game.pick_up.kept(dealt, deal.turn_up, deal.discard, strain)
        hands[dealer - 1] = kept if len(kept) == len(dealt) else None
    return hands


def _known_places(record: Record, strain: Strain, taker: Seat | None) -> Pins:
    """Where the cards can be of which the record tells more than whose hand they were dealt to."""
    game, deal, dealer = record.game, record.deal, record.dealer_seat
    aside = [*deal.kitty, *([deal.turn_up] if deal.turn_up else [])]
    check_cards(game, [Cards([card]) for card in aside])
    pins = {card: frozenset([DEAD]) for card in (*deal.kitty, *([deal.discard] if deal.discard else []))}
    if deal.turn_up is None:
        return pins
    dealt = deal.hands[dealer - 1] if deal.hands else None
    kept = game.pick_up.kept(Cards(dealt), deal.turn_up, deal.discard, strain) if dealt is not None else Cards()
    if dealt is not None and len(kept) > len(dealt):
        # The dealer laid one of these away unseen: they have no other card, and the others have none of these.
        others = frozenset([DEAD, *SEATS]) - {dealer}
        pins = {card: frozenset([dealer, DEAD]) if card in kept else others for card in game.pack} | pins
    return pins | dict(game.pins(deal.turn_up, strain, dealer, taker, deal.discard))
