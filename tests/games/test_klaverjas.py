"""Klaverjas: the duties, roem, nat and pit, trumps; against the second implementation and the rules."""

from random import Random

import pytest
import reference
import reference_deals
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards, parse_card
from overtrick.core.catalogue import find_game, presets
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import SUIT_STRAINS, Strain
from overtrick.deal.position import Position
from overtrick.deal.round import Round
from overtrick.referee.referee import Level, Referee

KLAVERJAS = find_game("klaverjas")
PRESETS = list(presets("klaverjas").values())
TRICKS = st.lists(st.sampled_from(list(KLAVERJAS.pack)), min_size=4, max_size=4, unique=True)


def cards(text: str) -> Cards:
    return Cards(map(parse_card, text.split()))


def outcome(points: int, roem: Scores, tricks: int) -> Outcome:
    """What the side that made trumps, side 1, and the others have at the end."""
    return Outcome(Contract(Strain.HEARTS, Side.ONE, Seat.NORTH), (points, 162 - points), (tricks, 8 - tricks), roem)


@pytest.mark.parametrize(
    ("trick", "roem"),
    [
        ("7h 8h 9h Ah", 20),
        ("Kh 7s Qh 8s", 20),
        ("Jh Qh Kh 7s", 40),
        ("Qh Kh Ah Th", 40),
        ("Th Jh Qh Kh", 70),
        ("Ts Js Qs Ks", 50),
        ("9s Ts Js 7h", 20),
        ("Ks Qs 7d 8d", 0),
        ("8s 9s Js Qs", 0),
        ("As Ts Ks Qs", 20),
        ("Ah As Ad Ac", 100),
        ("Jh Js Jd Jc", 200),
        ("7h 7s 7d 7c", 100),
    ],
)
def test_roem_by_hand(trick: str, roem: int) -> None:
    assert KLAVERJAS.counting(Strain.HEARTS).trick_sets.points_in(cards(trick).mask) == roem


@given(TRICKS, st.sampled_from(SUIT_STRAINS), st.sampled_from([200, 100]), st.booleans())
def test_roem_is_that_of_the_second_implementation(
    trick: list[Card], strain: Strain, four_jacks: int, low_fours: bool
) -> None:
    game = KLAVERJAS.with_house_rules({"four_jacks": four_jacks, "low_fours": low_fours})
    found = game.counting(strain).trick_sets.points_in(Cards(trick).mask)
    assert found == reference.roem(str(strain), list(map(str, trick)), four_jacks, low_fours)


def test_fours_and_sequences_are_roem_in_every_suit_and_rank() -> None:
    tricks = [*(f"{rank}s {rank}h {rank}d {rank}c" for rank in "AKQJT987")]
    tricks += [" ".join(rank + suit for rank in "AKQJT987"[at : at + 4]) for at in range(5) for suit in "shdc"]
    for game in PRESETS:
        for strain in SUIT_STRAINS:
            sets = game.counting(strain).trick_sets
            for trick in tricks:
                house = game.house["four_jacks"], game.house["low_fours"]
                expected = reference.roem(str(strain), trick.split(), *house)  # type: ignore[arg-type]
                assert sets.points_in(cards(trick).mask) == expected > 0


@pytest.mark.parametrize(
    ("points", "roem", "tricks", "scores"),
    [
        (82, (0, 0), 5, (82, 80)),
        (81, (0, 0), 4, (0, 162)),
        (92, (0, 20), 5, (92, 90)),
        (91, (0, 20), 5, (0, 182)),
        (70, (40, 0), 4, (110, 92)),
        (71, (20, 0), 4, (0, 182)),
        (60, (50, 20), 3, (0, 232)),
        (100, (20, 100), 6, (0, 282)),
        (121, (0, 70), 6, (121, 111)),
        (162, (40, 0), 8, (302, 0)),
        (162, (20, 0), 7, (182, 0)),
        (0, (0, 20), 0, (0, 182)),
        (81, (20, 0), 4, (101, 81)),
    ],
)
def test_scores_of_the_rule_sheet(points: int, roem: Scores, tricks: int, scores: Scores) -> None:
    score = KLAVERJAS.score(outcome(points, roem, tricks))
    assert score is not None
    won = points + roem[0] > 162 - points + roem[1]
    assert (score.scores, score.winner) == (scores, Side.ONE if won else Side.TWO)
    aim = KLAVERJAS.aim(outcome(points, roem, tricks))
    assert aim is not None
    assert (aim.reached >= aim.needed) is won


def test_a_pit_of_the_others_counts_where_it_is_for_both() -> None:
    score = KLAVERJAS.with_house_rules({"pit_for": "both"}).score(outcome(0, (0, 20), 0))
    assert score is not None
    assert {part.reason: part.points for part in score.parts} == {"nat": 162, "roem": 20, "pit": 100}
    assert score.scores == (0, 282)


@given(
    st.integers(0, 162),
    st.sampled_from([0, 20, 40, 50, 70, 100, 220]),
    st.sampled_from([0, 20, 40, 100]),
    st.integers(0, 8),
    st.sampled_from(SEATS),
    st.sampled_from(["takers", "both"]),
)
def test_scores_are_those_of_the_second_implementation(
    points: int, first: int, second: int, tricks: int, taker: Seat, pit_for: str
) -> None:
    game, side = KLAVERJAS.with_house_rules({"pit_for": pit_for}), 1 if taker.side is Side.ONE else 2
    points = {0: 0, 8: 162}.get(tricks, points)
    first, second = first if tricks else 0, second if tricks < 8 else 0
    played = outcome(points, (first, second), tricks)._replace(contract=Contract(Strain.HEARTS, taker.side, taker))
    score = game.score(played)
    assert score is not None
    assert score.scores == reference_deals.klaverjas_score(
        {"pit_for": pit_for}, side, (points, 162 - points), (tricks, 8 - tricks), (first, second)
    )


@pytest.mark.parametrize(("revoke", "points"), [("whole", 162), ("whole_plus_100", 262)])
def test_a_revoke_gives_the_whole_deal_to_the_others(revoke: str, points: int) -> None:
    game = KLAVERJAS.with_house_rules({"revoke": revoke})
    assert game.revoke_scores(Side.TWO, None) == (points, 0)
    assert game.revoke_scores(Side.ONE, None) == (0, points)
    assert KLAVERJAS.with_house_rules({"revoke": "none"}).revoke_scores(Side.ONE, None) is None


FREE = ["free_from_eldest", "free_from_dealer"]
HOUSES = [{"trump_choice": "eldest_must", "all_pass": "first_must"}]
HOUSES += [{"trump_choice": who, "all_pass": what} for who in FREE for what in ("first_must", "last_must", "new_deal")]


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(house.values()))
@pytest.mark.parametrize("dealer", SEATS)
def test_trumps_are_made_as_in_the_second_implementation(house: dict[str, str], dealer: Seat) -> None:
    game, checked = KLAVERJAS.with_house_rules(house), 0
    waiting = [game.auction(dealer, None)]
    while waiting:
        auction = waiting.pop()
        calls = list(map(str, auction.calls))
        expected = reference_deals.legal_calls("klaverjas", house, dealer, calls)
        assert sorted(map(str, auction.legal())) == sorted(expected)
        assert auction.turn == reference_deals.to_call("klaverjas", house, dealer, calls)
        if auction.turn is None:
            result, contract = reference_deals.auction_result("klaverjas", house, dealer, calls), auction.contract
            if contract is None:
                assert result == "passed out"
            else:
                assert isinstance(result, dict)
                assert (str(contract.strain), contract.seat) == (result["strain"], result["seat"])
            checked += 1
        waiting += [auction.call(call) for call in auction.legal()]
    must = {"first_must": 20, "last_must": 16, "new_deal": 17}[house["all_pass"]]
    assert checked == (4 if house["trump_choice"] == "eldest_must" else must)


def test_the_player_after_the_dealer_leads_whoever_made_trumps() -> None:
    game = find_game("klaverjas:nku")
    deal = Round(game, Seat.WEST, tuple(game.pack)).apply("pass").apply("pass").apply("name H")
    assert (deal.contract, deal.turn) == (Contract(Strain.HEARTS, Side.TWO, Seat.EAST), Seat.NORTH)


def summed(preset: str, hands: str) -> tuple[int, Scores, Scores]:
    """How many ways there are to play an ending, and sums over them of points and roem of the sides."""
    found = [0, 0, 0, 0, 0]
    game = find_game(f"klaverjas:{preset}")
    counting = game.counting(Strain.HEARTS)

    def go_on(position: Position, won: list[int]) -> None:
        if not position.legal():
            found[:] = [total + more for total, more in zip(found, [1, *won], strict=True)]
        for card in position.legal():
            after, now = position.play_unchecked(card), won.copy()
            if not after.trick.cards:
                trick, side = Cards((*position.trick.cards, card)), after.trick.leader.side - 1
                now[side] += sum(counting.card_points[each.index] for each in trick)
                now[side] += 0 if after.legal() else counting.last_trick
                now[2 + side] += counting.trick_sets.points_in(trick.mask)
            go_on(after, now)

    go_on(Position.parse(f"klaverjas:{preset} H N {hands}"), [0, 0, 0, 0])
    return found[0], (found[1], found[2]), (found[3], found[4])


@pytest.mark.parametrize(
    ("preset", "hands", "sums"),
    [
        ("rotterdam", "N:K.JT.. T.A..A J.K8.. Q9.Q..", (32, (1900, 916), (720, 1140))),
        ("amsterdam", "N:K.JT.. T.A..A J.K8.. Q9.Q..", (36, (2145, 1023), (680, 1220))),
        ("rotterdam", "N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K", (568, (7290, 38150), (0, 11860))),
        ("amsterdam", "N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K", (964, (14192, 62928), (0, 18520))),
    ],
)
def test_points_and_roem_of_all_ways_to_play_an_ending(
    preset: str, hands: str, sums: tuple[int, Scores, Scores]
) -> None:
    assert summed(preset, hands) == sums


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_roem_of_whole_deals_goes_to_who_wins_the_tricks(game: Game) -> None:
    rng, roem_in_all = Random(1), 0
    for _ in range(40):
        deck = list(KLAVERJAS.pack)
        rng.shuffle(deck)
        deal = Round(game, Seat.WEST, tuple(deck))
        while deal.turn is not None:
            deal = deal.apply(rng.choice(deal.legal()))
        assert deal.contract is not None
        expected = [0, 0]
        for trick in deal.tricks:
            assert trick.holder is not None
            names = list(map(str, trick.cards))
            expected[trick.holder.side - 1] += reference.roem(
                str(deal.contract.strain),
                names,
                deal.game.house["four_jacks"],  # type: ignore[arg-type]
            )
        assert deal.tally.bonus == tuple(expected)
        assert deal.outcome is not None
        assert deal.outcome.belotes == tuple(expected)
        roem_in_all += sum(expected)
    assert roem_in_all > 0


CASES = [
    ("Ah 7h 7d 8h Tc 7c 8s 8c", {"rotterdam": (6, 6), "amsterdam": (None, None)}),
    ("7h 9s 7s 8h 7d Td", {"rotterdam": (None, None), "amsterdam": (5, 2)}),
    ("7h 9s 7c 8h 7d As", {"rotterdam": (5, 5), "amsterdam": (None, None)}),
    ("7h 9s 7c 8h 7d Js", {"rotterdam": (5, 5), "amsterdam": (5, 5)}),
    ("7h 9s 8h Ts 7d 8d 9d", {"rotterdam": (None, None), "amsterdam": (6, 3)}),
    ("Ts 7s 8s Qs 7h 8h Ah 9h 7c As", {"rotterdam": (9, 9), "amsterdam": (9, 9)}),
    ("Ah 7d 8d 9d", {"rotterdam": (None, 3), "amsterdam": (None, 3)}),
]
LEVELS: tuple[Level, Level] = ("player", "deal")


@pytest.mark.parametrize("preset", ["rotterdam", "amsterdam"])
@pytest.mark.parametrize(("plays", "revealing"), CASES)
def test_what_cards_prove(plays: str, preset: str, revealing: dict[str, tuple[int | None, int | None]]) -> None:
    for level, expected in zip(LEVELS, revealing[preset], strict=True):
        names, house = plays.split(), reference.PRESETS["klaverjas"][preset]
        assert reference.first_provable("klaverjas", "S", names, 1, 8, {}, level, **house) == expected
        referee = Referee(f"klaverjas:{preset}", Strain.SPADES, level)
        objected = next((number for number, name in enumerate(names) if referee.play(parse_card(name))), None)
        assert objected == expected
