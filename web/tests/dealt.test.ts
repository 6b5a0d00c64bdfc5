/** Deals of all games as a server dealt them: the page deals them again, and knows who played and won what. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { claimOf, type DealRecord, playOf } from "../src/after/record";
import type { GameFacts } from "../src/net/http";
import type { Outgoing, Scored } from "../src/net/messages";
import { FairPlayer, type Seen, unhex } from "../src/state/fair";
import { verify } from "../src/state/verify";

interface Deal {
  name: string;
  facts: GameFacts;
  record: DealRecord;
  table: string;
  scored: Scored;
  seat: number;
  /** all that the player got until then, and their nonces, in the order of the deals */
  messages: Outgoing[];
  nonces: string[];
  players: number[];
  takers: number[];
}

const file = process.env["OVERTRICK_DEALT"];
const deals = file === undefined ? [] : (JSON.parse(readFileSync(file, "utf-8")) as Deal[]);

/** What the page sees that gets these messages, and whose random bytes are those of the player. */
async function seenOf({ table, scored, seat, messages, nonces }: Deal): Promise<Seen | null> {
  const [left, fair] = [[...nonces], new FairPlayer({ load: () => [], keep: () => undefined })];
  vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.set(unhex(left.shift() ?? ""));
    return bytes;
  });
  for (const message of messages) {
    fair.received(message, seat);
    const isNext = message.type === "snapshot" || (message.type === "scored" && message.deal < scored.deal);
    if (isNext) await fair.ready(message.next_deal);
  }
  return fair.of(table, scored.deal);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.skipIf(file === undefined)("a deal of a server", () => {
  const verified = async (deal: Deal) =>
    verify(claimOf(deal.record, deal.record.fair!), deal.facts, { ...deal, seen: await seenOf(deal) });

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
