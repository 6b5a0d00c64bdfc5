"""A round: one deal from the first call to the score, for any game.

Everything that affects the state of a deal is in this file. A round is immutable; `legal` tells what may be done now
and `apply` gives the round after it, in every phase:

    auction  a call, such as `pass` or `90 H`; where players may double out of turn, `coinche 4` is that of player 4
    discard  `discard 9c`, by the dealer who has taken the turned-up card
    play     a card; before it a player may say `declare`, `belote` or `rebelote` where the rules let him
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Final, Literal

from overtrick.core.annonces import Annonce
from overtrick.core.auctions import Auction, Contract
from overtrick.core.cards import Card, Cards, parse_card
from overtrick.core.errors import Illegal, Invalid, OvertrickError
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import NOBODY, DealScore, Tally
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain, Trick, TrickRules
from overtrick.deal.dealing import Dealt, deal, deal_later
from overtrick.deal.outcome import outcome_of, tally_of
from overtrick.deal.position import Position
from overtrick.deal.record import Deal, Record, board_tags
from overtrick.deal.words import BELOTE, DECLARE, REBELOTE, WORDS, announceable

Action = Card | str
"""A card that is played, or a word: a call, a discard, something that is said in the play."""

Phase = Literal["auction", "discard", "play", "over"]

DISCARD: Final = "discard"
CLAIM: Final = "claim"


class Round:
    """One deal of a game, from the first call to the score; immutable.

    `legal` tells what may be done now, and `apply` gives the round after it, be it a call, a discard, a card or a word.

    >>> from overtrick.core.catalogue import find_game
    >>> game = find_game("sueca")
    >>> round = Round(game, Seat.WEST, tuple(game.pack))
    >>> round.turn, len(round.legal())
    (Seat.NORTH, 10)
    """

    game: Game
    dealer: Seat
    vulnerable: frozenset[Side]
    number: int | None
    dealt: Dealt
    """the cards as they were dealt; after the auction with the cards that followed it"""
    phase: Phase
    """what the players are doing"""
    turn: Seat | None
    """whose call or card comes next; None at the end"""
    actor: Seat | None
    """who decides what comes next: the declarer for dummy, else the player whose turn it is"""
    auction: Auction
    contract: Contract | None
    """what is played, once the auction has ended"""
    discard: Card | None
    plays: tuple[Card, ...]
    players: tuple[Seat, ...]
    """who played each card"""
    said: tuple[tuple[int, str], ...]
    """what was said in the play, each with the number of cards played before"""
    trick: Trick | None
    """the trick on the table, once play has begun; it has no cards before a lead"""
    tricks: tuple[Trick, ...]
    """the tricks that are complete"""
    claimed: int | None
    """how many tricks the taker's side has in all, if a claim ended the play"""
    _hands: tuple[int, ...]
    _rules: TrickRules
    """of the play, once there is a contract"""
    _legal_mask: int | None
    """the legal cards, once somebody has asked for them"""

    def __init__(
        self,
        game: Game,
        dealer: Seat,
        deck: Sequence[Card],
        *,
        vulnerable: frozenset[Side] = NOBODY,
        number: int | None = None,
    ) -> None:
        """A deal of a deck by a dealer; Bridge also asks who is vulnerable. `number` is that of the board, if any."""
        dealt = deal(game, dealer, deck)
        self._set(
            game=game,
            dealer=dealer,
            vulnerable=vulnerable,
            number=number,
            dealt=dealt,
            auction=game.auction(dealer, dealt.turn_up),
            _hands=dealt.masks,
            **dict.fromkeys(("plays", "players", "said", "tricks"), ()),
            **dict.fromkeys(("contract", "discard", "trick", "claimed")),
        )
        if self.auction.is_over:
            self._set(**self._begin_play(self.auction))
        self._look_who_is_next()

    def _set(self, **fields: object) -> None:
        """Give a round that nobody has seen yet some of its fields."""
        vars(self).update(fields)

    def _with(self, **changes: object) -> Round:
        """The round after some changes."""
        after = object.__new__(Round)
        vars(after).update(vars(self), **changes)
        after._look_who_is_next()
        return after

    def _look_who_is_next(self) -> None:
        """Set what follows from the other fields, and is asked for more often than it changes."""
        phase = self._phase()
        turn = actor = self._turn(phase)
        if phase == "play" and turn is not None and turn is self.dummy:
            actor = turn.partner
        self._set(phase=phase, turn=turn, actor=actor, _legal_mask=None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("rounds cannot change; apply makes another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("rounds cannot change")

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (vars(self) | _FOUND_AGAIN,)

    def _begin_play(self, auction: Auction) -> dict[str, object]:
        """What changes at the end of an auction."""
        contract = auction.contract
        if contract is None:
            return {}
        dealt = deal_later(self.game, self.dealer, self.dealt, contract)
        hands, turn_up = dealt.masks, dealt.turn_up
        if turn_up is not None and self.game.dealer_picks_up(contract, turn_up, self.dealer):
            hands = _changed(hands, self.dealer, hands[self.dealer - 1] | turn_up.bit)
        trick = Trick(self.game.leader(self.dealer, contract) or self.dealer.next, out=contract.out)
        rules = self.game.rules(contract.strain)
        return {"contract": contract, "dealt": dealt, "trick": trick, "_hands": hands, "_rules": rules}

    def _phase(self) -> Phase:
        if not self.auction.is_over:
            return "auction"
        if self.trick is None or self.claimed is not None or len(self.tricks) == self.game.hand_size:
            return "over"
        return "discard" if self._hands[self.dealer - 1].bit_count() > self.game.hand_size else "play"

    def _turn(self, phase: Phase) -> Seat | None:
        if phase == "auction":
            return self.auction.turn
        if phase == "discard":
            return self.dealer
        return self.trick.turn if phase == "play" and self.trick is not None else None

    @property
    def dummy(self) -> Seat | None:
        """Whose hand is laid open after the first lead."""
        contract = self.contract
        if not self.game.has_dummy or contract is None or contract.seat is None:
            return None
        return contract.seat.partner

    @property
    def hands(self) -> tuple[Cards, ...]:
        """What the seats 1 to 4 hold now."""
        return tuple(map(Cards.from_mask, self._hands))

    @property
    def position(self) -> Position:
        """The position in the play, with open hands."""
        strain, trick = self._in_play()
        return Position(self.game, strain, self.hands, trick.leader, trick.cards, trick.out)

    def _in_play(self) -> tuple[Strain, Trick]:
        contract, trick = self.contract, self.trick
        if contract is None or trick is None:
            raise Illegal("not-in-play")
        return contract.strain, trick

    def legal(self) -> tuple[Action, ...]:
        """All that the player who decides may do now; nothing at the end."""
        phase, turn = self.phase, self.turn
        if turn is None:
            return ()
        if phase == "auction":
            return self.auction.legal(self.hands[turn - 1])
        if phase == "discard":
            return tuple(f"{DISCARD} {card}" for card in self.hands[turn - 1])
        return (*self._words(turn), *Cards.from_mask(self._legal_cards(turn)))

    def _legal_cards(self, turn: Seat) -> int:
        if self._legal_mask is not None:
            return self._legal_mask
        _, trick = self._in_play()
        legal = self._rules.duty(trick).legal(self._hands[turn - 1])
        for number, word in self.said:
            if number == len(self.plays) and word != DECLARE:
                legal &= self._announceable(turn, word)
        self._set(_legal_mask=legal)
        return legal

    def _words(self, turn: Seat) -> list[str]:
        """What a player may say before he plays a card."""
        words, just_said = [], {word for number, word in self.said if number == len(self.plays)}
        if not self.tricks and DECLARE not in just_said and self._annonces_of(turn):
            words.append(DECLARE)
        if self.game.must_say_belote(self._in_play()[0]) and just_said.isdisjoint((BELOTE, REBELOTE)):
            legal = self._legal_cards(turn)
            words += [word for word in (BELOTE, REBELOTE) if legal & self._announceable(turn, word)]
        return words

    def _announceable(self, seat: Seat, word: str) -> int:
        hand = self._hands[seat - 1]
        pairs = [pair for pair in self.game.counting(self._in_play()[0]).pairs if pair & hand]
        if not pairs:
            return 0
        played = enumerate(zip(self.players, self.plays, strict=True))
        announced = sum(card.bit for n, (player, card) in played if player is seat and (n, BELOTE) in self.said)
        return announceable(word, pairs, hand, announced)

    def _annonces_of(self, seat: Seat) -> tuple[Annonce, ...]:
        return self.game.annonces_in(Cards(self.dealt.hands[seat - 1]), self._in_play()[0])

    def apply(self, action: Action) -> Round:
        """The round after an action, in any spelling; raises `Illegal` or `Invalid` where it may not be done."""
        phase, turn = self.phase, self.turn
        if turn is None:
            raise Illegal("deal-is-over", action=str(action))
        if phase == "auction":
            hand = self.hands[turn - 1]
            if isinstance(action, Card):  # 2c, the card, is not 2C, the bid
                raise Invalid("bad-call", call=str(action), legal=", ".join(self.auction.legal(hand)))
            return self._after_call(self.auction.call(action, hand))
        word = " ".join(action.split()).lower() if isinstance(action, str) else ""
        if phase == "discard":
            return self._after_discard(self._card_to_discard(word or action))
        if word in WORDS:
            if word not in self._words(turn):
                raise self._refusal(action, turn)
            return self._after_word(word)
        card = _card(action)
        if not self._legal_cards(turn) & card.bit:
            raise self._refusal(card, turn)
        return self._after_card(card)

    def apply_unchecked(self, action: Action) -> Round:
        """The round after one of the actions that `legal` gave."""
        if isinstance(action, Card):
            return self._after_card(action)
        if action in WORDS:
            return self._after_word(action)
        return self.apply(action)

    def apply_all(self, actions: Iterable[Action]) -> Round:
        """The round after some actions."""
        return reduce(Round.apply, actions, self)

    def _refusal(self, action: Action, turn: Seat) -> Illegal:
        name, legal = self.game.seat_name(turn), ", ".join(map(str, self.legal()))
        if isinstance(action, Card) and not self._hands[turn - 1] & action.bit:
            return Illegal("card-not-in-hand", card=str(action), player=name, legal=legal)
        if isinstance(action, Card):
            return Illegal("illegal-card", card=str(action), player=name, legal=legal)
        return Illegal("illegal-word", word=action, player=name)

    def _card_to_discard(self, action: Action) -> Card:
        word, _, name = action.partition(" ") if isinstance(action, str) else (DISCARD, "", str(action))
        if word != DISCARD:
            raise Illegal("must-discard", action=str(action), player=self.game.seat_name(self.dealer))
        card = parse_card(name.strip())
        if not self._hands[self.dealer - 1] & card.bit:
            held = str(self.hands[self.dealer - 1])
            raise Illegal("card-not-in-hand", card=str(card), player=self.game.seat_name(self.dealer), legal=held)
        return card

    def _after_call(self, auction: Auction) -> Round:
        return self._with(auction=auction, **(self._begin_play(auction) if auction.is_over else {}))

    def _after_discard(self, card: Card) -> Round:
        kept = self._hands[self.dealer - 1] & ~card.bit
        return self._with(discard=card, _hands=_changed(self._hands, self.dealer, kept))

    def _after_word(self, word: str) -> Round:
        return self._with(said=(*self.said, (len(self.plays), word)))

    def _after_card(self, card: Card) -> Round:
        _, before = self._in_play()
        seat, trick = before.turn, self._rules.add(before, card)
        return self._with(
            _hands=_changed(self._hands, seat, self._hands[seat - 1] & ~card.bit),
            plays=(*self.plays, card),
            players=(*self.players, seat),
            tricks=(*self.tricks, trick) if trick.is_complete else self.tricks,
            trick=trick.next_trick() if trick.is_complete else trick,
        )

    def claim(self, tricks: int, certain: Callable[[Position, int], bool]) -> Round:
        """The end of the play by a claim that the declarer has so many tricks in all, if `certain` says so.

        `certain` may ask the opponents, or a solver: it gets the position and how many more tricks are claimed.
        """
        contract = self.contract
        if self.phase != "play" or not self.game.has_dummy or contract is None or contract.side is None:
            raise Illegal("no-claim")
        won, left = self.tally.tricks[contract.side - 1], self.game.hand_size - len(self.tricks)
        if not won <= tricks <= won + left:
            raise Illegal("bad-claim", tricks=tricks, least=won, most=won + left)
        if not certain(self.position, tricks - won):
            raise Illegal("claim-refused", tricks=tricks)
        return self._with(claimed=tricks, said=(*self.said, (len(self.plays), f"{CLAIM} {tricks}")))

    @property
    def tally(self) -> Tally:
        """What the players have won so far."""
        strain, _ = self._in_play()
        announced = {number for number, word in self.said if word in (BELOTE, REBELOTE)}
        return tally_of(self.game, strain, self.players, self.plays, self.tricks, announced)

    @property
    def declared(self) -> tuple[tuple[Seat, Annonce], ...]:
        """The annonces that were declared, in order."""
        players = (*self.players, *([self.turn] if self.turn is not None else []))
        seats = [players[number] for number, word in self.said if word == DECLARE]
        return tuple((seat, annonce) for seat in seats for annonce in self._annonces_of(seat))

    @property
    def score(self) -> DealScore | None:
        """What the deal is worth, once it is over."""
        if self.phase != "over":
            return None
        outcome = self.outcome
        return self.game.passed_out(self.dealer) if outcome is None else self.game.score(outcome)

    @property
    def outcome(self) -> Outcome | None:
        """What the score depends on, as it stands now; None where all have passed."""
        if self.contract is None:
            return None
        hands = [Cards(hand) for hand in self.dealt.hands]
        return outcome_of(self.game, self.contract, self.tally, self.declared, hands, self.claimed, self.vulnerable)

    def record(self, seats: tuple[str, str, str, str] = ("", "", "", "")) -> Record:
        """The record of the deal as it is now, with the names of the players."""
        contract, score = self.contract, self.score
        words = self.said or (contract is not None and self.game.must_say_belote(contract.strain))
        return Record(
            self.game,
            plays=self.plays,
            contract=contract,
            deal=Deal(self.dealt.hands, self.dealt.turn_up, self.dealt.stock, self.discard),
            dealer=self.dealer,
            seats=seats,
            auction=self.auction.calls,
            scores=None if score is None else score.scores,
            said=self.said if words else None,
            tags=board_tags(self.number, self.vulnerable) if self.game.has_vulnerability else {},
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return vars(self) | _FOUND_AGAIN == vars(other) | _FOUND_AGAIN


_FOUND_AGAIN: Final = {"_legal_mask": None, "_rules": None}
"""what follows from the other fields"""


def _restore(fields: Mapping[str, object]) -> Round:
    """A round that was pickled."""
    round_ = object.__new__(Round)
    vars(round_).update(fields)
    if round_.contract is not None:
        round_._set(_rules=round_.game.rules(round_.contract.strain))
    return round_


def _changed(hands: tuple[int, ...], seat: Seat, hand: int) -> tuple[int, ...]:
    return (*hands[: seat - 1], hand, *hands[seat:])


def _card(action: Action) -> Card:
    if isinstance(action, Card):
        return action
    try:
        return parse_card(action)
    except OvertrickError:
        raise Invalid("bad-action", action=action) from None
