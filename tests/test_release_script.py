"""A release writes down its version and its news, and finds what is wrong with a wheel."""

import zipfile
from datetime import date
from pathlib import Path

import pytest

from scripts.release import differences, faults, new_changelog, new_project

CHANGELOG = "# Changelog\n\n## Unreleased\n\n- News.\n\n## 0.1.0 (2026-01-02)\n\n- Old.\n"


def test_the_news_become_those_of_the_version() -> None:
    told = new_changelog(CHANGELOG, "0.2.0", date(2026, 3, 4))
    assert told.splitlines()[2:7] == ["## Unreleased", "", "## 0.2.0 (2026-03-04)", "", "- News."]
    assert told.endswith("## 0.1.0 (2026-01-02)\n\n- Old.\n")


@pytest.mark.parametrize(
    ("changelog", "version"),
    [(CHANGELOG, "0.1.0"), ("# Changelog\n", "0.2.0"), (CHANGELOG.replace("- News.\n", ""), "0.2.0")],
)
def test_a_version_twice_or_without_news_is_refused(changelog: str, version: str) -> None:
    with pytest.raises(SystemExit, match=r"CHANGELOG\.md has"):
        new_changelog(changelog, version, date(2026, 3, 4))


def test_only_the_version_of_the_project_changes() -> None:
    project = '[project]\nversion = "0.1.0"\n[tool.other]\nversion = "9"\n'
    assert new_project(project, "1.2.3rc1") == project.replace("0.1.0", "1.2.3rc1")
    with pytest.raises(SystemExit, match="no version"):
        new_project(project, "v2")


def wheel_of(folder: Path, name: str, files: list[str]) -> Path:
    with zipfile.ZipFile(folder / name, "w") as archive:
        for file in files:
            archive.writestr(file, "")
    return folder / name


def test_a_wheel_must_be_whole_pure_and_nothing_else(tmp_path: Path) -> None:
    whole = ["overtrick/py.typed", "overtrick/server/page/index.html", "overtrick/texts/en.json"]
    good = wheel_of(tmp_path, "overtrick-1-py3-none-any.whl", [*whole, "overtrick-1.dist-info/METADATA"])
    assert faults(good) == []
    bad = wheel_of(tmp_path, "overtrick-1-cp311-linux_x86_64.whl", [*whole[1:], "tests/test_x.py"])
    assert len(faults(bad)) == 3
    assert differences([good], [bad]) == [good.name]
    assert differences([good], [good]) == []
