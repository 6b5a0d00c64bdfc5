"""A position in the play of a deal with open hands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from overtrick.core.cards import Card, Cards, hand_text, parse_card
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.game import Game
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, parse_seat
from overtrick.core.tricks import Strain, Trick, TrickRules, parse_strain
from overtrick.deal.text import FORM, Hands, check_cards, deal_text, parse_deal

BROKEN: Final = "broken"
"""in the text of a position: a trump has been played, in games in which that binds who leads"""
WON: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
"""the tricks of the sides so far, in games in which these may end a deal"""


class Position:
    """The cards that the players still hold and the trick on the table; immutable.

    >>> position = Position.parse("belote H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K")
    >>> position.play(Card("7c")).legal()
    Cards('8c')
    """

    __slots__ = ("_game", "_hands", "_rules", "_strain", "_trick")

    def __init__(
        self,
        game: Game,
        strain: Strain,
        hands: Sequence[Cards],
        leader: Seat,
        trick: Iterable[Card] = (),
        out: tuple[Seat, ...] = (),
        broken: bool = False,
        won: Scores = (0, 0),
    ) -> None:
        """The position in which `leader` led to a trick whose cards have left the hands already; `out` play no card.

        `broken` tells whether a trump was played before the trick, in games in which that binds who leads; `won` are
        the tricks of the sides before it, in games in which these may end a deal.
        """
        on_table = tuple(trick)
        check_cards(game, [*hands, *(Cards([card]) for card in on_table)])
        if len(hands) != len(SEATS):
            raise Invalid("bad-deal", text=" ".join(map(hand_text, hands)), form=FORM)
        if len(on_table) >= len(SEATS) - len(out):
            raise Invalid("trick-is-complete", cards=" ".join(map(str, on_table)))
        self._game = game
        self._strain = strain
        self._rules: TrickRules = game.rules(strain)
        self._hands: tuple[int, ...] = tuple(hand.mask for hand in hands)
        won = (0, 0) if self._rules.enough is None else won
        self._trick: Trick = Trick(leader, out=out, broken=broken and not game.leading.is_free, won=won)
        for card in on_table:
            self._trick = self._rules.add(self._trick, card)

    @classmethod
    def at(cls, game: Game, strain: Strain, hands: Sequence[Cards], trick: Trick) -> Position:
        """The position in which a trick is on the table, whose cards have left the hands already."""
        leader, cards, _, _, out, broken, won = trick
        return cls(game, strain, hands, leader, cards, out, broken, won)

    @property
    def game(self) -> Game:
        """The game with its house rules."""
        return self._game

    @property
    def strain(self) -> Strain:
        """What is trumps."""
        return self._strain

    @property
    def trick(self) -> Trick:
        """The trick on the table; it has no cards before a lead."""
        return self._trick

    @property
    def hands(self) -> Hands:
        """What the seats 1 to 4 still hold."""
        north, east, south, west = map(Cards.from_mask, self._hands)
        return north, east, south, west

    def with_hands(self, hands: Sequence[Cards]) -> Position:
        """The same trick with other cards in the hands."""
        return Position.at(self._game, self._strain, hands, self._trick)

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return self._trick.turn

    def legal(self) -> Cards:
        """The cards that may be played now; none at the end of the deal."""
        return Cards.from_mask(self._legal())

    def _legal(self) -> int:
        if self._rules.is_decided(self._trick):
            return 0
        return self._rules.duty(self._trick).legal(self._hands[self._trick.turn - 1])

    def play(self, card: Card) -> Position:
        """The position after a legal card; raises `Illegal` for any other."""
        if not self._legal() & card.bit:
            held = bool(self._hands[self.turn - 1] & card.bit)
            code = "illegal-card" if held else "card-not-in-hand"
            raise Illegal(code, card=str(card), player=self.game.seat_name(self.turn), legal=str(self.legal()))
        return self.play_unchecked(card)

    def play_unchecked(self, card: Card) -> Position:
        """The position after a card that the caller knows to be in the hand of the player to move."""
        seat = self._trick.turn
        trick = self._rules.add(self._trick, card)
        hands = self._hands
        after = object.__new__(Position)
        after._game, after._strain, after._rules = self._game, self._strain, self._rules
        after._hands = (*hands[: seat - 1], hands[seat - 1] & ~card.bit, *hands[seat:])
        after._trick = self._rules.next_trick(trick) if trick.is_complete else trick
        return after

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Game, Strain, tuple[int, ...], Trick]:
        return self._game, self._strain, self._hands, self._trick

    def __reduce__(self) -> tuple[object, ...]:
        return Position.at, (self._game, self._strain, self.hands, self._trick)

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position of a line `GAME STRAIN LEADER [broken] [TRICKS] DEAL [CARDS OF THE TRICK]`.

        The game is as for `find_game`. Players who sit out stand behind the leader, as in `E-N`; the tricks of the
        sides are told as in `5-4`, where they may end a deal.
        """
        words = text.split()
        broken = words[3:4] == [BROKEN]
        words[3:4] = [] if broken else words[3:4]
        won = WON.fullmatch(words[3]) if len(words) > 3 else None
        words[3:4] = [] if won else words[3:4]
        if len(words) < 7:
            raise Invalid("bad-position", text=text)
        _, hands = parse_deal(" ".join(words[3:7]))
        leader, *out = map(parse_seat, words[2].split("-"))
        trick = [parse_card(word) for word in words[7:]]
        tricks = (int(won[1]), int(won[2])) if won else (0, 0)
        return cls(find_game(words[0]), parse_strain(words[1]), hands, leader, trick, tuple(out), broken, tricks)

    def __str__(self) -> str:
        leader = "-".join(seat.letter for seat in (self.trick.leader, *self.trick.out))
        words = [game_text(self.game), str(self.strain), leader, *([BROKEN] if self.trick.broken else [])]
        words += [] if self.trick.won == (0, 0) else ["{}-{}".format(*self.trick.won)]
        return " ".join([*words, deal_text(self.hands), *map(str, self.trick.cards)])

    def __repr__(self) -> str:
        return f"Position.parse('{self}')"

    def _repr_svg_(self) -> str:
        """A picture, for notebooks."""
        from overtrick.core.drawing import table_picture

        names = [f"{self.game.seat_name(seat)} ▸" if seat is self.turn else self.game.seat_name(seat) for seat in SEATS]
        lines = [game_text(self.game), str(self.strain)]
        return table_picture(self.hands, names, self.trick, lines, self.game.direction == "clockwise")
