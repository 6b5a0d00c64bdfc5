"""Clients of a server behind a proxy that speaks TLS."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from certificates import self_signed
from channels import address_of, connection
from lengths import first
from network import serving
from programs import program
from wires import wire_to

from overtrick.client.address import Address
from overtrick.core.errors import Invalid


def test_a_certificate_that_is_trusted_lets_people_and_bots_in(tmp_path: Path) -> None:
    certificate, context = self_signed(tmp_path)

    async def talk() -> None:
        async with serving() as server, wire_to(server.port, context) as wire:
            address = f"wss://localhost:{wire.address.port}"
            async with (
                program("join", address, "--name", "Zoé", "--game", "sueca", SSL_CERT_FILE=str(certificate)) as person,
                program("bots", address, "3", "--game", "sueca", SSL_CERT_FILE=str(certificate)) as bots,
            ):
                await bots.wait_for(f"Bots at {address}")
                await person.wait_for("Your card> ")
                person.type("quit")
                assert await person.end() == 0

    asyncio.run(talk())


@pytest.mark.parametrize("command", first(1, [("join",), ("bots", "1")]))
def test_a_certificate_that_nobody_vouches_for_is_refused_in_a_sentence(command: list[str], tmp_path: Path) -> None:
    _, context = self_signed(tmp_path)

    async def talk() -> None:
        async with serving() as server, wire_to(server.port, context) as wire:
            address = f"wss://localhost:{wire.address.port}"
            name, *rest = command
            async with program(name, address, *rest) as client:
                assert await client.end() == 2
            (line,) = client.shown.splitlines()
            assert f"The certificate of the server at {address} cannot be trusted: self" in line

    asyncio.run(talk())


def test_a_server_that_speaks_no_tls_is_refused_in_a_sentence() -> None:
    async def talk() -> None:
        async with serving() as server:
            with pytest.raises(Invalid) as error:
                async with connection(Address("127.0.0.1", address_of(server).port, tls=True)):
                    pass
            assert error.value.finding.code == "unreachable"
            assert "TLS" in error.value.told("en")

    asyncio.run(talk())
