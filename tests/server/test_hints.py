"""Hints over real sockets: for programs, and for people at the text port."""

import asyncio

import pytest
from network import Client, LineClient, Opener, TextClient, WebSocketClient, clients, serving, sit_down

from overtrick.protocol import incoming, outgoing


async def my_turn(player: Client) -> int:
    """Play the first deals until the player has a choice in the middle of one; gives the number of the event."""
    while True:
        await player.play(until=outgoing.Acted)
        message = player.got[-1]
        if isinstance(message, outgoing.Acted) and len(message.legal) > 1 and message.phase is None:
            return message.n


@pytest.mark.parametrize("kind", [WebSocketClient.open, LineClient.open], ids=["websocket", "lines"])
def test_a_program_gets_a_hint_with_its_reasons(kind: Opener) -> None:
    async def ask() -> tuple[tuple[str, ...], outgoing.Hinted]:
        async with serving() as server, clients(server, kind) as players:
            (player,) = players
            await sit_down(players, "sueca", incoming.Options(bot_delay=0, private=True), bots="simple")
            while True:
                n = await my_turn(player)
                acted = player.got[-1]
                assert isinstance(acted, outgoing.Acted)
                await player.send(incoming.Hint(id=f"hint {n}", at=n))
                hint = await player.wait_for(outgoing.Hinted)
                assert hint.id == f"hint {n}"
                assert hint.action in acted.legal
                if hint.options:  # else it does not matter what is played
                    return acted.legal, hint

    legal, hint = asyncio.run(ask())
    assert hint.worlds > 0
    assert hint.action == hint.options[0].action
    assert {option.action for option in hint.options} <= {*legal}
    assert all(0 <= option.wins <= 1 for option in hint.options)


def test_who_plays_with_others_gets_none() -> None:
    async def ask() -> outgoing.Refused:
        async with serving() as server, clients(server, WebSocketClient.open, LineClient.open) as players:
            await sit_down(players, "sueca")
            await players[0].send(incoming.AddBot())
            for player in players:
                await player.send(incoming.Ready(deal=1))
            dealt = await players[0].wait_for(outgoing.Dealt)
            await players[0].send(incoming.Hint(id="h", at=dealt.n))
            return await players[0].wait_for(outgoing.Refused)

    refused = asyncio.run(ask())
    assert (refused.code, refused.id) == ("hint-among-others", "h")
    assert refused.text == "There are hints only where all other players are bots."


@pytest.mark.parametrize(
    ("language", "prompt", "command", "word"),
    [("en", "Your card> ", "hint", "Hint: "), ("fr", "Votre carte> ", "conseil", "Conseil : ")],
)
def test_a_person_at_the_text_port_reads_it(language: str, prompt: str, command: str, word: str) -> None:
    async def ask() -> str:
        async with serving(language=language) as server:
            person = await TextClient.open(server)
            for line in ("new sueca private", "bot simple"):
                person.type(line)
            await person.wait_for(prompt)
            person.type(command)
            await person.wait_for(word)
            await person.close()
            return person.shown

    assert asyncio.run(ask()).rpartition(word)[2][0] in "AKQJRDVT0123456789"
