"""The review of a played deal: what each card cost, where the deal turned, and whether a claim was right."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Literal, NamedTuple

from overtrick.core.cards import Card, hand_text
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.solver.brought import Par, double_dummy_of
from overtrick.engine.solver.reference import at_stake
from overtrick.reasons import Reason, plainest, why
from overtrick.reviewing.fate import Fate, Winner
from overtrick.reviewing.played_deal import PlayedDeal
from overtrick.reviewing.weighing import Effort, Weighed, Worth, engine_of, value_of

DIGITS = 3
"""of means"""


class Instead(NamedTuple):
    """A better card than the one that was played."""

    card: Card
    reasons: tuple[Reason, ...]
    """why it is good, by what its player could see"""


class CardReview(NamedTuple):
    """A card that was played."""

    trick: int
    """the number of the trick, from 1"""
    seat: Seat
    player: Seat
    """who decided: the declarer for dummy"""
    card: Card
    is_choice: bool
    """whether another card could have come to something else"""
    cost: int | None
    """what its side lost by it with all hands open; None where that was not found out"""
    better: tuple[Card, ...]
    """the best cards with all hands open, if this one is none of them"""
    worth: Worth | None
    """how it compares by what its player knew; None without a choice, or where that was not found out"""
    wiser: Card | None
    """the best card by what its player knew, if this one is behind it"""
    won: Scores
    """what the sides have won after it"""
    expected: int | None
    """what the takers (or side 1) have at the end if all play their best after it; None where that is not known"""
    winner: Winner
    """the side that then wins the deal; None if nobody does"""
    turns: bool
    """whether it changed who wins the deal, as far as that is known"""
    instead: Instead | None = None
    """what would have been better by what its player knew, or with open hands where nothing was imagined"""


class PlayerReview(NamedTuple):
    """What a player gave away."""

    seat: Seat
    cards: int
    """how many they played, dummy's included"""
    choices: int
    """with how many of them it mattered which card they played"""
    perfect: int
    """how many of those cost nothing with all hands open"""
    cost: int
    """all that the cards cost with all hands open, as far as that was found out"""
    behind: float
    """all that they cost by what their player knew, as far as that was found out"""
    error: float
    """the standard error of that"""


class ClaimReview(NamedTuple):
    """A claim, which ends the play."""

    tricks: int
    """how many tricks it gives to the declarer in all"""
    right: int | None
    """how many the declarer has with best play; None where that was not found out"""


class Review(NamedTuple):
    """A played deal and what its cards cost. Values are those of the solver: card points, or tricks."""

    deal: PlayedDeal
    cards: tuple[CardReview, ...]
    value: int | None
    """what the takers (or side 1) have if all play their best from the first card on"""
    needed: int | None
    """the least with which they win the deal; None where nothing is enough"""
    total: int
    """what both sides have together"""
    claim: ClaimReview | None
    par: Par | None
    """in a game that has it, where it is known who was vulnerable; the plain engine does not find it"""
    engine: str
    """what found the values: `dds`, `numba` or `plain`"""

    @property
    def record(self) -> Record:
        return self.deal.record

    @property
    def unit(self) -> Literal["points", "tricks"]:
        """What is counted."""
        return self.record.game.unit

    @property
    def is_over(self) -> bool:
        """Whether the deal was played to its end, or ended by a claim."""
        return self.deal.end.phase == "over"

    @property
    def made(self) -> int:
        """What the takers (or side 1) have won, by a claim too."""
        claimed = self.deal.end.claimed
        return self.deal.end.tally.points[self.deal.side - 1] if claimed is None else claimed

    @property
    def players(self) -> tuple[PlayerReview, ...]:
        """What each player gave away who played a card."""
        by_player = ((seat, [card for card in self.cards if card.player is seat]) for seat in SEATS)
        return tuple(_player_review(seat, cards) for seat, cards in by_player if cards)


def review_of(deal: PlayedDeal, weighed: Sequence[Weighed], effort: Effort) -> Review:
    """The review of a deal whose turns have been weighed with an effort."""
    fate, line = Fate(deal, effort), _line(deal, weighed, effort)
    claim = None if deal.end.claimed is None else ClaimReview(deal.end.claimed, line[-1])
    rounds = (*deal.rounds, deal.end)
    cards = [
        _card_review(rounds[number : number + 2], turn, line[number : number + 2], fate)
        for number, turn in enumerate(weighed)
    ]
    return Review(
        deal, tuple(cards), line[0], fate.needed, fate.total, claim, _par(deal, effort), engine_of(deal.record.game)
    )


def _par(deal: PlayedDeal, effort: Effort) -> Par | None:
    record, brought = deal.record, double_dummy_of(deal.record.game)
    if brought is None or record.vulnerable is None or engine_of(record.game) == "plain":
        return None  # the plain engine would take days
    table = brought.limited_table(deal.hands, effort.max_nodes)
    return None if table is None else brought.par(table, record.dealer_seat, record.vulnerable)


def _line(deal: PlayedDeal, weighed: Sequence[Weighed], effort: Effort) -> list[int | None]:
    """What the deal's side has at the end with best play before each card and after the last, where it is known."""
    line: list[int | None] = [None] * len(weighed)
    position = deal.end.position
    left = value_of(position, effort) if at_stake(position) else 0
    line.append(None if left is None else _at_end(deal, deal.end, left))
    for number, (round_, turn) in reversed(list(enumerate(zip(deal.rounds, weighed, strict=True)))):
        if not turn.is_choice:
            line[number] = line[number + 1]
        elif turn.values is not None:
            line[number] = _at_end(deal, round_, max(turn.values.values()))
            line[number + 1] = _at_end(deal, round_, turn.values[deal.end.plays[number]])
    return line


def _at_end(deal: PlayedDeal, round_: Round, left: int) -> int:
    """What the deal's side has at the end, if the side to move wins so much of what is left."""
    position = round_.position
    is_own = position.turn.side is deal.side
    won = round_.tally.values(position.game.counting(position.strain))[deal.side - 1]
    return won + (left if is_own else at_stake(position) - left)


def _card_review(rounds: Sequence[Round], turn: Weighed, expected: Sequence[int | None], fate: Fate) -> CardReview:
    """The review of the card between two rounds, by what was expected before it and after it."""
    (before, after), values, worths = rounds, turn.values, turn.worths
    card = after.plays[-1]
    best = None if values is None else max(values.values())
    cost = 0 if not turn.is_choice else None if values is None or best is None else best - values[card]
    worth = None if worths is None else worths[card]
    winners: list[Winner] = [
        "unknown" if points is None else fate.winner(round_, points)
        for round_, points in zip(rounds, expected, strict=True)
    ]
    better = tuple(other for other, value in (values or {}).items() if cost and value == best)
    wiser = max(worths, key=lambda other: worths[other].mean) if worths and worth and worth.behind else None
    turns = "unknown" not in winners and winners[0] is not winners[1]
    return CardReview(
        trick=len(before.tricks) + 1,
        seat=after.players[-1],
        player=before.actor or after.players[-1],
        card=card,
        is_choice=turn.is_choice,
        cost=cost,
        better=better,
        worth=worth,
        wiser=wiser,
        won=after.tally.points,
        expected=expected[1],
        winner=winners[1],
        turns=turns,
        instead=_instead(before, ((wiser,) if wiser else ()) if worths else better, turns),
    )


def _instead(before: Round, better: Sequence[Card], decides: bool) -> Instead | None:
    """One of some better cards, if there are any, with its reasons."""
    if not better:
        return None
    seen = view(before, before.actor)
    card = plainest(seen, better)
    return Instead(card, why(seen, card, decides=decides))


def _player_review(seat: Seat, cards: Sequence[CardReview]) -> PlayerReview:
    choices = [card for card in cards if card.is_choice]
    worths = [card.worth for card in choices if card.worth is not None]
    return PlayerReview(
        seat,
        len(cards),
        len(choices),
        sum(card.cost == 0 for card in choices),
        sum(card.cost or 0 for card in choices),
        sum(worth.behind for worth in worths),
        hypot(*(worth.error for worth in worths)),
    )


def as_json(review: Review) -> dict[str, object]:
    """A review as plain data."""
    deal, record, claim = review.deal, review.record, review.claim
    return {
        "game": record.game.name,
        "preset": record.game.preset,
        "engine": review.engine,
        "unit": review.unit,
        "seats": list(record.seats),
        "dealer": int(record.dealer_seat),
        "hands": [hand_text(hand) for hand in deal.hands],
        "contract": deal.contract.as_json(),
        "side": int(deal.side),
        "total": review.total,
        "value": review.value,
        "needed": review.needed,
        "made": review.made,
        "is_over": review.is_over,
        "scores": deal.score and list(deal.score.scores),
        "claim": claim and claim._asdict(),
        "par": review.par and {"score": review.par.score, "contracts": list(map(str, review.par.contracts))},
        "cards": [_card(card) for card in review.cards],
        "players": [_player(player) for player in review.players],
    }


def _card(card: CardReview) -> dict[str, object]:
    worth = card.worth
    return {
        "trick": card.trick,
        "seat": int(card.seat),
        "player": int(card.player),
        "card": str(card.card),
        "is_choice": card.is_choice,
        "cost": card.cost,
        "better": list(map(str, card.better)),
        "known": worth
        and {
            "cost": round(worth.behind, DIGITS),
            "error": round(worth.error, DIGITS),
            "worlds": worth.worlds,
            "better": card.wiser and str(card.wiser),
        },
        "won": list(card.won),
        "expected": card.expected,
        "winner": int(card.winner) if isinstance(card.winner, Side) else card.winner,
        "turns": card.turns,
        "instead": card.instead
        and {"card": str(card.instead.card), "why": [_reason(reason) for reason in card.instead.reasons]},
    }


def _reason(reason: Reason) -> dict[str, object]:
    return {
        "code": reason.code,
        "card": reason.card and str(reason.card),
        "cards": list(map(str, reason.cards)),
        "strain": reason.strain and str(reason.strain),
        "number": reason.number,
    }


def _player(player: PlayerReview) -> dict[str, object]:
    return {
        "seat": int(player.seat),
        "cards": player.cards,
        "choices": player.choices,
        "perfect": player.perfect,
        "cost": player.cost,
        "known_cost": round(player.behind, DIGITS),
        "known_error": round(player.error, DIGITS),
    }
