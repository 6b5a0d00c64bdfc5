"""Matches: when they end, who deals, what is carried from deal to deal."""

from random import Random

import pytest
from strategies import PRESETS

from overtrick.core.actions import PASS
from overtrick.core.auctions import Contract
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Illegal
from overtrick.core.game import Game, Outcome, Progress, Standing
from overtrick.core.scoring import NOBODY, DealScore, Part, Scores
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.match import Match
from overtrick.deal.round import Round
from overtrick.games.bridge.rules import BOTH, EW, NS
from scripts.matches import bot_of


def standing(game: str, *history: DealScore, dealer: Seat = Seat.NORTH) -> Standing:
    return Match(find_game(game), dealer, history).standing


def scored(first: int, second: int, winner: Side | None = Side.ONE, held: int = 0) -> DealScore:
    """A deal that brings so many points in tricks; side 1 took."""
    parts = (Part(Side.ONE, "tricks", first), Part(Side.TWO, "tricks", second))
    return DealScore(parts, winner, Side.ONE, held)


def over(found: Standing) -> tuple[Scores, bool, Side | None]:
    return found.totals, found.is_over, found.winner


# The end


@pytest.mark.parametrize(
    ("game", "history", "expected"),
    [
        ("belote", [(500, 400), (499, 400)], ((999, 800), False, None)),
        ("belote", [(500, 400), (500, 400)], ((1000, 800), True, Side.ONE)),
        ("belote", [(1000, 1001)], ((1000, 1001), True, Side.TWO)),  # both over: the larger total
        ("belote", [(1000, 1000)], ((1000, 1000), False, None)),  # an extra deal
        ("belote", [(1000, 1000), (82, 80)], ((1082, 1080), True, Side.ONE)),
        ("belote:pagat", [(1000, 1000)], ((1000, 1000), True, None)),  # a draw
        ("belote:info0004", [(82, 80)], ((82, 80), True, Side.ONE)),
        ("belote:info0004", [(81, 81)], ((81, 81), True, None)),
        ("belote,deals=3", [(1000, 0), (0, 300)], ((1000, 300), False, None)),
        ("belote,deals=3", [(100, 0), (0, 300), (0, 0)], ((100, 300), True, Side.TWO)),
        ("belote,target=501", [(501, 0)], ((501, 0), True, Side.ONE)),
        ("euchre", [(4, 0), (4, 0), (2, 0)], ((10, 0), True, Side.ONE)),
        ("euchre:hoyle", [(4, 0)], ((4, 0), False, None)),
        ("euchre:hoyle", [(4, 0), (0, 2), (2, 0)], ((6, 2), True, Side.ONE)),
        ("coinche:cannes", [(2000, 0)], ((2000, 0), False, None)),
        ("bridge,boards=2", [(100, 0), (0, 100)], ((100, 100), True, None)),
        ("bridge,boards=2", [(100, 0), (0, 50)], ((100, 50), True, Side.ONE)),
        ("bridge,boards=3", [(100, 0), (0, 50)], ((100, 50), False, None)),
    ],
)
def test_when_a_match_ends_and_who_has_won(
    game: str, history: list[Scores], expected: tuple[Scores, bool, Side | None]
) -> None:
    assert over(standing(game, *(scored(*scores) for scores in history))) == expected


def test_in_dot_cardgames_the_contract_decides_the_match() -> None:
    assert over(standing("coinche:dot_cardgames", scored(79, 73, Side.TWO))) == ((79, 73), True, Side.TWO)


def test_a_bare_belote_may_not_end_a_match() -> None:
    before = scored(1990, 0)
    bare = DealScore((Part(Side.ONE, "belote", 20), Part(Side.TWO, "cards", 240)), Side.TWO, Side.ONE)
    assert over(standing("coinche", before, bare)) == ((2010, 240), False, None)
    assert over(standing("coinche,bare_belote_ends=true", before, bare)) == ((2010, 240), True, Side.ONE)
    assert not standing("coinche", before, bare, scored(0, 100, Side.TWO)._replace(parts=bare.parts[1:])).is_over
    assert standing("coinche", before, bare, scored(10, 240, Side.TWO)).winner is Side.ONE
    with_tricks = DealScore((*bare.parts, Part(Side.ONE, "tricks", 10)), Side.TWO, Side.ONE)
    assert standing("coinche", before, with_tricks).winner is Side.ONE
    # The other side has reached the target by cards: it wins, although it has less.
    assert over(standing("coinche", scored(1990, 1760), bare)) == ((2010, 2000), True, Side.TWO)


def test_a_match_that_is_over_has_no_next_round() -> None:
    game = find_game("belote:info0004")
    match = Match(game, Seat.NORTH, (scored(82, 80),))
    with pytest.raises(Illegal) as refusal:
        match.next_round(tuple(game.pack))
    assert refusal.value.finding.code == "match-is-over"


def test_a_round_that_is_not_over_cannot_be_added() -> None:
    match = Match.start(find_game("bridge"))
    with pytest.raises(Illegal) as refusal:
        match.add(match.next_round(tuple(match.game.pack)))
    assert refusal.value.finding.code == "deal-is-not-over"
    assert match.history == ()


# Litige


LITIGE = scored(0, 81, None, held=81)


def test_points_in_litige_go_to_the_winner_of_the_next_contract() -> None:
    waiting = standing("belote", LITIGE)
    assert (waiting.totals, waiting.held) == ((0, 81), 81)
    assert standing("belote", LITIGE, scored(100, 62)).totals == (181, 143)
    assert standing("belote", LITIGE, scored(0, 162, Side.TWO)).totals == (0, 324)
    assert standing("belote", LITIGE, scored(100, 62)).held == 0


def test_two_litiges_in_a_row_add_up() -> None:
    second = scored(0, 91, None, held=91)
    assert standing("belote", LITIGE, second).held == 172
    assert standing("belote", LITIGE, second, scored(100, 62)).totals == (272, 234)


def test_a_deal_that_nobody_took_leaves_a_litige_waiting() -> None:
    assert standing("belote", LITIGE, DealScore(is_played=False)).held == 81
    assert standing("belote", LITIGE, DealScore(is_played=False), scored(100, 62)).totals == (181, 143)


def test_the_last_of_a_fixed_number_of_deals_gives_each_its_own() -> None:
    last = standing("belote,deals=2", scored(100, 62), LITIGE)
    assert (*over(last), last.held) == ((181, 143), True, Side.ONE, 0)
    first = standing("belote,deals=2", LITIGE, scored(100, 62))
    assert over(first) == ((181, 143), True, Side.ONE)


def test_an_extra_deal_gives_each_its_own() -> None:
    equal = standing("belote,deals=1,tied_match=extra_deal", LITIGE)
    assert over(equal) == ((81, 81), False, None)
    still_equal = standing("belote,deals=1,tied_match=extra_deal", LITIGE, LITIGE)
    assert (*over(still_equal), still_equal.held) == ((162, 162), False, None, 0)


@pytest.mark.parametrize("name", ["belote", "coinche", "euchre:hoyle", "klaverjas:kbn"])
def test_a_deal_that_is_only_dealt_again_is_none_of_a_match(name: str) -> None:
    game = find_game(f"{name},deals=1")
    after = game.after(Progress(Seat.NORTH), game.passed_out(Seat.NORTH))
    assert (after.deals, after.standing.is_over) == (0, False)


def test_a_match_is_won_by_points_that_were_held() -> None:
    assert over(standing("belote", scored(900, 100), LITIGE, scored(85, 77))) == ((1066, 258), True, Side.ONE)


# Dealers and passed-out deals


def passed_out(round_: Round) -> Round:
    while round_.turn is not None:
        round_ = round_.apply(PASS)
    assert round_.contract is None
    return round_


@pytest.mark.parametrize(
    ("game", "dealers"),
    [
        ("belote", "2341"),
        ("belote,all_pass=same_dealer", "2222"),
        ("coinche", "2341"),
        ("euchre:hoyle", "2341"),
        ("bridge", "1234"),  # North deals the first board
        ("bridge:rubber", "2341"),
        ("bridge:chicago", "2222"),
    ],
)
def test_who_deals_when_all_have_passed(game: str, dealers: str) -> None:
    match, seen = Match.start(find_game(game), Seat.EAST), ""
    for number in range(4):
        round_ = match.next_round(tuple(match.game.pack))
        assert round_.number == (number + 1 if match.game.vulnerability else None)
        seen += str(round_.dealer)
        match = match.add(passed_out(round_))
    assert seen == dealers
    assert match.standing.totals == (0, 0)
    assert not match.is_over


@pytest.mark.parametrize("game", ["bridge:chicago", "belote,all_pass=same_dealer"])
def test_the_deal_passes_on_when_it_was_played(game: str) -> None:
    match = Match.start(find_game(game), Seat.EAST)
    assert played(match, Random(1)).dealer is Seat.SOUTH


def test_a_dealer_may_lose_a_point_when_all_have_passed() -> None:
    match = Match.start(find_game("euchre:hoyle,all_pass=dealer_forfeits"), Seat.EAST)
    for totals in ((0, -1), (-1, -1), (-1, -2)):
        match = match.add(passed_out(match.next_round(tuple(match.game.pack))))
        assert match.standing.totals == totals


def test_who_is_vulnerable_on_each_board() -> None:
    match, found = Match.start(find_game("bridge,boards=20")), ""
    names = {NOBODY: "-", NS: "n", EW: "e", BOTH: "b"}
    while not match.is_over:
        round_ = match.next_round(tuple(match.game.pack))
        assert round_.dealer == len(found) % 4 + 1
        found += names[round_.vulnerable]
        match = match.add(passed_out(round_))
    assert found == "-nebneb-eb-nb-ne-neb"


# Rubber and Chicago


def contract(
    game: str, side: Side, text: str, tricks: int, vulnerable: frozenset[Side] = NOBODY, double: int = 0
) -> DealScore:
    """The score of a contract such as 3NT."""
    seat = Seat.NORTH if side is Side.ONE else Seat.EAST
    bid = Contract(Strain(text[1:]), side, seat, int(text[0]), double)
    won = (tricks, 13 - tricks) if side is Side.ONE else (13 - tricks, tricks)
    found = find_game(f"bridge:{game}").score(Outcome(bid, (0, 0), won, vulnerable=vulnerable))
    assert found is not None
    return found


def rubber(side: Side, text: str, tricks: int, vulnerable: frozenset[Side] = NOBODY) -> DealScore:
    return contract("rubber", side, text, tricks, vulnerable)


def test_two_games_to_none_make_a_rubber_of_700() -> None:
    first, second = rubber(Side.ONE, "3NT", 9), rubber(Side.ONE, "4S", 11, NS)
    after_one = standing("bridge:rubber", first)
    assert (after_one.totals, after_one.games, after_one.vulnerable) == ((100, 0), (1, 0), NS)
    assert not after_one.is_over
    assert over(standing("bridge:rubber", first, second)) == ((100 + 150 + 700, 0), True, Side.ONE)


def test_two_games_to_one_make_a_rubber_of_500() -> None:
    deals = [rubber(Side.ONE, "3NT", 9), rubber(Side.TWO, "5C", 11), rubber(Side.TWO, "4H", 10, BOTH)]
    after_two = standing("bridge:rubber", *deals[:2])
    assert (after_two.games, after_two.vulnerable) == ((1, 1), BOTH)
    assert over(standing("bridge:rubber", *deals)) == ((100, 100 + 120 + 500), True, Side.TWO)


def test_part_scores_add_up_to_a_game_and_a_game_wipes_them() -> None:
    parts = [rubber(Side.ONE, "2S", 8), rubber(Side.TWO, "3C", 9), rubber(Side.ONE, "1NT", 7)]
    assert standing("bridge:rubber", *parts[:2]).below == (60, 60)
    game = standing("bridge:rubber", *parts)
    assert (game.totals, game.games, game.below, game.vulnerable) == ((100, 60), (1, 0), (0, 0), NS)
    assert standing("bridge:rubber", *parts, rubber(Side.TWO, "2C", 8)).below == (0, 40)


def test_what_is_written_above_the_line_makes_no_game() -> None:
    found = standing("bridge:rubber", rubber(Side.ONE, "1S", 13), rubber(Side.ONE, "7NT", 6))
    assert (found.totals, found.below, found.games) == ((30 + 180, 350), (30, 0), (0, 0))


def test_the_side_with_more_points_wins_a_rubber() -> None:
    deals = [rubber(Side.TWO, "7NT", 0), rubber(Side.TWO, "3NT", 9), rubber(Side.TWO, "3NT", 9, EW)]
    lost = [rubber(Side.TWO, "7NT", 0, BOTH)]
    assert over(standing("bridge:rubber", *deals)) == ((650, 900), True, Side.TWO)
    assert over(standing("bridge:rubber", *lost, *deals)) == ((1950, 900), True, Side.ONE)


def test_a_rubber_goes_on_from_deal_to_deal() -> None:
    match = Match.start(find_game("bridge:rubber"), Seat.WEST)
    calls = ["3NT", PASS, PASS, PASS]
    for dealer in (Seat.WEST, Seat.NORTH):
        round_ = match.next_round(tuple(match.game.pack)).apply_all(calls).claim(9, lambda position, more: True)
        assert round_.dealer is dealer
        match = match.add(round_)
    third = match.next_round(tuple(match.game.pack))
    assert (match.standing.games, third.vulnerable, third.number) == ((1, 1), BOTH, 3)
    match = match.add(third.apply_all(calls).claim(9, lambda position, more: True))
    assert (match.standing.games, match.is_over) == ((1, 2), True)


def chicago(side: Side, text: str, tricks: int, vulnerable: frozenset[Side] = NOBODY) -> DealScore:
    return contract("chicago", side, text, tricks, vulnerable)


def test_chicago_pays_a_game_at_once() -> None:
    game, part = chicago(Side.ONE, "3NT", 9), chicago(Side.TWO, "2S", 8)
    assert standing("bridge:chicago", game, dealer=Seat.EAST).totals == (400, 0)  # nobody was vulnerable
    # North dealt the first deal, East the second: the side of the dealer is vulnerable.
    assert standing("bridge:chicago", part, game, dealer=Seat.SOUTH).totals == (400, 60)
    worth_more = chicago(Side.ONE, "3NT", 9, BOTH)
    assert standing("bridge:chicago", game, game, worth_more, dealer=Seat.WEST).totals == (400 + 400 + 600, 0)
    assert standing("bridge:chicago", game, game, worth_more, worth_more).totals == (400 + 400 + 600 + 600, 0)
    # Two part-scores make a game, which is worth what the vulnerability of the deal that completes it says.
    half = chicago(Side.ONE, "2S", 8)
    assert standing("bridge:chicago", half, part, half, dealer=Seat.WEST).totals == (60 + 60 + 500, 60)


def test_the_other_side_keeps_its_honours_when_the_rubber_ends() -> None:
    game = contract("rubber", Side.ONE, "4S", 10)
    with_honours = game._replace(parts=(*game.parts, Part(Side.TWO, "honours", 100)))
    assert standing("bridge:rubber", game, with_honours).totals == (120 + 120 + 700, 100)


def test_chicago_has_four_deals() -> None:
    game = chicago(Side.TWO, "3NT", 9)
    assert [standing("bridge:chicago", *[game] * number).is_over for number in range(5)] == [False] * 4 + [True]
    assert standing("bridge:chicago", *[game] * 4).winner is Side.TWO
    passed = DealScore(is_played=False)  # it is dealt again by the same dealer
    assert not standing("bridge:chicago", passed, game, passed, game, game).is_over


def test_who_is_vulnerable_in_chicago() -> None:
    part = chicago(Side.ONE, "1S", 7)
    found = [standing("bridge:chicago", *[part] * n, dealer=Seat(n + 1)).vulnerable for n in range(4)]
    assert found == [NOBODY, EW, NS, BOTH]


def test_part_scores_of_chicago_carry_on() -> None:
    first, second = chicago(Side.ONE, "2S", 8), chicago(Side.ONE, "1NT", 7)
    carried = standing("bridge:chicago", first, dealer=Seat.EAST)
    assert (carried.totals, carried.below) == ((60, 0), (60, 0))
    game = standing("bridge:chicago", first, second, dealer=Seat.SOUTH)
    assert (game.totals, game.below, game.games) == ((60 + 40 + 300, 0), (0, 0), (1, 0))


def test_a_part_score_on_the_last_deal_of_chicago_is_worth_100() -> None:
    down, part = chicago(Side.ONE, "1S", 6), chicago(Side.ONE, "2S", 8)
    assert standing("bridge:chicago", down, down, down, part).totals == (60 + 100, 150)
    assert standing("bridge:chicago", down, down, part, part).totals == (60 + 60 + 500, 100)  # together a game
    assert standing("bridge:chicago", down, down, part, down).totals == (60, 150)


# Sueca


def sueca(points: int) -> DealScore:
    found = find_game("sueca").score(Outcome(Contract(Strain.HEARTS), (points, 120 - points), (5, 5)))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("rules", "points", "expected", "held"),
    [
        ("", [61, 91], ((3, 0), False, None), 0),
        ("", [61, 91, 20], ((3, 2), False, None), 0),
        ("", [61, 91, 70], ((4, 0), True, Side.ONE), 0),
        ("", [0], ((0, 4), True, Side.TWO), 0),
        ("", [60, 60, 61], ((1, 0), False, None), 0),
        (",draw=next_counts_more", [60], ((0, 0), False, None), 1),
        (",draw=next_counts_more", [60, 60, 61], ((3, 0), False, None), 0),
        (",draw=next_counts_more", [60, 59, 61], ((1, 2), False, None), 0),
        (",draw=next_counts_more", [60, 60, 60, 61], ((4, 0), True, Side.ONE), 0),
        (":fctp", [60], ((0, 0), True, None), 0),
        (":fctp", [76], ((1, 0), True, Side.ONE), 0),
    ],
)
def test_matches_of_sueca(rules: str, points: list[int], expected: tuple[Scores, bool, Side | None], held: int) -> None:
    found = standing(f"sueca{rules}", *map(sueca, points))
    assert over(found) == expected
    assert found.held == held


# By chance


def played(match: Match, chance: Random) -> Match:
    """The match after one more deal of random actions, in which calls are mostly passes."""
    game = match.game
    round_ = match.next_round(chance.sample(list(game.pack), len(game.pack)))
    while legal := round_.legal():
        passes = PASS in legal and round_.auction.contract is not None and chance.random() < 0.8
        round_ = round_.apply(PASS if passes else chance.choice(legal[:12]))
    return match.add(round_)


MATCHES = [
    *(game for game in PRESETS if bot_of(game) == "random"),
    find_game("belote,annonces=true,target=501,rounding=defenders_first"),
    find_game("sueca,draw=next_counts_more,trump_from=top"),
    find_game("euchre,defend_alone=true,no_trump=true"),
]


@pytest.mark.parametrize("game", MATCHES, ids=game_text)
def test_random_matches_come_to_an_end(game: Game) -> None:
    match, chance = Match.start(game, Seat.SOUTH), Random(5)
    while not match.is_over:
        assert match.standing.winner is None
        match = played(match, chance)
        assert len(match.history) < 200
    found = match.standing
    totals = [sum(deal.counted[index] for deal in match.history) for index in range(2)]
    if game.name == "euchre" or game.preset == "duplicate":
        assert list(found.totals) == totals  # nothing is carried
    assert found.winner is None or game.preset == "dot_cardgames" or found.totals[found.winner - 1] == max(found.totals)
