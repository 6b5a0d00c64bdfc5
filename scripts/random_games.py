"""Random deals, played at random by the rules or with one revoke, for the scripts and the benchmarks."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from overtrick import Card, Cards, Game, Position, Referee, Seat, Side, Strain, Suit
from overtrick.referee.referee import Level

Pins = dict[Card, frozenset[int]]
LEADER = Seat.NORTH


class Played(NamedTuple):
    """A deal that was played to its end."""

    game: Game
    strain: Strain
    hands: list[Cards]
    """with which play began"""
    plays: list[Card]
    pins: Pins
    """what a referee may know besides the plays"""
    revoke: int | None = None
    """the number of the play that broke a rule"""
    offender: Seat | None = None

    @property
    def is_hidden(self) -> bool:
        """Whether a deal that ended early never showed a card that the revoke denied."""
        assert self.revoke is not None
        rules, position = self.game.rules(self.strain), Position(self.game, self.strain, self.hands, LEADER)
        for card in self.plays[: self.revoke]:
            position = position.play_unchecked(card)
        denied = rules.duty(position.trick).proves(self.plays[self.revoke])
        for card in self.plays[self.revoke :]:
            if position.turn is self.offender and card.bit & denied:
                return False
            position = position.play_unchecked(card)
        return self.game.enough_tricks is not None

    def referee(self, level: Level) -> Referee:
        """A referee for this deal, before its first card."""
        return Referee(self.game, self.strain, level, leader=LEADER, taker=Side.ONE, pins=self.pins)

    def first_finding(self, level: Level) -> tuple[int, Referee] | None:
        """The number of the first card that a referee objects to, and the referee."""
        referee = self.referee(level)
        for number, card in enumerate(self.plays):
            if referee.play(card) is not None:
                return number, referee
        return None


def random_game(game: Game, rng: Random, with_revoke: bool = False) -> Played:
    """A random deal; with a revoke, one random play of it is an illegal card."""
    while True:
        played = _random_game(game, rng, rng.randrange(4 * game.hand_size) if with_revoke else None)
        if not with_revoke or played.revoke is not None:
            return played


def _random_game(game: Game, rng: Random, revoke_from: int | None) -> Played:
    strain, hands, pins = _deal(game, rng)
    position = Position(game, strain, hands, LEADER)
    played = Played(game, strain, hands, [], pins)
    while legal := position.legal():
        choices = legal
        number = len(played.plays)
        illegal = position.hands[position.turn - 1] - legal
        if revoke_from is not None and number >= revoke_from and illegal and played.revoke is None:
            choices = illegal
            played = played._replace(revoke=number, offender=position.turn)
        card = rng.choice(list(choices))
        played.plays.append(card)
        position = position.play_unchecked(card)
    return played


def _deal(game: Game, rng: Random) -> tuple[Strain, list[Cards], Pins]:
    """A strain, four hands, and where the turned-up card can be."""
    pack = list(game.pack)
    rng.shuffle(pack)
    size, dealer = game.hand_size, game.dealer_when_first_leads
    hands = [Cards(pack[size * i : size * (i + 1)]) for i in range(4)]
    strain = rng.choice(game.strains)
    turn_up: Card | None = None
    if game.turn_up_is_trumps:
        turn_up = rng.choice(list(hands[dealer - 1]))
        strain = Strain.of(turn_up.suit)
    elif game.name == "euchre":
        # Ordered up, the dealer kept the turn-up or laid it away again; turned down, another suit was named.
        ordered_up = rng.random() < 0.5
        turn_up = rng.choice([*hands[dealer - 1], *pack[4 * size :]] if ordered_up else pack[4 * size :])
        suits = [suit for suit in Suit if (suit is turn_up.suit) == ordered_up]
        strain = Strain.of(rng.choice(suits))
    pins = dict(game.pins(turn_up, strain, dealer, None)) if turn_up is not None else {}
    return strain, hands, pins
