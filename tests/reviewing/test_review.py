"""Reviews: costs add up, perfect play costs nothing, endings against a naive search, turning points, claims, par."""

from functools import cache
from random import Random

import pytest
from played_deals import played

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.deals import numbered_deal
from overtrick.deal.position import Position
from overtrick.deal.record import Deal, Record
from overtrick.deal.round import Round
from overtrick.deal.text import parse_deal
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver.solve import solve
from overtrick.formats.record_format import Located
from overtrick.reviewing import Effort, Review, review
from overtrick.reviewing.fate import Fate
from overtrick.reviewing.played_deal import PlayedDeal, played_deal
from overtrick.reviewing.weighing import NORMAL


@cache
def reviewed(game: str, first: int = 1) -> Review:
    """The review of a deal of a game that random bots have played; of Jass only what is found quickly."""
    return done(played(game, first=first), max_nodes=20_000 if game == "jass" else 0)


def done(record: Record, worlds: int = 0, max_nodes: int = 0) -> Review:
    found = review(record, worlds=worlds, max_nodes=max_nodes)
    assert isinstance(found, Review), found
    return found


def costs(found: Review, side: Side) -> int:
    return sum(card.cost or 0 for card in found.cards if card.seat.side is side)


@pytest.mark.parametrize("first", [1, 11, 21])
@pytest.mark.parametrize("game", ["belote", "belote:pagat", "coinche,sa_ta=true", "euchre"])
def test_costs_are_what_lies_between_best_play_and_the_result(game: str, first: int) -> None:
    check_sums(reviewed(game, first))


@pytest.mark.parametrize("game", ["sueca", "bridge", "whist"])
def test_costs_add_up_in_larger_games(game: str) -> None:
    check_sums(reviewed(game))


def check_sums(found: Review) -> None:
    side = found.deal.side
    assert found.value is not None
    assert found.value - costs(found, side) + costs(found, side.other) == found.made
    expected = found.value
    for card in found.cards:
        assert card.cost is not None
        expected += -card.cost if card.seat.side is side else card.cost
        assert card.expected == expected
    assert sum(player.cost for player in found.players) == costs(found, side) + costs(found, side.other)
    assert sum(player.cards for player in found.players) == len(found.cards)


def best_played(round_: Round) -> Round:
    """The end of a deal in which all play their best from the first card on."""
    while round_.phase == "play":
        values = solve(round_.position, all_cards=True).cards
        round_ = round_.apply(max(values, key=lambda card: values[card]))
    return round_


@pytest.mark.parametrize("game", ["belote", "euchre", "coinche"])
def test_perfect_play_costs_nothing(game: str) -> None:
    call = {"belote": "take", "euchre": "order alone", "coinche": "90 H"}[game]
    round_ = numbered_deal(find_game(game), "perfect", 1).apply(call)
    while round_.phase in ("auction", "discard"):
        round_ = round_.apply(round_.legal()[0])
    found = done(best_played(round_).record())
    assert {card.cost for card in found.cards} == {0}
    assert found.value == found.made
    assert not any(card.turns for card in found.cards)
    assert all(player.perfect == player.choices for player in found.players)


def naive(position: Position) -> int:
    """The value of a position by going through all that can follow."""
    return max((naive_after(position, card) for card in position.legal()), default=0)


def naive_after(position: Position, card: Card) -> int:
    after, side = position.play(card), position.turn.side
    counting = position.game.counting(position.strain)
    if after.trick.cards:
        return left(after) - naive(after)
    points = sum(counting.card_points[c.index] for c in (*position.trick.cards, card)) + counting.trick_points
    points += 0 if after.legal() else counting.last_trick
    own = naive(after) if after.turn.side is side else left(after) - naive(after)
    return own + (points if after.turn.side is side else 0)


def left(position: Position) -> int:
    """All that is still to be won."""
    counting, rounds = position.game.counting(position.strain), max(map(len, position.hands))
    cards = [card for hand in position.hands for card in hand] + list(position.trick.cards)
    tricks = len(cards) // 4
    points = sum(counting.card_points[card.index] for card in cards) + tricks * counting.trick_points
    return points + (counting.last_trick if rounds else 0)


@pytest.mark.parametrize("game", ["belote", "coinche", "euchre,alone=false", "sueca", "bridge", "whist"])
def test_the_cards_of_the_last_tricks_cost_what_a_naive_search_finds(game: str) -> None:
    found = reviewed(game)
    for round_, card in list(zip(found.deal.rounds, found.cards, strict=True))[-12:]:
        values = {other: naive_after(round_.position, other) for other in round_.position.legal()}
        best = max(values.values())
        assert card.cost == best - values[card.card]
        assert set(card.better) == ({other for other in values if values[other] == best} if card.cost else set())


@pytest.mark.parametrize("game", game_names())
def test_a_deal_turns_where_another_side_wins(game: str) -> None:
    found = reviewed(game)
    score = found.deal.score
    assert score is not None
    assert found.cards[-1].winner is score.winner
    for before, card in zip(found.cards, found.cards[1:], strict=False):
        if "unknown" not in (before.winner, card.winner):
            assert card.turns == (before.winner is not card.winner)
        assert not card.turns or card.cost
    assert found.needed is not None
    if found.value is not None and found.cards[0].cost == 0:
        assert (found.cards[0].winner is found.deal.side) == (found.value >= found.needed)


@pytest.mark.parametrize(
    ("game", "needed", "total"),
    [("euchre", 3, 5), ("sueca", 61, 120), ("belote,belote=0", 82, 162), ("bridge", 10, 13), ("whist", 7, 13)],
)
def test_what_a_side_needs(game: str, needed: int, total: int) -> None:
    record = played(game)
    if game == "bridge" and record.contract is not None:
        record = record._replace(auction=(), contract=record.contract._replace(value=4), scores=None)
    found = done(record._replace(plays=record.plays[:-8], said=None, scores=None))
    assert (found.needed, found.total) == (needed, total)


@pytest.mark.parametrize(("value", "needed"), [(80, 82), (100, 100), (160, 160), ("capot", 162)])
def test_coinche_needs_what_was_bid_and_more_than_the_others(value: int | str, needed: int) -> None:
    record = played("coinche,annonces=false,belote=0")
    assert record.contract is not None
    contract = record.contract._replace(value=value, double=0)
    found = done(record._replace(auction=(), contract=contract, scores=None))
    assert found.needed == needed


def can_win_all(position: Position, side: Side) -> bool:
    """Whether a side wins all tricks that remain, by going through all that can follow."""
    choice = any if position.turn.side is side else all
    return not position.legal() or choice(wins_on(position, card, side) for card in position.legal())


def wins_on(position: Position, card: Card, side: Side) -> bool:
    after = position.play(card)
    return (bool(after.trick.cards) or after.trick.leader.side is side) and can_win_all(after, side)


def played_at_random(seed: str, value: str, game: str = "coinche") -> Record:
    """A deal for all tricks: North and South can win all of them, and lose some in most deals played at random."""
    _, hands = parse_deal("N:JAT8.A87.A. .9.KQ87.98Q 9KQ7.T.T9.7 .KQJ.J.AKTJ")
    contract = Contract(Strain.SPADES, Side.ONE, Seat.NORTH, value)
    position, rng, plays = Position(find_game(game), Strain.SPADES, hands, Seat.NORTH), Random(seed), list[Card]()
    while legal := position.legal():
        plays.append(rng.choice(list(legal)))
        position = position.play(plays[-1])
    return Record(find_game(game), tuple(plays), contract, dealer=Seat.WEST)


SEEDS = ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_capot_is_made_as_long_as_all_tricks_can_be_won(seed: str) -> None:
    found = done(played_at_random(seed, "capot"))
    assert found.cards[0].winner is Side.ONE
    for round_, card in list(zip((*found.deal.rounds, found.deal.end)[1:], found.cards, strict=True))[-14:]:
        sweeps = not round_.tally.tricks[1] and can_win_all(round_.position, Side.ONE)
        assert (card.winner is Side.ONE) == sweeps


def test_the_winner_of_a_capot_is_unknown_where_the_search_is_given_up() -> None:
    deal = played_deal(Located(played_at_random("1", "capot", "coinche:pagat")))
    assert isinstance(deal, PlayedDeal)
    fates = [Fate(deal, Effort(max_nodes=nodes)) for nodes in (1, 0)]
    assert [fate.winner(deal.rounds[0], fate.total) for fate in fates] == ["unknown", Side.ONE]


def all_trumps_first(north: str, south: str, value: str) -> Record:
    """A deal of Coinche in which North plays all his trumps, and then a card of each red suit."""
    plays = "Js Kc 8s Jh 9s Qc 7s Kd As Jc Qh Qd Ts 9c Kh Jd Ks 8c Th Ac Qs 7c".split()
    contract = Contract(Strain.SPADES, Side.ONE, Seat.NORTH, value)
    last = f"{south.split()[0]} Tc {north} 9d {south.split()[1]} 9h"
    after = "7d Ad Td 8d" if north == "7h" else "Ad Td 8d 7d"
    cards = tuple(Card(word) for word in (*plays, *last.split(), *after.split()))
    return Record(find_game("coinche,generale=true"), cards, contract, dealer=Seat.WEST)


def test_a_trick_without_points_is_a_trick() -> None:
    found = done(all_trumps_first("7h", "Ah 8h", "capot"))
    assert found.made == found.total
    assert {card.winner for card in found.cards[-8:]} == {Side.TWO}


def test_a_generale_is_made_as_soon_as_nobody_has_a_higher_card() -> None:
    found = done(all_trumps_first("Ah", "7h 8h", "generale"))
    assert [card.winner for card in found.cards] == ["unknown"] * 6 + [Side.ONE] * 26
    assert found.needed == found.total
    assert not any(card.turns for card in found.cards)


def can_win_alone(position: Position, seat: Seat) -> bool:
    """Whether a player wins all tricks that remain by himself, by going through all that can follow."""
    choice = any if position.turn.side is seat.side else all
    after = (position.play(card) for card in position.legal())
    return not position.legal() or choice(
        (bool(p.trick.cards) or p.trick.leader is seat) and can_win_alone(p, seat) for p in after
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_generale_is_open_until_it_is_decided(seed: str) -> None:
    found = done(played_at_random(seed, "generale", "coinche,generale=true"))
    assert found.cards[0].winner == "unknown"
    assert found.cards[-1].winner is Side.TWO
    for round_, card in list(zip((*found.deal.rounds, found.deal.end)[1:], found.cards, strict=True))[-14:]:
        has_all = round_.tally.tricks_of[0] == len(round_.tricks)
        wins = has_all and can_win_alone(round_.position, Seat.NORTH)
        assert card.winner in ("unknown", Side.ONE if wins else Side.TWO)
        assert has_all or card.winner is Side.TWO


def test_bridge_has_a_par_and_the_declarer_plays_dummy() -> None:
    found = reviewed("bridge")
    assert found.par is not None
    assert found.par.contracts
    assert {card.player for card in found.cards} == {seat for seat in SEATS if seat is not found.deal.end.dummy}


@pytest.mark.skipif(engine() == "plain", reason="the plain engine does not look for par")
@pytest.mark.parametrize(("max_nodes", "score"), [(0, 1520), (NORMAL.max_nodes, 1520), (1, None)])
def test_par_is_searched_within_the_limit(max_nodes: int, score: int | None) -> None:
    _, hands = parse_deal("N:AKQ2.AKQ2.AKQ.AK 543.543.5432.543 JT98.JT98.JT9.QJ 76.76.876.T98762")
    contract = Contract(Strain.SPADES, Side.ONE, Seat.NORTH, 4)
    deal = Deal(hands=tuple(map(tuple, hands)))
    record = played("bridge")._replace(auction=(), contract=contract, deal=deal, plays=(), said=None, scores=None)
    found = done(record, max_nodes=max_nodes)
    assert found.engine == "numba"
    assert (found.par and found.par.score) == score
    assert found.value == (None if score is None else 13)


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_a_claim_is_compared_with_best_play(off: int) -> None:
    whole = reviewed("bridge")
    for before, round_ in zip(whole.cards, whole.deal.rounds[1:], strict=False):
        won, rest = round_.tally.tricks[whole.deal.side - 1], 13 - len(round_.tricks)
        right = before.expected
        if before.trick > 5 and right is not None and won <= right + off <= won + rest:
            break
    assert right is not None
    found = done(round_.claim(right + off, lambda position, more: True).record())
    assert found.claim is not None
    assert (found.claim.tricks, found.claim.right, found.made) == (right + off, right, right + off)
    assert found.is_over


def test_a_deal_that_is_not_over_is_reviewed_as_far_as_it_was_played() -> None:
    whole = reviewed("belote")
    record = whole.record._replace(plays=whole.record.plays[:18], said=(), scores=None)
    found = done(record)
    assert [card.cost for card in found.cards] == [card.cost for card in whole.cards[:18]]
    assert found.value == whole.value
    assert not found.is_over
    assert found.deal.score is None


def test_a_search_that_is_given_up_leaves_costs_unknown_and_the_rest_known() -> None:
    found, whole = done(played("belote", "given up"), max_nodes=100), done(played("belote", "given up"))
    unknown = [card.cost is None for card in found.cards]
    assert any(unknown)
    assert not all(unknown)
    assert found.value is None
    for card, right in zip(found.cards, whole.cards, strict=True):
        assert card.cost in (None, right.cost)
        assert card.expected in (None, right.expected)


@pytest.mark.parametrize("game", game_names())
def test_nothing_is_searched_where_there_is_no_choice(game: str) -> None:
    found = reviewed(game)
    last = [card for card in found.cards if card.trick == found.record.game.hand_size]
    assert all(not card.is_choice and card.cost == 0 and card.worth is None for card in last)
