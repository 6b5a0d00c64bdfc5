"""Records become the deals of one game of EGN."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from overtrick.core.actions import ALONE
from overtrick.core.cards import Card
from overtrick.core.errors import Invalid, Phrase
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.deal.record import Record
from overtrick.games.euchre.egn.words import (
    ANNOTATIONS,
    BIDDING,
    CALLS,
    FILE_TYPE,
    KEPT,
    LEADS,
    MOST_DEALS,
    PLAY,
    RULES,
    VERSION,
)
from overtrick.games.euchre.rules import Euchre


def write_deals(records: Iterable[Record]) -> str:
    """The text of a file; refuses deals that are not of one game."""
    deals = list(records)
    for record in deals:
        if not isinstance(record.game, Euchre):
            raise Invalid("not-writable", reason=Phrase("reason.not-euchre"))
        if (record.game, record.seats) != (deals[0].game, deals[0].seats) or len(deals) > MOST_DEALS:
            raise Invalid("not-writable", reason=Phrase("reason.egn-game"))
    document = {
        "fileType": FILE_TYPE,
        "version": VERSION,
        "metadata": _metadata(deals[0]) if deals else {"players": [""] * len(SEATS), "initialScore": [0, 0]},
        "deals": [_deal(record, number) for number, record in enumerate(deals)],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _kept(record: Record, part: str) -> dict[str, Any]:
    kept = record.tags.get(KEPT)
    some = kept.get(part) if isinstance(kept, dict) else None
    return some if isinstance(some, dict) else {}


def _metadata(record: Record) -> dict[str, Any]:
    kept = _kept(record, "metadata")
    players = kept.get("players")
    told = players if isinstance(players, list) else []
    stated = [player.get("name") if isinstance(player, dict) else player for player in told]
    ruleset = kept.get("ruleset")
    return {
        **{name: value for name, value in kept.items() if name not in ("players", "initialScore", "ruleset")},
        "players": players if stated == list(record.seats) else list(record.seats),
        "initialScore": kept.get("initialScore", [0, 0]),
        "ruleset": {**(ruleset if isinstance(ruleset, dict) else {}), **_rules(record.game, ruleset)},
    }


def _rules(game: Game, stated: object) -> dict[str, object]:
    """The rules of a game: those that a file stated, and those that are not the usual ones."""
    house, usual = game.house, type(game)("usual").house
    leads = {ours: theirs for theirs, ours in LEADS.items()}
    told = {theirs: house[ours] for theirs, ours in RULES.items()}
    common = {theirs: usual[ours] for theirs, ours in RULES.items()}
    names = [name for name in told if told[name] != common[name] or (isinstance(stated, dict) and name in stated)]
    ends = {"num_deals": house["deals"]} if house["deals"] else {"winning_score": house["target"]}
    is_usual = ends == {"winning_score": usual["target"]}
    return {
        **{name: told[name] for name in names},
        "loner_lead": leads[str(house["lone_lead"])],
        **({} if is_usual else ends),
    }


def _deal(record: Record, number: int) -> dict[str, Any]:
    kept, deal = _kept(record, "deal"), record.deal
    state: dict[str, Any] = {
        "dealer": SEATS.index(record.dealer_seat),
        "upCard": str(deal.turn_up) if deal.turn_up else "Xx",
    }
    if deal.hands or deal.known:
        hands, known = deal.hands or [None] * len(SEATS), deal.known or [()] * len(SEATS)
        state["playerCards"] = [_names(hand or some) for hand, some in zip(hands, known, strict=True)]
    notes = {name: kept[name] for name in ANNOTATIONS if name in kept}
    bidding = {"phaseNumber": 0, "type": BIDDING, **_calls(record)}
    size = len(SEATS) - len(record.contract.out if record.contract else ())
    tricks = [_names(record.plays[at : at + size]) for at in range(0, len(record.plays), size)]
    play = {"phaseNumber": 1, "type": PLAY, "tricks": tricks}
    for phase, name in zip((bidding, play), ANNOTATIONS, strict=True):
        phase |= {name: notes[name]} if name in notes else {}
    return {
        "dealNumber": kept.get("dealNumber", number),
        "initialState": state,
        "phases": [bidding, play] if record.plays or "playAnnotations" in notes else [bidding],
        **({"alternativeLines": kept["alternativeLines"]} if "alternativeLines" in kept else {}),
    }


def _names(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _calls(record: Record) -> Mapping[str, Any]:
    """The calls up to the one that makes trumps, who plays alone, and the card that the dealer laid away."""
    spelt, contract = {ours: theirs for theirs, ours in CALLS.items()}, record.contract
    calls = [call.removesuffix(f" {ALONE}") for call in record.auction]
    made = next((number for number, call in enumerate(calls) if call != "pass"), None)
    told = calls if made is None else calls[: made + 1]
    if any(call not in spelt for call in told) or (contract is not None and made is None):
        raise Invalid("not-writable", reason=Phrase("reason.egn-calls"))
    lone = contract.alone if contract else ()
    return {
        "calls": [spelt[call] for call in told],
        "isAlone": bool(lone),
        **({"aloneDefender": SEATS.index(lone[1])} if len(lone) > 1 else {}),
        **({"discard": str(record.deal.discard)} if record.deal.discard else {}),
    }
