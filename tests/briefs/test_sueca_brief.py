"""The Sueca brief: every sample of the document, its order of checks, bad files, and a second implementation."""

import contextlib
import io
import random
import re
import shutil
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

FOLDER = Path(__file__).parents[2] / "briefs" / "sueca"
DATA = Path(__file__).parent / "data"
MODULES = ("sueca_suits_ranks", "sueca_cards", "sueca_tricks", "sueca_games", "sueca_scorer")
GAMES = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.sueca"))}
GAME1 = GAMES["game1.sueca"]
USAGE = "Usage: python sueca_scorer.py [-c | -g] <game_file>\n"
WON = "Pair A won the given sueca game.\nScore: 76 | 44\n"

Run = Callable[..., tuple[int, str]]


def split(name: str, start: str) -> list[tuple[str, str]]:
    """The parts of a file: the rest of each line that begins with `start`, and the lines up to the next one."""
    text = "\n" + (DATA / name).read_text(encoding="utf-8").rstrip("\n")
    parts = (part.partition("\n") for part in text.split("\n" + start)[1:])
    return [(head, tail + "\n") for head, _, tail in parts]


COMMANDS = split("sueca_cli.txt", "$ python ")
SESSIONS = dict(split("sueca_console.txt", "# "))


@pytest.fixture(scope="module")
def sueca(load_brief: Callable[..., Any]) -> SimpleNamespace:
    """The five modules by name."""
    return SimpleNamespace(**dict(zip(MODULES, load_brief("sueca", *MODULES), strict=True)))


@pytest.fixture(scope="module")
def run(sueca: SimpleNamespace) -> Run:
    """Run the command line in this process: its exit code and its output."""

    def run(*arguments: str) -> tuple[int, str]:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            code: int = sueca.sueca_scorer.main(arguments)
        return code, out.getvalue()

    return run


@pytest.fixture
def samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample games in another working directory."""
    for path in FOLDER.glob("*.sueca"):
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def exit_code(told: str) -> int:
    return 1 if "invalid" in told or "Usage" in told else 0


@pytest.mark.parametrize(("command", "told"), COMMANDS)
def test_command_line(samples: Path, run: Run, command: str, told: str) -> None:
    assert run(*command.split()[1:]) == (exit_code(told), told)


@pytest.mark.parametrize(("command", "told"), COMMANDS)
def test_program(samples: Path, run_bare: Callable[..., Any], command: str, told: str) -> None:
    done = run_bare(str(FOLDER / "sueca_scorer.py"), *command.split()[1:])
    assert (done.returncode, done.stdout, done.stderr) == (exit_code(told), told, "")


@pytest.mark.parametrize("module", MODULES)
def test_console_session(samples: Path, sueca: SimpleNamespace, module: str) -> None:
    names = dict(vars(getattr(sueca, module)))
    told = ""
    steps = re.findall(r">>> (.*\n(?:\.\.\. .*\n)*)", SESSIONS[module])
    for step in steps:
        told += f">>> {step}"
        with contextlib.redirect_stdout(io.StringIO()) as out:
            try:
                exec(compile(step.replace("\n... ", "\n"), module, "single"), names)
            except Exception as error:  # a console shows whatever was raised, and the session goes on
                print(*traceback.format_exception_only(error), sep="", end="")
        told += out.getvalue()
    assert told == SESSIONS[module]


def test_every_module_of_a_bare_clone_can_be_loaded_alone(run_bare: Callable[..., Any]) -> None:
    for module in MODULES:
        done = run_bare("-c", f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import {module}")
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("-c -g game1.sueca", "Invalid option -g"),
        ("-g game1.sueca -c", "Invalid option -c"),
        ("-c -c game1.sueca", "Invalid option -c"),
        ("-cg game1.sueca", "Invalid option -cg"),
        ("--help", "Invalid option --help"),
        ("- game1.sueca", "Invalid option -"),
        ("game1.sueca game2.sueca", "Invalid option game2.sueca"),
        ("-c", "A game file is missing"),
        (".", "Could not read the game file '.': Is a directory"),
        ("game1.sueca/x", "Could not read the game file 'game1.sueca/x': Not a directory"),
    ],
)
def test_usage(samples: Path, run: Run, arguments: str, message: str) -> None:
    assert run(*arguments.split()) == (1, f"{message}\n{USAGE}")


@pytest.mark.parametrize("option", ["-c", "-g"])
def test_an_option_may_follow_the_file(samples: Path, run: Run, option: str) -> None:
    assert run("game1.sueca", option) == run(option, "game1.sueca")


TRICK_SIZE = "A trick string must comprise four cards only; the given trick is:"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The game file is empty (line 1 of game file)"),
        ("\n \n", "The game file is empty (line 1 of game file)"),
        ("7D\nAH 2D 5H\n", f"{TRICK_SIZE} AH 2D 5H (line 2 of game file)"),
        ("7D\n\nAH 2D 5H 2H AC\n", f"{TRICK_SIZE} AH 2D 5H 2H AC (line 3 of game file)"),
        ("AH 2D 5H 2H\n", "A card string representation must contain 2 characters only (line 1 of game file)"),
        ("Trump Card:\n", "A card string representation must contain 2 characters only (line 1 of game file)"),
        ("ah\n", "Invalid rank symbol: a (line 1 of game file)"),
        ("AX\n", "Invalid suit symbol: X (line 1 of game file)"),
        ("TD\n", "Invalid rank symbol: T (line 1 of game file)"),
        ("7D\nAH 2D 5H 2H\n5H 2H 3H 9S 4H\n", "Invalid rank symbol: 9 (line 3 of game file)"),
        (
            "7D\nAH 2D 5H 2H\n",
            "Game file 'game' is incomplete. A complete game takes 10 rounds; the given game includes 1 rounds only.",
        ),
        # Cards are looked at first, then the number of rounds, then the rounds one by one.
        ("7D\nAH AH AH AH\nAH AH AH 8H\n", "Invalid rank symbol: 8 (line 3 of game file)"),
        (
            "7D\nAH AH AH AH\n",
            "Game file 'game' is incomplete. A complete game takes 10 rounds; the given game includes 1 rounds only.",
        ),
        (GAME1.replace("3S", "AS"), "Card AS of round 3 has already been played in round 3"),
        (GAME1 + "AH 2D 5H 2H\n", "Card AH of round 11 has already been played in round 1"),
        (GAMES["game1c.sueca"] + "\nAH 2D 5H 2H\n", "Score: 120 | 0"),
    ],
)
def test_invalid_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, text: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game").write_text(text, encoding="utf-8")
    code, told = run("game")
    assert (code, told.splitlines()[0], told.splitlines()[-1]) == (1, "The game is invalid", message)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"\n", b"\r"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data + b"\n \n\n",
        lambda data: data.rstrip(),
        lambda data: b"Trump Card: " + data,
        lambda data: b"\xef\xbb\xbfTrump Card:" + data,
        lambda data: b"\n" + data.replace(b" ", b" \t "),
    ],
)
def test_harmless_differences(tmp_path: Path, run: Run, change: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "game"
    path.write_bytes(change(GAME1.encode()))
    assert run(str(path)) == (0, WON)


def test_bytes_that_are_no_text(tmp_path: Path, run_bare: Callable[..., Any]) -> None:
    (tmp_path / "game").write_bytes(GAME1.encode().replace(b"4H", "♥".encode() + b"\xff"))
    done = run_bare(str(FOLDER / "sueca_scorer.py"), "game", encoding="ascii")
    reason = "A card string representation must contain 2 characters only (line 5 of game file)"
    told = f"The game is invalid\nCard '\\u2665\\xff' is invalid!\n{reason}\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, told, "")


def test_invalid_cards_know_their_line(sueca: SimpleNamespace) -> None:
    with pytest.raises(ValueError, match=r"^Card '8S' is invalid!\nInvalid rank symbol: 8$") as raised:
        sueca.sueca_tricks.parseGameFile(str(FOLDER / "game1b.sueca"))
    assert isinstance(raised.value, sueca.sueca_cards.CardInvalid)
    assert vars(raised.value)["line"] == 4
    assert sueca.sueca_cards.CardInvalid("").line is None


def test_suits_and_ranks(sueca: SimpleNamespace) -> None:
    module = sueca.sueca_suits_ranks
    assert [module.suit_full_name(s) for s in "HCSD"] == ["Hearts", "Clubs", "Spades", "Diamonds"]
    order = "23456QJK7A"
    assert [module.rank_points(r) for r in order] == [0, 0, 0, 0, 0, 2, 3, 4, 10, 11]
    for height, r1 in enumerate(order):
        assert [module.rank_higher_than(r1, r2) for r2 in order] == [height > other for other in range(10)]
    assert not [s for s in ("", "h", "HC", "10", "8", "♥", "T") if module.valid_suit(s) or module.valid_rank(s)]
    with pytest.raises(ValueError, match=r"^Invalid rank symbol: 8$"):
        module.rank_higher_than("7", "8")


def test_cards_against_each_other(sueca: SimpleNamespace) -> None:
    cards = {name: sueca.sueca_cards.parseCard(name.upper()) for name in reference.pack("sueca")}
    for lead, trump in ("CD", "DD", "HS"):
        for one in cards:
            for other in cards:
                suits = [card[1].upper() for card in (one, other)]
                if lead in suits:
                    first, second = (one, other) if suits[0] == lead else (other, one)
                    winner = (first, second)[reference.winner("sueca", trump, [first, second])]
                    expected = winner == one and one != other
                else:
                    trumps = [card for card in (one, other) if card[1].upper() == trump]
                    expected = bool(trumps) and one != other and one == trumps[reference.winner("sueca", trump, trumps)]
                assert cards[one].higher_than(cards[other], lead, trump) == expected, (one, other, lead, trump)
    with pytest.raises(ValueError, match=r"^Invalid suit symbol: X$"):
        cards["2c"].higher_than(cards["3c"], "X", "C")
    with pytest.raises(ValueError, match=r"^Invalid suit symbol: X$"):
        cards["2c"].higher_than(cards["3c"], "C", "X")


@given(cards=st.lists(st.sampled_from(reference.pack("sueca")), min_size=4, max_size=4), trump=st.sampled_from("SHDC"))
def test_tricks(sueca: SimpleNamespace, cards: list[str], trump: str) -> None:
    trick = sueca.sueca_tricks.parseTrick(" ".join(cards).upper())
    assert trick.trick_winner(trump) == reference.winner("sueca", trump, cards) + 1
    assert trick.points() == sum(reference.points("sueca", trump, card) for card in cards)


def refused(sueca: SimpleNamespace, played: str, trick: str, trump: str = "7D") -> str:
    """How a game refuses a trick after others; it must stay as it was."""
    game = sueca.sueca_games.Game(sueca.sueca_cards.parseCard(trump))
    parse = sueca.sueca_tricks.parseTrick
    for earlier in filter(None, played.split(" / ")):
        game.playTrick(parse(earlier))
    before = state(game)
    with pytest.raises(Exception, match=r".") as raised:
        game.playTrick(parse(trick))
    assert raised.type.__module__ == "sueca_games"
    assert state(game) == before
    return f"{raised.type.__name__}: {raised.value}"


def state(game: Any) -> tuple[object, ...]:
    cards = [[card.show() for card in game.cardsOf(player)] for player in (1, 2, 3, 4)]
    return game.score(), cards, [trick.show() for trick in game.gameTricks()], game.gameTrump().show()


@pytest.mark.parametrize(
    ("played", "trick", "message"),
    [
        ("", "AH 2H AH 3H", "CardAlreadyPlayed: Card AH of round 1 has already been played in round 1"),
        ("", "AH 2H 7D 3H", "DealerDoesNotHoldTrumpCard: Player 2 (dealer) does not hold trump card 7D"),
        # Player 3 betrays himself with 2C, but a card that was played already comes first, and the trump card second.
        (
            "AC KC AH 3C",
            "4C 5C 2C 6C",
            "IllegalCardPlayed: Player 3 played illegal card AH in round 1 with respect to lead suit Clubs",
        ),
        (
            "AC KC AH 3C",
            "4C 5C 2C 7D",
            "DealerDoesNotHoldTrumpCard: Player 2 (dealer) does not hold trump card 7D",
        ),
        ("AC KC AH 3C", "4C 5C 2C AC", "CardAlreadyPlayed: Card AC of round 2 has already been played in round 1"),
        ("AC KC AH 3C", "7D 5C 2C AC", "CardAlreadyPlayed: Card AC of round 2 has already been played in round 1"),
        # Player 2, who must hold the trump card, is not accused of 2C until he shows a diamond.
        (
            "AD 2C 3D 4D",
            "AC 7D 3C 4C",
            "IllegalCardPlayed: Player 2 played illegal card 2C in round 1 with respect to lead suit Diamonds",
        ),
    ],
)
def test_the_order_of_the_checks(sueca: SimpleNamespace, played: str, trick: str, message: str) -> None:
    assert refused(sueca, played, trick) == message


def test_a_refused_trick_can_be_replaced(sueca: SimpleNamespace) -> None:
    trump, tricks = sueca.sueca_tricks.parseGameFile(str(FOLDER / "game1.sueca"))
    game = sueca.sueca_games.Game(trump)
    for trick in tricks:
        with pytest.raises(sueca.sueca_games.CardAlreadyPlayed):
            game.playTrick(sueca.sueca_tricks.Trick([tricks[-1].cards[0]] * 4))
        game.playTrick(trick)
    assert game.score() == (76, 44)
    game.gameTricks().clear()
    assert len(game.gameTricks()) == 10


@pytest.mark.parametrize("player", [0, 5, -1])
def test_player_numbers(sueca: SimpleNamespace, player: int) -> None:
    game = sueca.sueca_games.Game(sueca.sueca_cards.parseCard("7D"))
    with pytest.raises(ValueError, match=f"^Invalid player number {player}$"):
        game.cardsOf(player)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sueca") / "game"


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A sample game with some parts replaced."""
    data = draw(st.sampled_from(list(GAMES.values()))).encode()
    pieces = st.sampled_from(
        [b"7D", b"AH ", b"8", b" ", b"\n", b"\r", b"\x00", b"\xff", b"\xef\xbb\xbf", b"Trump Card:"]
    )
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 12)))
        data = data[:start] + draw(pieces | st.binary(max_size=6)) + data[end:]
    return data


@given(data=damaged() | st.binary())
def test_any_file_gets_an_answer(sueca: SimpleNamespace, run: Run, path: Path, data: bytes) -> None:
    path.write_bytes(data)
    code, told = run("-g", str(path))
    assert code == (0 if re.match(r"Pair [AB] won|The game resulted in a draw\.\n", told) else 1)
    assert code == 0 or told.startswith("The game is invalid\n")
    scorer, games = sueca.sueca_scorer, sueca.sueca_games
    documented = (
        *(sueca.sueca_cards.CardInvalid, sueca.sueca_tricks.GameFileInvalid, scorer.SuecaGameIncomplete),
        *(games.CardAlreadyPlayed, games.DealerDoesNotHoldTrumpCard),
    )
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(*documented):
        assert scorer.runGame(str(path), showCards=True) is None


@given(number=st.integers(0, 2**32), fair=st.booleans(), swaps=st.integers(0, 2))
def test_games_by_the_second_implementation(run: Run, path: Path, number: int, fair: bool, swaps: int) -> None:
    chance = random.Random(number)
    trump = chance.choice(reference.pack("sueca"))
    plays = list(played(chance, trump, fair))
    for _ in range(swaps):
        plays[chance.randrange(40)] = plays[chance.randrange(40)]
    tricks = [" ".join(plays[i : i + 4]) for i in range(0, 40, 4)]
    path.write_text("\n".join([trump, *tricks]).upper(), encoding="utf-8")
    assert run(str(path)) == by_hand(trump, plays)


def played(chance: random.Random, trump: str, fair: bool) -> Iterator[str]:
    """A game played at random; if it is not fair, one card in twenty is any card of the hand."""
    rest = [card for card in reference.pack("sueca") if card != trump]
    chance.shuffle(rest)
    hands = [rest[:10], [trump, *rest[10:19]], rest[19:29], rest[29:]]
    if not fair and chance.random() < 0.2:
        hands.reverse()
    leader = 1
    for _ in range(10):
        trick: list[str] = []
        for offset in range(4):
            hand = hands[(leader - 1 + offset) % 4]
            choice = reference.legal("sueca", trump[1], hand, trick) if fair or chance.random() < 0.95 else hand
            trick.append(chance.choice(choice))
            hand.remove(trick[-1])
        yield from trick
        leader = (leader - 1 + reference.winner("sueca", trump[1], trick)) % 4 + 1


NAMES = {"s": "Spades", "h": "Hearts", "d": "Diamonds", "c": "Clubs"}


def by_hand(trump: str, plays: list[str]) -> tuple[int, str]:
    """Exit code and output of the program for a game of ten rounds, from the document and the second implementation."""
    seats = reference.seats_of("sueca", trump[1], plays, 1)
    scores = [0, 0]
    for start in range(0, 40, 4):
        number = start // 4 + 1
        for index in range(start, start + 4):
            card = plays[index]
            if card in plays[:index]:
                earlier = plays.index(card) // 4 + 1
                told = f"Card {card.upper()} of round {number} has already been played in round {earlier}"
                return 1, f"The game is invalid\n{told}\n"
        for index in range(start, start + 4):
            if plays[index] == trump and seats[index] != 2:
                return 1, f"The game is invalid\nPlayer 2 (dealer) does not hold trump card {trump.upper()}\n"
        so_far = plays[: start + 4]
        fault = reference.first_provable("sueca", trump[1], so_far, 1, 10, {}, "player")
        if fault is not None:
            illegal = next(
                index
                for index in range(fault)
                if seats[index] == seats[fault] and plays[index][1] != plays[index - index % 4][1] == plays[fault][1]
            )
            told = f"Player {seats[illegal]} played illegal card {plays[illegal].upper()} in round {illegal // 4 + 1}"
            lead = NAMES[plays[fault][1]]
            pair, score = ("B", "0 | 120") if seats[illegal] % 2 else ("A", "120 | 0")
            verdict = f"Pair {pair} won the given sueca game.\nScore: {score}\n"
            return 1, f"The game is invalid\n{told} with respect to lead suit {lead}\n{verdict}"
        winner = seats[start + reference.winner("sueca", trump[1], plays[start : start + 4])]
        scores[1 - winner % 2] += sum(reference.points("sueca", trump[1], card) for card in plays[start : start + 4])
    a, b = scores
    result = f"Pair {'A' if a > b else 'B'} won the given sueca game." if a != b else "The game resulted in a draw."
    return 0, f"{result}\nScore: {a} | {b}\n"
