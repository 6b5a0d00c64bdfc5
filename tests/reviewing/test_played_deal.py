"""From a record to the rounds of its play: by any format, with and without auction and hands, or why not."""

from pathlib import Path

import pytest
from played_deals import played

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Finding
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.deals import numbered_deal
from overtrick.deal.record import Deal, Record
from overtrick.deal.replay import replay
from overtrick.deal.view import views
from overtrick.formats.record_format import Located
from overtrick.games.belote import belote_text
from overtrick.games.bridge import pbn
from overtrick.games.sueca import sueca_file
from overtrick.referee.verdict import Fault
from overtrick.reviewing.played_deal import PlayedDeal, played_deal

BRIEFS = Path(__file__).parents[2] / "briefs"


def deal(record: Record) -> PlayedDeal:
    found = played_deal(Located(record, line=0))
    assert isinstance(found, PlayedDeal), found
    return found


def refused(record: Record) -> Finding | Fault:
    found = played_deal(Located(record, line=0))
    assert not isinstance(found, PlayedDeal)
    return found


@pytest.mark.parametrize("game", [*game_names(), "belote:pagat", "euchre,canadian_loner=true"])
def test_everybody_sees_the_same_as_in_the_round_that_was_played(game: str) -> None:
    for first in (1, 5, 9):
        record = played(game, first=first)
        found = deal(record)
        assert len(found.rounds) == len(record.plays)
        for number, round_ in enumerate((*found.rounds, found.end)):
            said = [(place, word) for place, word in record.said or () if place <= number]
            right = replay(record._replace(plays=record.plays[:number], said=tuple(said), scores=None))
            assert views(round_) == views(right)
        assert found.score == found.end.score


@pytest.mark.parametrize("game", ["belote", "bridge", "coinche", "euchre,alone=false", "sueca", "whist"])
def test_cards_that_were_all_played_tell_the_hands(game: str) -> None:
    record = played(game)
    known, bare = deal(record), deal(record._replace(deal=record.deal._replace(hands=None), auction=()))
    assert bare.hands == known.hands
    assert [round_.position for round_ in bare.rounds] == [round_.position for round_ in known.rounds]
    assert bare.score == known.score


def test_texts_of_tricks_without_an_auction() -> None:
    belote = deal(belote_text.loads((BRIEFS / "belote" / "samples" / "clean.belote").read_text()))
    assert belote.contract.seat is None
    assert belote.score is not None
    assert belote.end.dealt.turn_up is None
    sueca = deal(sueca_file.loads((BRIEFS / "sueca" / "game1.sueca").read_text()))
    assert sueca.side is Side.ONE
    assert sum(map(len, sueca.hands)) == 40


def test_what_is_missing_of_one_hand_is_the_rest_of_the_pack() -> None:
    record = played("bridge")
    hands = record.deal.hands
    assert hands is not None
    cut = record._replace(
        deal=Deal((None, *hands[1:])), plays=record.plays[:9], scores=None, said=None, tags={"Board": "1"}
    )
    found = deal(cut)
    assert found.hands == tuple(Cards(hand or ()) for hand in hands)
    assert found.score is None
    assert found.end.phase == "play"


def test_a_player_who_sits_out_may_have_no_cards() -> None:
    plays = "As 9h 9c  Ks Th Tc  Ah Qh Kh  Ac Jd Qc  Js 9d Ad".split()
    contract = Contract(Strain.SPADES, Side.ONE, Seat.NORTH, "alone", alone=(Seat.NORTH,))
    record = Record(find_game("euchre"), tuple(map(Card, plays)), contract, dealer=Seat.WEST)
    found = deal(record)
    assert found.hands[Seat.SOUTH - 1] == Cards()
    assert [len(found.hands[seat - 1]) for seat in SEATS] == [5, 5, 0, 5]
    assert found.score is not None
    assert found.score.scores == (4, 0)


@pytest.mark.parametrize(
    ("game", "word", "code"),
    [("bridge", "claim 2", "deal-is-over"), ("bridge", "claim 14", "bad-claim"), ("belote", "belote", "illegal-word")],
)
def test_words_of_a_deal_that_is_not_over_are_checked(game: str, word: str, code: str) -> None:
    record = played(game)
    cut = record._replace(plays=record.plays[:30], said=((7, word),), scores=None)
    assert refused(cut).code == code


def test_why_a_record_cannot_be_reviewed() -> None:
    record = played("belote")
    assert refused(record._replace(deal=Deal(), auction=(), plays=record.plays[:20], scores=None)).code == (
        "hands-unknown"
    )
    assert refused(record._replace(auction=("pass",) * 8, contract=None, plays=(), scores=None)).code == (
        "nothing-played"
    )
    assert refused(record._replace(scores=(1, 2))).code == "wrong-score"
    assert isinstance(refused(belote_text.loads("s 2\nQh 8h Ah 9h\nKh Th 7h Qs\nJh 9s 8s Js\n")), Fault)
    spades = numbered_deal(find_game("spades"), "played", 1).apply_all(["3", "nil", "3", "3"])
    assert refused(spades.record()).code == "no-solver-nil"
    ending = '[Dealer "N"]\n[Deal "N:A... K... Q... J..."]\n[Contract "NT"]\n[Declarer "N"]\n'
    assert refused(pbn.loads(ending)[0]).code == "hands-unknown"
