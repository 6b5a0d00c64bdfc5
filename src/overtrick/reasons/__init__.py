"""Why something is good to do, as players say it: reasons as data, derived from a view and what was weighed in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from overtrick.core.actions import DECLARE, Action, Call, Discard, Gift, Word
from overtrick.core.cards import Card
from overtrick.deal.view import View
from overtrick.reasons.calls import Prospect, call_reasons, discard_reasons, gift_reasons, system_reasons
from overtrick.reasons.cards import card_reasons
from overtrick.reasons.knowing import Knowing
from overtrick.reasons.reason import Reason
from overtrick.reasons.stakes import deal_stakes

__all__ = ["Prospect", "Reason", "plainest", "why"]

MOST: Final = 2
"""reasons that are told"""
DECISIVE: Final = 0.1
"""so much more of the imagined deals are won with the best action than with the worst one where it decides the deal"""
NOTHING: Final[Mapping[Action, Prospect]] = {}


def why(
    view: View,
    action: Action,
    weighed: Mapping[Action, Prospect] = NOTHING,
    *,
    decides: bool | None = None,
    by_system: bool = False,
) -> tuple[Reason, ...]:
    """At most two reasons for an action, the most important first; each is true in the view.

    `weighed` has what was expected of this action and of others. `decides` tells whether who wins the deal depends on
    the choice; if nothing is said, what was weighed does. `by_system` is whether a call follows a system.
    """
    return tuple(list(_all(view, action, weighed, decides, by_system))[:MOST])


def plainest(view: View, cards: Iterable[Card]) -> Card:
    """Of cards that are equally good, the one whose reasons are plain: that with fewest points, then the lowest."""
    return min(cards, key=Knowing(view).cost)


def _all(
    view: View, action: Action, weighed: Mapping[Action, Prospect], decides: bool | None, by_system: bool
) -> Iterator[Reason]:
    if len(view.legal) == 1:
        yield Reason("only")
    elif isinstance(action, Call):
        yield from system_reasons(view) if by_system else call_reasons(view, action, weighed)
    elif isinstance(action, Discard):
        yield from discard_reasons(view, action)
    elif isinstance(action, Gift):
        yield from gift_reasons(view, action)
    elif isinstance(action, Word):
        yield Reason("declare" if action is DECLARE else "announce")
    else:
        yield from _for_card(view, action, weighed, decides)


def _for_card(view: View, card: Card, weighed: Mapping[Action, Prospect], decides: bool | None) -> Iterator[Reason]:
    """Why a card is played: first what it does, then what is at stake if that depends on it, then the rest."""
    knowing = Knowing(view)
    tactics, stakes = list(card_reasons(knowing, card)), list(deal_stakes(knowing))
    if decides is None:
        wins = [prospect.wins for prospect in weighed.values()]
        decides = bool(wins) and max(wins) - min(wins) >= DECISIVE
    yield from tactics[:1]
    if len({round(prospect.worth, 9) for prospect in weighed.values()}) == 1 < len(weighed):
        yield Reason("same")
    yield from stakes if decides else ()
    yield from tactics[1:]
    yield from () if decides else stakes
