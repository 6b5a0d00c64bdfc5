"""Nobody at a table can make the server start a program, or read a file."""

from pathlib import Path

import pytest
from halls import Hall, code

from overtrick.protocol import incoming
from overtrick.protocol.incoming import AddBot, Create, Options


@pytest.mark.parametrize("spelling", ["exec:touch {}", "exec: touch {}", "exec:sh -c 'touch {}'"])
def test_the_lobby_refuses_programs_and_starts_none(spelling: str, tmp_path: Path) -> None:
    file = tmp_path / "started"
    text = spelling.format(file)
    hall = Hall()
    hall.hello(1)
    attempts: list[incoming.Message] = [
        Create(game="sueca", bots=text),
        Create(game="sueca", options=Options(bot=text)),
    ]
    assert [code(hall.say(1, attempt)) for attempt in attempts] == ["no-programs"] * 2
    assert code(hall.say(1, Create(game="sueca"))) == ""
    assert code(hall.say(1, AddBot(bot=text))) == "no-programs"
    assert code(hall.say(1, AddBot(bot=text, seat=2))) == "no-programs"
    hall.wait(60)
    assert hall.thinking == []
    assert not file.exists()


@pytest.mark.parametrize("text", ["policy:{}", "policy:/etc/passwd", "policy:"])
def test_the_lobby_refuses_files_and_reads_none(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.bots.bot._file_bot", lambda *_: pytest.fail("it was read"))
    text = text.format(tmp_path / "a.npz")
    hall = Hall()
    hall.hello(1)
    assert code(hall.say(1, Create(game="sueca", bots=text))) == "no-files"
    assert code(hall.say(1, Create(game="sueca", options=Options(bot=text)))) == "no-files"
    assert code(hall.say(1, Create(game="sueca"))) == ""
    assert code(hall.say(1, AddBot(bot=text))) == "no-files"
    assert code(hall.say(1, AddBot(bot=text, seat=2))) == "no-files"
    hall.wait(60)
    assert hall.thinking == []


@pytest.mark.parametrize(
    "text", ["EXEC:true", " exec:true", "exec", "exec :true", "program", "POLICY:a.npz", " policy:a.npz", "policy"]
)
def test_other_spellings_are_no_bots(text: str) -> None:
    hall = Hall()
    hall.hello(1)
    assert code(hall.say(1, Create(game="sueca", bots=text))) in ("unknown-bot", "no-programs")
