"""Reviews as plain data; docs/formats.md tells the fields."""

from __future__ import annotations

from overtrick.core.auctions import Contract
from overtrick.core.cards import hand_text
from overtrick.core.seats import Side
from overtrick.reviewing.deal_review import CardReview, PlayerReview, Review

DIGITS = 3
"""of means"""


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
        "contract": _contract(deal.contract),
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


def _contract(contract: Contract) -> dict[str, object]:
    return {
        "strain": str(contract.strain),
        "side": contract.side and int(contract.side),
        "seat": contract.seat and int(contract.seat),
        "value": contract.value,
        "double": contract.double,
        "alone": list(map(int, contract.alone)),
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
