"""What a call shows, by the system that the bots of a game play: for those who hear it."""

from __future__ import annotations

import msgspec

from overtrick.bots.bot import check_bot
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Invalid
from overtrick.core.seats import parse_seat
from overtrick.deal.course import Course
from overtrick.deal.record import vulnerable_sides
from overtrick.deal.view import View
from overtrick.protocol.answers import CallShown
from overtrick.protocol.infos import shown_info


def explain_call(game: str, dealer: str, vulnerable: str, calls: str) -> bytes:
    """What the last of some calls shows, as JSON; see `shown_by_call`."""
    return msgspec.json.encode(shown_by_call(game, dealer, vulnerable, calls))


def shown_by_call(game: str, dealer: str, vulnerable: str, calls: str) -> CallShown:
    """What the maker of the last of some calls, which have commas between them, has shown by it and those before.

    Raises `Invalid` for a game without a system of calls and for what is no auction of it.
    """
    check_bot("sampling")
    from overtrick.bots.sampling.knowledge import knowledge_of  # with NumPy, which the server itself does without

    rules, sides, made = find_game(game), vulnerable_sides(vulnerable or "None"), calls.split(",")
    system = knowledge_of(rules).system("")
    if system is None:
        raise Invalid("no-system", game=game_text(rules))
    if sides is None:
        raise Invalid("bad-vulnerable", text=vulnerable)
    course = Course.start(rules, parse_seat(dealer), None, sides)
    for call in made:
        course = course.call(call)
    maker = course.auction.callers[-1]
    shown = system.partner(View(course, maker.partner))
    return CallShown(maker, None if shown is None else shown_info(shown))
