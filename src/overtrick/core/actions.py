"""Actions: what players do in a deal, as values.

An action is a card, a call of the auction, a discard, a gift, or a word of the play. All but cards are texts that know
their parts: their notation is the text itself, and nobody takes it apart again. They are read once, where they come in:

    auction  `pass`, `take`, `name H`, `90 H`, `capot S`, `coinche`, `order alone`, `call H`, `1NT`, `X`, `nil`; where
             players may double out of turn, `coinche 4` is that of player 4; where they may bid before they see their
             cards, `look` shows them
    discard  `discard 9c`
    exchange `give 2c`, a card for the partner
    play     a card; a word with it, `declare`, `belote`, `rebelote` or `stoeck`; `roem` after a trick, and `silent`
             instead after the last one; and `claim 9`, which ends the play

>>> bid = Call("90", "bid", 90, Strain.HEARTS)
>>> print(bid), bid == "90 H", bid.value, bid.strain
90 H
(None, True, 90, Strain.HEARTS)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NoReturn, Self, SupportsIndex

from overtrick import texts
from overtrick.core.cards import CARDS, Card, find_card
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.core.tricks import Strain, strain_sign

if TYPE_CHECKING:
    from overtrick.core.game import Game

CallKind = Literal["pass", "bid", "double", "redouble", "accept", "name", "alone", "promise", "look"]
"""`accept` makes the turned-up card trumps, `name` something else; `alone` is a defender's call, `promise` says how
many tricks a player will win, and with `look` they see their cards before they call"""
WordName = Literal["declare", "belote", "rebelote", "stoeck", "roem", "silent", "claim"]
ALONE: Final = "alone"


class _Text(str):
    """A text that knows its parts, and cannot change; there is one object for each, wherever it comes from."""

    __slots__ = ()
    _parts: ClassVar[tuple[str, ...]]
    """the names of the parts, in the order in which it is made of them"""
    _made: ClassVar[dict[tuple[object, ...], Any]] = {}
    """all that there are, by their classes and parts"""

    @classmethod
    def _of(cls, text: str, *parts: object) -> Self:
        """The one with these parts, which are written so."""
        key = cls, *parts
        made: Self | None = cls._made.get(key)
        if made is None:
            made = str.__new__(cls, text)
            for name, part in zip(cls._parts, parts, strict=True):
                object.__setattr__(made, name, part)
            made = cls._made.setdefault(key, made)
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple(getattr(self, name) for name in self._parts)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("actions cannot change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("actions cannot change")


class Call(_Text):
    """A call: what it does, and what is bid or named by it."""

    __slots__ = ("alone", "gap", "kind", "seat", "strain", "value", "word")
    _parts = ("word", "kind", "value", "strain", "alone", "seat", "gap")

    word: str
    """what the players of the game say for it, but for the strain: `pass`, `90`, `coinche`, `order`"""
    kind: CallKind
    value: int | str | None
    """what is bid besides the strain: points, a level, `capot`"""
    strain: Strain | None
    alone: bool
    """whether its player goes on without their partner"""
    seat: Seat | None
    """who calls, where it is out of turn"""
    gap: str
    """what is written between the word and the strain"""

    def __new__(
        cls,
        word: str,
        kind: CallKind,
        value: int | str | None = None,
        strain: Strain | None = None,
        alone: bool = False,
        seat: Seat | None = None,
        gap: str = " ",
    ) -> Self:
        """A call by its parts, of which its notation is made."""
        named = "" if strain is None else f"{gap}{strain}"
        text = word + named + (f" {ALONE}" if alone else "") + (f" {seat}" if seat else "")
        return cls._of(text, word, kind, value, strain, alone, seat, gap)


def call_sign(call: Call, language: str) -> str:
    """A call as players of a language write it: `90 ♥`, `order up`, `prendre à ♥` in French."""
    strain = "" if call.strain is None else call.gap + strain_sign(call.strain, language)
    return word_sign(call.word, language) + strain + (f" {word_sign(ALONE, language)}" if call.alone else "")


def word_sign(word: str, language: str) -> str:
    """The word of a call as players of a language say it; one that they say in all languages stays as it is."""
    return texts.catalogue(language).get(f"call.{word}", word)


class Discard(_Text):
    """A card that is laid away."""

    __slots__ = ("card",)
    _parts = ("card",)

    card: Card

    def __new__(cls, card: Card) -> Self:
        """The discard of a card."""
        return cls._of(f"discard {card}", card)


class Gift(_Text):
    """A card that is given to the partner, who alone sees it."""

    __slots__ = ("card",)
    _parts = ("card",)

    card: Card

    def __new__(cls, card: Card) -> Self:
        """The gift of a card."""
        return cls._of(f"give {card}", card)


class Word(_Text):
    """Something that is said in the play."""

    __slots__ = ("name", "tricks")
    _parts = ("name", "tricks")

    name: WordName
    tricks: int | None
    """how many tricks a claim gives to the side of the contract, in all"""

    def __new__(cls, name: WordName, tricks: int | None = None) -> Self:
        """A word, or a claim of some tricks."""
        return cls._of(name if tricks is None else f"{name} {tricks}", name, tricks)


Action = Card | Call | Discard | Gift | Word
"""What a player does: a card that is played, a call, a discard, a gift, or something that is said in the play."""

PASS: Final = Call("pass", "pass")
DISCARDS: Final = {card: Discard(card) for card in CARDS}
GIFTS: Final = {card: Gift(card) for card in CARDS}
LOOK: Final = Call("look", "look")
DECLARE: Final = Word("declare")
BELOTE: Final = Word("belote")
REBELOTE: Final = Word("rebelote")
STOECK: Final = Word("stoeck")
PAIR_WORDS: Final = (BELOTE, REBELOTE, STOECK)
"""what is said with cards that bring a bonus with another one: with each of the two, or with the second alone"""
ROEM: Final = Word("roem")
"""said by who has won a trick, of the sets of cards that lie in it"""
SILENT: Final = Word("silent")
"""what is done instead after the last trick, where no card ends the time to say it"""
PAYING_WORDS: Final = (DECLARE, ROEM)
"""what brings points by itself, whatever is played next"""
_WORDS: Final = {str(word): word for word in (*PAYING_WORDS, *PAIR_WORDS, SILENT)}
LAY_AWAY: Final = "discard"
GIVE: Final = "give"
CLAIM: Final = "claim"


def parse_word(text: str) -> Word | None:
    """The word of the play that a text is, in upper or lower case; None for any other text."""
    name, *rest = text.lower().split() or [""]
    if name == CLAIM and len(rest) == 1 and re.fullmatch("[0-9]{1,2}", rest[0]):
        return Word("claim", int(rest[0]))
    return None if rest else _WORDS.get(name)


def parse_discard(text: str) -> Discard | None:
    """The discard of `discard CARD`; None for any other text."""
    card = _card_after(LAY_AWAY, text)
    return None if card is None else DISCARDS[card]


def parse_gift(text: str) -> Gift | None:
    """The gift of `give CARD`; None for any other text."""
    card = _card_after(GIVE, text)
    return None if card is None else GIFTS[card]


def _card_after(word: str, text: str) -> Card | None:
    """The card that a text names after a word, in upper or lower case."""
    first, _, name = " ".join(text.split()).partition(" ")
    return find_card(name) if first.lower() == word else None


def plain_spelling(text: str) -> str:
    """A text in lower case with single spaces, by which calls are found."""
    return " ".join(text.split()).lower()


def action_fields(actions: Iterable[Action]) -> dict[str, dict[str, Any]]:
    """The parts of all actions that are no cards, as plain data by how they are written."""
    return {str(action): _fields(action) for action in actions if not isinstance(action, Card)}


def _fields(action: Call | Discard | Gift | Word) -> dict[str, Any]:
    """The parts of an action, without those that it does not have."""
    if isinstance(action, Discard | Gift):
        word = LAY_AWAY if isinstance(action, Discard) else GIVE
        return {"kind": word, "word": word, "card": str(action.card)}
    if isinstance(action, Word):
        return {"kind": action.name, "word": action.name} | ({} if action.tricks is None else {"tricks": action.tricks})
    fields = {
        "kind": action.kind,
        "word": action.word,
        "value": action.value,
        "strain": action.strain and str(action.strain),
        "alone": action.alone or None,
        "seat": action.seat and int(action.seat),
        "gap": None if action.gap == " " else action.gap,
    }
    return {name: part for name, part in fields.items() if part is not None}


class Actions:
    """All actions of a game, each with its number.

    The first ones are those between which players choose: the cards of the pack, calls, discards, gifts. Behind them
    stand the calls out of turn and the words, which go with another action or come between two.
    """

    def __init__(self, game: Game) -> None:
        discards = (DISCARDS[card] for card in game.pack) if game.pick_up.is_played else ()
        gifts = (GIFTS[card] for card in game.pack) if game.exchanged else ()
        rules = game.auction_rules
        self.choices: tuple[Action, ...] = (*game.pack, *rules.calls, *discards, *gifts)
        claims = (Word("claim", tricks) for tricks in range(game.hand_size + 1)) if game.may_claim else ()
        words = [DECLARE] if game.declaring.is_allowed else []
        # Said where they have to be, else heard with their cards.
        pairs = [counting for strain in game.strains if (counting := game.counting(strain)).pairs]
        if pairs:
            words += [STOECK] if pairs[0].pairs_are_told_last else [BELOTE, REBELOTE]
        if any(game.counting(strain).sets_must_be_said for strain in game.strains):
            words += [ROEM, SILENT]
        self.all: tuple[Action, ...] = (*self.choices, *rules.calls_out_of_turn, *words, *claims)
        self.numbers: dict[Action | str, int] = {action: number for number, action in enumerate(self.all)}
        self._rules = rules

    def number(self, action: Action | str) -> int:
        """The number of an action, as it is or as a text; raises `Invalid` for one that the game has not."""
        number = self.numbers.get(action)
        if number is None:
            number = self.numbers[self.parse(str(action))]
        return number

    def parse(self, text: str) -> Action:
        """The action of a text, as `parse_action` reads it; raises `Invalid` for one that the game has not."""
        call = None if text.strip() in _CARD_NAMES else self._rules.parse(text)
        action = call or parse_word(text) or parse_discard(text) or parse_gift(text) or find_card(text.strip())
        if action is None or action not in self.numbers:
            raise Invalid("bad-action", action=text)
        return action


_CARD_NAMES: Final = frozenset(map(str, CARDS))


@lru_cache(64)
def actions_of(game: Game) -> Actions:
    """The actions of a game."""
    return Actions(game)


def parse_action(game: Game, text: str) -> Action:
    """The action of a game that a text is; raises `Invalid` for one that the game has not.

    Letters may be upper or lower case, and words have any spaces between them. A card may be in any notation of
    `parse_card`, and a double may be called so in every game that has one. Where a card and a call differ only by
    case, `2C` is the call.

    >>> from overtrick.core.catalogue import find_game
    >>> parse_action(find_game("coinche"), "90  h").value, parse_action(find_game("bridge"), "2c")
    (90, Card('2c'))
    """
    return actions_of(game).parse(text)


def action_of(game: Game, number: SupportsIndex) -> Action:
    """The action of a game that has a number; what is no whole number is refused."""
    known = actions_of(game).choices
    try:
        found = index(number)
    except TypeError:
        found = -1
    if not 0 <= found < len(known):
        raise Invalid("bad-action-number", number=str(number), game=str(game), most=len(known) - 1)
    return known[found]
