"""What the games are: packs, points, strains, presets, house rules, leaders and pins."""

import pickle
from importlib import import_module
from random import Random

import pytest
import reference
from strategies import PRESETS

from overtrick.bots.bot import find_bot
from overtrick.bots.sampling.knowledge import knowledge_of, system_names
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_names, game_text, presets
from overtrick.core.errors import Invalid
from overtrick.core.game import DEAD, Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain
from overtrick.formats import jsonl
from overtrick.games.belote.rules import BeloteCards

NAMED = {
    "belote": ["ffb", "pagat", "info0004"],
    "bridge": ["duplicate", "matchpoints", "rubber", "chicago"],
    "coinche": ["ffb", "contree", "pagat", "cannes", "dot_cardgames"],
    "euchre": ["north_american", "hoyle", "eecs280"],
    "hokm": ["pagat", "online", "court_piece", "court_points", "double_sir"],
    "jass": ["swisslos1000", "swisslos2500", "pagat", "tournament"],
    "klaverjas": ["amsterdam", "rotterdam", "kbn", "nku", "leids", "bga", "drents"],
    "spades": ["pagat", "plain", "msn", "trickster", "bicycle", "tournament", "openspiel"],
    "sueca": ["standard", "fctp"],
    "tarneeb": ["pagat", "wikipedia", "tarneeb41", "syrian"],
    "whist": ["short", "long", "american"],
}
SUITS = "S H D C"
GAMES = "belote, bridge, coinche, euchre, hokm, jass, klaverjas, spades, sueca, tarneeb, whist"


def test_the_games_and_their_presets_are_those_of_the_design_the_default_one_first() -> None:
    assert {name: list(presets(name)) for name in game_names()} == NAMED


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_a_game_is_found_by_the_text_that_names_it(game: Game) -> None:
    assert find_game(str(game)) == game
    assert str(find_game(game.name)) == f"{game.name}:{NAMED[game.name][0]}"


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_a_game_is_a_value_that_cannot_change(game: Game) -> None:
    modules = [import_module(f"overtrick.games.{name}.rules") for name in game_names()]
    names = {name: value for module in modules for name, value in vars(module).items()}
    assert eval(repr(game), names) == pickle.loads(pickle.dumps(game)) == game
    assert len({game, *PRESETS}) == len(PRESETS)
    with pytest.raises(AttributeError):
        game.preset = "mine"  # type: ignore[misc]


OLDER = {
    "belote:seed000": "belote:info0004",
    "sueca:seed001,target=7": "sueca:fctp,target=7",
    "euchre:seed002": "euchre:eecs280",
    "coinche:seed004": "coinche:dot_cardgames",
}


@pytest.mark.parametrize(("old", "new"), OLDER.items())
def test_older_names_of_presets_are_read_and_never_written(old: str, new: str) -> None:
    game = find_game(old)
    assert game == find_game(new)
    assert game_text(game) == new
    name, _, preset = old.partition(",")[0].partition(":")
    (record,) = jsonl.loads(f'{{"game": "{name}", "preset": "{preset}"}}\n')
    assert str(record.game) == new.partition(",")[0]
    assert preset not in presets(name)
    assert preset not in jsonl.dumps([record])


def test_older_names_of_systems_are_read() -> None:
    find_bot("sampling:4:seed003", Random(1))
    system = knowledge_of(find_game("bridge")).system("seed003")
    assert system is knowledge_of(find_game("bridge")).system("inn371")
    assert "seed003" not in system_names()
    assert system is not knowledge_of(find_game("bridge")).system("")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "tarot",
            f"There is no game 'tarot': the games are {GAMES}.",
        ),
        (
            "",
            f"There is no game '': the games are {GAMES}.",
        ),
        (
            "game",
            f"There is no game 'game': the games are {GAMES}.",
        ),
        ("belote:paris", "belote has no preset 'paris': it has ffb, pagat, info0004."),
        ("sueca:standard:x", "sueca has no preset 'standard:x': it has standard, fctp."),
    ],
)
def test_a_game_that_does_not_exist_is_refused_with_those_that_do(text: str, sentence: str) -> None:
    with pytest.raises(Invalid) as refusal:
        find_game(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_every_card_of_the_pack_is_in_a_hand_or_dead(game: Game) -> None:
    pack, hand, dead = {
        "belote": (32, 8, 0),
        "bridge": (52, 13, 0),
        "coinche": (32, 8, 0),
        "euchre": (24, 5, 4),
        "hokm": (52, 13, 0),
        "jass": (36, 9, 0),
        "klaverjas": (32, 8, 0),
        "spades": (52, 13, 0),
        "sueca": (40, 10, 0),
        "tarneeb": (52, 13, 0),
        "whist": (52, 13, 0),
    }[game.name]
    assert (len(game.pack), game.hand_size, game.dead_cards) == (pack, hand, dead)
    assert [str(card) for card in game.pack] == sorted(reference.pack(game.name), key=lambda c: Card(c).index)


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_the_points_of_each_card_are_those_of_the_reference(game: Game) -> None:
    table = game.all_trump_points if isinstance(game, BeloteCards) else ""
    for strain in game.strains:
        points = game.card_points(strain)
        for card in game.pack:
            assert points[card.index] == reference.points(game.name, str(strain), str(card), table)


@pytest.mark.parametrize(
    ("game", "strains", "total"),
    [
        ("belote", "S H D C NT", 152),
        ("belote", "AT", 248),
        ("coinche", "S H D C NT AT", 152),
        ("coinche:pagat", "NT AT", 152),
        ("hokm", SUITS, 0),
        ("jass", "S H D C NT LO", 152),
        ("klaverjas", SUITS, 152),
        ("sueca", SUITS, 120),
        ("tarneeb", SUITS, 0),
        ("euchre", SUITS, 0),
        ("bridge", "S H D C NT", 0),
        ("whist", SUITS, 0),
    ],
)
def test_the_points_of_all_cards_add_up(game: str, strains: str, total: int) -> None:
    for strain in strains.split():
        assert sum(find_game(game).card_points(Strain(strain))) == total


@pytest.mark.parametrize(("table", "total"), [("ffb15", 152), ("pagat", 152), ("ffb16", 248)])
def test_each_table_of_all_trumps_adds_up(table: str, total: int) -> None:
    game = find_game("belote").with_house_rules({"all_trump_points": table})
    assert sum(game.card_points(Strain.ALL_TRUMPS)) == total


def test_the_ace_is_worth_nineteen_without_trumps() -> None:
    assert find_game("belote").card_points(Strain.NO_TRUMPS)[Card("Ah").index] == 19


@pytest.mark.parametrize(
    ("game", "strains"),
    [
        ("belote", "S H D C NT AT"),
        ("belote:pagat", "S H D C NT AT"),
        ("belote:info0004", SUITS),
        ("coinche", "S H D C NT AT"),
        ("coinche:contree", SUITS),
        ("coinche:cannes", SUITS),
        ("coinche:dot_cardgames", SUITS),
        ("hokm", SUITS),
        ("jass", "S H D C NT LO"),
        ("klaverjas", SUITS),
        ("sueca", SUITS),
        ("tarneeb", SUITS),
        ("euchre", SUITS),
        ("bridge", "S H D C NT"),
        ("whist", SUITS),
    ],
)
def test_a_strain_that_the_game_does_not_have_is_refused_with_those_that_it_has(game: str, strains: str) -> None:
    value = find_game(game)
    assert " ".join(map(str, value.strains)) == strains
    for strain in set(Strain) - set(value.strains):
        with pytest.raises(Invalid) as refusal:
            value.rules(strain)
        assert str(refusal.value) == f"{strain} cannot be trumps in {value}: {strains} can."


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_the_right_player_leads(game: Game) -> None:
    for dealer in SEATS:
        for taker in SEATS:
            expected = taker.next if game.name == "bridge" else dealer.next
            if str(game) == "sueca:fctp":
                expected = dealer.previous
            if game.name == "tarneeb":
                expected = taker
            assert game.leader(dealer, Contract(Strain.SPADES, taker.side, taker)) is expected
            assert game.leader(dealer, None) is (None if game.name in ("bridge", "tarneeb") else expected)
    by_taker = [f"{name}:{preset}" for name in ("bridge", "tarneeb") for preset in NAMED[name]]
    dealers = {"sueca:fctp": Seat.EAST, **dict.fromkeys(by_taker, Seat.NORTH)}
    assert game.dealer_when_first_leads is dealers.get(str(game), Seat.WEST)


@pytest.mark.parametrize(
    ("game", "turn_up", "strain", "taker", "places"),
    [
        ("belote", "Jh", "H", 3, {3}),
        ("belote", "Jh", "S", 1, {1}),
        ("belote", "Jh", "S", None, None),
        ("sueca", "7d", "D", None, {4}),
        ("euchre", "9h", "H", 2, {4, DEAD}),
        ("euchre", "9h", "S", 2, {DEAD}),
        ("bridge", "9h", "S", 2, None),
        ("whist", "9h", "H", None, {4}),
    ],
)
def test_the_turned_up_card_is_where_the_game_puts_it(
    game: str, turn_up: str, strain: str, taker: int | None, places: set[int] | None
) -> None:
    pins = find_game(game).pins(Card(turn_up), Strain(strain), Seat.WEST, None if taker is None else Seat(taker))
    assert pins == ({} if places is None else {Card(turn_up): places})
