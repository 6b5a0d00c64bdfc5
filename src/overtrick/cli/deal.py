"""`overtrick deal`: deals from a seed, shown or written in a format."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from types import ModuleType
from typing import Final

from overtrick import texts
from overtrick.cli.files import write_output
from overtrick.cli.options import Parser, positive, random_seed
from overtrick.cli.terminal import Paint
from overtrick.core.cards import SUIT_SYMBOLS, Card, Cards, Suit, card_name
from overtrick.core.catalogue import find_game, only_for, part_of
from overtrick.core.hands import high_card_points, length_points
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.conditions import parse_where
from overtrick.deal.record import vulnerable_text
from overtrick.deal.round import Round
from overtrick.engine.dealing import deals
from overtrick.formats.catalogue import HOLDING_MANY

TEXT: Final = "text"
GAP: Final = 3
"""columns between two hands"""
RED: Final = re.compile(r"[♥♦] [\w—]+|\w+[♥♦]")
"""a red suit of a hand, or a red card"""


def run(arguments: Sequence[str]) -> int:
    """Print as many deals as are asked for."""
    parser = Parser("deal", "Deal cards. The same seed gives the same deals, on any machine.")
    parser.game()
    parser.add_argument("-n", "--number", metavar="N", type=positive, default=1, help="how many deals; 1 by default")
    parser.seed()
    parser.value(
        "--format",
        "FORMAT",
        "text, json (a record a line), or a format of the game, such as pbn and lin",
        default=TEXT,
        type=_format_name,
    )
    parser.value("--where", "EXPR", "only deals like 'hcp(N) + hcp(S) >= 25 and not balanced(1)'; seats N E S W or 1-4")
    parser.flag("--opening", "tell points and who opens the bidding, where that is known")
    parser.lang("of the text")
    options = parser.parse_args(arguments)
    game = find_game(options.game)
    if options.opening and options.format != TEXT:
        parser.error("--opening goes with --format text")
    form = HOLDING_MANY.get(options.format)
    if form is not None and form.only not in (None, game.name):
        raise only_for(f"--format {options.format}", lambda game: game.name == form.only)
    openings = part_of(game, "openings")
    if options.opening and openings is None:
        raise only_for("--opening", lambda game: part_of(game, "openings"))
    where = None if options.where is None else parse_where(options.where)
    seed = random_seed("deal", options.lang, "deal.seed") if options.seed is None else options.seed
    dealt = islice(deals(game, where, seed), options.number)
    if form is None:
        _show(dealt, openings if options.opening else None, options.lang)
    else:
        write_output(form.pieces(round_.record() for round_ in dealt))
    return 0


def _format_name(text: str) -> str:
    """The name of a format, which is looked up only if one is given: to find all takes long."""
    if text != TEXT and text not in HOLDING_MANY:
        raise argparse.ArgumentTypeError(f"invalid choice: {text!r} (choose from {', '.join([TEXT, *HOLDING_MANY])})")
    return text


def _show(rounds: Iterable[Round], openings: ModuleType | None, language: str) -> None:
    paint = Paint.on(sys.stdout)
    for number, round_ in enumerate(rounds, 1):
        is_compass = round_.game.seat_name(Seat.NORTH) == Seat.NORTH.letter
        hands = _compass(round_, openings is not None) if is_compass else _rows(round_)
        lines = [_heading(round_, number, language), *hands]
        lines += [_opening(round_, openings, language)] if openings else []
        text = RED.sub(lambda found: paint.red(found[0]), "\n".join(lines))
        print(f"\n{text}" if number > 1 else text)


def _heading(round_: Round, number: int, language: str) -> str:
    game, turn_up, say = round_.game, round_.dealt.turn_up, partial(texts.say, language)
    name = "deal.number" if round_.number is None else "deal.board"
    words = [say(name, number=number), say("deal.dealer", seat=game.seat_name(round_.dealer))]
    if game.vulnerability:
        words.append(vulnerable_text(game, round_.vulnerable, language))
    if turn_up is not None:
        words.append(say("deal.turn-up", card=card_name(turn_up, "symbol")))
    return ", ".join(words)


def _suits(hand: Iterable[Card]) -> list[str]:
    """The suits of a hand, spades first: `♠ AK2`."""
    cards = Cards(hand)
    held = {suit: "".join(str(card.rank) for card in cards if card.suit is suit) for suit in reversed(Suit)}
    return [f"{SUIT_SYMBOLS[suit]} {ranks or '—'}" for suit, ranks in held.items()]


def _rows(round_: Round) -> list[str]:
    """A row for each player."""
    rows = [(round_.game.seat_name(seat), *_suits(round_.dealt.hands[seat - 1])) for seat in SEATS]
    return texts.table_lines(rows, indent="  ")


def _compass(round_: Round, opening: bool) -> Iterator[str]:
    """North above, West and East beside each other, South below."""
    blocks = {seat: [seat.letter, *_suits(round_.dealt.hands[seat - 1])] for seat in SEATS}
    if opening:
        for seat in SEATS:
            blocks[seat].append(_points(round_.hands[seat - 1]))
    width = max(len(line) for block in blocks.values() for line in block) + GAP
    for line in blocks[Seat.NORTH]:
        yield " " * width + line
    for west, east in zip(blocks[Seat.WEST], blocks[Seat.EAST], strict=True):
        yield west.ljust(2 * width) + east
    for line in blocks[Seat.SOUTH]:
        yield " " * width + line


def _points(hand: Cards) -> str:
    high, length = high_card_points(hand), length_points(hand)
    return f"{high} HCP, {length} LP, Total = {high + length}"


def _opening(round_: Round, openings: ModuleType, language: str) -> str:
    for step in range(len(SEATS)):
        seat = SEATS[(round_.dealer - 1 + step) % len(SEATS)]
        bid = openings.opening_bid(round_.hands[seat - 1])
        if bid != openings.PASS:
            return texts.say(language, "deal.opens", seat=seat.letter, bid=bid)
    return texts.say(language, "deal.no-opening")
