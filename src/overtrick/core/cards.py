"""Cards and sets of cards, in every notation that our formats use. Nothing here knows a game.

>>> Card("Qs"), Card("10h"), Card("HA"), Card("J♦"), Card("Ace of Hearts")
(Card('Qs'), Card('Th'), Card('Ah'), Card('Jd'), Card('Ah'))
>>> Cards("7d Ah Kh") & Cards("Ah 7d")
Cards('Ah 7d')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import cache
from typing import Final, Literal, get_args

from overtrick import texts
from overtrick.core.errors import Invalid

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "cdhs"
SUIT_SYMBOLS: Final = "♣♦♥♠"


class Rank(IntEnum):
    """A rank, in the natural order; how ranks beat each other is the business of a game."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return RANK_LETTERS[self - 2]

    def __repr__(self) -> str:
        return f"Rank.{self.name}"


class Suit(IntEnum):
    """A suit, in the order that Bridge ranks them."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return SUIT_LETTERS[self]

    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    @property
    def same_colour(self) -> Suit:
        """The other suit of this colour."""
        return Suit(3 - self)


def parse_rank(text: str) -> Rank:
    """The rank of a letter or of `10`."""
    letter = "T" if text == "10" else _upper(text)
    if len(letter) != 1 or letter not in RANK_LETTERS:
        raise Invalid("bad-rank", text=text)
    return Rank(RANK_LETTERS.index(letter) + 2)


def parse_suit(text: str) -> Suit:
    """The suit of a letter or of a symbol."""
    letters = SUIT_SYMBOLS if text in SUIT_SYMBOLS else SUIT_LETTERS.upper()
    if len(text) != 1 or _upper(text) not in letters:
        raise Invalid("bad-suit", text=text)
    return Suit(letters.index(_upper(text)))


def _upper(text: str) -> str:
    """The text in upper case, but for letters beyond ASCII: some of them would become letters of cards."""
    return "".join(letter.upper() if letter.isascii() else letter for letter in text)


class Card:
    """One of the 52 cards; there is one object for each, made from any notation: `Card("Ah")`.

    `index` is its number in the pinned order (spades, hearts, diamonds, clubs; each from the ace down) and
    `bit` is `1 << index`, so that a set of cards is a plain integer inside the engine.
    """

    __slots__ = ("_text", "bit", "index", "rank", "suit")

    rank: Rank
    suit: Suit
    index: int
    bit: int
    _text: str

    def __new__(cls, text: str) -> Card:
        return parse_card(text)

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Card:
        """The card of a rank and a suit."""
        return CARDS[13 * (3 - suit) + 14 - rank]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("cards cannot change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("cards cannot change")

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index  # not the address, so that sets of cards have the same order in every run

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return (Card, (str(self),))


def _make_cards() -> tuple[Card, ...]:
    made = []
    for index in range(52):
        card, rank, suit = object.__new__(Card), Rank(14 - index % 13), Suit(3 - index // 13)
        fields = {"rank": rank, "suit": suit, "index": index, "bit": 1 << index, "_text": f"{rank}{suit}"}
        for name, value in fields.items():
            object.__setattr__(card, name, value)
        made.append(card)
    return tuple(made)


LONGEST_NAME: Final = len("Queen of Diamonds")

CARDS: Final[tuple[Card, ...]] = _make_cards()
"""All 52 cards in the pinned order."""
SUIT_MASKS: Final = tuple(sum(card.bit for card in CARDS if card.suit is suit) for suit in Suit)
"""`[suit]`: all cards of it, as masks"""

Notation = Literal["short", "upper", "ten", "pbn", "symbol", "words"]
"""`Ah`, `AH`, `10h`, `HA`, `A♥`, `Ace of Hearts`."""


def card_name(card: Card, notation: Notation = "short") -> str:
    """The name of a card in a notation; `parse_card` reads it back."""
    rank, suit = str(card.rank), str(card.suit)
    if notation == "short":
        return rank + suit
    if notation == "upper":
        return rank + suit.upper()
    if notation == "ten":
        return rank.replace("T", "10") + suit
    if notation == "pbn":
        return suit.upper() + rank
    if notation == "symbol":
        return rank + SUIT_SYMBOLS[card.suit]
    return f"{card.rank.name.capitalize()} of {card.suit.name.capitalize()}"


def card_sign(card: Card, language: str) -> str:
    """A card in few letters as players of a language write it: `10♥`, the king of spades `R♠` in French."""
    return rank_sign(str(card.rank), language) + SUIT_SYMBOLS[card.suit]


def rank_sign(rank: str, language: str) -> str:
    """The letter of a rank as players of a language write it: `10` for `T`, `R` for `K` in French."""
    return texts.catalogue(language).get(f"rank.{rank}", rank)


def parse_card(text: str, notation: Notation | None = None) -> Card:
    """The card of a name in the given notation, or in any of them; letters may be upper or lower case."""
    card = find_card(text, notation)
    if card is None:
        raise Invalid("bad-card", text=text)
    return card


def find_card(text: str, notation: Notation | None = None) -> Card | None:
    """As `parse_card`, but None for what is no card."""
    card = _by_short_name.get(text) if notation in (None, "short") else None
    if card is None and len(text) <= LONGEST_NAME:
        card = _by_name(notation).get(_upper(text))
    return card


@cache
def _by_name(notation: Notation | None) -> dict[str, Card]:
    notations = get_args(Notation) if notation is None else (notation,)
    return {_upper(card_name(card, n)): card for n in notations for card in CARDS}


_by_short_name: Final = {str(card): card for card in CARDS}


class Cards:
    """An immutable set of cards, held as a bit set; it iterates in the pinned order (see `Card`).

    `card in cards`, `len(cards)` and the operators `|`, `&`, `-`, `^`, `<=` and `<` are those of sets.
    """

    __slots__ = ("mask",)

    mask: int

    def __init__(self, cards: Iterable[Card] | str = ()) -> None:
        """The set of some cards, or of a text such as `"Ah Kh 7d"`."""
        mask = 0
        for card in map(Card, cards.split()) if isinstance(cards, str) else cards:
            mask |= card.bit
        _set_mask(self, mask)

    @classmethod
    def from_mask(cls, mask: int) -> Cards:
        """The set of the cards whose bits are set."""
        cards = object.__new__(cls)
        _set_mask(cards, mask)
        return cards

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("card sets cannot change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("card sets cannot change")

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_in(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask & card.bit)

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, Cards) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.mask)

    def __and__(self, other: Cards) -> Cards:
        return Cards.from_mask(self.mask & other.mask)

    def __or__(self, other: Cards) -> Cards:
        return Cards.from_mask(self.mask | other.mask)

    def __sub__(self, other: Cards) -> Cards:
        return Cards.from_mask(self.mask & ~other.mask)

    def __xor__(self, other: Cards) -> Cards:
        return Cards.from_mask(self.mask ^ other.mask)

    def __le__(self, other: Cards) -> bool:
        return not self.mask & ~other.mask

    def __lt__(self, other: Cards) -> bool:
        return self <= other and self.mask != other.mask

    def isdisjoint(self, other: Cards) -> bool:
        """Whether no card is in both sets."""
        return not self.mask & other.mask

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards('{self}')"

    def _repr_svg_(self) -> str:
        """A picture, for notebooks."""
        from overtrick.core.drawing import hand_picture

        return hand_picture(self)

    def __reduce__(self) -> tuple[type[Cards], tuple[str]]:
        return (Cards, (str(self),))


_set_mask: Final[Callable[[Cards, int], None]] = vars(Cards)["mask"].__set__
"""for sets that are being made"""


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards whose bits are set, in the pinned order."""
    first, second, third, fourth = mask & 0x1FFF, mask >> 13 & 0x1FFF, mask >> 26 & 0x1FFF, mask >> 39
    return _cards_of(0, first) + _cards_of(13, second) + _cards_of(26, third) + _cards_of(39, fourth)


@cache
def _cards_of(start: int, bits: int) -> tuple[Card, ...]:
    """The cards of a suit, which begins at an index: at most 8,192 sets of each."""
    return tuple(card for step, card in enumerate(CARDS[start : start + 13]) if bits >> step & 1)


def pack_of(ranks: str) -> Cards:
    """The pack that has the given ranks in each of the four suits: `pack_of("AKQJT9")`."""
    return Cards(Card.of(parse_rank(rank), suit) for suit in Suit for rank in ranks)


def parse_hand(text: str) -> Cards:
    """A hand of a deal text, such as `AK..T97.2`: its ranks by suit, spades first."""
    suits = text.split(".")
    if len(suits) != 4:
        raise Invalid("bad-hand", text=text)
    cards = [
        Card.of(parse_rank(rank), suit) for suit, ranks in zip(reversed(Suit), suits, strict=True) for rank in ranks
    ]
    hand = Cards(cards)
    if len(hand) != len(cards):
        raise Invalid("bad-hand", text=text)
    return hand


def hand_text(hand: Cards) -> str:
    """The hand in the form that `parse_hand` reads."""
    return ".".join("".join(str(card.rank) for card in hand if card.suit is suit) for suit in reversed(Suit))
