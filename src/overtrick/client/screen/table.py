"""The table as the player sees it: who sits where, what lies in the middle, the own cards and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from rich.style import Style
from rich.text import Text
from textual.geometry import Size

from overtrick.client.screen.paint import ACCENT, FAINT, INK, RAISED, card_style, clickable, painted
from overtrick.conversation.choices import Choices
from overtrick.conversation.table import end_line
from overtrick.conversation.words import Words, by_suit, foreign
from overtrick.core.actions import DISCARDS, GIFTS
from overtrick.core.cards import SUIT_SYMBOLS, Card, Cards
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Trick
from overtrick.deal.view import View
from overtrick.protocol.seen import Seen

Edge = Literal["bottom", "left", "top", "right"]
EDGES: Final[tuple[Edge, ...]] = ("bottom", "left", "top", "right")
TURN: Final = "▶ "
BOX_WIDTH: Final = 5
BOX_HEIGHT: Final = 3
MIDDLE_GAP: Final = 5
CARD_WIDTH: Final = 4
SUIT_GAP: Final = 2
LONGEST_BUTTON: Final = 20
"""if an option has more letters, all of them stand one a line"""
CALL_WIDTHS: Final = (5, 10)
"""columns of a call, at least and at most"""


def seats_around(seen: Seen) -> dict[Edge, Seat]:
    """Who sits where: the player at the bottom, the others as the game goes round."""
    own = seen.place or Seat.SOUTH
    step = -1 if getattr(seen.game, "direction", "") == "anticlockwise" else 1  # not every game says it
    return {edge: SEATS[(own - 1 + step * number) % len(SEATS)] for number, edge in enumerate(EDGES)}


def seat_text(words: Words, seen: Seen, seat: Seat, is_wide: bool) -> Text:
    """A seat: who is there, how many cards they have, whether they deal, what they called last; dummy's cards."""
    info, view = seen.info(seat), seen.view if seen.state == "play" else None
    if info.kind == "empty":
        return Text(f"({words.say('session.seat.empty')})", FAINT)
    is_on_turn = view is not None and view.turn is seat
    name = f"{TURN if is_on_turn else ''}{foreign(info.name)} ({words.seat(seen, seat)})"
    lines = [Text(name, Style(color=ACCENT if is_on_turn else INK, bold=True))]
    notes = list(_notes(words, seen, seat, view))
    if notes:
        lines += [painted(" · ".join(notes), FAINT)] if is_wide else [painted(note, FAINT) for note in notes]
    if view is not None and view.open_hand is not None and view.open_hand[0] is seat and seat is not seen.place:
        lines += dummy_lines(words, view, view.open_hand[1], is_wide)
    return Text("\n").join(lines)


def _notes(words: Words, seen: Seen, seat: Seat, view: View | None) -> Iterator[str]:
    info = seen.info(seat)
    if not info.present:
        yield words.say("screen.gone")
    if info.kind == "person" and seen.state in ("open", "deal") and not info.ready:
        yield words.say("screen.not-ready")
    if view is None:
        return
    if view.dealer is seat:
        yield words.say("screen.dealer")
    is_open = view.open_hand is not None and view.open_hand[0] is seat
    if seat is not seen.place and not is_open:
        yield words.say("screen.cards", count=view.sizes[seat - 1])
    if view.contract is not None and view.contract.seat is seat:
        yield words.contract(view, view.contract)
    elif view.phase == "auction" and (calls := [call for caller, call in view.auction.made if caller is seat]):
        yield f"«{words.action(calls[-1])}»"


def dummy_lines(words: Words, view: View, cards: Cards, is_wide: bool) -> list[Text]:
    """Dummy's cards, a suit a line or, where there is room, two."""
    legal = [card for card in view.legal if isinstance(card, Card)] if view.turn is not view.seat else []
    suits = []
    for suit in by_suit(view, cards):
        line = painted(SUIT_SYMBOLS[suit[0].suit])
        for number, card in enumerate(suit):
            line.append(" " if is_wide or not number else "")
            line.append(words.card(card)[:-1], card_style(card, legal or None))
        suits.append(line)
    if not is_wide:
        return suits
    return [Text("   ").join(suits[start : start + 2]) for start in range(0, len(suits), 2)]


def middle_text(words: Words, seen: Seen, size: Size) -> Text:
    """What lies in the middle: the cards of the trick; the calls and the turned-up card before the play."""
    view = seen.view if seen.state == "play" else None
    if view is None:
        why = "paused" if seen.paused else "over" if seen.state == "over" else "waiting"
        lines = [Text(words.say(f"screen.{why}"), FAINT)]
        if seen.ended is not None:
            lines.append(painted(end_line(words, seen, seen.ended)))
        return Text("\n").join(lines)
    if view.phase in ("auction", "discard", "exchange"):
        return _auction_text(words, seen, view, size)
    trick, is_old = view.trick, False
    if (trick is None or not trick.cards) and view.tricks:
        trick, is_old = view.tricks[-1], True
    return Text() if trick is None else _trick_text(words, seats_around(seen), trick, is_old, size.height)


def _trick_text(words: Words, around: Mapping[Edge, Seat], trick: Trick, is_old: bool, height: int) -> Text:
    played = dict(zip(trick.players, trick.cards, strict=False))
    draw = _box if height >= BOX_HEIGHT * 3 else _bare
    boxes = {edge: draw(words, played.get(seat), seat is trick.holder, is_old) for edge, seat in around.items()}
    gap = " " * MIDDLE_GAP
    across = [Text.assemble(left, gap, right) for left, right in zip(boxes["left"], boxes["right"], strict=True)]
    return Text("\n").join([*boxes["top"], *across, *boxes["bottom"]])


def _box(words: Words, card: Card | None, is_best: bool, is_old: bool) -> list[Text]:
    """A card with a frame, which stands out around the best one."""
    if card is None:
        return [Text(" " * BOX_WIDTH)] * BOX_HEIGHT
    frame = ACCENT if is_best else FAINT
    side = Text("│", frame)
    inside = Text(words.card(card).center(BOX_WIDTH - 2), card_style(card, [] if is_old and not is_best else [card]))
    return [Text("╭───╮", frame), Text.assemble(side, inside, side), Text("╰───╯", frame)]


def _bare(words: Words, card: Card | None, is_best: bool, is_old: bool) -> list[Text]:
    """A card without a frame, where there is little room."""
    if card is None:
        return [Text(" " * BOX_WIDTH)]
    style = card_style(card, [] if is_old and not is_best else [card]) + Style(underline=is_best)
    return [Text(words.card(card).center(BOX_WIDTH), style)]


def _auction_text(words: Words, seen: Seen, view: View, size: Size) -> Text:
    """All calls, a column for each player from the one who speaks first, below the card that is turned up."""
    lines: list[Text] = []
    if view.turn_up is not None:
        has_room = size.height > BOX_HEIGHT + 1
        lines += (_box if has_room else _bare)(words, view.turn_up, is_best=False, is_old=False)
    first = view.game.auction(view.dealer, view.turn_up).turn or view.dealer
    order = [SEATS[(first - 1 + step) % len(SEATS)] for step in range(len(SEATS))]
    rows = [[words.seat(seen, seat) for seat in order]]
    for seat, call in view.auction.made:
        column = order.index(seat)
        if len(rows) == 1 or any(rows[-1][column:]):
            rows.append([""] * len(SEATS))
        rows[-1][column] = words.action(call)
    room, (least, most) = max(1, size.height - len(lines) - 1), CALL_WIDTHS
    width = max(least, min(most, size.width // len(SEATS)))
    for row in [rows[0], *rows[1:][-room:]]:
        line = "".join(call[: width - 1].center(width) for call in row)
        lines.append(painted(line, FAINT if row is rows[0] else INK))
    return Text("\n").join(lines)


def card_numbers(view: View, choices: Choices | None) -> dict[Card, int]:
    """The numbers of those options that are cards of the player's own hand."""
    if choices is None or view.turn is not view.seat:
        return {}
    numbers = {option.line: number for number, option in zip(choices.numbers, choices.options, strict=True)}
    found = ((card, _first_of(numbers, card)) for card in view.hand)
    return {card: number for card, number in found if number is not None}


def _first_of(numbers: Mapping[str, int], card: Card) -> int | None:
    """The number of the first action that is done with a card."""
    return next((numbers[action] for action in (str(card), DISCARDS[card], GIFTS[card]) if action in numbers), None)


def hand_text(words: Words, view: View, numbers: Mapping[Card, int], cursor: int | None) -> Text:
    """The hand by suits; where a card is to be chosen, with the numbers of those that can be below them."""
    cards, below = Text(), Text()
    for suit in by_suit(view, view.hand):
        for card in suit:
            number = numbers.get(card)
            is_chosen = number is not None and number == cursor
            style = card_style(card, numbers or None) + clickable(number, card)
            _add_cell(cards, words.card(card), style + Style(reverse=is_chosen), CARD_WIDTH)
            _add_cell(below, str(number or ""), Style(color=ACCENT) + clickable(number), CARD_WIDTH)
        for line in (cards, below):
            line.append(" " * SUIT_GAP)
    return Text("\n").join([cards, below])


def options_text(choices: Choices, besides: Mapping[Card, int], width: int, cursor: int | None) -> Text:
    """The options that are no cards of the hand, as buttons in columns or, where they are long, one a line."""
    shown = set(besides.values())
    numbered = zip(choices.numbers, choices.options, strict=True)
    options = [(number, option.words) for number, option in numbered if number not in shown]
    if not options:
        return Text()
    longest = max(len(name) for _, name in options)
    digits = len(str(options[-1][0]))
    columns = 1 if longest > LONGEST_BUTTON else max(1, width // (digits + longest + 4))
    lines = [Text() for _ in range(-(-len(options) // columns))]
    for index, (number, name) in enumerate(options):
        line, what = lines[index // columns], clickable(number)
        is_chosen = number == cursor
        line.append(f" {number:>{digits}} ", Style(color=ACCENT, bgcolor=RAISED, reverse=is_chosen) + what)
        button = painted(f"{name} ".ljust(longest + 1 if columns > 1 else 0))
        button.stylize(Style(bgcolor=RAISED, reverse=is_chosen) + what)
        line.append_text(button)
        line.append(" ")
    return Text("\n").join(lines)


def _add_cell(line: Text, text: str, style: Style, width: int) -> None:
    line.append(text, style)
    line.append(" " * (width - len(text)))
