import { describe, expect, it } from "vitest";
import { CARD, pipsOf, SUIT_PATHS } from "../src/cards/shapes";
import { SUITS } from "../src/words/cards";

describe("the pips of a card", () => {
  it.each([..."23456789"].map((rank) => [rank, Number(rank)] as const).concat([["T", 10]]))(
    "are as many as its rank says: %s",
    (rank, count) => {
      const pips = pipsOf(rank);
      expect(pips).toHaveLength(count);
      expect(new Set(pips.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
    },
  );

  it.each([..."2345689T"])("look the same from both sides: %s", (rank) => {
    const places = pipsOf(rank).map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`);
    const turned = pipsOf(rank).map(({ x, y }) => `${(CARD.width - x).toFixed(3)} ${(CARD.height - y).toFixed(3)}`);
    expect(turned.sort()).toEqual(places.sort());
  });

  it("of a seven have the odd one in the upper half", () => {
    const middle = pipsOf("7").filter(({ x }) => x === CARD.width / 2);
    expect(middle).toHaveLength(1);
    expect(middle[0]?.y).toBeLessThan(CARD.height / 2);
  });

  it.each([..."AKQJ"])("are none where there is a picture: %s", (rank) => {
    expect(pipsOf(rank)).toEqual([]);
  });

  it("have a shape for each suit", () => {
    expect(Object.keys(SUIT_PATHS).sort()).toEqual([...SUITS].sort());
    expect(new Set(Object.values(SUIT_PATHS)).size).toBe(4);
  });
});
