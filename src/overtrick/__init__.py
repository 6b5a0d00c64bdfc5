"""Overtrick: one engine for partnership trick-taking card games.

The names below are the public ones; README.md shows them at work. Each is loaded when it is first used, so that a
command starts with no more than it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from overtrick.arena.duplicate import Contest as Contest
    from overtrick.arena.duplicate import Meeting as Meeting
    from overtrick.arena.duplicate import compete as compete
    from overtrick.arena.results import Results as Results
    from overtrick.arena.results import result_of as result_of
    from overtrick.arena.runner import Failure as Failure
    from overtrick.arena.runner import Lost as Lost
    from overtrick.arena.runner import Plan as Plan
    from overtrick.arena.runner import Played as Played
    from overtrick.arena.runner import play_deal as play_deal
    from overtrick.arena.runner import play_match as play_match
    from overtrick.arena.runner import play_out as play_out
    from overtrick.arena.runner import simulate as simulate
    from overtrick.arena.scoreboard import Scoreboard as Scoreboard
    from overtrick.bots.asking import BotError as BotError
    from overtrick.bots.bot import BOTS as BOTS
    from overtrick.bots.bot import Bot as Bot
    from overtrick.bots.bot import Maker as Maker
    from overtrick.bots.bot import Making as Making
    from overtrick.bots.bot import find_bot as find_bot
    from overtrick.bots.openings import opening_bid as opening_bid
    from overtrick.bots.program.bot import Programs as Programs
    from overtrick.client.line_channel import LineChannel as LineChannel
    from overtrick.client.network_bot import NetworkBot as NetworkBot
    from overtrick.core.actions import Action as Action
    from overtrick.core.actions import Call as Call
    from overtrick.core.actions import Discard as Discard
    from overtrick.core.actions import Word as Word
    from overtrick.core.actions import parse_action as parse_action
    from overtrick.core.auctions import Auction as Auction
    from overtrick.core.auctions import Contract as Contract
    from overtrick.core.cards import CARDS as CARDS
    from overtrick.core.cards import Card as Card
    from overtrick.core.cards import Cards as Cards
    from overtrick.core.cards import Rank as Rank
    from overtrick.core.cards import Suit as Suit
    from overtrick.core.cards import card_name as card_name
    from overtrick.core.cards import pack_of as pack_of
    from overtrick.core.cards import parse_card as parse_card
    from overtrick.core.catalogue import find_game as find_game
    from overtrick.core.catalogue import game_names as game_names
    from overtrick.core.catalogue import game_text as game_text
    from overtrick.core.catalogue import presets as presets
    from overtrick.core.errors import Finding as Finding
    from overtrick.core.errors import Illegal as Illegal
    from overtrick.core.errors import Incomplete as Incomplete
    from overtrick.core.errors import Invalid as Invalid
    from overtrick.core.errors import OvertrickError as OvertrickError
    from overtrick.core.game import Game as Game
    from overtrick.core.game import Outcome as Outcome
    from overtrick.core.game import Standing as Standing
    from overtrick.core.scoring import DealScore as DealScore
    from overtrick.core.seats import Seat as Seat
    from overtrick.core.seats import Side as Side
    from overtrick.core.seats import parse_seat as parse_seat
    from overtrick.core.shuffle import seed_of as seed_of
    from overtrick.core.shuffle import shuffled as shuffled
    from overtrick.core.tricks import Duty as Duty
    from overtrick.core.tricks import Ladder as Ladder
    from overtrick.core.tricks import Ranking as Ranking
    from overtrick.core.tricks import Rung as Rung
    from overtrick.core.tricks import Strain as Strain
    from overtrick.core.tricks import Trick as Trick
    from overtrick.core.tricks import TrickRules as TrickRules
    from overtrick.core.tricks import parse_strain as parse_strain
    from overtrick.deal.conditions import Where as Where
    from overtrick.deal.conditions import parse_where as parse_where
    from overtrick.deal.deals import deals as deals
    from overtrick.deal.deals import numbered_deal as numbered_deal
    from overtrick.deal.match import Match as Match
    from overtrick.deal.position import Position as Position
    from overtrick.deal.record import Deal as Deal
    from overtrick.deal.record import Record as Record
    from overtrick.deal.round import Round as Round
    from overtrick.deal.text import deal_text as deal_text
    from overtrick.deal.text import parse_deal as parse_deal
    from overtrick.deal.view import View as View
    from overtrick.deal.view import view as view
    from overtrick.engine.perft import divide as divide
    from overtrick.engine.perft import perft as perft
    from overtrick.engine.playouts import Playouts as Playouts
    from overtrick.engine.playouts import playouts as playouts
    from overtrick.engine.screening import Screening as Screening
    from overtrick.engine.screening import judge_many as judge_many
    from overtrick.engine.solver.bulk_values import solve_deals as solve_deals
    from overtrick.engine.solver.double_dummy import DoubleDummyTable as DoubleDummyTable
    from overtrick.engine.solver.double_dummy import dd_table as dd_table
    from overtrick.engine.solver.double_dummy import dd_tables as dd_tables
    from overtrick.engine.solver.par import Par as Par
    from overtrick.engine.solver.par import ParContract as ParContract
    from overtrick.engine.solver.par import par as par
    from overtrick.engine.solver.solve import Solution as Solution
    from overtrick.engine.solver.solve import solve as solve
    from overtrick.engine.solver.solve import solve_many as solve_many
    from overtrick.engine.worlds import Worlds as Worlds
    from overtrick.engine.worlds import count_worlds as count_worlds
    from overtrick.engine.worlds import sample_worlds as sample_worlds
    from overtrick.engine.worlds import worlds as worlds
    from overtrick.formats import belote_text as belote_text
    from overtrick.formats import jsonl as jsonl
    from overtrick.formats import lin as lin
    from overtrick.formats import pbn as pbn
    from overtrick.formats import sueca_file as sueca_file
    from overtrick.protocol import incoming as incoming
    from overtrick.protocol import outgoing as outgoing
    from overtrick.protocol.fair import Fair as Fair
    from overtrick.protocol.fair.transcript import read_transcript as read_transcript
    from overtrick.protocol.fair.verification import Verification as Verification
    from overtrick.protocol.fair.verification import verify as verify
    from overtrick.referee.evidence import Play as Play
    from overtrick.referee.evidence import kept_out as kept_out
    from overtrick.referee.judging import Judgement as Judgement
    from overtrick.referee.judging import TrickScore as TrickScore
    from overtrick.referee.judging import judge as judge
    from overtrick.referee.judging import judge_lines as judge_lines
    from overtrick.referee.referee import Level as Level
    from overtrick.referee.referee import Referee as Referee
    from overtrick.referee.verdict import Fault as Fault
    from overtrick.reviewing import Review as Review
    from overtrick.reviewing import review as review
    from overtrick.server.running import serve as serve
    from overtrick.server.server import ServerSettings as ServerSettings
    from overtrick.table.gathering import Gathering as Gathering

_HOMES = {
    "arena.duplicate": "Contest Meeting compete",
    "arena.results": "Results result_of",
    "arena.runner": "Failure Lost Plan Played play_deal play_match play_out simulate",
    "arena.scoreboard": "Scoreboard",
    "core.auctions": "Auction Contract",
    "bots.asking": "BotError",
    "bots.bot": "BOTS Bot Maker Making find_bot",
    "bots.openings": "opening_bid",
    "bots.program.bot": "Programs",
    "core.cards": "CARDS Card Cards Rank Suit card_name pack_of parse_card",
    "client.line_channel": "LineChannel",
    "client.network_bot": "NetworkBot",
    "core.errors": "Finding Illegal Incomplete Invalid OvertrickError",
    "protocol.fair": "Fair",
    "protocol.fair.transcript": "read_transcript",
    "protocol.fair.verification": "Verification verify",
    "referee.judging": "Judgement TrickScore judge judge_lines",
    "deal.text": "deal_text parse_deal",
    "deal.deals": "deals numbered_deal",
    "deal.match": "Match",
    "deal.position": "Position",
    "deal.record": "Deal Record",
    "deal.round": "Round",
    "core.actions": "Action Call Discard Word parse_action",
    "deal.view": "View view",
    "deal.conditions": "Where parse_where",
    "engine.playouts": "Playouts playouts",
    "formats": "belote_text jsonl lin pbn sueca_file",
    "referee.evidence": "Play kept_out",
    "referee.referee": "Level Referee",
    "referee.verdict": "Fault",
    "reviewing": "Review review",
    "core.catalogue": "find_game game_names game_text presets",
    "core.game": "Game Outcome Standing",
    "core.scoring": "DealScore",
    "engine.screening": "Screening judge_many",
    "core.seats": "Seat Side parse_seat",
    "engine.perft": "divide perft",
    "server.running": "serve",
    "server.server": "ServerSettings",
    "core.shuffle": "seed_of shuffled",
    "engine.solver.bulk_values": "solve_deals",
    "engine.solver.double_dummy": "DoubleDummyTable dd_table dd_tables",
    "engine.solver.par": "Par ParContract par",
    "engine.solver.solve": "Solution solve solve_many",
    "protocol": "incoming outgoing",
    "table.gathering": "Gathering",
    "core.tricks": "Duty Ladder Ranking Rung Strain Trick TrickRules parse_strain",
    "engine.worlds": "Worlds count_worlds sample_worlds worlds",
}
"""the public names by the module that has them"""
_FOLDERS = ("formats", "protocol")
"""those whose names are modules"""

__all__ = sorted(name for names in _HOMES.values() for name in names.split())


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """A public name, from its module."""
        for module, names in _HOMES.items():
            if name in names.split():
                home = import_module(f"overtrick.{module}")
                return import_module(f"{home.__name__}.{name}") if module in _FOLDERS else getattr(home, name)
        raise AttributeError(f"module 'overtrick' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
