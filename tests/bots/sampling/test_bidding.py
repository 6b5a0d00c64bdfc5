"""Calls by imagined deals: always legal, the same from the same seed, and right where everybody knows what is."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import examples, moments, seats

from overtrick.bots.sampling.bidding import advise
from overtrick.bots.sampling.levels import LEVELS
from overtrick.core.actions import PASS
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, presets
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.dealing import deck_of
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.deal.view import view

GAMES = [game for name in ("belote", "coinche", "euchre", "spades", "tarneeb") for game in presets(name).values()]
HOUSES = [
    find_game("coinche").with_house_rules({"sa_ta": True, "generale": True, "max_bid": 180}),
    find_game("belote").with_house_rules({"round2_sa_ta": True, "forced_jack": True, "annonces": True}),
    find_game("euchre").with_house_rules({"no_trump": True, "defend_alone": True, "canadian_loner": True}),
    find_game("euchre").with_house_rules({"must_have_trump_to_order": True, "all_pass": "dealer_forfeits"}),
]

MANY_DEALS = LEVELS[3]._replace(deals=1500)


@examples(20)
@given(st.sampled_from(GAMES + HOUSES), seats, st.integers(0, 1 << 32), st.data())
def test_calls_and_discards_are_legal_and_those_of_the_seed(
    game: Game, dealer: Seat, seed: int, data: st.DataObject
) -> None:
    to_decide = [r for r in moments(game, dealer, seed) if r.phase in ("auction", "discard") and len(r.legal()) > 1]
    assume(to_decide)
    round_ = data.draw(st.sampled_from(to_decide))
    seen = view(round_, round_.actor)
    advice = advise(seen, LEVELS[1], seed)
    assert advice.action in seen.legal
    assert advice == advise(seen, LEVELS[1], seed)
    assert advice.action == advice.options[0].action
    assert [option.worth for option in advice.options] == sorted((o.worth for o in advice.options), reverse=True)


def deal(name: str, dealer: Seat, first: str, turn_up: str | None = None) -> Round:
    """A deal in which player 1 has some cards, and the others have the rest as it comes."""
    game, held, up = find_game(name), Cards(first), None if turn_up is None else Card(turn_up)
    rest = [card for card in game.pack if card not in held and card is not up]
    others = [tuple(rest[start : start + len(held)]) for start in range(0, 3 * len(held), len(held))]
    return Round(game, dealer, deck_of(game, dealer, Deal((tuple(held), *others), up)))


@pytest.mark.parametrize(
    ("game", "hand", "turn_up", "calls", "best"),
    [
        ("belote", "Jh 9h Th As Ad", "Ah", (), {"take"}),
        ("belote", "7s 8s 7d 8d 7c", "Qh", (), {PASS}),
        ("belote", "Jh 9h Th As Ad", "7c", ("pass",) * 4, {"name H"}),
        ("coinche", "7s 8s Qs 7d 9d Kh 7c 8c", None, (), {PASS}),
        ("coinche", "Jh 9h Ah Th Kh As Ad Ac", None, (), {"capot H", "160 H", "150 H", "140 H", "130 H"}),
        ("coinche", "Jh 9h Ah Th As Ad 7c 8c", None, ("130 H",), {"coinche"}),
        ("coinche", "As Ah Ad Ac Ts Kh 8d 7c", None, ("80 S",), {"coinche"}),
        ("coinche:contree", "As Ah Ad Ac Js 9s 8d 7c", None, ("100 S",), {"coinche"}),
        ("coinche:contree", "As Ah Ad Ac Ts Kh 8d 7c", None, ("100 S",), {PASS}),
        ("coinche", "7h 8h 7d 8d Qd 7c 9c Kc", None, ("100 S",), {PASS}),
        ("coinche", "Jh 9h Ah Th Kh As Ad 7c", None, ("120 H", "coinche"), {"surcoinche"}),
        ("coinche", "8h 7h Qs 7s 8d Td 7c Kc", None, ("160 H", "pass"), {PASS}),
        ("coinche", "Jh 9h Ah Th Kh Qh As Ad", None, (), {"capot H"}),
        ("coinche:ffb,generale=true", "Jh 9h Ah Th Kh Qh As Ad", None, (), {"generale H"}),
        ("euchre", "Jh Jd Ah Kh As", "9h", (), {"order", "order alone"}),
        ("euchre", "9s Tc 9d Td 9c", "Jh", (), {PASS}),
        ("euchre", "Js Jc As Ks Ah", "9h", ("pass",) * 4, {"call S", "call S alone"}),
        ("spades", "As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s", None, ("nil", "3"), {"13"}),
        ("spades", "2s 3s 2h 3h 4h 6h 2d 3d 5d 7d 2c 4c 5c", None, ("3", "4"), {"nil"}),
        ("spades", "As Ks Qs 2s Ah Kh 4h Ad Kd 5d Ac 3c 2c", None, ("1",), {"7", "8", "9"}),
        ("tarneeb", "As Ks Qs Js Ts 9s 8s Ah Kh Ad Kd Ac Kc", None, (), {"13"}),
        ("tarneeb", "2s 3s 2h 3h 4h 6h 2d 3d 5d 7d 2c 4c 5c", None, (), {PASS}),
        ("tarneeb", "As Ks Qs Js 9s 8s 7h 3h Ad 5d 4d 3c 2c", None, ("7",), {"8", "9"}),
        ("tarneeb", "As Ks Qs Js 9s 8s 7h 3h Ad 5d 4d 3c 2c", None, ("11",), {PASS}),
    ],
)
def test_clear_cases(game: str, hand: str, turn_up: str | None, calls: tuple[str, ...], best: set[str]) -> None:
    round_ = deal(game, SEATS[-1 - len(calls) % len(SEATS)], hand, turn_up).apply_all(calls)
    seen = view(round_, Seat.NORTH)
    assert round_.actor is Seat.NORTH
    assert advise(seen, LEVELS[3], 1).action in best
    assert advise(seen, MANY_DEALS, 2).action in best


def test_a_double_is_weighed_even_if_it_is_not_good() -> None:
    round_ = deal("coinche:contree", Seat.SOUTH, "As Ah Ad Ac Ts Kh 8d 7c").apply("80 S")
    advice = advise(view(round_, Seat.NORTH), LEVELS[3], 1)
    assert advice.action == PASS
    assert "coinche" in [option.action for option in advice.options]


def test_the_dealer_lays_a_lone_low_card_away() -> None:
    round_ = deal("euchre", Seat.NORTH, "Jd Ah Kh As 9c", "Jh").apply_all(["pass", "pass", "pass", "order"])
    assert advise(view(round_, Seat.NORTH), LEVELS[3], 1).action == "discard 9c"


def test_four_aces_weigh_a_coinche_however_late_it_is() -> None:
    round_ = deal("coinche", Seat.SOUTH, "As Ah Ad Ac 9s Tc 7h Js").apply_all(["80 D"])
    assert round_.actor is Seat.NORTH
    advice = advise(view(round_, Seat.NORTH), LEVELS[1], 1, lambda: True)
    assert {str(option.action) for option in advice.options} == {"pass", "coinche"}
