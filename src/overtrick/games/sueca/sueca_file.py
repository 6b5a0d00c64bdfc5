"""The file of a Sueca deal: the trump card, then one trick a line.

    7D
    AH 2D 5H 2H
    …

Player 1 leads and the dealer, who plays second, holds the trump card. The file implies the preset `fctp`.
"""

from __future__ import annotations

from typing import Final

from overtrick.core.cards import card_name
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.game import Game
from overtrick.deal.record import Deal, Record
from overtrick.formats.lines import Line, TrickFormat, parse_card_at

LABEL: Final = "Trump Card:"
"""may stand before the trump card"""


def _read_header(line: Line, game: Game) -> Record:
    blank = " " * len(LABEL)
    unlabelled = line._replace(
        text=line.text.replace(LABEL, blank, 1) if line.text.strip().startswith(LABEL) else line.text
    )
    words = list(unlabelled.words())
    if len(words) != 1:
        raise Invalid(Finding("bad-trump-line", {"text": line.text.strip()}, line.number, 1))
    [(column, word)] = words
    return Record(game, deal=Deal(turn_up=parse_card_at(word, game, line.number, column)))


def _write_header(record: Record) -> str:
    trump_card, leader = record.deal.turn_up, record.leader
    if record.game.name != "sueca" or trump_card is None or leader is None:
        raise Invalid("not-writable", reason=Phrase("reason.no-trump-card"))
    if leader.next is not record.dealer_seat:
        raise Invalid("not-writable", reason=Phrase("reason.dealer-not-second"))
    return card_name(trump_card, "upper")


def _holds(game: Game) -> bool:
    return game.turn_up_is_trumps


FORMAT: Final = TrickFormat("sueca:fctp", _read_header, _write_header, "upper", _holds)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
