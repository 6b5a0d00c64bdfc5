"""Dealing: what becomes of a deck, before the auction and after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards, Suit
from overtrick.core.errors import Invalid
from overtrick.core.game import Dealing, Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.shuffle import shuffled
from overtrick.deal.record import Deal


class DealtCards(NamedTuple):
    """A deck as it lies before the auction."""

    hands: tuple[tuple[Card, ...], ...]
    """of the seats 1 to 4, in the order in which they got their cards"""
    turn_up: Card | None
    """the card that all can see first; in Sueca it is one of the dealer's"""
    stock: tuple[Card, ...]
    """what is left of the deck, without a turned-up card; of cards beside the pack, the next one to turn up first"""

    @property
    def masks(self) -> tuple[int, ...]:
        """The hands as masks."""
        return tuple([Cards(hand).mask for hand in self.hands])


def deck_of_seed(game: Game, seed: bytes) -> tuple[Card, ...]:
    """The deck of a seed: the pack in its pinned order, shuffled by the one shuffle.

    Cards beside the pack are shuffled with it and then laid behind it, in turn.
    """
    deck = shuffled(tuple(game.pack | game.dealing.beside), seed)
    if not game.dealing.beside:
        return deck
    return (*(card for card in deck if card in game.pack), *in_turn(card for card in deck if card not in game.pack))


def in_turn(beside: Iterable[Card]) -> list[Card]:
    """Cards beside the pack as they lie behind it: of each rank one in turn, the lowest first.

    So the order in which the suits of a rank come tells nothing of those of another rank.
    """
    cards = list(beside)
    ranks = [[card for card in cards if card.rank is rank] for rank in sorted({card.rank for card in cards})]
    return [of_rank[place] for place in range(len(Suit)) for of_rank in ranks if place < len(of_rank)]


def first_of_match(game: Game, deck: Sequence[Card]) -> Sequence[Card]:
    """The deck of the first deal of a match: where a game says which card is turned up then, that is so."""
    card, place = game.dealing.first_turned, len(game.pack)
    if card is None:
        return deck
    changed = list(_whole(game, deck))
    own = changed.index(card)
    changed[place], changed[own] = card, changed[place]
    return changed


def _whole(game: Game, deck: Sequence[Card]) -> Sequence[Card]:
    """A deck with all cards beside the pack: those that it does not have follow in their order."""
    beside = game.dealing.beside
    return (*deck, *(beside - Cards(deck))) if beside else deck


def deal(game: Game, dealer: Seat, deck: Sequence[Card]) -> DealtCards:
    """Deal a deck, which is the whole pack in any order, and behind it the cards beside it, or some of them."""
    deck = _whole(game, deck)
    check_deck(game, deck)
    rules = game.dealing
    hands = tuple([tuple([deck[index] for index in indices]) for indices in indices_of(rules, dealer)])
    turn_up, at = None, sum(map(len, hands))
    if rules.turn_up == "next":
        turn_up, at = deck[at], at + 1
    elif rules.turn_up != "none":
        turn_up = hands[dealer - 1][0 if rules.turn_up == "dealers_first" else -1]
    return DealtCards(hands, turn_up, tuple(deck[at:]))


@cache
def indices_of(rules: Dealing, dealer: Seat) -> Sequence[Sequence[int]]:
    """The indices in a deck of the cards of each hand."""
    indices: list[list[int]] = [[] for _ in SEATS]
    order, at = rules.order(dealer), 0
    for packets in rules.packets:
        for seat, size in zip(order, packets, strict=True):
            indices[seat - 1] += range(at, at + size)
            at += size
    return indices


def deal_later(game: Game, dealer: Seat, dealt: DealtCards, contract: Contract) -> DealtCards:
    """The deal after the packets that follow an auction; a taker who has the turned-up card gets fewer others."""
    if not game.dealing.later:
        return dealt
    hands, rest = [list(hand) for hand in dealt.hands], list(dealt.stock)
    for seat, size in later_packets(game, dealer, contract):
        if seat is contract.seat and dealt.turn_up is not None and dealt.turn_up not in hands[seat - 1]:
            hands[seat - 1].append(dealt.turn_up)
        hands[seat - 1] += rest[:size]
        del rest[:size]
    return DealtCards(tuple(map(tuple, hands)), dealt.turn_up, tuple(rest))


def later_packets(game: Game, dealer: Seat, contract: Contract) -> list[tuple[Seat, int]]:
    """Who gets how many cards of the stock after an auction, in order; the taker's first one is the turned-up card."""
    rules = game.dealing
    packets = [(seat, size) for sizes in rules.later for seat, size in zip(rules.order(dealer), sizes, strict=True)]
    first = next((number for number, (seat, _) in enumerate(packets) if seat is contract.seat), None)
    if rules.turn_up == "next" and first is not None:
        packets[first] = packets[first][0], packets[first][1] - 1
    return packets


def deck_of(game: Game, dealer: Seat, given: Deal) -> tuple[Card, ...]:
    """The deck that gives a deal of four known hands, each in the order in which its cards were dealt.

    In Belote a hand has either the five cards of the first packets, or all eight, the five of them first; cards that
    nobody has lie in the order of `kitty`, and those that the deal does not mention behind them.
    """
    if given.hands is None or any(hand is None for hand in given.hands):
        raise Invalid("deal-not-whole")
    hands = [list(hand or ()) for hand in given.hands]
    rules, turn_up = game.dealing, given.turn_up
    if rules.turn_up != "none" and turn_up is None:
        raise Invalid("missing-field", field="deal.turn_up")
    if turn_up is not None and rules.turn_up in ("dealers_first", "dealers_last"):
        if turn_up not in hands[dealer - 1]:
            raise Invalid("turn-up-not-held", card=str(turn_up), player=game.seat_name(dealer))
        hands[dealer - 1].remove(turn_up)
        hands[dealer - 1].insert(0 if rules.turn_up == "dealers_first" else game.hand_size, turn_up)
    deck: list[Card] = []
    for packets in rules.packets:
        _gather(deck, hands, rules.order(dealer), packets)
    if turn_up is not None and rules.turn_up == "next":
        deck.append(turn_up)
        hands = [[card for card in hand if card is not turn_up] for hand in hands]
    for packets in rules.later:
        _gather(deck, hands, rules.order(dealer), packets)
    deck += given.kitty
    deck += game.pack - Cards(deck)
    deck = list(_whole(game, deck))
    check_deck(game, deck)
    return tuple(deck)


def _gather(deck: list[Card], hands: Sequence[list[Card]], order: Sequence[Seat], sizes: Sequence[int]) -> None:
    """Put the next cards of the hands back, as far as there are any."""
    for seat, size in zip(order, sizes, strict=True):
        deck += hands[seat - 1][:size]
        del hands[seat - 1][:size]


def check_deck(game: Game, deck: Sequence[Card]) -> None:
    """Refuse what is not the whole pack in some order, and behind it the cards beside it."""
    pack, beside = Cards(deck[: len(game.pack)]), game.dealing.beside
    if pack == game.pack and (Cards(deck[len(pack) :]), len(deck)) == (beside, len(pack) + len(beside)):
        return
    cards, known = Cards(deck), game.pack | beside
    if not cards <= known:
        wrong = next(card for card in deck if card not in known)
        raise Invalid("not-in-pack", card=str(wrong), game=game.name)
    raise Invalid("bad-deck", count=len(cards), all=len(known), game=game.name)
