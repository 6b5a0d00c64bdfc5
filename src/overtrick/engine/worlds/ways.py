"""All ways to put unseen cards into places: counted, and drawn from.

Which places a card may have is all that matters of it, so the cards fall into few classes. How many cards of each class
a place takes is a table; tables are counted by going through the classes with the room that is left as the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import factorial, prod
from random import Random

from overtrick.core.cards import Card, Cards
from overtrick.engine.worlds.places import PLACES, Known


class Ways:
    """All ways to put the unseen cards into places that agree with what is known; counted once, then drawn from."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._places = tuple(place for place, room in enumerate(known.room) if room)
        self._room = tuple(known.room[place] for place in self._places)
        classes: dict[tuple[bool, ...], list[Card]] = {}
        for card in Cards.from_mask(known.unseen):
            permitted = tuple(not known.barred[place] & card.bit for place in self._places)
            classes.setdefault(permitted, []).append(card)
        self._classes = sorted(classes.items(), key=lambda item: sum(item[0]))  # the least free first: fewer states
        self._counts: dict[tuple[int, tuple[int, ...]], int] = {}
        without = 0 if known.wanted is None else Ways(known.without_wanted()).count
        self.count: int = self._count(0, self._room) - without

    def _count(self, number: int, room: tuple[int, ...]) -> int:
        """In how many ways the classes from a number on fill the room that is left."""
        if number == len(self._classes):
            return int(not any(room))
        key = (number, room)
        if key not in self._counts:
            self._counts[key] = sum(
                ways * self._count(number + 1, left) for _, ways, left in self._choices(number, room)
            )
        return self._counts[key]

    def _choices(self, number: int, room: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
        """How many cards of a class each place can take, in how many ways that is done, and the room it leaves."""
        permitted, cards = self._classes[number]
        size = len(cards)
        most = [min(size, left) if may else 0 for may, left in zip(permitted, room, strict=True)]
        for taken in product(*(range(most_here + 1) for most_here in most[:-1])):
            last = size - sum(taken)
            if 0 <= last <= most[-1]:
                counts = (*taken, last)
                ways = factorial(size) // prod(map(factorial, counts))
                yield counts, ways, tuple(left - count for left, count in zip(room, counts, strict=True))

    def draw(self, rng: Random) -> list[int]:
        """The unseen cards of each place in one of the ways, each with the same chance, as masks; there must be one."""
        while True:
            places = self._draw(rng)
            wanted = self._known.wanted
            if wanted is None or places[wanted[0]] & wanted[1]:
                return places

    def _draw(self, rng: Random) -> list[int]:
        """The same, whatever is wanted."""
        places, room = [0] * len(PLACES), self._room
        for number, (_, cards) in enumerate(self._classes):
            target = rng.randrange(self._count(number, room))
            for counts, ways, left in self._choices(number, room):
                target -= ways * self._count(number + 1, left)
                if target < 0:
                    shuffled = rng.sample(cards, len(cards))
                    for place, count in zip(self._places, counts, strict=True):
                        places[place] |= sum(card.bit for card in shuffled[:count])
                        del shuffled[:count]
                    room = left
                    break
        return places
