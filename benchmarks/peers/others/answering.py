"""How a module of this folder answers what it is asked by lines of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import process_time
from typing import Any


def answer(choose: Callable[[dict[str, Any]], str]) -> None:
    """Tell what is chosen and the CPU time that it took, until nobody asks any more."""
    for line in sys.stdin:
        asked = json.loads(line)
        start = process_time()
        action = choose(asked)
        print(json.dumps({"action": action, "seconds": process_time() - start}), flush=True)
