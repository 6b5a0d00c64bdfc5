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
    if best is not None and hint.for_match:
        sentences.append(words.say("hint.match", worlds=hint.worlds, chance=_percent(best.worth)))
    elif best is not None:
        sentences.append(
            words.say("hint.deal", worlds=hint.worlds, wins=_percent(best.wins), points=_points(best.worth))
        )
    if others:
        told = (f"{name(other.action)} ({_told(other, hint.for_match)})" for other in others[:MOST_OTHERS])
        sentences.append(words.say("hint.others", others=", ".join(told)))
    return " ".join(sentences)


def _told(option: OptionInfo, for_match: bool) -> str:
    if for_match:
        return f"{_percent(option.worth)} %"
    return f"{_percent(option.wins)} %, {_points(option.worth)}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _points(worth: float) -> str:
    return f"{worth:+.0f}" if abs(worth) >= FEW else f"{worth:+.1f}"
