"""Workers: bots that answer, fail, or die; games that are judged elsewhere."""

import asyncio
import json
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from channels import until
from patience import PATIENCE

from overtrick.bots.bot import BOTS, Bot
from overtrick.bots.sampling.advice import Advice
from overtrick.cli import judge as command
from overtrick.core.actions import Action
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import View, view
from overtrick.server.queueing import FairQueue
from overtrick.server.thinking import QUICK, SECONDS, BotChoice, advise, choose
from overtrick.server.workers import MOST_GAMES, MOST_JUDGED, Worker, Workers

GAME = Path(__file__).parents[2] / "briefs/belote/samples"


def first_view(game: str) -> View:
    round_ = numbered_deal(find_game(game), "seed", 1)
    return view(round_, round_.actor)


def last_view(game: str) -> View:
    """A position of a deal, played at random, in which three tricks are left."""
    round_, rng = numbered_deal(find_game(game), "seed", 1), Random(1)
    while len(round_.legal()) < 2 or sum(map(len, round_.hands)) > 12:
        round_ = round_.apply(rng.choice(round_.legal()))
    return view(round_, round_.actor)


def test_before_tables_are_open_bots_have_been_looked_at() -> None:
    script = (
        "import asyncio, sys; from overtrick.server.workers import Workers; assert 'numpy' not in sys.modules; "
        "workers = Workers(0); asyncio.run(workers.start()); assert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_bot_answers_the_same_in_a_process_of_its_own_and_in_this_one() -> None:
    async def ask() -> list[tuple[BotChoice, BotChoice]]:
        workers = Workers(1)
        await workers.start()
        asked = [(bot, seed, first_view(game)) for bot in QUICK for seed in (1, 2, 3) for game in game_names()]
        asked.append(("sampling:1", 1, last_view("sueca")))
        answers = await asyncio.gather(*(workers.choose(*each) for each in asked))
        await workers.stop()
        return [(answer, choose(*each)) for answer, each in zip(answers, asked, strict=True)]

    for answer, here in asyncio.run(ask()):
        assert answer == here
        assert answer.failure == ""


def broken(_: Random) -> Bot:
    def fail(seen: View) -> Action:
        raise ZeroDivisionError(f"{seen.hand}")

    return fail


def cheating(_: Random) -> Bot:
    return lambda seen: "capot NT"


@pytest.mark.parametrize(("bot", "failure"), [(broken, "bot-failed, ZeroDivisionError"), (cheating, "bot-illegal")])
def test_for_a_bot_that_fails_the_first_legal_action_is_played(
    bot: object, failure: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(BOTS, "bad", bot)
    seen = first_view("belote")
    assert asyncio.run(Workers(0).choose("bad", 1, seen)) == BotChoice(str(seen.legal[0]), failure)
    (record,) = caplog.records
    assert record.getMessage() == f"the bot bad had no answer in a game of belote:ffb: {failure}"


@pytest.mark.parametrize("size", [0, 1])
def test_a_hint_is_what_the_best_bot_thinks(size: int) -> None:
    async def ask() -> Advice | None:
        workers = Workers(size, seconds=None)
        advice = await workers.advise(7, last_view("sueca"))
        await workers.stop()
        return advice

    assert asyncio.run(ask()) == advise(7, last_view("sueca"))


def test_a_hint_that_fails_is_none(caplog: pytest.LogCaptureFixture) -> None:
    nobody = last_view("sueca")._replace(seat=None)
    assert asyncio.run(Workers(0).advise(1, nobody)) is None
    (record,) = caplog.records
    assert record.getMessage() == "there was no hint in a game of sueca:standard: Illegal"


class Busy(Worker):
    """A process that keeps what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Any, ...]] = []

    async def run(self, *question: Any, **_: Any) -> Any:
        self.asked.append(question)
        self.waiting += 1
        await asyncio.sleep(0)
        self.waiting -= 1
        return BotChoice("pass")


def test_the_more_wait_the_shorter_each_of_them_thinks_and_who_does_not_think_goes_elsewhere() -> None:
    thinkers, quick = [Busy(), Busy()], Busy()

    async def ask() -> None:
        workers, seen = Workers(0), first_view("belote")
        workers._thinkers, workers._quick, workers._to_think = [*thinkers], [quick], FairQueue(2)
        bots = ["sampling:5"] * 4 + ["simple"] * 3 + ["sampling:5"] * 2
        await asyncio.gather(*(workers.choose(bot, 1, seen) for bot in bots))
        await workers.choose("simple", 1, seen)

    asyncio.run(ask())
    first, second, *others = sorted((each[-1] for thinker in thinkers for each in thinker.asked), reverse=True)
    assert first == second == SECONDS
    assert len(others) == 4
    assert SECONDS * 2 / 6 <= min(others) <= max(others) <= SECONDS * 2 / 5
    assert [question[1] for question in quick.asked] == ["simple"] * 4


def test_one_address_with_many_questions_holds_up_no_other() -> None:
    thinker, answered = Busy(), list[str]()

    async def ask() -> None:
        workers, seen = Workers(0), first_view("belote")
        workers._thinkers = [thinker]

        async def choose_for(owner: str) -> None:
            await workers.choose("sampling:5", 1, seen, owner)
            answered.append(owner)

        owners = ["stranger"] * 50 + ["other", "another"]
        await asyncio.gather(*map(choose_for, owners))

    asyncio.run(ask())
    assert answered[:5] == ["stranger", "stranger", "other", "another", "stranger"]
    _, stranger, other, another, *_ = [question[-1] for question in thinker.asked]
    assert stranger < SECONDS / 100, "the stranger's questions share the stranger's part"
    assert min(other, another) >= SECONDS / 3, "those of the others have all of theirs"


def test_one_address_with_many_texts_does_not_have_others_refused() -> None:
    async def judge() -> tuple[list[bytes | BaseException], bytes]:
        workers = Workers(0)
        judging = [workers.judge("nonsense", "deal", None, "en", "stranger") for _ in range(MOST_JUDGED)]
        strangers = asyncio.gather(*judging, return_exceptions=True)
        await asyncio.sleep(0)  # all places are taken
        own = await workers.judge("nonsense", "deal", None, "en", "other")
        answers = await strangers
        await workers.stop()
        return answers, own

    answers, own = asyncio.run(judge())
    *others, last = answers
    assert isinstance(last, Invalid)
    assert last.finding.code == "too-busy"
    assert set(others) == {own}


def test_a_process_that_dies_is_replaced_and_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> list[BotChoice]:
        workers, seen = Workers(1), first_view("coinche")
        await workers.start()
        (worker,) = workers._quick
        answers = []
        for _ in range(2):
            os.kill(await worker.run(os.getpid), signal.SIGKILL)
            answers += await asyncio.gather(*(workers.choose("simple", 1, seen) for _ in range(5)))
        await workers.stop()
        return answers

    with caplog.at_level(logging.ERROR):
        answers = asyncio.run(ask())
    assert set(answers) == {choose("simple", 1, first_view("coinche"))}
    assert [record.getMessage() for record in caplog.records] == ["a worker process died and is replaced"] * 2


def test_a_question_that_kills_every_process_is_given_up() -> None:
    async def ask() -> tuple[str, BotChoice]:
        workers, seen = Workers(1), first_view("euchre")
        (worker,) = workers._thinkers
        try:
            await worker.run(os._exit, 1)
            outcome = "answered"
        except Exception as error:
            outcome = type(error).__name__
        choice = await workers.choose("simple", 1, seen)
        await workers.stop()
        return outcome, choice

    outcome, choice = asyncio.run(ask())
    assert outcome == "BrokenProcessPool"
    assert choice.failure == ""


@pytest.mark.parametrize("size", [0, 1])
@pytest.mark.parametrize("name", ["1.belote", "nonsense"])
def test_games_are_judged_as_by_the_command(
    size: int, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = sorted(GAME.glob("*.belote"))
    text = paths[0].read_text(encoding="utf-8") if name == "1.belote" else "nonsense in a line"
    (tmp_path / "game").write_text(text, encoding="utf-8")

    async def judge() -> bytes:
        workers = Workers(size)
        judgements = await workers.judge(text, "deal", None, "fr")
        await workers.stop()
        return judgements

    command.run(["--json", "--lang", "fr", str(tmp_path / "game")])
    expected = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert json.loads(asyncio.run(judge())) == expected != []


@pytest.mark.parametrize("size", [0, 1])
def test_too_many_games_are_refused(size: int) -> None:
    async def judge(games: int) -> bytes:
        workers = Workers(size)
        try:
            return await workers.judge("{}\n" * games, "deal", None, "en")
        finally:
            await workers.stop()

    assert len(json.loads(asyncio.run(judge(MOST_GAMES)))) == MOST_GAMES
    with pytest.raises(Invalid, match=f"At most {MOST_GAMES} games"):
        asyncio.run(judge(MOST_GAMES + 1))


@pytest.mark.parametrize("size", [0, 1])
def test_too_many_texts_at_a_time_are_refused(size: int) -> None:
    async def judge() -> list[bytes | BaseException]:
        workers = Workers(size)
        texts = [workers.judge("nonsense", "deal", None, "en") for _ in range(MOST_JUDGED + 2)]
        answers = await asyncio.gather(*texts, return_exceptions=True)
        answers.append(await workers.judge("nonsense", "deal", None, "en"))
        await workers.stop()
        return answers

    *judged, one, other, later = asyncio.run(judge())
    assert set(judged) == {later}
    for refused in (one, other):
        assert isinstance(refused, Invalid)
        assert refused.finding.code == "too-busy"


def be_busy(begun: Path) -> None:
    begun.touch()
    time.sleep(3600)


def test_the_end_waits_for_no_answer(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    async def ask() -> tuple[object, ...]:
        workers, seen = Workers(1), first_view("coinche")
        await workers.start()
        processes = [workers._judge, workers._analyst, *workers._quick, *workers._thinkers]
        begun = [tmp_path / str(number) for number in range(len(processes))]
        busy = [asyncio.create_task(worker.run(be_busy, path)) for worker, path in zip(processes, begun, strict=True)]
        waiting = asyncio.gather(
            *busy, workers.judge("x", "deal", None, "en"), workers.choose("simple", 1, seen), return_exceptions=True
        )
        await until(lambda: all(path.exists() for path in begun[:-1]), "those that are warm to be busy")
        async with asyncio.timeout(PATIENCE):
            await workers.stop()
            return tuple(await waiting)

    *_, judged, chosen = asyncio.run(ask())
    assert isinstance(judged, Invalid)
    assert judged.finding.code == "shutdown"
    assert chosen == BotChoice(str(first_view("coinche").legal[0]), "the process died")
    assert multiprocessing.active_children() == []
    assert "replaced" not in caplog.text
