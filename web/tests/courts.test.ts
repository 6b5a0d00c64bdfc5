import { expect, it } from "vitest";
import { courtAddress } from "../src/cards/courts";
import { SUITS } from "../src/words/cards";

it("each court has a picture of its own, and no other card has one", () => {
  const of = (ranks: string) => [...ranks].flatMap((rank) => SUITS.map((suit) => courtAddress(rank + suit)));
  const courts = of("KQJ");
  expect(courts.every((address) => address?.endsWith(".svg"))).toBe(true);
  expect(new Set(courts).size).toBe(12);
  expect(of("AT98765432").every((address) => address === undefined)).toBe(true);
});
