"""Settings of all tests, and of property tests.

A play of a deal has so many parts that Hypothesis shrinks it for minutes, so that it only does so when asked:
`pytest --hypothesis-profile=shrink`. Tests marked `long` are those of `make test-long`, and there each property test
runs again, with three times the examples.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterator
from itertools import count
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, is_hypothesis_test, settings

if TYPE_CHECKING:
    from scripts.postgres import Postgres

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell; programs under test inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads of tests that run side by side would wait for each other

settings.register_profile("shrink", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "quick", settings.get_profile("shrink"), max_examples=30, phases=[Phase.explicit, Phase.reuse, Phase.generate]
)
settings.register_profile("long", settings.get_profile("quick"), max_examples=100)
settings.load_profile("quick")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for all tests of a process."""
    pytest.importorskip("psycopg", reason="there is nothing that speaks to PostgreSQL: make setup")
    from scripts.postgres import Postgres, installed

    package = installed()
    if package is None:
        pytest.skip("there are no programs of PostgreSQL for tests: make setup")
    server = Postgres(package)
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgres"], scope="session")
def new_db(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    """Gives databases, as `--db` names them: a test that wants them runs once for each engine.

    There is nothing in them, and what was in the one before may be gone.
    """
    if request.param == "postgres":
        fresh: Callable[[], str] = request.getfixturevalue("postgres").fresh
        return fresh
    folder = tmp_path_factory.mktemp("files")
    files = (str(folder / f"tables{number}.db") for number in count())
    return lambda: next(files)


@pytest.fixture
def db(new_db: Callable[[], str]) -> str:
    """One of them."""
    return new_db()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What needs a browser comes first, as it takes longest; in the long run, property tests are long ones."""
    items.sort(key=lambda item: "web" not in item.path.parts)
    if config.getoption("--hypothesis-profile") != "long":
        return
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker("long")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What is skipped for want of something that make provides is a failure where everything has to be there."""
    report = yield
    if os.environ.get("CI") and report.skipped and isinstance(report.longrepr, tuple) and "make " in report.longrepr[2]:
        report.outcome, report.longrepr = "failed", report.longrepr[2]
    return report
