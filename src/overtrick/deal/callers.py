"""Who made which call."""

from __future__ import annotations

from functools import lru_cache

from overtrick.core.auctions import Auction
from overtrick.core.cards import Card
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.view import View


def calls_of(view: View) -> tuple[tuple[Seat, str], ...]:
    """All calls with the seats that made them; what was called out of turn has its seat in its text, too."""
    return _calls(view.game, view.dealer, view.turn_up, view.auction.calls)[1]


@lru_cache(4096)
def _calls(
    game: Game, dealer: Seat, turn_up: Card | None, calls: tuple[str, ...]
) -> tuple[Auction, tuple[tuple[Seat, str], ...]]:
    """An auction again, from its calls, with those who made them; each call is looked at once in a deal."""
    if not calls:
        return game.auction(dealer, turn_up), ()
    *_, call = calls
    auction, made = _calls(game, dealer, turn_up, calls[:-1])
    out_of_turn = (seat for seat in SEATS if call in auction.legal_out_of_turn(seat))
    return auction.call(call), (*made, (next(out_of_turn, auction.turn) or dealer, call))
