"""The Belote referee of INFO0004-2: it reads a deal trick by trick, and writes the scores or what is wrong."""

from __future__ import annotations

import io
import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

if find_spec("overtrick") is None:  # a bare clone, with nothing installed
    sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from overtrick import Judgement, judge_lines


def game(in_: TextIO, out: TextIO, err: TextIO) -> bool:
    """Whether a whole deal without a provable fault was read; each score is written before the next line is read."""
    for item in judge_lines(in_, "player", form="belote"):
        if isinstance(item, Judgement):
            print(f"Error: {_sentence(item)}", file=err, flush=True)
            break
        print(*item.scores, item.winner, file=out, flush=True)
        if item.final is not None:
            print(*item.final, file=out, flush=True)
            return True
    return False


def _sentence(judgement: Judgement) -> str:
    finding = judgement.finding
    assert finding is not None, "a deal that is in order ends with the scores of its last trick"
    sentence = finding.message() if judgement.fault else f"line {finding.line}: {finding.message()}"
    return sentence.encode("ascii", "backslashreplace").decode()  # it may quote the input, and any stream can take it


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # Windows has none
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the end is quiet when nobody reads the output any more
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(0 if game(sys.stdin, sys.stdout, sys.stderr) else 1)
