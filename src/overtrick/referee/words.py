"""What was said in the play: whether it may have been said, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.core.actions import BELOTE, DECLARE, REBELOTE, Word, parse_word
from overtrick.core.cards import Cards
from overtrick.core.errors import Finding
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS
from overtrick.core.tricks import Strain
from overtrick.deal.record import Record
from overtrick.referee.evidence import Play, PlayedCard

Hands = tuple[Cards | None, ...]


Plays = Sequence[Play | PlayedCard]


def hands_of(record: Record, plays: Plays) -> Hands:
    """The four hands with which play began, as the record gives them or as the cards of a whole deal tell them."""
    if len(plays) == len(SEATS) * record.game.hand_size:
        masks = [0] * (len(SEATS) + 1)
        for play in plays:
            masks[play.seat] |= play.card.bit
        return tuple(Cards.from_mask(masks[seat]) for seat in SEATS)
    return dealt_hands(record)


def dealt_hands(record: Record) -> Hands:
    """The four hands that were dealt, as far as the record gives them."""
    return tuple(None if hand is None else Cards(hand) for hand in record.deal.hands or (None,) * len(SEATS))


def announced(record: Record, strain: Strain) -> frozenset[int] | None:
    """The numbers of the cards with which belote or rebelote was said; None where all of them count."""
    if record.said is None or not record.game.counting(strain).must_be_said:
        return None
    return frozenset(number for number, word in record.said if word in (BELOTE, REBELOTE))


def wrong_word(record: Record, strain: Strain, plays: Plays, hands: Hands) -> tuple[Finding, int] | None:
    """The first word that nobody may have said so, and the number of its card."""
    said = sorted(record.said or ())
    for place, (number, text) in enumerate(said):
        word = parse_word(text)
        if word is not None and word.tricks is not None and record.game.may_claim and number == len(plays):
            continue
        if word is None or word.tricks is not None or not 0 <= number < len(plays):
            return Finding("bad-word", {"word": text}), number
        if (number, text) in said[:place] or not _may_be_said(record, strain, plays, hands, number, word):
            player = record.game.seat_name(plays[number].seat)
            return Finding("illegal-word", {"word": text, "player": player}), number
    return None


def _may_be_said(record: Record, strain: Strain, plays: Plays, hands: Hands, number: int, word: Word) -> bool:
    """Whether a word may have been said with a card; what a hand that is not known would tell is believed."""
    play, hand = plays[number], hands[plays[number].seat - 1]
    if word == DECLARE:
        return play.trick == 1 and (hand is None or bool(record.game.declaring.annonces_of(hand, strain)))
    pair = next((pair for pair in record.game.counting(strain).pairs if pair & play.card.bit), 0)
    mate = pair & ~play.card.bit
    earlier = [n for n, other in enumerate(plays[:number]) if other.seat is play.seat and other.card.bit == mate]
    if word == REBELOTE:
        return any((n, BELOTE) in (record.said or ()) for n in earlier)
    return bool(mate) and not earlier and (hand is None or bool(hand.mask & mate))


def annonces_of(record: Record, strain: Strain, plays: Plays, hands: Hands) -> Scores | None:
    """What the declared annonces bring to each side; None where a hand that declared is not known."""
    declared = []
    for number, word in record.said or ():
        if word == DECLARE:
            seat = plays[number].seat
            hand = hands[seat - 1]
            if hand is None:
                return None
            declared += [(seat, annonce) for annonce in record.game.declaring.annonces_of(hand, strain)]
    return record.game.declaring.scores(declared)


def honours_of(record: Record, strain: Strain, hands: Hands) -> Scores | None:
    """What honours bring to each side; None where a hand is not known that might have some."""
    known = [hand for hand in hands if hand is not None]
    if len(known) < len(SEATS):
        return None if any(record.game.honours([record.game.pack] * len(SEATS), strain)) else (0, 0)
    return record.game.honours(known, strain)
