"""What a person reads of each event at the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.conversation.table import (
    contract_lines,
    deal_lines,
    dummy_line,
    end_line,
    hand_line,
    has_to_wait,
    progress_lines,
    score_lines,
    seat_lines,
    trick_line,
)
from overtrick.conversation.words import Words, foreign
from overtrick.core.actions import DECLARE
from overtrick.core.seats import Seat
from overtrick.deal.view import View
from overtrick.protocol import outgoing
from overtrick.protocol.outgoing import Back, Closed, Gone, Paused, Restarted, Resumed, StoodIn, TableEvent
from overtrick.protocol.seen import Seen

PLAIN: Final = Gone | Back | StoodIn | Paused | Resumed | Restarted | Closed
"""events that one sentence tells, whose key is their type"""


def declined_line(words: Words, declined: outgoing.Declined) -> str:
    """That a program does not come to the table, and why."""
    why = words.say(f"session.declined.{declined.why}")
    return words.say("session.declined", name=foreign(declined.name), seat=declined.seat, why=why)


def event_lines(words: Words, seen: Seen, event: TableEvent, player: str) -> Iterator[str]:
    """The lines of an event that `seen` has taken in; `player` is who sat on the seat of the event before it."""
    match event:
        case _ if isinstance(event, PLAIN):
            yield words.say(f"session.{event.__struct_config__.tag}".replace("_", "-"), player=player)
        case outgoing.Left():
            yield words.say("session.kicked" if event.by else "session.left", player=player)
        case outgoing.Muted():
            yield words.say("session.muted" if event.on else "session.not-muted", player=player)
        case outgoing.Emoted():
            yield f"[{foreign(event.name)}] {words.say(f'emote.{event.what}')}"
        case outgoing.Sat():
            yield words.say("session.sat", player=words.player(seen, event.seat))
        case outgoing.Kept():
            yield words.say("session.kept" if event.on else "session.not-kept", player=player)
        case outgoing.Proposed():
            yield words.say(f"session.proposed.{event.what}", player=player, tricks=event.tricks)
        case outgoing.Answered():
            yield words.say("session.agrees" if event.yes else "session.disagrees", player=player)
        case outgoing.Scored():
            yield from score_lines(words, seen, event)
        case outgoing.Ended():
            yield end_line(words, seen, event)
        case outgoing.Paced():
            yield words.say("session.paced", player=player)
        case outgoing.Said():
            yield f"[{foreign(event.name)}] {foreign(event.text)}"
        case _ if seen.view is not None:
            yield from _deal_event_lines(words, seen, event, seen.view)


def _deal_event_lines(words: Words, seen: Seen, event: TableEvent, view: View) -> Iterator[str]:
    """The client's own hand stands with its options where it has to act."""
    shows_hand = view.seat is not None and has_to_wait(view)
    match event:
        case outgoing.Dealt():
            yield ""
            yield from deal_lines(words, seen, view)
            yield from seat_lines(words, seen)
            yield from contract_lines(words, seen, view)
            if shows_hand:
                yield hand_line(words, view)
        case outgoing.TakenBack():
            yield words.say("session.taken-back")
            yield from progress_lines(words, seen, view)
        case outgoing.Acted():
            yield _action_line(words, seen, event, view)
            if event.declared and event.action != DECLARE:
                yield _declared_line(words, seen, event, view)
            if event.turn_up is not None and view.turn_up is not None:
                yield words.say("session.turned-up", card=words.card(view.turn_up))
            if event.contract is not None:
                yield from contract_lines(words, seen, view)
                if event.hand is not None and shows_hand:
                    yield hand_line(words, view)
            if event.plays_for is not None:
                yield words.say("session.plays-for", player=words.player(seen, event.plays_for))
            if event.dummy is not None and view.open_hand is not None and has_to_wait(view):
                yield dummy_line(words, seen, view, *view.open_hand)
            if event.trick is not None and view.tricks:
                yield trick_line(words, seen, view)
            for shower, shown in view.shown if event.shown else ():
                yield words.say("session.shows", player=words.player(seen, shower), cards=words.cards(shown))


def _action_line(words: Words, seen: Seen, event: outgoing.Acted, view: View) -> str:
    """`2: 9♠`, with what was said and who did it if that was not the player."""
    if view.plays and event.action == str(view.plays[-1]):
        action = words.card(view.plays[-1])
    else:
        action = words.told(view.game, event.action)
    notes = [words.told(view.game, word) for _, word in event.said if word != DECLARE]
    if event.action == DECLARE:
        notes += [foreign(name) for _, name in event.declared]
    if event.by:
        notes.append(words.say(f"session.by.{event.by}"))
    said = f" ({', '.join(notes)})" if notes else ""
    return f"{words.seat(seen, Seat(event.seat))}: {action}{said}"


def _declared_line(words: Words, seen: Seen, event: outgoing.Acted, view: View) -> str:
    """`3: declare (tierce)`, where the next player declares by itself."""
    names = ", ".join(foreign(name) for _, name in event.declared)
    return f"{words.seat(seen, event.declared[0][0])}: {words.told(view.game, DECLARE)} ({names})"
