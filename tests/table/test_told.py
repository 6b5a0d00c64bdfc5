"""What a table tells those who come later, and those who know no rules."""

from random import Random

import pytest
from halls import Hall, at_deal, between_deals, play_on, play_until, regulars, table_of

from overtrick.core.actions import Discard, Gift, Word
from overtrick.core.cards import CARDS, Card, Rank
from overtrick.core.catalogue import game_names
from overtrick.core.seats import SEATS, Seat
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Act, Ready, Watch
from overtrick.protocol.infos import action_infos
from overtrick.protocol.outgoing import ActionInfo, DealInfo
from overtrick.table.events import snapshot

OUT_OF_TURN = "coinche,coinche_any_time=true"
"""where players may call out of turn"""
GAMES = [*game_names(), "euchre:hoyle,defend_alone=true", "coinche:pagat,annonces=true", OUT_OF_TURN]
CARD_NAMES = {*map(str, CARDS)}
WATCHER = 9


def told(hall: Hall) -> DealInfo:
    """The deal on the table, as it is told to who comes now."""
    info = snapshot(hall.state, 0).deal
    assert info is not None
    return info


@pytest.mark.parametrize("game", GAMES)
def test_who_called_and_played_and_won_the_tricks(game: str) -> None:
    hall, chance = Hall(), Random(game)
    table_of(hall, game)
    tricks = out_of_turn = 0
    for deal in range(1, 4):
        callers, players, takers = list[int](), list[int](), list[int]()
        for client in SEATS:
            hall.say(client, Ready(deal=deal))
        while (round_ := hall.state.round) is not None:
            info = told(hall)
            assert (info.callers, info.players, info.takers) == (tuple(callers), tuple(players), tuple(takers))
            assert (len(info.calls), len(info.plays), len(round_.tricks)) == (len(callers), len(players), len(takers))
            actor, action = hall.actor(), str(chance.choice(round_.legal()))
            others = [(seat, call) for seat in SEATS for call in round_.auction.legal_out_of_turn(seat)]
            if others and chance.random() < 0.5:
                actor, action = chance.choice(others)
                out_of_turn += 1
            n, is_card = hall.state.n, round_.phase == "play" and len(action) == 2
            hall.say(actor, Act(id=str(n), at=n, action=action))
            event = hall.last(1, outgoing.Acted)
            callers += [event.seat] * (round_.phase == "auction")
            players += [event.seat] * is_card
            takers += [] if event.trick is None else [event.trick.seat]
        tricks += len(takers)
    assert tricks
    assert out_of_turn or game != OUT_OF_TURN


def named(message: DealInfo | outgoing.Acted) -> set[str]:
    """All actions that a message names, but for cards."""
    others = message.calls if isinstance(message, DealInfo) else (message.action,)
    words = (word for _, word in message.said)
    return {*message.legal, *message.out_of_turn, *others, *words} - CARD_NAMES


def test_who_may_say_a_word_is_told_what_it_is_about_and_nobody_else() -> None:
    chance, told_of = Random(1), set[str]()
    for seed in range(40):
        hall = Hall(seed)
        at_deal(hall, "belote:pagat,belote_announce=required")
        while (round_ := hall.state.round) is not None:
            legal = round_.legal()
            for seat in (seat for seat in SEATS if isinstance(legal[0], Word)):
                info, event = snapshot(hall.state, seat).deal, hall.last(seat, outgoing.Acted)
                assert info is not None
                for word in (word for word in legal if isinstance(word, Word) and seat == hall.actor()):
                    parts = info.words[word]
                    assert event.words[word] == parts
                    assert 0 < len(parts.cards) == len({*parts.cards} & {*info.hand})
                    assert bool(parts.names) == (word.name == "declare")
                    assert word.name == "declare" or {Card(card).rank for card in parts.cards} <= {
                        Rank.KING,
                        Rank.QUEEN,
                    }
                    told_of.add(word.name)
                if seat != hall.actor():
                    assert not info.words
                    assert not event.words
            hall.act(str(chance.choice(legal)))
    assert told_of == {"belote", "rebelote", "declare"}


@pytest.mark.parametrize("game", [*GAMES, "belote,belote_announce=auto"])
def test_the_parts_of_all_actions_that_are_no_cards(game: str) -> None:
    hall, chance, discards = Hall(), Random(game), 0
    table_of(hall, game)
    hall.hello(WATCHER)
    hall.say(WATCHER, Watch(table=hall.state.table))
    for deal in range(1, 5):
        for client in SEATS:
            hall.say(client, Ready(deal=deal))
        while (round_ := hall.state.round) is not None:
            for seat in range(5):
                info = snapshot(hall.state, seat).deal
                assert info is not None
                assert info.actions.keys() == named(info)
            n, actor, action = hall.state.n, hall.actor(), chance.choice(round_.legal())
            hall.say(actor, Act(id=str(n), at=n, action=str(action)))
            for listener in (1, 2, 3, 4, WATCHER):
                event = hall.last(listener, outgoing.Acted)
                parts = action_infos(round_.game, [str(action)])
                is_hidden = isinstance(action, Discard) and listener != actor
                if is_hidden:
                    parts = {"discard": ActionInfo("discard", "discard")}
                elif isinstance(action, Gift) and listener not in (actor, Seat(actor).partner):
                    parts = {"give": ActionInfo("give", "give")}
                assert event.actions.keys() == named(event)
                assert parts.items() <= event.actions.items()
                discards += is_hidden
        dealt = [
            message.deal for client in SEATS for message in hall.mail[client] if isinstance(message, outgoing.Dealt)
        ]
        assert all(info.actions.keys() == named(info) for info in dealt)
    assert discards or not game.startswith("euchre")


@pytest.mark.parametrize("game", ["belote", "coinche", "coinche:pagat,annonces=true"])
def test_points_are_told_with_the_card_that_changes_them(game: str) -> None:
    within_tricks = 0
    for deal in range(1, 61):
        hall, chance, points = Hall(deal), Random(deal), (0, 0)
        table_of(hall, game)
        for client in SEATS:
            hall.say(client, Ready(deal=1))
        while (round_ := hall.state.round) is not None:
            assert told(hall).points == points
            words = [action for action in round_.legal() if isinstance(action, Word)]
            n, action = hall.state.n, str(chance.choice(words or round_.legal()))
            hall.say(hall.actor(), Act(id=str(n), at=n, action=action))
            event = hall.last(1, outgoing.Acted)
            assert event.trick is None or event.points is None
            points = event.points or (points if event.trick is None else event.trick.points)
            within_tricks += event.points is not None
        if within_tricks:
            break
    assert within_tricks


def test_the_last_deal_is_told_between_deals() -> None:
    hall = Hall()
    between_deals(hall)
    scored, taken = hall.last(2, outgoing.Scored), hall.last(2, outgoing.Taken)
    hall.restart()
    hall.come_back(20, taken)
    shown = hall.last(20, outgoing.Snapshot)
    assert (shown.deal, shown.scored, shown.ended) == (None, scored, None)


def test_the_last_deal_is_told_in_the_next_one() -> None:
    hall = Hall()
    players = table_of(hall, "sueca")
    play_until(hall, players, outgoing.Scored)
    play_until(hall, players, outgoing.Dealt)
    scored, taken = hall.last(2, outgoing.Scored), hall.last(2, outgoing.Taken)
    hall.restart()
    hall.come_back(20, taken)
    shown = hall.last(20, outgoing.Snapshot)
    assert shown.deal is not None
    assert (shown.scored, shown.ended) == (scored, None)


@pytest.mark.parametrize("given_up", [False, True])
def test_the_end_of_a_match_is_told_until_another_one_begins(given_up: bool) -> None:
    hall = Hall()
    players = regulars(hall, "sueca" if given_up else "sueca:fctp")  # which has one deal
    if given_up:
        play_until(hall, players, outgoing.Scored)
        play_until(hall, players, outgoing.Dealt)
        hall.propose(1, "resign")
        hall.answer(3)
    else:
        play_on(hall, players)
    scored, ended = hall.last(1, outgoing.Scored), hall.last(1, outgoing.Ended)
    taken = [hall.last(client, outgoing.Taken) for client in SEATS]
    assert ended.why == ("resigned" if given_up else "won")
    hall.restart()
    for client in SEATS:
        hall.come_back(client, taken[client - 1])
        shown = hall.last(client, outgoing.Snapshot)
        assert (shown.state, shown.scored, shown.ended) == ("over", scored, ended)
    hall.propose(1, "rematch")
    hall.answer(2, 3, 4)
    hall.hello(WATCHER)
    hall.say(WATCHER, Watch(table=hall.state.table))
    shown = hall.last(WATCHER, outgoing.Snapshot)
    assert (shown.state, shown.scored, shown.ended) == ("deal", None, None)
