"""A release: the version and its news are written down, and `dist` gets archive, wheel and what they are made of.

    python -m scripts.release VERSION

Both are built twice, in folders of their own, and have to be the same to the byte; the wheel is for every system.
`dist` also gets a list of all that `overtrick[all]` brings (CycloneDX). Nothing is uploaded.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
UNRELEASED: Final = "## Unreleased\n"


def new_changelog(text: str, version: str, day: date) -> str:
    """The changelog in which the news are those of a version, and a next one has none yet."""
    if f"\n## {version} " in text:
        raise SystemExit(f"CHANGELOG.md has a version {version} already.")
    before, found, news = text.partition(UNRELEASED)
    if not found or not news.lstrip().startswith("-"):
        raise SystemExit(f"CHANGELOG.md has no news below '{UNRELEASED.strip()}'.")
    return f"{before}{UNRELEASED}\n## {version} ({day.isoformat()})\n{news}"


def new_project(text: str, version: str) -> str:
    """The project file with another version."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        raise SystemExit(f"'{version}' is no version such as 1.2.3 or 1.2.3rc1.")
    return re.sub(r'^version = ".*"$', f'version = "{version}"', text, count=1, flags=re.M)


def build(folder: Path) -> list[Path]:
    """Build archive and wheel."""
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return sorted(folder.iterdir())


def differences(first: list[Path], second: list[Path]) -> list[str]:
    """The names of files that are not the same."""
    return [one.name for one, other in zip(first, second, strict=True) if one.read_bytes() != other.read_bytes()]


def faults(wheel: Path) -> list[str]:
    """What is wrong with a wheel."""
    names = zipfile.ZipFile(wheel).namelist()
    needed = ["overtrick/py.typed", "overtrick/server/page/index.html", "overtrick/texts/en.json"]
    wrong = [f"{name} is missing" for name in needed if name not in names]
    wrong += [f"{name} does not belong there" for name in names if not name.startswith("overtrick")]
    return wrong if wheel.name.endswith("-py3-none-any.whl") else [*wrong, f"{wheel.name} is not for every system"]


def list_parts(wheel: Path, target: Path) -> None:
    """Write down all that the wheel brings with it."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", f"{wheel}[all]"], check=True)
        command = [
            sys.executable,
            "-m",
            "cyclonedx_py",
            "environment",
            "--output-reproducible",
            "-o",
            str(target),
            str(python),
        ]
        subprocess.run(command, check=True)


def main(version: str) -> None:
    """Make a release of the sources as they are."""
    project, changelog = ROOT / "pyproject.toml", ROOT / "CHANGELOG.md"
    told = new_changelog(changelog.read_text(encoding="utf-8"), version, datetime.now(UTC).date())
    project.write_text(new_project(project.read_text(encoding="utf-8"), version), encoding="utf-8")
    changelog.write_text(told, encoding="utf-8")
    target = ROOT / "dist"
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        made, again = build(target), build(Path(folder) / "again")
        if different := differences(made, again):
            raise SystemExit(f"Not the same when they are built again: {', '.join(different)}.")
    wheel = next(path for path in made if path.suffix == ".whl")
    if wrong := faults(wheel):
        raise SystemExit("; ".join(wrong))
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *map(str, made)], check=True)
    list_parts(wheel, target / f"overtrick-{version}.cdx.json")
    print("\n".join(["", *(f"dist/{path.name}" for path in sorted(target.iterdir()))]))
    print(f"Look at CHANGELOG.md, then: git commit -am 'release: {version}' && git tag v{version}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m scripts.release VERSION")
    main(sys.argv[1])
