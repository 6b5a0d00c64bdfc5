"""A hint as a person reads it: what is best, why, and how far behind the next choices are."""

from __future__ import annotations

from typing import Final

from overtrick.client.text_words import Words
from overtrick.play.view import View
from overtrick.table.outgoing import Hinted
from overtrick.table.parts import OptionInfo

MOST_OTHERS: Final = 3
"""choices that are told besides the best one"""
FEW: Final = 10
"""points; a number below has a decimal"""


def hint_line(words: Words, view: View | None, hint: Hinted) -> str:
    """A hint as a line.

    `Hint: A♥. Of 60 imagined deals it wins 78 %, with +34 points on average. Others: K♦ (61 %, +12).`
    """
    names = {} if view is None else {str(action): words.action(action) for action in view.legal}

    def name(action: str) -> str:
        return names.get(action) or words.call(action)

    best, *others = hint.options or (None,)
    advised = [hint.action]
    if best is not None and best.action != hint.action:  # a word that is said with the card
        advised.append(best.action)
    sentences = [words.say("hint.best", action=", ".join(map(name, advised)))]
    if best is not None:
        wins, worth = _percent(best.wins), _worth(best, hint.for_match)
        key, value = ("hint.match", "chance") if hint.for_match else ("hint.deal", "points")
        sentences.append(words.say(key, worlds=hint.worlds, wins=wins, **{value: worth}))
    if others:
        told = (f"{name(other.action)} ({_told(other, hint.for_match)})" for other in others[:MOST_OTHERS])
        sentences.append(words.say("hint.others", others=", ".join(told)))
    return " ".join(sentences)


def _told(option: OptionInfo, for_match: bool) -> str:
    """`61 %, +12`, or where the match is at stake `61 %, 48 %`."""
    return f"{_percent(option.wins)} %, {_worth(option, for_match)}{' %' if for_match else ''}"


def _worth(option: OptionInfo, for_match: bool) -> str:
    if for_match:
        return _percent(option.worth)
    return f"{option.worth:+.0f}" if abs(option.worth) >= FEW else f"{option.worth:+.1f}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
