"""Parts of the messages that the server sends."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from overtrick.core.actions import CallKind, WordName
from overtrick.core.seats import Seat
from overtrick.protocol.incoming import Proposal

Kind = Literal["empty", "person", "bot"]
State = Literal["open", "deal", "play", "over", "closed"]
"""of a table: it waits for players; for the next deal; cards are on the table; the match is over; nobody is there"""


class Info(Struct, frozen=True, gc=False, omit_defaults=True):
    """A part of a message."""


class ContractInfo(Info, frozen=True):
    """What is played."""

    strain: str
    side: int | None = None
    seat: int | None = None
    value: int | str | None = None
    double: int = 0
    alone: tuple[int, ...] = ()


class ActionInfo(Info, frozen=True):
    """An action that is no card, in its parts, so that nobody has to take its notation apart."""

    kind: CallKind | WordName | Literal["discard"]
    """what it does: `accept` makes the turned-up card trumps, `name` something else; `alone` is a defender's call"""
    word: str
    """what the players of the game say for it, but for the strain: `pass`, `90`, `coinche`, `order`"""
    value: int | str | None = None
    """what is bid besides the strain: points, a level, `capot`"""
    strain: str | None = None
    alone: bool = False
    """whether its player goes on without their partner"""
    seat: int | None = None
    """who calls, where it is out of turn"""
    gap: str = " "
    """what is written between the word and the strain"""
    card: str | None = None
    """what is laid away, for the one who does it"""
    tricks: int | None = None
    """how many tricks a claim gives to the side of the contract, in all"""


class DealInfo(Info, frozen=True, kw_only=True):
    """A deal as a seat sees it: `View`, written down.

    Who called, who played and who won the tricks follows from the rest by the rules; it is told for clients that do not
    know them.
    """

    deal: int
    """the number of the deal at this table, which no other one has"""
    board: int | None = None
    """the number of the Bridge board"""
    dealer: int
    vulnerable: tuple[int, ...] = ()
    """sides"""
    phase: Literal["auction", "discard", "play", "over"]
    turn: int | None = None
    actor: int | None = None
    legal: tuple[str, ...] = ()
    out_of_turn: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    sizes: tuple[int, ...]
    turn_up: str | None = None
    discard: str | None = None
    calls: tuple[str, ...] = ()
    """all calls, in order"""
    callers: tuple[int, ...] = ()
    """the seats that made them, one for each of `calls`"""
    contract: ContractInfo | None = None
    plays: tuple[str, ...] = ()
    """all cards played, in order"""
    players: tuple[int, ...] = ()
    """the seats that played them, one for each of `plays`; of dummy's cards, dummy"""
    takers: tuple[int, ...] = ()
    """the seats that won the tricks, one for each trick that is complete"""
    said: tuple[tuple[int, str], ...] = ()
    actions: dict[str, ActionInfo] = {}
    """the parts of all actions above that are no cards"""
    declared: tuple[tuple[int, str], ...] = ()
    shown: tuple[tuple[int, tuple[str, ...]], ...] = ()
    dummy: tuple[int, tuple[str, ...]] | None = None
    points: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (0, 0)


class SeatInfo(Info, frozen=True):
    """Who sits on a seat."""

    kind: Kind = "empty"
    name: str = ""
    bot: str = ""
    """the bot that plays here, also for a player who is gone"""
    present: bool = True
    ready: bool = False


class StandingInfo(Info, frozen=True):
    """Where the match stands."""

    totals: tuple[int, int] = (0, 0)
    over: bool = False
    winner: int | None = None
    held: int = 0
    games: tuple[int, int] = (0, 0)
    below: tuple[int, int] = (0, 0)
    vulnerable: tuple[int, ...] = ()
    """the sides that are so in the next deal"""


class PartInfo(Info, frozen=True):
    """Points that a side marks for a reason; the reason is a key of the texts, `score.REASON`."""

    side: int
    reason: str
    points: int


class ProposalInfo(Info, frozen=True):
    """What somebody has proposed, and who has agreed."""

    seat: int
    what: Proposal
    tricks: int = 0
    agreed: tuple[int, ...] = ()

    def waits_for(self, seat: int) -> bool:
        """Whether a seat has yet to agree: to giving up the partner, to a claim the opponents, or else all others."""
        proposer, asked = Seat(self.seat), Seat(seat)
        if asked is proposer or asked in self.agreed:
            return False
        if self.what == "resign":
            return asked is proposer.partner
        return self.what != "claim" or asked.side is not proposer.side


class TableInfo(Info, frozen=True):
    """A table in the list."""

    table: str
    game: str
    state: State
    seats: tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]
    watchers: int = 0
    deals: int = 0


class OptionInfo(Info, frozen=True):
    """What is expected of something that may be done now."""

    action: str
    worth: float
    """the points of the deal for the own side less those for the other, or the chance to win the match, from 0 to 1"""
    wins: float
    """the share of the imagined deals that the own side wins, from 0 to 1"""
    points: float
    """what the own side has in the tricks at the end: card points or, where they count, tricks"""


class ShownInfo(Info, frozen=True):
    """What calls of Bridge tell of a hand: the least and the most."""

    points: tuple[int, int]
    """high-card points, and those for length or for the support of a suit"""
    suits: tuple[tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]
    """the lengths of the suits, spades first"""


class TrickInfo(Info, frozen=True):
    """A trick is complete."""

    seat: int
    """who won it"""
    points: tuple[int, int]
    """what the sides have now"""
    tricks: tuple[int, int]
