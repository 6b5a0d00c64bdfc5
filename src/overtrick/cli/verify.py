"""`overtrick verify`: where the cards of records come from, and whether anybody can have chosen them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from overtrick import texts
from overtrick.cli.files import read_games, read_lines
from overtrick.cli.options import Parser
from overtrick.cli.terminal import print_json
from overtrick.core.errors import Finding, Invalid
from overtrick.formats.record_format import Located
from overtrick.protocol.fair.transcript import Witnesses, read_transcript
from overtrick.protocol.fair.verification import Verdict, Verification, verify

EXIT_CODES: Final[dict[Verdict, int]] = {"proved": 0, "consistent": 0, "wrong": 1, "invalid": 2}


def run(arguments: Sequence[str]) -> int:
    """Verify the records of some files; the exit code is that of the worst one."""
    parser = Parser(
        "verify",
        "Verify where the cards of records come from. Exit code: 0 proved or consistent, 1 something is "
        "wrong with a deal, 2 invalid input.",
    )
    parser.value("paths", "RECORD", "files of records, or - for standard input", nargs="+")
    parser.value(
        "--transcript",
        "FILE",
        "what a client at the table sent and got, as overtrick join --transcript keeps it; without it a deal can "
        "be consistent, but not proved",
    )
    parser.flag("--json", "print one JSON object for each record")
    parser.lang("of the verdicts")
    options = parser.parse_args(arguments)
    try:
        transcript = None if options.transcript is None else read_transcript(read_lines(options.transcript))
    except Invalid as error:
        if error.finding.line is None:
            raise
        print(f"{options.transcript}:{error.finding.line}: {error.finding.message(options.lang)}", file=sys.stderr)
        return EXIT_CODES["invalid"]
    worst = 0
    for path in options.paths:
        for game in read_games(path):
            spot, verification = f"{path}:{game.line}", _verified(game, transcript)
            if options.json:
                print_json({"place": spot, **verification.as_json(options.lang)})
            else:
                print(*_lines(spot, verification, options.lang), sep="\n")
            worst = max(worst, EXIT_CODES[verification.verdict])
    return worst


def _verified(game: Located, transcript: Witnesses | None) -> Verification:
    if game.record is None:
        return Verification("invalid", (game.finding or Finding("empty"),))
    return verify(game.record, transcript)


def _lines(spot: str, verification: Verification, language: str) -> Iterator[str]:
    """The verdict, and below it all that is wrong, and who had no part."""
    say, fair = partial(texts.say, language), verification.fair
    deal = [say("verify.deal", table=fair.table, deal=fair.deal)] if fair is not None else []
    yield ": ".join([spot, *deal, say(f"verify.{verification.verdict}")])
    for finding in (*verification.findings, *verification.notes):
        yield f"  {finding.message(language)}"
