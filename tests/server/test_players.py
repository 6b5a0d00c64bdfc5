"""What is known of players: ratings by matches that count once, their pages, and nothing of who is forgotten."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from threading import Event, Thread
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from patience import PATIENCE
from strategies import examples

from overtrick.core.errors import OvertrickError
from overtrick.server.store.opening import open_store
from overtrick.server.store.players import SCHEMA, Book
from overtrick.server.store.rating import BEGINNER, Rating, rated
from overtrick.server.store.store import Store
from overtrick.table.accounts import RatedMatch, RatedSeat
from overtrick.table.output import Kept, Output

FOUR = tuple(RatedSeat(player, player.title(), False) for player in ("ann", "bob", "cid", "dan"))
ratings = st.builds(Rating, st.floats(0, 50), st.floats(1, 9))


def match(n: int = 1, table: str = "t", **changes: object) -> RatedMatch:
    usual = RatedMatch(table, n, "sueca", "sueca:standard", "won", 1, (4, 1), None, False, FOUR, 1000.0 + n)
    return usual._replace(**changes)  # type: ignore[arg-type]


def submit(store: Store, output: Output) -> OvertrickError | None:
    settled, failures = Event(), []

    def done(failure: OvertrickError | None) -> None:
        failures.append(failure)
        settled.set()

    store.submit(output, done)
    assert settled.wait(PATIENCE)
    return failures[0]


def end(store: Store, *matches: RatedMatch) -> OvertrickError | None:
    """Store matches with the entries by which they ended."""
    output = Output([Kept(match.table, match.n, b"ended") for match in matches])
    output.matches += matches
    return submit(store, output)


def points(store: Store, game: str = "sueca") -> dict[str, int]:
    return {each.player: each.rating.rating for each in store.ask_players(lambda book: book.best(game))}


def test_who_wins_gains_what_who_loses_loses(db: str) -> None:
    with closing(open_store(db)) as store:
        assert end(store, match()) is None
        found = points(store)
        assert found["ann"] == found["cid"] > 1500 > found["bob"] == found["dan"]
        page = store.ask_players(lambda book: book.player("bob"))
        assert page is not None
        assert (page.name, page.is_bot, [each.matches for each in page.ratings]) == ("Bob", False, [1])
        (played,) = page.matches
        assert (played.table, played.game, played.winner, played.totals) == ("t", "sueca:standard", 1, (4, 1))
        assert [seat.rating for seat in played.seats] == [1500] * 4
        assert 1500 + played.seats[1].change == found["bob"]
    with closing(open_store(db)) as store:  # it is still there
        assert points(store) == found


def test_a_match_whose_entry_is_not_stored_does_not_count(db: str) -> None:
    with closing(open_store(db)) as store:
        assert end(store, match()) is None
        before = points(store)
        again = end(store, match())  # its entry would be the second one with this number
        assert again is not None
        assert again.finding.code == "store-gap"
        assert points(store) == before


def test_results_of_several_processes_follow_each_other(postgres: Any) -> None:
    """As many wins at once count as much as one after the other."""
    db, number = postgres.fresh(), 8
    with closing(open_store(db)) as here, closing(open_store(db)) as there:
        stores = [here, there]
        threads = [Thread(target=end, args=(stores[n % 2], match(table=f"t{n}"))) for n in range(number)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        found = points(here)
        page = there.ask_players(lambda book: book.player("ann"))
        assert page is not None
        assert len(page.matches) == page.ratings[0].matches == number
    expected = [BEGINNER] * 4
    for _ in range(number):
        expected = rated(expected, 2)
    assert [found[who.player] for who in FOUR] == [round(each.points) for each in expected]


def test_a_player_is_forgotten(db: str) -> None:
    with closing(open_store(db)) as store:
        end(store, match())
        store.forget_player("ann")
        assert store.ask_players(lambda book: book.player("ann")) is None
        assert "ann" not in points(store)
        page = store.ask_players(lambda book: book.player("bob"))
        assert page is not None
        assert [seat.name for seat in page.matches[0].seats] == ["", "Bob", "Cid", "Dan"]
        end(store, match(2))
        assert store.ask_players(lambda book: book.player("ann")) is not None  # who plays on begins anew
        store.forget_player("nobody")


def test_who_leaves_loses_alone(db: str) -> None:
    with closing(open_store(db)) as store:
        end(store, match(why="gone", winner=None, quitter=3))
        found = points(store)
        assert found["cid"] < 1500
        assert [found[player] for player in ("ann", "bob", "dan")] == [1500] * 3


def test_a_bot_on_three_seats_has_one_rating() -> None:
    bot = RatedSeat("simple", "Simple", True)
    with closing(open_store(None)) as store:
        end(store, match(seats=(FOUR[0], bot, bot, bot)))
        listed = store.ask_players(lambda book: book.best("sueca"))
        assert [each.player for each in listed] == ["ann", "simple"]
        assert [each.rating.matches for each in listed] == [1, 1]
        assert [each.player for each in store.ask_players(lambda book: book.best("sueca", is_bot=True))] == ["simple"]
        assert [each.player for each in store.ask_players(lambda book: book.best("sueca", is_bot=False))] == ["ann"]


def test_a_program_stays_one_and_a_private_table_has_no_name() -> None:
    program = RatedSeat("ann", "Ann", True)
    with closing(open_store(None)) as store:
        end(store, match(seats=(program, *FOUR[1:])))
        end(store, match(2, private=True))
        page = store.ask_players(lambda book: book.player("ann"))
        assert page is not None
        assert page.is_bot
        assert [each.table for each in page.matches] == ["", "t"]


def test_games_have_ratings_of_their_own() -> None:
    with closing(open_store(None)) as store:
        end(store, match(), match(2, game="whist", winner=2))
        assert points(store)["ann"] > 1500 > points(store, "whist")["ann"]
        assert points(store, "bridge") == {}


def test_of_many_matches_only_those_of_a_player_are_looked_at() -> None:
    plans = list[str]()

    def run(statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        plans.extend(plan for *_, plan in database.execute(f"EXPLAIN QUERY PLAN {statement}", values))
        return database.execute(statement, values).fetchall()

    with closing(sqlite3.connect(":memory:")) as database:
        for statement in SCHEMA:
            database.execute(statement)
        book = Book(run)
        book.rate_all([match(), match(2)])
        page = book.player("ann")
        book.forget("ann")
    assert page is not None
    assert [each.ended for each in page.matches] == [1002.0, 1001.0]
    assert not [plan for plan in plans if plan.startswith("SCAN")]


@given(st.tuples(ratings, ratings, ratings, ratings), st.sampled_from([None, 1, 2]))
@examples(30)
def test_winners_do_not_lose_points(before: tuple[Rating, ...], loser: int | None) -> None:
    after = rated(before, loser)
    for seat, (old, new) in enumerate(zip(before, after, strict=True), 1):
        side = 1 if seat % 2 else 2
        if loser is not None:
            assert new.mean <= old.mean if side == loser else new.mean >= old.mean
        assert new.doubt > 0


def test_a_file_of_an_earlier_version_gets_what_is_missing(tmp_path: object) -> None:
    import sqlite3

    path = f"{tmp_path}/old.db"
    open_store(path).close()
    with closing(sqlite3.connect(path)) as old:
        for table in ("player", "rating", "result", "result_seat"):
            old.execute(f"DROP TABLE {table}")
    with closing(open_store(path)) as store:
        end(store, match())
        assert len(points(store)) == 4
