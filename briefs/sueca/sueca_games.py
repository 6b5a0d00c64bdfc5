"""Games of Sueca."""

from __future__ import annotations

from sueca_cards import Card, parseCard
from sueca_suits_ranks import SUECA, suit_full_name, trumps
from sueca_tricks import Trick
from sueca_tricks import parseGameFile as parseGameFile  # a console session with this module reads its game here

from overtrick import Fault, Referee, Seat, card_name


class CardAlreadyPlayed(Exception):
    pass


class DealerDoesNotHoldTrumpCard(Exception):
    pass


class IllegalCardPlayed(Exception):
    """A card is illegal; `score` is that of the game, which it ends."""

    def __init__(self, message: str, score: tuple[int, int]) -> None:
        super().__init__(message)
        self.score = score


class Game:
    def __init__(self, trump: Card) -> None:
        self._trump = trump
        self._tricks: list[Trick] = []
        self._referee = self._judge([])

    def gameTrump(self) -> Card:
        return self._trump

    def score(self) -> tuple[int, int]:
        return self._referee.scores

    def playTrick(self, t: Trick) -> None:
        self._checkNotPlayed(t)
        self._checkTrumpHolder(t)
        tricks = [*self._tricks, t]
        # A referee cannot take a card back, so another one judges the game anew; if he refuses, nothing has changed.
        self._referee = self._judge(tricks)
        self._tricks = tricks

    def cardsOf(self, p: int) -> list[Card]:
        if p not in tuple(Seat):
            raise ValueError(f"Invalid player number {p}")
        return [parseCard(card_name(play.card, "upper")) for play in self._referee.plays if play.seat == p]

    def gameTricks(self) -> list[Trick]:
        return list(self._tricks)

    def _checkNotPlayed(self, t: Trick) -> None:
        rounds = {card: number for number, trick in enumerate(self._tricks, 1) for card in trick.cards}
        current = len(self._tricks) + 1
        for card in t.cards:
            if card in rounds:
                raise CardAlreadyPlayed(
                    f"Card {card.show()} of round {current} has already been played in round {rounds[card]}"
                )
            rounds[card] = current

    def _checkTrumpHolder(self, t: Trick) -> None:
        dealer, player = SUECA.dealer_when_first_leads, self._referee.leader
        for card in t.cards:
            if card == self._trump and player is not dealer:
                raise DealerDoesNotHoldTrumpCard(
                    f"Player {dealer} (dealer) does not hold trump card {self._trump.show()}"
                )
            player = player.next

    def _judge(self, tricks: list[Trick]) -> Referee:
        referee = Referee(SUECA, trumps(self._trump.suit), "player")
        for card in (card for trick in tricks for card in trick.cards):
            fault = referee.play(card.in_pack)
            if fault is None:
                continue
            assert isinstance(fault, Fault), "what else can be wrong with a card has been checked before"
            assert fault.offending is not None, "a player is convicted by one card of his own"
            assert referee.final is not None, "an illegal card ends the game"
            number, player, illegal, lead = fault.offending[:4]
            raise IllegalCardPlayed(
                f"Player {player} played illegal card {card_name(illegal, 'upper')} in round {number} "
                f"with respect to lead suit {suit_full_name(str(lead).upper())}",
                referee.final,
            )
        return referee
