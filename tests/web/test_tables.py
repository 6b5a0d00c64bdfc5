"""Several people at one table, each with a browser of his own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from overtrick.formats import jsonl
from overtrick.referee.judging import judge
from scripts.browsing import PageServer, Player, Visitor

Visit = Callable[..., Visitor]
Sit = Callable[..., Player]


def named(name: str) -> dict[str, object]:
    return {"name": name, "bot": "simple", "options": {"bot_delay": 0}}


@pytest.fixture
def pair(visitor: Visit) -> tuple[Player, Player]:
    """Two people, and two bots, at a private table that the second has found by its link."""
    first, second = visitor(settings=named("Ana")), visitor(settings=named("Rui"))
    first.press("web.lobby.friends")
    link = first.page.get_by_label(first.say("web.share.link"), exact=True).input_value()
    second.page.goto(link)
    second.press("web.invite.sit")
    expect(first.page.locator('[data-seat="3"]')).to_contain_text("Rui")
    first.press("web.waiting.fill")
    return Player(first), Player(second, seed=2)


def play_together(players: tuple[Player, Player]) -> None:
    """Let those on the seats 1 and 3 play a deal."""
    main = players[0].page.locator("main[data-state]")
    main.and_(players[0].page.locator('[data-state="play"]')).wait_for()
    while players[0].state == "play":
        turn = main.get_attribute("data-turn")
        for each in players if turn in ("1", "3") else ():
            if each.can_act():
                each.act()


def talk(somebody: Player, text: str) -> None:
    somebody.page.get_by_label(somebody.visitor.say("web.table.say")).fill(text)
    somebody.visitor.press("web.table.send")


def test_two_play_a_deal_at_a_private_table(pair: tuple[Player, Player]) -> None:
    play_together(pair)
    for each in pair:
        expect(each.page.locator('[data-verdict="proved"]')).to_be_visible()
        each.page.locator("[data-next]").click()
    for each in pair:
        expect(each.page.locator('main[data-state="play"]')).to_be_visible()


def test_they_talk_and_what_is_said_is_no_markup(pair: tuple[Player, Player]) -> None:
    first, second = pair
    talk(first, "<b>well</b> <img src=x onerror=alert(1)>")
    log = second.page.locator("[data-log]")
    expect(log).to_contain_text("Ana: <b>well</b> <img src=x onerror=alert(1)>")
    assert log.locator("b, img").count() == 0


def test_who_goes_and_comes_back_has_his_seat(pair: tuple[Player, Player]) -> None:
    first, second = pair
    second.wait_for_cards()
    second.page.goto("about:blank")
    expect(first.page.locator("[data-log]")).to_contain_text(first.visitor.say("session.gone", player="Rui"))
    second.visitor.open()
    expect(first.page.locator("[data-log]")).to_contain_text(first.visitor.say("session.back", player="Rui"))
    expect(second.page.locator('main[data-state="play"]')).to_be_visible()
    assert second.hand()


def test_a_proposal_is_answered_by_the_other(pair: tuple[Player, Player]) -> None:
    proposer, other = who_acts_first(pair)
    proposer.visitor.press("web.table.take-back")
    other.visitor.press("web.table.yes")
    expect(other.page.locator("[data-log]")).to_contain_text(other.visitor.say("session.taken-back"))


def who_acts_first(pair: tuple[Player, Player]) -> tuple[Player, Player]:
    """Let one of both act once: that one, and the other one."""
    while True:
        for each, other in (pair, pair[::-1]):
            if each.can_act():
                each.act()
                return each, other


def test_a_seat_moves_to_another_device_once(player: Sit, visitor: Visit) -> None:
    old = player("sueca")
    old.wait_for_cards()
    old.visitor.press("web.table.menu")
    old.visitor.press("web.table.move")
    link = old.page.get_by_label(old.visitor.say("web.share.link"), exact=True).input_value()
    hand = sorted(old.hand())
    new = Player(visitor())
    new.page.goto(link)
    new.wait_for_cards()
    assert sorted(new.hand()) == hand
    expect(old.page.locator("main")).to_contain_text(old.visitor.say("session.lobby.moved"))
    assert new.act()
    late = visitor()
    late.page.goto(link)
    expect(late.page.get_by_role("alert")).not_to_be_empty()
    expect(late.page.locator("[data-play]")).to_be_visible()
    old.visitor.open()
    expect(old.page.locator("[data-play]")).to_be_visible()


def test_somebody_looks_on_at_a_public_table(visitor: Visit) -> None:
    host, guest = Player(visitor(settings=named("Ana"))), visitor()
    host.visitor.press("web.lobby.public")
    host.visitor.press("web.waiting.fill")
    guest.press("web.tables.watch-whom", game="Belote", players="Ana")
    expect(guest.page.locator("main")).to_contain_text(guest.say("web.table.watching"))
    host.wait_for_cards()
    assert guest.page.locator("button[data-card], [data-action]").count() == 0
    guest.page.reload()
    expect(guest.page.locator("main")).to_contain_text(guest.say("web.table.watching"))


def test_no_address_has_a_token_and_the_deals_can_be_downloaded(player: Sit) -> None:
    somebody = player("sueca")
    somebody.play_deal()
    somebody.page.get_by_text(somebody.visitor.say("web.after.downloads")).click()
    with somebody.page.expect_download() as download:
        somebody.visitor.press("web.after.download", format="JSON Lines")
    (record,) = jsonl.loads(download.value.path().read_text(encoding="utf-8"))
    assert judge(record).status == "clean"
    token = somebody.page.evaluate("JSON.parse(localStorage.getItem('overtrick/seat')).token")
    assert len(token) > 10
    assert not [address for address in somebody.visitor.asked if token in address]


@pytest.fixture
def marvin(server: PageServer, tmp_path: Path) -> Iterator[None]:
    """A program that waits for challenges, to one seat at once."""
    words = ("1", "--challenges", "--bot", "simple", "--name", "Marvin", "--key", str(tmp_path / "key"))
    command = [sys.executable, "-X", "utf8", "-m", "overtrick", "bots", server.url.removeprefix("http://"), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"Waiting for challenges")
    yield
    process.terminate()
    process.communicate()


@pytest.mark.usefixtures("marvin")
def test_a_program_that_waits_for_challenges_is_invited_to_a_seat(visitor: Visit) -> None:
    somebody = visitor(settings=named("Ana"))
    page = somebody.page
    somebody.press("web.lobby.friends")
    page.get_by_label(somebody.say("web.lobby.level"), exact=True).select_option(label="Marvin")
    expect(page.get_by_role("button", name=somebody.say("web.waiting.fill"))).to_have_count(0)
    page.get_by_role("button", name=somebody.say("web.waiting.add-bot", seat=2)).click()
    expect(page.locator('[data-seat="2"]')).to_contain_text("Marvin")
    page.get_by_role("button", name=somebody.say("web.waiting.add-bot", seat=4)).click()
    why = somebody.say("session.declined.busy")
    expect(page.get_by_text(somebody.say("session.declined", name="Marvin", seat=4, why=why))).to_be_visible()
