"""A bot that does what its first argument says, as soon as it is asked for an action; its second is a file for its id.

python bad_bot.py FAULT [FILE]
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import time
from typing import Any

FOR_EVER = 3600
LINES = {
    "not-json": b"Ah\n",
    "empty": b"\n",
    "list": b'["action"]\n',
    "number": b"17\n",
    "nul": b'{"type":"action","id":1,"action":"\0"}\n',
    "bytes": b'{"type":"action","id":1,"action":"\xff"}\n',
    "utf-16": '{"type":"action","id":1,"action":"Ah"}\n'.encode("utf-16"),
    "deep": b"[" * 9000 + b"\n",
    "digits": b'{"type":"action","id":' + b"9" * 5000 + b"}\n",
    "long": b" " * 1_000_000 + b"\n",
    "long-without-end": b"x" * 20_000,
    "other-type": b'{"type":"hello","id":1,"action":"Ah"}\n',
    "other-id": b'{"type":"action","id":2,"action":"Ah"}\n',
    "true-id": b'{"type":"action","id":true,"action":"Ah"}\n',
    "no-id": b'{"type":"action","action":"Ah"}\n',
    "no-action": b'{"type":"action","id":1}\n',
    "action-object": b'{"type":"action","id":1,"action":{}}\n',
    "half-letter": b'{"type":"action","id":1,"action":"\\ud800"}\n',
    "illegal": b'{"type":"action","id":1,"action":"2c"}\n',
    "spelling": b'{"type":"action","id":1,"action":"PASS"}\n',
}
HELLO = b'{"type":"hello","v":1,"games":["belote"]}\n'
HELLOS = {
    "hello-garbage": b"hello\n",
    "hello-version": b'{"type":"hello","v":2,"games":["belote"]}\n',
    "hello-games": b'{"type":"hello","v":1,"games":[1]}\n',
}


def write(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def answer(message: dict[str, Any]) -> None:
    write(json.dumps({"type": "action", "id": message["id"], "action": message["legal"][0]}).encode() + b"\n")


def fail(fault: str, message: dict[str, Any]) -> None:
    if fault in LINES:
        write(LINES[fault])
    elif fault == "crash":
        os._exit(3)
    elif fault == "raise":
        raise RuntimeError("no idea")
    elif fault == "close":
        os.close(1)
    elif fault == "twice":
        answer(message)
        answer(message)
    elif fault == "third" and message["id"] < 3:
        answer(message)
    elif fault == "third":
        os._exit(1)
    elif fault == "asleep":
        time.sleep(FOR_EVER)
    elif fault == "grandchild":
        os.system("sleep 3600")
    elif fault == "children":
        file = os.open(sys.argv[2], os.O_RDONLY)
        fcntl.flock(file, fcntl.LOCK_SH)  # as long as the child runs
        subprocess.Popen(["sleep", "3600"], stdout=subprocess.DEVNULL, pass_fds=[file])
        answer(message)
    elif fault == "orphan":
        os.system("sleep 3600 &")
        os._exit(0)


def main(fault: str) -> None:
    if fault == "silent":
        time.sleep(FOR_EVER)
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "hello":
            write(HELLOS.get(fault, HELLO))
            if fault == "deaf":
                time.sleep(FOR_EVER)
        elif message["type"] == "view":
            fail(fault, message)
    if fault == "stays":
        time.sleep(FOR_EVER)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        with open(sys.argv[2], "a", encoding="utf-8") as file:
            print(os.getpid(), file=file)
    main(sys.argv[1])
