"""Tricks: what a strain makes of the cards, who wins, and what a player owes at their turn.

**Map first.** A strain maps each card to an effective suit and a power in it (`Ranking`). Bowers, trump orders and the
seven of Sueca exist nowhere else.

**The ladder of duties.** At each turn the rules are an ordered list of card classes, the rungs; a player must play from
the first class of which they hold a card. From this list come the legal cards (`Duty.legal`) and what a card that was
played proves (`Duty.proves`). A ladder is data, and nothing else in the code decides what is legal.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from overtrick import texts
from overtrick.core.cards import CARDS, RANK_LETTERS, SUIT_SYMBOLS, Card, Cards, Rank, Suit
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Seat, Side


class Strain(Enum):
    """What is trumps: one suit, none, all of them, or none with the ranks turned round."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    NO_TRUMPS = "NT"
    ALL_TRUMPS = "AT"
    LOW = "LO"

    @property
    def suit(self) -> Suit | None:
        """The trump suit, if there is exactly one."""
        return Suit[self.name] if self in SUIT_STRAINS else None

    @classmethod
    def of(cls, suit: Suit) -> Strain:
        """The strain in which a suit is trumps."""
        return cls[suit.name]

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Strain.{self.name}"


SUIT_STRAINS: Final = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)


def strain_sign(strain: Strain, language: str) -> str:
    """What is trumps in a few letters as players of a language write it: `♥`, for no trumps `SA` in French."""
    return texts.say(language, f"strain.{strain}") if strain.suit is None else SUIT_SYMBOLS[strain.suit]


def parse_strain(text: str) -> Strain:
    """The strain of `S`, `H`, `D`, `C`, `NT`, `AT` or `LO`, in upper or lower case."""
    try:
        return Strain(text.upper() if text.isascii() else text)
    except ValueError:
        raise Invalid("bad-strain", text=text) from None


class Rung(Enum):
    """A class of cards that a player may owe; the value is the name of the law that skipping it breaks."""

    FOLLOW = "follow"
    """the cards of the suit led"""
    ABOVE = "overtrump"
    """the trumps above the best trump on the table; all trumps where there is none"""
    TRUMP = "trump"
    """all trumps"""
    PLAIN = "unbroken"
    """all cards except trumps"""
    NOT_BELOW = "no-undertrump"
    """all cards except the trumps below the best trump on the table"""
    TOP = "top"
    """the highest trump alone"""
    ANY = "any"
    """all cards; the last rung of every ladder"""

    def __repr__(self) -> str:
        return f"Rung.{self.name}"


class Free(NamedTuple):
    """The cards that may always be played besides those that are owed, and are never owed themselves; None: no card."""

    plain: Rung | None = None
    """a plain suit was led, nobody has trumped"""
    cut: Rung | None = None
    """a plain suit was led, a trump holds the trick"""
    trump_led: Rung | None = None
    """trumps were led"""


NO_CARD_FREE: Final = Free()


class Ladder(NamedTuple):
    """The rungs that a player who does not lead owes, from the first to the last, in each of six situations.

    Under all trumps each suit is trumps when it is led; under no trumps the classes of trumps are empty.
    """

    plain: tuple[Rung, ...]
    """a plain suit was led, nobody has trumped, partner does not hold the trick"""
    plain_partner: tuple[Rung, ...]
    """a plain suit was led, nobody has trumped, partner holds the trick"""
    cut: tuple[Rung, ...]
    """a plain suit was led, an opponent holds the trick with a trump"""
    cut_partner: tuple[Rung, ...]
    """a plain suit was led, partner holds the trick with a trump"""
    trump_led: tuple[Rung, ...]
    """trumps were led, partner does not hold the trick"""
    trump_led_partner: tuple[Rung, ...]
    """trumps were led, partner holds the trick"""
    free: Free = NO_CARD_FREE
    """what may be played besides, whatever else is held"""

    @property
    def situations(self) -> dict[str, tuple[Rung, ...]]:
        """The rungs of each situation, by its name."""
        return dict(zip(self._fields[:-1], self[:-1], strict=True))


_FOLLOW: Final = (Rung.FOLLOW, Rung.ANY)
FOLLOW_SUIT: Final = Ladder(_FOLLOW, _FOLLOW, _FOLLOW, _FOLLOW, _FOLLOW, _FOLLOW)
"""Follow suit if you can, else play what you like."""


class Leading(NamedTuple):
    """The rungs that a player who leads owes, `ANY` or `PLAIN` and then `ANY`, until trumps are broken and then."""

    unbroken: tuple[Rung, ...] = (Rung.ANY,)
    """while no trump has been played"""
    broken: tuple[Rung, ...] = (Rung.ANY,)
    leads_break: bool = True
    """whether a trump that is led breaks them, and not only one that falls on another suit"""

    @property
    def is_free(self) -> bool:
        """Whether nothing is ever owed to lead."""
        return self.unbroken == self.broken == (Rung.ANY,)


FREE_LEADS: Final = Leading()


class RankOrders(NamedTuple):
    """The ranks of a suit from the highest down."""

    plain: str
    trumps: str
    left_bower: bool = False
    """whether the other jack of trumps' colour is a trump too, just below the highest one"""


NATURAL: Final = RankOrders(plain=RANK_LETTERS[::-1], trumps=RANK_LETTERS[::-1])
"""the ace is highest and the two lowest, in trumps too"""


class Ranking:
    """The effective suit and the power of each card under a strain, as tables by `Card.index`."""

    def __init__(self, pack: Cards, orders: RankOrders, strain: Strain) -> None:
        self.strain = strain
        self.suit_of = [card.suit for card in CARDS]
        self.power_of = [0] * len(CARDS)
        for card in pack:
            order = orders.trumps if strain in (Strain.ALL_TRUMPS, Strain.of(card.suit)) else orders.plain
            order = order[::-1] if strain is Strain.LOW else order
            self.power_of[card.index] = 2 * (len(order) - order.index(str(card.rank)))
        if orders.left_bower and strain.suit is not None:
            bower = Card.of(Rank.JACK, strain.suit.same_colour)
            self.suit_of[bower.index] = strain.suit
            self.power_of[bower.index] = 2 * len(orders.trumps) - 1
        self.suits = [sum(c.bit for c in pack if self.suit_of[c.index] is suit) for suit in Suit]
        """the cards of each effective suit, as masks"""
        self.trumps = 0 if strain.suit is None else self.suits[strain.suit]
        self.above = [self._higher(card, pack) for card in CARDS]
        """the cards of the same effective suit that are higher than a card, as masks"""
        self.beaten_by = [
            above if self.trumps & card.bit else above | self.trumps
            for card, above in zip(CARDS, self.above, strict=True)
        ]
        """the cards that take the trick from a card which holds it, as masks"""

    def _higher(self, card: Card, pack: Cards) -> int:
        suit, power = self.suit_of[card.index], self.power_of[card.index]
        return sum(c.bit for c in pack if self.suit_of[c.index] is suit and self.power_of[c.index] > power)

    def beats(self, card: Card, other: Card, led: Suit) -> bool:
        """Whether a card is above another in a trick to which a suit was led."""
        in_contest = self.suits[led] | self.trumps
        if not card.bit & in_contest:
            return False
        return not other.bit & in_contest or bool(card.bit & self.beaten_by[other.index])

    def trumps_when_led(self, led: Suit) -> int:
        """The cards that count as trumps in a trick to which a suit was led, as a mask."""
        return self.suits[led] if self.strain is Strain.ALL_TRUMPS else self.trumps


class Duty(NamedTuple):
    """What a player owes at one turn: the ladder of that turn with its classes as masks of cards."""

    rungs: tuple[tuple[Rung, int], ...]
    """without the free cards"""
    free: int = 0
    """the cards that may always be played, and prove nothing"""

    def legal(self, hand: int) -> int:
        """The cards of a hand that may be played."""
        for _, cards in self.rungs:
            if hand & cards:
                return hand & (cards | self.free)
        return hand & self.free

    def skipped(self, card: Card) -> tuple[tuple[Rung, int], ...]:
        """The rungs above the first one that holds the card; none above a free card."""
        if self.free & card.bit:
            return ()
        for number, (_, cards) in enumerate(self.rungs):
            if cards & card.bit:
                return self.rungs[:number]
        return self.rungs

    def proves(self, card: Card) -> int:
        """The cards that a player who played this card cannot have held, if they played by the rules."""
        held_none_of = 0
        if self.free & card.bit:
            return held_none_of
        for _, cards in self.rungs:
            if cards & card.bit:
                break
            held_none_of |= cards
        return held_none_of


class Trick(NamedTuple):
    """The trick on the table. `TrickRules.add` plays to it."""

    leader: Seat
    cards: tuple[Card, ...] = ()
    """in order of play"""
    master: Card | None = None
    """the card that holds the trick"""
    holder: Seat | None = None
    """the player who holds it"""
    out: tuple[Seat, ...] = ()
    """players who play no card, because their partners play alone; they never lead"""
    broken: bool = False
    """whether trumps were broken before it, in games in which that binds who leads"""
    won: tuple[int, int] = (0, 0)
    """the tricks that the sides had won before it, in games in which these may end a deal"""

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        if not self.out:
            return SEATS[(self.leader - 1 + len(self.cards)) % len(SEATS)]
        return self.players[len(self.cards) % len(self.players)]

    @property
    def players(self) -> tuple[Seat, ...]:
        """Who plays to the trick, in order."""
        return _players(self.leader, self.out)

    @property
    def is_complete(self) -> bool:
        """Whether all have played."""
        return len(self.cards) == len(SEATS) - len(self.out)

    def _repr_svg_(self) -> str:
        """A picture, for notebooks."""
        from overtrick.core.drawing import trick_picture

        return trick_picture(self)

    def next_trick(self) -> Trick:
        """The empty trick to which the player who holds this one leads; `TrickRules` tell what has changed by it."""
        return _empty_trick(self.leader if self.holder is None else self.holder, self.out)


@cache
def _empty_trick(leader: Seat, out: tuple[Seat, ...], broken: bool = False, won: tuple[int, int] = (0, 0)) -> Trick:
    return Trick(leader, out=out, broken=broken, won=won)


@cache
def _players(leader: Seat, out: tuple[Seat, ...]) -> tuple[Seat, ...]:
    around = (SEATS[(leader - 1 + step) % len(SEATS)] for step in range(len(SEATS)))
    return tuple(seat for seat in around if seat not in out)


class TrickRules:
    """A ranking and the duties of followers and leaders together: all that the play of a deal needs."""

    def __init__(
        self,
        ranking: Ranking,
        ladder: Ladder,
        leading: Leading = FREE_LEADS,
        enough: int | None = None,
        sweep_goes_on: bool = False,
    ) -> None:
        """With `enough`, a deal is over as soon as a side has won so many tricks.

        With `sweep_goes_on`, a side that has won all of them goes on until it loses one.
        """
        self.ranking = ranking
        self.ladder = ladder
        self.leading = leading
        self.enough, self.sweep_goes_on = enough, sweep_goes_on
        self._everything = sum(ranking.suits)
        plain = {Rung.PLAIN: self._everything & ~ranking.trumps, Rung.ANY: self._everything}
        self._leads = [Duty(tuple((rung, plain[rung]) for rung in rungs)) for rungs in leading[:2]]
        """while trumps are not broken, and once they are"""
        self._is_forgetful = leading.is_free and enough is None
        """whether no trick depends on earlier ones"""
        self._duties: dict[int, Duty] = {}
        """by the numbers of the card led, of the card that holds the trick, and whether partner does"""

    def add(self, trick: Trick, card: Card, turn: Seat | None = None) -> Trick:
        """The trick after the next player, who follows from it, has played a card to it."""
        leader, cards, master, holder, out, broken, won = trick
        if master is None or card.bit & self.ranking.beaten_by[master.index]:
            master, holder = card, turn or trick.turn
        return tuple.__new__(
            Trick, (leader, (*cards, card), master, holder, out, broken, won)
        )  # quicker than its constructor

    def next_trick(self, trick: Trick) -> Trick:
        """The empty trick after a complete one."""
        if self._is_forgetful:
            return trick.next_trick()
        leader, (first, second) = trick.next_trick().leader, trick.won
        if self.enough is not None:
            first, second = first + (leader.side is Side.ONE), second + (leader.side is Side.TWO)
        return _empty_trick(leader, trick.out, trick.broken or self._breaks(trick), (first, second))

    def _breaks(self, trick: Trick) -> bool:
        """Whether trumps are broken by a complete trick, where that binds who leads."""
        trumps, master = self.ranking.trumps, trick.master
        if self.leading.is_free or master is None or not master.bit & trumps:
            return False  # a trick with a trump in it is held by one
        return self.leading.leads_break or not trick.cards[0].bit & trumps

    def is_decided(self, trick: Trick) -> bool:
        """Whether a deal is over before all cards are played, because a side has won enough tricks."""
        return self.is_enough(trick.won)

    def is_enough(self, won: tuple[int, int]) -> bool:
        """Whether a deal is over with some tricks of the sides, because one of them has enough."""
        if self.enough is None or max(won) < self.enough:
            return False
        return not self.sweep_goes_on or min(won) > 0

    def duty(self, trick: Trick, turn: Seat | None = None) -> Duty:
        """What the next player, who follows from the trick, owes to it."""
        _, cards, master, holder, _, broken, _ = trick
        if master is None:
            return self._leads[broken]
        partner_is_master = holder is (turn or trick.turn).partner
        key = (cards[0].index << 6 | master.index) << 1 | partner_is_master
        duty = self._duties.get(key)
        if duty is None:
            duty = self._duties[key] = self._make_duty(cards[0], master, partner_is_master)
        return duty

    def _make_duty(self, led_card: Card, master: Card, partner_is_master: bool) -> Duty:
        ranking, ladder = self.ranking, self.ladder
        led = ranking.suit_of[led_card.index]
        trumps = ranking.trumps_when_led(led)
        trumped = bool(trumps & master.bit)
        if trumps == ranking.suits[led]:
            rungs, free = ladder.trump_led_partner if partner_is_master else ladder.trump_led, ladder.free.trump_led
        elif trumped:
            rungs, free = ladder.cut_partner if partner_is_master else ladder.cut, ladder.free.cut
        else:
            rungs, free = ladder.plain_partner if partner_is_master else ladder.plain, ladder.free.plain
        above = trumps & ranking.above[master.index] if trumped else trumps
        classes = {
            Rung.FOLLOW: ranking.suits[led],
            Rung.ABOVE: above,
            Rung.TRUMP: trumps,
            Rung.NOT_BELOW: self._everything & ~(trumps & ~above & ~master.bit),
            Rung.TOP: sum(card.bit for card in Cards.from_mask(trumps) if not trumps & ranking.above[card.index]),
            Rung.ANY: self._everything,
        }
        always = 0 if free is None else classes[free]
        return Duty(tuple((rung, classes[rung] & ~always) for rung in rungs), always)
