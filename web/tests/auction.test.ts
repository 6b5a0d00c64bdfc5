/** What auction boxes show, and where calls stand in the table of an auction. */
import { describe, expect, test } from "vitest";
import type { DealInfo } from "../src/net/messages";
import { type Deal, dealOf } from "../src/state/deal";
import { callRows, seatsInOrder } from "../src/table/auction/history";
import { bidOf, highestBid, isLadder, nextOffer, NO_OFFER, strainsOf, valuesOf } from "../src/table/auction/offer";
import { declarationsOf } from "../src/table/declarations";

function dealWith(changes: Partial<DealInfo>): Deal {
  return dealOf({ deal: 1, dealer: 4, phase: "auction", sizes: [8, 8, 8, 8], ...changes });
}

const SUITS = ["S", "H", "D", "C"];
const coinche = (values: string[]) => values.flatMap((value) => SUITS.map((suit) => `${value} ${suit}`));

describe("an offer", () => {
  test("has a pass before anything is known", () => {
    expect(nextOffer(NO_OFFER, dealWith({}))).toEqual({ deal: 1, words: ["pass"], bids: [] });
  });

  test("of a turned-up card goes on to naming, and stays while others call", () => {
    const first = nextOffer(NO_OFFER, dealWith({ legal: ["pass", "take"] }));
    expect(first).toEqual({ deal: 1, words: ["pass", "take"], bids: [] });
    expect(nextOffer(first, dealWith({ calls: ["pass"] }))).toEqual(first);
    const second = nextOffer(first, dealWith({ legal: ["pass", "name S", "name D", "name C"] }));
    expect(second).toEqual({ deal: 1, words: ["pass"], bids: ["name S", "name D", "name C"] });
    expect(isLadder(second.bids)).toBe(false);
    expect(strainsOf(second.bids)).toEqual(SUITS);
    expect(nextOffer(second, dealWith({ deal: 2 }))).toEqual({ deal: 2, words: ["pass"], bids: [] });
  });

  test("of a ladder keeps what it has shown", () => {
    const first = nextOffer(NO_OFFER, dealWith({ legal: ["pass", ...coinche(["80", "90", "100", "capot"])] }));
    expect(first.words).toEqual(["pass", "coinche"]);
    expect(valuesOf(first.bids)).toEqual(["80", "90", "100", "capot"]);
    const calls = ["90 H"];
    const waiting = nextOffer(first, dealWith({ calls, out_of_turn: ["coinche 2"] }));
    expect(waiting).toEqual({ ...first, words: ["pass", "coinche 2"] });
    const later = nextOffer(waiting, dealWith({ calls, legal: ["pass", "coinche", ...coinche(["100", "capot"])] }));
    expect(later).toEqual({ ...first, words: ["pass", "coinche"] });
    const again = nextOffer(later, dealWith({ deal: 2 }));
    expect(again).toEqual({ ...first, deal: 2 });
  });

  test("is a ladder from the first bid on", () => {
    const offer = nextOffer(NO_OFFER, dealWith({ calls: ["80 H"], out_of_turn: ["coinche 2"] }));
    expect(offer).toEqual({ deal: 1, words: ["pass", "coinche 2"], bids: ["80 H"] });
    expect(isLadder(offer.bids)).toBe(true);
  });

  test("knows values from the calls of others", () => {
    const offer = nextOffer(NO_OFFER, dealWith({ calls: ["90 H"], legal: ["pass", ...coinche(["100", "110"])] }));
    expect(valuesOf(offer.bids)).toEqual(["90", "100", "110"]);
  });

  test("has a pass where a dealer may not", () => {
    const legal = ["call S", "call S alone", "call D", "call D alone"];
    const offer = nextOffer(NO_OFFER, dealWith({ legal }));
    expect(offer.words).toEqual(["pass"]);
    expect(SUITS.map((suit) => bidOf("call", suit, offer.bids, true)).filter((bid) => legal.includes(bid))).toEqual([
      "call S alone",
      "call D alone",
    ]);
  });

  test("of levels is a whole box", () => {
    const { bids, words } = nextOffer(NO_OFFER, dealWith({ legal: ["pass", "3S", "3NT", "4C"], calls: ["3H"] }));
    expect(words).toEqual(["pass", "X"]);
    expect(valuesOf(bids)).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
    expect(strainsOf(bids)).toEqual(["C", "D", "H", "S", "NT"]);
    expect(bidOf("4", "C", bids)).toBe("4C");
  });
});

test.each([
  [[], [], null],
  [["pass", "pass"], [1, 2], null],
  [["pass", "90 H", "coinche 4", "pass"], [1, 2, 4, 1], { bid: "90 H", seat: 2 }],
  [["1C", "1S", "X"], [4, 1, 2], { bid: "1S", seat: 1 }],
])("the highest bid of %j", (calls, callers, bid) => {
  expect(highestBid(dealWith({ calls, callers }))).toEqual(bid);
});

describe("the table of an auction", () => {
  test("begins after the dealer, or in the north", () => {
    expect(seatsInOrder(2, false)).toEqual([3, 4, 1, 2]);
    expect(seatsInOrder(4, false)).toEqual([1, 2, 3, 4]);
    expect(seatsInOrder(2, true)).toEqual([1, 2, 3, 4]);
  });

  test.each([
    [["1C", "pass", "1S"], [3, 4, 1], [[null, null, "1C", "pass"], ["1S", null, null, null]]],
    [["80 H", "coinche 4", "pass"], [1, 4, 1], [["80 H", null, null, "coinche 4"], ["pass", null, null, null]]],
    [["80 H", "pass", "coinche 2"], [1, 2, 2], [["80 H", "pass", null, null], [null, "coinche 2", null, null]]],
    [[], [], []],
  ])("has %j below who called", (calls, callers, rows) => {
    expect(callRows({ calls, callers }, [1, 2, 3, 4])).toEqual(rows);
  });
});

test("declarations are told by seat", () => {
  const declared: Deal["declared"] = [[1, "tierce"], [2, "cinquante"], [1, "carré"]];
  const shown: Deal["shown"] = [[1, ["Ah", "Kh", "Qh"]], [1, ["Js", "Jh", "Jd", "Jc"]]];
  expect(declarationsOf({ declared, shown })).toEqual([
    { seat: 1, names: ["tierce", "carré"], cards: ["Ah", "Kh", "Qh", "Js", "Jh", "Jd", "Jc"] },
    { seat: 2, names: ["cinquante"], cards: [] },
  ]);
});
