"""The rule sheet of a game under its house rules: what will be played, made from the game itself, in any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from overtrick import texts
from overtrick.core.actions import Call, call_sign
from overtrick.core.auctions import Contract, Spoken, TurnUp
from overtrick.core.cards import Rank, card_sign, rank_sign
from overtrick.core.game import Game
from overtrick.core.house_rules import choices_of, rule_types
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import SUIT_STRAINS, Ladder, Rung, Strain, strain_sign

SECTIONS: Final = {
    "players": "direction",
    "cards": "",
    "deal": "",
    "auction": "",
    "play": "",
    "scoring": "",
    "match": "target deals",
}
"""the parts of a sheet, and the house rules of many games that stand in each; a game adds its own"""
OTHER: Final = "other"
"""the part for house rules that stand in none of them, so that a new game has its sheet at once"""


class HouseRule(NamedTuple):
    """A house rule as people read it."""

    sentence: str
    rule: str
    """with its value and the others that it can have"""
    is_moot: bool
    """whether it changes nothing as the others are, so that it need not be read"""


class Section(NamedTuple):
    """A part of a rule sheet."""

    title: str
    sentences: tuple[str, ...]
    """what is always so in this game"""
    table: tuple[tuple[str, ...], ...]
    """rows of cells, or none"""
    house: tuple[HouseRule, ...]


def rule_sheet(game: Game, language: str = "en") -> list[Section]:
    """The sections of the sheet, in order.

    >>> from overtrick.core.catalogue import find_game
    >>> sheet = rule_sheet(find_game("euchre"))
    >>> sheet[0].sentences
    ('Four players; partners sit opposite each other: 1 and 3 against 2 and 4.',)
    >>> sheet[-1].house[0]
    HouseRule(sentence='The side that first reaches 10 wins the match.', rule='target=10; 0 … 10000', is_moot=False)
    """
    writer = _Writer(game, language)
    tables = writer.tables()
    sections = {name: f"{rules} {game.sections.get(name, '')}".split() for name, rules in SECTIONS.items()}
    listed = {rule for rules in sections.values() for rule in rules}
    others = [rule for rule in game.house_rules if rule not in listed]
    kinds = rule_types(type(game))
    written = [
        Section(
            texts.say(language, f"sheet.{name}"),
            tuple(getattr(writer, name)()),
            tuple(tables.get(name, ())),
            tuple(
                HouseRule(
                    rule_sentence(language, rule, getattr(game, rule)),
                    _alternatives(rule, getattr(game, rule), choices_of(kinds[rule])),
                    rule in game.moot_rules,
                )
                for rule in rules
                if rule in game.house_rules
            ),
        )
        for name, rules in {**sections, **({OTHER: others} if others else {})}.items()
    ]
    return [section for section in written if any(section[1:])]


def rule_sentence(language: str, rule: str, value: object) -> str:
    """What a house rule means with a value; a number may have a sentence of its own, such as none at all.

    Where there is no sentence, it is the rule and the value as they stand.
    """
    shown, known = str(value).lower(), texts.catalogue(language)
    sentence = known.get(f"rule.{rule}.{shown}") or known.get(f"rule.{rule}", f"{rule}={{value}}")
    return sentence.format(value=shown)


def _alternatives(rule: str, value: object, allowed: Sequence[object]) -> str:
    others = [allowed[0], "…", allowed[-1]] if isinstance(allowed, range) else [v for v in allowed if v != value]
    return " ".join(str(item).lower() for item in [f"{rule}={value};", *others])


def _other_games(game: Game) -> Iterator[Game]:
    """The game with one house rule changed, for each value of each that is no number."""
    for rule, kind in rule_types(type(game)).items():
        if kind is not int:
            yield from (game.with_house_rules({rule: value}) for value in choices_of(kind))


class _Writer:
    """Has a method for each section: its sentences."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.say = partial(texts.say, language)
        self.language = language

    def _sign(self, rank: str) -> str:
        return rank_sign(rank, self.language)

    def tables(self) -> dict[str, list[tuple[str, ...]]]:
        return {"cards": self._orders(), "play": self._duties(self.game.ladder)}

    def players(self) -> Iterator[str]:
        first, second, third, fourth = map(self.game.seat_name, SEATS)
        yield self.say("sheet.partners", first=first, second=second, third=third, fourth=fourth)

    def cards(self) -> Iterator[str]:
        game = self.game
        held = {card.rank for card in game.pack}
        ranks = " ".join(self._sign(str(rank)) for rank in reversed(Rank) if rank in held)
        yield self.say("sheet.pack", count=len(game.pack), ranks=ranks)
        if whole := sum(game.card_points(Strain.SPADES)):
            yield self.say("sheet.whole", points=whole)
        if game.orders.left_bower:
            yield self.say("sheet.bower")

    def _orders(self) -> list[tuple[str, ...]]:
        """The ranks of each kind of suit from the highest down, with the points below them."""
        game, suit = self.game, SUIT_STRAINS[0]
        plain, trumps, left_bower = game.orders
        plain_points, trump_points = game.rank_points(suit)
        if (plain, plain_points) == (trumps, trump_points):
            kinds = [("all", plain, plain_points)]
        else:
            kinds = [
                ("plain", plain, plain_points),
                ("trumps", trumps[0] + trumps if left_bower else trumps, trump_points),
            ]
        if Strain.NO_TRUMPS in self._named() and game.rank_points(Strain.NO_TRUMPS)[0] != plain_points:
            kinds.append(("NT", plain, game.rank_points(Strain.NO_TRUMPS)[0]))
        if Strain.ALL_TRUMPS in self._named():
            kinds.append(("AT", trumps, game.rank_points(Strain.ALL_TRUMPS)[1]))
        if Strain.LOW in self._named():
            kinds.append(("LO", plain[::-1], game.rank_points(Strain.LOW)[0][::-1]))
        rows: list[tuple[str, ...]] = []
        for name, ranks, points in kinds:
            rows.append((self.say(f"sheet.order.{name}"), *map(self._sign, ranks)))
            if any(points):
                rows.append((self.say("sheet.order.points"), *map(str, points)))
        return rows

    def _named(self) -> set[Strain | None]:
        """What a call can make trumps."""
        return {call.strain for call in self.game.auction_rules.calls}

    def deal(self) -> Iterator[str]:
        dealing = self.game.dealing
        sizes = _packet_texts(dealing.packets)
        if dealing.packets[0][1:] == (0, 0, 0):
            yield self.say("sheet.packets-one", count=dealing.packets[0][0])
        elif set(sizes) == {"1"}:
            yield self.say("sheet.singly", count=len(sizes))
        else:
            key = "sheet.packets-backwards" if dealing.backwards else "sheet.packets"
            yield self.say(key, packets=texts.listed(self.language, sizes))
        if dealing.turn_up != "none":
            yield self.say(f"sheet.turn-up.{'beside' if dealing.beside else dealing.turn_up}")
        if dealing.later and dealing.turn_up == "next":
            yield self.say("sheet.later", count=sum(each[0] for each in dealing.later))
        elif dealing.later:
            first, *rest = dealing.later
            if rest and first[0] == 0:  # who has cards already has them first
                packets = texts.listed(self.language, _packet_texts(rest))
                yield self.say("sheet.later-others", count=first[1], packets=packets)
            else:
                packets = texts.listed(self.language, _packet_texts(dealing.later))
                yield self.say("sheet.later-packets", packets=packets)
        if self.game.dead_cards:
            yield self.say("sheet.dead", count=self.game.dead_cards)

    def auction(self) -> Iterator[str]:
        rules = self.game.auction_rules
        for key, spoken in rules.sentences():
            yield self.say(f"sheet.auction.{key}", **{name: self._worded(about) for name, about in spoken.items()})
        for option, values in self._fixed_options(rules).items() if isinstance(rules, TurnUp) else ():
            yield self.say(f"sheet.auction.turn-up.{option}", **values)

    def _worded(self, spoken: Spoken) -> str:
        """In the words of the language: of several, strains stand side by side, and others in a list."""
        if isinstance(spoken, Strain):
            return strain_sign(spoken, self.language)
        if isinstance(spoken, tuple):
            return (" " if Strain in map(type, spoken) else ", ").join(map(self._worded, spoken))
        return call_sign(spoken, self.language) if isinstance(spoken, Call) else spoken

    def _fixed_options(self, rules: TurnUp) -> dict[str, dict[str, str]]:
        """The options of an auction that no house rule decides: those have sentences of their own."""
        fixed = self._options(rules)
        for other in _other_games(self.game) if fixed else ():
            if isinstance(other.auction_rules, TurnUp):
                options = self._options(other.auction_rules)
                fixed = {option: values for option, values in fixed.items() if options.get(option) == values}
        return fixed

    def _options(self, rules: TurnUp) -> dict[str, dict[str, str]]:
        """What an auction about a turned-up card has besides, each with the values of its sentence."""
        strains = dict.fromkeys(call.strain for call in rules.naming if call.strain not in SUIT_STRAINS)
        named = [self.say(f"sheet.order.{strain}") for strain in strains]
        card = next(iter(self.game.pack))
        needed = [card_sign(needed, self.language) for needed in (rules.accepting_needs or ((),) * 4)[card.suit]]
        options: dict[str, tuple[object, dict[str, str]]] = {
            "strains": (named, {"strains": texts.listed(self.language, named) if named else ""}),
            "turned-again": (rules.turned_again, {}),
            "must-accept": (rules.must_accept, {"rank": self._sign(str(rules.must_accept))}),
            "dealer-must-name": (rules.dealer_must_name, {}),
            "alone": (len(rules.accepting) > 1, {}),
            "partner-alone": (rules.partner_orders_alone, {}),
            "needs": (needed, {"card": card_sign(card, self.language), "cards": " ".join(needed)}),
            "defend-alone": (rules.defend_alone, {}),
        }
        return {option: values for option, (has_it, values) in options.items() if has_it}

    def play(self) -> Iterator[str]:
        game, dealer = self.game, SEATS[0]
        turn_up = next(iter(game.pack))
        if game.pick_up.happens(Contract(Strain.of(turn_up.suit)), turn_up, dealer):
            yield self.say("sheet.pick-up")
        leaders: dict[Seat | None, str] = {None: "declarer", dealer.next: "next", dealer.previous: "previous"}
        if leader := leaders.get(game.leader(dealer, None)):
            taken = Contract(game.strains[0], dealer.side, dealer)
            by_taker = leader == "declarer" and game.leader(dealer, taken) is taken.seat
            yield self.say(f"sheet.leader.{'taker' if by_taker else leader}")
        if game.has_dummy:
            yield self.say("sheet.dummy")
        yield self.say("sheet.trick")
        if game.enough_tricks is not None:
            yield self.say("sheet.enough-of-both" if game.sweep_goes_on else "sheet.enough", count=game.enough_tricks)
        yield self.say("sheet.duty")

    def _duties(self, ladder: Ladder) -> list[tuple[str, ...]]:
        """What a player owes, situation by situation; a row for all of them if they do not differ."""
        leading = self.game.leading
        duties = ladder.situations
        if len(set(duties.values())) == 1:
            duties = {"always" if leading.is_free else "follow": ladder.plain}
        if not leading.is_free:
            duties |= {"lead": leading.unbroken, "lead_broken": leading.broken}
        free = ladder.free._asdict()
        return [
            (self.say(f"sheet.situation.{name}"), self._duty(rungs, free.get(name.removesuffix("_partner"))))
            for name, rungs in duties.items()
        ]

    def _duty(self, rungs: Sequence[Rung], free: Rung | None) -> str:
        owed = ", ".join(self.say(f"sheet.rung.{rung.value}") for rung in rungs)
        return owed if free is None else self.say("sheet.free", owed=owed, free=self.say(f"sheet.rung.{free.value}"))

    def scoring(self) -> Iterator[str]:
        key = f"sheet.scoring.{self.game.name}"
        if key in texts.catalogue(self.language):
            yield self.say(key, **self.game.scoring_points)

    def match(self) -> Sequence[str]:
        return ()

    def other(self) -> Sequence[str]:
        return ()


def _packet_texts(packets: Iterable[Sequence[int]]) -> list[str]:
    """Packets of one round each, as a number where all are of a size."""
    return [str(sizes[0]) if len(set(sizes)) == 1 else "-".join(map(str, sizes)) for sizes in packets]
