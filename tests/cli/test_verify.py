"""`overtrick verify`: verdicts, exit codes, languages, and inputs that cannot be read."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from overtrick.cli import main
from overtrick.formats import jsonl

Capture = pytest.CaptureFixture[str]

DATA = Path(__file__).parents[1] / "data"
DEAL = "table 5ca1ab1e0ddba115, deal 1"
PROVED = f"{DEAL}: proved: all were bound before the nonce of this transcript was opened"
BOTS = "  Had no part in the cards, as bots: 2, 4."


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A deal that is proved by a transcript."""
    monkeypatch.chdir(tmp_path)
    for name in ("fair.jsonl", "fair.transcript"):
        (tmp_path / name).write_bytes((DATA / name).read_bytes())
    return tmp_path


def test_a_transcript_proves_a_deal(capsys: Capture) -> None:
    assert main(["verify", "fair.jsonl", "--transcript", "fair.transcript"]) == 0
    assert capsys.readouterr() == (f"fair.jsonl:1: {PROVED}\n{BOTS}\n", "")


def test_without_a_transcript_nothing_is_proved(capsys: Capture) -> None:
    assert main(["verify", "fair.jsonl"]) == 0
    assert "consistent, not proved" in capsys.readouterr().out


@pytest.mark.parametrize(("language", "word"), [("en", "wrong"), ("fr", "faux"), ("pt", "errado")])
def test_what_is_wrong_is_told_in_three_languages(language: str, word: str, folder: Path, capsys: Capture) -> None:
    text = (folder / "fair.jsonl").read_text(encoding="utf-8")
    (folder / "two.jsonl").write_text(text + text.replace('"secret":"0001', '"secret":"0002'), encoding="utf-8")
    assert main(["verify", "two.jsonl", "--transcript", "fair.transcript", "--lang", language]) == 1
    first, _, second, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("two.jsonl:1: ")
    assert second.startswith("two.jsonl:2: ")
    assert second.endswith(f" 1: {word}")
    assert len(others) > 2


def test_json_has_codes_and_sentences(folder: Path, capsys: Capture) -> None:
    records = jsonl.loads((folder / "fair.jsonl").read_text(encoding="utf-8"))
    (folder / "bare.jsonl").write_text(jsonl.dumps([records[0]._replace(fair=None)]), encoding="utf-8")
    assert main(["verify", "fair.jsonl", "bare.jsonl", "--json", "--transcript", "fair.transcript"]) == 1
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {
            "place": "fair.jsonl:1",
            "table": "5ca1ab1e0ddba115",
            "deal": 1,
            "verdict": "proved",
            "findings": [],
            "notes": [{"code": "fair-bots", "message": "Had no part in the cards, as bots: 2, 4."}],
        },
        {
            "place": "bare.jsonl:1",
            "table": None,
            "deal": None,
            "verdict": "wrong",
            "findings": [
                {
                    "code": "no-fair-field",
                    "message": "The record does not tell where its cards come from: it has no field 'fair'.",
                }
            ],
            "notes": [],
        },
    ]


def test_records_that_cannot_be_read_are_invalid_and_the_others_are_verified(folder: Path, capsys: Capture) -> None:
    text = (folder / "fair.jsonl").read_text(encoding="utf-8")
    broken = text.replace('"deal":1,"commitment"', '"deal":"1","commitment"')
    (folder / "mixed.jsonl").write_text("{\n" + broken + text, encoding="utf-8")
    assert main(["verify", "mixed.jsonl"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[1] for line in lines if line.startswith("mixed")] == ["1", "2", "3"]
    assert lines[0] == "mixed.jsonl:1: invalid"
    assert lines[3] == "  The field 'fair.deal' is \"1\", but the number of a deal was expected."


def test_records_of_other_formats_do_not_tell(capsys: Capture) -> None:
    assert main(["verify", str(DATA / "games.lin")]) == 1
    assert "it has no field 'fair'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("\n{}\n", "bad.transcript:2: This is not a line of a transcript"),
        ("{\n{}\n", "bad.transcript:1: This line is not a JSON object"),
        (None, "overtrick verify: bad.transcript cannot be read: No such file or directory."),
    ],
)
def test_a_transcript_that_cannot_be_read_is_told_with_its_place(
    text: str | None, error: str, folder: Path, capsys: Capture
) -> None:
    if text is not None:
        (folder / "bad.transcript").write_text(text, encoding="utf-8")
    assert main(["verify", "fair.jsonl", "--transcript", "bad.transcript"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(error)


@pytest.mark.parametrize("arguments", [["nothing.jsonl"], ["fair.transcript"]])
def test_files_without_records_are_refused(arguments: list[str], capsys: Capture) -> None:
    assert main(["verify", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out + err


def test_nothing_of_the_network_is_loaded() -> None:
    code = (
        "import sys; from overtrick.cli import main; main(['verify', 'fair.jsonl', '--transcript', 'fair.transcript']);"
        "print(sorted({'msgspec', 'aiohttp', 'asyncio', 'overtrick.table'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout.splitlines()[-1] == "[]"
