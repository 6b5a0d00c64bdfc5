"""Replaying: the round of a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from overtrick.core.actions import DISCARDS, GIFTS, PASS, SILENT, Action, parse_word
from overtrick.core.cards import Card
from overtrick.core.errors import Invalid
from overtrick.core.scoring import NOBODY
from overtrick.deal.dealing import deck_of
from overtrick.deal.record import Record
from overtrick.deal.round import Round


def beginning(record: Record) -> Round:
    """The round of a record with a whole deal, before anything was done in it."""
    deck = deck_of(record.game, record.dealer_seat, record.deal)
    vulnerable = record.vulnerable or NOBODY
    return Round(record.game, record.dealer_seat, deck, vulnerable=vulnerable, number=record.board)


def replay(record: Record, apply: Callable[[Round, Action], Round] = Round.apply) -> Round:
    """The round of a record with a whole deal; raises at the first thing that the rules forbid.

    `apply` plays cards and words, for who wants to see each of them.
    """
    round_ = beginning(record).apply_all(record.auction)
    while record.plays and round_.phase == "auction" and round_.auction.is_settled:
        round_ = round_.apply(PASS)
    discard = record.deal.discard
    if discard is not None and discard is not round_.discard:
        round_ = round_.apply(DISCARDS[discard])
    round_ = round_.apply_all(GIFTS[card] for card in record.deal.given)
    return ended(play_through(round_, record.plays, record.said or (), apply))


def ended(round_: Round) -> Round:
    """The end of a deal of which all cards are played: a record need not tell that nothing was said then."""
    return round_.apply(SILENT) if SILENT in round_.legal() else round_


def play_through(
    round_: Round,
    plays: Sequence[Card],
    said: Sequence[tuple[int, str]],
    apply: Callable[[Round, Action], Round] = Round.apply,
) -> Round:
    """A round after some cards and what was said between them."""
    for number in range(len(plays) + 1):
        for text in [text for count, text in said if count == number]:
            word = parse_word(text)
            if word is None:
                raise Invalid("bad-word", word=text)
            round_ = apply(round_, word) if word.tricks is None else round_.claim(word.tricks, _agreed)
        if number < len(plays):
            round_ = apply(round_, plays[number])
    return round_


def _agreed(position: object, tricks: int) -> bool:
    """Whoever wrote down a claim had agreed to it."""
    return True
