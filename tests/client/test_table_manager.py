"""Our bots at a table of somebody else's manager: the Table Manager protocol from the player's side, line by line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator

import pytest
from managed import Lines
from patience import PATIENCE

from overtrick.bots.simple_play import simple
from overtrick.client.address import Address
from overtrick.client.table_manager import ManagedBot
from overtrick.core.actions import Action
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.deal.view import View

SEATED = """
    < Connecting "Ours" as North using protocol version 18
    > North ("Ours") seated
    < North ready for teams
    > Teams : N/S : "Ours" E/W : "Theirs"
    < North ready to start
"""
BOARD = """
    > Start of Board
    < North ready for deal
    > Board number 1. Dealer North. Neither vulnerable.
    < North ready for cards
    > North's cards : S A K Q J T 9 8. H -. D 7 6 5 4 3 2. C -.
"""
AUCTION = """
    < North bids 7S
    < North ready for East's bid
    > East passes
    < North ready for South's bid
    > South passes
    < North ready for West's bid
    > West passes Alert. nothing at all
"""
DUMMY = "> Dummy's cards : S 7 6 5 4 3 2. H -. D A K Q J T 9 8. C -."
PLAY = f"""
    < North ready for East's card to trick 1
    > East plays AH
    < North ready for dummy
    {DUMMY}
    < South plays 2S
    < North ready for West's card to trick 1
    > West plays 2H
    < North plays 2D
    > Dummy to lead
    < South plays 3S
    < North ready for West's card to trick 2
    > WEST plays 8c
    < North plays 8S
    < North ready for East's card to trick 2
    > East plays 2C
    > North to lead
    < North plays 9S
    < North ready for East's card to trick 3
"""
ANSWERS = ["7S", "2s", "2d", "3s", "8s", "9s"]

Scripted = Callable[[Lines], Coroutine[object, object, None]]


def answering(answers: list[str], views: list[View]) -> Callable[[View], Action]:
    """A bot that has its answers, and keeps what it was shown."""
    left: Iterator[str] = iter(answers)

    def bot(view: View) -> Action:
        views.append(view)
        return view.course.parse(next(left))

    return bot


def manage(bot: ManagedBot, manager: Scripted) -> None:
    """Let a bot sit down at a manager, until the manager is done and the bot has ended."""

    async def serve() -> None:
        ended = asyncio.get_running_loop().create_future()

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            lines = Lines(reader, writer)
            try:
                await manager(lines)
                ended.set_result(None)
            except BaseException as error:
                ended.set_exception(error)
            finally:
                await lines.close()

        async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
            async with asyncio.timeout(PATIENCE):
                try:
                    await bot.run(Address("127.0.0.1", server.sockets[0].getsockname()[1]))
                finally:
                    await ended

    asyncio.run(serve())


def script(*parts: str) -> Scripted:
    return lambda lines: lines.follow("\n".join(parts))


def test_a_bot_says_what_it_waits_for_and_sees_what_its_seat_may() -> None:
    views: list[View] = []
    bot = ManagedBot(Seat.NORTH, "Ours", answering(ANSWERS, views))
    manage(bot, script(SEATED, BOARD, AUCTION, PLAY, "> End of session"))
    assert bot.boards == 0
    bid, first = views[:2]
    assert (len(bid.legal), bid.dealer, bid.number, str(bid.hand)) == (
        36,
        Seat.NORTH,
        1,
        "As Ks Qs Js Ts 9s 8s 7d 6d 5d 4d 3d 2d",
    )
    assert bid.open_hand is None
    assert (first.turn, first.actor) == (Seat.SOUTH, Seat.NORTH)
    assert first.open_hand is not None
    assert list(map(str, first.legal)) == list(map(str, first.open_hand[1]))
    assert [str(view.plays[-1]) for view in views[1:]] == ["Ah", "2h", "2d", "8c", "2c"]


def test_passed_boards_come_one_after_the_other_until_the_end() -> None:
    passes = """
        < North passes
        < North ready for East's bid
        > East passes
        < North ready for South's bid
        > South passes
        < North ready for West's bid
        > West passes
        > Timing - N/S : this board  00:01,  total  0:00:01.  E/W : this board  00:02,  total  0:00:02.
    """
    bot = ManagedBot(Seat.NORTH, "Ours", lambda view: "pass")
    manage(bot, script(SEATED, BOARD, passes, BOARD, passes, "> End of session"))
    assert bot.boards == 2


def test_a_board_that_begins_anew_is_played_anew() -> None:
    views: list[View] = []
    bot = ManagedBot(Seat.NORTH, "Ours", answering(["7S", *ANSWERS], views))
    manage(
        bot,
        script(
            SEATED, BOARD, AUCTION, "< North ready for East's card to trick 1", BOARD, AUCTION, PLAY, "> End of session"
        ),
    )
    assert len(views) == 1 + len(ANSWERS)


def test_words_of_a_manager_that_mean_nothing_are_passed_over() -> None:
    bot = ManagedBot(Seat.NORTH, "Ours", simple)
    manage(
        bot,
        script(
            SEATED,
            "> Welcome all!",
            BOARD.replace("    < North ready for deal", "    > Good luck.\n    < North ready for deal"),
            "> End of session",
        ),
    )


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (
            ['< Connecting "Ours" as North using protocol version 18', "> Seat was already taken"],
            "Seat was already taken",
        ),
        ([SEATED, "> The computer has crashed"], "The computer has crashed"),
        ([SEATED, BOARD], "The connection to the table manager is lost."),
        ([SEATED, BOARD, "< North bids 7S", "< North ready for East's bid", "> West passes"], "'West passes'"),
        ([SEATED, BOARD, "< North bids 7S", "< North ready for East's bid", "> East bids 1C"], "'East bids 1C'"),
        ([SEATED, BOARD, AUCTION, "< North ready for East's card to trick 1", "> East plays AS"], "'East plays AS'"),
        ([SEATED, BOARD, AUCTION, "< North ready for East's card to trick 1", "> West plays AH"], "'West plays AH'"),
        (
            [
                SEATED,
                BOARD,
                AUCTION,
                "\n".join(PLAY.splitlines()[:4]),
                "> Dummy's cards : S A 6 5 4 3 2. D A K Q J T 9 8",
            ],
            "does not fit",
        ),
        (
            [
                SEATED,
                BOARD,
                AUCTION,
                "\n".join(PLAY.splitlines()[:4]),
                DUMMY,
                "< South plays 2S",
                "< North ready for West's card to trick 1",
                "> West plays AH",
            ],
            "'West plays AH'",
        ),
        ([SEATED, f"> {'x' * 100_000}"], "does not fit"),
    ],
)
def test_a_manager_that_makes_no_sense_is_told_to_whoever_runs_it(parts: list[str], words: str) -> None:
    bot = ManagedBot(Seat.NORTH, "Ours", answering(ANSWERS, []))
    with pytest.raises(Invalid) as error:
        manage(bot, script(*parts))
    assert words in str(error.value)


def test_where_nobody_listens_that_is_told() -> None:
    async def run() -> None:
        await ManagedBot(Seat.NORTH, "Ours", simple).run(Address("127.0.0.1", 1))

    with pytest.raises(Invalid, match=r"The server at 127.0.0.1:1 cannot be reached"):
        asyncio.run(run())


def test_a_bot_that_fails_plays_something_legal() -> None:
    bot = ManagedBot(Seat.NORTH, "Ours", lambda view: "nonsense")
    manage(bot, script(SEATED, BOARD, "< North passes", "> End of session"))
