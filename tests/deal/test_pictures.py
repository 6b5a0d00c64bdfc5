"""Pictures for notebooks: they show what is known, and nothing else."""

from xml.etree import ElementTree

import pytest

from overtrick import Card, Cards, Position, Seat, find_game, game_names, numbered_deal, view
from overtrick.core.cards import SUIT_SYMBOLS
from overtrick.core.drawing import BACK, FRAME
from overtrick.core.tricks import Trick
from overtrick.deal.round import Round

GROUP, TEXT, RECT = (f"{{http://www.w3.org/2000/svg}}{name}" for name in ("g", "text", "rect"))


def cards_of(picture: str) -> list[str]:
    """The cards that a picture shows, as texts; a back is nothing."""
    groups = ElementTree.fromstring(picture).iter(GROUP)
    return ["".join(text.text or "" for text in group.iter(TEXT)) for group in groups]


def sign(card: Card) -> str:
    rank = str(card.rank)
    return f"{'10' if rank == 'T' else rank}{SUIT_SYMBOLS[card.suit]}"


def in_play(game: str, cards: int = 6) -> Round:
    """A deal some cards after its first lead."""
    deal = next(
        deal
        for number in range(1, 100)
        if (deal := played_on(numbered_deal(find_game(game), "pictures", number), cards)).phase == "play"
    )
    return deal


def played_on(deal: Round, cards: int) -> Round:
    while deal.turn is not None and len(deal.plays) < cards:
        legal = deal.legal()
        deal = deal.apply(legal[-1] if deal.phase != "auction" or not deal.auction.calls else legal[0])
    return deal


def test_a_hand_shows_its_cards_in_order() -> None:
    assert cards_of(Cards("9c As Td")._repr_svg_()) == ["A♠", "10♦", "9♣"]


def test_a_trick_frames_the_card_that_holds_it() -> None:
    position = Position.parse("belote H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K").play(Card("As")).play(Card("Th"))
    trick: Trick = position.trick
    framed = [
        "".join(text.text or "" for text in group.iter(TEXT))
        for group in ElementTree.fromstring(trick._repr_svg_()).iter(GROUP)
        if next(group.iter(RECT)).get("stroke") == FRAME
    ]
    assert framed == ["10♥"]
    shown = cards_of(position._repr_svg_())
    assert sorted(shown) == sorted(map(sign, [*trick.cards, *(card for hand in position.hands for card in hand)]))


@pytest.mark.parametrize("game", game_names())
def test_a_deal_shows_all_hands_and_a_view_only_what_is_seen(game: str) -> None:
    deal = in_play(game)
    trick = deal.trick
    assert trick is not None
    everything = [*trick.cards, *(card for hand in deal.hands for card in hand)]
    assert sorted(cards_of(deal._repr_svg_())) == sorted(map(sign, everything))
    for seat in (None, *Seat):
        seen = view(deal, seat)
        known = [*seen.hand, *(seen.open_hand[1] if seen.open_hand and seen.open_hand[0] is not seat else ())]
        shown = cards_of(seen._repr_svg_())
        assert sorted(filter(None, shown)) == sorted(map(sign, [*trick.cards, *known]))
        assert seen._repr_svg_().count(BACK) == shown.count("") == sum(seen.sizes) - len(known)
