import { describe, expect, it } from "vitest";
import { arrowsIn, linesOf } from "../src/table/lines";

const CARDS = "Ah Qh 7h Ks 8s 9d".split(" ");
const places = linesOf(CARDS);

describe("cards in lines", () => {
  it("have a line for each suit, in which they stand from the first place on", () => {
    expect(places.map(({ line, place }) => `${line}.${place}`)).toEqual(["1.1", "1.2", "1.3", "2.1", "2.2", "3.1"]);
    expect(linesOf([])).toEqual([]);
  });

  const to = (card: string, key: string, shape: "columns" | "rows") => CARDS[arrowsIn(places, CARDS.indexOf(card), shape)[key] ?? -1];
  it.each([
    ["down a column", "Ah", "ArrowDown", "columns", "Qh"],
    ["from the end of a column to the next one", "7h", "ArrowDown", "columns", "Ks"],
    ["from the first card to the last", "Ah", "ArrowUp", "columns", "9d"],
    ["to the card beside it", "Qh", "ArrowRight", "columns", "8s"],
    ["to the last card of a shorter column", "7h", "ArrowRight", "columns", "8s"],
    ["from the last column to the first", "9d", "ArrowRight", "columns", "Ah"],
    ["from the first column to the last", "7h", "ArrowLeft", "columns", "9d"],
    ["along a row", "Ah", "ArrowRight", "rows", "Qh"],
    ["to the row below", "Qh", "ArrowDown", "rows", "8s"],
    ["to the row above", "8s", "ArrowUp", "rows", "Qh"],
  ] as const)("are gone through by arrows: %s", (_, card, key, shape, wanted) => {
    expect(to(card, key, shape)).toBe(wanted);
  });
});
