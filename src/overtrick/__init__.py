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
    from overtrick.auctions import Auction as Auction
    from overtrick.auctions import Contract as Contract
    from overtrick.bots.asking import BotError as BotError
    from overtrick.bots.bot import BOTS as BOTS
    from overtrick.bots.bot import Bot as Bot
    from overtrick.bots.bot import Maker as Maker
    from overtrick.bots.bot import Making as Making
    from overtrick.bots.bot import find_bot as find_bot
    from overtrick.bots.openings import opening_bid as opening_bid
    from overtrick.bots.program.bot import Programs as Programs
    from overtrick.cards import CARDS as CARDS
    from overtrick.cards import Card as Card
    from overtrick.cards import Cards as Cards
    from overtrick.cards import Rank as Rank
    from overtrick.cards import Suit as Suit
    from overtrick.cards import card_name as card_name
    from overtrick.cards import pack_of as pack_of
    from overtrick.cards import parse_card as parse_card
    from overtrick.client.line_channel import LineChannel as LineChannel
    from overtrick.client.network_bot import NetworkBot as NetworkBot
    from overtrick.errors import Finding as Finding
    from overtrick.errors import Illegal as Illegal
    from overtrick.errors import Incomplete as Incomplete
    from overtrick.errors import Invalid as Invalid
    from overtrick.errors import OvertrickError as OvertrickError
    from overtrick.fair import Fair as Fair
    from overtrick.fair.transcript import read_transcript as read_transcript
    from overtrick.fair.verification import Verification as Verification
    from overtrick.fair.verification import verify as verify
    from overtrick.judging import Judgement as Judgement
    from overtrick.judging import TrickScore as TrickScore
    from overtrick.judging import judge as judge
    from overtrick.judging import judge_lines as judge_lines
    from overtrick.play.deal import deal_text as deal_text
    from overtrick.play.deal import parse_deal as parse_deal
    from overtrick.play.deals import deals as deals
    from overtrick.play.deals import numbered_deal as numbered_deal
    from overtrick.play.match import Match as Match
    from overtrick.play.position import Position as Position
    from overtrick.play.record import Deal as Deal
    from overtrick.play.record import Record as Record
    from overtrick.play.round import Action as Action
    from overtrick.play.round import Round as Round
    from overtrick.play.view import View as View
    from overtrick.play.view import view as view
    from overtrick.play.where import Where as Where
    from overtrick.play.where import parse_where as parse_where
    from overtrick.random_play import Playouts as Playouts
    from overtrick.random_play import playouts as playouts
    from overtrick.records import belote_text as belote_text
    from overtrick.records import jsonl as jsonl
    from overtrick.records import lin as lin
    from overtrick.records import pbn as pbn
    from overtrick.records import sueca_file as sueca_file
    from overtrick.referee.evidence import Play as Play
    from overtrick.referee.evidence import kept_out as kept_out
    from overtrick.referee.referee import Level as Level
    from overtrick.referee.referee import Referee as Referee
    from overtrick.referee.verdict import Fault as Fault
    from overtrick.reviewing import Review as Review
    from overtrick.reviewing import review as review
    from overtrick.rules import find_game as find_game
    from overtrick.rules import game_names as game_names
    from overtrick.rules import game_text as game_text
    from overtrick.rules import presets as presets
    from overtrick.rules.game import Game as Game
    from overtrick.rules.game import Outcome as Outcome
    from overtrick.rules.game import Standing as Standing
    from overtrick.scoring import DealScore as DealScore
    from overtrick.screening import Screening as Screening
    from overtrick.screening import judge_many as judge_many
    from overtrick.seats import Seat as Seat
    from overtrick.seats import Side as Side
    from overtrick.seats import parse_seat as parse_seat
    from overtrick.sequences import divide as divide
    from overtrick.sequences import perft as perft
    from overtrick.server.running import serve as serve
    from overtrick.server.server import ServerSettings as ServerSettings
    from overtrick.shuffle import seed_of as seed_of
    from overtrick.shuffle import shuffled as shuffled
    from overtrick.solver.bulk_values import solve_deals as solve_deals
    from overtrick.solver.double_dummy import DoubleDummyTable as DoubleDummyTable
    from overtrick.solver.double_dummy import dd_table as dd_table
    from overtrick.solver.double_dummy import dd_tables as dd_tables
    from overtrick.solver.par import Par as Par
    from overtrick.solver.par import ParContract as ParContract
    from overtrick.solver.par import par as par
    from overtrick.solver.solve import Solution as Solution
    from overtrick.solver.solve import solve as solve
    from overtrick.solver.solve import solve_many as solve_many
    from overtrick.table import incoming as incoming
    from overtrick.table import outgoing as outgoing
    from overtrick.table.lobby import Gathering as Gathering
    from overtrick.tricks import Duty as Duty
    from overtrick.tricks import Ladder as Ladder
    from overtrick.tricks import Ranking as Ranking
    from overtrick.tricks import Rung as Rung
    from overtrick.tricks import Strain as Strain
    from overtrick.tricks import Trick as Trick
    from overtrick.tricks import TrickRules as TrickRules
    from overtrick.tricks import parse_strain as parse_strain
    from overtrick.unseen import Worlds as Worlds
    from overtrick.unseen import count_worlds as count_worlds
    from overtrick.unseen import sample_worlds as sample_worlds
    from overtrick.unseen import worlds as worlds

_HOMES = {
    "arena.duplicate": "Contest Meeting compete",
    "arena.results": "Results result_of",
    "arena.runner": "Failure Lost Plan Played play_deal play_match play_out simulate",
    "arena.scoreboard": "Scoreboard",
    "auctions": "Auction Contract",
    "bots.asking": "BotError",
    "bots.bot": "BOTS Bot Maker Making find_bot",
    "bots.openings": "opening_bid",
    "bots.program.bot": "Programs",
    "cards": "CARDS Card Cards Rank Suit card_name pack_of parse_card",
    "client.line_channel": "LineChannel",
    "client.network_bot": "NetworkBot",
    "errors": "Finding Illegal Incomplete Invalid OvertrickError",
    "fair": "Fair",
    "fair.transcript": "read_transcript",
    "fair.verification": "Verification verify",
    "judging": "Judgement TrickScore judge judge_lines",
    "play.deal": "deal_text parse_deal",
    "play.deals": "deals numbered_deal",
    "play.match": "Match",
    "play.position": "Position",
    "play.record": "Deal Record",
    "play.round": "Action Round",
    "play.view": "View view",
    "play.where": "Where parse_where",
    "random_play": "Playouts playouts",
    "records": "belote_text jsonl lin pbn sueca_file",
    "referee.evidence": "Play kept_out",
    "referee.referee": "Level Referee",
    "referee.verdict": "Fault",
    "reviewing": "Review review",
    "rules": "find_game game_names game_text presets",
    "rules.game": "Game Outcome Standing",
    "scoring": "DealScore",
    "screening": "Screening judge_many",
    "seats": "Seat Side parse_seat",
    "sequences": "divide perft",
    "server.running": "serve",
    "server.server": "ServerSettings",
    "shuffle": "seed_of shuffled",
    "solver.bulk_values": "solve_deals",
    "solver.double_dummy": "DoubleDummyTable dd_table dd_tables",
    "solver.par": "Par ParContract par",
    "solver.solve": "Solution solve solve_many",
    "table": "incoming outgoing",
    "table.lobby": "Gathering",
    "tricks": "Duty Ladder Ranking Rung Strain Trick TrickRules parse_strain",
    "unseen": "Worlds count_worlds sample_worlds worlds",
}
"""the public names by the module that has them"""
_FOLDERS = ("records", "table")
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
