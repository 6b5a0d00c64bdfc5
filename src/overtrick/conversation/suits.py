"""The suits in the languages of people: by a word, or by its first letter where it is that of one suit only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from overtrick.core.actions import Action
from overtrick.core.errors import Invalid

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
