"""Whole matches of every game and preset by bots, each deal checked; prints a table of what was played.

    python -m scripts.matches [GAME…] [--matches 2000] [--rubbers 200] [--variants 200] [--seed 1]

Every match must end. Every deal must be judged clean with the scores that the match counts, must survive being written
and read again, and must add up: all tricks are won, or as many as end a deal, Belote has its 162 points (or what its
house rules make of them) and Sueca its 120. Kernels play the matches where they know the game; one in twenty is played
again by the bots in Python, and must be the same. Rubbers are played by `simple`, because random players hardly ever
make a game, and so are Spades where no side can fall too low and Tarneeb, because they fall for ever; all others by
`random`, who does what nobody would think of. Of games in which rows of deals count, and which are as long, as few
matches are played as rubbers.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from typing import NamedTuple

from overtrick import Game, Plan, Record, Round, find_game, game_names, jsonl, judge, presets
from overtrick.arena.native import native_match
from overtrick.arena.runner import Played, play_match
from overtrick.core.number_bidding import NumberBidding
from overtrick.core.parallel import one_by_one
from overtrick.core.short_auctions import OneBidEach

VARIANTS = (
    "belote:ffb,round2_sa_ta=true,round2_turned_suit=true,forced_jack=true,belote_king_first=true",
    "belote:pagat,round2_sa_ta=true,all_trump_points=pagat,tie=dedans,rounding=defenders_first",
    "coinche:ffb,sa_ta=true,generale=true,tie=litige,belote_announce=required",
    "coinche:pagat,sa_ta=true,annonces=true,max_bid=650,system=flat",
    "euchre:hoyle,no_trump=true,defend_alone=true,canadian_loner=true,all_pass=dealer_forfeits",
    "euchre:north_american,must_have_trump_to_order=true,lone_lead=left_of_maker,super_euchre=4",
    "hokm:court_points,first_five=all,after_kot=stay,target=5",
    "hokm:court_piece,win=1,row=3,kot=0,hakem_kot=2",
    "jass:swisslos2500,push_back=true,undertrump=when_void,buur_free=false,counter_match=double,end_order=stoeck_stich_weis",
    "klaverjas:kbn,all_pass=new_deal,pit_for=both,low_fours=false,deals=0,target=500",
    "sueca:standard,trump_from=top,draw=next_counts_more,bandeira_needs=tricks,ninety=3",
)
"""house rules that no preset has"""
PLAYED_AGAIN = 20
"""one match in so many"""
SUECA_POINTS = 120
WIDTHS = (9, 9, 11, 9, 9, 9)


class Count(NamedTuple):
    """What was found in one match."""

    deals: int
    passed_out: int
    again: bool
    """whether it was played twice"""


def check_match(plan: Plan, number: int) -> Count:
    """What was found in a match of a plan; raises `AssertionError` for anything wrong."""
    what = plan.game, plan.bots, plan.seed, number
    played = native_match(*what) or play_match(*what)
    place = f"{plan.game}, seed {plan.seed!r}, match {played.number}"
    assert played.standing is not None, place
    assert played.standing.is_over, place
    for deal, round_ in enumerate(played.rounds, 1):
        check_deal(round_, f"{place}, deal {deal}")
    again = played.number % PLAYED_AGAIN == 1
    if again:
        twin = play_match(*what)
        assert _records(twin) == _records(played), f"{place}: another match of the same seed"
        assert twin.standing == played.standing, place
    return Count(len(played.rounds), sum(round_.contract is None for round_ in played.rounds), again)


def _records(played: Played) -> list[Record]:
    return [round_.record() for round_ in played.rounds]


def check_deal(round_: Round, place: str) -> None:
    """Refuse a deal that is not clean, loses something when it is written, or does not add up."""
    score, outcome, record = round_.score, round_.outcome, round_.record()
    assert score is not None, place
    [again] = jsonl.loads(jsonl.dumps([record]))
    assert again == record, f"{place}: {again} is not {record}"
    judgement = judge(again)
    assert judgement.finding is None, f"{place}: {judgement.finding.message()}"
    assert judgement.final == score.scores, f"{place}: {judgement.final} is not {score.scores}"
    if outcome is None:
        return
    game = round_.game
    if game.enough_tricks is None:
        assert sum(outcome.tricks) == game.hand_size, place
    else:
        assert max(outcome.tricks) == game.enough_tricks, place
    whole = points_of(game)
    if whole is not None:
        # Points of all trumps are on another scale, which the game brings to this one.
        scaled = getattr(game, "trick_scores", lambda outcome: outcome.points)(outcome)
        assert sum(scaled) == whole, f"{place}: {scaled}"


def points_of(game: Game) -> int | None:
    """The points of all tricks of a deal, where cards have points."""
    if game.name == "sueca":
        return SUECA_POINTS
    return 152 + game.house["last_trick"] if game.name in ("belote", "coinche") else None  # type: ignore[operator]


def bot_of(game: Game) -> str:
    """Who plays the matches of a game."""
    falls = isinstance(game.auction_rules, OneBidEach | NumberBidding) and game.match_floor is None
    return "simple" if is_long(game) or falls else "random"


def is_long(game: Game) -> bool:
    """Whether a match of equal players has hundreds of deals."""
    return game.preset == "rubber" or bool(game.most_row)


def check_matches(name: str, seed: str, size: int) -> str:
    """Play and check some matches; the row of the table."""
    game, started = find_game(name), time.monotonic()
    bot = bot_of(game)
    plan = Plan(game, (bot, bot, bot, bot), seed, size, "matches")
    counts = list(one_by_one(partial(check_match, plan), range(1, size + 1)))
    assert len(counts) == size, name
    deals, seconds = sum(count.deals for count in counts), time.monotonic() - started
    cells = [
        bot,
        str(size),
        str(deals),
        str(sum(count.passed_out for count in counts)),
        str(sum(count.again for count in counts)),
        f"{seconds:.0f} s",
    ]
    return "".join(map(str.rjust, cells, WIDTHS)) + f"  {name}"


def plans(names: list[str], matches: int, rubbers: int, variants: int) -> list[tuple[str, int]]:
    """What is played: every preset of the games, and the variants of them."""
    found = [
        (f"{name}:{preset}", rubbers if is_long(game) else matches)
        for name in names
        for preset, game in presets(name).items()
    ]
    return found + [(variant, variants) for variant in VARIANTS if variant.partition(":")[0] in names]


def main(arguments: list[str] | None = None) -> int:
    """Play all games and presets on all cores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", metavar="GAME", nargs="*", help="by default all")
    parser.add_argument("--matches", type=int, default=2000, help="of each preset")
    parser.add_argument(
        "--rubbers", type=int, default=200, help="of Bridge, and matches of other games that are as long"
    )
    parser.add_argument(
        "--variants", type=int, default=200, help="matches of each set of house rules that no preset has"
    )
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    heads = ["bots", "matches", "deals", "passed", "again", "time"]
    print("".join(map(str.rjust, heads, WIDTHS)) + "  game", flush=True)
    for name, size in plans(options.names or list(game_names()), options.matches, options.rubbers, options.variants):
        print(check_matches(name, options.seed, size), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
