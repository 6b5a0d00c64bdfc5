"""EGN is read: each deal of the game becomes a record, with as much of it as could be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from overtrick.core.actions import ALONE
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards, Suit, find_card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain, parse_strain
from overtrick.deal.record import Deal, Names, Record
from overtrick.formats.jsonl import parse_json
from overtrick.formats.record_format import Located, Spot
from overtrick.games.euchre.egn.spots import Path, spots_of
from overtrick.games.euchre.egn.words import (
    ANNOTATIONS,
    BIDDING,
    CALLS,
    FILE_TYPE,
    KEPT,
    LEADS,
    ORDER,
    PLAY,
    RULES,
    WITHOUT,
)

_SAME_COLOUR: Final = {
    Suit.SPADES: Suit.CLUBS,
    Suit.CLUBS: Suit.SPADES,
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.HEARTS,
}
_UNKNOWN_RANKS, _UNKNOWN_SUITS = frozenset("Xx"), frozenset("Xxtng")
"""letters that stand for any rank or suit; `h`, another one of them, cannot be told from hearts"""
_OLD_HANDS: Final = "player_cards"
"""the name of the hands before version 1.1"""


def read_deals(text: str) -> Iterator[Located]:
    """The deals of a text."""
    try:
        document = _Document(text)
    except Invalid as error:
        yield Located(None, error.finding, error.finding.line or 1)
        return
    for number, deal in enumerate(document.deals):
        yield _Reader(document, number, deal).located()


class _Document:
    """A file: its game, its players and its deals."""

    def __init__(self, text: str) -> None:
        value = parse_json(text, 1)
        self.spots = spots_of(text)
        self.warnings: list[Finding] = []
        root = self.object_of(value, ())
        if root.get("fileType") != FILE_TYPE:
            raise self.bad(("fileType",), root.get("fileType"), "expected.egn")
        metadata = self.object_of(root.get("metadata", {}), ("metadata",))
        self.game = self._game(self.object_of(metadata.get("ruleset", {}), ("metadata", "ruleset")))
        players = self.list_of(metadata.get("players", []), ("metadata", "players"))
        self.seats = self._names(players)
        self.deals: Sequence[object] = self.list_of(root.get("deals", []), ("deals",))
        self.kept = dict(metadata)
        if all(isinstance(player, str) for player in players):
            self.kept.pop("players", None)

    def spot(self, path: Path) -> Spot:
        """Where a value stands, or what it stands in."""
        while path not in self.spots:
            path = path[:-1]
        return self.spots[path]

    def bad(self, path: Path, value: object, expected: str) -> Invalid:
        """What is wrong with a value."""
        field = ".".join(map(str, path)) or "{}"
        values = {"field": field, "value": f"'{value}'"[:80], "expected": Phrase(expected)}
        return Invalid(Finding("bad-field", values, *self.spot(path)))

    def object_of(self, value: object, path: Path) -> Mapping[str, Any]:
        """A value that must be an object."""
        if not isinstance(value, dict):
            raise self.bad(path, value, "expected.object")
        return value

    def list_of(self, value: object, path: Path) -> Sequence[Any]:
        """A value that must be a list."""
        if not isinstance(value, list):
            raise self.bad(path, value, "expected.list")
        return value

    def _names(self, players: Sequence[object]) -> Names:
        if len(players) > len(SEATS):
            raise self.bad(("metadata", "players"), len(players), "expected.four-players")
        named = (player.get("name") if isinstance(player, dict) else player for player in players)
        names = [name if isinstance(name, str) else "" for name in named]
        north, east, south, west = names + [""] * (len(SEATS) - len(names))
        return north, east, south, west

    def _game(self, rules: Mapping[str, Any]) -> Game:
        """Euchre by the rules of the file; those that it cannot be played by are told."""
        house = [(theirs, ours, rules[theirs]) for theirs, ours in RULES.items() if theirs in rules]
        if "loner_lead" in rules:
            lead = rules["loner_lead"]
            house.append(("loner_lead", "lone_lead", LEADS.get(lead) if isinstance(lead, str) else None))
        if rules.get("winning_score"):
            house.append(("winning_score", "target", rules["winning_score"]))
        elif rules.get("num_deals"):
            house.append(("num_deals", "deals", rules["num_deals"]))
        self.warnings += [
            self._unknown_rule(name) for name, usual in WITHOUT.items() if rules.get(name, usual) != usual
        ]
        game = find_game("euchre")
        for theirs, ours, value in house:
            try:
                game = game.with_house_rules({ours: value})
            except Invalid:
                self.warnings.append(self._unknown_rule(theirs))
        return game

    def _unknown_rule(self, name: str) -> Finding:
        return Finding("egn-rule", {"rule": name}, *self.spot(("metadata", "ruleset", name)))


class _Reader:
    """Reads one deal."""

    def __init__(self, document: _Document, number: int, deal: object) -> None:
        self.document, self.game, self.path = document, document.game, ("deals", number)
        self.number, self.deal = number, deal
        self.findings: list[Finding] = []
        self.warnings = document.warnings if not number else []
        self.calls: list[str] = []
        self.plays: list[Card] = []
        self.call_spots: list[Spot] = []
        self.card_spots: list[Spot] = []
        self.contract: Contract | None = None
        self.leader: Seat | None = None
        self.more: dict[str, object] = {}

    def located(self) -> Located:
        """The deal, with its spots."""
        line = self.document.spot(self.path)[0]
        if isinstance(self.deal, str):
            return Located(None, Finding("egn-packed", {}, *self.document.spot(self.path)), line)
        try:
            deal = self.document.object_of(self.deal, self.path)
            state = self.document.object_of(deal.get("initialState", {}), (*self.path, "initialState"))
            phases = self.document.list_of(deal.get("phases", []), (*self.path, "phases"))
        except Invalid as error:
            return Located(None, error.finding, line)
        dealer, turn_up = self._dealer(state), self._turn_up(state)
        self.more = {name: deal[name] for name in ("alternativeLines",) if deal.get(name)}
        if deal.get("dealNumber", self.number) != self.number:
            self.more["dealNumber"] = deal["dealNumber"]
        discard = None
        for index, phase in enumerate(phases):
            path = (*self.path, "phases", index)
            kind = phase.get("type") if isinstance(phase, dict) else None
            if kind == BIDDING:
                discard = self._told(self._bidding, phase, path, dealer, turn_up)
            elif kind == PLAY:
                self._told(self._play, phase, path)
            else:
                self.findings.append(self.document.bad((*path, "type"), kind, "expected.egn-phase").finding)
        kept = {"metadata": self.document.kept, "deal": self.more}
        record = Record(
            self.game,
            plays=tuple(self.plays),
            contract=self.contract,
            deal=self._hands(state, turn_up)._replace(discard=discard),
            dealer=dealer,
            seats=self.document.seats,
            auction=tuple(self.calls),
            tags={KEPT: {name: value for name, value in kept.items() if value}} if any(kept.values()) else {},
        )
        return Located(
            record,
            self.findings[0] if self.findings else None,
            line,
            tuple(self.card_spots),
            tuple(self.call_spots),
            {"Deal": self.document.spot((*self.path, "initialState"))},
            self.leader,
            (*self.findings[1:], *self.warnings),
        )

    def _told(self, read: Callable[..., Card | None], *arguments: object) -> Card | None:
        """What can be read, or nothing and a finding."""
        try:
            return read(*arguments)
        except Invalid as error:
            self.findings.append(error.finding)
            return None

    def _dealer(self, state: Mapping[str, Any]) -> Seat | None:
        index = state.get("dealer")
        if type(index) is int and 0 <= index < len(SEATS):
            return SEATS[index]
        path = (*self.path, "initialState", "dealer")
        self.findings.append(self.document.bad(path, index, "expected.egn-seat").finding)
        return None

    def _turn_up(self, state: Mapping[str, Any]) -> Card | None:
        path = (*self.path, "initialState", "upCard")
        return None if not state.get("upCard") else self._told(self._card, state["upCard"], path)

    def _card(self, text: object, path: Path) -> Card | None:
        """A card, which a bower may be called by; None for one that the file does not know."""
        trumps = self.contract.strain.suit if self.contract else None
        if text in ("R", "L") and trumps is not None:
            suit = trumps if text == "R" else _SAME_COLOUR[trumps]
            return find_card(f"J{suit}")
        plain = text if isinstance(text, str) else ""
        if len(plain) == 2 and (plain[0] in _UNKNOWN_RANKS or plain[1] in _UNKNOWN_SUITS):
            return None
        card = find_card(plain.replace("N", "9", 1), "short")
        if card is None or card not in self.game.pack:
            raise Invalid(Finding("bad-card", {"text": str(text)[:20]}, *self.document.spot(path)))
        return card

    def _kitty(self, state: Mapping[str, Any]) -> tuple[Card, ...]:
        """What nobody got, where a file of an early version tells all of it."""
        told = state.get("kitty")
        path = (*self.path, "initialState", "kitty")
        texts = told if isinstance(told, list) and all(told) else []
        cards = [self._told(self._card, card, (*path, at)) for at, card in enumerate(texts)]
        return tuple(card for card in cards if card is not None) if None not in cards else ()

    def _hands(self, state: Mapping[str, Any], turn_up: Card | None) -> Deal:
        """The hands as dealt, where the file has them, and then what nobody got."""
        name = next((name for name in ("playerCards", _OLD_HANDS) if state.get(name)), None)
        kitty = self._kitty(state)
        if name is None:
            return Deal(turn_up=turn_up, kitty=kitty)
        hands, seen = list[tuple[Card, ...]](), set[Card]()
        for seat, hand in enumerate(state[name] if isinstance(state[name], list) else []):
            cards: list[Card] = []
            for index, text in enumerate(hand if isinstance(hand, list) else []):
                path = (*self.path, "initialState", name, seat, index)
                card = self._told(self._card, text, path) if text else None
                if card is not None and (card in seen or card is turn_up):
                    self.findings.append(Finding("card-in-two-hands", {"card": str(card)}, *self.document.spot(path)))
                elif card is not None:
                    seen.add(card)
                    cards.append(card)
            hands.append(tuple(cards))
        hands = (hands + [()] * len(SEATS))[: len(SEATS)]
        if not seen:
            return Deal(turn_up=turn_up, kitty=kitty)
        whole = tuple(hand if len(hand) == self.game.hand_size else None for hand in hands)
        known = tuple(() if len(hand) == self.game.hand_size else hand for hand in hands)
        rest = self.game.pack - Cards([*seen, *([turn_up] if turn_up else [])])
        return Deal(
            whole if any(whole) else None,
            turn_up=turn_up,
            kitty=kitty or (tuple(rest) if turn_up and None not in whole else ()),
            known=known if any(known) else (),
        )

    def _bidding(self, phase: Mapping[str, Any], path: Path, dealer: Seat | None, turn_up: Card | None) -> Card | None:
        """The calls and the contract that they make; the card that the dealer laid away."""
        self._annotated(phase)
        is_alone, defender = phase.get("isAlone") is True, phase.get("aloneDefender", -1)
        for index, call in enumerate(self.document.list_of(phase.get("calls", []), (*path, "calls"))):
            here = (*path, "calls", index)
            if not isinstance(call, str) or call not in CALLS:
                raise self.document.bad(here, call, "expected.egn-call")
            is_pass = call == "Pass"
            self.calls.append(CALLS[call] + (f" {ALONE}" if is_alone and not is_pass else ""))
            self.call_spots.append(self.document.spot(here))
            if not is_pass and dealer is not None:
                turned = Strain.of(turn_up.suit) if turn_up else None
                strain = turned if call == ORDER else parse_strain(CALLS[call].split()[1])
                self._made(strain, SEATS[(dealer + index) % len(SEATS)], is_alone, defender)
                break
        discard = phase.get("discard")
        return self._card(discard, (*path, "discard")) if discard else None

    def _made(self, strain: Strain | None, seat: Seat, is_alone: bool, defender: object) -> None:
        """Set the contract, and what the defenders said where one of them may play alone."""
        alone: tuple[Seat, ...] = (seat,) if is_alone else ()
        if is_alone and getattr(self.game, "defend_alone", False):
            is_first, is_second = defender == SEATS.index(seat.next), defender == SEATS.index(seat.previous)
            said = [ALONE] if is_first else ["pass", ALONE if is_second else "pass"]
            alone += (seat.next,) if is_first else (seat.previous,) if is_second else ()
            self.call_spots += [self.call_spots[-1]] * len(said)
            self.calls += said
        if strain is not None:
            self.contract = Contract(strain, seat.side, seat, ALONE if is_alone else None, alone=alone)

    def _play(self, phase: Mapping[str, Any], path: Path) -> None:
        """The cards in order of play; where one is not known, it and those behind it are left out."""
        self._annotated(phase)
        lead = phase.get("initialLead")
        if type(lead) is int and 0 <= lead < len(SEATS):
            self.leader = SEATS[lead]
        size = len(SEATS) - len(self.contract.out if self.contract else ())
        tricks = self.document.list_of(phase.get("tricks", []), (*path, "tricks"))
        for number, trick in enumerate(tricks):
            here = (*path, "tricks", number)
            for index, text in enumerate(self.document.list_of(trick, here)):
                spot = self.document.spot((*here, index))
                if len(self.plays) >= size * self.game.hand_size:
                    raise Invalid(Finding("too-many-tricks", {"all": self.game.hand_size}, *spot))
                card = self._card(text, (*here, index))
                if card is None:
                    self.warnings = [*self.warnings, Finding("egn-card", {"card": str(text)}, *spot)]
                    return
                self.plays.append(card)
                self.card_spots.append(spot)
            if len(trick) != size and number < len(tricks) - 1:
                raise self.document.bad(here, len(trick), "expected.egn-trick")

    def _annotated(self, phase: Mapping[str, Any]) -> None:
        self.more |= {name: phase[name] for name in ANNOTATIONS if phase.get(name)}
