"""The tricky cases of tests/data/belote_cases.txt, and their like in Sueca and Euchre."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import pytest

from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game
from overtrick.core.game import Pins
from overtrick.core.seats import Seat
from overtrick.core.tricks import Strain
from overtrick.referee.evidence import Play
from overtrick.referee.referee import Level, Referee
from overtrick.referee.verdict import Fault

LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass
class Case:
    """A block of the file."""

    name: str
    game: str = ""
    tricks: list[tuple[str, str]] = field(default_factory=list)
    """cards, and what stands after the trick"""
    verdicts: dict[str, str] = field(default_factory=dict)
    """what is expected, by level; empty if nothing is wrong"""


def read_cases() -> list[Case]:
    cases: list[Case] = []
    path = Path(__file__).parents[1] / "data" / "belote_cases.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        rest = rest.strip()
        if word == "case":
            cases.append(Case(rest))
        elif word == "rules":
            cases[-1].game = rest
        elif word == "trick":
            cards, _, after = rest.partition("=")
            cases[-1].tricks.append((cards, after.strip()))
        elif word in ("fault", "clean"):
            level, _, verdict = rest.partition(" ")
            for one in LEVELS if level == "both" else (level,):
                cases[-1].verdicts[one] = verdict
        else:
            assert not word, line
    return cases


CASES = read_cases()


def place(play: Play | None) -> str:
    return "-" if play is None else f"{play.card}/{play.trick}"


def described(fault: Fault) -> str:
    """A fault in the words of the file."""
    offender = "-" if fault.offender is None else str(fault.offender)
    words = [fault.law, place(fault.revealing), place(fault.offending), offender, *map(str, fault.suspects)]
    return " ".join(words)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case: Case, level: Level) -> None:
    referee = Referee(case.game, "S", level)
    for cards, after in case.tricks:
        for card in cards.split():
            finding = referee.play(card)
            if finding is not None:
                assert isinstance(finding, Fault)
                assert described(finding) == case.verdicts[level]
                return
        if after:
            assert f"{referee.scores[0]} {referee.scores[1]} {referee.leader}" == after
    assert case.verdicts[level] == ""


def test_the_file_has_a_verdict_for_each_level_of_each_case() -> None:
    assert len(CASES) > 15
    assert all(set(case.verdicts) == set(LEVELS) for case in CASES)


def judged(game: str, strain: str, cards: str, level: Level, pins: Pins) -> Referee:
    referee = Referee(game, strain, level, pins=pins)
    for card in cards.split():
        referee.play(card)
    return referee


@pytest.mark.parametrize(("level", "verdict"), [(level, "sueca/follow 2c/1 2c/1 2 2") for level in LEVELS])
def test_the_dealer_of_sueca_who_does_not_follow_a_trump_lead_is_betrayed_by_his_trump_card(
    level: Level, verdict: str | None
) -> None:
    pins = find_game("sueca:fctp").pins(Card("7d"), Strain.DIAMONDS, Seat.EAST, None)
    finding = judged("sueca:fctp", "D", "Ad 2c", level, pins).finding
    assert verdict == (described(finding) if isinstance(finding, Fault) else finding)


def test_the_other_players_of_sueca_may_be_void_in_trumps() -> None:
    pins = find_game("sueca:fctp").pins(Card("7d"), Strain.DIAMONDS, Seat.EAST, None)
    referee = judged("sueca:fctp", "D", "Ad 7d 2c 3c", "deal", pins)
    assert (referee.finding, referee.scores, referee.leader) == (None, (21, 0), Seat.NORTH)


def test_the_trumps_that_nobody_shows_in_euchre_may_be_dead_or_in_the_leaders_hand() -> None:
    assert judged("euchre", "H", "Jh 9s Ts Qs", "deal", {}).finding is None


def test_once_the_leader_has_too_few_cards_left_somebody_in_euchre_must_have_hidden_a_trump() -> None:
    # six trumps are unseen after three voids: four can be dead, and two in the leader's hand while he has two cards
    cards = "Jh 9s Ts Qs 9d Td Qd Kd 9c Tc Qc Kc Ac Ad"
    assert judged("euchre", "H", cards, "deal", {}).finding is None
    finding = judged("euchre", "H", f"{cards} As", "deal", {}).finding
    assert isinstance(finding, Fault)
    assert described(finding) == "euchre/no-deal As/4 - - 2 3 4"
    assert [str(play.card) for play in finding.proof] == ["9s", "Ts", "Qs"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("turn_up", "cards", "code"),
    [
        ("9h", "Jh 9h", "card-not-held"),  # ordered up: with the dealer, who is player 4, or dead
        ("9h", "Jh 9s Ts 9h", None),
        ("9h", "Jh 9s Ts Qs", None),  # the dealer may have laid it away
        ("9c", "Jh 9c", "card-dead"),  # turned down
        ("9c", "Jh 9s Ts 9c", "card-dead"),
    ],
)
def test_the_turned_up_card_of_euchre_is_with_the_dealer_or_dead(
    level: Level, turn_up: str, cards: str, code: str | None
) -> None:
    pins = find_game("euchre").pins(Card(turn_up), Strain.HEARTS, Seat.WEST, None)
    finding = judged("euchre", "H", cards, level, pins).finding
    assert (None if finding is None else finding.code) == code
