"""Cards, calls and players in the words of a language, and what a person may type for a card or a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from overtrick import texts
from overtrick.core.actions import (
    DISCARDS,
    GIFTS,
    GIVE,
    LAY_AWAY,
    Action,
    Call,
    Discard,
    Gift,
    Word,
    call_sign,
    parse_action,
    word_sign,
)
from overtrick.core.auctions import Auction, BiddingAuction, Contract
from overtrick.core.cards import SUIT_LETTERS, SUIT_SYMBOLS, Card, Cards, Suit, card_sign, parse_card
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain, strain_sign
from overtrick.deal.view import View
from overtrick.protocol.clean import shortened

if TYPE_CHECKING:
    from overtrick.protocol.seen import Seen  # which needs the messages of the network; these words do not

NATIONAL_RANKS: Final = {"R": "K", "D": "Q", "V": "J"}
"""what the French and the Portuguese write for king, queen and jack; in English they mean nothing else"""
SYMBOL_LETTERS: Final = str.maketrans(SUIT_SYMBOLS, SUIT_LETTERS)
SUIT_WORDS: Final[dict[str, dict[str, str]]] = {
    "fr": {"pique": "♠", "cœur": "♥", "coeur": "♥", "carreau": "♦", "trèfle": "♣", "trefle": "♣"},
    "pt": {"espadas": "♠", "copas": "♥", "ouros": "♦", "paus": "♣"},
}
SUIT_INITIALS: Final = {"fr": {"p": "♠", "t": "♣"}, "pt": {"e": "♠", "o": "♦", "p": "♣"}}
RANK_WORDS: Final = {
    "fr": {"as": "A", "roi": "K", "dame": "Q", "valet": "J", "dix": "T"},
    "pt": {"ás": "A", "as": "A", "rei": "K", "dama": "Q", "valete": "J", "dez": "T"},
}
OF: Final = "de"
SHARED: Final = "c"
"""clubs in English; but cœur or carreau, and copas"""
LONGEST_CARD: Final = 3
"""letters of a card such as C10"""
LONGEST: Final = 1000
"""letters that are shown of a text from elsewhere"""


class Words:
    """Says things about cards and tables in a language. Nothing from elsewhere gets through as it came."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, **values: str | int) -> str:
        return texts.say(self.language, key, **values)

    def listed(self, items: Iterable[str]) -> str:
        """Items in a sentence."""
        return texts.listed(self.language, list(items))

    def card(self, card: Card) -> str:
        """A card with its symbol: `10♥`."""
        return card_sign(card, self.language)

    def cards(self, cards: Iterable[Card]) -> str:
        return " ".join(map(self.card, cards))

    def hand(self, view: View, cards: Cards) -> str:
        return "  ".join(map(self.cards, by_suit(view, cards))) or "–"

    def strain(self, strain: Strain) -> str:
        """What is trumps, in a few letters."""
        return strain_sign(strain, self.language)

    def action(self, action: Action) -> str:
        if isinstance(action, Card):
            return self.card(action)
        if isinstance(action, Discard):
            return f"{self._word(LAY_AWAY)} {self.card(action.card)}"
        if isinstance(action, Gift):
            return f"{self._word(GIVE)} {self.card(action.card)}"
        if isinstance(action, Word):
            return self._word(action.name) + ("" if action.tricks is None else f" {action.tricks}")
        return call_sign(action, self.language)

    def _word(self, word: str) -> str:
        return foreign(word_sign(word, self.language))

    def told(self, game: Game, text: str) -> str:
        """An action of a game as it was told from elsewhere; discards and gifts of others tell no card."""
        return self._word(text) if text in (LAY_AWAY, GIVE) else self.action(parse_action(game, text))

    def contract(self, view: View, contract: Contract) -> str:
        """What is played: `90 ♥ coinche`."""
        parts = [self.strain(contract.strain)]
        if contract.value is not None:
            value = self._word(str(contract.value))
            parts = [*parts, value] if contract.alone else [value, *parts]
        if contract.double and isinstance(view.auction, BiddingAuction):
            rules = view.auction.rules
            parts.append(self.action(rules.double if contract.double == 1 else rules.redouble))
        return " ".join(parts)

    def contract_by(self, view: View, contract: Contract, player: Callable[[Seat], str]) -> str:
        """What is played, and by whom: `90 ♥ by Zoé`."""
        if contract.side is None:
            return self.say("review.trumps", strain=self.strain(contract.strain))
        who = self.say("review.side", side=contract.side) if contract.seat is None else player(contract.seat)
        return self.say("review.contract", contract=self.contract(view, contract), player=who)

    def seat(self, seen: Seen, seat: int) -> str:
        return seen.game.seat_name(Seat(seat))

    def player(self, seen: Seen, seat: int) -> str:
        """Who sits on a seat: `Zoé (2)`."""
        name, number = foreign(seen.info(seat).name), self.seat(seen, seat)
        return f"{name} ({number})" if name else self.say("session.player", seat=number)

    def side(self, seen: Seen, side: int) -> str:
        """The players of a side, or its name where it has one."""
        if names := seen.game.side_names:
            return names[side - 1]
        return self.listed(self.player(seen, seat) for seat in SEATS if seat.side == side)

    def scores(self, seen: Seen, scores: Sequence[int]) -> str:
        return ", ".join(f"{self.side(seen, side)} {points}" for side, points in zip(Side, scores, strict=True))


def foreign(text: str) -> str:
    """A sentence that came from elsewhere, safe to show."""
    return shortened(text, LONGEST)


def by_suit(view: View, cards: Iterable[Card]) -> list[list[Card]]:
    """The cards of each suit, spades first, from the highest down; the left bower stands with the trumps."""
    game, strain = view.game, None if view.contract is None else view.contract.strain

    def suit(card: Card) -> Suit:
        return card.suit if strain is None else game.rules(strain).ranking.suit_of[card.index]

    def rank(card: Card) -> int:
        if strain is None:
            return game.orders.plain.index(str(card.rank))
        return -game.rules(strain).ranking.power_of[card.index]

    ordered = sorted(cards, key=lambda card: (-suit(card), rank(card)))
    return [list(group) for _, group in groupby(ordered, suit)]


def find_card(text: str) -> Card | None:
    """The card of any spelling: those of `parse_card`, `10♥`, and `Rh Dh Vh` for king, queen and jack."""
    short = "".join(text.split()).replace("10", "T")
    for spelling in (text, short, NATIONAL_RANKS.get(short[:1].upper(), "") + short[1:]):
        try:
            return parse_card(spelling)
        except Invalid:
            continue
    return None


def find_action(text: str, legal: Sequence[Action]) -> Action | None:
    """The one of some actions that a text means, in its own spelling or in the words of any language."""
    wanted = _squeezed(text)
    for action in legal:
        if not isinstance(action, Card) and wanted in _spellings(action):
            return action
    card = find_card(text)
    if card is None:
        return None
    return next((action for action in (card, DISCARDS[card], GIFTS[card]) if action in legal), None)


def find_call(text: str, auction: Auction) -> Call | None:
    """The call that a text is, be it allowed now or not."""
    return auction.parse(text.translate(SYMBOL_LETTERS))


def _spellings(action: Call | Discard | Gift | Word) -> set[str]:
    """All that may be typed for a word."""
    spellings = [action, *(Words(language).action(action) for language in texts.LANGUAGES)]
    if isinstance(action, Call) and action.kind in ("double", "redouble"):
        spellings += [action.word, action.kind]
    return set(map(_squeezed, spellings))


def _squeezed(text: str) -> str:
    """A text in lower case and without spaces, with letters for the symbols of the suits."""
    return "".join(text.lower().translate(SYMBOL_LETTERS).split())


def understood(text: str, language: str, find: Callable[[str], Action | None]) -> Action | None:
    """What a text is in a language, or else in English; `find` knows symbols and English letters.

    Raises `Invalid` where it could be one suit in the language and another one in English.
    """
    if language not in SUIT_WORDS:
        return find(text)
    short = text.lower()
    may_be_shared = short.endswith(SHARED) or (short.startswith(SHARED) and len(short) <= LONGEST_CARD)
    if may_be_shared and find(text) is not None:
        raise Invalid("two-suits", text=text)
    action = find(_with_symbol(short, language))
    return find(text) if action is None else action


def _with_symbol(text: str, language: str) -> str:
    """A text in lower case with a symbol for the suit at its end, if there is one."""
    *words, last = text.split() or [""]
    suit = SUIT_WORDS[language].get(last)
    if suit is not None:
        ranks = RANK_WORDS[language]
        return " ".join([*(ranks.get(word, word) for word in words if word != OF), suit])
    return text[:-1] + SUIT_INITIALS[language].get(text[-1:], text[-1:])
