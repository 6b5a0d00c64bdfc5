"""What a seat may know of a deal: the one function that decides it.

Tables, bots and spectators get a view and nothing else, so that a hidden card can reach nobody.
"""

from __future__ import annotations

from typing import NamedTuple

from overtrick.core.auctions import Auction, Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.game import Game, Standing
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Trick
from overtrick.deal.round import Action, Phase, Round
from overtrick.deal.words import BELOTE, REBELOTE


class View(NamedTuple):
    """A deal as one seat sees it, or as a spectator does, who has no seat and no cards."""

    game: Game
    seat: Seat | None
    dealer: Seat
    number: int | None
    vulnerable: frozenset[Side]
    phase: Phase
    turn: Seat | None
    """whose call or card comes next"""
    actor: Seat | None
    """who decides it: the declarer for dummy"""
    legal: tuple[Action, ...]
    """what this seat may do now"""
    out_of_turn: tuple[str, ...]
    """what this seat may call although it is not its turn"""
    hand: Cards
    """what this seat holds now"""
    sizes: tuple[int, ...]
    """how many cards the seats 1 to 4 hold now"""
    turn_up: Card | None
    discard: Card | None
    """what this seat has laid away"""
    auction: Auction
    contract: Contract | None
    plays: tuple[Card, ...]
    """all cards played, in order"""
    players: tuple[Seat, ...]
    """who played them"""
    tricks: tuple[Trick, ...]
    """the tricks that are complete"""
    trick: Trick | None
    """the trick on the table"""
    said: tuple[tuple[int, str], ...]
    """what was said in the play, with the number of cards played before; belotes that count by themselves included"""
    declared: tuple[tuple[Seat, str], ...]
    """the names of the annonces that were declared"""
    shown: tuple[tuple[Seat, Cards], ...]
    """the annonces that count, which their side shows after the first trick"""
    dummy: tuple[Seat, Cards] | None
    """the hand that lies open, as it is now"""
    points: Scores
    """what the sides have won so far"""
    tricks_won: Scores
    score: DealScore | None
    """what the deal is worth, once it is over"""
    standing: Standing | None = None
    """where the match stood before this deal, if it is one of a match"""


def view(round_: Round, seat: Seat | None, standing: Standing | None = None) -> View:
    """Exactly what a seat may know at this moment; None for a spectator. In a match, all know where it stands."""
    public = _public(round_)._replace(standing=standing)
    return public if seat is None else _of_seat(public, round_, seat)


def views(round_: Round) -> dict[Seat | None, View]:
    """What the spectators and all seats may know at this moment."""
    public = _public(round_)
    return {None: public, **{seat: _of_seat(public, round_, seat) for seat in SEATS}}


def _of_seat(public: View, round_: Round, seat: Seat) -> View:
    """What everybody knows, and what only this seat does."""
    return public._replace(
        seat=seat,
        legal=round_.legal() if seat is round_.actor else (),
        out_of_turn=round_.auction.legal_out_of_turn(seat),
        hand=round_.hands[seat - 1],
        discard=round_.discard if seat is round_.dealer else None,
    )


def _public(round_: Round) -> View:
    """What everybody may know."""
    game, phase, contract = round_.game, round_.phase, round_.contract
    tally = round_.tally if contract is not None else None
    dummy = round_.dummy
    is_open = dummy is not None and bool(round_.plays)
    return View(
        game=game,
        seat=None,
        dealer=round_.dealer,
        number=round_.number,
        vulnerable=round_.vulnerable,
        phase=phase,
        turn=round_.turn,
        actor=round_.actor,
        legal=(),
        out_of_turn=(),
        hand=Cards(),
        sizes=tuple(map(len, round_.hands)),
        turn_up=round_.dealt.turn_up,
        discard=None,
        auction=round_.auction,
        contract=contract,
        plays=round_.plays,
        players=round_.players,
        tricks=round_.tricks,
        trick=round_.trick,
        said=_heard(round_),
        declared=tuple((s, annonce.name) for s, annonce in round_.declared) if contract else (),
        shown=_shown(round_),
        dummy=(dummy, round_.hands[dummy - 1]) if dummy is not None and is_open else None,
        points=(0, 0) if tally is None else tally.scores,
        tricks_won=(0, 0) if tally is None else tally.tricks,
        score=round_.score,
    )


def _heard(round_: Round) -> tuple[tuple[int, str], ...]:
    """What was said, with the belotes that nobody has to say: they are announced by themselves."""
    contract = round_.contract
    if contract is None or round_.game.must_say_belote(contract.strain):
        return round_.said
    words = list(round_.said)
    hands = [Cards(hand).mask for hand in round_.dealt.hands]
    for pair in round_.game.counting(contract.strain).pairs:
        holder = next((seat for seat in SEATS if not pair & ~hands[seat - 1]), None)
        numbers = [number for number, card in enumerate(round_.plays) if card.bit & pair]
        if holder is not None:
            words += zip(numbers, (BELOTE, REBELOTE), strict=False)
    return tuple(sorted(words))


def _shown(round_: Round) -> tuple[tuple[Seat, Cards], ...]:
    """The annonces of the side whose annonces count."""
    if not round_.tricks or not round_.said:
        return ()
    scores = round_.game.annonce_scores(round_.declared)
    side = Side.ONE if scores[0] else Side.TWO if scores[1] else None
    return tuple((seat, annonce.cards) for seat, annonce in round_.declared if seat.side is side)
