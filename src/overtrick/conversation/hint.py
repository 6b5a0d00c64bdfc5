"""A hint as a person reads it: what is best, why, and how far behind the next choices are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from overtrick import texts
from overtrick.bots.shown import BALANCED, HAND_SIZE, MOST_POINTS
from overtrick.conversation.words import Words, foreign
from overtrick.core.cards import SUIT_SYMBOLS, Suit
from overtrick.core.hands import high_card_points, length_points
from overtrick.deal.view import View
from overtrick.protocol.infos import reason_of
from overtrick.protocol.outgoing import Hinted, OptionInfo, ReasonInfo, ShownInfo

MOST_OTHERS: Final = 3
"""choices that are told besides the best one"""
FEW: Final = 10
"""points; a number below has a decimal"""
SHORT: Final = 4
"""a suit of which no least length is known is told if it cannot be longer"""


def hint_line(words: Words, view: View | None, hint: Hinted) -> str:
    """A hint as a line.

    `Hint: A♥. A♥ is the best ♥ left. Of 60 imagined deals it wins 78 %, with +34 points on average. Others: K♦ (61 %,
    +12).`
    """
    names = {} if view is None else {str(action): words.action(action) for action in view.legal}

    def name(action: str) -> str:
        return names.get(action) or foreign(action)

    best, *others = hint.options or (None,)
    advised = [hint.action]
    if best is not None and best.action != hint.action:  # a word that is said with the card
        advised.append(best.action)
    sentences = [words.say("hint.best", action=", ".join(map(name, advised)))]
    sentences += _reasons(words, hint.reasons)
    if best is not None:
        wins, worth = _percent(best.wins), _worth(best, hint.for_match)
        key, value = ("hint.match", "chance") if hint.for_match else ("hint.deal", "points")
        sentences.append(words.say(key, worlds=hint.worlds, wins=wins, **{value: worth}))
    if others:
        told = (f"{name(other.action)} ({_told(other, hint.for_match)})" for other in others[:MOST_OTHERS])
        sentences.append(words.say("hint.others", others=", ".join(told)))
    if hint.shows is not None and (shown := _shown(words, hint.shows)):
        sentences.append(words.say("hint.shows", shown=shown))
    if hint.partner is not None and (shown := _shown(words, hint.partner)):
        sentences.append(words.say("hint.partner", shown=shown))
        if view is not None:
            own = high_card_points(view.hand) + length_points(view.hand)
            least, most = (min(MOST_POINTS, own + points) for points in hint.partner.points)
            together = _range(words, least, most, MOST_POINTS, words.say("hint.points"))
            sentences.append(words.say("hint.together", points=together))
    return " ".join(sentences)


def _reasons(words: Words, reasons: Iterable[ReasonInfo]) -> list[str]:
    """The sentences of some reasons; a server that is newer may have others, of which nothing can be said."""
    known = texts.catalogue(words.language)
    return [reason_of(reason).message(words.language) for reason in reasons if f"why.{reason.code}" in known]


def _shown(words: Words, shown: ShownInfo) -> str:
    """`12 to 21 points and at least 5 ♥`, the longest suit first; empty if nothing is known."""
    points = _range(words, *shown.points, MOST_POINTS, words.say("hint.points"))
    room = HAND_SIZE - sum(least for least, _ in shown.suits)
    is_balanced = all(least >= BALANCED.least and most <= BALANCED.most for least, most in shown.suits)
    suits = sorted(zip(shown.suits, reversed(Suit), strict=True), key=lambda pair: -pair[0][0])
    told = [
        _range(words, least, most, least + room, SUIT_SYMBOLS[suit])
        for (least, most), suit in suits
        if (least or most <= SHORT) and not (is_balanced and (least, most) == BALANCED)
    ]
    parts = [points, words.say("hint.balanced") if is_balanced else "", *told]
    return words.listed(filter(None, parts))


def _range(words: Words, least: int, most: int, limit: int, what: str) -> str:
    """`at least 5 ♥`; empty if all up to the limit is possible."""
    if least == most:
        return words.say("hint.exactly", number=least, what=what)
    if most < limit:
        key = "hint.between" if least else "hint.at-most"
        return words.say(key, **({"least": least} if least else {}), most=most, what=what)
    return words.say("hint.at-least", least=least, what=what) if least else ""


def _told(option: OptionInfo, for_match: bool) -> str:
    """`61 %, +12`, or where the match is at stake `61 %, 48 %`."""
    return f"{_percent(option.wins)} %, {_worth(option, for_match)}{' %' if for_match else ''}"


def _worth(option: OptionInfo, for_match: bool) -> str:
    if for_match:
        return _percent(option.worth)
    return f"{option.worth:+.0f}" if abs(option.worth) >= FEW else f"{option.worth:+.1f}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
