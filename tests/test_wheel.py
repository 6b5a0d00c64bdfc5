"""A wheel has the page in it, and serves it on a machine without Node.js."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest
from patience import PATIENCE

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is made of the source archive, as `python -m build` does it."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=5 * PATIENCE)
    (made,) = folder.glob("*.whl")
    return made


def test_it_serves_the_page_without_node(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PATH": "", "PYTHONSAFEPATH": "1"}
    command = [sys.executable, "-m", "overtrick", "serve", "--port", "0", "--text-port", "0", "--workers", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=environment, cwd=tmp_path) as server:
        try:
            assert server.stdout is not None
            address = re.findall(r"ready: (\S+),", server.stdout.readline())[0]
            with urlopen(address) as answer:
                page = answer.read().decode()
            scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page)
            assert scripts
            with urlopen(address + scripts[0]) as answer:
                assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
                assert len(answer.read()) > 10_000
        finally:
            server.kill()


def test_it_has_nothing_that_only_the_build_needs(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "overtrick/server/page/index.html" in names
    assert not [name for name in names if "node_modules" in name or name.endswith((".svelte", ".ts", "build.py"))]
