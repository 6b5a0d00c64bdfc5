"""What a browser loads, as it was built."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from overtrick.server.page import FOLDER

MOST = 250_000
"""bytes, compressed"""
COURTS = re.compile(r"^[kqjKQJ]|court|king|queen|jack", re.IGNORECASE)


def compressed(files: list[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes())) for path in files)


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the page is not built: make web")
def test_the_page_is_small() -> None:
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    courts = [path for path in files if path.suffix == ".svg" and COURTS.match(path.name)]
    assert len(courts) == 12
    assert compressed([path for path in files if path not in courts]) < MOST
