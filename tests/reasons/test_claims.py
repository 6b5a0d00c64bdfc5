"""What reasons claim is true in every deal that their player may imagine, whatever card they are for.

Claims are checked against open hands, without what the reasons are derived by.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from random import Random

import pytest
from lengths import one_of_each

from overtrick.bots.bot import Bot, find_bot
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.game import Game, Progress, Standing
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain
from overtrick.deal.deals import numbered_deal
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.worlds import worlds
from overtrick.reasons import Prospect, Reason, why
from overtrick.reasons.cards import card_reasons
from overtrick.reasons.knowing import Knowing
from overtrick.reasons.stakes import deal_stakes
from overtrick.texts import catalogue

GAMES = [game for name in game_names() for game in presets(name).values()]
DEALS = 2
WORLDS = 1


@dataclass
class Claim:
    """A reason for a card, in a deal in which it has to hold."""

    round: Round
    card: Card
    reason: Reason

    def __post_init__(self) -> None:
        assert self.round.trick is not None
        self.trick, self.seat = self.round.trick, self.round.trick.turn
        self.ranking = self.round.game.rules(self.round.course.strain).ranking
        self.hand = list(self.round.hands[self.seat - 1])
        self.legal = [card for card in self.round.legal() if isinstance(card, Card)]
        self.suit = self.ranking.suit_of[self.card.index]
        self.in_suit = self.of_suit(self.hand)

    def of_suit(self, cards: list[Card]) -> list[Card]:
        return [card for card in cards if self.ranking.suit_of[card.index] is self.suit]

    def power(self, card: Card) -> int:
        return self.ranking.power_of[card.index]

    def points(self, card: Card) -> int:
        return self.round.game.card_points(self.round.course.strain)[card.index]

    def is_trump(self, card: Card) -> bool:
        return self.ranking.suit_of[card.index] is self.round.course.strain.suit

    def beats(self, card: Card, other: Card) -> bool:
        led = self.trick.cards[0] if self.trick.cards else other
        return self.ranking.beats(card, other, self.ranking.suit_of[led.index])

    def held_by(self, seats: list[Seat]) -> list[Card]:
        return [card for seat in seats if seat not in self.trick.out for card in self.round.hands[seat - 1]]

    @property
    def others(self) -> list[Card]:
        return self.held_by([seat for seat in SEATS if seat is not self.seat])

    @property
    def opponents(self) -> list[Seat]:
        return [self.seat.next, self.seat.previous]

    def is_certain(self, card: Card) -> bool:
        later = self.trick.players[len(self.trick.cards) + 1 :]
        return not any(self.beats(other, card) for other in self.held_by([s for s in later if s in self.opponents]))

    def is_best(self, card: Card) -> bool:
        suit = self.ranking.suit_of[card.index]
        return not any(self.ranking.suit_of[o.index] is suit and self.power(o) > self.power(card) for o in self.others)

    @property
    def master(self) -> Card:
        assert self.trick.master is not None
        return self.trick.master

    @property
    def is_partners(self) -> bool:
        return self.trick.holder is self.seat.partner

    @property
    def winners(self) -> list[Card]:
        return [card for card in self.legal if self.beats(card, self.master)]

    @property
    def names_suit(self) -> bool:
        return self.reason.strain is Strain.of(self.suit)


def led_by_partner(claim: Claim) -> bool:
    return any(
        trick.leader is claim.seat.partner and claim.ranking.suit_of[trick.cards[0].index] is claim.suit
        for trick in claim.round.tricks
    )


def drives_out(claim: Claim) -> bool:
    above = [card for card in claim.of_suit(claim.others) if claim.power(card) > claim.power(claim.card)]
    return above in ([], [claim.reason.card])


def is_guarded(claim: Claim) -> bool:
    card = claim.reason.card
    assert card is not None
    suit = claim.ranking.suit_of[card.index]
    mates = [other for other in claim.hand if claim.ranking.suit_of[other.index] is suit and other is not card]
    above = [o for o in claim.others if claim.ranking.suit_of[o.index] is suit and claim.power(o) > claim.power(card)]
    return suit is not claim.suit and len(mates) == 1 and len(above) <= 1


def cost(claim: Claim, card: Card) -> tuple[int, int]:
    return claim.points(card), claim.power(card)


def holds_up(claim: Claim) -> bool:
    kept = claim.reason.card
    assert kept is not None
    return not claim.beats(claim.card, claim.master) and kept in claim.winners and claim.is_best(kept)


TACTICS: dict[str, Callable[[Claim], bool]] = {
    "draw": lambda c: c.is_trump(c.card) and sum(map(c.is_trump, c.held_by(c.opponents))) <= (c.reason.number or 0),
    "partner-ruffs": lambda c: c.names_suit and not c.of_suit(c.held_by([c.seat.partner])) and not c.is_trump(c.card),
    "certain": lambda c: c.is_certain(c.card) and (not c.trick.cards or c.beats(c.card, c.master)),
    "master": lambda c: c.names_suit and c.reason.card is c.card and c.is_best(c.card),
    "drive-out": drives_out,
    "return": lambda c: c.names_suit and led_by_partner(c),
    "partner-named": lambda c: any(
        seat is c.seat.partner and call.strain is c.reason.strain for seat, call in c.round.auction.made
    ),
    "long-suit": lambda c: c.names_suit and len(c.in_suit) == c.reason.number,
    "low-lead": lambda c: c.names_suit and c.card is min(c.in_suit, key=c.power) and len(c.in_suit) > 1,
    "higher-stay": lambda c: c.names_suit and c.card is not max(c.in_suit, key=c.power),
    "top-lead": lambda c: c.names_suit and c.card is max(c.in_suit, key=c.power),
    "sequence": lambda c: (
        c.card is max(c.in_suit, key=c.power)
        and not any(
            c.power(sorted(c.in_suit, key=c.power)[-2]) < c.power(other) < c.power(c.card)
            for other in c.of_suit(c.others)
        )
    ),
    "singleton": lambda c: c.names_suit and c.in_suit == [c.card],
    "overtake": lambda c: c.is_partners and c.beats(c.card, c.master) and c.is_certain(c.card),
    "overtake-lead": lambda c: c.is_partners and c.beats(c.card, c.master) and c.is_certain(c.card),
    "overtake-higher": lambda c: c.is_partners and c.beats(c.card, c.master) and c.reason.card is c.master,
    "feed": lambda c: c.is_partners and c.points(c.card) == c.reason.number != 0 and not c.beats(c.card, c.master),
    "feed-certain": lambda c: c.is_partners and c.is_certain(c.master) and c.points(c.card) == c.reason.number != 0,
    "keep-points": lambda c: c.is_partners and c.points(c.card) < max(map(c.points, c.legal)),
    "leave": lambda c: c.is_partners and c.reason.card is c.master and not c.beats(c.card, c.master),
    "ruff": lambda c: (
        c.is_trump(c.card)
        and not any(c.ranking.suit_of[card.index] is c.ranking.suit_of[c.trick.cards[0].index] for card in c.hand)
    ),
    "ruff-points": lambda c: TACTICS["ruff"](c) and sum(map(c.points, c.trick.cards)) == c.reason.number != 0,
    "overruff": lambda c: c.is_trump(c.card) and c.is_trump(c.master) and c.beats(c.card, c.master),
    "only-winner": lambda c: c.winners == [c.card] and not c.is_partners,
    "win-points": lambda c: c.card in c.winners and c.is_certain(c.card) and c.points(c.card) == c.reason.number != 0,
    "win-low": lambda c: cost(c, c.card) == min(cost(c, card) for card in c.winners),
    "win-high": lambda c: cost(c, c.card) > min(cost(c, card) for card in c.winners) and c.card in c.winners,
    "hold-back": holds_up,
    "duck": lambda c: c.card not in c.winners and bool(c.winners),
    "cannot-beat": lambda c: not c.winners and c.points(c.card) == min(map(c.points, c.legal)),
    "no-winner": lambda c: not c.winners,
    "void": lambda c: c.in_suit == [c.card] and any(map(c.is_trump, c.hand)) and not c.is_trump(c.card),
    "guard": is_guarded,
}

ENDS: dict[str, Callable[[bool, int, int], bool]] = {
    **dict.fromkeys(["made", "defeated", "deal-won"], lambda wins, more, number: wins),
    **dict.fromkeys(["not-made", "not-defeated", "deal-lost"], lambda wins, more, number: not wins),
    **dict.fromkeys(
        ["make-points", "make-tricks", "defeat-points", "defeat-tricks", "win-deal-points", "win-deal-tricks"],
        lambda wins, more, number: wins == (more >= number > 0),
    ),
}
"""what must hold at the end of the deal: whether the side wins, what it won more, and what it was said to need"""


def holds_at_end(claim: Claim, rng: Random) -> bool:
    """Whether a reason about the deal is true however it goes on."""
    own, code = claim.seat.side, claim.reason.code
    tricks = claim.round.tally.tricks
    if code in ("needs-all", "sweep"):
        return not tricks[own.other - 1]
    if code in ("needs-one", "save-trick"):
        return not tricks[own - 1]
    end = claim.round
    while end.turn is not None:
        end = end.apply(rng.choice(end.legal()))
    assert end.score is not None
    more = end.tally.points[own - 1] - claim.round.tally.points[own - 1]
    return ENDS[code](end.score.winner is own, more, claim.reason.number or 0)


def turns(game: Game, seed: str, deals: int = DEALS) -> Iterator[Round]:
    """The rounds of some deals before each action; every second one that is not passed is played at random."""
    played = 0
    for number in count(1):
        round_ = numbered_deal(game, seed, number)
        bot: Bot = find_bot("simple" if played % 2 else "random", Random(number))
        while (actor := round_.actor) is not None:
            yield round_
            round_ = round_.apply(bot(view(round_, actor)))
        played += bool(round_.plays)
        if played == deals:
            return


def claims_of(round_: Round, rng: Random) -> Iterator[Claim]:
    """All that may be said of any legal card, in the deal as it is and as it might be."""
    seen = view(round_, round_.actor)
    knowing = Knowing(seen)
    imagined = islice(worlds(seen, rng), WORLDS)
    # What was declared and not shown is left out of worlds, so that more may have been shown there than was.
    deals = [round_, *(world for world in imagined if world.course.shown == round_.course.shown)]
    for card in knowing.legal:
        for reason in (*card_reasons(knowing, card), *deal_stakes(knowing)):
            yield from (Claim(deal, card, reason) for deal in deals)


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=str)
def test_what_is_said_of_a_card_is_true_in_every_deal_that_its_player_may_imagine(game: Game) -> None:
    rng, wrong, told = Random(f"{game}"), list[str](), Counter[str]()
    for round_ in turns(game, "claims"):
        if round_.phase == "play" and len(round_.legal()) > 1:
            for claim in claims_of(round_, rng):
                code = claim.reason.code
                told[code] += 1
                if not (TACTICS[code](claim) if code in TACTICS else holds_at_end(claim, rng)):
                    wrong.append(f"{claim.reason} for {claim.card} to {claim.trick} with {claim.hand}")
    assert wrong == []
    assert len(told) >= 20


def sweeps() -> Iterator[Round]:
    """Deals of Coinche in the middle, in which one side has won all tricks; in every second one that was bid."""
    game, simple = find_game("coinche:contree"), find_bot("simple", Random(0))
    for number in range(1, 60):
        bid = "capot S" if number % 2 else "80 S"
        round_ = numbered_deal(game, "sweeps", number).apply_all([bid, "pass", "pass", "pass"])
        while (actor := round_.actor) is not None and len(round_.tricks) < game.hand_size / 2:
            round_ = round_.apply(simple(view(round_, actor)))
        if 0 in round_.tally.tricks:
            yield round_
            yield round_.apply(round_.legal()[0])


def test_all_tricks_are_told_where_they_are_still_open() -> None:
    told = Counter[str]()
    for round_ in sweeps():
        assert round_.contract is not None
        assert round_.actor is not None
        is_bid, is_ours = round_.contract.value == "capot", round_.tally.tricks[round_.actor.side - 1] > 0
        codes = {reason.code for reason in deal_stakes(Knowing(view(round_, round_.actor)))}
        assert ("sweep" if is_ours else "save-trick") in codes
        if is_bid:
            is_taker = round_.contract.side is round_.actor.side
            assert (("needs-all" if is_taker else "needs-one") in codes) is (is_taker == is_ours)
        told.update(codes)
    assert {"sweep", "save-trick", "needs-all", "needs-one"} <= set(told)


def test_all_reasons_of_the_catalogue_are_told_somewhere() -> None:
    told, rng = {"sweep", "save-trick", "needs-all", "needs-one"}, Random(1)
    for game in (find_game(name) for name in [*game_names(), "spades:pagat,blind_nil_behind=0"]):
        for round_ in turns(game, "all", 60 // game.hand_size):
            seen = view(round_, round_.actor, Standing((3, 3)))
            weighed = {each: Prospect(1.0, rng.random(), 500.0) for each in seen.legal}
            for action in rng.sample(seen.legal, 1 if seen.phase == "play" else min(6, len(seen.legal))):
                told.update(reason.code for reason in why(seen, action, weighed))
                told.update(reason.code for reason in why(seen, action, by_system=True))
                if isinstance(action, Card):
                    knowing = Knowing(seen)
                    told.update(reason.code for reason in (*card_reasons(knowing, action), *deal_stakes(knowing)))
    keys = {key.removeprefix("why.").split(".")[0] for key in catalogue("en") if key.startswith("why.")}
    assert keys == told


def test_the_last_deal_of_a_match_is_one_whose_every_end_wins_it() -> None:
    game, told = find_game("sueca"), 0
    for round_ in turns(game, "last", 3):
        if len(round_.legal()) > 1:
            for totals in ((0, 0), (3, 3)):
                seen = view(round_, round_.actor, Standing(totals))
                codes = [reason.code for reason in deal_stakes(Knowing(seen))]
                told += "last-deal" in codes
                assert totals == (3, 3) or "last-deal" not in codes
    assert told


@pytest.mark.parametrize("game", one_of_each([game for game in GAMES if game.match_target is not None]), ids=str)
def test_the_match_ends_with_a_deal_of_which_that_is_said(game: Game) -> None:
    assert game.match_target is not None
    rng, simple = Random(f"{game}"), find_bot("simple", Random(0))
    least = game.match_target - max(game.match_target // 8, 1)
    for number in range(1, 16):
        totals = rng.randrange(least, game.match_target), rng.randrange(least, game.match_target)
        bags, row = max(game.most_bags - 1, 0), max(game.most_row - 1, 0)
        standing, is_said = Standing(totals, bags=(bags, bags), rows=(row, 0)), False
        round_ = numbered_deal(game, "match", number)
        while (actor := round_.actor) is not None:
            seen = view(round_, actor, standing)
            if seen.phase == "play":
                is_said |= any(reason.code == "last-deal" for reason in deal_stakes(Knowing(seen)))
            round_ = round_.apply(simple(seen))
        assert round_.score is not None
        assert not is_said or game.after(Progress(round_.dealer, standing), round_.score).standing.is_over


def test_what_is_at_stake_is_told_of_a_deal_that_ends_early() -> None:
    game, told = find_game("hokm"), Counter[bool]()
    for round_ in turns(game, "early", 4):
        if round_.phase == "play" and 2 * len(round_.tricks) >= game.hand_size:
            told[any(deal_stakes(Knowing(view(round_, round_.actor))))] += 1
    assert told[True]
    assert not told[False]
