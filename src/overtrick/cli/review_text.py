"""A review in the words of a language, and as a table for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from overtrick import texts
from overtrick.cli.score import verdict
from overtrick.conversation.words import Words, by_suit
from overtrick.core.actions import PASS
from overtrick.core.cards import Card, Cards, Suit
from overtrick.core.catalogue import game_text
from overtrick.core.errors import Finding
from overtrick.core.seats import Seat, Side
from overtrick.deal.record import vulnerable_text
from overtrick.deal.view import view
from overtrick.protocol.clean import clean_line
from overtrick.referee.verdict import Fault
from overtrick.reviewing import Review
from overtrick.reviewing.deal_review import CardReview, Instead, PlayerReview

TURN: Final = "◆"
"""marks a card that changes who wins the deal"""
UNKNOWN: Final = "?"
NOTHING: Final = "–"
WIDTH: Final = 100
MOST_LESSONS: Final = 6
"""cards of which it is told why another one was better"""

DealStatus = Literal["reviewed", "passed-out", "not-played", "hands-unknown", "fault", "invalid"]
NOT_WRONG: Final[Mapping[str, DealStatus]] = {
    "nothing-played": "passed-out",
    "not-played": "not-played",
    "hands-unknown": "hands-unknown",
}
"""the findings about deals with which nothing is wrong"""


class DealSection(NamedTuple):
    """What is told of one deal."""

    spot: str
    """the file and the line; empty for a record that was given itself"""
    number: int
    """from 1"""
    found: Review | Finding | Fault

    @property
    def status(self) -> DealStatus:
        """What became of the deal, in a word."""
        if isinstance(self.found, Review):
            return "reviewed"
        if isinstance(self.found, Fault):
            return "fault"
        return NOT_WRONG.get(self.found.code, "invalid")


class Telling:
    """Tells a review in a language."""

    def __init__(self, review: Review, language: str) -> None:
        self.review = review
        self.words = Words(language)
        self.table = view(review.deal.end, None)
        """what everybody saw"""

    def name(self, seat: Seat) -> str:
        """The name of a player; empty where the record has none."""
        return clean_line(self.review.record.seats[seat - 1])

    def seat(self, seat: Seat) -> str:
        """A seat with the name of its player, if there is one: `2 Zoé`."""
        return f"{self.review.record.game.seat_name(seat)} {self.name(seat)}".rstrip()

    def player(self, seat: Seat) -> str:
        """A player in a sentence: `Zoé (2)`."""
        number, name = self.review.record.game.seat_name(seat), self.name(seat)
        return f"{name} ({number})" if name else self.words.say("session.player", seat=number)

    def title(self, number: int) -> str:
        """Which deal it is: its board, or its number in the file."""
        board = self.review.record.board
        return self.words.say("deal.number" if board is None else "deal.board", number=board or number)

    def facts(self) -> list[str]:
        """The game, who dealt, who was vulnerable, and what was turned up."""
        record, say = self.review.record, self.words.say
        facts = [game_text(record.game), say("deal.dealer", seat=record.game.seat_name(record.dealer_seat))]
        if record.vulnerable is not None:
            facts.append(vulnerable_text(record.game, record.vulnerable, self.words.language))
        if record.deal.turn_up is not None:
            facts.append(say("deal.turn-up", card=self.words.card(record.deal.turn_up)))
        return facts

    def contract(self) -> str:
        """What was played and by whom."""
        return self.words.contract_by(self.table, self.review.deal.contract, self.player)

    def sentences(self) -> Iterator[str]:
        """What the deal was worth, what became of it, and whether claim and contract were right."""
        review, say = self.review, self.words.say
        who = "one" if review.deal.contract.side is None else "takers"
        yield say(
            f"review.{who}.{review.unit}",
            total=review.total,
            value=UNKNOWN if review.value is None else review.value,
            needed=NOTHING if review.needed is None else review.needed,
            made=review.made,
        )
        if review.deal.score is not None:
            yield verdict(review.deal.score, self.words.language)
        if not review.is_over:
            tricks = {"tricks": len(review.deal.end.tricks), "all": review.record.game.hand_size}
            yield Finding("incomplete", tricks).message(self.words.language)
        if any(card.winner == "unknown" and card.expected is not None for card in review.cards):
            yield say("review.winner.unknown")
        yield from self._claim()
        yield from self._par()

    def _claim(self) -> Iterator[str]:
        claim, say = self.review.claim, self.words.say
        if claim is None:
            return
        if claim.right is None:
            yield say("review.claim.unknown", tricks=claim.tricks)
        elif claim.right == claim.tricks:
            yield say("review.claim.right", tricks=claim.tricks)
        else:
            yield say("review.claim.wrong", tricks=claim.tricks, right=claim.right)

    def _par(self) -> Iterator[str]:
        par, score, say = self.review.par, self.review.deal.score, self.words.say
        if par is None:
            return
        contracts = ", ".join(map(str, par.contracts)) or self.words.action(PASS)
        if score is None:
            yield say("review.par-only", score=f"{par.score:+}", contracts=contracts)
        else:
            made = score.scores[0] - score.scores[1]
            yield say("review.par", score=f"{par.score:+}", contracts=contracts, made=f"{made:+}")
        yield say("review.engine", engine=self.review.engine)

    def cost(self, card: CardReview) -> str:
        """What a card cost with all hands open; nothing is said where there was no choice."""
        return "" if not card.is_choice else UNKNOWN if card.cost is None else str(card.cost)

    def known(self, card: CardReview | PlayerReview) -> str:
        """What a card, or all cards of a player, cost by what they knew."""
        worth = card.worth if isinstance(card, CardReview) else card
        if worth is None:
            return "" if isinstance(card, CardReview) and not card.is_choice else UNKNOWN
        return f"{worth.behind:.1f} ± {worth.error:.1f}" if worth.behind else "0"

    def wiser(self, card: CardReview) -> str:
        """The best card by what was known, if it was another one."""
        return "" if card.wiser is None else self.words.card(card.wiser)

    def suits(self, hand: Cards) -> Iterator[tuple[Suit, list[Card]]]:
        """The cards of a hand by suit, as they count in the play."""
        ranking = self.review.record.game.rules(self.review.deal.contract.strain).ranking
        for cards in by_suit(self.table, hand):
            yield ranking.suit_of[cards[0].index], cards

    def reasons(self, instead: Instead) -> str:
        """Why a card would have been better."""
        return " ".join(reason.message(self.words.language) for reason in instead.reasons)

    def turn(self, card: CardReview) -> str:
        """What a card changed, if it is a turning point."""
        return f"{TURN} {self.words.say(f'review.turn.{self._turn(card)}')}" if card.turns else ""

    def _turn(self, card: CardReview) -> str:
        if not isinstance(card.winner, Side):
            return "nobody"
        taker, game = self.review.deal.contract.side, self.review.record.game
        is_free = taker is None or not game.contracts_can_fail
        return str(int(card.winner)) if is_free else "made" if card.winner is taker else "failed"


def section_lines(section: DealSection, language: str, worlds: int) -> Iterator[str]:
    """A deal for the terminal: the facts, the cards trick by trick, and what each player gave away."""
    if section.number > 1:
        yield ""
    spot = f"{section.spot}: " if section.spot else ""
    if not isinstance(section.found, Review):
        yield spot + section.found.message(language)
        return
    telling = Telling(section.found, language)
    yield spot + ", ".join([telling.title(section.number), *telling.facts(), telling.contract()])
    yield from telling.sentences()
    if not section.found.cards:
        return
    yield ""
    yield from texts.table_lines(_card_rows(telling, bool(worlds)))
    yield from _lessons(telling)
    yield ""
    yield from texts.table_lines(player_rows(telling, bool(worlds)), left=1)


def _lessons(telling: Telling) -> Iterator[str]:
    """The most costly cards in order of play, with what would have been better, and why."""
    costly = [(card, card.instead) for card in telling.review.cards if card.instead and card.instead.reasons]
    worst = sorted(costly, key=lambda pair: -(pair[0].worth.behind if pair[0].worth else pair[0].cost or 0))
    told = [pair for pair in costly if pair in worst[:MOST_LESSONS]]
    yield from ("", telling.words.say("review.instead")) if told else ()
    for card, instead in told:
        heading = telling.words.say(
            "review.instead-of",
            trick=card.trick,
            player=telling.seat(card.seat),
            better=telling.words.card(instead.card),
            card=telling.words.card(card.card),
        )
        lesson = f"{heading} {telling.reasons(instead)}"
        yield from textwrap.wrap(lesson, WIDTH, initial_indent="  ", subsequent_indent="    ")


def legend(language: str, worlds: int) -> list[tuple[str, str]]:
    """The columns and marks, and what they mean."""
    keys = ("cost", *(["known"] if worlds else []), "expected", "better")
    meanings = [(texts.say(language, f"review.{key}"), f"review.legend.{key}") for key in keys]
    return [(name, texts.say(language, key, worlds=worlds)) for name, key in (*meanings, (TURN, "review.legend.turn"))]


def legend_lines(language: str, worlds: int) -> list[str]:
    """What the columns and marks mean, for the terminal."""
    entries = legend(language, worlds)
    width = max(len(name) for name, _ in entries)
    return ["", *(line for name, meaning in entries for line in _entry_lines(f"{name:<{width}}  ", meaning))]


def _entry_lines(name: str, meaning: str) -> list[str]:
    return textwrap.wrap(meaning, WIDTH, initial_indent=name, subsequent_indent=" " * len(name))


def _card_rows(telling: Telling, with_known: bool) -> Iterator[list[str]]:
    columns = ["trick", "player", "card", "cost", *(["known"] if with_known else []), "expected", "better"]
    yield [telling.words.say(f"review.{column}") for column in columns]
    trick = 0
    for card in telling.review.cards:
        yield [
            str(card.trick) if card.trick != trick else "",
            telling.seat(card.seat),
            telling.words.card(card.card),
            telling.cost(card),
            *([f"{telling.known(card)} {telling.wiser(card)}".rstrip()] if with_known else []),
            UNKNOWN if card.expected is None else str(card.expected),
            "  ".join(filter(None, [telling.words.cards(card.better), telling.turn(card)])),
        ]
        trick = card.trick


def player_rows(telling: Telling, with_known: bool) -> Iterator[list[str]]:
    """The heads of a table, and below them what each player gave away."""
    say = telling.words.say
    known = [say("review.known")] if with_known else []
    yield [say("review.player"), say("review.given-away"), *known, say("review.perfect")]
    for player in telling.review.players:
        yield [
            telling.seat(player.seat),
            str(player.cost),
            *([telling.known(player)] if with_known else []),
            say("review.some-of", some=player.perfect, all=player.choices),
        ]
