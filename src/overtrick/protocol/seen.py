"""What a client knows of the table where it sits or looks on, from the messages of the server alone.

Of a deal that is a `View`, made from what is sent of it and extended by every event. What is sent is what a seat cannot
work out: its new cards, what it may do, words and annonces. All else follows from the course of the deal.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from overtrick.core.actions import DECLARE, GIVE, LAY_AWAY, PAIR_WORDS, Action, Call, Discard, Gift, Word, parse_word
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game, Standing
from overtrick.core.seats import Seat, Side
from overtrick.deal.course import Course, OpenCards
from overtrick.deal.view import View
from overtrick.protocol import outgoing
from overtrick.protocol.outgoing import Acted, DealInfo, ProposalInfo, SeatInfo, Snapshot, StandingInfo, TableEvent


class Seen:
    """A table as one client sees it: a snapshot, and the events after it.

    `view` is what its seat may know of the deal on the table, and between two deals of the last one, then with its
    score; None before the first. Who plays the hand of a bot opposite has its view.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        """The table as it was sent whole; raises `Invalid` if that makes no sense."""
        try:
            _check_numbers(snapshot, snapshot.standing, snapshot.proposal, snapshot.scored, snapshot.ended)
            self.seat = None if snapshot.seat is None else Seat(snapshot.seat)
            self.game = find_game(snapshot.game)
            self.view: View | None = None
            self.deal_number = snapshot.next_deal
            """of the deal on the table, or of the last one; of the next one before the first"""
            self.standing = snapshot.standing
            self._deal(snapshot.deal)
        except (ValueError, LookupError):
            raise Invalid("lost-track", number=snapshot.n) from None
        self.n = snapshot.n
        """the number of the last event"""
        self.table, self.options, self.state = snapshot.table, snapshot.options, snapshot.state
        self.seats: list[SeatInfo] = list(snapshot.seats)
        self.next_deal = snapshot.next_deal
        """the deal on the table, or the next one"""
        self.commitment, self.commitments = snapshot.commitment, snapshot.commitments
        self.proposal = snapshot.proposal
        self.paused = snapshot.paused
        self.until = snapshot.until
        """when the clock of the turn ends, or the next deal begins"""
        self.scored = snapshot.scored
        """what the last deal was worth"""
        self.ended = snapshot.ended
        """how the match ended"""

    @property
    def place(self) -> Seat | None:
        """The seat from which the table is seen: the client's own, or that of a bot whose hand it plays."""
        return self.seat if self.view is None or self.state != "play" else self.view.seat

    def info(self, seat: int) -> SeatInfo:
        return self.seats[seat - 1]

    def apply(self, event: TableEvent) -> bool:
        """What happened next; False, and nothing is changed, for an event that was seen already.

        Raises `Invalid` with the code `lost-track` where an event is missing or makes no sense after what was seen.
        Then a fresh snapshot is needed.
        """
        if event.n <= self.n:
            return False
        if event.n != self.n + 1:
            raise Invalid("lost-track", number=event.n)
        try:
            _check_numbers(event)
            self._take(event)
        except (ValueError, LookupError):
            raise Invalid("lost-track", number=event.n) from None
        self.n = event.n
        return True

    def _take(self, event: TableEvent) -> None:
        match event:
            case outgoing.Acted():
                self.view = view_after(self._on_table(), event)
                self._new_position(event.until)
            case outgoing.Dealt():
                self.state = "play"
                self._deal(event.deal)
                self._new_position(event.until)
                self._nobody_ready()
            case outgoing.TakenBack():
                self._deal(event.deal)
                self._new_position(event.until)
            case outgoing.Scored():
                self.view = view_at_end(self._on_table(), event.hands, event.claimed)
                self.scored, self.standing, self.state = event, event.standing, "deal"
                self._next_deal(event.next_deal, event.commitment)
            case outgoing.Ended():
                self.state, self.paused, self.ended = "over", False, event
                if event.secret:
                    self.view = None
                self._next_deal(event.next_deal, event.commitment)
                self._nobody_ready()
            case outgoing.Restarted():
                self.state, self.standing = "deal", StandingInfo()
                self.scored = self.ended = None
                self._new_position(None)
            case outgoing.WasReady():
                self._change(event.seat, ready=True, keeps=False)
            case outgoing.Kept():
                self._change(event.seat, keeps=event.on)
            case outgoing.Awaited():
                self.until = event.until
            case outgoing.Committed():
                self.commitments, self.until = event.seats, None
            case outgoing.Proposed():
                self.proposal = ProposalInfo(event.seat, event.what, event.tricks)
            case outgoing.Answered():
                made = self.proposal
                agreed = None if made is None else replace(made, agreed=(*made.agreed, event.seat))
                self.proposal = agreed if event.yes else None
            case outgoing.Paused():
                self.paused, self.until = True, None
            case outgoing.Resumed():
                self.paused, self.until = False, event.until
            case outgoing.Sat():
                sat = event.n if event.kind == "person" else 0
                self.seats[event.seat - 1] = SeatInfo(
                    event.kind, event.name, event.bot, sat=sat, player=event.player, program=event.program
                )
            case outgoing.Left():
                self.seats[event.seat - 1], self.proposal = SeatInfo(), None
            case outgoing.Gone():
                self._change(event.seat, present=False, keeps=False)
                self.proposal = None
            case outgoing.Back():
                self._change(event.seat, present=True, bot="")
            case outgoing.StoodIn():
                self._change(event.seat, bot=event.bot)
            case outgoing.Closed():
                self.state = "closed"
                self._new_position(None)
            case outgoing.Paced():
                delays = {"bot_delay": event.bot_delay, "trick_delay": event.trick_delay}
                self.options = replace(self.options, **delays)
            case outgoing.Muted():
                self._change(event.seat, muted=event.on)
            case outgoing.Said() | outgoing.Emoted():
                pass

    def _deal(self, deal: DealInfo | None) -> None:
        if deal is not None:
            seat = self.seat if deal.plays_for is None else Seat(deal.plays_for)
            self.view = view_of(self.game, seat, deal, standing_of(self.standing))
            self.deal_number = deal.deal

    def _on_table(self) -> View:
        if self.view is None:
            raise ValueError("there is no deal on the table")
        return self.view

    def _next_deal(self, number: int, commitment: str) -> None:
        self.next_deal, self.commitment, self.commitments = number, commitment, ()
        self._new_position(None)

    def _new_position(self, until: float | None) -> None:
        self.until, self.proposal = until, None

    def _nobody_ready(self) -> None:
        for seat in Seat:
            self._change(seat, ready=False, keeps=False)

    def _change(self, seat: int, **fields: object) -> None:
        self.seats[seat - 1] = replace(self.seats[seat - 1], **fields)


def _check_numbers(*parts: object) -> None:
    """Raises `ValueError` for what is no seat or no side."""
    for part in parts:
        for name, kind in (("seat", Seat), ("winner", Side)):
            number = getattr(part, name, None)
            if number is not None:
                kind(number)


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
        tuple(_card(game, name) for name in info.given),
        None if info.dummy is None else (Seat(info.dummy[0]), _cards(game, info.dummy[1])),
        None,
        standing,
    )


def _course(game: Game, info: DealInfo) -> Course:
    """All that has happened in a deal that was sent."""
    turned = [_card(game, card) for card in (*info.turned, info.turn_up) if card is not None]
    first = turned.pop(0) if turned else None
    course = Course.start(game, Seat(info.dealer), first, frozenset(map(Side, info.vulnerable)), info.board)
    for call in info.calls:
        course = course.call(call)
        if turned and course.auction.wants_card:
            course = course.turn_over(turned.pop(0))
    if course.phase == "discard" and info.phase != "discard":
        course = course.lay_away()
    for _ in range(info.exchanged):
        course = course.give()
    shown = _open_cards(game, info.shown)
    for number, name in enumerate((*info.plays, None)):
        heard = [_word(text) for count, text in info.said if count == number]
        for word in heard:
            if _is_said_before(course, word):
                names = tuple(name for seat, name in info.declared if seat == course.turn) if word is DECLARE else ()
                course = course.say(word, names)
        if name is not None:
            course = _after_card(course, _card(game, name), heard, shown)
    return course


def _is_said_before(course: Course, word: Word) -> bool:
    """Whether a word is an action of its own, and not heard with a card by itself."""
    return word not in PAIR_WORDS or (course.rules is not None and course.rules.must_say)


def _after_card(course: Course, card: Card, heard: Sequence[Word], shown: OpenCards) -> Course:
    by_itself = next((word for word in heard if not _is_said_before(course, word)), None)
    _, trick = course.in_play
    ends_first_trick = not course.tricks and len(trick.cards) + 1 == len(trick.players)
    return course.play(card, by_itself, shown if ends_first_trick else ())


def standing_of(info: StandingInfo) -> Standing:
    """The standing that was sent so."""
    winner, vulnerable = None if info.winner is None else Side(info.winner), frozenset(map(Side, info.vulnerable))
    return Standing(info.totals, info.over, winner, info.held, vulnerable, info.games, info.below, info.bags, info.rows)


def view_after(seen: View, event: Acted) -> View:
    """The view after an action."""
    game, course, hand, discard, open_hand = seen.game, seen.course, seen.hand, seen.discard, seen.open_hand
    action = None if event.action in (LAY_AWAY, GIVE) else course.parse(event.action)
    given = seen.given
    if isinstance(action, Card):
        if action not in game.pack:
            raise Invalid("not-in-pack", card=str(action), game=game.name)
        played = Cards([action])
        hand = hand - played if event.seat == seen.seat else hand
        open_hand = None if open_hand is None else (open_hand[0], open_hand[1] - played)
        heard = [_word(text) for _, text in event.said]
        course = _after_card(course, action, heard, _open_cards(game, event.shown))
    elif isinstance(action, Word):
        course = course.say(action, tuple(name for _, name in event.declared))
    elif isinstance(action, Call):
        course = course.call(action)
        course = course if event.turn_up is None else course.turn_over(_card(game, event.turn_up))
    elif course.phase == "exchange":
        course = course.give()
        if isinstance(action, Gift):
            gift = Cards([action.card])
            given, hand = (*given, action.card), hand - gift if event.seat == seen.seat else hand | gift
    else:
        course = course.lay_away()
        if isinstance(action, Discard):
            discard, hand = action.card, hand - Cards([action.card])
    if event.declared and action is not DECLARE:
        course = course.say(DECLARE, tuple(name for _, name in event.declared))  # by itself, before the next card
    if event.hand is not None:
        hand = _cards(game, event.hand)
    if event.dummy is not None:
        open_hand = Seat(event.dummy[0]), _cards(game, event.dummy[1])
    legal: tuple[Action, ...] = tuple(map(course.parse, event.legal))
    return seen._replace(
        course=course,
        seat=seen.seat if event.plays_for is None else Seat(event.plays_for),
        legal=legal,
        out_of_turn=_calls(course, event.out_of_turn),
        held=hand.mask,
        discard=discard,
        given=given,
        open_hand=open_hand,
    )


def view_at_end(seen: View, hands: Sequence[Sequence[str]], claimed: int | None) -> View:
    """The view of a deal that is over, all hands of which are known as they were dealt; perhaps by a claim."""
    if claimed is not None:
        seen = seen._replace(course=seen.course.say(Word("claim", claimed)), legal=())
    return seen._replace(score=seen.course.score([_cards(seen.game, hand) for hand in hands]))


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
    if card not in game.pack | game.dealing.beside:
        raise Invalid("not-in-pack", card=name, game=game.name)
    return card
