"""How a deal and a match end."""

from __future__ import annotations

from overtrick.deal.round import Round
from overtrick.protocol import outgoing
from overtrick.table.ledger import Ledger
from overtrick.table.log import DealEnded, MatchEnded


def end_deal(ledger: Ledger, round_: Round, claimed: int | None = None) -> None:
    """A deal is over, by its last card or by a claim to some tricks; with it the match may be won."""
    score = round_.score
    assert score is not None, "the deal is over"
    ledger.write(DealEnded(score=score, claimed=claimed, secret=ledger.new_secret()))
    standing = ledger.state.match.standing
    if standing.is_over:
        end_match(ledger, MatchEnded(why="drawn" if standing.winner is None else "won"))


def end_match(ledger: Ledger, entry: MatchEnded) -> None:
    """The match is over, and with it a table that was made for one."""
    ledger.write(entry)
    if ledger.state.options.once:
        ledger.write(outgoing.Closed(n=0))


def break_off(ledger: Ledger, seat: int, name: str) -> None:
    """The match ends since a player is gone, and with it the table."""
    ledger.write(MatchEnded(why="gone", seat=seat, name=name, secret=ledger.new_secret()))
    ledger.write(outgoing.Closed(n=0))
