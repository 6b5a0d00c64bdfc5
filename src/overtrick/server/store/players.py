"""The players whom a server knows again: their ratings, and the matches that counted.

Nobody is stored before a match of theirs has counted. The statements are those that SQLite and PostgreSQL both know.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import mean
from threading import Lock
from typing import Any, Final, TypeVar

from overtrick.core.seats import SEATS
from overtrick.protocol.players import MatchInfo, MatchSeat, PlayerInfo, PlayerPage, RatingInfo
from overtrick.server.store.rating import BEGINNER, Rating, rated
from overtrick.table.accounts import RatedMatch

SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS player (id TEXT PRIMARY KEY, name TEXT NOT NULL, is_bot INTEGER NOT NULL)",
    """
    CREATE TABLE IF NOT EXISTS rating (
        player TEXT NOT NULL,
        game TEXT NOT NULL,
        mean DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL,
        matches INTEGER NOT NULL,
        PRIMARY KEY (player, game)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS result (
        table_id TEXT NOT NULL,
        n INTEGER NOT NULL,
        rules TEXT NOT NULL,
        game TEXT NOT NULL,
        ended DOUBLE PRECISION NOT NULL,
        why TEXT NOT NULL,
        loser INTEGER NOT NULL,
        total_1 INTEGER NOT NULL,
        total_2 INTEGER NOT NULL,
        is_private INTEGER NOT NULL,
        PRIMARY KEY (table_id, n)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS result_seat (
        table_id TEXT NOT NULL,
        n INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        name TEXT NOT NULL,
        is_bot INTEGER NOT NULL,
        before DOUBLE PRECISION NOT NULL,
        after DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (table_id, n, seat)
    )
    """,
    "CREATE INDEX IF NOT EXISTS rating_game ON rating (game)",
    "CREATE INDEX IF NOT EXISTS result_seat_player ON result_seat (player)",
)
MOST_LISTED: Final = 100
"""players of a list"""
MOST_TOLD: Final = 50
"""matches of a player, the last ones"""

Run = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]
"""runs a statement with its values, and gives the rows"""
Asked = TypeVar("Asked")


class Book:
    """What is known of players, as of one transaction."""

    def __init__(self, run: Run) -> None:
        self._run = run

    # What changes it

    def rate_all(self, matches: Iterable[RatedMatch]) -> None:
        """Let matches count, in order."""
        for match in matches:
            self._rate(match)

    def _rate(self, match: RatedMatch) -> None:
        before = [self._rating(seat.player, match.game) for seat in match.seats]
        after = rated(before, match.loser)
        if match.quitter is not None:
            after = [new if seat == match.quitter else old for seat, old, new in zip(SEATS, before, after, strict=True)]
        self._run(
            "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(match.table, match.n, match.rules, match.game, match.ended, match.why),
                *(match.loser or 0, *match.totals, int(match.private)),
            ),
        )
        of_player: defaultdict[str, list[Rating]] = defaultdict(list)
        for seat, (who, old, new) in enumerate(zip(match.seats, before, after, strict=True), 1):
            of_player[who.player].append(new)
            self._run(
                "INSERT INTO result_seat VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (match.table, match.n, seat, who.player, who.name, int(who.is_bot), old.points, new.points),
            )
            self._run(
                "INSERT INTO player VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE "
                "SET name = excluded.name, is_bot = CASE WHEN player.is_bot = 1 THEN 1 ELSE excluded.is_bot END",
                (who.player, who.name, int(who.is_bot)),
            )
        for player, ratings in of_player.items():  # a bot can have several seats: it gets what they have on average
            self._run(
                "INSERT INTO rating VALUES (?, ?, ?, ?, 1) ON CONFLICT (player, game) DO UPDATE "
                "SET mean = excluded.mean, deviation = excluded.deviation, matches = rating.matches + 1",
                (player, match.game, mean(each.mean for each in ratings), mean(each.deviation for each in ratings)),
            )

    def forget(self, player: str) -> None:
        """Know nothing of a player any more; in matches of others they have no name."""
        self._run("DELETE FROM rating WHERE player = ?", (player,))
        self._run("DELETE FROM player WHERE id = ?", (player,))
        self._run("UPDATE result_seat SET player = '', name = '' WHERE player = ?", (player,))

    # What is asked

    def _rating(self, player: str, game: str) -> Rating:
        found = self._run("SELECT mean, deviation FROM rating WHERE player = ? AND game = ?", (player, game))
        return Rating(*found[0]) if found else BEGINNER

    def games(self) -> tuple[str, ...]:
        """The games in which there are ratings."""
        return tuple(game for (game,) in self._run("SELECT DISTINCT game FROM rating ORDER BY game", ()))

    def best(self, game: str, is_bot: bool | None = None) -> tuple[PlayerInfo, ...]:
        """The players of a game, first those who are surely good; or only the bots among them, or only the people."""
        rows = self._run(
            "SELECT id, name, is_bot, mean, deviation, matches FROM rating JOIN player ON id = player "
            "WHERE game = ? AND is_bot BETWEEN ? AND ? ORDER BY mean - 2 * deviation DESC, id LIMIT ?",
            (game, int(is_bot or False), int(is_bot is not False), MOST_LISTED),
        )
        return tuple(
            PlayerInfo(id_, name, bool(is_bot), _info(game, Rating(average, deviation), matches))
            for id_, name, is_bot, average, deviation, matches in rows
        )

    def player(self, player: str) -> PlayerPage | None:
        """What is known of a player; None if nothing is."""
        found = self._run("SELECT name, is_bot FROM player WHERE id = ?", (player,))
        if not found:
            return None
        ((name, is_bot),) = found
        ratings = self._run(
            "SELECT game, mean, deviation, matches FROM rating WHERE player = ? ORDER BY matches DESC, game", (player,)
        )
        return PlayerPage(
            player,
            name,
            bool(is_bot),
            tuple(_info(game, Rating(average, deviation), matches) for game, average, deviation, matches in ratings),
            tuple(self._matches(player)),
        )

    def _matches(self, player: str) -> list[MatchInfo]:
        rows = self._run(
            "SELECT table_id, n, rules, ended, why, loser, total_1, total_2, is_private FROM result "
            "WHERE (table_id, n) IN (SELECT table_id, n FROM result_seat WHERE player = ?) "
            "ORDER BY ended DESC, table_id, n DESC LIMIT ?",
            (player, MOST_TOLD),
        )
        return [
            MatchInfo(
                "" if is_private else table,
                rules,
                ended,
                why,
                3 - loser if loser else None,
                (total_1, total_2),
                self._seats(table, n),
            )
            for table, n, rules, ended, why, loser, total_1, total_2, is_private in rows
        ]

    def _seats(self, table: str, n: int) -> tuple[MatchSeat, ...]:
        rows = self._run(
            "SELECT player, name, is_bot, before, after FROM result_seat WHERE table_id = ? AND n = ? ORDER BY seat",
            (table, n),
        )
        return tuple(
            MatchSeat(player, name, bool(is_bot), round(before), round(after - before))
            for player, name, is_bot, before, after in rows
        )


class BookInMemory:
    """A book that ends with its process, for any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._database: sqlite3.Connection | None = None

    def do(self, what: Callable[[Book], Asked]) -> Asked:
        """Ask or change the book."""
        with self._lock:
            if self._database is None:
                self._database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
                for statement in SCHEMA:
                    self._database.execute(statement)
            database = self._database
            return what(Book(lambda statement, values: database.execute(statement, values).fetchall()))


def _info(game: str, rating: Rating, matches: int) -> RatingInfo:
    return RatingInfo(game, round(rating.points), round(rating.doubt), matches)
