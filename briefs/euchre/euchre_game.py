"""The game: four players and a pack, hand after hand until a side has the points."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_card import Card, Card_print, Suit_print
from euchre_pack import Pack
from euchre_player import Player

from overtrick import Action, Match, Round, Seat, Side, find_game, view

PASS = "pass"
EXCLAMATIONS = {"march": "march!", "euchred": "euchred!"}
"""by the reason of a score"""


class Game:
    def __init__(self, pack: Pack, shuffle: bool, points_to_win: int, names: Sequence[str]) -> None:
        game = find_game("euchre:eecs280").with_house_rules({"target": points_to_win})
        self._pack = pack
        self._shuffles = shuffle
        self._match = Match.start(game)
        self._players = {seat: Player(name) for seat, name in zip(Seat, names, strict=True)}

    def play(self) -> None:
        """Play to the end and tell all of it."""
        while not self._match.is_over:
            self._play_hand()
        winner = self._match.standing.winner
        assert winner is not None, "a side has reached the points"
        print(f"{self._names(winner)} win!")

    def deal(self) -> Round:
        """The next hand, once the pack is shuffled; without shuffling it is the same pack again."""
        if self._shuffles:
            self._pack.shuffle()
        hand = self._match.next_round(self._pack.cards)
        for seat, player in self._players.items():
            player.deal(hand.dealt.hands[seat - 1])
        return hand

    def player(self, number: int) -> Player:
        """The player of a number, from 0."""
        return self._players[Seat(number + 1)]

    def _play_hand(self) -> None:
        print(f"Hand {len(self._match.history)}")
        hand = self.deal()
        assert hand.dealt.turn_up is not None, "Euchre turns up a card"
        print(f"{self._players[hand.dealer].name} deals")
        print(f"{Card_print(hand.dealt.turn_up)} turned up")
        while hand.turn is not None:
            action = self._players[hand.turn].decide(view(hand, hand.turn))
            hand = self._tell(hand, hand.turn, action)
        self._match = self._match.add(hand)
        self._tell_score()

    def _tell(self, hand: Round, seat: Seat, action: Action | str) -> Round:
        """The hand after an action, which is told."""
        name, after = self._players[seat].name, hand.apply(action)
        if isinstance(action, Card):
            is_lead = len(hand.plays) % len(Seat) == 0
            print(f"{Card_print(action)} {'led' if is_lead else 'played'} by {name}")
            if len(after.tricks) > len(hand.tricks):
                print(f"{self._players[after.tricks[-1].next_trick().leader].name} takes the trick\n")
        elif action == PASS:
            print(f"{name} passes")
        elif hand.phase == "auction" and after.contract is not None:
            print(f"{name} orders up {Suit_print(after.contract.strain)}\n")
        return after

    def _tell_score(self) -> None:
        score, totals = self._match.history[-1], self._match.standing.totals
        assert score.winner is not None, "one side wins most tricks"
        print(f"{self._names(score.winner)} win the hand")
        for reason in (part.reason for part in score.parts if part.reason in EXCLAMATIONS):
            print(EXCLAMATIONS[reason])
        for side, points in zip(Side, totals, strict=True):
            print(f"{self._names(side)} have {points} points")
        print()

    def _names(self, side: Side) -> str:
        return " and ".join(player.name for seat, player in self._players.items() if seat.side is side)
