"""Makes the puzzles of Bridge: endings in which one card, and no other, makes the contract however the cards lie.

    python -m scripts.puzzles [NUMBER]

Deals of a seed are played to their last tricks by the bot `simple`. Of those where the declarer's side is to lead, one
is a puzzle if a single card keeps the most tricks that are sure in every deal that the declarer must reckon with; the
contract is then the one that needs all of them. All this is what bots ask of a claim (`table/agreements.py`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Final

from overtrick.bots.bot import find_bot
from overtrick.core.catalogue import find_game
from overtrick.core.seats import Seat
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.formats import jsonl
from overtrick.table.agreements import sure_cards

SEED: Final = 20261118
NUMBER: Final = 10
CARDS: Final = 4
"""left in each hand"""
DECLARER: Final = Seat.SOUTH
FILE: Final = Path(__file__).parent.parent / "src" / "overtrick" / "games" / "bridge" / "puzzles.json"


def main(number: int) -> None:
    """Write some puzzles."""
    found: list[dict[str, object]] = []
    rng = Random(SEED)
    while len(found) < number:
        puzzle = puzzle_of(rng)
        if puzzle is not None:
            found.append(puzzle)
            print(len(found), flush=True)
    FILE.write_text("[\n" + ",\n".join(json.dumps(each) for each in found) + "\n]\n", encoding="utf-8")


def puzzle_of(rng: Random) -> dict[str, object] | None:
    """The end of a random deal, if it is a puzzle: a record that ends with its answer, and the tricks that it needs."""
    game = find_game("bridge")
    deck, strain = rng.sample(list(game.pack), len(game.pack)), rng.choice(["C", "D", "H", "S", "NT"])
    dealt = Round(game, DECLARER, deck)
    end, bot = bid(dealt, f"1{strain}"), find_bot("simple", rng)
    while max(map(len, end.hands)) > CARDS or end.actor is not DECLARER:
        if end.phase != "play" or len(end.plays) > 4 * (13 - CARDS):
            return None
        end = end.apply(bot(view(end, end.actor)))
    seen, won = view(end, DECLARER), end.tally.tricks[0]
    if len(seen.legal) < CARDS - 1 or (end.trick is not None and end.trick.cards):
        return None
    for tricks in range(CARDS, 0, -1):
        right = sure_cards(seen, tricks)
        if right:
            level = won + tricks - 6
            if len(right) > 1 or tricks == 1 or not 1 <= level <= 7:
                return None
            answered = bid(dealt, f"{level}{strain}").apply_all([*end.plays, right[0]])
            return {"tricks": tricks, "record": written(answered)}
    return None


def bid(round_: Round, call: str) -> Round:
    """A deal after an auction of one bid."""
    return round_.apply_all([call, "pass", "pass", "pass"])


def written(round_: Round) -> dict[str, object]:
    """A record with what the page needs of it."""
    whole = json.loads(jsonl.dumps([round_.record()]))
    return {field: whole[field] for field in ("game", "preset", "dealer", "deal", "auction", "plays")}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else NUMBER)
