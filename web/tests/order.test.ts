import { describe, expect, it } from "vitest";
import { holderOf, orderOf, sortedHand } from "../src/cards/order";
import type { GameFacts, Order } from "../src/net/http";

const cards = (text: string) => text.split(" ");
const order = (trump: boolean, ...suits: string[]): Order => ({ suits: suits.map(cards), trump });
const trick = (...played: string[]) => played.map((card, index) => ({ seat: index + 1, card }));

// As the server tells them.
const BELOTE_HEARTS = order(true, "Jh 9h Ah Th Kh Qh 8h 7h", "As Ts Ks Qs Js 9s 8s 7s", "Ad Td Kd Qd Jd 9d 8d 7d", "Ac Tc Kc Qc Jc 9c 8c 7c");
const ALL_TRUMPS = order(false, "Js 9s As Ts Ks Qs 8s 7s", "Jh 9h Ah Th Kh Qh 8h 7h", "Jd 9d Ad Td Kd Qd 8d 7d", "Jc 9c Ac Tc Kc Qc 8c 7c");
const EUCHRE_HEARTS = order(true, "Jh Jd Ah Kh Qh Th 9h", "As Ks Qs Js Ts 9s", "Ad Kd Qd Td 9d", "Ac Kc Qc Jc Tc 9c");

describe("a sorted hand", () => {
  it.each<[string, Order, string, string]>([
    ["trumps first in their own order, then colours in turn", BELOTE_HEARTS, "7s As 9h Jh Ah 8d Tc Kc", "Jh 9h Ah As 7s 8d Tc Kc"],
    ["trumps at the left even where one colour is missing", BELOTE_HEARTS, "Td 7h Ad", "7h Ad Td"],
    ["without trumps the colour with more suits begins", BELOTE_HEARTS, "7d 7s 8c", "7s 7d 8c"],
    ["all trumps: no suit before the others, jacks on top", ALL_TRUMPS, "7s Js 9h Ah Qd Jd Ac 9c", "Js 7s 9h Ah 9c Ac Jd Qd"],
    ["both bowers with the trumps", EUCHRE_HEARTS, "Jd 9h Ad Jh Js", "Jh Jd 9h Js Ad"],
  ])("%s", (_name, given, hand, sorted) => {
    expect(sortedHand(cards(hand), given)).toEqual(cards(sorted));
  });

  it("has all cards that were given and nothing else", () => {
    const hand = cards("7s Js 9h Ah Qd Jd Ac 9c");
    for (const given of [BELOTE_HEARTS, ALL_TRUMPS]) {
      expect([...sortedHand(hand, given)].sort()).toEqual([...hand].sort());
    }
  });
});

describe("who holds a trick", () => {
  it.each<[string, Order, string[], number | null]>([
    ["nobody, before a card", BELOTE_HEARTS, [], null],
    ["the first card", BELOTE_HEARTS, ["7d"], 1],
    ["the ten above the king", BELOTE_HEARTS, ["Kd", "Td", "Qd"], 2],
    ["not a card of another suit", BELOTE_HEARTS, ["7d", "As", "Ac"], 1],
    ["the lowest trump above any ace", BELOTE_HEARTS, ["Ad", "7h", "Td"], 2],
    ["the nine of trumps above their ace", BELOTE_HEARTS, ["Ah", "9h", "Th", "8h"], 2],
    ["all trumps: only the suit that was led", ALL_TRUMPS, ["As", "Jh", "9s", "Jc"], 3],
    ["the left bower as a trump", EUCHRE_HEARTS, ["Ad", "Jd", "Ah", "Kd"], 2],
    ["the right bower above the left one", EUCHRE_HEARTS, ["Jd", "Ah", "Jh", "Ad"], 3],
    ["a lead of the left bower is one of trumps", EUCHRE_HEARTS, ["Jd", "Ad", "9h"], 1],
  ])("%s", (_name, given, played, seat) => {
    expect(holderOf(trick(...played), given)).toBe(seat);
  });
});

describe("the order of a game", () => {
  const facts = { pack: cards("9s As 9h Ah 9d Ad 9c Ac"), orders: { "": ALL_TRUMPS, H: BELOTE_HEARTS } } as unknown as GameFacts;

  it("is that of the strain, or the one before there is a strain", () => {
    expect(orderOf(facts, "H")).toBe(BELOTE_HEARTS);
    expect(orderOf(facts, undefined)).toBe(ALL_TRUMPS);
    expect(orderOf(facts, "?")).toBe(ALL_TRUMPS);
  });
});
