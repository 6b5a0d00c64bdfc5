"""The sentences of faults: exact in English, complete in all languages."""

import pickle
import re
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import Play, careless_plays, examples, revokes, true_pins

from overtrick import texts
from overtrick.core.cards import Card
from overtrick.core.seats import SEATS
from overtrick.deal.text import parse_deal
from overtrick.referee.referee import Level, Referee
from overtrick.referee.verdict import Fault

LEVELS: tuple[Level, ...] = get_args(Level)
_, HANDS = parse_deal("N:J9.J9.9.JT7 K.AQ87.QT8. AQT87.K..AQ .T.AKJ7.K98")

CONTRADICTIONS = [
    (
        "belote",
        "S",
        "Qh 8h Ah 9h Kh Th 7h Qs Jh",
        "Player 2 played the jack of hearts in trick 3, but showed in trick 2 that he had no hearts: "
        "he played the queen of spades on a heart lead.",
    ),
    (
        "belote",
        "S",
        "7h 7d 8h 9h Ac 7c 8s",
        "Player 2 played the eight of spades in trick 2, but showed in trick 1 that he had no trumps: "
        "he played the seven of diamonds on a heart lead.",
    ),
    (
        "belote",
        "S",
        "7h 8h Qs 7s 7d Js",
        "Player 4 played the jack of spades in trick 2, but showed in trick 1 that he had no trump above "
        "the queen of spades: he played the seven of spades on a heart lead.",
    ),
    (
        "belote",
        "S",
        "Js 7s 7h 8s Ad 7d 9s",
        "Player 3 played the nine of spades in trick 2, but showed in trick 1 that he had no trumps: "
        "he played the seven of hearts on a trump lead.",
    ),
    (
        "belote:pagat",
        "S",
        "7h Ks 8h 7s Qs Ts As",
        "Player 4 played the ace of spades in trick 2, but showed in trick 1 that he had nothing but trumps below "
        "the king of spades: he played the seven of spades on a heart lead.",
    ),
    (
        "euchre",
        "H",
        "9h 9s Ah Th Qh Kh Jh Jd",
        "Player 2 played the jack of diamonds in trick 2, but showed in trick 1 that he had no trumps: "
        "he played the nine of spades on a trump lead.",
    ),
]

KNOWN = [
    (1, "Jh Ks", "Player 2 played the king of spades on a heart lead in trick 1, but held four hearts: {follow}."),
    (
        1,
        "Jh Ah Qs",
        "Player 3 played the queen of spades on a heart lead in trick 1, but held the king of hearts: {follow}.",
    ),
    (
        1,
        "Jc Qd",
        "Player 2 played the queen of diamonds on a club lead in trick 1, but held the king of spades: {trump}.",
    ),
    (
        2,
        "Ks 8s",
        "Player 3 played the eight of spades on a trump lead in trick 1, "
        "but held the ace of spades and the ten of spades: {overtrump}.",
    ),
]
DUTIES = {"follow": "they had to follow suit", "trump": "they had to trump", "overtrump": "they had to go above"}

COUNTING = (
    "No deal explains what was played: when player 1 plays the eight of diamonds in trick 2, only six places are left "
    "for seven hearts. "
    "Player 2 showed in trick 1 that they had no hearts: they played the seven of spades on a heart lead. "
    "Player 3 showed in trick 1 that they had no hearts: they played the eight of spades on a heart lead. "
    "Player 4 showed in trick 1 that they had no hearts: they played the nine of spades on a heart lead. "
    "One of the players 2, 3 and 4 must have broken a rule."
)


def fault_of(referee: Referee, cards: str) -> Fault:
    for card in cards.split():
        referee.play(card)
    assert isinstance(referee.finding, Fault)
    return referee.finding


@pytest.mark.parametrize(("game", "strain", "cards", "sentence"), CONTRADICTIONS)
def test_a_player_who_contradicts_himself(game: str, strain: str, cards: str, sentence: str) -> None:
    assert fault_of(Referee(game, strain, "player"), cards).message() == sentence


@pytest.mark.parametrize("hands", [None, [None] * 4])
def test_cards_that_have_too_few_places(hands: list[None] | None) -> None:
    assert fault_of(Referee("belote", "S", hands=hands), "7h 7s 8s 9s 7d 8d").message() == COUNTING


def test_one_place_is_spoken_of_in_the_singular() -> None:
    cards = "Js 7s Ts As 8d Td 9d Qd 7h Jh Qh Kh Qs 8s 8c Jc Jd 7d 8h Ad Qc Ac Tc 9c Kc"
    assert "only one place is left for " in fault_of(Referee("belote", "S"), cards).message()


@pytest.mark.parametrize(
    ("cards", "convicted"),
    [("Tc 8c Kc Ac 9d Ad Th Qh 8h 7h Kh 9c 7c 9h", 2), ("Ks As Ac 9s 7h 7d Qc 9h 9d 8h 8c 7c", 1)],
)
def test_the_player_who_is_blamed_is_the_one_whom_the_proof_convicts(cards: str, convicted: int) -> None:
    fault = fault_of(Referee("belote:info0004", "S"), cards)
    assert {play.seat for play in fault.proof} == {convicted}
    *_, last_sentence = fault.message().removesuffix(".").split(". ")
    assert str(convicted) in last_sentence


def test_a_player_who_is_known_to_hold_the_trump_card() -> None:
    referee = Referee("sueca:fctp", "D", pins={Card("7d"): frozenset([2])})
    assert fault_of(referee, "Ad 2c").message() == (
        "Player 2 played the two of clubs on a trump lead in trick 1, but held the seven of diamonds: "
        "they had to follow suit."
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("leader", "cards", "sentence"), KNOWN)
def test_a_player_whose_hand_is_known(level: Level, leader: int, cards: str, sentence: str) -> None:
    fault = fault_of(Referee("belote", "S", level, leader=leader, hands=HANDS), cards)
    assert fault.message() == sentence.format_map(DUTIES)


@st.composite
def faults(draw: st.DrawFn) -> Fault:
    """A fault of any kind: at each level, with and without pins and known hands."""
    play: Play = draw(st.one_of(revokes(), careless_plays()))
    shown = draw(st.one_of(st.just(frozenset()), st.frozensets(st.sampled_from(SEATS))))
    hands = [hand if seat in shown else None for seat, hand in zip(SEATS, play.deal.hands, strict=True)]
    deal = play.deal
    level, pins = draw(st.sampled_from(LEVELS)), draw(true_pins(deal))
    referee = Referee(deal.game, deal.strain, level, leader=deal.leader, pins=pins, hands=hands if shown else None)
    for card in play.cards:
        referee.play(card)
    assume(isinstance(referee.finding, Fault))
    assert isinstance(referee.finding, Fault)
    return referee.finding


@given(faults())
@examples(25)
def test_every_fault_has_a_whole_sentence_in_each_language(fault: Fault) -> None:
    sentences = [fault.message(language) for language in texts.LANGUAGES]
    assert len(set(sentences)) == len(texts.LANGUAGES)
    for sentence in sentences:
        assert not re.search("[{}]|None|  ", sentence)
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert str(fault.revealing.trick) in sentence


@given(faults())
@examples(25)
def test_one_player_is_spoken_of_in_the_singular(fault: Fault) -> None:
    assert not re.search(r"[Pp]layer \d,? (\d|and)", fault.message())
    assert not re.search(r"players \d must", fault.message())


def test_a_fault_can_travel_between_processes() -> None:
    fault = fault_of(Referee("belote", "S"), "7h 7s 8s 9s 7d 8d")
    copy = pickle.loads(pickle.dumps(fault))
    assert (copy.law, copy.revealing.card, copy.suspects) == (fault.law, fault.revealing.card, fault.suspects)
    assert copy.message("fr") == fault.message("fr")
