"""The other people at a table, for those who type: quick words, whom one does not read, whom the host sends away."""

from __future__ import annotations

import pytest
from halls import Hall
from talk import Talker, settle

from overtrick.protocol import incoming


def friends() -> tuple[Hall, list[Talker]]:
    """Two who sit, in two languages, of whom the first is the host; and two who look on."""
    hall = Hall()
    talkers = [
        Talker(hall, client, language, name)
        for client, (language, name) in enumerate((("en", "Ana"), ("fr", "Rui"), ("en", "Eva"), ("pt", "Zoé")), 1)
    ]
    talkers[0].type("new sueca")
    settle(hall, talkers)
    for talker, command in zip(talkers[1:], ("sit", "watch", "watch"), strict=True):
        talker.type(f"{command} {hall.state.table}")
    settle(hall, talkers)
    return hall, talkers


def typed(line: str, who: int = 0) -> list[str]:
    """What everybody reads after a line that somebody types."""
    hall, talkers = friends()
    return after(hall, talkers, line, who)


def after(hall: Hall, talkers: list[Talker], line: str, who: int = 0) -> list[str]:
    lengths = [len(talker.screen) for talker in talkers]
    talkers[who].type(line)
    settle(hall, talkers)
    return [talker.screen[length:] for talker, length in zip(talkers, lengths, strict=True)]


@pytest.mark.parametrize("line", ["emote well-played", "emote Bien joué !", "gesto bem jogado!"])
def test_quick_words_are_typed_and_read_in_any_language(line: str) -> None:
    host, guest, *_ = typed(line)
    assert "[Ana] Well played!" in host
    assert "[Ana] Bien joué !" in guest


def test_other_words_are_refused_with_those_that_there_are() -> None:
    host, guest, *_ = typed("emote grumble")
    assert "hello good-luck well-played" in host
    assert guest == ""


def test_the_host_silences_and_sends_away() -> None:
    hall, talkers = friends()
    assert "L'hôte ne laisse plus Rui (2) parler." in after(hall, talkers, "silence 2")[1]
    assert "ne vous laisse pas parler" in after(hall, talkers, "dire bonjour", 1)[1]
    host, guest, *_ = after(hall, talkers, "kick 2")
    assert "The host has sent Rui (2) away." in host
    assert "Ana, l'hôte, vous a fait quitter la table." in guest


def test_who_is_not_the_host_may_not() -> None:
    assert "Seul l'hôte de la table peut faire cela : Ana." in typed("renvoyer 1", 1)[1]


def test_one_need_not_read_somebody() -> None:
    hall, talkers = friends()
    assert "You no longer read what Rui (2) says." in after(hall, talkers, "mute 2")[0]
    assert "bonjour" not in after(hall, talkers, "dire bonjour", 1)[0]
    assert "You read what Rui (2) says again." in after(hall, talkers, "mute 2")[0]
    assert "[Rui] salut" in after(hall, talkers, "dire salut", 1)[0]


def test_a_report_needs_a_seat_and_has_any_words() -> None:
    _, (host, *_) = friends()
    (report,), _ = host.session.enter("report 2 he is  rude")
    assert report == incoming.Report(id=report.id, seat=2, reason="he is rude")
    assert host.session.enter("report rude")[0] == []


def test_those_who_look_on_talk_among_themselves() -> None:
    host, guest, speaker, listener = typed("say who wins?", 2)
    assert (host, guest) == ("", "")
    assert "[Eva, looking on] who wins?" in speaker
    assert "[Eva, a ver] who wins?" in listener
