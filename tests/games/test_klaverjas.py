"""Klaverjas: the duties, roem, nat and pit, trumps; against the second implementation and the rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
import reference
import reference_deals
from hypothesis import given
from hypothesis import strategies as st

from overtrick.bots.bot import find_bot
from overtrick.core.auctions import Auction, Contract
from overtrick.core.cards import Card, Cards, Suit, parse_card
from overtrick.core.catalogue import find_game, presets
from overtrick.core.errors import Finding, Illegal
from overtrick.core.game import Game, Outcome, Progress, Standing
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import SUIT_STRAINS, Strain
from overtrick.deal.deals import NumberedMatch, numbered_deal
from overtrick.deal.match import Match
from overtrick.deal.position import Position
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.deal.view import view, views
from overtrick.engine.perft import perft
from overtrick.formats.jsonl import dumps, loads
from overtrick.referee.judging import judge
from overtrick.referee.referee import Level, Referee
from overtrick.referee.verdict import Fault

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
                assert sets.points_in(cards(trick).mask) == expected
                assert expected or (trick[0] in "987" and not game.house["low_fours"])


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


@pytest.mark.parametrize(("preset", "before", "deals"), [("bga", 1450, 9), ("amsterdam", 1000, 15)])
def test_a_match_with_equal_totals_is_drawn(preset: str, before: int, deals: int) -> None:
    game = find_game(f"klaverjas:{preset}")
    score = game.score(outcome(82, (0, 0), 5))
    assert score is not None
    for first, winner in ((before - 2, None), (before - 1, Side.ONE), (before - 3, Side.TWO)):
        standing = game.after(Progress(Seat.NORTH, Standing((first, before)), deals), score).standing
        assert (standing.is_over, standing.winner) == (True, winner)


@pytest.mark.parametrize(("revoke", "points"), [("whole", 162), ("whole_plus_100", 262)])
def test_a_revoke_gives_the_whole_deal_to_the_others(revoke: str, points: int) -> None:
    game = KLAVERJAS.with_house_rules({"revoke": revoke})
    assert game.revoke_scores(Side.TWO, None) == (points, 0)
    assert game.revoke_scores(Side.ONE, None) == (0, points)
    assert KLAVERJAS.with_house_rules({"revoke": "none"}).revoke_scores(Side.ONE, None) is None


@pytest.mark.parametrize(
    ("revoke", "scores"), [("whole", (0, 162)), ("whole_plus_100", (0, 262)), ("whole_and_roem", (0, 202))]
)
def test_what_becomes_of_roem_after_a_revoke(revoke: str, scores: Scores) -> None:
    game = KLAVERJAS.with_house_rules({"revoke": revoke})
    referee = Referee(game, Strain.SPADES, taker=Side.ONE)
    for name in "Jh Qh Kh 7h Ks 7d Qs 7s Ah 8h 8d 9h 7c 8c".split():
        assert referee.play(name) is None
    assert referee.course.tally.bonus == (40, 0)
    referee.play("Th")  # by 1, who did not follow suit before
    assert isinstance(referee.finding, Fault)
    assert (referee.finding.side, referee.final) == (Side.ONE, scores)


FREE = ["free_from_eldest", "free_from_dealer"]
HOUSES = [{"trump_choice": "eldest_must", "all_pass": "first_must"}]
HOUSES += [{"trump_choice": who, "all_pass": what} for who in FREE for what in ("first_must", "last_must", "new_deal")]


def in_all_ways(auction: Auction, cards: Sequence[Card]) -> Iterator[Auction]:
    """An auction and all that may follow it, if these cards are turned up where it wants one."""
    if auction.wants_card:
        auction, cards = auction.with_card(cards[0]), cards[1:]
    yield auction
    for call in auction.legal():
        yield from in_all_ways(auction.call(call), cards)


TURNED = ("second_round", "eldest_on_next", "eldest_on_any", "eldest_chooses_other")


@pytest.mark.parametrize(("turned_down", "ends"), [*zip(TURNED, (9, 5, 5, 7), strict=True)])
@pytest.mark.parametrize("cards", ["2h 2d", "2c 2s", "2s 3s"])
@pytest.mark.parametrize("dealer", SEATS)
def test_a_suit_that_is_turned_up_is_offered_as_in_the_second_implementation(
    dealer: Seat, cards: str, turned_down: str, ends: int
) -> None:
    house = {"trump_choice": "turned", "turned_down": turned_down}
    game, (first, second), found = KLAVERJAS.with_house_rules(house), map(parse_card, cards.split()), 0
    for auction in in_all_ways(game.auction(dealer, first), [second]):
        calls = list(map(str, auction.calls))
        asked = ("klaverjas", house, dealer, calls)
        assert set(map(str, auction.legal())) == set(reference_deals.legal_calls(*asked, cards))
        assert auction.turn == reference_deals.to_call(*asked)
        if auction.turn is None:
            result, contract = reference_deals.auction_result(*asked), auction.contract
            made = None if contract is None else (str(contract.strain), contract.seat)
            assert made == (None if not isinstance(result, dict) else (result["strain"], result["seat"]))
            found += 1
    assert found == ends


@pytest.mark.parametrize("turned_down", TURNED)
def test_suits_are_drawn_evenly_and_none_twice_but_where_all_four_are(turned_down: str) -> None:
    game = KLAVERJAS.with_house_rules({"trump_choice": "turned", "turned_down": turned_down})
    deals = [numbered_deal(game, "even", number).dealt for number in range(1, 2001)]
    pairs = Counter((deal.turn_up.suit, deal.stock[0].suit) for deal in deals if deal.turn_up)
    is_any = turned_down == "eldest_on_any"
    assert len(pairs) == (16 if is_any else 12)
    assert all(abs(count - 2000 / len(pairs)) < 60 for count in pairs.values())


@pytest.mark.parametrize("preset", ["bga", "drents"])
def test_the_first_deal_of_a_match_turns_up_clubs(preset: str) -> None:
    game, later = find_game(f"klaverjas:{preset}"), set[Suit]()
    for number in range(1, 30):
        match = NumberedMatch(game, "clubs", number)
        first = match.next_round()
        assert (first.turn_up, len(set(first.dealt.stock))) == (Card("2c"), 3)
        match.add(game.lost_deal(Side.ONE, None))
        turned = match.next_round().turn_up
        assert turned is not None
        later.add(turned.suit)
    assert later == set(Suit)


def test_a_suit_passed_round_twice_is_dealt_anew_by_the_next_player() -> None:
    game = find_game("klaverjas:bga")
    match = Match.start(game)
    deal = match.next_round(tuple(game.pack))
    assert (deal.turned, deal.legal()) == ((Card("2c"),), ("pass", "name C"))
    deal = deal.apply_all(["pass"] * 4)
    assert (deal.turned, deal.turn_up, deal.turn) == ((Card("2c"), Card("2h")), Card("2h"), Seat.EAST)
    assert deal.legal() == ("pass", "name H")
    with pytest.raises(Illegal):
        deal.apply("name C")
    over = deal.apply_all(["pass"] * 4)
    assert (over.phase, over.contract) == ("over", None)
    after = match.add(over)
    assert (after.dealer, after.progress.deals) == (Seat.EAST, 0)


def test_nobody_sees_the_second_suit_before_it_is_turned_up() -> None:
    game = find_game("klaverjas:drents")
    deck, other = (tuple(game.pack) + tuple(map(parse_card, cards.split())) for cards in ("2h 2d 2s 2c", "2h 2c 2d 2s"))
    first, second = (Round(game, Seat.WEST, each) for each in (deck, other))
    for _ in range(3):
        assert views(first) == views(second)
        first, second = first.apply("pass"), second.apply("pass")
    first, second = first.apply("pass"), second.apply("pass")
    assert (first.legal(), second.legal()) == (("name D",), ("name C",))


@pytest.mark.parametrize("game", [find_game("klaverjas:bga"), find_game("klaverjas:drents")], ids=str)
def test_records_tell_what_was_turned_up(game: Game) -> None:
    deal = numbered_deal(game, "records", 3).apply_all(["pass"] * 4)
    rng = Random(2)
    deal = deal.apply(deal.legal()[-1])
    while deal.turn is not None:
        deal = deal.apply(rng.choice(deal.legal()))
    record = deal.record()
    assert (record.deal.turn_up, record.deal.kitty[0]) == deal.turned
    (read,) = loads(dumps([record]))
    assert read == record
    assert replay(record) == deal
    assert judge(record).status == "clean"
    wrong = record._replace(auction=(*["pass"] * 4, f"name {record.deal.turn_up.suit.name[0]}"))  # type: ignore[union-attr]
    finding = judge(wrong).finding
    assert isinstance(finding, Finding)
    assert finding.code == "illegal-call"
    unknown = record._replace(deal=record.deal._replace(kitty=()))
    assert judge(unknown).status == "clean", "nobody can judge calls of which the suit is not known"
    turned, of_pack = record.deal.turn_up, Card(f"A{record.deal.turn_up.suit}")  # type: ignore[union-attr]
    for deal_ in (record.deal._replace(turn_up=of_pack), record.deal._replace(kitty=(*record.deal.kitty, turned))):  # type: ignore[arg-type]
        finding = judge(record._replace(deal=deal_)).finding
        assert isinstance(finding, Finding)
        assert finding.code == "wrong-turn-up"


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
        expected, counted = [0, 0], {number for number, word in deal.said if word == "roem"}
        for number, trick in enumerate(deal.tricks, start=1):
            assert trick.holder is not None
            if game.house["roem_claim"] == "auto" or 4 * number in counted:
                expected[trick.holder.side - 1] += reference.roem(
                    str(deal.contract.strain),
                    list(map(str, trick.cards)),
                    game.house["four_jacks"],  # type: ignore[arg-type]
                    game.house["low_fours"],  # type: ignore[arg-type]
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


CLAIMED = KLAVERJAS.with_house_rules({"roem_claim": "required"})
# Roem of 20 lies in the first, the third, the fourth and the last trick.
WITH_ROEM = "8d 7c 9s Jh Qs Qc Ah 9d / 8s Jd Ks 9c Qh Jc As 8h / Th Kc Js Kd Tc 7s 9h Kh / Qd Ts Ad Ac Td 8c 7h 7d"
PLAYED = "9d Jd Kd Td Ad 8d 9c Js Th 7h Jh Qh Tc 8c Qc Jc 7s Ts 9s As Ah 8h 9h 7d 7c 8s Kc Ac Ks Kh Qd Qs"


def dealt(game: Game, hands: str) -> Round:
    """The hands of the seats 1 to 4, dealt by the fourth; the first names spades."""
    held = [list(map(parse_card, hand.split())) for hand in hands.split(" / ")]
    packets = ((0, 3), (3, 5), (5, 8))
    deck = [card for first, last in packets for hand in held for card in hand[first:last]]
    return Round(game, Seat.WEST, tuple(deck)).apply("name S")


def test_roem_that_must_be_said_is_said_by_who_won_the_trick() -> None:
    deal = dealt(CLAIMED, WITH_ROEM).apply_all("9d Jd Kd Td".split())
    assert (deal.turn, deal.legal()[0], deal.tally.scores) == (Seat.WEST, "roem", (0, 16))
    after = deal.apply("roem")
    assert (after.turn, after.tally.bonus, after.tally.scores) == (Seat.WEST, (0, 20), (0, 36))
    assert "roem" not in after.legal()
    with pytest.raises(Illegal):
        after.apply("roem")
    lost = deal.apply("Ad")
    assert "roem" not in lost.legal()
    assert lost.tally.bonus == (0, 0)


@pytest.mark.parametrize(("word", "roem", "said"), [("roem", 20, ((32, "roem"),)), ("silent", 0, ((32, "silent"),))])
def test_after_the_last_trick_there_is_time_to_say_it(word: str, roem: int, said: tuple[tuple[int, str], ...]) -> None:
    deal = dealt(CLAIMED, WITH_ROEM).apply_all(PLAYED.split())
    winner = deal.tricks[-1].next_trick().leader
    assert (deal.phase, deal.turn, deal.legal(), deal.score) == ("play", winner, ("roem", "silent"), None)
    over = deal.apply(word)
    assert (over.phase, over.turn, sum(over.tally.bonus)) == ("over", None, roem)
    record = over.record()
    assert (record.said, judge(record).final) == (said, record.scores)
    assert replay(record) == over
    bare = record._replace(said=tuple(each for each in said if each[1] == "roem"))
    assert replay(bare).score == over.score, "nobody has to write down that nothing was said"


def test_a_record_without_words_counts_all_roem() -> None:
    record = dealt(KLAVERJAS, WITH_ROEM).apply_all(PLAYED.split()).record()
    claimed = record._replace(game=CLAIMED)
    assert judge(claimed).status == "clean"
    assert judge(claimed._replace(said=())).finding is not None, "the scores are those with roem"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ((4, "roem"), "clean"),
        ((8, "roem"), "illegal-word"),
        ((5, "roem"), "illegal-word"),
        ((0, "roem"), "bad-word"),
        ((33, "roem"), "bad-word"),
        ((32, "silent"), "clean"),
        ((4, "silent"), "illegal-word"),
    ],
)
def test_words_that_nobody_may_have_said(said: tuple[int, str], code: str) -> None:
    deal = dealt(CLAIMED, WITH_ROEM).apply_all([*PLAYED.split(), "silent"])
    record = deal.record()._replace(said=(said,), scores=None)
    finding = judge(record).finding
    assert (finding.code if isinstance(finding, Finding) else "clean") == code


def test_roem_is_not_said_where_it_counts_by_itself() -> None:
    record = dealt(KLAVERJAS, WITH_ROEM).apply_all(PLAYED.split()).record()
    assert record.said is None
    finding = judge(record._replace(said=((4, "roem"),))).finding
    assert isinstance(finding, Finding)
    assert finding.code == "illegal-word"


@pytest.mark.parametrize(("said", "scores"), [(20, (101, 81)), (0, (0, 162))])
def test_a_deal_that_is_made_only_if_roem_is_said(said: int, scores: Scores) -> None:
    score = CLAIMED.score(outcome(81, (said, 0), 4))
    assert score is not None
    assert score.scores == scores


@pytest.mark.parametrize("bot", ["simple", "random"])
def test_bots_say_what_is_theirs(bot: str) -> None:
    deal, player = dealt(CLAIMED, WITH_ROEM), find_bot(bot, Random(1))
    while deal.actor is not None:
        deal = deal.apply(player(view(deal, deal.actor)))
    sets = CLAIMED.counting(Strain.SPADES).trick_sets
    in_tricks = [sets.points_in(Cards(trick.cards).mask) for trick in deal.tricks]
    assert sum(deal.tally.bonus) == sum(in_tricks) > 0


DUTIES = {
    "kvu": {"trump_partner": "free", "undertrump": "forced", "undertrump_partner": "free"},
    "epsig": {"trump_partner": "forced", "undertrump": "forbidden_unless_only"},
}


@pytest.mark.parametrize(
    ("duties", "counts"),
    [
        ("kvu", (4, 5, 6, 12, 36, 59, 90, 143, 286, 432, 648, 1016)),
        ("epsig", (4, 5, 10, 10, 30, 55, 104, 112, 224, 286, 394, 532)),
    ],
)
def test_ways_to_play_under_further_duties(duties: str, counts: tuple[int, ...]) -> None:
    hands = [cards("As Ks 7d 7c"), cards("Th Kd 8d 8c"), cards("Qh 9d Tc 9c"), cards("9h 7h Td Kc")]
    game = KLAVERJAS.with_house_rules(DUTIES[duties])
    position = Position(game, Strain.HEARTS, hands, Seat.NORTH)
    assert tuple(perft(position, depth) for depth in range(1, 13)) == counts
    assert perft(position, 16) == counts[-1]
