"""Whether a deal exists, by counting, against a real matching of cards to places."""

from collections.abc import Sequence

import reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import Play, careless_plays, examples, legal_plays, reference_house, reference_pins, revokes

from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.game import DEAD, Pins
from overtrick.core.seats import SEATS
from overtrick.referee.evidence import PLACES, Evidence, kept_out
from overtrick.referee.evidence import Play as JudgedPlay

plays = st.one_of(revokes(), careless_plays())


def evidence_of(play: Play, count: int, pins: Pins) -> Evidence:
    """The evidence of the first cards of a play."""
    game, rules = play.deal.game, play.deal.game.rules(play.deal.strain)
    evidence = Evidence(game.pack, game.hand_size, kept_out(game, None, pins))
    for number, (card, position) in enumerate(zip(play.cards[:count], play.positions(), strict=False)):
        trick = position.trick
        duty = rules.duty(trick)
        led = rules.ranking.suit_of[(trick.cards or [card])[0].index]
        evidence.add(JudgedPlay(number // 4 + 1, trick.turn, card, led, trick.master or card, duty, duty.proves(card)))
    return evidence


@st.composite
def pins_for(draw: st.DrawFn, play: Play, count: int) -> Pins:
    """Pins of any cards in any places, true of the cards played so far: whoever played a card can have held it."""
    game, seats = play.deal.game, [position.turn for position in play.positions()]
    played = dict(zip(play.cards[:count], seats, strict=False))
    places = [place for place in PLACES if place != DEAD or game.dead_cards]
    chosen = draw(st.lists(st.sampled_from(list(game.pack)), unique=True, max_size=len(game.pack) // 2))
    pins: dict[Card, frozenset[int]] = {}
    for card in chosen:
        where = draw(st.frozensets(st.sampled_from(places), min_size=1))
        pins[card] = where | {played[card]} if card in played else where
    return pins


@st.composite
def evidences(draw: st.DrawFn) -> tuple[Play, int, Pins, Evidence]:
    play = draw(plays)
    count = draw(st.one_of(st.integers(0, 12), st.integers(0, len(play.cards))))
    pins = draw(st.one_of(st.just({}), pins_for(play, count)))
    return play, count, pins, evidence_of(play, count, pins)


def exists(play: Play, count: int, pins: Pins, duties: Sequence[int]) -> bool:
    game = play.deal.game
    words = play.for_reference(count)
    return reference.deal_exists(*words, game.hand_size, reference_pins(pins), set(duties), **reference_house(game))


def contradicts_himself(evidence: Evidence) -> bool:
    """Whether some player has played a card that he had denied."""
    return any(
        later.seat is earlier.seat and earlier.proves & later.card.bit
        for number, earlier in enumerate(evidence.plays)
        for later in evidence.plays[number + 1 :]
    )


@given(evidences())
@examples(30)
def test_counting_all_duties_agrees_with_a_matching(case: tuple[Play, int, Pins, Evidence]) -> None:
    play, count, pins, evidence = case
    expected = exists(play, count, pins, range(count))
    assert evidence.deal_exists_with(range(count)) == expected
    if not contradicts_himself(evidence):
        assert evidence.deal_exists() == expected


@given(evidences(), st.data())
@examples(30)
def test_counting_some_duties_agrees_with_a_matching(
    case: tuple[Play, int, Pins, Evidence], data: st.DataObject
) -> None:
    play, count, pins, evidence = case
    telling = [number for number, judged in enumerate(evidence.plays) if judged.proves]
    duties = sorted(data.draw(st.sets(st.sampled_from(telling)))) if telling else []
    assert evidence.deal_exists_with(duties) == exists(play, count, pins, duties)


@given(evidences())
@examples(30)
def test_a_duty_can_have_been_kept_exactly_when_a_deal_exists_with_it(
    case: tuple[Play, int, Pins, Evidence],
) -> None:
    evidence = case[-1]
    for number, play in enumerate(evidence.plays):
        assert evidence.can_have_lacked(number, play.proves) == evidence.deal_exists_with([number])


@given(evidences())
@examples(30)
def test_a_shortage_counts_unseen_cards_that_have_too_few_places(case: tuple[Play, int, Pins, Evidence]) -> None:
    play, count, pins, evidence = case
    everything = range(count)
    shortage = evidence.shortage(everything)
    if shortage is None:
        assert contradicts_himself(evidence) or exists(play, count, pins, everything)
        return
    assert not exists(play, count, pins, everything)
    assert len(shortage.cards) > shortage.room
    assert shortage.room == sum(evidence.room[place] for place in PLACES if place not in shortage.barred_from)
    for card in shortage.cards:
        assert card not in play.cards[:count]
        for place in shortage.barred_from:
            denied = any(judged.seat == place and judged.proves & card.bit for judged in evidence.plays)
            assert denied or place not in pins.get(card, PLACES)


@given(legal_plays(), st.data())
@examples(30)
def test_legal_plays_are_explained_by_their_own_deal(play: Play, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(play.cards)))
    places = {card: frozenset([int(seat)]) for seat, hand in zip(SEATS, play.deal.hands, strict=True) for card in hand}
    pins = {**places, **{card: frozenset([DEAD]) for card in play.deal.dead}}
    assert evidence_of(play, count, pins).deal_exists()


def test_a_card_that_is_barred_from_every_place_has_none() -> None:
    game = find_game("euchre")
    evidence = Evidence(game.pack, game.hand_size, kept_out(game, None, {Card("9h"): frozenset()}))
    assert not evidence.deal_exists()
    shortage = evidence.shortage(())
    assert shortage is not None
    assert (shortage.cards, shortage.room) == (Cards("9h"), 0)
