"""The script that reads other people's files: what it counts, and what it says of them."""

from pathlib import Path

import pytest

from scripts.real_files import fared, files_of, main, report

GOOD = '[Deal "N:AK... - - -"]\n'
ODD = '[Dealer "up"]\n'
BAD = '[Auction "N"]\n1C 1Z\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "a/good.pbn": GOOD,
        "a/odd.pbn": ODD,
        "b/bad.PBN": BAD,
        "b/again.pbn": GOOD,
        "b/no.txt": BAD,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "b" / "empty.lin").write_bytes(b"")
    return tmp_path


def test_each_content_counts_once_and_only_files_of_records_do(folder: Path) -> None:
    found = [path.name for _, path, _ in files_of([folder], 1000)]
    assert sorted(found) == ["bad.PBN", "empty.lin", "good.pbn", "odd.pbn"]
    assert [path.name for _, path, _ in files_of([folder], 5)] == ["empty.lin"]


def test_a_warning_is_no_finding(folder: Path) -> None:
    by_name = {each.path.name: each for each in (fared(*one) for one in files_of([folder], 1000))}
    assert {name: (each.is_fine, len(each.found)) for name, each in by_name.items()} == {
        "good.pbn": (True, 0),
        "odd.pbn": (True, 1),
        "bad.PBN": (False, 1),
        "empty.lin": (True, 0),
    }
    text = "\n".join(report(list(by_name.values())))
    assert "2 of     3 files without a finding (66.7%)" in text
    assert "invalid not-a-call: 1 files, 1 times" in text


def test_the_script_lists_what_it_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["real_files", str(folder), "--list"])
    assert main() == 0
    out = capsys.readouterr().out
    assert "4 files of 2 origins" in out
    assert "bad.PBN:2: '1Z' is not a call" in out
