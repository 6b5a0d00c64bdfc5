"""Overtrick: one engine for partnership trick-taking card games.

The names below are the public ones; README.md shows them at work.
"""

from overtrick.auctions import Contract
from overtrick.bots.openings import opening_bid
from overtrick.cards import Card, Cards, Rank, Suit, card_name, pack_of, parse_card
from overtrick.errors import Finding, Illegal, Incomplete, Invalid, OvertrickError
from overtrick.judging import Judgement, TrickScore, judge, judge_lines
from overtrick.play.deal import deal_text, parse_deal
from overtrick.play.position import Position, divide, perft
from overtrick.play.record import Deal, Record
from overtrick.records import belote_text, jsonl, sueca_file
from overtrick.referee.evidence import Play
from overtrick.referee.referee import Level, Referee
from overtrick.referee.verdict import Fault
from overtrick.rules import find_game, game_names, game_text, presets
from overtrick.rules.game import Game
from overtrick.seats import Seat, Side, parse_seat
from overtrick.shuffle import seed_of, shuffled
from overtrick.tricks import Duty, Ladder, Ranking, Rung, Strain, Trick, TrickRules, parse_strain

__all__ = [
    "Card",
    "Cards",
    "Contract",
    "Deal",
    "Duty",
    "Fault",
    "Finding",
    "Game",
    "Illegal",
    "Incomplete",
    "Invalid",
    "Judgement",
    "Ladder",
    "Level",
    "OvertrickError",
    "Play",
    "Position",
    "Rank",
    "Ranking",
    "Record",
    "Referee",
    "Rung",
    "Seat",
    "Side",
    "Strain",
    "Suit",
    "Trick",
    "TrickRules",
    "TrickScore",
    "belote_text",
    "card_name",
    "deal_text",
    "divide",
    "find_game",
    "game_names",
    "game_text",
    "jsonl",
    "judge",
    "judge_lines",
    "opening_bid",
    "pack_of",
    "parse_card",
    "parse_deal",
    "parse_seat",
    "parse_strain",
    "perft",
    "presets",
    "seed_of",
    "shuffled",
    "sueca_file",
]
