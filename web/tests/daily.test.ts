/** Tries of the deals of the day, streaks and matchpoints. */
import { newBrowser } from "./browser";
import { beforeEach, expect, test } from "vitest";
import { beginDay, dayTries, endDay, percentOf, streak, tryOf } from "../src/state/daily";

beforeEach(() => {
  newBrowser();
});

test("the first try counts", () => {
  beginDay("day20261118sueca");
  expect(tryOf("day20261118sueca")).toEqual({ name: "day20261118sueca", net: null, path: "", key: "" });
  endDay("day20261118sueca", -30, "/deal/a", "");
  endDay("day20261118sueca", 90, "/deal/b", "");
  beginDay("day20261118sueca");
  expect(dayTries()).toEqual([{ name: "day20261118sueca", net: -30, path: "/deal/a", key: "" }]);
  endDay("day20261119sueca", 10, "/deal/c", "");
  expect(dayTries().map(({ net }) => net)).toEqual([10, -30]);
});

test.each(["null", "7", "[1,null]", "{", '[{"name":1}]'])("what is none is not read: %s", (text) => {
  localStorage.setItem("overtrick/daily", text);
  expect(dayTries()).toEqual([]);
});

test("a streak is of days in a row, in any game, up to today or yesterday", () => {
  const done = (...days: string[]) => days.map((day) => ({ name: `day${day}sueca`, net: 0, path: "", key: "" }));
  expect(streak("2026-11-18", [])).toBe(0);
  expect(streak("2026-11-18", done("20261118"))).toBe(1);
  expect(streak("2026-11-18", done("20261117", "20261116"))).toBe(2);
  expect(streak("2026-11-18", done("20261116"))).toBe(0);
  expect(streak("2026-03-01", done("20260301", "20260228", "20260227", "20260225"))).toBe(3);
  expect(streak("2026-11-18", [{ name: "day20261118sueca", net: null, path: "", key: "" }])).toBe(0);
});

test("matchpoints are the share of the others that one has beaten, half of those who have the same", () => {
  expect(percentOf(10, [])).toBeNull();
  expect(percentOf(10, [{ net: 10 }])).toBeNull();
  expect(percentOf(10, [{ net: 10 }, { net: 5, bot: "simple" }, { net: 10, bot: "random" }, { net: 20 }])).toBe(50);
  expect(percentOf(10, [{ net: 10 }, { net: 10, bot: "random" }])).toBe(50);
  expect(percentOf(30, [{ net: 10, bot: "random" }])).toBe(100);
});
