"""What a review needs of a record: the hands of the play, and the round before every card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from overtrick.core.actions import Action
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Finding, OvertrickError
from overtrick.core.game import Outcome
from overtrick.core.scoring import NOBODY, DealScore, by_side
from overtrick.core.seats import SEATS, Side
from overtrick.deal.record import Record
from overtrick.deal.replay import ended, play_through
from overtrick.deal.round import Round
from overtrick.formats.record_format import Located
from overtrick.referee.evidence import PlayedCard
from overtrick.referee.judging import Case, Fallen, Judgement, case_of, fallen_of, judge_fallen
from overtrick.referee.paperwork import auction_of, hands_of_play, scores_of
from overtrick.referee.verdict import Fault


class PlayedDeal(NamedTuple):
    """A played deal that can be reviewed."""

    record: Record
    contract: Contract
    hands: tuple[Cards, ...]
    """with which the play began; a player who sits out may have none"""
    rounds: tuple[Round, ...]
    """before each card"""
    end: Round
    """after the last card or the claim"""
    outcome: Outcome
    """what counts besides points and tricks, belotes that are still to come included; values tell of sets in tricks"""
    score: DealScore | None
    """what the deal was worth, if it is over and the record tells enough"""

    @property
    def side(self) -> Side:
        """The side for which the values of the deal are told: the takers, or side 1 where there are none."""
        return self.contract.side or Side.ONE


def played_deal(located: Located) -> PlayedDeal | Finding | Fault:
    """The deal of a record; or what the referee says of it, that all passed, or that too few cards are known."""
    case = case_of(located)
    if not isinstance(case, Case):
        return _why_not(case)
    fallen = fallen_of(case, "deal")
    judgement = judge_fallen(case, fallen) if isinstance(fallen, Fallen) else fallen
    if not isinstance(fallen, Fallen) or judgement.status == "invalid":
        return _why_not(judgement)
    record, contract = case.record, case.facts.contract
    if record.game.pile is not None:
        return Finding("no-solver", {"game": str(record.game)})
    if contract.nils:
        return Finding("no-solver-nil")
    hands = _hands(record, contract, fallen.plays)
    if hands is None:
        return Finding("hands-unknown")
    rounds: list[Round] = []

    def apply(round_: Round, action: Action) -> Round:
        if isinstance(action, Card):
            rounds.append(round_)
        return round_.apply(action)

    start = Round.at_play(
        record.game,
        record.dealer_seat,
        contract,
        hands,
        auction=auction_of(record),
        turn_up=record.deal.turn_up,
        stock=record.deal.kitty,
        discard=record.deal.discard,
        vulnerable=record.vulnerable or NOBODY,
        number=record.board,
    )
    try:
        end = ended(play_through(start, record.plays, record.said or (), apply))
    except OvertrickError as error:  # words in a deal that is not over, which the referee leaves open
        return error.finding
    outcome = fallen.outcome
    scores = scores_of(record, outcome, case.claimed, fallen.plays) if end.phase == "over" else []
    annonces = record.game.declaring.scores(end.annonces)
    counting = record.game.counting(contract.strain)
    if counting.trick_sets or len(fallen.tricks) < record.game.hand_size:
        outcome = outcome._replace(belotes=by_side([counting.bonus_in(hand.mask) for hand in hands]))
    return PlayedDeal(
        record,
        contract,
        hands,
        tuple(rounds),
        end,
        outcome._replace(annonces=annonces, vulnerable=record.vulnerable or frozenset()),
        scores[0] if len({score.scores for score in scores}) == 1 else None,
    )


def _why_not(judgement: Judgement) -> Finding | Fault:
    """Why a deal cannot be reviewed: all passed, or it is not whole, or something is wrong with it."""
    if judgement.finding is None:
        return Finding("nothing-played")
    return Finding("hands-unknown") if judgement.finding.code == "incomplete" else judgement.finding


def _hands(record: Record, contract: Contract, plays: Sequence[PlayedCard]) -> tuple[Cards, ...] | None:
    """The hands with which the play began: those of the record, or what was played; None where that is not enough."""
    game, deal, dealer = record.game, record.deal, record.dealer_seat
    hands: list[Cards | None] = []
    for seat, dealt in zip(SEATS, hands_of_play(record, contract), strict=True):
        hand = Cards(play.card for play in plays if play.seat is seat)
        if len(hand) < game.hand_size and dealt is not None:
            hand = dealt
            if seat is dealer and deal.turn_up is not None:
                hand = game.pick_up.kept(hand, deal.turn_up, deal.discard, contract.strain)
        is_known = len(hand) == game.hand_size
        hands.append(hand if is_known else Cards() if seat in contract.out else None)
    known = [hand for hand in hands if hand is not None]
    if len(known) == len(SEATS) - 1 and not game.dead_cards:
        rest = Cards.from_mask(game.pack.mask & ~sum(hand.mask for hand in known))
        return tuple(rest if hand is None else hand for hand in hands)
    return tuple(known) if len(known) == len(SEATS) else None
