"""Hokm: trumps after five cards, seven tricks, kots, who deals next; against a second implementation and the rules."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
import reference
import reference_deals
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from overtrick.bots.bot import find_bot
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards, parse_card
from overtrick.core.catalogue import find_game, presets
from overtrick.core.errors import Finding, Illegal, Invalid
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import SUIT_STRAINS, Strain
from overtrick.deal.match import Match
from overtrick.deal.position import Position
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.kernel.races import RaceSearcher
from overtrick.engine.perft import perft
from overtrick.engine.solver.reference import PlainSearcher
from overtrick.engine.solver.solve import solve
from overtrick.engine.worlds import worlds
from overtrick.formats.result_text import Extras, read_outcome
from overtrick.games.hokm.rules import Hokm
from overtrick.referee.judging import judge
from overtrick.referee.referee import Level, Referee
from overtrick.referee.verdict import Fault

HOKM = find_game("hokm")
GAMES = list(presets("hokm").values())
ENDING_EARLY = [game for game in GAMES if game.enough_tricks]
ENDING = "N:A.K2..3 ..K5.A4 Q.Q7..K ..AQ.52"
LEVELS: tuple[Level, Level] = ("player", "deal")


def score_of(game: Game, result: str) -> DealScore:
    outcome = read_outcome(game, result.split(), Extras())
    assert outcome is not None
    score = game.score(outcome)
    assert score is not None
    return score


def scored(preset: str, result: str) -> tuple[Scores, Seat]:
    """The scores of a result, and who is hakem next."""
    game = find_game(f"hokm:{preset}")
    score, dealer = score_of(game, result), Seat(int(result[0])).previous
    return score.scores, Match(game, dealer).add_score(score).dealer.next


@pytest.mark.parametrize(
    ("result", "scores", "hakem"),
    [
        ("1: 7-3", (1, 0), 1),
        ("1: 5-7", (0, 1), 2),
        ("1: 7-0", (2, 0), 1),
        ("1: 0-7", (0, 3), 2),
        ("2: 0-7", (0, 2), 2),
        ("2: 7-0", (3, 0), 3),
        ("4: 7-6", (1, 0), 1),
    ],
)
def test_scores_and_hakems_of_the_rule_sheet(result: str, scores: Scores, hakem: int) -> None:
    assert scored("pagat", result) == (scores, hakem)


@pytest.mark.parametrize(
    ("result", "scores", "hakem"),
    [("1: 7-4", (1, 0), 1), ("1: 7-0", (3, 0), 3), ("1: 4-7", (0, 2), 2), ("1: 0-7", (0, 4), 2)],
)
def test_court_piece_with_points(result: str, scores: Scores, hakem: int) -> None:
    assert scored("court_points", result) == (scores, hakem)


@pytest.mark.parametrize("result", ["1: 6-6", "1: 8-3", "1: 7-7", "5: 7-0", "7-5", "1: 7", ""])
def test_a_result_has_seven_tricks_of_one_side(result: str) -> None:
    with pytest.raises(Invalid, match="such as 1: 7-5"):
        read_outcome(HOKM, result.split(), Extras())


def test_a_match_is_to_seven_points() -> None:
    def deals(*results: str) -> Match:
        match = Match(HOKM, Seat.WEST)
        for result in results:
            match = match.add_score(score_of(HOKM, f"{match.dealer.next}: {result}"))
        return match

    equal = deals(*["7-6", "6-7"] * 6)
    assert (equal.standing.totals, equal.standing.is_over) == ((6, 6), False)
    last = deals(*["7-6", "6-7"] * 6, "7-6").standing
    assert (last.totals, last.is_over, last.winner) == ((7, 6), True, Side.ONE)
    before = deals(*["7-6", "6-7"] * 5, "7-6")
    assert (before.standing.totals, before.dealer.next.side) == ((6, 5), Side.ONE)
    over = before.add_score(score_of(HOKM, f"{before.dealer.next}: 0-7")).standing
    assert (over.totals, over.winner) == ((6, 8), Side.TWO)


@given(st.sampled_from(ENDING_EARLY), st.integers(0, 6), st.booleans(), st.sampled_from(SEATS))
def test_scores_and_dealers_are_those_of_the_second_implementation(
    game: Game, lost: int, first_wins: bool, hakem: Seat
) -> None:
    tricks = (7, lost) if first_wins else (lost, 7)
    score = game.score(Outcome(Contract(Strain.HEARTS, hakem.side, hakem), tricks, tricks))
    assert score is not None
    assert score.scores == reference_deals.hokm_score(game.house, hakem, tricks)


RESULTS = st.builds(
    lambda lost, first_wins: (7, lost) if first_wins else (lost, 7),
    st.sampled_from([0, 1, 2, 3, 4, 5, 6, 6, 6]),
    st.sampled_from([True, True, True, False]),
)
COURTS = find_game("hokm:court_piece")


@given(
    st.sampled_from([*ENDING_EARLY, COURTS.with_house_rules({"row": 2, "kot": 0, "hakem_kot": 0})]),
    st.sampled_from(SEATS),
    st.lists(RESULTS, max_size=25),
)
def test_matches_are_those_of_the_second_implementation(game: Game, hakem: Seat, results: list[Scores]) -> None:
    match = Match(game, hakem.previous)
    for tricks in results:
        match = match.add_score(score_of(game, "{}: {}-{}".format(match.dealer.next, *tricks)))
    totals, rows, next_hakem = reference_deals.hokm_match(game.house, hakem, results)
    assert (match.standing.totals, match.standing.rows, match.dealer.next) == (totals, rows, next_hakem)


def test_court_piece_counts_courts_and_rows_of_seven_deals() -> None:
    def deals(*results: str, dealer: Seat = Seat.WEST) -> list[tuple[Scores, Scores, Seat]]:
        match, found = Match(COURTS, dealer), []
        for result in results:
            match = match.add_score(score_of(COURTS, f"{match.dealer.next}: {result}"))
            found.append((match.standing.totals, match.standing.rows, match.dealer))
        return found

    assert deals("7-4", "4-7", "6-7", "0-7", "7-1") == [
        ((0, 0), (1, 0), 4),
        ((0, 0), (0, 1), 1),
        ((0, 0), (0, 2), 1),
        ((0, 1), (0, 0), 3),
        ((0, 1), (1, 0), 4),
    ]
    *six, seventh = deals(*["7-4"] * 7)
    assert six == [((0, 0), (number, 0), 4) for number in range(1, 7)]
    assert seventh == ((1, 0), (0, 0), 2)
    assert deals("0-7") == [((0, 1), (0, 0), 1)]
    goon = find_game("hokm:court_piece,hakem_kot=3")
    assert Match(goon, Seat.WEST).add_score(score_of(goon, "1: 0-7")).standing.totals == (0, 3)


def played_at_random(game: Game, rng: Random) -> Round:
    deal = Round(game, rng.choice(SEATS), rng.sample(list(game.pack), len(game.pack)))
    while deal.turn is not None:
        deal = deal.apply(rng.choice(deal.legal()))
    return deal


@pytest.mark.parametrize("game", ENDING_EARLY, ids=str)
def test_a_deal_ends_with_the_seventh_trick(game: Game) -> None:
    rng, ends = Random(1), Counter[int]()
    for _ in range(60):
        deal = played_at_random(game, rng)
        assert sorted(deal.tally.tricks)[1] == 7
        won = [0, 0]
        for trick in deal.tricks:
            assert 7 not in won
            assert trick.holder is not None
            won[trick.holder.side - 1] += 1
        assert tuple(won) == deal.tally.tricks
        assert [len(hand) for hand in deal.hands] == [13 - len(deal.tricks)] * 4
        assert deal.contract is not None
        assert deal.score is not None
        assert deal.score.scores == reference_deals.hokm_score(game.house, deal.contract.seat or 0, deal.tally.tricks)
        with pytest.raises(Illegal):
            deal.apply(next(iter(deal.hands[0] or [Card("As")])))
        ends[len(deal.tricks)] += 1
    assert len(ends) > 3


def test_only_the_hakem_has_cards_when_trumps_are_named() -> None:
    deck = Random(3).sample(list(HOKM.pack), 52)
    deal = Round(HOKM, Seat.WEST, deck)
    assert [len(view(deal, seat).hand) for seat in SEATS] == [5, 0, 0, 0]
    assert [str(call) for call in deal.legal()] == ["name S", "name H", "name D", "name C"]
    named = deal.apply("name D")
    assert (named.turn, [len(hand) for hand in named.hands]) == (Seat.NORTH, [13] * 4)
    assert deal.hands[0] <= named.hands[0]
    others = Round(find_game("hokm:online"), Seat.WEST, deck)
    assert [len(view(others, seat).hand) for seat in SEATS] == [5] * 4
    assert others.apply("name D").hands == named.hands  # the deck is dealt in the same order


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_hands_follow_the_packets(game: Game) -> None:
    deck = Random(4).sample(list(game.pack), 52)
    deal = Round(game, Seat.EAST, deck).apply("name H")
    for place, seat in enumerate((Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)):
        packets = deck[5 * place : 5 * place + 5], deck[20 + 4 * place :][:4], deck[36 + 4 * place :][:4]
        assert list(deal.dealt.hands[seat - 1]) == [card for packet in packets for card in packet]


@pytest.mark.parametrize("tricks", [(5, 4), (6, 3), (3, 6)])
def test_all_ways_to_play_an_ending_by_their_results(tricks: Scores) -> None:
    """Against all orders in which the hands can be played out, cut at the seventh trick."""
    found = Counter[Scores]()

    def go_on(position: Position) -> None:
        if not position.legal():
            found[position.trick.won] += 1
        for card in position.legal():
            go_on(position.play_unchecked(card))

    go_on(Position.parse("hokm C N {}-{} {}".format(*tricks, ENDING)))
    assert (
        dict(found)
        == {
            (5, 4): {(7, 4): 128, (5, 7): 3144, (7, 5): 3616, (6, 7): 8116, (7, 6): 3012},
            (6, 3): {(7, 3): 22, (7, 4): 850, (7, 5): 1880, (6, 7): 2684, (7, 6): 460},
            (3, 6): {(3, 7): 62, (4, 7): 474, (5, 7): 864, (6, 7): 288},
        }[tricks]
    )


def ended_values(position: Position) -> dict[Card, int]:
    """What each card is worth to the side that plays it, by looking at every way to go on."""

    def of_first(after: Position) -> int:
        if not after.legal():
            left, won = len(after.hands[0]), after.trick.won
            return won[0] + (left if won[0] == 7 else 0)
        values = [of_first(after.play_unchecked(card)) for card in after.legal()]
        return max(values) if after.turn.side is Side.ONE else min(values)

    side, first = position.turn.side, position.trick.won[0]
    left = len(position.hands[position.turn - 1])
    found = {card: of_first(position.play_unchecked(card)) - first for card in position.legal()}
    return {card: value if side is Side.ONE else left - value for card, value in found.items()}


@st.composite
def endings(draw: st.DrawFn, most: int) -> Position:
    """The beginning of a late trick, with tricks so far after which the deal is not over."""
    size = draw(st.integers(1, most))
    cards = draw(st.permutations(list(HOKM.pack)))[: 4 * size]
    first = draw(st.integers(max(0, 13 - size - 6), min(6, 13 - size)))
    hands = [Cards(cards[size * seat : size * seat + size]) for seat in range(4)]
    strain, leader = draw(st.sampled_from(SUIT_STRAINS)), draw(st.sampled_from(SEATS))
    position = Position(HOKM, strain, hands, leader, won=(first, 13 - size - first))
    for _ in range(draw(st.integers(0, 3))):
        position = position.play(draw(st.sampled_from(list(position.legal()))))
    return position


@given(endings(3))
@examples(25)
def test_values_are_those_of_all_ways_to_go_on(position: Position) -> None:
    if not position.legal():
        return
    solution = solve(position, all_cards=True, line=True)
    assert solution.cards == ended_values(position)
    assert solution.value == max(solution.cards.values())
    end = position
    for card in solution.line:
        end = end.play(card)
    assert not end.legal()


@given(endings(5))
@examples(25)
def test_kernels_find_the_values_of_the_plain_search(position: Position) -> None:
    if not position.legal():
        return
    fast, plain = RaceSearcher(HOKM, position.strain), PlainSearcher(HOKM, position.strain)
    assert fast.bounds(position, -1, 14)[:2] == plain.bounds(position, -1, 14)[:2]
    assert fast.card_bounds(position)[0] == plain.card_bounds(position)[0]


def test_a_limit_of_nodes_leaves_bounds_that_hold() -> None:
    rng = Random(7)
    for _ in range(10):
        cards = rng.sample(list(HOKM.pack), 52)
        hands = [Cards(cards[13 * seat : 13 * seat + 13]) for seat in range(4)]
        position = Position(HOKM, rng.choice(SUIT_STRAINS), hands, Seat.NORTH)
        searcher = RaceSearcher(HOKM, position.strain)
        value, same, _ = searcher.bounds(position, -1, 14)
        assert value == same
        searcher.forget()
        low, high, nodes = searcher.bounds(position, -1, 14, 40)
        assert low <= value <= high
        assert nodes <= 41


def test_a_text_tells_the_tricks_so_far() -> None:
    position = Position.parse(f"hokm C N 5-4 {ENDING}")
    assert position.trick.won == (5, 4)
    assert Position.parse(str(position)) == position
    assert position != Position.parse(f"hokm C N {ENDING}")
    assert Position.parse(f"whist C N 5-4 {ENDING}") == Position.parse(f"whist C N {ENDING}")
    won = Position.parse(f"hokm C N 6-6 {ENDING}")
    assert [won := won.play(next(iter(won.legal()))) for _ in range(4)][-1].legal() == Cards()


CASES = [
    ("Ac 2d 3d 4d 2h", (None, 4)),
    ("Ah 2c 3h 4h 2h 5h", (5, 5)),
]


@pytest.mark.parametrize(("plays", "expected"), CASES)
def test_what_cards_prove(plays: str, expected: tuple[int | None, int | None]) -> None:
    names = plays.split()
    for level, number in zip(LEVELS, expected, strict=True):
        assert reference.first_provable("hokm", "H", names, 1, 13, {}, level) == number
        referee = Referee("hokm", Strain.HEARTS, level)
        objected = next((at for at, name in enumerate(names) if referee.play(parse_card(name))), None)
        assert objected == number


def test_all_three_who_have_no_club_are_suspects() -> None:
    referee = Referee("hokm", Strain.HEARTS)
    for card in "Ac 2d 3d 4d 2h".split():
        referee.play(card)
    assert isinstance(referee.finding, Fault)
    assert referee.finding.suspects == (2, 3, 4)
    assert (referee.finding.offender, referee.finding.side) == (None, None)


SEVEN = "Ah 2c 3h 4h Kh 5c 5h 6h Qh 6c 7h 8h Jh 7c 9h Th As 2s 3s 4s Ks 5s 6s 7s Qs 8s 9s Ts".split()
"""seven tricks of seat 1, in which seat 2 shows no heart"""


def test_seven_tricks_end_a_deal_and_a_card_more_is_too_many() -> None:
    referee = Referee("hokm", Strain.HEARTS, contract=Contract(Strain.HEARTS, Side.ONE, Seat.NORTH))
    for number, card in enumerate(SEVEN):
        assert referee.is_over is False
        assert referee.play(card) is None, number
    assert referee.finish() is None
    assert (referee.is_over, referee.final, referee.scores) == (True, (2, 0), (7, 0))
    finding = referee.play("Js")
    assert isinstance(finding, Finding)
    assert (finding.code, finding.values) == ("too-many-tricks", {"all": 7})


def test_six_tricks_are_incomplete() -> None:
    referee = Referee("hokm", Strain.HEARTS)
    for card in SEVEN[:-4]:
        referee.play(card)
    finding = referee.finish()
    assert finding is not None
    assert finding.code == "incomplete"


def test_a_revoke_gives_all_tricks_to_the_others() -> None:
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.NORTH)
    assert HOKM.revoke_scores(Side.ONE, contract) == (0, 3)
    assert HOKM.revoke_scores(Side.TWO, contract) == (2, 0)
    assert HOKM.revoke_scores(Side.TWO, None) is None
    hakem_failed = HOKM.lost_deal(Side.TWO, None)
    assert (hakem_failed.scores, hakem_failed.taker) == ((3, 0), Side.TWO)
    lost = HOKM.lost_deal(Side.ONE, contract)
    assert (lost.scores, Match(HOKM, Seat.WEST).add_score(lost).dealer) == ((0, 3), Seat.NORTH)


def late(rng: Random, cards: int) -> Round:
    """A deal in which each player has a few cards left."""
    while True:
        deal = Round(HOKM, rng.choice(SEATS), rng.sample(list(HOKM.pack), 52))
        while deal.turn is not None and (len(deal.hands[0]) > cards or (deal.trick and deal.trick.cards)):
            deal = deal.apply(rng.choice(deal.legal()))
        if deal.turn is not None:
            return deal


def test_worlds_are_those_that_brute_force_finds() -> None:
    rng = Random(2)
    for _ in range(3):
        deal = late(rng, 2)
        assert deal.turn is not None
        seat = deal.turn
        others = [other for other in SEATS if other is not seat]
        unseen = sorted(card for other in others for card in deal.hands[other - 1])
        ways = set[tuple[Cards, ...]]()
        for order in permutations(unseen):
            dealt = tuple(Cards(order[2 * place : 2 * place + 2]) for place in range(3))
            lacks = [deal.course.lacking[other - 1] for other in others]
            if not any(hand.mask & missing for hand, missing in zip(dealt, lacks, strict=True)):
                ways.add(dealt)
        seen = view(deal, seat)
        drawn, found = set[tuple[Cards, ...]](), worlds(seen, Random(1))
        for _ in range(60 * len(ways)):
            world = next(found)
            drawn.add(tuple(world.hands[other - 1] for other in others))
            assert view(world, seat) == seen
        assert drawn == ways


# Further house rules.

DOUBLE_SIR, ON = find_game("hokm:double_sir"), find_game("hokm:court_piece,play_on=true")
WEAK = find_game("hokm,weak_five=below_jack")


def hokm(text: str) -> Hokm:
    """A game of Hokm."""
    game = find_game(text)
    assert isinstance(game, Hokm)
    return game


def won_by(seats: str, cards: str = "") -> tuple[tuple[Seat, Card], ...]:
    """Tricks by who won them, with cards that do not matter but where they are told."""
    found = cards.split() or ["2c"] * 13
    return tuple((Seat(int(seat)), Card(card)) for seat, card in zip(seats.split(), found, strict=True))


@pytest.mark.parametrize(
    ("house", "seats", "tricks"),
    [
        ("", "1 1 2 2 3 4 4 1 1 1 2 3 3", (8, 5)),
        (",blocked=true", "1 1 2 2 3 4 4 1 1 1 2 3 3", (6, 7)),
        ("", "1 3 1 3 1 3 1 3 1 3 1 3 1", (13, 0)),
        ("", "1 1 1 1 2 3 2 3 2 4 4 2 2", (4, 9)),
    ],
)
def test_who_wins_two_tricks_running_takes_the_pile(house: str, seats: str, tricks: Scores) -> None:
    game = hokm(f"hokm:double_sir{house}")
    assert game.counted_tricks(won_by(seats)) == tricks


def test_two_aces_take_nothing() -> None:
    game = hokm("hokm:double_sir,two_aces=true")
    cards = "Ah As 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
    winners = won_by("1 1 2 4 2 4 2 4 2 4 2 4 2", cards)
    assert game.counted_tricks(winners) == (0, 13)
    assert DOUBLE_SIR.counted_tricks(winners) == (2, 11)


@given(st.integers(0, 1 << 32), st.booleans(), st.booleans())
@examples(60)
def test_deals_of_double_sir_are_those_of_the_second_implementation(seed: int, blocked: bool, two_aces: bool) -> None:
    game = hokm("hokm:double_sir").with_house_rules({"blocked": blocked, "two_aces": two_aces})
    deal = played_at_random(game, Random(seed))
    assert len(deal.tricks) == 13
    assert deal.contract is not None
    winners = [(int(trick.holder or 0), str(trick.master)) for trick in deal.tricks]
    tricks = reference_deals.double_sir(game.house, winners)
    assert deal.outcome is not None
    assert deal.outcome.tricks == tricks
    assert deal.score is not None
    assert deal.score.scores == reference_deals.hokm_score(game.house, deal.contract.seat or 0, tricks)
    judged = judge(deal.record())
    assert (judged.status, judged.final) == ("clean", deal.score.scores)


@pytest.mark.parametrize(
    ("result", "scores", "reason", "dealer"),
    [("1: 8-5", (0, 0), "deal", 4), ("1: 13-0", (1, 0), "court", 2), ("1: 0-13", (0, 3), "goon-court", 1)],
)
def test_courts_of_double_sir_are_all_thirteen_tricks(result: str, scores: Scores, reason: str, dealer: int) -> None:
    score = score_of(DOUBLE_SIR, result)
    assert (score.scores, score.parts[0].reason) == (scores, reason)
    assert Match(DOUBLE_SIR, Seat.WEST).add_score(score).dealer == dealer


def test_plays_of_double_sir_have_no_values() -> None:
    position = Position.parse(f"hokm:double_sir C N {ENDING}")
    with pytest.raises(Invalid, match="have no values"):
        solve(position)


@pytest.mark.parametrize(
    ("seats", "scores", "reason"),
    [
        ("1 1 3 1 3 1 1 2", (1, 0), "kot"),
        ("1 1 3 1 3 1 1 1 1 4", (1, 0), "kot"),
        ("2 2 2 2 2 2 2 1", (0, 1), "hakem-kot"),
        ("1 1 3 1 3 1 1 1 1 1 1 1 1", (52, 0), "court-52"),
        ("1 2 1 3 1 3 1 1", (0, 0), "deal"),
    ],
)
def test_a_side_with_the_first_seven_tricks_goes_on(seats: str, scores: Scores, reason: str) -> None:
    winners = won_by(seats, " ".join(["2c"] * len(seats.split())))
    tricks = ON.counted_tricks(winners)
    score = ON.score(Outcome(Contract(Strain.HEARTS, Side.ONE, Seat.NORTH), tricks, tricks))
    assert score is not None
    assert (score.scores, score.parts[0].reason) == (scores, reason)


def test_a_match_with_52_courts() -> None:
    goon = Match(ON, Seat.WEST).add_score(score_of(ON, "1: 0-7"))
    assert (goon.standing.totals, goon.dealer) == ((0, 1), Seat.NORTH)
    court = goon.add_score(score_of(ON, "2: 0-13"))
    assert (court.standing.totals, court.dealer) == ((0, 53), Seat.SOUTH)
    with pytest.raises(Invalid):
        read_outcome(COURTS, ["2:", "0-13"], Extras())


def test_positions_end_when_a_sweep_does() -> None:
    hands = [Cards.from_mask(0b111 << 13 * seat) for seat in range(4)]
    rules = ON.rules(Strain.SPADES)
    assert [rules.is_enough(won) for won in ((7, 0), (12, 0), (7, 1), (9, 1), (6, 6), (0, 8))] == [
        *(False, False, True, True, False, False)
    ]
    position = Position(ON, Strain.SPADES, hands, Seat.NORTH, won=(10, 0))
    assert perft(position, 12) == perft(Position(find_game("whist"), Strain.SPADES, hands, Seat.NORTH), 12)


@given(st.integers(0, 1 << 32))
@examples(40)
def test_deals_that_go_on_are_judged_as_they_were_played(seed: int) -> None:
    deal = played_at_random(ON, Random(seed))
    judged = judge(deal.record())
    assert deal.score is not None
    assert (judged.status, judged.final) == ("clean", deal.score.scores)


def test_a_hakem_with_five_low_cards_may_ask_for_a_new_deal() -> None:
    low = [Card(f"{rank}{suit}") for rank in "23" for suit in "shd"][:5]
    deck = [*low, *(card for card in WEAK.pack if card not in low)]
    deal = Round(WEAK, Seat.WEST, deck)
    assert "redeal" in deal.legal()
    over = deal.apply("redeal")
    assert (over.phase, over.contract) == ("over", None)
    match = Match(WEAK, Seat.WEST).add(over)
    assert (match.dealer, match.standing.totals) == (Seat.WEST, (0, 0))
    assert judge(over.record()).status == "clean"
    strong = Round(WEAK, Seat.WEST, [Card("Js"), *(card for card in deck if card is not Card("Js"))])
    assert "redeal" not in strong.legal()
    with pytest.raises(Illegal):
        strong.apply("redeal")
    assert find_bot("simple", Random(1))(view(deal, Seat.NORTH)) == "redeal"
    redeal = Hokm("pagat", weak_five="below_jack").auction_rules.calls[0]
    assert deal.apply(redeal).phase == "over", "a call is that of any equal game"
