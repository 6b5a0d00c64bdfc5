/** What auction boxes show, and where calls stand in the table of an auction. */
import { describe, expect, test } from "vitest";
import type { ActionInfo, DealInfo } from "../src/net/messages";
import type { Call } from "../src/state/actions";
import { type Deal, dealOf } from "../src/state/deal";
import { callRows, seatsInOrder } from "../src/table/auction/history";
import { bidOf, highestBid, isLadder, nextOffer, NO_OFFER, type Offer, strainsOf, valuesOf } from "../src/table/auction/offer";
import { declarationsOf } from "../src/table/declarations";
import { allOf, BELOTE, BRIDGE, COINCHE, EUCHRE, TARNEEB } from "./actions";

function dealWith(changes: Partial<DealInfo>): Deal {
  return dealOf({ deal: 1, dealer: 4, phase: "auction", sizes: [8, 8, 8, 8], ...changes });
}

const text = ({ text }: Call) => text;
const texts = ({ words, bids }: Offer) => ({ words: words.map(text), bids: bids.map(text) });
const bidding = (...values: string[]) => values.flatMap((value) => ["S", "H", "D", "C", "NT"].map((strain) => `${value} ${strain}`));

const LADDER = bidding("80", "90", "100", "110", "120", "130", "140", "capot", "generale");

/** Boxes of a game one after the other, while its deals go on. */
function boxes(parts: Record<string, ActionInfo>, ...deals: Partial<DealInfo>[]): Offer[] {
  let last = NO_OFFER;
  return deals.map((deal) => (last = nextOffer(last, dealWith({ actions: parts, ...deal }), allOf(parts))));
}

describe("an offer", () => {
  test("has its shape before anything is known", () => {
    expect(boxes(COINCHE, {}).map(texts)).toEqual([{ words: ["pass", "coinche"], bids: LADDER }]);
    expect(boxes(BELOTE, {}).map(texts)).toEqual([{ words: ["pass", "take"], bids: [] }]);
  });

  test("of a turned-up card goes on to naming, where no suit moves, and stays while others call", () => {
    const naming = ["name S", "name H", "name D", "name C", "name AT"];
    const [first, waiting, second, next] = boxes(
      BELOTE,
      { legal: ["pass", "take"] },
      { calls: ["pass"] },
      { legal: ["pass", "name S", "name D", "name C"] },
      { deal: 2 },
    ) as [Offer, Offer, Offer, Offer];
    expect(texts(first)).toEqual({ words: ["pass", "take"], bids: [] });
    expect(waiting).toEqual(first);
    expect(texts(second)).toEqual({ words: ["pass"], bids: naming });
    expect(isLadder(second.bids)).toBe(false);
    expect(texts(next)).toEqual(texts(first));
  });

  test("of numbers keeps all of them in their places, until trumps are to be named", () => {
    const numbers = ["pass", "7", "8", "9", "10"];
    const naming = ["name S", "name H", "name D", "name C"];
    const shown = boxes(
      TARNEEB,
      {},
      { legal: numbers },
      { calls: ["7"] },
      { calls: ["7", "8"], legal: ["pass", "9", "10"] },
      { calls: ["7", "8", "9", "pass", "pass", "pass"], legal: naming },
      { deal: 2 },
    ).map(texts);
    const all = { words: numbers, bids: [] };
    expect(shown).toEqual([all, all, all, all, { words: [], bids: naming }, all]);
  });

  test("of a ladder has one shape for the whole auction", () => {
    const made = ["90 H"];
    const [first, waiting, later, again] = boxes(
      COINCHE,
      { legal: ["pass", ...bidding("80", "90", "100", "capot")] },
      { calls: made, out_of_turn: ["coinche 2"] },
      { calls: made, legal: ["pass", "coinche", ...bidding("100", "capot")] },
      { deal: 2 },
    ) as [Offer, Offer, Offer, Offer];
    expect(texts(first)).toEqual({ words: ["pass", "coinche"], bids: LADDER });
    expect(texts(waiting)).toEqual({ ...texts(first), words: ["pass", "coinche 2"] });
    expect(texts(later)).toEqual(texts(first));
    expect(texts(again)).toEqual(texts(first));
    expect(again.deal).toBe(2);
  });

  test("of a ladder without end has all its values from the beginning", () => {
    const values = Array.from({ length: 58 }, (_, index) => 80 + 10 * index);
    const endless = Object.fromEntries(values.map((value) => [`${value} H`, { kind: "bid" as const, word: String(value), value, strain: "H" }]));
    const shown = boxes(endless, {}, { calls: ["90 H"], legal: ["pass", "100 H", "110 H"] }, { calls: ["90 H", "100 H"] });
    expect(shown.map(({ bids }) => valuesOf(bids))).toEqual([1, 2, 3].map(() => values.map(String)));
  });

  test("has a pass where a dealer may not", () => {
    const [offer] = boxes(EUCHRE, { legal: ["call S", "call S alone", "call D", "call D alone"] }) as [Offer];
    expect(offer.words.map(text)).toEqual(["pass"]);
    expect(offer.bids.filter(({ alone }) => alone).map(text)).toEqual(["call S alone", "call H alone", "call D alone", "call C alone"]);
  });

  test("of a ladder that finds room is a whole box", () => {
    const [{ bids, words }] = boxes(BRIDGE, { legal: ["pass", "3S", "3NT", "4C"], calls: ["3H"] }) as [Offer];
    expect(words.map(text)).toEqual(["pass", "X"]);
    expect(valuesOf(bids)).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
    expect(strainsOf(bids)).toEqual(["C", "D", "H", "S", "NT"]);
    expect(bidOf("4", "C", bids)?.text).toBe("4C");
  });
});

test.each([
  [[], [], null],
  [["pass", "pass"], [1, 2], null],
  [["pass", "90 H", "coinche 4", "pass"], [1, 2, 4, 1], { bid: "90 H", seat: 2 }],
  [["1C", "1S", "X"], [4, 1, 2], { bid: "1S", seat: 1 }],
  [["7", "8", "pass"], [1, 2, 3], { bid: "8", seat: 2 }],
])("the highest bid of %j", (calls, callers, highest) => {
  const found = highestBid(dealWith({ calls, callers, actions: { ...COINCHE, ...BRIDGE, ...TARNEEB } }));
  expect(found && { bid: found.bid.text, seat: found.seat }).toEqual(highest);
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
  ])("has %j below who called", (made, callers, rows) => {
    const found = callRows({ callers }, [1, 2, 3, 4]);
    expect(found.map((row) => row.map((number) => (number === null ? null : made[number])))).toEqual(rows);
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
