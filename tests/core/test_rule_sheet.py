"""Rule sheets: every house rule has its sentence, and what a sheet says is what the game does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, get_args, get_type_hints

import pytest

from overtrick import texts
from overtrick.core.auctions import Auction, AuctionRules, Contract, NoAuction, TurnUp
from overtrick.core.cards import Card, Cards, Rank, Suit, pack_of
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.errors import Invalid
from overtrick.core.game import Dealing, Game, Outcome
from overtrick.core.rule_sheet import SECTIONS, rule_sentence, rule_sheet
from overtrick.core.scoring import DealScore, Part
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import SUIT_STRAINS, RankOrders, Strain
from overtrick.formats.result_text import Extras, read_outcome

GAMES = [game for name in game_names() for game in presets(name).values()]
NUMBERS = (0, 1, 250)


def house_values(game: Game) -> Iterator[tuple[str, object]]:
    """Every house rule of a game with each value that it can have; of numbers a few."""
    hints = get_type_hints(type(game))
    for rule in game.house_rules:
        kind = hints[rule]
        for value in (True, False) if kind is bool else NUMBERS if kind is int else get_args(kind):
            game.with_house_rules({rule: value})  # is really allowed
            yield rule, value


HOUSE_RULES = sorted(
    {(rule, value) for name in game_names() for rule, value in house_values(find_game(name))}, key=lambda r: str(r)
)


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_house_rule_has_a_sentence_for_each_of_its_values(language: str) -> None:
    sentences = {(rule, value): rule_sentence(language, rule, value) for rule, value in HOUSE_RULES}
    assert len(sentences) > 100
    assert all(sentence[0].isupper() and sentence[-1] == "." for sentence in sentences.values())
    assert not any("{" in sentence for sentence in sentences.values())


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_two_values_of_a_rule_never_read_the_same(name: str, language: str) -> None:
    said: dict[tuple[str, str], object] = {}
    for rule, value in house_values(find_game(name)):
        assert said.setdefault((rule, rule_sentence(language, rule, value)), value) is value


@pytest.mark.parametrize(("language", "order"), [("en", "J 9 A 10 K Q 8 7"), ("fr", "V 9 A 10 R D 8 7")])
def test_courts_have_the_letters_of_the_language(language: str, order: str) -> None:
    rows = [row for section in rule_sheet(find_game("belote"), language) for row in section.table]
    assert tuple(order.split()) in [row[1:] for row in rows]


def test_there_are_no_sentences_without_a_rule() -> None:
    by_value = {f"rule.{rule}.{str(value).lower()}" for rule, value in HOUSE_RULES}
    numbers = {f"rule.{rule}" for rule, value in HOUSE_RULES if type(value) is int}
    assert {key for key in texts.catalogue("en") if key.startswith("rule.")} <= by_value | numbers


@pytest.mark.parametrize("game", [find_game(name) for name in game_names()], ids=str)
def test_every_house_rule_of_ours_stands_in_one_section(game: Game) -> None:
    assert game.sections.keys() <= SECTIONS.keys()
    own = [rule for rules in game.sections.values() for rule in rules.split()]
    common = [rule for rules in SECTIONS.values() for rule in rules.split() if rule in game.house_rules]
    assert sorted([*common, *own]) == sorted(game.house_rules)


class AlwaysHearts(AuctionRules):
    def start(self, dealer: Seat, turn_up: Card | None) -> Auction:
        return NoAuction(dealer, Contract(Strain.HEARTS))


class Toy(Game):
    """A game of which nobody has told the sheets, the texts or the results anything."""

    name: ClassVar[str] = "toy"
    pack: ClassVar[Cards] = pack_of("AKQJ")
    hand_size: ClassVar[int] = 4
    orders: ClassVar[RankOrders] = RankOrders(plain="AKQJ", trumps="JAKQ")

    mood: Literal["gay", "grave"] = "gay"
    jokers: int = 2
    target: int = 7

    @property
    def dealing(self) -> Dealing:
        return Dealing(((2, 2, 2, 2),) * 2)

    @property
    def auction_rules(self) -> AuctionRules:
        return AlwaysHearts()

    def score(self, outcome: Outcome) -> DealScore | None:
        return DealScore((Part(Side.ONE, "tricks", outcome.tricks[0]),))

    @property
    def match_target(self) -> int | None:
        return self.target

    def leader(self, dealer: Seat, contract: Contract | None) -> Seat | None:
        return dealer.partner


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_a_new_game_has_a_sheet_at_once(language: str) -> None:
    *known, match, other = rule_sheet(Toy("new", mood="grave"), language)
    assert len(known) + 1 == len(SECTIONS) - 2  # of its auction and its scores is no sentence, and so no heading
    assert [rule for section in known for _, rule, _ in section.house] == ["direction=clockwise; anticlockwise"]
    assert [rule for _, rule, _ in match.house] == ["target=7; 0 … 10000"]
    assert other.title == texts.say(language, "sheet.other")
    assert other.house == (("mood=grave", "mood=grave; gay", False), ("jokers=2", "jokers=2; 0 … 10000", False))
    assert len(rule_sheet(find_game("sueca"), language)) == len(SECTIONS)


def test_results_of_a_new_game_are_refused_with_a_sentence() -> None:
    with pytest.raises(Invalid, match="Results of toy cannot be scored without cards: those of belote, "):
        read_outcome(Toy("new"), ["4"], Extras())


class TurnedUp(Toy):
    """A game with an auction of which only one option is a house rule."""

    friends: bool = True

    @property
    def dealing(self) -> Dealing:
        return Dealing(((2, 2, 2, 2),), "next", later=((2, 2, 2, 2),))

    @property
    def auction_rules(self) -> AuctionRules:
        return TurnUp(
            "take",
            "name",
            (*SUIT_STRAINS, Strain.NO_TRUMPS),
            turned_again=True,
            must_accept=Rank.QUEEN,
            dealer_must_name=True,
            alone=True,
            partner_orders_alone=self.friends,
            accepting_needs=tuple(pack_of("A") for _ in Suit),
            defend_alone=True,
        )


def test_what_the_auction_of_a_new_game_has_besides_stands_in_its_sheet() -> None:
    sheet = {section.title: section for section in rule_sheet(TurnedUp("new"))}
    assert sheet["Auction"].sentences[1:] == (
        "In the second round no trumps may be named too.",
        "In the second round the suit of the turned-up card may be named too.",
        "The first speaker must accept a turned-up Q.",
        "In the second round the dealer may not pass.",
        "The taker may play alone; then their partner plays no card.",
        "Only the dealer may accept any turned-up card; the others need one of certain cards, "
        "and for A♠ one of A♠ A♥ A♦ A♣.",
        "Against a lone taker a defender may play alone too.",
    )
    assert [len(rule_sheet(TurnedUp("new"), language)[3].sentences) for language in texts.LANGUAGES] == [8] * 3


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_a_house_rule_decides_of_an_auction_is_told_once(game: Game) -> None:
    for rule, value in house_values(game):
        changed = game.with_house_rules({rule: value})
        if isinstance(changed.auction_rules, TurnUp):
            (auction,) = [part for part in rule_sheet(changed) if part.title == "Auction"]
            assert len(auction.sentences) == 1


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_sheet_has_every_house_rule_of_the_game_once(game: Game, language: str) -> None:
    rules = [rule for section in rule_sheet(game, language) for _, rule, _ in section.house]
    written = [rule.partition(";")[0] for rule in rules]
    assert sorted(written) == sorted(f"{rule}={value}".lower() for rule, value in game.house.items())


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_a_sheet_names_as_other_values_is_allowed(game: Game) -> None:
    for section in rule_sheet(game):
        for _, text, _ in section.house:
            now, _, others = text.partition("; ")
            rule = now.partition("=")[0]
            for other in others.replace("…", "").split():
                changed = find_game(f"{game},{rule}={other}")
                assert str(getattr(changed, rule)).lower() == other


def section(game: str, number: int, language: str = "en") -> str:
    sheet = rule_sheet(find_game(game), language)[number]
    return "\n".join(
        [*sheet.sentences, *(" ".join(row) for row in sheet.table), *(told.sentence for told in sheet.house)]
    )


CARDS, DEAL, AUCTION, PLAY, SCORING, MATCH = range(1, 7)


@pytest.mark.parametrize(
    ("game", "number", "has", "has_not"),
    [
        ("belote", CARDS, "trumps J 9 A 10 K Q 8 7\npoints 20 14 11 10 4 3 0 0", "no trumps"),
        ("belote,round2_sa_ta=true", CARDS, "no trumps A 10 K Q J 9 8 7\npoints 19 10", "bower"),
        ("coinche,sa_ta=true", CARDS, "all trumps J 9 A 10 K Q 8 7\npoints 13 9 6 5 3 2", "plain suits J"),
        ("sueca", CARDS, "all suits A 7 K J Q 6 5 4 3 2\npoints 11 10 4 3 2", "trumps"),
        ("euchre", CARDS, "trumps J J A K Q 10 9", "points"),
        ("bridge", CARDS, "all suits A K Q J 10 9", "points"),
        ("belote", DEAL, "packets of 3 and 2 cards", "played by nobody"),
        ("coinche", DEAL, "packets of 3, 2 and 3 cards", "turned up"),
        ("euchre", DEAL, "packets of 3-2-3-2 and 2-3-2-3 cards", "After the auction"),
        ("sueca,trump_from=top", DEAL, "beginning with their own", "after them"),
        ("bridge", DEAL, "13 cards to each player, one by one", "packets"),
        ("belote", AUCTION, "(take)", "bid is"),
        ("coinche,max_bid=180,generale=true", AUCTION, "80 … 180, capot, generale with ♠ ♥ ♦ ♣,", "NT"),
        ("bridge", AUCTION, "1 … 7 with ♣ ♦ ♥ ♠ NT", "nobody bids any more"),
        ("sueca", AUCTION, "There is no auction", "passes"),
        ("coinche", PLAY, "… an opponent has trumped the suit led, a higher trump, any card", "declarer"),
        ("belote", PLAY, "… an opponent has trumped the suit led, a higher trump, a trump, any card", "declarer"),
        ("belote:pagat", PLAY, "… partner has trumped the suit led, no lower trump, any card", "lays a card away"),
        ("bridge", PLAY, "The player after the declarer leads", "a trump,"),
        ("sueca:fctp", PLAY, "The player before the dealer leads", "declarer"),
        ("euchre", PLAY, "lays a card away", "declarer"),
        ("bridge", SCORING, "doubled 100, 300, 500, 800 for one to four, vulnerable 200, 500, 800, 1100", "{"),
        ("euchre,march=3", SCORING, "All five tricks count 3.", "count 2"),
        ("belote,target=501", MATCH, "501", "1000"),
        ("hokm", PLAY, "as soon as a side has 7 tricks;", "and the other"),
        ("hokm:court_piece,play_on=true", PLAY, "as soon as a side has 7 tricks and the other one has any;", "tricks;"),
        ("hokm:double_sir", SCORING, "If the others have none", "Seven tricks to none"),
        ("klaverjas", SCORING, "The last trick brings 10 more.", "{"),
        ("klaverjas:bga", SCORING, "Equal totals at the end of a match are a draw.", "{"),
        ("spades", SCORING, "A bid of ten or more that is made counts as any other.", "counts 0"),
        ("spades:tournament", SCORING, "A bid of ten or more that is made counts 200.", "as any other"),
    ],
)
def test_a_sheet_says_what_the_game_does(game: str, number: int, has: str, has_not: str) -> None:
    text = section(game, number)
    assert has in text
    assert has_not not in text


@pytest.mark.parametrize(
    ("game", "language", "said"),
    [
        ("euchre", "en", "(order up)"),
        ("euchre", "fr", "(choisir ♥)"),
        ("jass", "fr", "qui dit pousser"),
        ("bridge", "fr", "♣ ♦ ♥ ♠ SA"),
        ("bridge", "pt", "com dobro"),
        ("coinche,generale=true", "fr", "80 … 160, capot, générale avec ♠ ♥ ♦ ♣"),
        ("spades", "pt", "Com nil um jogador promete"),
    ],
)
def test_calls_are_told_in_the_words_of_the_language(game: str, language: str, said: str) -> None:
    assert said in section(game, AUCTION, language)


def test_rules_that_change_nothing_are_known() -> None:
    silent, loud = find_game("belote"), find_game("belote:pagat")
    assert {"annonce_tie", "annonces_of_capot", "deals"} <= silent.moot_rules
    assert not {"annonce_tie", "annonces_of_capot"} & loud.moot_rules
    assert {"target", "bare_belote_ends"} <= find_game("belote:info0004").moot_rules


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_sheet_marks_the_rules_that_change_nothing(game: Game) -> None:
    marked = {told.rule.partition("=")[0] for section in rule_sheet(game) for told in section.house if told.is_moot}
    assert marked == game.moot_rules
    if "deals" in game.house_rules:
        assert ("target" in marked) is not ("deals" in marked)


def test_a_hakem_names_trumps_before_the_others_have_cards() -> None:
    sentences = [line for section in rule_sheet(find_game("hokm")) for line in section.sentences]
    assert "The player after the dealer has to name a suit (name ♥), which is trumps." in sentences
    assert "After the auction the others get 5 cards each; then packets of 4 and 4 cards follow." in sentences
