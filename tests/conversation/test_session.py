"""The form of what is shown, what may be typed, and a few screens in three languages."""

from contextlib import suppress
from random import Random
from typing import Any, get_args

import pytest
from halls import Hall, play_on, table_of
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import ValidationError, convert, json, to_builtins
from msgspec.structs import replace
from strategies import examples

from overtrick import texts
from overtrick.conversation.choices import MOST_LISTED
from overtrick.conversation.commands import COMMANDS, LONGEST_COMMAND
from overtrick.conversation.session import TextSession
from overtrick.core.catalogue import find_game, game_names, game_text, presets
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.house_rules import choices_of, rule_types
from overtrick.core.seats import Seat
from overtrick.deal.match import Match
from overtrick.deal.view import view
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import LONGEST_GAME, Act, Answer, Options, Propose
from overtrick.protocol.infos import deal_info
from overtrick.protocol.outgoing import OptionInfo, PartInfo, ReasonInfo, SeatInfo, ShownInfo, StandingInfo, TableInfo
from overtrick.table.events import acted
from overtrick.table.log import ActionDone

SEATS = (
    SeatInfo("person", "Ann"),
    SeatInfo("person", "Bob"),
    SeatInfo("person", "Zoé"),
    SeatInfo("bot", "simple 4", "simple"),
)


class Deal:
    """A session that sits at a table with three others, and what is dealt there."""

    def __init__(
        self, game: str, seat: int = 1, language: str = "en", actions: tuple[str, ...] = (), low_first: bool = False
    ) -> None:
        self.session, self.n = TextSession(language), 1
        deck = list(find_game(game).pack)
        self.round = Match.start(find_game(game)).next_round(deck[::-1] if low_first else deck)
        for action in actions:
            self.round = self.round.apply(action)
        self.seat = Seat(seat)
        self.screen = self.session.receive(self.snapshot(game))

    def snapshot(self, game: str) -> outgoing.Snapshot:
        return outgoing.Snapshot(
            n=1,
            table="ab12",
            game=game,
            options=Options(),
            state="play",
            seat=self.seat,
            seats=SEATS,
            standing=StandingInfo(),
            next_deal=1,
            commitment="",
            deal=deal_info(view(self.round, self.seat), 1),
        )

    def act(self, action: str, id_: str = "") -> str:
        """Somebody acts; gives what is shown of it."""
        self.n += 1
        before, self.round = self.round, self.round.apply(action)
        author = int(before.actor or 0)
        posts = acted(self.n, ActionDone(seat=author, action=action), before, self.round, author, id_)
        return self.session.receive(next(event for audience, event in posts.items() if self.seat in audience))

    def happen(self, kind: type[Any], **fields: object) -> str:
        self.n += 1
        return self.session.receive(kind(n=self.n, **fields))


OPTIONS = """\
On the table: 2: A♠
Your hand: A♥ 7♥ K♥ J♥ Q♥ 6♥ 5♥ 4♥ 3♥ 2♥
  1) A♥
  2) 7♥
  3) K♥
  4) J♥
  5) Q♥
  6) 6♥
  7) 5♥
  8) 4♥
  9) 3♥
  10) 2♥
Your card> """


def sueca(asked: bool = True) -> Deal:
    """Sueca with one suit for each player; the client is to play as soon as player 2 has led."""
    deal = Deal("sueca", seat=3)
    if asked:
        assert deal.act("As") == f"2: A♠\n{OPTIONS}"
    return deal


@pytest.mark.parametrize(
    ("game", "seat", "actions", "above"),
    [
        ("coinche:dot_cardgames", 2, (), ["Highest bid: 80 ♥, FIRST."]),
        ("bridge", 1, (), []),
        ("bridge", 1, ("1C", "pass", "pass", "x"), ["Highest bid: 1 ♣ double, Ann (N) and Zoé (S)."]),
    ],
)
def test_after_many_options_the_hand_stands_above_the_prompt_again(
    game: str, seat: int, actions: tuple[str, ...], above: list[str]
) -> None:
    deal = Deal(game, seat=seat, actions=actions)
    lines = deal.screen.split("\n")
    (hand,) = {line for line in lines if line.startswith("Your hand: ")}
    assert deal.session.choices is not None
    options = [f"  {number}) {option.words}" for number, option in enumerate(deal.session.choices.options, 1)]
    assert len(options) > 24
    assert lines[lines.index(hand) :] == [hand, *options, *above, hand, "Your call> "]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "You have 45 s for each turn.\nYour card> "),
        ("fr", "Vous avez 45 s par tour.\nVotre carte> "),
        ("pt", "Tem 45 s em cada vez.\nA sua carta> "),
    ],
)
def test_where_a_clock_runs_the_seconds_stand_above_the_prompt(language: str, words: str) -> None:
    deal = Deal("sueca", seat=2, language=language)
    timed = replace(deal.snapshot("sueca"), options=Options(clock=45), until=1000.0)
    assert deal.session.receive(timed).endswith(words)
    assert deal.session.receive(replace(timed, until=None)).endswith(words.partition("\n")[2])


def test_nobody_is_asked_while_others_are_to_act() -> None:
    assert sueca(asked=False).screen == (
        "Table ab12: sueca:standard.\n"
        "Seats: 1: Ann, 2: Bob, 3: Zoé (you), 4: simple 4 (bot).\n"
        "Deal 1, dealer Ann (1), turned up 2♣.\n"
        "Trumps: ♣.\n"
        "Your hand: A♥ 7♥ K♥ J♥ Q♥ 6♥ 5♥ 4♥ 3♥ 2♥\n"
    )


def test_news_begin_on_a_new_line_and_options_come_again() -> None:
    deal = sueca()
    assert deal.happen(outgoing.Said, seat=2, name="Bob", text="hi") == f"\n[Bob] hi\n{OPTIONS}"
    assert deal.happen(outgoing.Gone, seat=1, until=9.0).startswith("\nAnn (1) is gone;")


def test_what_shows_nothing_leaves_the_prompt_alone() -> None:
    deal = sueca()
    assert deal.session.receive(outgoing.Pong()) == ""
    assert deal.happen(outgoing.Said, seat=2, name="Bob", text="hi").endswith(OPTIONS)


def test_whoever_has_answered_is_not_asked_again_before_that_is_settled() -> None:
    deal = sueca()
    messages, text = deal.session.enter("2")
    assert messages == [Act(id="1", at=2, action="7h")]
    assert text == ""
    assert deal.happen(outgoing.Said, seat=2, name="Bob", text="hi") == "[Bob] hi\n"
    assert deal.act("7h", "1") == "3: 7♥\n"


def test_a_refusal_is_shown_and_he_is_asked_again() -> None:
    deal = sueca()
    deal.session.enter("Kh")
    refusal = outgoing.Refused(code="illegal-card", text="No.\x1b[2J", id="1")
    assert deal.session.receive(refusal) == f"No. [2J\n{OPTIONS}"
    assert deal.session.enter("1")[0] == [Act(id="2", at=2, action="Ah")]


def test_a_session_speaks_every_language_that_there_is_and_tells_the_server() -> None:
    assert get_args(incoming.Language) == texts.LANGUAGES
    assert [TextSession(language).hello().lang for language in texts.LANGUAGES] == [*texts.LANGUAGES]


def test_ids_begin_with_the_prefix() -> None:
    deal = sueca()
    session = TextSession(prefix="x.")
    session.receive(deal.snapshot("sueca"))
    assert [message.id for message in session.enter("say hello")[0]] == ["x.1"]


@pytest.mark.parametrize("line", ["2", "7h", "7H", "H7", "7♥", "7 ♥", "Seven of Hearts", " 7h "])
def test_cards_can_be_typed_in_any_spelling(line: str) -> None:
    messages, _ = sueca().session.enter(line)
    assert [message.action for message in messages if isinstance(message, Act)] == ["7h"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("11", "There is no option 11: a number from 1 to 10 was expected."),
        ("0", "There is no option 0: a number from 1 to 10 was expected."),
        ("9" * 400, f"There is no option {'9' * 199}…: a number from 1 to 10 was expected."),
        ("xyzzy", "'xyzzy' is not understood here: the number of an option or a command was expected; help lists"),
        ("yes", "There is nothing that you have to answer."),
        ("claim", "There are no claims in Sueca: all cards are played."),
        ("claim 3", "There are no claims in Sueca: all cards are played."),
        ("bot simple 7", "'7' is not understood in 'bot simple 7': 1 2 3 4 was expected."),
        ("lang", "'lang' is not complete: lang en | fr | pt was expected."),
        ("lang de", "'de' is not understood in 'lang de': lang en | fr | pt was expected."),
        ("last", "No trick is complete yet."),
        ("auction", "Nobody has called yet."),
        ("score", "Seats: 1: Ann, 2: Bob, 3: Zoé (you), 4: simple 4 (bot).\nIn the match: Ann (1) and Zoé (3) 0, Bob"),
        ("hand", "On the table: 2: A♠\nYour hand:"),
        ("rules", "sueca:standard\nPlayers\n  Four players;"),
        ("help", "NUMBER: an option by its number\n"),
        ("aide", "NUMBER: an option by its number\n"),
        ("", "On the table:"),
    ],
)
def test_what_is_answered_at_once_is_followed_by_the_options(line: str, sentence: str) -> None:
    messages, text = sueca().session.enter(line)
    assert messages == []
    assert text.startswith(sentence)
    assert text.endswith(OPTIONS)


def test_rules_have_their_tables_where_they_are_announced() -> None:
    _, text = Deal("belote", seat=1).session.enter("rules")
    assert (
        "  What a player must play, the first that they can:\n"
        "    plain suit led             the suit led, a trump, any card\n"
    ) in text
    assert "    points       11  10  4   3   2  0  0  0\n    trumps       J   9   A   10  K  Q  8  7\n" in text


def test_a_card_that_is_not_legal_goes_to_the_server_which_says_why() -> None:
    deal = sueca()
    messages, text = deal.session.enter("Ac")
    assert messages == [Act(id="1", at=2, action="Ac")]
    assert text == ""


@pytest.mark.parametrize(
    ("game", "line", "action"),
    [
        ("spades", "3", "3"),
        ("spades", "03", "3"),
        ("spades", "13", "13"),
        ("spades", "0", "nil"),
        ("tarneeb", "7", "7"),
        ("tarneeb", "13", "13"),
        ("tarneeb", "0", "pass"),
        ("tarneeb", "6", None),
        ("tarneeb", "1", None),
    ],
)
def test_where_bids_are_numbers_a_number_is_that_bid(game: str, line: str, action: str | None) -> None:
    deal = Deal(game)
    deal = Deal(game, seat=int(deal.round.actor or 0))
    messages, text = deal.session.enter(line)
    if action is None:
        assert (messages, text.splitlines()[0]) == ([], Invalid("not-understood", text=line).told("en"))
    else:
        assert f"  {int(line)}) {action}\n" in deal.screen
        assert [message.action for message in messages if isinstance(message, Act)] == [action]


def test_an_insufficient_bid_goes_to_the_server_which_says_why() -> None:
    deal = Deal("coinche", seat=3)
    deal.act("100 H")
    assert deal.session.enter("90 ♠")[0] == [Act(id="1", at=2, action="90 S")]
    assert deal.session.enter("how are you")[0] == []


def test_in_belote_a_suit_is_named_and_a_person_too() -> None:
    deal = Deal("belote", seat=2, actions=("pass",) * 4)
    assert deal.session.enter("name s")[0] == [Act(id="1", at=1, action="name S")]
    assert deal.session.enter("name d")[0] == [Act(id="2", at=1, action="name D")]
    messages, text = deal.session.enter("name Dora")
    assert messages == []
    assert text.startswith("At a table you keep your name: another one can be taken in the lobby.\n")
    assert deal.session.name == ""


@pytest.mark.parametrize(
    ("language", "line", "action"),
    [
        ("fr", "90 coeur", "90 H"),
        ("fr", "90 Cœur", "90 H"),
        ("fr", "90 carreau", "90 D"),
        ("fr", "90 T", "90 C"),
        ("fr", "90p", "90 S"),
        ("fr", "90 h", "90 H"),
        ("fr", "90 ♣", "90 C"),
        ("fr", "capot trèfle", "capot C"),
        ("fr", "capot", None),
        ("fr", "passe", "pass"),
        ("pt", "90 copas", "90 H"),
        ("pt", "90 E", "90 S"),
        ("pt", "90 p", "90 C"),
        ("pt", "passo", "pass"),
        ("en", "90 C", "90 C"),
        ("en", "90 T", None),
    ],
)
def test_suits_are_bid_in_the_words_and_letters_of_the_language(language: str, line: str, action: str | None) -> None:
    messages, _ = Deal("coinche", seat=2, language=language).session.enter(line)
    assert [message.action for message in messages if isinstance(message, Act)] == ([] if action is None else [action])


@pytest.mark.parametrize(
    ("language", "line", "action"),
    [
        ("fr", "as de pique", "As"),
        ("fr", "Dame de Pique", "Qs"),
        ("fr", "10 de coeur", "Th"),
        ("fr", "Dp", "Qs"),
        ("fr", "D ♣", "Qc"),
        ("fr", "Dt", "Qc"),
        ("fr", "ht", "Th"),
        ("fr", "Qs", "Qs"),
        ("pt", "rei de ouros", "Kd"),
        ("pt", "Do", "Qd"),
        ("pt", "Dp", "Qc"),
    ],
)
def test_cards_are_played_in_the_words_and_letters_of_the_language(language: str, line: str, action: str) -> None:
    messages, _ = Deal("bridge", 1, language, ("1NT", "pass", "pass", "pass", "As")).session.enter(line)
    assert [message.action for message in messages if isinstance(message, Act)] == [action]


@pytest.mark.parametrize("language", ["fr", "pt"])
@pytest.mark.parametrize(("game", "line"), [("coinche", "90 C"), ("coinche", "capot c"), ("bridge", "1C")])
def test_a_letter_that_may_be_two_suits_is_asked_about(language: str, game: str, line: str) -> None:
    messages, text = Deal(game, seat=2 if game == "coinche" else 1, language=language).session.enter(line)
    assert messages == []
    assert text.startswith(texts.say(language, "finding.two-suits", text=line))


@pytest.mark.parametrize("line", ["Ac", "Rc", "C10"])
def test_a_card_that_may_be_of_two_suits_is_asked_about(line: str) -> None:
    messages, text = Deal("bridge", 1, "fr", ("1NT", "pass", "pass", "pass", "As")).session.enter(line)
    assert messages == []
    assert text.startswith(texts.say("fr", "finding.two-suits", text=line))


def test_options_by_number_are_never_asked_about() -> None:
    session = Deal("coinche", seat=2, language="fr").session
    assert session.choices is not None
    number = next(number for number, option in enumerate(session.choices.options, 1) if option.words == "90 ♣")
    assert session.enter(str(number))[0] == [Act(id="1", at=1, action="90 C")]


def test_who_is_not_to_act_is_told_so() -> None:
    deal = sueca(asked=False)
    assert deal.session.enter("Ah") == ([], "It is not your turn: player 2 has to act.\n")
    assert deal.session.enter("1") == ([], "There is nothing to choose by a number now.\n")


def test_a_coinche_out_of_turn_is_typed_without_being_asked() -> None:
    deal = Deal("coinche:pagat", seat=1)
    shown = deal.act("100 H")
    assert not shown.endswith("> ")
    assert deal.session.enter("coinche")[0] == [Act(id="1", at=2, action="coinche 1")]


PROPOSED = """
Ann (1) wants to give up the match.
  1) yes
  2) no
Your answer> """


def test_proposals_are_answered_before_anything_else() -> None:
    deal = sueca()
    assert deal.happen(outgoing.Proposed, seat=1, what="resign") == PROPOSED
    assert deal.session.enter("non")[0] == [Answer(id="1", at=3, yes=False)]
    assert deal.happen(outgoing.Answered, seat=3, yes=False, id="1") == f"Zoé (3) does not agree.\n{OPTIONS}"


def test_who_need_not_agree_is_not_asked() -> None:
    deal = sueca()
    assert deal.happen(outgoing.Proposed, seat=2, what="resign").endswith(OPTIONS)
    assert deal.session.enter("yes")[0] == []


def test_proposals_of_ones_own() -> None:
    deal = Deal("bridge", seat=1)
    messages = [deal.session.enter(line)[0][0] for line in ("takeback", "claim 7", "resign", "rematch")]
    assert messages == [
        Propose(id="1", at=1, what="take-back"),
        Propose(id="2", at=1, what="claim", tricks=7),
        Propose(id="3", at=1, what="resign"),
        Propose(id="4", at=1, what="rematch"),
    ]


def test_a_pause_ends_the_question() -> None:
    deal = sueca()
    assert deal.happen(outgoing.Paused, seat=1) == "\nThe match waits for Ann (1).\n"
    assert deal.happen(outgoing.Resumed) == f"The match goes on.\n{OPTIONS}"


def test_quit_leaves_the_table() -> None:
    deal = sueca()
    assert deal.session.enter("quitter") == ([incoming.Leave(id="1")], "Goodbye.\n")
    assert deal.session.over


def test_salt_is_taken_without_an_answer() -> None:
    messages, text = sueca().session.enter("salt my words")
    assert messages == [incoming.Salt(id="1", words="my words")]
    assert text == f"Your words have a part in the next deal.\n{OPTIONS}"


TOKEN = "0f" * 16
TAKEN = outgoing.Taken(table="ab12", seat=3, token=TOKEN)


@pytest.mark.parametrize(("auto_ready", "grace", "is_told"), [(True, 60, True), (True, 0, False), (False, 60, False)])
def test_how_to_come_back_is_told_where_a_seat_is_held_and_no_client_does_it(
    auto_ready: bool, grace: int, is_told: bool
) -> None:
    session, table = TextSession(auto_ready=auto_ready), sueca().snapshot("sueca")
    session.receive(TAKEN)
    line = f"To come back after a lost connection: back ab12 {TOKEN}\n"
    assert (line in session.receive(replace(table, options=Options(grace=grace)))) is is_told
    assert line not in session.receive(table), "told once"


def test_a_seat_is_taken_again_with_its_token() -> None:
    session = in_lobby()
    assert session.enter(f"back AB12 {TOKEN}") == (
        [incoming.Hello(id="back.2", v=incoming.VERSION, table="ab12", token=TOKEN)],
        "",
    )
    welcome = session.receive(outgoing.Welcome(v=1, name="Zoé", now=0.0))
    assert welcome == "Welcome, Zoé. help lists the commands, quit ends.\n", "the lobby has no more to ask"
    assert session.receive(sueca().snapshot("sueca")).startswith("Table ab12: ")


def test_a_wrong_token_leaves_the_person_in_the_lobby() -> None:
    session = in_lobby()
    (hello,), _ = session.enter("revenir ab12 00")
    session.receive(outgoing.Welcome(v=1, name="Zoé", now=0.0))
    assert session.receive(outgoing.Refused(code="bad-token", text="No.", id=hello.id)).endswith("Your choice> ")


@pytest.mark.parametrize("line", ["back", "back ab12", "back ab12 00 1"])
def test_table_and_token_are_needed_to_come_back(line: str) -> None:
    messages, text = in_lobby().enter(line)
    assert messages == []
    assert "back TABLE TOKEN was expected." in text


@pytest.mark.parametrize(
    ("line", "word", "form"),
    [
        ("new belote privat", "privat", "new GAME [private]"),
        ("new belote private 5", "5", "new GAME [private]"),
        ("new belote private private", "private", "new GAME [private]"),
        ("sit ab12 3 4", "4", "sit TABLE [SEAT]"),
        ("sit ab12 5", "5", "1 2 3 4"),
        ("bot simple fast 3", "fast", "bot [NAME[:LEVEL]] [SEAT]"),
        ("back ab12 00 1", "1", "back TABLE TOKEN"),
    ],
)
def test_a_word_that_a_command_does_not_know_is_named(line: str, word: str, form: str) -> None:
    messages, text = in_lobby().enter(line)
    assert messages == []
    assert text.startswith(f"'{word}' is not understood in '{line}': {form} was expected.\n")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("claim", "'claim' is not complete: claim 0 … 13 was expected."),
        ("claim 14", "'14' is not understood in 'claim 14': claim 0 … 13 was expected."),
    ],
)
def test_a_claim_is_a_number_of_tricks(line: str, sentence: str) -> None:
    messages, text = Deal("bridge", seat=1).session.enter(line)
    assert messages == []
    assert text.startswith(sentence)


LONG_GAME = "coinche,undertrump=required,annonces=false,generale=true,surcoinche=3,max_bid=180,target=1500"


@pytest.mark.parametrize(
    ("words", "private"), [("", False), (" private", True), (" Privée", True), (" privee", True), (" privada", True)]
)
def test_a_table_has_all_house_rules_that_were_typed(words: str, private: bool) -> None:
    (created,), text = in_lobby().enter(f"new {LONG_GAME}{words}")
    assert created == incoming.Create(id=created.id, game=LONG_GAME, options=Options(private=private))
    assert text == ""


def test_a_quick_game_has_all_house_rules_that_were_typed() -> None:
    (quick,), _ = in_lobby().enter(f"quick {LONG_GAME}")
    assert quick == incoming.Quick(id=quick.id, game=LONG_GAME)


@pytest.mark.parametrize("game", [game for name in game_names() for game in presets(name).values()], ids=str)
def test_the_longest_text_of_every_game_can_be_typed(game: Game) -> None:
    """Also with the house rules that need not be said, as a person may type them."""
    values = {rule: [str(value).lower() for value in choices_of(kind)] for rule, kind in rule_types(type(game)).items()}
    text = ",".join([str(game), *(f"{rule}={max(known, key=len)}" for rule, known in values.items())])
    (created,), _ = in_lobby().enter(f"nouvelle {text} private")
    assert created == incoming.Create(id=created.id, game=text, options=Options(private=True))
    assert convert(to_builtins(created), incoming.Message) == created
    assert len(text) >= len(game_text(find_game(text)))
    assert 2 * len(text) < LONGEST_GAME  # with room for games of others


@pytest.mark.parametrize(
    ("line", "most"),
    [
        (f"new coinche,target=1500{',tie=litige' * 182} private", LONGEST_GAME),
        (f"new {'n' * (LONGEST_GAME + 1)}", LONGEST_GAME),
        (f"quick {'q' * (LONGEST_GAME + 1)}", LONGEST_GAME),
        (f"say {'a' * 501}", 500),
        (f"salt {'é' * 501}", 500),
        (f"sit {'s' * 65}", 64),
        (f"watch {'w' * 65}", 64),
        (f"bot {'b' * 65}", 64),
        (f"name {'n' * 25}", 24),
        (f"back ab12 {'0' * 65}", 64),
        ("x" * (LONGEST_COMMAND + 1), LONGEST_COMMAND),
    ],
)
def test_what_is_too_long_is_refused_and_never_cut(line: str, most: int) -> None:
    messages, text = in_lobby().enter(line)
    assert messages == []
    assert text.startswith(f"This is too long: at most {most} characters are taken.\n")
    assert text.endswith("Your choice> ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"say {'a' * 496}", incoming.Say(text="a" * 496)),
        (f"sit {'s' * 64}", incoming.Sit(table="s" * 64)),
        (f"bot {'b' * 64} 2", incoming.AddBot(bot="b" * 64, seat=2)),
        (f"name {'n' * 24}", incoming.Hello(v=incoming.VERSION, name="n" * 24)),
    ],
)
def test_what_is_just_short_enough_is_said_whole(line: str, message: incoming.Message) -> None:
    (said,), _ = in_lobby().enter(line)
    assert replace(said, id="") == message


def test_a_session_takes_no_name_that_others_would_not_see_whole() -> None:
    with pytest.raises(Invalid, match="at most 24 characters"):
        TextSession(name="n" * 25)
    assert TextSession(name="n" * 24).hello().name == "n" * 24


def test_a_seat_is_one_number() -> None:
    messages, text = in_lobby().enter("sit ab12 2 3")
    assert messages == []
    assert "sit TABLE [SEAT] was expected." in text


def test_whoever_sits_need_not_come_back() -> None:
    assert sueca().session.enter(f"back ab12 {TOKEN}")[0] == []


def test_another_language_at_a_table_is_told_to_the_server_and_shown_at_once() -> None:
    session = sueca().session
    messages, text = session.enter("lang fr")
    assert messages == [incoming.Hello(v=incoming.VERSION, lang="fr")]
    assert text.endswith("Votre carte> ")
    assert session.receive(outgoing.Welcome(v=1, name="Zoé", now=0.0)) == ""
    assert session.answers() == []
    assert session.enter("2")[0] == [Act(id="1", at=2, action="7h")]


@pytest.mark.parametrize(("state", "is_asked"), [("open", True), ("play", False), ("deal", False)])
def test_an_empty_seat_is_for_the_players_to_fill_only_before_the_match(state: Any, is_asked: bool) -> None:
    session, table = TextSession(), sueca(asked=False).snapshot("sueca")
    session.receive(replace(table, state=state, deal=table.deal if state == "play" else None))
    assert session.receive(outgoing.Left(n=2, seat=2)).endswith("Your choice> ") is is_asked


def test_nothing_is_asked_after_the_servers_last_words() -> None:
    session = sueca().session
    assert session.receive(outgoing.Bye(code="shutdown", text="The server ends.")) == "\nThe server ends.\n"
    assert session.enter("2")[0] == [Act(id="1", at=2, action="7h")], "the client may have another connection"


@pytest.mark.parametrize("line", ["salt my words", "emote hello", "bot"])
def test_whoever_looks_on_is_told_so_in_one_sentence(line: str) -> None:
    told = "You only look on: that is for those who have a seat.\n"
    assert looking_on().enter(line) == ([], told)


def test_salt_is_for_tables() -> None:
    messages, text = in_lobby().enter("salt my words")
    assert messages == []
    assert text.startswith("You are not at a table.\n  1) ")


def test_that_there_is_no_open_table_is_told_to_whoever_asks() -> None:
    session = TextSession()
    session.receive(outgoing.InLobby(why="hello"))
    assert session.receive(outgoing.TableList(tables=())).startswith("  1) ")
    session.enter("tables")
    assert session.receive(outgoing.TableList(tables=())).startswith("There is no open table.\n  1) ")


@pytest.mark.parametrize(
    ("count", "told"),
    [(4, "Players here: 4 of 4. The match begins with four."), (5, "Players here: 5. Each match begins with four.")],
)
def test_more_than_four_may_wait(count: int, told: str) -> None:
    assert TextSession().receive(outgoing.InLobby(why="waiting", waiting=count)) == f"{told}\n"


def test_who_goes_on_with_another_device_is_told_so() -> None:
    text = sueca().session.receive(outgoing.InLobby(why="moved"))
    assert text == "\nYou go on with another device: this one is in the lobby.\n"


def test_an_event_that_makes_no_sense_is_told_once() -> None:
    deal = sueca()
    deal.n += 5
    text = deal.happen(outgoing.Said, seat=2, name="Bob", text="hi")
    assert text.startswith("\nEvent 8 of the table does not follow")
    assert deal.session.lost_track
    assert deal.happen(outgoing.Said, seat=2, name="Bob", text="hi") == ""
    deal.session.receive(deal.snapshot("sueca"))
    assert not deal.session.lost_track


@pytest.mark.parametrize("auto_ready", [True, False])
def test_the_session_says_by_itself_that_it_is_ready(auto_ready: bool) -> None:
    session = TextSession(auto_ready=auto_ready, prefix="x.")
    snapshot = outgoing.Snapshot(
        n=1,
        table="t",
        game="sueca",
        options=Options(),
        state="open",
        seat=1,
        seats=SEATS,
        standing=StandingInfo(),
        next_deal=5,
        commitment="",
    )
    session.receive(snapshot)
    assert session.answers() == ([incoming.Ready(id="x.own.1", deal=5)] if auto_ready else [])
    assert session.answers() == []
    refused = outgoing.Refused(code="not-ready-now", text="Too late.", id="x.own.1")
    assert session.receive(refused) == ""
    assert session.receive(replace(refused, id=session.enter("say hello")[0][0].id)) == "Too late.\n"


SCORED = {
    "en": """\
Deal 1 is over.
Ann (1) and Zoé (3): 250 (contract 90, tricks 160)
Bob (2) and simple 4 (4): 20 (belote 20)
Each player won: Ann (1) 100, Bob (2) 0, Zoé (3) 62, simple 4 (4) 0.
The contract is made.
Winner of the deal: Ann (1) and Zoé (3).
In the match: Ann (1) and Zoé (3) 250, Bob (2) and simple 4 (4) 20.
The match is over. Winner: Ann (1) and Zoé (3). Ann (1) and Zoé (3) 250, Bob (2) and simple 4 (4) 20.
  1) play another match
  2) leave the table
Your choice> """,
    "fr": """\
La donne 1 est finie.
Ann (1) et Zoé (3) : 250 (contrat 90, plis 160)
Bob (2) et simple 4 (4) : 20 (belote 20)
Chaque joueur a fait : Ann (1) 100, Bob (2) 0, Zoé (3) 62, simple 4 (4) 0.
Le contrat est fait.
Vainqueur de la donne : Ann (1) et Zoé (3).
Dans la partie : Ann (1) et Zoé (3) 250, Bob (2) et simple 4 (4) 20.
La partie est finie. Vainqueur : Ann (1) et Zoé (3). Ann (1) et Zoé (3) 250, Bob (2) et simple 4 (4) 20.
  1) jouer une autre partie
  2) quitter la table
Votre choix> """,
    "pt": """\
A mão 1 acabou.
Ann (1) e Zoé (3): 250 (contrato 90, vazas 160)
Bob (2) e simple 4 (4): 20 (belote 20)
Cada jogador fez: Ann (1) 100, Bob (2) 0, Zoé (3) 62, simple 4 (4) 0.
O contrato está feito.
Vencedor da mão: Ann (1) e Zoé (3).
Na partida: Ann (1) e Zoé (3) 250, Bob (2) e simple 4 (4) 20.
A partida acabou. Vencedor: Ann (1) e Zoé (3). Ann (1) e Zoé (3) 250, Bob (2) e simple 4 (4) 20.
  1) jogar outra partida
  2) deixar a mesa
A sua escolha> """,
}


def finished(deal: Deal, played: bool = True) -> str:
    """What is shown of a score and of the end of the match."""
    standing = StandingInfo((250, 20), True, 1)
    parts = (PartInfo(1, "contract", 90), PartInfo(1, "tricks", 160), PartInfo(2, "belote", 20))
    text = deal.happen(
        outgoing.Scored,
        deal=1,
        parts=parts,
        scores=(250, 20),
        winner=1,
        played=played,
        points=(100, 0, 62, 0),
        standing=standing,
        hands=tuple(tuple(map(str, hand)) for hand in deal.round.dealt.hands),
        secret="",
        next_deal=2,
        commitment="",
    )
    return text + deal.happen(outgoing.Ended, why="won", winner=1, totals=(250, 20), next_deal=2, commitment="")


def to_the_last_card(game: str, seat: int, language: str) -> Deal:
    deal = Deal(game, seat, language, ("pass", "90 H", "pass", "pass", "pass"))
    while deal.round.phase != "over":
        deal.act(str(deal.round.legal()[-1]))
    return deal


@pytest.mark.parametrize("language", SCORED)
def test_the_score_in_three_languages(language: str) -> None:
    assert finished(to_the_last_card("coinche:contree", 1, language)) == SCORED[language]


def test_who_names_what_is_played_has_no_contract_to_make() -> None:
    deal = Deal("jass:pagat", 1, "en", ("name H",))
    while deal.round.phase != "over":
        deal.act(str(deal.round.legal()[-1]))
    text = finished(deal)
    assert "Winner of the deal: Ann (1) and Zoé (3)." in text
    assert "contract is made" not in text


@pytest.mark.parametrize(
    ("game", "calls", "told"),
    [
        ("hokm,weak_five=below_jack", ["redeal"], "A new deal is asked for: nobody plays this one.\n"),
        ("coinche", ["pass"] * 4, "All have passed.\n"),
    ],
)
def test_why_nobody_plays_a_deal(game: str, calls: list[str], told: str) -> None:
    deal = Deal(game, 1, low_first=True)
    for call in calls:
        deal.act(call)
    assert told in finished(deal, played=False)


def test_the_sides_of_the_brief_have_its_names() -> None:
    deal = Deal("coinche:dot_cardgames", 2)
    assert "FIRST: Ann (1) and Zoé (3)\nSECOND: Bob (2) and simple 4 (4)\n" in deal.screen
    assert "80 ♥ of FIRST stands as a bid.\n" in deal.screen
    text = finished(to_the_last_card("coinche:dot_cardgames", 2, "en"))
    assert "FIRST: 250 (contract 90, tricks 160)\nSECOND: 20 (belote 20)\n" in text
    assert "The match is over. Winner: FIRST. FIRST 250, SECOND 20.\n" in text


BRIDGE = {
    "en": """\
Board 1, dealer Ann (N), nobody vulnerable.
Auction: N: 1NT, E: double, S: pass, W: pass, N: pass
Contract: 1 NT double by Ann (N).
On the table: E: A♠
Dummy is Zoé (S): K♠ 9♠ 5♠""",
    "fr": """\
Donne 1, donneur Ann (N), personne vulnérable.
Enchères : N: 1SA, E: contre, S: passe, W: passe, N: passe
Contrat : 1 SA contre par Ann (N).
Sur la table : E: A♠
Le mort est Zoé (S) : R♠ 9♠ 5♠""",
    "pt": """\
Mão 1, dador Ann (N), ninguém vulnerável.
Leilão: N: 1ST, E: dobro, S: passo, W: passo, N: passo
Contrato: 1 ST dobro por Ann (N).
Na mesa: E: A♠
O morto é Zoé (S): R♠ 9♠ 5♠""",
}


@pytest.mark.parametrize("language", BRIDGE)
def test_a_table_in_the_middle_of_a_deal_in_three_languages(language: str) -> None:
    deal = Deal("bridge", 2, language, ("1NT", "X", "pass", "pass", "pass", "As"))
    lines = deal.screen.split("\n")
    assert [line.partition("  ")[0] for line in lines[2:7]] == BRIDGE[language].split("\n")
    assert not deal.screen.endswith("> ")


STATES = {
    "before the first message": lambda: TextSession(),
    "in the lobby": lambda: in_lobby(),
    "in Sueca": lambda: sueca().session,
    "somebody else's turn": lambda: sueca(asked=False).session,
    "a call of Belote": lambda: Deal("belote", 2, "fr", ("pass",) * 5).session,
    "a call of Coinche": lambda: Deal("coinche:pagat", 2, "pt").session,
    "a call of Bridge": lambda: Deal("bridge", 1).session,
    "a discard": lambda: Deal("euchre", 1, "fr", ("order",)).session,
    "a word": lambda: Deal("belote:pagat", 2, "pt", ("take",)).session,
    "dummy's turn": lambda: Deal("bridge", 1, "en", ("1NT", "pass", "pass", "pass", "As")).session,
    "looking on": lambda: looking_on(),
}


def test_a_lobby_of_many_tables_shows_the_first_ones() -> None:
    session = TextSession()
    session.receive(outgoing.InLobby(why="hello"))
    tables = tuple(TableInfo(f"ab{n}", "sueca", "open", (SeatInfo(), *SEATS[1:])) for n in range(MOST_LISTED + 1))
    full = session.receive(outgoing.TableList(tables=tables[1:]))
    assert full.count("sueca") == MOST_LISTED
    more = session.receive(outgoing.TableList(tables=tables))
    assert more.count("sueca") == MOST_LISTED
    assert "There are more tables than these." in more
    assert "There are more tables than these." not in full


def test_at_a_table_other_tables_are_told() -> None:
    session = sueca().session
    (asked,), _ = session.enter("tables")
    assert isinstance(asked, incoming.Tables)
    tables = tuple(TableInfo(f"ab{n}", "sueca", "open", (SeatInfo(), *SEATS[1:])) for n in range(MOST_LISTED + 1))
    told = session.receive(outgoing.TableList(tables=tables[:1]))
    assert told == f"Table ab0: sueca with Bob, Zoé and simple 4.\n{OPTIONS}"
    assert session.receive(outgoing.TableList(tables=tables)) == ""  # nobody has asked
    session.enter("tables")
    assert "There are more tables than these." in session.receive(outgoing.TableList(tables=tables))


def in_lobby() -> TextSession:
    session = TextSession()
    session.receive(outgoing.InLobby(why="hello"))
    session.receive(outgoing.TableList(tables=(TableInfo("ab12", "sueca", "open", (SeatInfo(), *SEATS[1:])),)))
    return session


def looking_on() -> TextSession:
    session = TextSession()
    session.receive(replace(sueca().snapshot("sueca"), seat=None))
    return session


WORDS = st.sampled_from([*COMMANDS, "1", "2", "7", "10h", "Ah", "pass", "90 H", "discard 9c", "coinche", "♥", "belote"])
LINES = st.one_of(st.text(), st.lists(st.one_of(WORDS, st.text(max_size=5)), max_size=4).map(" ".join))


@pytest.mark.parametrize("state", STATES)
@examples(10)
@given(st.lists(LINES, min_size=1, max_size=5))
@example(["say " + "a" * 1000, "salt " + "é" * 1000, "name " + "n" * 100, "quick " + "q" * 100, "sit " + "s" * 99])
@example(["\ud800", "say \udcff", "1" * 5000, "claim ²", "bot ٣", "claim ٣"])
def test_whatever_is_typed_gives_a_text_and_valid_messages(state: str, lines: list[str]) -> None:
    session = STATES[state]()
    for line in lines:
        messages, text = session.enter(line)
        assert isinstance(text, str)
        for message in messages:
            assert json.decode(json.encode(message), type=incoming.Message) == message


def test_whatever_a_server_sends_is_no_error_of_the_client() -> None:
    """Mail of whole matches in which here and there something is changed."""
    chance, changed = Random(1), 0
    for game in (
        "belote:pagat,target=100",
        "coinche:dot_cardgames",
        "sueca:fctp",
        "euchre,target=1",
        "bridge,boards=1",
    ):
        hall = Hall(3)
        players = table_of(hall, game)
        play_on(hall, players)
        for _ in range(10):
            session = TextSession("fr")
            for message in hall.mail[1]:
                sent = message
                if chance.random() < 0.2:
                    with suppress(ValidationError):
                        sent = convert(spoilt(to_builtins(message), chance), type=outgoing.Message)
                    changed += sent != message
                session.receive(sent)
                session.enter(chance.choice(["1", "hand", "last", "score", "auction"]))
    assert changed > 200


def spoilt(value: Any, chance: Random) -> Any:
    """A message with one of its parts changed."""
    if isinstance(value, dict) and len(value) > 1:
        key = chance.choice([key for key in value if key != "type"])
        return {**value, key: spoilt(value[key], chance)}
    if isinstance(value, list | tuple) and value:
        place = chance.randrange(len(value))
        return [*value[:place], spoilt(value[place], chance), *value[place + 1 :]]
    if isinstance(value, str):
        return chance.choice(["", "Ah", "2c", "pass", "discard", "declare", "belote", "play", "x" * 300, "\x1b[2J"])
    return chance.choice([0, -1, 1, 2, 3, 4, 7, 2**60, None, [], not value])


# Hints

OF_THE_DEAL = outgoing.Hinted(
    id="1",
    action="Ah",
    worlds=60,
    options=(
        OptionInfo("Ah", 34.4, 0.784, 90.0),
        OptionInfo("7h", 2.25, 0.5, 70.0),
        *(OptionInfo(f"{rank}h", -12.6, 0.25, 50.0) for rank in "KJQ"),
    ),
)
OF_DEAL = "Hint: A♥. Of 60 imagined deals it wins 78 %, with +34 points on average."


@pytest.mark.parametrize(
    ("language", "command", "words"),
    [
        (
            "en",
            "hint",
            f"{OF_DEAL} Others: 7♥ (50 %, +2.2), K♥ (25 %, -13), J♥ (25 %, -13).",
        ),
        (
            "fr",
            "conseil",
            "Conseil : A♥. Sur 60 donnes imaginées, 78 % se gagnent ainsi, avec +34 points en moyenne. "
            "Sinon : 7♥ (50 %, +2.2), R♥ (25 %, -13), V♥ (25 %, -13).",
        ),
        (
            "pt",
            "sugestão",
            "Sugestão: A♥. Em 60 mãos imaginadas, 78 % ganham-se assim, com +34 pontos em média. "
            "Outras: 7♥ (50 %, +2.2), R♥ (25 %, -13), V♥ (25 %, -13).",
        ),
    ],
)
def test_a_hint_says_what_is_best_and_why(language: str, command: str, words: str) -> None:
    deal = Deal("sueca", seat=3, language=language)
    asked = deal.act("As").partition("\n")[2]
    messages, shown = deal.session.enter(command)
    assert (messages, shown) == ([incoming.Hint(id="1", at=2)], "")
    assert deal.session.receive(OF_THE_DEAL) == f"{words}\n{asked}"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"options": (), "worlds": 0}, "Hint: A♥."),
        (
            {"options": (OptionInfo("Ah", 0.515, 0.7, 90.0), OptionInfo("7h", 0.4, 0.6, 0.0)), "for_match": True},
            "Hint: A♥. Of 60 imagined deals it wins 70 %, which makes 52 % for the match. Others: 7♥ (60 %, 40 %).",
        ),
        ({"options": OF_THE_DEAL.options[:1]}, OF_DEAL),
        ({"options": OF_THE_DEAL.options[:1], "action": "belote"}, OF_DEAL.replace("A♥", "belote, A♥")),
    ],
)
def test_a_hint_is_as_long_as_there_is_something_to_say(changes: dict[str, Any], words: str) -> None:
    deal = sueca()
    deal.session.enter("hint")
    assert deal.session.receive(replace(OF_THE_DEAL, **changes)) == f"{words}\n{OPTIONS}"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Hint: A♥. Partner holds the trick with K♥: throw 11 points on it. One more point wins the deal."),
        ("fr", "Conseil : A♥. Le partenaire tient le pli avec R♥ : on charge de 11 points. "
               "Encore un point, et la donne est gagnée."),
        ("pt", "Sugestão: A♥. O parceiro está a ganhar a vaza com R♥: carrega-se com 11 pontos. "
               "Mais um ponto e a mão está ganha."),
    ],
)  # fmt: skip
def test_a_hint_has_its_reasons_in_words_and_none_of_a_code_that_is_not_known(language: str, words: str) -> None:
    deal = Deal("sueca", seat=3, language=language)
    deal.act("As")
    deal.session.enter(HINT_COMMANDS[language])
    reasons = (
        ReasonInfo("feed", card="Kh", number=11),
        ReasonInfo("win-deal-points", number=1),
        ReasonInfo("of-the-future"),
    )
    hint = outgoing.Hinted(id="1", action="Ah", reasons=reasons)
    assert deal.session.receive(hint).partition("\n")[0] == words


ANY = ((0, 13),) * 4
HINT_COMMANDS = {"en": "hint", "fr": "conseil", "pt": "sugestão"}
FIVE_HEARTS = ShownInfo((12, 21), ((0, 8), (5, 13), (0, 8), (0, 8)))


@pytest.mark.parametrize(
    ("language", "known", "words"),
    [
        ("en", {"shows": FIVE_HEARTS}, "Hint: 1♥. It shows 12 to 21 points and at least 5 ♥."),
        ("fr", {"shows": FIVE_HEARTS}, "Conseil : 1♥. Cette annonce montre 12 à 21 points et au moins 5 ♥."),
        ("pt", {"shows": FIVE_HEARTS}, "Sugestão: 1♥. Mostra 12 a 21 pontos e pelo menos 5 ♥."),
        (
            "en",
            {"shows": ShownInfo((15, 17), ((2, 5),) * 4)},
            "Hint: 1♥. It shows 15 to 17 points and a balanced hand.",
        ),
        (
            "en",
            {"shows": ShownInfo((10, 40), ((0, 2), (6, 6), (0, 5), (4, 5)))},
            "Hint: 1♥. It shows at least 10 points, exactly 6 ♥, 4 to 5 ♣ and at most 2 ♠.",
        ),
        ("en", {"shows": ShownInfo((0, 40), ANY)}, "Hint: 1♥."),
        (
            "en",
            {"partner": FIVE_HEARTS},
            "Hint: 1♥. Your partner has shown 12 to 21 points and at least 5 ♥. Together you have 22 to 31 points.",
        ),
    ],
)
def test_a_hint_for_a_call_says_what_it_shows(language: str, known: dict[str, Any], words: str) -> None:
    deal = Deal("bridge", language=language)
    deal.session.enter(HINT_COMMANDS[language])
    hint = outgoing.Hinted(id="1", action="1H", **known)
    assert deal.session.receive(hint).partition("\n")[0] == words


@pytest.mark.parametrize("answer", [outgoing.Done(id="1", n=2), OF_THE_DEAL])
def test_after_an_answer_to_hint_the_prompt_is_there_again(answer: outgoing.Message) -> None:
    deal = sueca()
    deal.session.enter("hint")
    assert deal.session.receive(answer).endswith(OPTIONS)


def test_there_are_no_hints_in_the_lobby() -> None:
    assert TextSession().enter("hint") == ([], "You are not at a table.\n")
