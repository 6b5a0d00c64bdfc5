"""What the tests of all briefs share: loading their modules, and running their programs from a bare clone."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

BRIEFS = Path(__file__).parents[2] / "briefs"

Load = Callable[..., list[ModuleType]]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def load_brief() -> Iterator[Load]:
    """Import modules from a brief's folder; they are forgotten afterwards, as other briefs may have the same names."""
    loaded: list[str] = []
    with pytest.MonkeyPatch.context() as patch:

        def load(folder: str, *names: str) -> list[ModuleType]:
            loaded.extend(path.stem for path in (BRIEFS / folder).glob("*.py"))
            patch.syspath_prepend(str(BRIEFS / folder))
            return [import_module(name) for name in names]

        yield load
    for name in loaded:
        sys.modules.pop(name, None)


@pytest.fixture
def run_bare(tmp_path: Path) -> Run:
    """Run a brief's program in another folder, with an interpreter that knows no installed packages."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def run(*words: str, stdin: str = "", encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-S", *words],
            input=stdin,
            cwd=tmp_path,
            env={**environment, "PYTHONIOENCODING": encoding},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    assert run("-c", "import overtrick").returncode != 0
    return run
