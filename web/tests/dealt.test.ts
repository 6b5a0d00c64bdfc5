/** Deals of all games as a server dealt them: the page deals them again, and knows who played and won what. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { claimOf, type DealRecord, playOf } from "../src/after/record";
import type { GameFacts } from "../src/net/http";
import type { Scored } from "../src/net/messages";
import type { Seen } from "../src/state/fair";
import { verify } from "../src/state/verify";

interface Deal {
  name: string;
  facts: GameFacts;
  record: DealRecord;
  scored: Scored;
  seat: number;
  seen: Seen;
  players: number[];
  takers: number[];
}

const file = process.env["OVERTRICK_DEALT"];
const deals = file === undefined ? [] : (JSON.parse(readFileSync(file, "utf-8")) as Deal[]);

describe.skipIf(file === undefined)("a deal of a server", () => {
  const verified = ({ record, facts, seat, seen, scored }: Deal) =>
    verify(claimOf(record, record.fair!), facts, { seat, seen, scored });

  test.each(deals)("$name is proved", async (deal) => {
    expect(await verified(deal)).toMatchObject({ verdict: "proved", findings: [] });
  });

  test.each(deals)("$name is wrong with two cards exchanged", async (deal) => {
    const hands = deal.record.deal.hands.map((hand) => [...hand]);
    [hands[1]![0], hands[2]![0]] = [hands[2]![0]!, hands[1]![0]!];
    const record = { ...deal.record, deal: { ...deal.record.deal, hands } };
    const { verdict, findings } = await verified({ ...deal, record, scored: { ...deal.scored, hands } });
    expect(verdict).toBe("wrong");
    expect(findings).toEqual(expect.arrayContaining([2, 3].map((seat) => ({ code: "fair-hand", seats: [seat] }))));
  });

  test.each(deals)("$name was played by those who played it", ({ record, facts, players, takers }) => {
    const play = playOf(record, facts);
    expect(play?.players ?? []).toEqual(players);
    expect(play?.takers ?? []).toEqual(takers);
  });
});
