import { newBrowser } from "./browser";
import { beforeEach, expect, test, vi } from "vitest";
import { FairPlayer, type Seen } from "../src/state/fair";
import { forget, MOST, type PlayedDeal, playedDeals, remember } from "../src/state/history";
import { keptSeat, keptSeen, keptWatch } from "../src/state/storage";

const SEAT = { table: "t1", seat: 2, token: "token-1", code: "" };
const GARBAGE = ["null", "7", '"x"', "[]", "[1,null]", "{}", "{", '{"table":1,"seat":"x","token":null}', '[{"table":"t","deal":1}]'];

beforeEach(() => {
  newBrowser();
  vi.resetModules();
});

async function settingsFrom(kept: string) {
  localStorage.setItem("overtrick/settings", kept);
  return (await import("../src/state/settings.svelte")).settings;
}

test.each(GARBAGE)("a seat, a table and deals that are no such things are not read: %s", (text) => {
  for (const key of ["seat", "watched", "seen"]) {
    localStorage.setItem(`overtrick/${key}`, text);
    window.sessionStorage.setItem(`overtrick/${key}`, text);
  }
  expect(keptSeat.load()).toBeNull();
  expect(keptWatch.load()).toBeNull();
  expect(keptSeen.load()).toEqual([]);
});

test("what was kept is read", async () => {
  keptSeat.keep(SEAT);
  expect(keptSeat.load()).toEqual(SEAT);
  keptWatch.keep({ code: "abc" });
  expect(keptWatch.load()).toEqual({ code: "abc" });
  const fair = new FairPlayer(keptSeen);
  await fair.ready(1);
  expect(keptSeen.load()).toHaveLength(1);
});

test("of deals that were seen, those are read that can be", async () => {
  await new FairPlayer(keptSeen).ready(1);
  const [seen] = keptSeen.load();
  keptSeen.keep([null, seen, { ...seen, seats: [1] }] as unknown as Seen[]);
  expect(keptSeen.load()).toEqual([seen]);
});

test.each(GARBAGE.concat('{"options":null}', '{"bot":7,"game":9}', '{"name":5}', '{"name":null}', '{"language":"xx"}'))(
  "settings that are none are those of somebody new: %s",
  async (text) => {
    expect(await settingsFrom(text)).toMatchObject({ name: "", language: "en", bot: "sampling:2", game: "", options: {} });
  },
);

test("of settings, what can be read is", async () => {
  const kept = { name: "Ana", bot: 7, options: { clock: "x", bot_delay: 0, when_gone: "never", fast: true }, theme: 1 };
  const settings = await settingsFrom(JSON.stringify(kept));
  expect(settings).toMatchObject({ name: "Ana", bot: "sampling:2" });
  expect({ ...settings.options }).toEqual({ bot_delay: 0 });
  expect(settings).not.toHaveProperty("theme");
});

const DEAL: PlayedDeal = { path: "/deal/t-1-a", game: "sueca", own: 90, other: 30, isWon: true, at: 1_700_000_000_000 };

test.each(GARBAGE.concat('[{"path":"javascript:alert(1)","game":"x","own":1,"other":2,"isWon":null,"at":1}]'))(
  "deals that are none are not read: %s",
  (text) => {
    localStorage.setItem("overtrick/deals", text);
    expect(playedDeals()).toEqual([]);
    remember(DEAL);
    expect(playedDeals()).toEqual([DEAL]);
  },
);

test("deals are remembered once, the newest first, up to a number, and forgotten", () => {
  const deals = Array.from({ length: MOST + 2 }, (_, index) => ({ ...DEAL, path: `/deal/t-${index}-a`, isWon: null }));
  for (const deal of [...deals, ...deals.slice(-3)]) remember(deal);
  expect(playedDeals()).toEqual(deals.slice(2).reverse());
  forget(deals[5]!.path);
  expect(playedDeals()).toHaveLength(MOST - 1);
  forget();
  expect(playedDeals()).toEqual([]);
  expect(localStorage.getItem("overtrick/deals")).toBeNull();
});
