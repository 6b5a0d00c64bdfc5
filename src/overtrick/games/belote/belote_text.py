"""The text of a Belote deal: trumps and the team that took, then one trick a line.

    s 2
    Qh 8h Ah 9h
    …

Player 1 leads. The text implies the preset `info0004`; read as another game it holds any deal that a team takes. To
dump a record is to number its players anew, so that the leader is player 1.
"""

from __future__ import annotations

from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.game import Game
from overtrick.core.seats import Side
from overtrick.deal.record import Record
from overtrick.formats.lines import Line, TrickFormat


def _read_header(line: Line, game: Game) -> Record:
    words = list(line.words())
    if len(words) != 2:
        raise Invalid(Finding("bad-header", {"text": line.text.strip()}, line.number, 1))
    (trump_column, trump), (team_column, team) = words
    strain = next((strain for strain in game.strains if trump in (str(strain), str(strain).lower())), None)
    if strain is None:
        allowed = " ".join(map(str, game.strains)).lower()
        values = {"strain": trump, "game": str(game), "allowed": allowed}
        raise Invalid(Finding("strain-not-in-game", values, line.number, trump_column))
    if team not in ("1", "2"):
        raise Invalid(Finding("bad-team", {"text": team}, line.number, team_column))
    return Record(game, contract=Contract(strain, Side(int(team))))


def _write_header(record: Record) -> str:
    contract, leader = record.contract, record.leader
    if record.game.name != "belote":
        raise Invalid("not-writable", reason=Phrase("reason.not-belote"))
    if contract is None or contract.strain.suit is None or leader is None:
        raise Invalid("not-writable", reason=Phrase("reason.no-trump-suit"))
    side = record.taking_side
    if side is None:
        raise Invalid("not-writable", reason=Phrase("reason.no-team"))
    return f"{contract.strain.suit} {1 if side is leader.side else 2}"


def _holds(game: Game) -> bool:
    """Whether a team takes, and who leads depends on the dealer alone."""
    return not game.turn_up_is_trumps and game.leader(game.dealer_when_first_leads, None) is not None


FORMAT: Final = TrickFormat("belote:info0004", _read_header, _write_header, "short", _holds)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
