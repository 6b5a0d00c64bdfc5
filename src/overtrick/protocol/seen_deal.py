"""The deal as a client sees it: a `View`, made from what the server sends of it and extended by every event.

What is sent is what a seat cannot work out: its new cards, what it may do, words and annonces. All else follows from
the course of the deal.
"""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.core.actions import DECLARE, LAY_AWAY, Action, Call, Discard, Word, parse_word
from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Invalid
from overtrick.core.game import Game, Standing
from overtrick.core.scoring import DealScore
from overtrick.core.seats import Seat, Side
from overtrick.deal.course import Course, OpenCards
from overtrick.deal.view import View
from overtrick.protocol.outgoing import Acted
from overtrick.protocol.parts import DealInfo, StandingInfo


def view_of(game: Game, seat: Seat | None, info: DealInfo, standing: Standing | None = None) -> View:
    """The view that was sent as such a deal; of one that is over, without its score."""
    course = _course(game, info)
    return View(
        course,
        seat,
        tuple(map(course.parse, info.legal)),
        _calls(course, info.out_of_turn),
        _cards(game, info.hand).mask,
        None if info.discard is None else _card(game, info.discard),
        None if info.dummy is None else (Seat(info.dummy[0]), _cards(game, info.dummy[1])),
        None,
        standing,
    )


def _course(game: Game, info: DealInfo) -> Course:
    """All that has happened in a deal that was sent."""
    turn_up = None if info.turn_up is None else _card(game, info.turn_up)
    course = Course.start(game, Seat(info.dealer), turn_up, frozenset(map(Side, info.vulnerable)), info.board)
    for call in info.calls:
        course = course.call(call)
    if course.phase == "discard" and info.phase != "discard":
        course = course.lay_away()
    shown = _open_cards(game, info.shown)
    for number, name in enumerate((*info.plays, None)):
        heard = [_word(text) for place, text in info.said if place == number]
        for word in heard:
            if _is_said_before(course, word):
                names = tuple(name for seat, name in info.declared if seat == course.turn) if word is DECLARE else ()
                course = course.say(word, names)
        if name is not None:
            course = _after_card(course, _card(game, name), heard, shown)
    return course


def _is_said_before(course: Course, word: Word) -> bool:
    """Whether a word is an action of its own, and not heard with a card by itself."""
    return word is DECLARE or word.tricks is not None or (course.rules is not None and course.rules.must_say)


def _after_card(course: Course, card: Card, heard: Sequence[Word], shown: OpenCards) -> Course:
    by_itself = next((word for word in heard if not _is_said_before(course, word)), None)
    _, trick = course.in_play
    ends_first_trick = not course.tricks and len(trick.cards) + 1 == len(trick.players)
    return course.play(card, by_itself, shown if ends_first_trick else ())


def standing_of(info: StandingInfo) -> Standing:
    """The standing that was sent so."""
    winner, vulnerable = None if info.winner is None else Side(info.winner), frozenset(map(Side, info.vulnerable))
    return Standing(info.totals, info.over, winner, info.held, vulnerable, info.games, info.below)


def view_after(seen: View, event: Acted) -> View:
    """The view after an action."""
    game, course, hand, discard, dummy = seen.game, seen.course, seen.hand, seen.discard, seen.dummy
    action = None if event.action == LAY_AWAY else course.parse(event.action)
    if isinstance(action, Card):
        if action not in game.pack:
            raise Invalid("not-in-pack", card=str(action), game=game.name)
        played = Cards([action])
        hand = hand - played if event.seat == seen.seat else hand
        dummy = None if dummy is None else (dummy[0], dummy[1] - played)
        heard = [_word(text) for _, text in event.said]
        course = _after_card(course, action, heard, _open_cards(game, event.shown))
    elif isinstance(action, Word):
        course = course.say(action, tuple(name for _, name in event.declared))
    elif isinstance(action, Call):
        course = course.call(action)
    else:
        course = course.lay_away()
        if isinstance(action, Discard):
            discard, hand = action.card, hand - Cards([action.card])
    if event.hand is not None:
        hand = _cards(game, event.hand)
    if event.dummy is not None:
        dummy = Seat(event.dummy[0]), _cards(game, event.dummy[1])
    legal: tuple[Action, ...] = tuple(map(course.parse, event.legal))
    return seen._replace(
        course=course,
        legal=legal,
        out_of_turn=_calls(course, event.out_of_turn),
        held=hand.mask,
        discard=discard,
        dummy=dummy,
    )


def view_at_end(seen: View, hands: Sequence[Sequence[str]], claimed: int | None) -> View:
    """The view of a deal that is over, all hands of which are known as they were dealt; perhaps by a claim."""
    if claimed is not None:
        seen = seen._replace(course=seen.course.say(Word("claim", claimed)), legal=())
    return seen._replace(score=_score(seen.course, [_cards(seen.game, hand) for hand in hands]))


def _score(course: Course, hands: Sequence[Cards]) -> DealScore | None:
    game, contract = course.game, course.contract
    if contract is None:
        return game.passed_out(course.dealer)
    declarers = dict.fromkeys(seat for seat, _ in course.declared)
    declared = [(seat, a) for seat in declarers for a in game.declaring.annonces_of(hands[seat - 1], contract.strain)]
    outcome = course.outcome(game.declaring.scores(declared), game.honours(hands, contract.strain))
    return None if outcome is None else game.score(outcome)


def _word(text: str) -> Word:
    word = parse_word(text)
    if word is None:
        raise Invalid("bad-word", word=text)
    return word


def _calls(course: Course, texts: Sequence[str]) -> tuple[Call, ...]:
    return tuple(call for text in texts if isinstance(call := course.parse(text), Call))


def _open_cards(game: Game, hands: Sequence[tuple[int, Sequence[str]]]) -> OpenCards:
    return tuple((Seat(seat), _cards(game, cards)) for seat, cards in hands)


def _cards(game: Game, names: Sequence[str]) -> Cards:
    return Cards(_card(game, name) for name in names)


def _card(game: Game, name: str) -> Card:
    card = Card(name)
    if card not in game.pack:
        raise Invalid("not-in-pack", card=name, game=game.name)
    return card
