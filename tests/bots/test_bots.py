"""Bots: found by name, with no randomness but what they are given, and never against the rules."""

import sys
from random import Random

import pytest
from lengths import one_of_each

from overtrick.arena.runner import play_deal
from overtrick.bots.bot import BOTS, bot_name, check_bot, find_bot
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.referee.judging import judge

GAMES = [f"{name}:{preset}" for name in game_names() for preset in presets(name)]


def test_an_unknown_bot_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(Invalid, match=r"^There is no bot 'clever': the bots are random, simple, sampling\.$"):
        find_bot("clever", Random(1))


@pytest.mark.parametrize("module", ["numba", "numpy"])
def test_without_native_speed_there_is_no_sampling_but_the_others(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    for text in ("random", "simple"):
        check_bot(text)
    for text in ("sampling", "sampling:2"):
        with pytest.raises(Invalid, match=rf"^{module} is not installed: pip install 'overtrick\[fast\]' does it\.$"):
            check_bot(text)


@pytest.mark.parametrize(("text", "name"), [("simple", "simple"), ("sampling:4", "sampling 4")])
def test_bots_have_names_for_people(text: str, name: str) -> None:
    check_bot(text)
    assert bot_name(text) == name


def test_the_random_bot_does_all_that_is_legal_and_as_its_source_says() -> None:
    round_ = Round(find_game("bridge"), Seat.NORTH, tuple(find_game("bridge").pack))
    seen = view(round_, Seat.NORTH)
    bot, twin = find_bot("random", Random(5)), find_bot("random", Random(5))
    done = [bot(seen) for _ in range(1000)]
    assert set(done) == set(seen.legal)
    assert done == [twin(seen) for _ in range(1000)]


@pytest.mark.parametrize("name", ["sampling:1" if name == "sampling" else name for name in BOTS])
@pytest.mark.parametrize("game", one_of_each(GAMES, lambda game: game.partition(":")[0]))
def test_every_bot_plays_every_game_by_the_rules(game: str, name: str) -> None:
    for number in range(1, 4):
        played = play_deal(find_game(game), [name, "random", name, "random"], "bots", number)
        assert played.phase == "over"
        assert judge(played.record()).status == "clean"
