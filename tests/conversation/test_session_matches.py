"""Whole matches by text: people who type the numbers of options, and now and then something else."""

from random import Random
from typing import Any

import pytest
from halls import Hall
from lengths import first
from talk import Talker, settle

from overtrick.core.catalogue import find_game, game_names
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import VERSION, Hello, Options
from overtrick.protocol.seen import Seen
from overtrick.table.gathering import Gathering

MATCHES = {
    "belote": "belote,target=300",
    "belote with annonces": "belote:pagat,target=300,belote_announce=required",
    "coinche": "coinche,target=500",
    "coinche out of turn": "coinche:pagat,target=300",
    "the Coinche brief": "coinche:dot_cardgames",
    "sueca": "sueca,target=2",
    "euchre": "euchre:hoyle,target=3",
    "bridge": "bridge,boards=2",
    "tarneeb": "tarneeb,target=7",
    "whist": "whist,target=2",
    "chicago": "bridge:chicago",
}


def gathered(game: str, options: Options) -> tuple[Hall, list[Talker]]:
    """Four people in a lobby that puts them together."""
    hall = Hall(7, Gathering(find_game(game), options))
    talkers = [Talker(hall, client, language) for client, language in enumerate(("en", "fr", "pt", "en"), 1)]
    settle(hall, talkers)
    return hall, talkers


def is_over(hall: Hall) -> bool:
    return any(isinstance(message, outgoing.Ended) for mail in hall.mail.values() for message in mail)


def type_some_number(talkers: list[Talker], chance: Random) -> None:
    """Of those who are asked, somebody types a number; the first option is a pass, without which auctions soar."""
    asked = [talker for talker in talkers if talker.is_asked]
    talker = chance.choice(asked)
    talker.choose(chance.choice(talker.options) if chance.random() < 0.6 else talker.options[0])


@pytest.mark.parametrize("game", MATCHES.values(), ids=MATCHES)
def test_four_people_play_a_match_by_numbers(game: str) -> None:
    hall, talkers = gathered(game, Options(once=True))
    chance, typed = Random(game), 0
    while not is_over(hall):
        assert sum(talker.is_asked for talker in talkers) == 1
        type_some_number(talkers, chance)
        settle(hall, talkers)
        typed += 1
        assert typed < 5_000, "the match goes on without end"
    assert hall.records
    for talker in talkers:
        messages = hall.mail[talker.client]
        assert not any(isinstance(message, outgoing.Refused) for message in messages)
        assert any(isinstance(message, outgoing.InLobby) and message.why == "over" for message in messages)


def token_of(hall: Hall, client: int) -> str:
    taken = hall.last(client, outgoing.Taken)
    assert isinstance(taken, outgoing.Taken)
    return taken.token


def known(seen: Seen) -> dict[str, Any]:
    """All that a snapshot tells; between deals it does not have the last one any more."""
    facts = {name: value for name, value in vars(seen).items() if name not in ("scored", "deal_number")}
    return facts if seen.state == "play" else {**facts, "view": None}


@pytest.mark.parametrize("game", ["belote:pagat", "coinche:pagat,annonces=true", "euchre", "sueca", "bridge"])
@pytest.mark.parametrize("when_gone", first(1, ["bot", "pause"]))
def test_who_comes_back_at_any_moment_knows_all_that_he_would_have_seen(game: str, when_gone: str) -> None:
    hall, talkers = gathered(game, Options(once=True, when_gone=when_gone, grace=5, bot_delay=0, clock=0))  # type: ignore[arg-type]
    tokens = [token_of(hall, talker.client) for talker in talkers]
    chance, came_back = Random(game), 0
    for step in range(400):
        if is_over(hall):
            break
        number = chance.randrange(4)
        talker = talkers[number]
        seen = talker.session.seen
        assert seen is not None
        what = chance.random()
        if what < 0.15:  # he is gone, perhaps for long, and comes back with what he knew
            hall.lose(talker.client)
            hall.wait(chance.choice([1, 20]))
            hall.think()
            talker.client, talker.read = 100 + step, 0
            hall.say(talker.client, Hello(v=VERSION, table=seen.table, token=tokens[number], last=seen.n))
            settle(hall, talkers)
        elif what < 0.3:  # somebody else, who has his token, asks for everything
            client = 1000 + step
            hall.say(client, Hello(v=VERSION, table=seen.table, token=tokens[number]))
            snapshot = hall.last(client, outgoing.Snapshot)
            assert isinstance(snapshot, outgoing.Snapshot)
            assert known(Seen(snapshot)) == known(seen)
            talker.client, talker.read, came_back = client, len(hall.mail[client]), came_back + 1
        elif what < 0.4:
            talker.type(chance.choice(["takeback", "say hello", "claim 3", "yes", "no", "last"]))
        elif any(talker.is_asked for talker in talkers):
            type_some_number(talkers, chance)
        settle(hall, talkers)
        assert not any(talker.session.lost_track for talker in talkers)
    assert came_back > 10


def test_people_meet_in_the_lobby_and_play_with_bots() -> None:
    hall = Hall(3)
    ann, bob = Talker(hall, 1, name="Ann"), Talker(hall, 2, "fr", "Bob")
    settle(hall, [ann, bob])
    assert ann.options == [f"play {name.capitalize()} with whoever comes" for name in game_names()]
    ann.choose("play Euchre with whoever comes")
    settle(hall, [ann, bob])
    ann.choose("wait for other players")
    assert not ann.is_asked
    bob.type("tables")
    settle(hall, [ann, bob])
    seen = ann.session.seen
    assert seen is not None
    assert bob.options[len(game_names()) :] == [f"s'asseoir à la table {seen.table} : euchre:north_american avec Ann"]
    bob.type(str(len(game_names()) + 1))
    settle(hall, [ann, bob])
    assert ann.screen.endswith("Bob (2) sits down.\n")
    bob.choose("remplir les places libres de robots")
    settle(hall, [ann, bob])
    chance = Random(1)
    while not is_over(hall):
        type_some_number([ann, bob], chance)
        settle(hall, [ann, bob])
    assert ann.options == ["play another match", "leave the table"]
    ann.choose("play another match")
    settle(hall, [ann, bob])
    assert not ann.is_asked
    assert bob.options == ["oui", "non"]
    bob.type("oui")
    settle(hall, [ann, bob])
    assert "Another match begins." in ann.screen
    assert "Deal" in ann.screen.partition("Another match begins.")[2]
    bob.type("quit")
    assert bob.session.over
    settle(hall, [ann, bob])
    assert "Bob (2) has left." in ann.screen


def test_a_private_table_is_found_by_its_code() -> None:
    hall = Hall(4)
    ann, bob = Talker(hall, 1, name="Ann"), Talker(hall, 2, name="Bob")
    settle(hall, [ann, bob])
    ann.type("new sueca private")
    settle(hall, [ann, bob])
    code = ann.screen.partition("with sit ")[2].partition(".")[0]
    bob.type(f"watch {code}")
    settle(hall, [ann, bob])
    assert "1: Ann, 2: empty" in bob.screen
    assert not bob.is_asked
    bob.type("leave")
    settle(hall, [ann, bob])
    bob.type(f"sit {code} 3")
    settle(hall, [ann, bob])
    assert "Bob (3) sits down." in ann.screen


def test_a_private_table_with_many_house_rules_is_private_and_has_them_all() -> None:
    hall = Hall()
    ann = Talker(hall, 1, name="Ann")
    ann.look()
    ann.type(
        "new coinche,annonces=false,generale=true,coinche_eighty=false,surcoinche=4,max_bid=180,target=1500 private"
    )
    ann.look()
    assert hall.state.options.private
    assert hall.lobby.rooms.public() == ()
    assert hall.state.game.match_target == 1500


def test_another_name_and_language() -> None:
    hall = Hall(4)
    ann = Talker(hall, 1, name="Ann")
    settle(hall, [ann])
    ann.type("name Zoé")
    settle(hall, [ann])
    assert "Welcome, Zoé." in ann.screen
    ann.type("lang fr")
    settle(hall, [ann])
    assert "Bienvenue, Zoé." in ann.screen
    assert ann.options[0] == "jouer à Belote avec d'autres joueurs"
    ann.type("quick belotte")
    settle(hall, [ann])
    assert "Il n'y a pas de jeu « belotte »" in ann.screen
    assert ann.is_asked
