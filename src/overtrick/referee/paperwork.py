"""What a record says besides the plays: calls, contract, exchange, hands, words and scores, and whether they fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from overtrick.core.actions import (
    BELOTE,
    DECLARE,
    PAIR_WORDS,
    REBELOTE,
    ROEM,
    SILENT,
    STOECK,
    Word,
    parse_discard,
    parse_word,
)
from overtrick.core.annonces import Annonce
from overtrick.core.auctions import Auction, Bidding, Contract
from overtrick.core.cards import Cards
from overtrick.core.errors import Finding, Invalid, OvertrickError, Phrase
from overtrick.core.game import DEAD, Game, Outcome, Pins
from overtrick.core.scoring import NOBODY, DealScore, Scores
from overtrick.core.seats import SEATS, Seat, Side, parse_seat
from overtrick.core.tricks import Strain, Trick
from overtrick.deal.course import claimed_by, exchanged, givers_of, play_rules
from overtrick.deal.record import Record
from overtrick.deal.text import check_cards
from overtrick.formats.result_text import form_of
from overtrick.referee.evidence import Play, PlayedCard
from overtrick.referee.referee import Level, Referee

KnownHands = tuple[Cards | None, ...]

INSUFFICIENT, REVOKE, OUT_OF_TURN = "^I", "^R", "^L"
"""the marks of calls and cards of which a file itself says that they broke a rule, and were let pass"""


Plays = Sequence[Play | PlayedCard]


def auction_of(record: Record) -> Auction | None:
    """The auction of a record, replayed; None where it has no calls or too little is known to judge them."""
    game, deal = record.game, record.deal
    calls = [call for call in record.auction if parse_discard(call) is None]
    if not calls or (game.dealing.turn_up != "none" and deal.turn_up is None):
        return None
    auction = game.auction(record.dealer_seat, deal.turn_up, record.vulnerable or NOBODY)
    hands, let_pass = dealt_hands(record), record.marks("Auction", INSUFFICIENT)
    for number, call in enumerate(calls):
        seat = auction.turn
        try:
            if number in let_pass and seat is not None:
                auction = auction.call_unchecked(call)
            else:
                auction = auction.call(call, None if seat is None else hands[seat - 1])
        except OvertrickError as error:
            raise BadCall(error.finding, number) from None
        if auction.wants_card and number + 1 < len(calls):
            turned = next((card for card in deal.kitty if card in game.dealing.beside), None)
            if turned is None:
                return None
            auction = auction.with_card(turned)
    return auction


class BadCall(Invalid):
    """A call that may not be made; `number` is its index in the auction."""

    def __init__(self, finding: Finding, number: int) -> None:
        super().__init__(finding)
        self.number = number

    def __reduce__(self) -> tuple[object, ...]:
        return BadCall, (self.finding, self.number)


def contract_of(record: Record, auction: Auction | None) -> Contract | None:
    """The contract that is played: that of the auction, with which the one of the record must agree."""
    said = record.contract
    if auction is None:
        if said is None and record.game.turn_up_is_trumps and record.deal.turn_up is not None:
            return record.game.auction(record.dealer_seat, record.deal.turn_up).contract
        if said is not None:
            _check_possible(record, said)
        made = map(record.game.auction_rules.parse, record.auction)
        lone = any(call is not None and call.alone for call in made)
        return said._replace(alone=(said.seat,)) if lone and said is not None and said.seat is not None else said
    called = auction.contract
    is_needed = bool(record.plays) if said is None else called is None
    if is_needed and not auction.is_over and not auction.is_settled:
        raise Invalid("auction-not-over", player=record.game.seat_name(auction.turn or Seat.NORTH))
    if said is None:
        return called
    if called is None:
        raise Invalid(
            "wrong-contract",
            field=Phrase("contract.strain"),
            value=str(said.strain),
            right=Phrase("contract.passed-out"),
        )
    is_swapped = record.tag("Declarer").startswith("^") and said.seat is not None
    for field in ("strain", "seat", "side", "value", "double"):
        value, right = getattr(said, field), getattr(called, field)
        if field == "seat" and is_swapped:  # dummy and declarer were, and the file says so
            called = called._replace(seat=said.seat)
            continue
        if value is not None and value != right and not (field == "value" and called.alone):
            name = record.game.seat_name if field == "seat" else str
            told = Phrase("contract.nothing") if right is None else name(right)
            raise Invalid("wrong-contract", field=Phrase(f"contract.{field}"), value=name(value), right=told)
    return called


def _check_possible(record: Record, contract: Contract) -> None:
    """Refuse a contract to which no auction of the game leads, whatever the calls were."""
    game, rules = record.game, record.game.auction_rules
    takers = SEATS if record.dealer is None else rules.takers(record.dealer)
    wrong: dict[str, object] = {}
    if contract.seat is not None and contract.seat not in takers:
        wrong["seat"] = game.seat_name(contract.seat)
    if contract.side is not None and contract.side not in [seat.side for seat in takers]:
        wrong["side"] = contract.side
    has_words = any(isinstance(value, str) for value in rules.values)  # bids there are that not everybody has
    if isinstance(contract.value, int) and contract.value not in rules.values and not has_words:
        wrong["value"] = contract.value
    if contract.double and not isinstance(rules, Bidding):
        wrong["double"] = contract.double
    for field, value in wrong.items():
        raise Invalid("impossible-contract", game=str(game), field=Phrase(f"contract.{field}"), value=str(value))


def check_exchange(record: Record, contract: Contract) -> None:
    """Refuse discards and gifts that were not due or not held, and a turned-up card in a wrong hand."""
    game, deal, dealer = record.game, record.deal, record.dealer_seat
    turn_up, discard, givers = deal.turn_up, deal.discard, givers_of(game, contract)
    if len(deal.given) > len(givers) or (record.plays and deal.given and len(deal.given) < len(givers)):
        raise Invalid("gifts-not-due", count=len(deal.given), due=len(givers))
    for number, (giver, card) in enumerate(zip(givers, deal.given, strict=False)):
        held = exchanged(dealt_hands(record), givers, deal.given[:number])[giver - 1]
        if held is not None and card not in held:
            raise Invalid("gift-not-held", card=str(card), player=game.seat_name(giver))
    if discard is not None and not game.pick_up.happens(contract, turn_up, dealer):
        raise Invalid("discard-not-due", card=str(discard))
    if deal.hands is None or turn_up is None:
        return
    dealt = deal.hands[dealer - 1]
    if discard is not None and dealt is not None and discard not in (*dealt, turn_up):
        raise Invalid("discard-not-held", card=str(discard))
    holder = contract.seat if game.dealing.later else dealer if game.turn_up_is_trumps else None
    hand = deal.hands[holder - 1] if holder is not None else None
    if holder is not None and hand is not None and turn_up not in hand:
        raise Invalid("turn-up-not-held", card=str(turn_up), player=game.seat_name(holder))


def check_leader(record: Record, contract: Contract, leader: Seat, stated: Seat | None = None) -> None:
    """Refuse a first card that another player held, or is stated to have led, than the one who leads."""
    if not record.plays or 0 in record.marks("Play", OUT_OF_TURN):
        return
    hands, name, card = hands_of_play(record, contract), record.game.seat_name, record.plays[0]
    holder = next((seat for seat in SEATS if card in (hands[seat - 1] or ())), None)
    if hands[leader - 1] is None and stated is None:
        holder = None
    led = stated if holder is None else holder
    if led not in (None, leader) and card is not record.deal.turn_up:
        raise Invalid("wrong-leader", card=str(card), player=name(led or leader), leader=name(leader))


def check_players(record: Record, contract: Contract, leaders: Iterable[Seat]) -> None:
    """Refuse a play of which many cards are not of the hands of those who play them, whoever of some players leads.

    The play and the deal do not belong together then, and nobody can be accused of anything.
    """
    counts = [len(strays(record, contract, leader)) for leader in leaders]
    if counts and min(counts) > 1:
        raise Invalid("play-not-of-deal", count=min(counts), all=len(record.plays))


def strays(record: Record, contract: Contract, leader: Seat) -> list[int]:
    """The indices of the cards that are not of the hands of those who play them, as far as the hands are known."""
    hands, rules, leads = hands_of_play(record, contract), record.game.rules(contract.strain), leads_out_of_turn(record)
    holders = {card: seat for seat, hand in zip(SEATS, hands, strict=True) for card in hand or ()}
    trick, found = Trick(leader, out=contract.out), list[int]()
    for number, card in enumerate(record.plays):
        if number in leads and not trick.cards:
            trick = Trick(leads[number], out=contract.out)
        seat = trick.turn
        if (hands[seat - 1] is not None or card in holders) and holders.get(card) is not seat:
            found.append(number)
        trick = rules.add(trick, card, seat)
        trick = trick.next_trick() if len(trick.cards) == len(SEATS) - len(contract.out) else trick
    return found


def leads_out_of_turn(record: Record) -> dict[int, Seat]:
    """The leads that a file marks as out of turn: the index of the card, and who led."""
    marks = record.marks("Play", OUT_OF_TURN).items()
    return {number: parse_seat(mark[2:]) for number, mark in marks if mark[2:] in [*"NESW"]}


def claim_of(record: Record, contract: Contract) -> int | None:
    """How many tricks the taker has in all by the claim that ends the record, if one does."""
    if not record.game.may_claim or contract.side is None:
        return None
    claimed = None
    for number, text in record.said or ():
        if number == len(record.plays) and claimed is None:
            word = parse_word(text)
            if word is None:
                raise Invalid("bad-word", word=text)
            claimed = word.tricks
    return claimed


def scores_of(record: Record, outcome: Outcome, claimed: int | None, plays: Plays) -> list[DealScore]:
    """The scores that a finished deal can have.

    There are several where nobody knows who was vulnerable, and none where too little is known of the hands.
    """
    game, contract = record.game, outcome.contract
    hands = hands_of(record, plays)
    annonces, honours = annonces_of(record, contract.strain, plays, hands), honours_of(record, contract.strain, hands)
    if annonces is None or honours is None:
        return []
    if claimed is not None and contract.side is not None:
        outcome = outcome._replace(tricks=claimed_by(contract, claimed, game.hand_size))
    outcome = outcome._replace(annonces=annonces, honours=honours)
    known = record.vulnerable
    chances = [known] if known is not None else [NOBODY, frozenset(Side)] if game.vulnerability else [NOBODY]
    scores = [game.score(outcome._replace(vulnerable=vulnerable)) for vulnerable in chances]
    return [score for score in scores if score is not None]


def check_scores(record: Record, scores: list[DealScore], taken: int | None) -> Finding | None:
    """What is wrong with the scores and the number of tricks that the record claims."""
    result = record.tag("Result")
    if taken is not None and result.isdecimal() and result.lstrip("0") != str(taken).lstrip("0"):
        form = form_of(record.game)
        if form is not None and form.has_tag:
            return Finding("wrong-result", {"result": result, "right": taken})
    if record.scores is None or not scores or record.scores in [score.scores for score in scores]:
        return None
    return wrong_score(record.scores, scores[0].scores)


def wrong_score(stated: Scores, right: Scores) -> Finding:
    """What is wrong with a record that states other scores than the right ones."""
    return Finding("wrong-score", {"scores": f"{stated[0]} {stated[1]}", "right": f"{right[0]} {right[1]}"})


class Facts(NamedTuple):
    """What a record tells besides the plays."""

    game: Game
    contract: Contract
    leader: Seat
    hands: Sequence[Cards | None] | None
    pins: Pins

    def referee(self, evidence: Level) -> Referee:
        """A referee who knows all this."""
        game, contract, leader, hands, pins = self
        return Referee(game, contract.strain, evidence, leader=leader, contract=contract, hands=hands, pins=pins)


def facts_of(record: Record, contract: Contract | None, stated_leader: Seat | None = None) -> Facts:
    """What the record tells besides the plays; a file may state who led."""
    game, deal = record.game, record.deal
    if contract is None:
        raise Invalid("missing-field", field="deal.turn_up" if game.turn_up_is_trumps else "contract.strain")
    strain, leader = contract.strain, game.leader(record.dealer_seat, contract)
    if leader is None:
        raise Invalid("missing-field", field="contract.seat")
    if game.turn_up_is_trumps and deal.turn_up is not None and deal.turn_up.suit is not strain.suit:
        raise Invalid("bad-field", field="contract.strain", value=str(strain), expected=Phrase("expected.turned-suit"))
    check_exchange(record, contract)
    check_leader(record, contract, leader, stated_leader)
    return Facts(game, contract, leader, _known_hands(record, contract), _known_places(record, contract))


def _known_hands(record: Record, contract: Contract) -> list[Cards | None] | None:
    """The hands with which play begins, as far as the record gives them."""
    deal, dealer = record.deal, record.dealer_seat
    if deal.hands is None:
        return None
    hands = list(hands_of_play(record, contract))
    dealt = hands[dealer - 1]
    if dealt is not None and deal.turn_up is not None:
        kept = record.game.pick_up.kept(dealt, deal.turn_up, deal.discard, contract.strain)
        hands[dealer - 1] = kept if len(kept) == len(dealt) else None
    return hands


def _known_places(record: Record, contract: Contract) -> Pins:
    """Where the cards can be of which the record tells more than whose hand they were dealt to."""
    game, deal, dealer, strain, taker = record.game, record.deal, record.dealer_seat, contract.strain, contract.seat
    beside, turn_up = game.dealing.beside, deal.turn_up
    if beside and turn_up is not None and (turn_up not in beside or turn_up in deal.kitty):
        raise Invalid("wrong-turn-up", card=str(turn_up), allowed=" ".join(map(str, beside)))
    kitty = [card for card in deal.kitty if card not in beside]
    check_cards(game, [Cards([card]) for card in (*kitty, *([turn_up] if turn_up and turn_up not in beside else []))])
    pins = {card: frozenset([DEAD]) for card in (*kitty, *([deal.discard] if deal.discard else []))}
    has_given = frozenset(givers_of(game, contract))
    for seat, cards in zip(SEATS, deal.known, strict=False):
        pins |= {card: frozenset([seat, seat.partner] if seat in has_given else [seat]) for card in cards}
    for seat in has_given if len(deal.given) < len(givers_of(game, contract)) else ():
        # What was given is not told, or not all of it: cards of either partner may be in both hands.
        pins |= {card: frozenset([seat, seat.partner]) for card in dealt_hands(record)[seat - 1] or ()}
    if deal.turn_up is None:
        return pins
    dealt = deal.hands[dealer - 1] if deal.hands else None
    kept = game.pick_up.kept(Cards(dealt), deal.turn_up, deal.discard, strain) if dealt is not None else Cards()
    if dealt is not None and len(kept) > len(dealt):
        # The dealer laid one of these away unseen: they have no other card, and the others have none of these.
        others = frozenset([DEAD, *SEATS]) - {dealer}
        pins = {card: frozenset([dealer, DEAD]) if card in kept else others for card in game.pack} | pins
    return pins | dict(game.pins(deal.turn_up, strain, dealer, taker, deal.discard))


def hands_of(record: Record, plays: Plays) -> KnownHands:
    """The four hands with which play began, as the record gives them or as the cards of a whole deal tell them."""
    if len(plays) == len(SEATS) * record.game.hand_size:
        masks = [0] * (len(SEATS) + 1)
        for play in plays:
            masks[play.seat] |= play.card.bit
        return tuple(Cards.from_mask(masks[seat]) for seat in SEATS)
    return dealt_hands(record)


def dealt_hands(record: Record) -> KnownHands:
    """The four hands that were dealt, as far as the record gives them."""
    return tuple(None if hand is None else Cards(hand) for hand in record.deal.hands or (None,) * len(SEATS))


def hands_of_play(record: Record, contract: Contract) -> KnownHands:
    """The same after what partners have given each other; those of partners are not known if that is not told whole."""
    givers, given, hands = givers_of(record.game, contract), record.deal.given, dealt_hands(record)
    if len(given) < len(givers):
        return tuple(None if seat in givers else hand for seat, hand in zip(SEATS, hands, strict=True))
    return tuple(exchanged(hands, givers, given))


def announced(record: Record, strain: Strain) -> frozenset[int] | None:
    """The numbers of the cards with which something was said that brings points; None where all of it counts.

    What lies in a trick is said after the card that completes it.
    """
    rules = play_rules(record.game, strain)
    if record.said is None or not (rules.must_say or rules.must_claim):
        return None
    return frozenset(number - (word is ROEM) for number, word in _words(record) if word in (*PAIR_WORDS, ROEM))


def _words(record: Record) -> list[tuple[int, Word | None]]:
    """What was said, in whatever spelling, with the numbers of the cards; None for what is no word."""
    return [(number, parse_word(text)) for number, text in record.said or ()]


def wrong_word(record: Record, strain: Strain, plays: Plays, hands: KnownHands) -> tuple[Finding, int] | None:
    """The first word that nobody may have said so, and the number of its card."""
    said = sorted(record.said or ())
    for index, (number, text) in enumerate(said):
        word = parse_word(text)
        if word is not None and word.tricks is not None and record.game.may_claim and number == len(plays):
            continue
        after_trick = word in (ROEM, SILENT)
        if word is None or word.tricks is not None or not after_trick <= number < len(plays) + after_trick:
            return Finding("bad-word", {"word": text}), number
        if (number, text) in said[:index] or not _may_be_said(record, strain, plays, hands, number, word):
            seat = plays[number].seat if number < len(plays) else _winner_of(record, strain, plays)
            return Finding("illegal-word", {"word": text, "player": record.game.seat_name(seat)}), number
    return None


def _winner_of(record: Record, strain: Strain, plays: Plays) -> Seat:
    """Who won the last trick."""
    rules, last = record.game.rules(strain), [play for play in plays if play.trick == plays[-1].trick]
    trick = reduce(lambda trick, play: rules.add(trick, play.card, play.seat), last, Trick(last[0].seat))
    return trick.next_trick().leader


def _may_be_said(record: Record, strain: Strain, plays: Plays, hands: KnownHands, number: int, word: Word) -> bool:
    """Whether a word may have been said with a card; what a hand that is not known would tell is believed."""
    if word in (ROEM, SILENT):
        return _lies_in_trick(record, strain, plays, number) and (
            word is ROEM or (number == len(plays) and (number, ROEM) not in _words(record))
        )
    play, hand, declaring = plays[number], hands[plays[number].seat - 1], record.game.declaring
    if word == DECLARE:
        has_any = hand is None or bool(declaring.annonces_of(hand, strain))
        return play.trick == 1 and has_any and not declaring.by_itself
    mate = play_rules(record.game, strain).pair_of(play.card) & ~play.card.bit
    earlier = [n for n, other in enumerate(plays[:number]) if other.seat is play.seat and other.card.bit == mate]
    if (word == STOECK) != record.game.counting(strain).pairs_are_told_last:
        return False
    if word == STOECK:
        return bool(earlier)
    if word == REBELOTE:
        return any((n, BELOTE) in _words(record) for n in earlier)
    return bool(mate) and not earlier and (hand is None or bool(hand.mask & mate))


def _lies_in_trick(record: Record, strain: Strain, plays: Plays, number: int) -> bool:
    """Whether a trick was complete after some cards, with something in it that counts only if it is said."""
    rules, trick = play_rules(record.game, strain), plays[number - 1].trick
    if not rules.must_claim or (number < len(plays) and plays[number].trick == trick):
        return False
    return bool(rules.counting.trick_sets.points_in(sum(play.card.bit for play in plays if play.trick == trick)))


def annonces_of(record: Record, strain: Strain, plays: Plays, hands: KnownHands) -> Scores | None:
    """What the declared annonces bring to each side; None where a hand that declared is not known."""
    declaring, declared = record.game.declaring, list[tuple[Seat, Annonce]]()
    if declaring.by_itself:
        speakers = [play.seat for play in plays if play.trick == 1]
    else:
        speakers = [plays[number].seat for number, word in _words(record) if word == DECLARE]
    for seat in speakers:
        hand = hands[seat - 1]
        if hand is None:
            return None
        declared += [(seat, annonce) for annonce in declaring.annonces_of(hand, strain)]
    return declaring.scores(declared)


def honours_of(record: Record, strain: Strain, hands: KnownHands) -> Scores | None:
    """What honours bring to each side; None where a hand is not known that might have some."""
    known = [hand for hand in hands if hand is not None]
    if len(known) < len(SEATS):
        return None if record.game.honours.cards else (0, 0)
    return record.game.honours.scores(known, strain)
