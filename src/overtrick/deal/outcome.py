"""What the score of a deal depends on, from what was played and said."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from overtrick.core.annonces import Annonce
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import Scores, Tally
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain, Trick


def tally_of(
    game: Game,
    strain: Strain,
    players: Sequence[Seat],
    plays: Sequence[Card],
    tricks: Sequence[Trick],
    announced: Collection[int],
) -> Tally:
    """What the players have won by some cards; `announced` are the numbers of those with which belote was said."""
    counting = game.counting(strain)
    tally, played = Tally(counting), dict.fromkeys(SEATS, 0)
    must_say, in_pairs = game.must_say_belote(strain), sum(counting.pairs)
    for number, card in enumerate(plays) if in_pairs else ():
        if card.bit & in_pairs:  # of single cards, no others matter
            seat = players[number]
            tally.card_played(seat, card, played[seat], not must_say or number in announced)
            played[seat] |= card.bit
    for number, trick in enumerate(tricks, 1):
        assert trick.holder is not None, "somebody has won a complete trick"
        tally.trick_won(trick.holder, trick.cards, number == game.hand_size)
    return tally


def outcome_of(
    game: Game,
    contract: Contract,
    tally: Tally,
    declared: Sequence[tuple[Seat, Annonce]],
    hands: Sequence[Cards],
    claimed: int | None,
    vulnerable: frozenset[Side],
) -> Outcome:
    """The outcome of a deal: its tally, or the tricks that a claim gave to the taker's side, and what else counts."""
    return Outcome(
        contract,
        tally.points,
        tally.tricks if claimed is None else claimed_by(contract, claimed, game.hand_size),
        (tally.bonus[0], tally.bonus[1]),
        game.annonce_scores(declared),
        tally.tricks_of[contract.seat - 1] if contract.seat is not None else 0,
        vulnerable,
        game.honours(hands, contract.strain),
    )


def claimed_by(contract: Contract, tricks: int, all_tricks: int) -> Scores:
    """The tricks of both sides if the taker's side has so many."""
    return (tricks, all_tricks - tricks) if contract.side is Side.ONE else (all_tricks - tricks, tricks)
