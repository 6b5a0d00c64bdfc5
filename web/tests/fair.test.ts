/** The known deal of docs/fairness.md: what a client got, given to the page's own part in fair dealing, proves its cards. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { claimOf, type DealRecord } from "../src/after/record";
import type { GameFacts } from "../src/net/http";
import type { Outgoing, Scored, Snapshot } from "../src/net/messages";
import { FairPlayer, hex, type Seen, unhex } from "../src/state/fair";
import { shuffled } from "../src/state/deck";
import { verify } from "../src/state/verify";

const DATA = new URL("../../tests/data/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, DATA), "utf-8").trim();
const TRANSCRIPT = read("fair.transcript")
  .split("\n")
  .map((line) => JSON.parse(line) as { sent?: { type: string; nonce?: string }; got?: Outgoing });
const RECORD = JSON.parse(read("fair.jsonl")) as DealRecord;
const SCORED = TRANSCRIPT.find(({ got }) => got?.type === "scored")?.got as Scored;
const SNAPSHOT = TRANSCRIPT.find(({ got }) => got?.type === "snapshot")?.got as Snapshot;
const SEAT = 1;
const NONCE = "11".repeat(32);

const FACTS = {
  name: "sueca",
  preset: "standard",
  pack: [..."shdc"].flatMap((suit) => [..."AKQJ765432"].map((rank) => rank + suit)),
  dealing: { packets: [[10, 10, 10, 10]], turn_up: "dealers_last", later: 0, backwards: false },
} as unknown as GameFacts;

/** What is kept, as a browser keeps it: as a text. */
function keeper(): { load(): Seen[]; keep(seen: Seen[]): void } {
  let kept = "[]";
  return { load: () => JSON.parse(kept) as Seen[], keep: (seen) => (kept = JSON.stringify(seen)) };
}

/** Somebody who gets what the transcript has, and whose only random bytes are those of it. */
async function played(kept = keeper(), messages = TRANSCRIPT): Promise<{ fair: FairPlayer; answers: unknown[] }> {
  vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.set(unhex(NONCE));
    return bytes;
  });
  const fair = new FairPlayer(kept);
  const answers: unknown[] = [];
  for (const { sent, got } of messages) {
    if (sent?.type === "ready") answers.push(await fair.ready(1));
    const answer = got && fair.received(got, SEAT);
    if (answer) answers.push(answer);
  }
  return { fair, answers };
}

const verdictOf = (record: DealRecord, seen: Seen | null, scored = SCORED) => {
  const { fair } = record;
  if (!fair) throw new Error("no field fair");
  return verify(claimOf(record, fair), FACTS, { seat: SEAT, seen, scored });
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the page's part", () => {
  test("it says what the client of the transcript said, in the same order", async () => {
    const { answers } = await played();
    const sent = TRANSCRIPT.flatMap(({ sent }) => (sent && ["ready", "reveal"].includes(sent.type) ? [sent] : []));
    expect(answers).toEqual(sent.slice(0, answers.length));
    expect(answers).toHaveLength(2);
  });

  test("after a reload it opens the nonce that it was bound to", async () => {
    const committed = TRANSCRIPT.findIndex(({ got }) => got?.type === "committed");
    const kept = keeper();
    await played(kept, TRANSCRIPT.slice(0, committed));
    const list = RECORD.fair?.commitments ?? [];
    const answer = new FairPlayer(kept).received({ ...SNAPSHOT, commitments: list }, null);
    expect(answer).toEqual({ type: "reveal", deal: 1, nonce: NONCE });
  });

  test("a list that is told after the nonce is open does not replace the first one", async () => {
    const { fair } = await played();
    const other = ["other", ...(RECORD.fair?.commitments.slice(1) ?? [])];
    fair.received({ ...SNAPSHOT, commitments: other }, SEAT);
    fair.received({ ...SNAPSHOT, commitments: [RECORD.fair?.commitments[0] ?? "", "x", "y", "z"] }, SEAT);
    expect(fair.of(SNAPSHOT.table, 1)?.seats).toEqual(RECORD.fair?.commitments);
  });

  test("what was seen of a deal is still there when the next one is waited for", async () => {
    const { fair } = await played();
    await fair.ready(2);
    expect(fair.of(SNAPSHOT.table, 1)?.nonce).toBe(NONCE);
    expect(fair.of("another table", 1)).toBeNull();
  });
});

describe("the known deal", () => {
  test("is proved by what the page saw", async () => {
    const { fair } = await played();
    const found = await verdictOf(RECORD, fair.of(SNAPSHOT.table, 1));
    expect(found).toMatchObject({ verdict: "proved", findings: [], notes: [{ code: "fair-bots", seats: [2, 4] }] });
    expect(found.seed).toBe("6f16880acd3e4c702de3b1afe26bf3f31754efb90bf7a2042b4148eab07c0f40");
  });

  test("is consistent for those who saw nothing", async () => {
    expect(await verdictOf(RECORD, null)).toMatchObject({ verdict: "consistent", findings: [], hadPart: false });
  });

  const other = "ab".repeat(32);
  const swapped = RECORD.deal.hands.map((hand) => [...hand]);
  [swapped[0]![0], swapped[1]![0]] = [swapped[1]![0]!, swapped[0]![0]!];
  const withFair = (changes: object) => ({ ...RECORD, fair: { ...RECORD.fair!, ...changes } });
  const second = (texts: readonly string[], text: string) => texts.with(2, text);

  test.each<[string, DealRecord, string[]]>([
    ["cards of two hands exchanged", { ...RECORD, deal: { ...RECORD.deal, hands: swapped } }, ["fair-hand", "fair-hand", "page-hands"]],
    ["another card turned up", { ...RECORD, deal: { ...RECORD.deal, turn_up: "2d" } }, ["fair-turn-up"]],
    ["cards left over", { ...RECORD, deal: { ...RECORD.deal, kitty: ["As"] } }, ["fair-kitty"]],
    ["another dealer", { ...RECORD, dealer: 2 }, ["fair-hand", "page-dealer"]],
    ["another game", { ...RECORD, preset: "italian" }, ["page-game"]],
    ["another secret", withFair({ secret: other }), ["fair-secret", "fair-hand", "page-secret"]],
    ["a commitment to another secret", withFair({ commitment: other }), ["fair-secret", "page-commitment"]],
    ["another nonce", withFair({ nonces: second(RECORD.fair!.nonces, other) }), ["fair-nonce", "fair-hand", "page-nonces"]],
    ["a nonce left out", withFair({ nonces: second(RECORD.fair!.nonces, "-") }), ["fair-mark", "fair-hand", "page-nonces"]],
    ["another commitment", withFair({ commitments: second(RECORD.fair!.commitments, other) }), ["fair-nonce", "page-commitments"]],
    ["another mark", withFair({ marks: ["committed", "committed", "committed", "bot"] }), ["fair-mark", "page-nonces"]],
    ["the own nonce left out", withFair({ nonces: RECORD.fair!.nonces.with(0, "-") }), ["page-own-nonce"]],
    ["another own commitment", withFair({ commitments: RECORD.fair!.commitments.with(0, other) }), ["page-own-commitment"]],
    ["another table", withFair({ table: "f".repeat(16) }), ["fair-hand", "page-cards"]],
  ])("is wrong with %s", async (_, record, codes) => {
    const { fair } = await played();
    const found = await verdictOf(record, fair.of(SNAPSHOT.table, 1));
    expect(found.verdict).toBe("wrong");
    expect(found.findings.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
  });

  test("is no proof where somebody was not bound", async () => {
    const { fair } = await played();
    const seen = fair.of(SNAPSHOT.table, 1)!;
    const commitments = second(RECORD.fair!.commitments, "-");
    const marks = second(RECORD.fair!.marks, "uncommitted");
    const found = await verdictOf(withFair({ commitments, marks }), { ...seen, seats: commitments, marks });
    expect(found).toMatchObject({ verdict: "consistent", hadPart: true });
  });
});

test("the shuffle is that of the documentation", async () => {
  const seed = unhex("6f16880acd3e4c702de3b1afe26bf3f31754efb90bf7a2042b4148eab07c0f40");
  expect((await shuffled(FACTS.pack, seed)).slice(0, 5)).toEqual(["5h", "4c", "Ah", "2c", "Kh"]);
  expect(hex(seed)).toHaveLength(64);
});
