"""The card play of the bot: always legal, the same by the same seed, and right where only one card is."""

from __future__ import annotations

from itertools import count, islice
from random import Random

import pytest

from overtrick.arena.runner import play_deal
from overtrick.bots import simple_play
from overtrick.bots.bot import find_bot
from overtrick.bots.sampling import cards
from overtrick.bots.sampling.beliefs import believed
from overtrick.bots.sampling.bot import Sampling
from overtrick.bots.sampling.cards import BATCH, Valuer
from overtrick.bots.sampling.knowledge import Knowledge
from overtrick.bots.sampling.levels import LEVELS, Level
from overtrick.bots.sampling.rollouts import play_on
from overtrick.core.actions import Action
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat, Side
from overtrick.deal.dealing import deck_of
from overtrick.deal.deals import numbered_deal
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.engine.kernel.rollouts import Moment
from overtrick.games.bridge.bidding.system import DEFAULT
from overtrick.referee.judging import judge


def before_play(name: str, number: int) -> Round:
    """A deal after an auction of the plain strategy."""
    round_, bot = numbered_deal(find_game(name), "cards", number), find_bot("simple", Random(1))
    while round_.phase != "play" and round_.actor is not None:
        round_ = round_.apply(bot(view(round_, round_.actor)))
    return round_


def first_choice(name: str) -> View:
    for number in count(1):
        round_ = before_play(name, number)
        if round_.actor is not None:
            return view(round_, round_.actor)
    raise AssertionError


@pytest.mark.parametrize("game", [f"{name}:{preset}" for name in game_names() for preset in presets(name)])
def test_whole_deals_are_judged_clean(game: str) -> None:
    for number in (1, 2):
        names = ["sampling:1", "random"] * 2 if number % 2 else ["random", "sampling:1"] * 2
        end = play_deal(find_game(game), names, "clean", number)
        assert judge(end.record()).status == "clean"


@pytest.mark.parametrize("name", game_names())
def test_the_same_seed_gives_the_same_advice(name: str) -> None:
    seen = first_choice(name)
    first, again, other = (Sampling(Random(seed), level=2).advise(seen) for seed in (1, 1, 2))
    assert first == again
    assert 0 < first.worlds <= max(LEVELS[2].worlds, LEVELS[2].playouts)
    assert {option.action for option in other.options} == {option.action for option in first.options}


def test_the_best_option_comes_first_and_is_played() -> None:
    advice = Sampling(Random(1), level=2).advise(first_choice("belote"))
    assert advice.action is advice.options[0].action
    worths = [option.worth for option in advice.options]
    assert worths == sorted(worths, reverse=True)
    assert all(0 <= option.wins <= 1 and 0 <= option.points <= 162 for option in advice.options)


def test_time_that_is_up_ends_the_thinking_after_some_worlds() -> None:
    ticks = count()
    bot = Sampling(Random(1), level=5, seconds=2.5, clock=lambda: float(next(ticks)))
    advice = bot.advise(first_choice("whist"))
    assert 0 < advice.worlds < LEVELS[5].worlds


def test_time_that_is_up_ends_the_trying_of_calls() -> None:
    seen = view(numbered_deal(find_game("coinche"), "cards", 1), Seat.NORTH)
    ticks = count()
    advice = Sampling(Random(1), level=1, seconds=0.5, clock=lambda: float(next(ticks))).advise(seen)
    assert [option.action for option in advice.options] == ["pass"]
    assert len(Sampling(Random(1), level=1).advise(seen).options) > 1


def test_few_nodes_end_the_thinking_in_the_order_of_the_worlds() -> None:
    """Whatever belotes they have: else rare ones would count too much."""
    seen = first_choice("belote")
    used = [cards.advise(seen, Level(100, nodes, 0, 1), 1, DEFAULT).worlds for nodes in (1_000, 20_000, 10_000_000)]
    assert used[0] < used[1] < used[2] == 100
    assert all(worlds % BATCH == 0 for worlds in used)


@pytest.mark.parametrize("sweeper", [None, *Side])
def test_deals_that_are_played_on_count_all_tricks_as_searched_ones_do(sweeper: Side | None) -> None:
    seen = first_choice("belote")
    assert seen.contract is not None
    assert seen.trick is not None
    assert seen.seat is not None
    hands = believed(seen, 2000, 1)
    legal = [card for card in seen.legal if isinstance(card, Card)]
    ends = Valuer(seen, seen.contract, seen.trick, sweeper).ends(legal, hands)
    tricks = play_on(Moment(seen.game, seen.contract.strain, seen.trick, taker=seen.contract.side), hands, legal).tricks
    own, others = tricks[:, :, seen.seat.side - 1], tricks[:, :, seen.seat.side.other - 1]
    assert ((ends > 162) == ((others == 0) & (sweeper is seen.seat.side))).all()
    assert ((ends < 0) == ((own == 0) & (sweeper is seen.seat.side.other))).all()
    assert (tricks == 0).any()


def test_what_is_played_on_counts_in_games_that_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = first_choice("sueca")

    def worths(share: float) -> dict[Action, float]:
        monkeypatch.setattr(cards, "knowledge_of", lambda game: Knowledge(playouts=share))
        options = cards.advise(seen, Level(20, 20_000, 50, 1), 1, "").options
        return {option.action: option.worth for option in options}

    searched, both, played = map(worths, (0, 0.5, 1))
    assert searched != played
    assert both == pytest.approx({card: (searched[card] + played[card]) / 2 for card in played})


def test_the_last_card_needs_no_thinking() -> None:
    round_ = before_play("euchre", 1)
    while round_.actor is not None and len(round_.tricks) < 4:
        round_ = round_.apply(find_bot("random", Random(3))(view(round_, round_.actor)))
    assert round_.phase == "play"
    assert Sampling(Random(1)).advise(view(round_, round_.actor)).options == ()


@pytest.mark.parametrize("text", ["sampling:0", "sampling:6", "sampling:x", "sampling:3:acol", "sampling::"])
def test_other_levels_and_systems_are_refused(text: str) -> None:
    with pytest.raises(Invalid, match="sampling"):
        find_bot(text, Random(1))


@pytest.mark.parametrize(("preset", "card"), [("duplicate", "Jd"), ("matchpoints", "Ad")])
def test_where_only_the_order_of_results_counts_most_tricks_are_played_for(preset: str, card: str) -> None:
    """The finesse makes the contract now and then; the ace wins more tricks in the mean."""
    round_ = numbered_deal(find_game(f"bridge:{preset}"), "matchpoints", 184)
    for call in ("1NT", "pass", "3NT", "pass", "pass", "pass"):
        round_ = round_.apply(call)
    while len(round_.plays) < 9 * 4 + 1:
        round_ = round_.apply(simple_play.simple(view(round_, round_.actor)))
    advice = cards.advise(view(round_, round_.actor), LEVELS[3], 1, DEFAULT)
    assert {str(option.action) for option in advice.options} == {"Jd", "Ad"}
    assert str(advice.action) == card


def test_a_nil_is_made_to_win_a_trick() -> None:
    """East has promised to win nothing and holds the trick: South, who is last, leaves it there."""
    game, hearts = find_game("spades"), ("3h 6h 7h", "8h Th", "9h Jh Qh Kh Ah", "2h 4h 5h")
    rest = iter([card for card in game.pack if str(card)[1] != "h"])
    hands = tuple((*held, *islice(rest, game.hand_size - len(held))) for held in map(Cards, hearts))
    round_ = Round(game, Seat.SOUTH, deck_of(game, Seat.SOUTH, Deal(hands)))
    seen = view(round_.apply_all(["4", "4", "nil", "4", "2h", "3h", "Th"]), Seat.SOUTH)
    advice = cards.advise(seen, LEVELS[3], 1, "")
    assert {option.action for option in advice.options} == set(seen.legal)
    assert advice.worlds == LEVELS[3].playouts
    assert advice.action == Card("9h")
