"""A round: every phase of a deal, by hand and by chance."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PRESETS, examples, moments, played_at_random, seats

from overtrick import texts
from overtrick.core.actions import PASS, Action
from overtrick.core.cards import CARDS, Card, Cards
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Illegal, Invalid, OvertrickError
from overtrick.core.game import Game
from overtrick.core.scoring import Tally
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.dealing import deck_of
from overtrick.deal.position import Position
from overtrick.deal.record import Deal
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.formats import jsonl
from overtrick.games.bridge.rules import BOTH
from overtrick.referee.judging import judge

GAMES = (
    *PRESETS,
    find_game("belote,round2_sa_ta=true,annonces=true"),
    find_game("coinche,sa_ta=true,generale=true,belote_announce=required"),
    find_game("euchre:hoyle,defend_alone=true,all_pass=dealer_forfeits"),
    find_game("euchre,canadian_loner=true,lone_lead=left_of_maker,no_trump=true"),
    find_game("euchre,must_have_trump_to_order=true"),
    find_game("sueca,trump_from=top"),
)

ODD_ACTIONS = ("", "pass", "1NT", "90 H", "coinche", "take", "order", "discard Ah", "discard", "declare", "belote",
               "rebelote", "claim 3", "Ah", "2c", "10 of hearts", "\x00", "x" * 1000)  # fmt: skip

certain = lambda position, tricks: True  # noqa: E731


def whole(game: str, hands: list[str], turn_up: str | None = None, dealer: Seat = Seat.WEST) -> Round:
    """The round of a deal of known hands, each in the order in which it is dealt."""
    cards = tuple(tuple(map(Card, hand.split())) for hand in hands)
    given = Deal(cards, None if turn_up is None else Card(turn_up))
    return Round(find_game(game), dealer, deck_of(find_game(game), dealer, given))


def done(round_: Round, actions: str) -> Round:
    """The round after some actions, which a comma separates; cards may stand together."""
    for action in map(str.strip, actions.split(",")):
        cards = action.split()
        if all(len(word) == 2 and word[1] in "shdc" for word in cards):
            round_ = round_.apply_all(map(Card, cards))
        else:
            round_ = round_.apply(action)
    return round_


def refused(round_: Round, action: Action | str) -> str:
    """The code of the refusal of an action, whose sentence exists in every language."""
    with pytest.raises((Illegal, Invalid)) as refusal:
        round_.apply(action)
    assert all(refusal.value.finding.message(language) for language in texts.LANGUAGES)
    return refusal.value.finding.code


# By chance


@pytest.mark.parametrize("game", GAMES, ids=game_text)
@examples(5)
@given(seats, st.integers(0, 1 << 32))
def test_a_random_round_is_clean_and_its_record_gives_it_back(game: Game, dealer: Seat, seed: int) -> None:
    round_ = played_at_random(game, dealer, seed)
    assert round_.phase == "over"
    score, record = round_.score, round_.record(("a", "b", "c", "d"))
    assert score is not None
    assert replay(record) == round_
    (read,) = jsonl.loads(jsonl.dumps([record]))
    assert read == record
    judgement = judge(read)
    assert (judgement.status, judgement.final) == ("clean", score.scores)


@examples(20)
@given(st.sampled_from(GAMES), seats, st.integers(0, 1 << 32))
def test_a_round_can_be_recorded_at_every_moment(game: Game, dealer: Seat, seed: int) -> None:
    for round_ in moments(game, dealer, seed)[::5]:
        assert replay(round_.record()) == round_
        assert judge(round_.record()).status in ("clean", "incomplete")


@examples(20)
@given(st.sampled_from(GAMES), seats, st.integers(0, 1 << 32))
def test_what_is_legal_can_be_done_and_nothing_else(game: Game, dealer: Seat, seed: int) -> None:
    for before, after in list(pairwise(moments(game, dealer, seed)))[seed % 5 :: 5]:
        legal, record = before.legal(), before.record()
        assert before.turn is not None
        assert before.actor in (before.turn, before.turn.partner)
        assert len(set(legal)) == len(legal)
        for action in legal:
            assert before.apply(action) == before.apply_unchecked(action)
        if before.phase == "play":
            allowed = {str(action) for action in legal}
            for card in set(map(str, CARDS)) - allowed:
                assert refused(before, Card(card)) in ("illegal-card", "card-not-in-hand")
        for text in ODD_ACTIONS:
            if text.lower() not in [str(action).lower() for action in legal]:
                try:
                    before.apply(text)
                except OvertrickError as error:
                    assert str(error)
                else:
                    assert before.phase in ("discard", "play")  # a card may be written in many ways
                    assert Card(text.removeprefix("discard ")) in before.hands[before.turn - 1]
        assert before.record() == record
        assert after != before
        held = sum(map(len, before.hands)) - sum(map(len, after.hands))
        assert held == (before.phase == "discard" or len(before.plays) < len(after.plays)) or before.phase == "auction"


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_nothing_is_done_after_the_end(game: Game) -> None:
    round_ = played_at_random(game, Seat.SOUTH, 1)
    assert (round_.turn, round_.actor, round_.legal()) == (None, None, ())
    assert {refused(round_, action) for action in (PASS, Card("Ah"), "declare")} == {"deal-is-over"}
    with pytest.raises(Illegal):
        round_.claim(0, certain)


# The auction


def test_a_deal_that_all_have_passed_is_over() -> None:
    round_ = done(whole("bridge", bridge_hands()), "pass, pass, pass, pass")
    assert (round_.phase, round_.contract, round_.outcome) == ("over", None, None)
    assert round_.score == find_game("bridge").passed_out(Seat.WEST)
    assert round_.tally == Tally()


def test_a_call_that_may_not_be_made_is_refused_with_a_sentence() -> None:
    round_ = done(whole("bridge", bridge_hands()), "1H")
    assert refused(round_, "1D") == "insufficient-bid"
    assert refused(round_, "8D") == "bad-call"
    assert refused(round_, "XX") == "illegal-call"
    assert refused(round_, Card("2c")) == "bad-call"  # a card is no bid
    assert round_.apply("2c").auction.calls[-1] == "2C"


def test_a_coinche_out_of_turn() -> None:
    game = find_game("coinche:pagat")
    bid = done(Round(game, Seat.WEST, tuple(game.pack)), "90 H")
    coinched = bid.apply("coinche 4")
    assert coinched.turn is Seat.NORTH
    assert {refused(bid, call) for call in ("coinche 3", "coinche 1")} == {"illegal-call"}
    assert refused(bid, "pass 4") == "bad-call"
    played = done(coinched, "pass, pass, pass")
    assert played.contract is not None
    assert (played.phase, played.contract.double) == ("play", 1)
    assert replay(played.record()) == played


# Bridge: dummy and claims


def bridge_hands() -> list[str]:
    return [" ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for suit in "shdc"]


def in_1nt() -> Round:
    """East plays 1NT and has all hearts; South, with all diamonds, leads; West is dummy."""
    return done(whole("bridge", bridge_hands()), "pass, pass, 1NT, pass, pass, pass")


def test_the_declarer_plays_dummys_cards() -> None:
    round_ = in_1nt()
    assert (round_.dummy, round_.turn, round_.actor) == (Seat.WEST, Seat.SOUTH, Seat.SOUTH)
    led = done(round_, "Ad")
    assert (led.turn, led.actor) == (Seat.WEST, Seat.EAST)
    assert led.legal() == tuple(Cards(" ".join(f"{rank}c" for rank in "AKQJT98765432")))
    assert done(led, "2c, As").actor is Seat.EAST
    assert whole("bridge", bridge_hands()).dummy is None
    assert in_coinche().dummy is None


def test_a_claim_ends_the_play() -> None:
    asked: list[tuple[Position, int]] = []

    def agreed(position: Position, tricks: int) -> bool:
        asked.append((position, tricks))
        return True

    round_ = done(in_1nt(), "Ad 2c As 2h")  # the lead wins
    claimed = round_.claim(5, agreed)
    assert asked == [(round_.position, 5)]
    assert (claimed.phase, claimed.turn, claimed.claimed) == ("over", None, 5)
    assert claimed.said == ((4, "claim 5"),)
    assert claimed.score is not None
    assert claimed.score.scores == (100, 0)  # two down
    assert claimed.outcome is not None
    assert claimed.outcome.tricks == (8, 5)
    assert replay(claimed.record()) == claimed
    judgement = judge(claimed.record())
    assert (judgement.status, judgement.final) == ("clean", (100, 0))


def test_claims_that_are_refused() -> None:
    def code(round_: Round, tricks: int, answer: bool = True) -> str:
        with pytest.raises(Illegal) as refusal:
            round_.claim(tricks, lambda position, more: answer)
        return refusal.value.finding.code

    round_ = done(in_1nt(), "Ad 2c As 2h")
    assert code(round_, 3, answer=False) == "claim-refused"
    assert [code(round_, tricks) for tricks in (-1, 13, 14)] == ["bad-claim"] * 3
    assert code(whole("bridge", bridge_hands()), 7) == "no-claim"
    assert code(in_coinche(), 3) == "no-claim"
    assert code(round_.claim(0, certain), 0) == "no-claim"
    assert round_ == done(in_1nt(), "Ad 2c As 2h")


def test_a_contract_is_scored_by_who_is_vulnerable() -> None:
    game = find_game("bridge")
    deck = deck_of(game, Seat.WEST, Deal(tuple(tuple(map(Card, hand.split())) for hand in bridge_hands())))
    round_ = Round(game, Seat.WEST, deck, vulnerable=BOTH, number=7)
    round_ = done(round_, "pass, pass, 1NT, pass, pass, pass").claim(6, certain)
    assert round_.score is not None
    assert round_.score.scores == (100, 0)
    assert (round_.record().board, round_.record().vulnerable) == (7, BOTH)


# Euchre: the exchange and lone hands


EUCHRE = ["As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "Ad Kd Qd Jd Td", "Ac Kc Qc Jc Tc"]


def euchre(calls: str, rules: str = "") -> Round:
    """West deals; the kitty has the nines but that of spades, which is turned up."""
    return done(whole(f"euchre{rules}", EUCHRE, "9s"), calls)


def test_the_dealer_lays_a_card_away() -> None:
    round_ = euchre("order")
    assert (round_.phase, round_.turn, round_.actor) == ("discard", Seat.WEST, Seat.WEST)
    assert round_.legal() == ("discard 9s", "discard Ac", "discard Kc", "discard Qc", "discard Jc", "discard Tc")
    assert refused(round_, "discard As") == "card-not-in-hand"
    assert refused(round_, "Ac") == "must-discard"
    assert refused(round_, PASS) == "must-discard"
    assert refused(round_, "discard") == "must-discard"
    after = done(round_, "discard Tc")
    assert (after.phase, after.turn, after.discard) == ("play", Seat.NORTH, Card("Tc"))
    assert after.hands[3] == Cards("9s Ac Kc Qc Jc")
    assert after == round_.apply("discard 10c") == round_.apply(Card("Tc"))


def test_the_turned_up_card_itself_may_be_laid_away() -> None:
    round_ = done(euchre("order"), "discard 9s")
    assert round_.hands[3] == Cards(EUCHRE[3])
    over = done(round_, "Js Ah Ad Jc, As Kh Kd Ac, Ks Qh Qd Kc, Qs Jh Jd Qc, Ts Th Td Tc")
    assert over.score is not None
    assert over.score.scores == (2, 0)
    assert judge(over.record()).status == "clean"


def test_a_suit_that_was_named_needs_no_discard() -> None:
    round_ = euchre("pass, pass, pass, pass, pass, call H")
    assert (round_.phase, round_.turn) == ("play", Seat.NORTH)
    assert sum(map(len, round_.hands)) == 20


def test_the_partner_of_a_lone_maker_plays_no_card() -> None:
    round_ = done(euchre("order alone"), "discard Tc, As")
    assert round_.turn is Seat.EAST
    assert done(round_, "Ah").turn is Seat.WEST
    second = done(round_, "Ah 9s")
    assert (second.turn, len(second.tricks), second.players) == (Seat.NORTH, 1, (Seat.NORTH, Seat.EAST, Seat.WEST))
    assert len(second.hands[2]) == 5


def test_where_the_leader_sits_out_the_next_one_leads() -> None:
    assert euchre("pass, pass, order alone, discard Ac").turn is Seat.EAST
    assert euchre("pass, pass, order alone, discard Ac", ",lone_lead=left_of_maker").turn is Seat.WEST
    assert euchre("pass, pass, order, discard Ac", ",lone_lead=left_of_maker").turn is Seat.NORTH


def test_a_lone_defender_plays_against_a_lone_maker() -> None:
    round_ = euchre("pass, pass, order alone, pass, alone", ",defend_alone=true")
    assert round_.contract is not None
    assert round_.contract.out == (Seat.NORTH, Seat.WEST)
    assert round_.turn is Seat.EAST  # the leader and the dealer sit out
    over = done(round_, "Ah Ad, Kh Kd, Qh Qd, Jh Jd, Th Td")
    assert over.score is not None
    assert over.score.scores == (0, 4)
    assert [trick.players for trick in over.tricks] == [(Seat.EAST, Seat.SOUTH)] * 5
    assert replay(over.record()) == over
    assert judge(over.record()).final == (0, 4)


def test_the_dealer_whose_partner_plays_alone_does_not_pick_up() -> None:
    round_ = euchre("pass, order alone")
    assert (round_.phase, round_.turn) == ("play", Seat.NORTH)
    assert round_.hands[3] == Cards(EUCHRE[3])
    assert done(round_, "As Ah Ad").turn is Seat.NORTH


# Belote and Coinche: words


LONG = ["Kh Qh 7s 8s 9s Jh Ts Js", "7h 8h 9h Th Ah Qs Ks As", "7d 8d 9d Td Jd Qd Kd Ad", "7c 8c 9c Tc Jc Qc Kc Ac"]


def taken(rules: str = "") -> Round:
    """North takes the jack of hearts, and has king and queen as well."""
    return done(whole(f"belote{rules}", LONG, "Jh"), "take")


def in_coinche(rules: str = "") -> Round:
    return done(whole(f"coinche{rules}", LONG), "80 H, pass, pass, pass")


def test_belote_and_rebelote_are_said() -> None:
    round_ = taken()
    assert round_.legal()[:1] == ("belote",)
    said = done(round_, "Belote")
    assert said.legal() == (Card("Kh"), Card("Qh"))
    assert refused(said, Card("Jh")) == "illegal-card"
    assert refused(said, "belote") == "illegal-word"
    assert refused(round_, "rebelote") == "illegal-word"
    second = done(said, "Kh Ah 7d 7c, 7h 8d 8c")
    assert second.legal() == ("rebelote", Card("Qh"), Card("Jh"))
    assert refused(second, "belote") == "illegal-word"
    assert done(second, "rebelote").legal() == (Card("Qh"),)
    assert done(second, "rebelote, Qh").tally.bonus == (20, 0)
    assert done(second, "Qh").tally.bonus == (0, 0)
    assert done(second, "rebelote, Qh").said == ((0, "belote"), (7, "rebelote"))


def test_without_belote_there_is_no_rebelote() -> None:
    silent = done(taken(), "Kh Ah 7d 7c, 7h 8d 8c")
    assert silent.legal() == (Card("Qh"), Card("Jh"))
    assert refused(silent, "rebelote") == "illegal-word"
    assert done(silent, "Qh").tally.bonus == (0, 0)


def test_a_belote_that_was_said_once_does_not_count_in_the_judgement_either() -> None:
    rest = "Js Qs 9d 9c, 8h Td Tc Jh, 7s Ks Jd Jc, 9h Qd Qc 8s, Th Kd Kc 9s, As Ad Ac Ts"
    for words, bonus in (("belote, rebelote", 20), ("belote, ", 0), (", ", 0)):
        first, second = (f"{word}, " if word else "" for word in words.split(", "))
        over = done(taken(), f"{first}Kh Ah 7d 7c, 7h 8d 8c, {second}Qh, {rest}")
        assert over.tally.bonus == (bonus, 0)
        assert over.score is not None
        judgement = judge(over.record())
        assert (judgement.status, judgement.final) == ("clean", over.score.scores)


@pytest.mark.parametrize(
    ("rules", "plays", "bonus"),
    [
        (":pagat", "Kh Ah 7d 7c, 7h 8d 8c Qh", (20, 0)),
        (":pagat", "Qh Ah 7d 7c, 7h 8d 8c Kh", (20, 0)),
        (":pagat,belote_king_first=true", "Kh Ah 7d 7c, 7h 8d 8c Qh", (20, 0)),
        (":pagat,belote_king_first=true", "Qh Ah 7d 7c, 7h 8d 8c Kh", (0, 0)),
        (":pagat,belote=0", "Kh Ah 7d 7c, 7h 8d 8c Qh", (0, 0)),
    ],
)
def test_a_belote_may_count_by_itself(rules: str, plays: str, bonus: tuple[int, int]) -> None:
    round_ = taken(rules)
    assert "belote" not in round_.legal()
    assert refused(round_, "belote") == "illegal-word"
    assert done(round_, plays).tally.bonus == bonus


@pytest.mark.parametrize(
    ("game", "plays", "annonces"),
    [
        ("belote", "declare, Kh, declare, Ah, declare, 7d, declare, 7c", (240, 0)),  # South is before West
        ("coinche", "declare, Kh, declare, Ah, declare, 7d, declare, 7c", (240, 0)),
        ("coinche", "declare, Kh, declare, Ah, 7d, declare, 7c", (0, 190)),
        ("coinche", "declare, Kh, declare, Ah, 7d, 7c", (120, 0)),
        ("coinche", "Kh, declare, Ah, 7d, 7c", (0, 70)),
        ("coinche", "Kh, Ah, 7d, 7c", (0, 0)),
        ("tie", "Kh, Ah, declare, 7d, declare, 7c", (0, 0)),
    ],
)
def test_annonces_are_declared_with_the_first_card(game: str, plays: str, annonces: tuple[int, int]) -> None:
    start = taken(":pagat") if game == "belote" else in_coinche(",annonce_tie=nobody" if game == "tie" else "")
    assert start.legal()[:1] == ("declare",)
    assert refused(done(start, "declare"), "declare") == "illegal-word"
    after = done(start, plays)
    assert after.outcome is not None
    assert after.outcome.annonces == annonces
    assert "declare" not in after.legal()
    assert refused(after, "declare") == "illegal-word"


def test_annonces_and_belote_are_recorded_and_judged() -> None:
    rest = "7h 8d 8c Qh, Js Qs 9d 9c, 8h Td Tc Jh, 7s Ks Jd Jc, 9h Qd Qc 8s, Th Kd Kc 9s, As Ad Ac Ts"
    over = done(in_coinche(), f"declare, Kh, declare, Ah, declare, 7d, declare, 7c, {rest}")
    assert over.score is not None
    said = " ".join(f"{seat}:{annonce.name}" for seat, annonce in over.annonces)
    assert said == "1:cent 1:tierce 2:cinquante 2:tierce 3:cent 3:tierce 4:cent 4:tierce"
    judgement = judge(over.record())
    assert (judgement.status, judgement.final) == ("clean", over.score.scores)
    assert sum(part.points for part in over.score.parts if part.reason == "annonces") == 240


# Records that cannot be replayed


def test_a_record_is_replayed_up_to_what_is_forbidden() -> None:
    record = done(in_1nt(), "Ad 2c As 2h").claim(5, certain).record()
    for change, code in (
        ({"plays": (*record.plays[:1], Card("Ah"))}, "card-not-in-hand"),
        ({"auction": ("1H", "1D")}, "insufficient-bid"),
        ({"said": ((4, "claim 13"),)}, "bad-claim"),
        ({"said": ((4, "claim many"),)}, "bad-word"),
        ({"said": ((4, "claim " + "9" * 5000),)}, "bad-word"),
        ({"said": ((4, "belote"),)}, "illegal-word"),
        ({"deal": Deal()}, "deal-not-whole"),
        ({"deal": record.deal._replace(discard=Card("2c"))}, "bad-action"),
    ):
        with pytest.raises(OvertrickError) as refusal:
            replay(record._replace(**change))
        assert refusal.value.finding.code == code, change


def test_seats_of_a_round_are_those_of_the_game() -> None:
    round_ = in_1nt()
    assert [round_.hands[seat - 1] for seat in SEATS] == [Cards(hand) for hand in bridge_hands()]
    assert round_.contract is not None
    assert (round_.contract.seat, round_.contract.side) == (Seat.EAST, Side.TWO)


def test_a_round_cannot_be_changed_from_outside() -> None:
    game = find_game("sueca")
    round_ = Round(game, Seat.NORTH, tuple(game.pack))
    with pytest.raises(AttributeError):
        setattr(round_, "phase", "over")  # noqa: B010
    with pytest.raises(AttributeError):
        del round_.plays
    assert pickle.loads(pickle.dumps(round_)) == round_
