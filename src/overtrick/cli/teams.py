"""`overtrick teams`: a team match of Bridge programs, the same boards in two rooms."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from overtrick import texts
from overtrick.arena.standings import standings
from overtrick.arena.teams import TeamBoard, TeamMatch, team_boards
from overtrick.cli.files import check_writable, read_games, write_safely
from overtrick.cli.options import LEFT_OUT, Parser, positive, random_seed
from overtrick.cli.serve import port_number
from overtrick.cli.standings import standings_lines
from overtrick.client.address import Address
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Side
from overtrick.deal.record import Record
from overtrick.engine.dealing import deals
from overtrick.formats import jsonl
from overtrick.formats.catalogue import FORMATS
from overtrick.formats.record_format import Located
from overtrick.protocol.table_manager import PORT, SIDES, managed_game

if TYPE_CHECKING:
    from overtrick.server.ports.table_manager import RoomPort
    from overtrick.server.server import Server

USUAL: Final = 16
"""boards of a match that is dealt from a seed"""


def run(arguments: Sequence[str]) -> int:
    """Let two teams play, and tell who won."""
    parser = Parser(
        "teams",
        "Let two teams of programs play the same boards in two rooms, each with a port of the Table Manager "
        "protocol, and tell what each board brought in IMPs. docs/table-manager.md tells how programs sit down.",
    )
    parser.value("file", "FILE", "the boards, in any format with hands; without one they are dealt", nargs="?")
    parser.seed()
    parser.value("--boards", "N", "how many boards (all of the file, or 16)", type=positive)
    parser.value("--host", "ADDRESS", "where to listen (this machine only)", default="127.0.0.1")
    parser.value("--port", "PORT", "of the open room (2000); 0: any", type=port_number, default=PORT)
    parser.value("--closed-port", "PORT", "of the closed room (2001)", type=port_number, default=PORT + 1)
    parser.value("--web", "PORT", "for people, who come with a browser and the code of their room", type=port_number)
    parser.value("--output", "FILE", "where the match is written as PBN, also one that was broken off")
    parser.lang("of the result")
    options = parser.parse_args(arguments)
    if options.file is not None and options.seed is not None:
        parser.error("a file and --seed are two sources of boards")
    if options.output is not None:
        check_writable(options.output)
    boards = _boards(options)
    from overtrick.server.server import ServerSettings, serve

    settings = ServerSettings(
        host=options.host,
        port=options.web,
        text_host=options.host,
        text_port=None,
        table_manager_port=options.port,
        closed_room_port=options.closed_port,
        decks=tuple(board.deck for board in boards),
        language=options.lang,
        has_players=False,
        daily=False,
    )
    played: list[TeamMatch] = []
    serve(settings, partial(_tell, language=options.lang), partial(_play, boards, played))
    match = played[0]
    if options.output is not None:
        write_safely(options.output, FORMATS["pbn"].dumps(match.records()))
    print(*_lines(match, options.lang), sep="\n")
    return 0 if match.is_complete else LEFT_OUT


def _boards(options: argparse.Namespace) -> list[TeamBoard]:
    """The boards of the file, or those of a seed."""
    game = managed_game()
    if options.file is not None:
        found = list(islice(read_games(options.file), options.boards))
        if options.boards is not None and len(found) < options.boards:
            raise Invalid("too-few-boards", count=len(found), boards=options.boards)
        return team_boards(game, found)
    seed = random_seed("teams", options.lang, "deal.seed") if options.seed is None else options.seed
    dealt = islice(deals(game, None, seed), options.boards or USUAL)
    return team_boards(game, [Located(round_.record()) for round_ in dealt])


def _tell(server: Server, language: str) -> None:
    """Tell where the programs of both rooms connect, and how people get there."""
    for room, port, key in zip(server.rooms, server.room_ports, ("open", "closed"), strict=True):
        address = Address(server.settings.text_host, port)
        print(texts.say(language, f"teams.{key}", address=str(address), code=room.prepared.code), flush=True)
    if server.settings.port is not None:
        web = Address(server.settings.host, server.port)
        print(texts.say(language, "serve.open", address=f"http://{web}"), flush=True)


async def _play(boards: Sequence[TeamBoard], played: list[TeamMatch], server: Server) -> None:
    """Wait until both rooms are done, or somebody ends it; `played` gets what was played until then."""
    opened, closed = server.rooms
    try:
        await asyncio.gather(opened.prepared.closed.wait(), closed.prepared.closed.wait())
    finally:
        rooms = (_records(server, opened), _records(server, closed))
        numbers = tuple(board.number for board in boards)
        played.append(TeamMatch((_team(opened, Side.ONE), _team(opened, Side.TWO)), numbers, rooms))


def _records(server: Server, room: RoomPort) -> list[Record]:
    return [record for kept in server.records(room.prepared.table) for record in jsonl.loads(kept.line)]


def _team(room: RoomPort, side: Side) -> str:
    """The name of a team: that of its programs, or of those who sit there; where nobody does, that of the seats."""
    names = [name for seat in SEATS if seat.side is side and (name := room.table.state.chairs[seat].name)]
    return room.table.team_of(side) or " & ".join(names) or SIDES[side]


def _lines(match: TeamMatch, language: str) -> Iterator[str]:
    """What each board brought, and who won."""
    say = partial(texts.say, language)
    cells = [[say("teams.board"), say("teams.open-score"), say("teams.closed-score"), *match.teams]]
    for result in match.results:
        home = str(result.imps) if result.imps > 0 else ""
        visitors = str(-result.imps) if result.imps < 0 else ""
        cells.append([str(result.number), *map(str, result.scores), home, visitors])
    yield from texts.table_lines(cells)
    if match.results:
        yield ""
        yield from standings_lines(standings([match.records()], "vp").rows, language)
