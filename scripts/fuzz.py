"""Coverage-guided fuzzing: whatever bytes come in, only our own errors come out.

    make fuzz            a million inputs for each reader
    python -m scripts.fuzz READER [--runs N]

Needs atheris (`pip install 'overtrick[fuzz]'`). Each input is random, or a mutation of a sample.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["overtrick"]):
    from overtrick import Card, OvertrickError, Position, find_game, jsonl, judge, parse_deal
    from overtrick.deal.record import Record
    from overtrick.formats.record_format import Located
    from overtrick.games.belote import belote_text
    from overtrick.games.bridge import gib, handviewer, lin, pbn, rbn, usebio
    from overtrick.games.bridge.machines import bri, dge, dlm, dup
    from overtrick.games.euchre import egn
    from overtrick.games.sueca import sueca_file
    from overtrick.texts import LANGUAGES
    from scripts.samples import BELOTE, DEAL, EGN, LIN, PBN, RBN, RECORD, SUECA

OTHERS = (handviewer, usebio, gib, bri, dge, dup, dlm)
"""the formats of Bridge besides PBN, LIN and RBN"""


def read_belote(text: str) -> None:
    """The Belote text: what is read can be written and read again."""
    record = belote_text.loads(text)
    assert belote_text.loads(belote_text.dumps(record)) == record


def read_sueca(text: str) -> None:
    """The Sueca file, likewise."""
    record = sueca_file.loads(text)
    assert sueca_file.loads(sueca_file.dumps(record)) == record


def read_jsonl(text: str) -> None:
    """JSON records, likewise."""
    records = jsonl.loads(text)
    assert jsonl.loads(jsonl.dumps(records)) == records


def read_pbn(text: str) -> None:
    """PBN, likewise; what is written once does not change when it is written again, and can be converted."""
    _read_games(text, pbn.games, pbn.loads, pbn.dumps)
    lin.loads(lin.dumps(pbn.loads(text)))


def read_lin(text: str) -> None:
    """LIN, likewise."""
    _read_games(text, lin.games, lin.loads, lin.dumps)
    pbn.loads(pbn.dumps(lin.loads(text)))


def read_rbn(text: str) -> None:
    """RBN, likewise."""
    _read_games(text, rbn.games, rbn.loads, rbn.dumps)
    pbn.loads(pbn.dumps(rbn.loads(text)))


def read_others(text: str) -> None:
    """The other formats of Bridge: what is read can be written, and is then read again."""
    for form in OTHERS:
        read = [game.record for game in form.games(text) if game.record is not None]
        for record in read:
            with suppress(OvertrickError):
                written = form.dumps([record])
                assert form.dumps(form.loads(written)) == written


def read_egn(text: str) -> None:
    """EGN: what is read can be written, and is then read again."""
    read = [game.record for game in egn.games(text) if game.record is not None]
    written = egn.dumps(read)
    assert egn.dumps([game.record for game in egn.games(written) if game.record is not None]) == written


def _read_games(
    text: str,
    games: Callable[[str], Iterable[Located]],
    loads: Callable[[str], list[Record]],
    dumps: Callable[[Iterable[Record]], str],
) -> None:
    located = list(games(text))
    assert all((game.record or game.finding) and game.line for game in located)
    told = [finding for game in located for finding in (game.finding, *game.warnings) if finding is not None]
    assert all(finding.line and finding.column and finding.message() for finding in told)
    assert all(len(game.cards) == len(game.record.plays) for game in located if game.record)
    assert all(len(game.calls) == len(game.record.auction) for game in located if game.record)
    records = loads(text)
    written = dumps(records)
    assert loads(written) == records
    assert dumps(loads(written)) == written
    assert jsonl.loads(jsonl.dumps(records)) == records


def judge_text(text: str) -> None:
    """A judgement of anything, in each language."""
    games = (None, find_game("coinche"), find_game("sueca"), find_game("euchre"), find_game("bridge"))
    judgement = judge(text, game=games[len(text) % len(games)])
    for language in LANGUAGES:
        json.dumps(judgement.as_json(language), ensure_ascii=False).encode()


def read_values(text: str) -> None:
    """The small notations."""
    parsers: tuple[Callable[[str], object], ...] = (Card, parse_deal, Position.parse, find_game)
    for parse in parsers:
        try:
            parse(text)
        except OvertrickError as error:
            str(error)


READERS: Mapping[str, tuple[Callable[[str], None], tuple[str, ...]]] = {
    "belote": (read_belote, (BELOTE,)),
    "sueca": (read_sueca, (SUECA, "Trump Card: " + SUECA)),
    "jsonl": (read_jsonl, (RECORD,)),
    "pbn": (read_pbn, (PBN, PBN.partition("\n\n")[0], PBN.partition("\n\n")[2])),
    "lin": (read_lin, (LIN, LIN[LIN.index("qx|c2") :])),
    "rbn": (read_rbn, (RBN, RBN[RBN.index("B 7") :])),
    "others": (read_others, tuple(form.dumps(pbn.loads(PBN)[:1]) for form in OTHERS)),
    "egn": (read_egn, (EGN,)),
    "judge": (judge_text, (BELOTE, SUECA, RECORD)),
    "values": (read_values, ("Ah", "10h", "Ace of Hearts", DEAL, f"belote:pagat H N {DEAL} Ah 7h", "coinche:ffb")),
}


def main() -> None:
    """Fuzz one reader; any exception but ours stops the run with the input that raised it."""
    parser = argparse.ArgumentParser(description="Fuzz a reader.")
    parser.add_argument("reader", choices=READERS)
    parser.add_argument("--runs", type=int, default=1_000_000)
    options = parser.parse_args()
    read, samples = READERS[options.reader]

    def one_input(data: bytes) -> None:
        try:
            read(data.decode("utf-8", "replace"))
        except OvertrickError as error:
            str(error)

    with tempfile.TemporaryDirectory() as corpus:
        for number, sample in enumerate(samples):
            Path(corpus, str(number)).write_text(sample, encoding="utf-8")
        atheris.Setup([sys.argv[0], corpus, f"-runs={options.runs}", "-max_len=2000", "-verbosity=1"], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
