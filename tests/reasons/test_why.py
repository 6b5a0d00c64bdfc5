"""Reasons as they are told: at most two, in three languages, sent and read again, and asked of the bot."""

import re
from random import Random

import pytest

from overtrick.bots.sampling.bot import Sampling
from overtrick.core.actions import PASS
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.tricks import Strain
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import view
from overtrick.protocol.infos import reason_infos, reason_of
from overtrick.reasons import Prospect, Reason, plainest, why
from overtrick.reasons.knowing import Knowing
from overtrick.reasons.stakes import NEEDS, SETTLED, deal_stakes
from overtrick.texts import LANGUAGES, catalogue


@pytest.mark.parametrize("game", game_names())
def test_every_decision_of_the_bot_has_reasons_that_can_be_sent_and_read(game: str) -> None:
    round_, bot, silent, asked = numbered_deal(find_game(game), "why", 1), Sampling(Random(1), level=1), 0, 0
    while round_.actor is not None:
        advice = bot.advise(view(round_, round_.actor))
        assert len(advice.reasons) <= 2
        assert tuple(map(reason_of, reason_infos(advice.reasons))) == advice.reasons
        for language in LANGUAGES:
            assert all("{" not in reason.message(language) for reason in advice.reasons)
        asked, silent = asked + 1, silent + (not advice.reasons)
        round_ = round_.apply(advice.action)
    assert silent <= asked / 20


@pytest.mark.parametrize(
    ("number", "key"),
    [(1, "The contract still needs one point."), (12, "The contract still needs 12 points.")],
)
def test_one_is_said_in_another_way(number: int, key: str) -> None:
    assert Reason("make-points", number=number).message() == key


def test_a_strain_and_cards_are_said_in_the_language() -> None:
    reason = Reason("trumps", cards=(Card("Jh"), Card("9h")), strain=Strain.HEARTS, number=4)
    assert [reason.message(language) for language in LANGUAGES] == [
        "4 trumps in ♥, with J♥ 9♥.",
        "4 atouts à ♥, dont V♥ 9♥.",
        "4 trunfos de ♥, com V♥ 9♥.",
    ]


@pytest.mark.parametrize(("language", "words"), [("en", "you|your"), ("fr", "vous|votre|vos")])
def test_sentences_speak_to_nobody(language: str, words: str) -> None:
    told = {key: sentence for key, sentence in catalogue(language).items() if key.startswith("why.")}
    assert told
    assert not {key for key, sentence in told.items() if re.search(rf"\b({words})\b", sentence, re.IGNORECASE)}


def test_who_leaves_their_own_doubled_contract_is_not_told_that_it_is_the_partners() -> None:
    round_, reasons = numbered_deal(find_game("coinche"), "own", 1).apply_all(["80 H", "coinche"]), []
    while round_.phase == "auction":
        seen = view(round_, round_.actor)
        if len(seen.legal) > 1:
            reasons.append(why(seen, PASS, dict.fromkeys(seen.legal, Prospect(1, 0.7, 90))))
        round_ = round_.apply(PASS)
    assert reasons == [(Reason("partner-contract"),), (Reason("we-make", number=70),)]


@pytest.mark.parametrize(
    ("calls", "code"),
    [("80 H", "pass-wins"), ("pass, 80 H", "pass-wins"), ("pass, pass, 80 H, pass, pass", "they-fail")],
)
def test_a_contract_is_said_to_fail_only_where_the_partner_cannot_take_it_away(calls: str, code: str) -> None:
    round_ = numbered_deal(find_game("coinche"), "pass", 1).apply_all(calls.split(", "))
    seen = view(round_, round_.actor)
    assert why(seen, PASS, dict.fromkeys(seen.legal, Prospect(1, 0.7, 90))) == (Reason(code, number=70),)


def test_where_who_wins_depends_on_it_the_stake_comes_second() -> None:
    round_ = numbered_deal(find_game("whist"), "stake", 1)
    bot = Sampling(Random(1), level=1)
    while len(round_.tricks) < 10 or len(round_.legal()) == 1:
        assert round_.actor is not None
        round_ = round_.apply(bot(view(round_, round_.actor)))
    seen = view(round_, round_.actor)
    card, *others = seen.legal
    decisive = {card: Prospect(1, 0.9, 7), **dict.fromkeys(others, Prospect(0, 0.1, 6))}
    level = {card: Prospect(1, 0.5, 7), **dict.fromkeys(others, Prospect(0, 0.5, 6))}
    stakes = {"win-deal-tricks", "deal-won", "deal-lost"}
    assert why(seen, card, decisive)[1].code in stakes
    assert why(seen, card, level)[0] == why(seen, card, decisive)[0]
    assert why(seen, card, dict.fromkeys(seen.legal, Prospect(1, 0.5, 7)))[1].code == "same"
    assert why(seen, card, decides=True) == why(seen, card, decisive)


@pytest.mark.parametrize(
    ("game", "calls", "codes"),
    [
        ("jass:pagat", ["push"], {"win-deal-points", "deal-won", "deal-lost"}),
        ("spades", [], set()),
    ],
)
def test_stakes_are_those_of_the_game(game: str, calls: list[str], codes: set[str]) -> None:
    """Nobody has a contract to make in Jass, and in Spades both sides have their bids."""
    of_contracts: set[str] = {*NEEDS.values(), *SETTLED.values()}
    found: set[str] = set()
    for number in range(1, 9):
        round_, random = numbered_deal(find_game(game), "stakes", number).apply_all(calls), Random(number)
        while round_.actor is not None:
            if round_.phase == "play":
                told = deal_stakes(Knowing(view(round_, round_.actor)))
                found |= {reason.code for reason in told} & of_contracts
            round_ = round_.apply(random.choice(round_.legal()))
    assert found == codes


def test_of_equally_good_cards_the_plainest_is_told() -> None:
    round_ = numbered_deal(find_game("sueca"), "plain", 1)
    seen = view(round_, round_.actor)
    points = seen.game.card_points(round_.course.strain)
    chosen = plainest(seen, (card for card in seen.legal if isinstance(card, Card)))
    assert points[chosen.index] == min(points[card.index] for card in seen.hand)
