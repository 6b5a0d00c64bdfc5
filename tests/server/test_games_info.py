"""What a page is told of games and bots, against what the rules say and do."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from pages import asked

from overtrick.bots.bot import BOTS, Making, check_bot, installed_bots
from overtrick.core.actions import actions_of
from overtrick.core.cards import CARDS, Card
from overtrick.core.catalogue import find_game, game_names, game_text, presets
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.tricks import Strain, parse_strain
from overtrick.protocol.answers import OrderInfo
from overtrick.protocol.infos import action_infos, game_info
from overtrick.protocol.outgoing import ActionInfo
from overtrick.server.thinking import bots_to_play

GAMES = [game for name in game_names() for game in presets(name).values()]


def test_a_game_by_http() -> None:
    page: Any = asked("/api/games/belote").json
    orders, actions = page.pop("orders"), page.pop("actions")
    assert page.pop("pack") == [str(card) for card in find_game("belote").pack]
    assert page == {
        "game": "belote:ffb",
        "name": "belote",
        "preset": "ffb",
        "hand_size": 8,
        "direction": "anticlockwise",
        "seats": ["1", "2", "3", "4"],
        "may_claim": False,
        "deals_in_turn": True,
        "has_vulnerability": False,
        "formats": [],
        "counts": "points",
        "target": 1000,
        "dealing": {
            "packets": [[3, 3, 3, 3], [2, 2, 2, 2]],
            "turn_up": "next",
            "later": [[3, 3, 3, 3]],
            "backwards": False,
            "beside": [],
            "first_turned": None,
        },
    }
    assert list(orders) == ["", "S", "H", "D", "C", "NT", "AT"]
    assert orders["H"]["trump"]
    assert [" ".join(suit) for suit in orders["H"]["suits"]] == [
        "Jh 9h Ah Th Kh Qh 8h 7h",
        "As Ts Ks Qs Js 9s 8s 7s",
        "Ad Td Kd Qd Jd 9d 8d 7d",
        "Ac Tc Kc Qc Jc 9c 8c 7c",
    ]
    assert orders["AT"]["suits"][0] == ["Js", "9s", "As", "Ts", "Ks", "Qs", "8s", "7s"]
    assert not any(orders[strain]["trump"] for strain in ("", "NT", "AT"))
    assert list(actions) == ["pass", "take", "name S", "name H", "name D", "name C", "belote", "rebelote"]
    assert actions["name S"] == {"kind": "name", "word": "name", "strain": "S", "number": 34}


def test_bowers_are_trumps_and_house_rules_are_told() -> None:
    info = game_info(find_game("euchre,target=5"))
    assert (info.game, info.target, info.direction) == ("euchre:north_american,target=5", 5, "clockwise")
    assert info.orders["S"].suits[:2] == (
        ("Js", "Jc", "As", "Ks", "Qs", "Ts", "9s"),
        ("Ah", "Kh", "Qh", "Jh", "Th", "9h"),
    )
    assert info.orders["S"].suits[3] == ("Ac", "Kc", "Qc", "Tc", "9c")
    assert game_info(find_game("sueca:fctp")).direction == "clockwise"
    assert game_info(find_game("bridge:duplicate")).target is None


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_cards_rank_as_they_take_tricks(game: Game) -> None:
    info = game_info(game)
    assert find_game(info.game) == game
    assert info.game == game_text(game)
    assert set(info.orders) == {"", *map(str, game.strains)}
    for strain, order in info.orders.items():
        assert sorted(card for suit in order.suits for card in suit) == sorted(info.pack)
        assert all(order.suits)
        if strain:
            check_order(game, parse_strain(strain), order)


def check_order(game: Game, strain: Strain, order: OrderInfo) -> None:
    ranking = game.rules(strain).ranking
    suits = [[Card(card) for card in suit] for suit in order.suits]
    for suit in suits:
        for higher, lower in combinations(suit, 2):
            assert lower.bit & ~ranking.beaten_by[higher.index]
            assert higher.bit & ranking.beaten_by[lower.index]
    for number, suit in enumerate(suits):
        others = [card for other in suits[number + 1 :] for card in other]
        for card in suit:
            assert all(bool(card.bit & ranking.beaten_by[c.index]) is (order.trump and not number) for c in others)


@pytest.mark.parametrize("game", [*GAMES, find_game("coinche,coinche_any_time=true")], ids=str)
def test_every_action_that_is_no_card_is_told_with_its_number(game: Game) -> None:
    known, told = actions_of(game), game_info(game).actions
    assert {text: info.number for text, info in told.items()} == {
        text: number for number, action in enumerate(known.all) if (text := str(action)) not in game_info(game).pack
    }
    assert action_infos(game, map(str, known.all)) == {
        text: ActionInfo(**{name: getattr(info, name) for name in ActionInfo.__struct_fields__})
        for text, info in told.items()
    }
    bids = [info.number for info in told.values() if info.kind == "bid"]
    assert bids == sorted(bids)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_all_cards_are_dealt_that_are_played(game: Game) -> None:
    info = game_info(game)
    packets = [*info.dealing.packets, *info.dealing.later]
    dealt = [sum(packet[place] for packet in packets) for place in range(4)]
    assert dealt == [info.hand_size] * 4
    assert [CARDS.index(Card(card)) for card in info.pack] == sorted(CARDS.index(card) for card in game.pack)


def test_bots_by_http() -> None:
    bots = asked("/api/bots").json["bots"]
    assert bots[:7] == ["random", "simple", *(f"sampling:{level}" for level in range(1, 6))]
    for bot in bots:
        check_bot(bot)


def test_bots_that_are_not_installed_are_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(making: Making) -> None:
        assert isinstance(making.rng, Random)
        raise Invalid("not-installed", module="numba", extra="fast")

    monkeypatch.setitem(BOTS, "sampling", missing)
    assert bots_to_play() == ("random", "simple", *installed_bots())
