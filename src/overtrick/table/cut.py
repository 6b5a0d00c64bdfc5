"""What each seat, and whoever looks on, gets of the things that happen at a table.

Nothing leaves a table but what is made here. Whole deals go through `view`; of a single action everybody gets what is
the same for all (a card that was played, a call, whose turn it is), and the next player besides what they may do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from overtrick.core.actions import DECLARE, LAY_AWAY
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.core.tricks import Strain
from overtrick.deal.round import Round
from overtrick.deal.view import view, views
from overtrick.protocol.infos import (
    action_infos,
    card_names,
    contract_info,
    deal_info,
    dummy_cards,
    name_of,
    number_of,
    shown_cards,
)
from overtrick.protocol.outgoing import Acted
from overtrick.protocol.parts import DealInfo, TrickInfo
from overtrick.table.log import Action

WATCHERS: Final = 0
"""among the audience: whoever looks on"""
EVERYBODY: Final = (WATCHERS, *map(int, SEATS))

Audience = tuple[int, ...]
"""seats, and `WATCHERS`"""


def deal_infos(round_: Round, deal: int) -> dict[int, DealInfo]:
    """A deal as it is sent to everybody."""
    seen = views(round_)
    public = deal_info(seen.pop(None), deal)
    infos = {WATCHERS: public}
    for seat, own in seen.items():
        assert seat is not None
        infos[int(seat)] = replace(
            public,
            legal=tuple(map(str, own.legal)),
            out_of_turn=tuple(map(str, own.out_of_turn)),
            actions=public.actions | action_infos(round_.game, map(str, (*own.legal, *own.out_of_turn))),
            hand=card_names(own.hand),
            discard=name_of(own.discard),
        )
    return infos


def acted(n: int, entry: Action, before: Round, after: Round, author: int, id_: str) -> dict[Audience, Acted]:
    """What everybody gets of an action."""
    # In the play it may be dummy's turn, and in the auction nobody's who calls out of turn.
    seat = int(before.turn) if before.phase == "play" and before.turn is not None else entry.seat
    public = LAY_AWAY if before.phase == "discard" else entry.action
    actor = number_of(after.actor)
    event = Acted(
        n=n,
        seat=seat,
        action=public,
        by=entry.by,
        phase=after.phase if after.phase != before.phase else None,
        turn=number_of(after.turn),
        actor=actor,
        until=entry.until,
        **_changes(before, after),
    )
    own: dict[int, dict[str, Any]] = {author: {"id": id_}} if author else {}
    if actor is not None:
        own.setdefault(actor, {})["legal"] = tuple(map(str, after.legal()))
    if public != entry.action:
        own.setdefault(seat, {})["action"] = entry.action
    if before.phase == "auction":
        _add_own_of_auction(own, before, after)
    posts: dict[Audience, Acted] = {(seat,): replace(event, **fields) for seat, fields in own.items()}
    posts[_all_but(*own)] = event
    return {to: _with_actions(after.game, post) for to, post in posts.items()}


def _with_actions(game: Game, event: Acted) -> Acted:
    """An event with the parts of the actions that it names; most name only cards."""
    named = (event.action, *event.legal, *event.out_of_turn, *(word for _, word in event.said))
    infos = action_infos(game, named)
    return replace(event, actions=infos) if infos else event


def _add_own_of_auction(own: dict[int, dict[str, Any]], before: Round, after: Round) -> None:
    """What a call changed for single seats."""
    for seat in SEATS:
        if after.phase == "auction" and (calls := after.auction.legal_out_of_turn(seat)):
            own.setdefault(int(seat), {})["out_of_turn"] = tuple(map(str, calls))
        if after.contract is not None and _cards_moved(before, after):
            own.setdefault(int(seat), {})["hand"] = card_names(view(after, seat).hand)


@lru_cache(256)
def _all_but(*seats: int) -> Audience:
    return tuple(seat for seat in EVERYBODY if seat not in seats)


def _changes(before: Round, after: Round) -> dict[str, Any]:
    """What an action changed besides the turn, for everybody. Most cards change nothing."""
    changes: dict[str, Any] = {}
    if before.contract is None and after.contract is not None:
        changes["contract"] = contract_info(after.contract)
        if _cards_moved(before, after):
            changes["sizes"] = tuple(map(len, after.hands))
    if len(after.plays) == len(before.plays) and len(after.said) > len(before.said):
        if after.said[-1][1] is DECLARE:
            changes["declared"] = deal_info(view(after, None), 0).declared[len(before.course.declared) :]
        return changes
    if len(after.plays) == len(before.plays) or after.contract is None:
        return changes
    if after.plays[-1].bit & _pair_cards(after.game, after.contract.strain):
        heard = after.said[len(before.said) :]
        if heard:
            changes["said"] = tuple((number, str(word)) for number, word in heard)
        if len(after.tricks) == len(before.tricks) and (points := after.tally.scores) != before.tally.scores:
            changes["points"] = points
    if len(after.plays) == 1 and after.dummy is not None:
        changes["dummy"] = dummy_cards(view(after, None))
    if len(after.tricks) > len(before.tricks):
        winner, tally = after.tricks[-1].next_trick().leader, after.tally
        changes["trick"] = TrickInfo(int(winner), tally.scores, tally.tricks)
        if len(after.tricks) == 1 and after.said:
            changes["shown"] = shown_cards(view(after, None))
    return changes


@lru_cache(64)
def _pair_cards(game: Game, strain: Strain) -> int:
    """The cards with which a belote can be announced, as a mask."""
    return sum(game.counting(strain).pairs)


def _cards_moved(before: Round, after: Round) -> bool:
    """Whether players got cards by the end of the auction."""
    return before.hands != after.hands
