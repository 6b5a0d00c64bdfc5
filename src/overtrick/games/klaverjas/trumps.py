"""How trumps are made: by whom, of which suits, and what follows when nobody wants to."""

from __future__ import annotations

from typing import Final, Literal

from overtrick.core.cards import Card, pack_of
from overtrick.core.game import Dealing
from overtrick.core.short_auctions import Naming
from overtrick.core.tricks import SUIT_STRAINS

Choice = Literal["eldest_must", "free_from_eldest", "free_from_dealer", "turned"]
AllPass = Literal["first_must", "last_must", "new_deal"]
TurnedDown = Literal["second_round", "eldest_on_next", "eldest_on_any", "eldest_chooses_other"]

PASSES: Final[dict[AllPass, int | None]] = {"first_must": 4, "last_must": 3, "new_deal": None}
"""after how many passes somebody has to name trumps"""
PACKETS: Final = ((3, 3, 3, 3), (2, 2, 2, 2), (3, 3, 3, 3))
CLUBS: Final = Card("2c")
"""in the first deal of a match clubs are turned up"""


def dealing_of(choice: Choice, turned_down: TurnedDown) -> Dealing:
    """How the cards are dealt; a suit that is offered is that of a card beside the pack, another one that of the next.

    A second draw from all suits is made among cards of another rank.
    """
    if choice != "turned":
        return Dealing(PACKETS)
    beside = pack_of("32" if turned_down == "eldest_on_any" else "2")
    return Dealing(PACKETS, "next", beside=beside, first_turned=CLUBS)


def auction_of(choice: Choice, all_pass: AllPass, turned_down: TurnedDown) -> Naming:
    """The auction in which somebody names trumps."""
    if choice == "turned":
        offers = 1 if turned_down == "eldest_chooses_other" else 2
        must = None if turned_down == "second_round" else PASSES["first_must"]
        return Naming("name", SUIT_STRAINS, most_passes=must, offers=offers)
    most_passes = 0 if choice == "eldest_must" else PASSES[all_pass]
    return Naming("name", SUIT_STRAINS, dealer_speaks_first=choice == "free_from_dealer", most_passes=most_passes)
