"""Ledgers of tables, for tests of the parts that write to them."""

from __future__ import annotations

from random import Random
from typing import Final

from overtrick.core.catalogue import find_game, game_text
from overtrick.deal.round import Round
from overtrick.protocol import fair, outgoing
from overtrick.protocol.incoming import Options
from overtrick.table.ledger import Ledger
from overtrick.table.log import ActionDone, CardsDealt, Entry, Noted, Opened, PersonSat, decode
from overtrick.table.state import TableState

USUAL: Final = Options(clock=0)
NO_NONCES: Final = ("-", "-", "-", "-")
NO_MARKS: Final[tuple[fair.Mark, fair.Mark, fair.Mark, fair.Mark]] = ("uncommitted",) * 4


def ledger_of(game: str = "sueca", people: int = 4, bots: int = 0, options: Options = USUAL) -> Ledger:
    """The ledger of a table with people on the first seats, then bots, of whom nobody is ready."""
    ledger = Ledger(TableState(), Random(1).randbytes)
    text = game_text(find_game(game))
    ledger.write(Opened(table="t", game=text, options=options, secret=ledger.new_secret()))
    for seat in range(1, people + 1):
        ledger.write(PersonSat(seat=seat, name=f"player {seat}", token=f"token {seat}"))
    for seat in range(people + 1, people + bots + 1):
        ledger.write(outgoing.Sat(n=0, seat=seat, kind="bot", name="simple", bot="simple"))
    ledger.take_changes()
    return ledger


def dealt_ledger(
    game: str = "sueca", people: int = 4, bots: int = 0, options: Options = USUAL, now: float = 0.0
) -> Ledger:
    """The same with a deal on the table."""
    ledger = ledger_of(game, people, bots, options)
    state = ledger.state
    ledger.write(outgoing.Committed(n=0, deal=1, server=fair.commitment(state.secret), seats=NO_NONCES, until=0))
    deck = fair.deck_of_seed(state.game, b"seed")
    until = state.clock_end(state.match.next_round(deck), now)
    ledger.write(CardsDealt(deck="".join(map(str, deck)), nonces=NO_NONCES, marks=NO_MARKS, until=until))
    ledger.take_changes()
    return ledger


def act(ledger: Ledger, action: str = "") -> None:
    """Let the player to act do something, or the first thing that they may do."""
    ledger.write(ActionDone(seat=actor_of(ledger), action=action or str(deal_of(ledger).legal()[0])))


def deal_of(ledger: Ledger) -> Round:
    return ledger.state.deal_on_table()


def actor_of(ledger: Ledger) -> int:
    return int(deal_of(ledger).actor or 0)


def written(ledger: Ledger) -> list[Entry]:
    """What was written since somebody last looked."""
    return [line.entry for line in written_lines(ledger)]


def written_lines(ledger: Ledger) -> list[Noted]:
    return [decode(kept.entry) for kept in ledger.take_changes().kept]


def code_of(error: object) -> str:
    """The code of an error that was caught."""
    finding = getattr(getattr(error, "value", error), "finding", None)
    assert finding is not None
    return str(finding.code)
