"""A bot for Overtrick in a few lines, without anything but Python: docs/bots.md tells what the messages mean."""

import json
import sys

GAMES = ["belote", "bridge", "coinche", "euchre", "hokm", "jass", "klaverjas", "spades", "sueca", "tarneeb", "whist"]
RANKS = "23456789TJQKA"


def choose(view: dict) -> str:
    """Pass where that may be done; lead high, follow low."""
    legal = view["legal"]
    if view["phase"] != "play":
        return "pass" if "pass" in legal else legal[0]
    cards = [action for action in legal if action not in view["actions"]]  # the others are words, such as belote
    if not cards:  # all are played, and only a word is left to be said
        return legal[0]
    cards.sort(key=lambda card: RANKS.index(card[0]))
    return cards[0] if view["trick"] else cards[-1]


def say(message: dict) -> None:
    """Send a message at once."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "v": 1, "games": GAMES})
    elif message["type"] == "view":
        say({"type": "action", "id": message["id"], "action": choose(message)})
    elif message["type"] == "bye":
        break
