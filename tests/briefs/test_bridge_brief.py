"""The Bridge brief: the document's boards, its classes, shuffled deals, deck files in and out of order."""

import contextlib
import io
import random
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

FOLDER = Path(__file__).parents[2] / "briefs" / "bridge"
MODULES = ("bridge_random", "bridge_card", "bridge_deck", "bridge_hand", "bridge_game", "bridge")
BOARDS = (FOLDER / "samples" / "boards.txt").read_text(encoding="utf-8")
EXPECTED = (FOLDER / "samples" / "boards.expected").read_text(encoding="utf-8")
LINE = "=" * 62
DECKS = BOARDS.splitlines()
PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
POSITIONS = ["NORTH", "EAST", "SOUTH", "WEST"]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def bridge(load_brief: Callable[..., Any]) -> SimpleNamespace:
    """The modules by name."""
    return SimpleNamespace(**dict(zip(MODULES, load_brief("bridge", *MODULES), strict=True)))


@pytest.fixture(scope="module")
def run(bridge: SimpleNamespace) -> Run:
    """Run the command line in this process: its exit code, its output and what it says on standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
            code: int = bridge.bridge.main(arguments)
        return code, out.getvalue(), err.getvalue()

    return run


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bridge") / "deck"


def boards_of(told: str) -> list[tuple[list[str], list[list[str]], str]]:
    """The positions, the hands and the last sentence of each deal that was printed."""
    *boards, rest = told.split(f"\n\n\n{LINE}\n\n")
    assert rest == ""
    found = []
    for board in boards:
        hands, sentence = board.split("\n\n\n")
        lines = [hand.split("\n") for hand in hands.split("\n\n")]
        assert all([line[:9] for line in hand[1:]] == SUIT_LABELS for hand in lines)
        cards = [[card for line in hand[1:] for card in line[9:].split()] for hand in lines]
        found.append(([hand[0] for hand in lines], cards, sentence))
    return found


SUIT_LABELS = ["Spades  :", "Hearts  :", "Diamonds:", "Clubs   :"]


def test_the_documents_boards(run: Run) -> None:
    assert run(str(FOLDER / "samples" / "boards.txt")) == (0, EXPECTED, "")


def test_the_documents_boards_by_the_program(run_bare: Callable[..., Any]) -> None:
    done = run_bare(str(FOLDER / "bridge.py"), str(FOLDER / "samples" / "boards.txt"))
    assert (done.returncode, done.stdout, done.stderr) == (0, EXPECTED, "")


def test_a_missing_file_by_the_program(run_bare: Callable[..., Any]) -> None:
    done = run_bare(str(FOLDER / "bridge.py"), "test.txt")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Error: Could not find file\n")


def test_shuffled_deals(run: Run) -> None:
    outputs = set()
    for _ in range(20):
        code, out, err = run()
        assert (code, err) == (0, "")
        boards = boards_of(out)
        assert [positions for positions, _, _ in boards] == [POSITIONS[n:] + POSITIONS[:n] for n in range(4)]
        for _, hands, _ in boards:
            assert sorted(card for hand in hands for card in hand) == sorted(PACK)
            assert hands == [sorted(hand, key=PACK.index) for hand in hands]
            assert [len(hand) for hand in hands] == [13] * 4
            outputs.add(str(hands))
    assert len(outputs) == 80


def test_a_single_deck_is_dealt_by_each_player_in_turn(run: Run, path: Path) -> None:
    path.write_text(DECKS[0], encoding="utf-8")
    code, out, err = run(str(path))
    assert (code, err) == (0, "")
    boards = boards_of(out)
    assert [positions for positions, _, _ in boards] == [POSITIONS[n:] + POSITIONS[:n] for n in range(4)]
    assert all(hands == boards[0][1] for _, hands, _ in boards)
    assert [sentence for _, _, sentence in boards] == [f"Opening Bid is 3C made by {dealer}" for dealer in POSITIONS]


@pytest.mark.parametrize("count", [2, 3, 5])
def test_each_deck_is_a_deal(run: Run, path: Path, count: int) -> None:
    path.write_text(" ".join((DECKS * 2)[:count]), encoding="utf-8")
    code, out, err = run(str(path))
    assert (code, err) == (0, "")
    boards, expected = boards_of(out), boards_of(EXPECTED)
    assert len(boards) == count
    assert boards[:4] == expected[:count]


def test_cards_go_round_from_the_dealers_left(run: Run, path: Path) -> None:
    path.write_text(f"{' '.join(PACK)}\n{' '.join(PACK)}", encoding="utf-8")
    boards = boards_of(run(str(path))[1])
    for number, (positions, hands, _) in enumerate(boards):
        first_four = {position: hand[0] for position, hand in zip(positions, hands, strict=True)}
        order = POSITIONS[number + 1 :] + POSITIONS[: number + 1]
        assert [first_four[position] for position in order] == PACK[:4]


def deck_with_north(hand: str) -> str:
    """A deck that gives North, who deals, the given cards and the others what remains."""
    north, rest = hand.split(), [card for card in PACK if card not in hand.split()]
    return " ".join(" ".join([*rest[3 * n : 3 * n + 3], north[n]]) for n in range(13))


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("AS KS 3S 2S KH 3H 2H AD 3D 2D QC 3C 2C", "1 NT"),
        ("AS KS 3S 2S AH KH 2H AD 3D 2D QC 3C 2C", "2 NT"),
        ("AS KS 3S 2S AH KH 2H AD KD 2D QC 3C 2C", "2C"),
        ("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "1S"),
        ("KS QS JS TS 9S 8S 7S 3H 2H 3D 2D 3C 2C", "3S"),
    ],
)
def test_bids_are_written_as_the_document_does(run: Run, path: Path, hand: str, bid: str) -> None:
    path.write_text(deck_with_north(hand), encoding="utf-8")
    positions, hands, sentence = boards_of(run(str(path))[1])[0]
    assert (positions[0], hands[0], sentence) == ("NORTH", hand.split(), f"Opening Bid is {bid} made by NORTH")


def test_a_void_suit_is_an_empty_line(run: Run, path: Path) -> None:
    path.write_text(deck_with_north(" ".join(PACK[:13])), encoding="utf-8")
    told = run(str(path))[1]
    north = f"Spades  : {' '.join(PACK[:13])}\nHearts  :\nDiamonds:\nClubs   :\n"
    assert told.startswith(f"NORTH\n{north}\n")


NOT_A_CARD = "is not a card: a rank and a suit were expected, such as Ah or Td."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "There is no deck in the file."),
        (" \n\t\n", "There is no deck in the file."),
        (BOARDS.replace("TS", "XS", 1), f"'XS' {NOT_A_CARD}"),
        (BOARDS.replace("TS", "10S", 1), f"'10S' {NOT_A_CARD}"),
        (BOARDS.replace("TS", "♠T", 1), f"'♠T' {NOT_A_CARD}"),
        (BOARDS.replace("TS AS", "TSAS", 1), f"'TSAS' {NOT_A_CARD}"),
        (BOARDS.replace("TS", "AS", 1), "AS is in the deck twice."),
        (f"{DECKS[0]} {DECKS[1].replace('2C', '2H')}", "2H is in the deck twice."),
        (DECKS[0].removesuffix(" 3C"), "A deck has 52 cards, but the last one has 51."),
        (f"{DECKS[0]}\nAS", "A deck has 52 cards, but the last one has 1."),
        ("2C", "A deck has 52 cards, but the last one has 1."),
    ],
)
def test_files_that_are_not_made_of_decks(run: Run, path: Path, text: str, message: str) -> None:
    path.write_text(text, encoding="utf-8")
    assert run(str(path)) == (1, "", f"Error: {message}\n")


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    assert run(str(tmp_path / "none")) == (1, "", "Error: Could not find file\n")
    assert run(str(tmp_path)) == (1, "", "Error: Could not read file: Is a directory\n")
    assert run("one", "two") == (1, "", "Usage: python bridge.py [deck file]\n")


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"\n", b" "),
        lambda data: data.replace(b" ", b"\n\n"),
        lambda data: data.replace(b" ", b" \t "),
        lambda data: b"\n " + data + b"\n \n",
        lambda data: data.rstrip(),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.lower(),
    ],
)
def test_harmless_differences(run: Run, path: Path, change: Callable[[bytes], bytes]) -> None:
    path.write_bytes(change(BOARDS.encode()))
    assert run(str(path)) == (0, EXPECTED, "")


@given(data=st.binary(), start=st.integers(0, len(BOARDS)), length=st.integers(0, 4))
def test_any_file_gets_an_answer(run: Run, path: Path, data: bytes, start: int, length: int) -> None:
    for content in (data, BOARDS[:start].encode() + data + BOARDS[start + length :].encode()):
        path.write_bytes(content)
        code, out, err = run(str(path))
        if code == 0:
            assert err == ""
            assert boards_of(out)
        else:
            assert (code, out) == (1, "")
            assert re.fullmatch(r"Error: .+\.\n", err)


def test_bytes_that_are_no_text(run_bare: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "deck").write_bytes("♥".encode() + b"\xff")
    done = run_bare(str(FOLDER / "bridge.py"), "deck", encoding="ascii")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"Error: '\\u2665\\xff' {NOT_A_CARD}\n")


# The classes of the document.


def test_random_integers(bridge: SimpleNamespace) -> None:
    source = bridge.bridge_random.Random()
    assert {source.randomInteger(3, 6) for _ in range(200)} == {3, 4, 5}
    wide = [bridge.bridge_random.Random().randomInteger(0, 2**64) for _ in range(20)]
    assert len(set(wide)) == 20


def test_cards(bridge: SimpleNamespace) -> None:
    module = bridge.bridge_card
    made = module.Card(), module.Card(module.Rank.ACE, module.Suit.DIAMONDS), module.Card("TH"), module.Card("jh")
    assert [str(card) for card in made] == ["2C", "AD", "TH", "JH"]
    assert [(card.getRank().name, card.getSuit().name) for card in made[1:3]] == [
        ("ACE", "DIAMONDS"),
        ("TEN", "HEARTS"),
    ]
    cards = [module.Card(name) for name in PACK]
    mixed = random.Random(1).sample(cards, len(cards))
    assert sorted(mixed) == cards
    compare = module.Card()
    assert [compare(cards[n], cards[10]) for n in range(20)] == [n < 10 for n in range(20)]
    with pytest.raises(ValueError, match=r"^'XX' is not a card"):
        module.Card("XX")


def test_decks(bridge: SimpleNamespace) -> None:
    deck = bridge.bridge_deck.Deck()
    assert sorted(str(deck).split()) == sorted(PACK)
    before = str(deck)
    deck.shuffle()
    assert str(deck) != before
    assert sorted(str(deck).split()) == sorted(PACK)
    dealt = [str(deck.dealNextCard()) for _ in range(52)]
    assert " ".join(dealt) == str(deck)
    deck.reset()
    assert str(deck.dealNextCard()) == dealt[0]


def test_a_deck_reads_one_deck_of_a_stream(bridge: SimpleNamespace) -> None:
    deck, stream = bridge.bridge_deck.Deck(), io.StringIO(BOARDS)
    for text in DECKS:
        assert deck.read(stream)
        assert str(deck) == text
    assert not deck.read(stream)
    assert str(deck) == DECKS[-1]
    with pytest.raises(ValueError, match=r"twice"):
        deck.read(io.StringIO("AS AS"))
    assert str(deck) == DECKS[-1]


def test_hands(bridge: SimpleNamespace) -> None:
    hand = bridge.bridge_hand.Hand()
    empty = "Spades  :\nHearts  :\nDiamonds:\nClubs   :"
    assert str(hand) == empty
    for name in "3C 4S QH 8C TH 4H AC 3H 4D KC TC 6C 5C".split():
        hand.addCard(bridge.bridge_card.Card(name))
    assert str(hand) == "Spades  : 4S\nHearts  : QH TH 4H 3H\nDiamonds: 4D\nClubs   : AC KC TC 8C 6C 5C 3C"
    assert hand.makeBid() == "3C"
    hand.clear()
    assert str(hand) == empty
    for name in PACK[9:22]:
        hand.addCard(bridge.bridge_card.Card(name))
    assert hand.makeBid() == "1H"


def test_games(bridge: SimpleNamespace) -> None:
    assert [position.name for position in bridge.bridge_game.Position] == POSITIONS
    game, stream = bridge.bridge_game.Game(), io.StringIO(BOARDS)
    for board in EXPECTED.split(f"\n\n\n{LINE}\n\n")[:4]:
        assert game.read(stream)
        game.setup(True)
        game.deal()
        game.auction()
        assert str(game) == board
        game.nextDealer()
    assert not game.read(stream)


def test_a_game_that_is_not_from_a_file_is_shuffled(bridge: SimpleNamespace) -> None:
    game = bridge.bridge_game.Game()
    told = set()
    for _ in range(10):
        game.setup(False)
        game.deal()
        game.auction()
        told.add(str(game))
    assert len(told) == 10
