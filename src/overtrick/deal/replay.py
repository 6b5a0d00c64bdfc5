"""Replaying: the round of a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from overtrick.core.auctions import PASS, Auction, Contract, NoAuction
from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Invalid
from overtrick.core.scoring import NOBODY
from overtrick.core.tricks import Trick
from overtrick.deal.dealing import Dealt, deck_of
from overtrick.deal.record import Record
from overtrick.deal.round import CLAIM, DISCARD, Action, Round

MOST_DIGITS: Final = 2
"""of a number of tricks"""


def replay(record: Record) -> Round:
    """The round of a record with a whole deal; raises at the first thing that the rules forbid."""
    deck = deck_of(record.game, record.dealer_seat, record.deal)
    vulnerable = record.vulnerable or NOBODY
    round_ = Round(record.game, record.dealer_seat, deck, vulnerable=vulnerable, number=record.board)
    round_ = round_.apply_all(record.auction)
    while record.plays and round_.phase == "auction" and round_.auction.is_settled:
        round_ = round_.apply(PASS)
    if record.deal.discard not in (None, round_.discard):
        round_ = round_.apply(f"{DISCARD} {record.deal.discard}")
    return play_through(round_, record.plays, record.said or ())


def before_play(record: Record, contract: Contract, hands: Sequence[Cards], auction: Auction | None = None) -> Round:
    """The round of a record before its first card, with the hands of the play; nobody need know the auction.

    Nothing of the record is checked.
    """
    game, deal, dealer = record.game, record.deal, record.dealer_seat
    round_ = object.__new__(Round)
    round_._set(
        game=game,
        dealer=dealer,
        vulnerable=record.vulnerable or NOBODY,
        number=record.board,
        dealt=Dealt(tuple(map(tuple, hands)), deal.turn_up, deal.kitty),
        auction=NoAuction(dealer, contract) if auction is None else auction,
        contract=contract,
        discard=deal.discard,
        trick=Trick(game.leader(dealer, contract) or dealer.next, out=contract.out),
        claimed=None,
        _hands=tuple(hand.mask for hand in hands),
        _rules=game.rules(contract.strain),
        **dict.fromkeys(("plays", "players", "said", "tricks"), ()),
    )
    round_._look_who_is_next()
    return round_


def play_through(
    round_: Round,
    plays: Sequence[Card],
    said: Sequence[tuple[int, str]],
    apply: Callable[[Round, Action], Round] = Round.apply,
) -> Round:
    """A round after some cards and what was said between them."""
    for number in range(len(plays) + 1):
        for word in [word for place, word in said if place == number]:
            tricks = claimed_tricks(word)
            round_ = apply(round_, word) if tricks is None else round_.claim(tricks, _agreed)
        if number < len(plays):
            round_ = apply(round_, plays[number])
    return round_


def claimed_tricks(word: str) -> int | None:
    """How many tricks a word claims for the declarer in all; None for a word that claims nothing."""
    name, _, tricks = word.partition(" ")
    if name != CLAIM:
        return None
    if not tricks.isdecimal() or len(tricks) > MOST_DIGITS:
        raise Invalid("bad-word", word=word)
    return int(tricks)


def _agreed(position: object, tricks: int) -> bool:
    """Whoever wrote down a claim had agreed to it."""
    return True
