/** The known deal of docs/fairness.md: what a client got, given to the page's own part in fair dealing, proves its cards. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { claimOf, type DealRecord } from "../src/after/record";
import type { GameFacts } from "../src/net/http";
import type { Committed, Dealt, Outgoing, Scored, Snapshot } from "../src/net/messages";
import { commitmentOf, FairPlayer, hex, type Seen, unhex } from "../src/state/fair";
import { sha256 } from "../src/state/sha256";
import { dealtFrom, shuffled } from "../src/state/deck";
import { type Fair, verify } from "../src/state/verify";

const DATA = new URL("../../tests/data/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, DATA), "utf-8").trim();
const TRANSCRIPT = read("fair.transcript")
  .split("\n")
  .map((line) => JSON.parse(line) as { sent?: { type: string; nonce?: string }; got?: Outgoing });
const RECORD = JSON.parse(read("fair.jsonl")) as DealRecord;
const SCORED = TRANSCRIPT.find(({ got }) => got?.type === "scored")?.got as Scored;
const SNAPSHOT = TRANSCRIPT.find(({ got }) => got?.type === "snapshot")?.got as Snapshot;
const COMMITTED = TRANSCRIPT.find(({ got }) => got?.type === "committed")?.got as Committed;
const DEALT = TRANSCRIPT.find(({ got }) => got?.type === "dealt")?.got as Dealt;
const FAIR = RECORD.fair!;
const until = (type: Outgoing["type"]) => TRANSCRIPT.slice(0, TRANSCRIPT.findIndex(({ got }) => got?.type === type));
const SEAT = 1;
const NONCE = "11".repeat(32);

const FACTS = {
  game: "sueca:standard",
  name: "sueca",
  preset: "standard",
  pack: [..."shdc"].flatMap((suit) => [..."AKQJ765432"].map((rank) => rank + suit)),
  dealing: {
    packets: [[10, 10, 10, 10]],
    turn_up: "dealers_last",
    later: [],
    backwards: false,
    beside: [],
    first_turned: null,
  },
  deals_in_turn: true,
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

const verdictOf = (record: DealRecord, seen: Seen | null, scored = SCORED, facts = FACTS) => {
  const { fair } = record;
  if (!fair) throw new Error("no field fair");
  return verify(claimOf(record, fair), facts, { table: SNAPSHOT.table, seat: SEAT, seen, scored });
};

/** The deal of somebody who chooses what the seed is made of: its record, and all messages about its cards. */
async function forged(changes: Partial<Fair>, dealer = 1): Promise<{ record: DealRecord; dealt: Dealt; scored: Scored }> {
  const fair = { ...FAIR, ...changes };
  const start = fair.game === undefined ? ["overtrick/deal/1", fair.table, fair.deal] : ["overtrick/deal/2", fair.table, fair.deal, fair.game, fair.dealer];
  const lines = [...start, fair.secret, ...fair.nonces].join("\n");
  const deck = await shuffled(FACTS.pack, await sha256(new TextEncoder().encode(lines)));
  const { hands, turnUp } = dealtFrom(deck, FACTS, dealer);
  const deal = { ...DEALT.deal, deal: fair.deal, dealer, turn_up: turnUp, hand: hands[SEAT - 1] ?? [] };
  const { nonces, marks } = fair as unknown as Dealt;
  return {
    record: { ...RECORD, dealer, deal: { ...RECORD.deal, hands, turn_up: turnUp }, fair },
    dealt: { ...DEALT, nonces, marks, deal },
    scored: { ...SCORED, deal: fair.deal, hands: hands as Scored["hands"], secret: fair.secret },
  };
}

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
    const kept = keeper();
    await played(kept, until("committed"));
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

  test("what may have been lost with a connection is said again, until the server has it", async () => {
    const welcome: Outgoing = { type: "welcome", v: 1, name: "", now: 0 };
    const { fair, answers } = await played(keeper(), until("ready"));
    expect(fair.isDue(1)).toBe(true);
    expect(fair.received(welcome, SEAT)).toEqual(answers[0]);
    fair.received({ type: "ready", n: 7, seat: SEAT, commitment: FAIR.commitments[0]! }, SEAT);
    expect(fair.isDue(1)).toBe(false);
    expect(fair.received(welcome, SEAT)).toBeNull();
    const reveal = fair.received(COMMITTED, SEAT);
    expect(reveal).toEqual({ type: "reveal", deal: 1, nonce: NONCE });
    expect(fair.received(welcome, SEAT)).toEqual(reveal);
    fair.received(DEALT, SEAT);
    expect(fair.received(welcome, SEAT)).toBeNull();
  });

  test("after a match that ended before a deal, the same deal is asked for again", async () => {
    const { fair, answers } = await played(keeper(), until("committed"));
    fair.received({ type: "ended", n: 8, why: "resigned", next_deal: 1, commitment: FAIR.commitment }, SEAT);
    fair.received({ type: "restarted", n: 9 }, SEAT);
    expect(fair.isDue(1)).toBe(false);
    expect(await fair.ready(1)).toEqual(answers[0]);
  });

  test("who asks twice is bound once", () => {
    const random = vi.spyOn(crypto, "getRandomValues");
    const fair = new FairPlayer(keeper());
    fair.received(SNAPSHOT, null);
    const first = fair.ready(1);
    expect(first).toMatchObject({ type: "ready", commitment: fair.of(SNAPSHOT.table, 1)?.commitment });
    expect(fair.ready(1)).toEqual(first);
    expect(random).toHaveBeenCalledTimes(1);
  });

  test("there is no second nonce for a deal, nor one for a deal that is past", async () => {
    const { fair } = await played(keeper(), until("dealt"));
    const seen = fair.of(SNAPSHOT.table, 1);
    fair.received({ ...SNAPSHOT, commitment: "ab".repeat(32) }, SEAT);
    expect(await fair.ready(1)).toEqual({ type: "ready", deal: 1, commitment: "-" });
    expect(fair.of(SNAPSHOT.table, 1)).toEqual(seen);
    await fair.ready(7);
    expect(await fair.ready(6)).toEqual({ type: "ready", deal: 6, commitment: "-" });
  });

  test("another tab's nonce can be opened", async () => {
    const kept = keeper();
    const other = new FairPlayer(kept);
    other.received(SNAPSHOT, null);
    await played(kept, until("committed"));
    expect(other.received(COMMITTED, SEAT)).toEqual({ type: "reveal", deal: 1, nonce: NONCE });
  });
});

describe("the known deal", () => {
  test("is proved by what the page saw", async () => {
    const { fair } = await played();
    const found = await verdictOf(RECORD, fair.of(SNAPSHOT.table, 1));
    expect(found).toMatchObject({ verdict: "proved", findings: [], notes: [{ code: "fair-bots", seats: [2, 4] }] });
    expect(found.seed).toBe("6f16880acd3e4c702de3b1afe26bf3f31754efb90bf7a2042b4148eab07c0f40");
  });

  test("is proved to somebody who was not there when it was dealt, and was shown their cards later", async () => {
    const { fair } = await played(keeper(), until("dealt"));
    fair.received({ ...SNAPSHOT, state: "play", deal: DEALT.deal }, null);
    expect(await verdictOf(RECORD, fair.of(SNAPSHOT.table, 1))).toMatchObject({ verdict: "proved", findings: [] });
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
  ])("is wrong with %s", async (_, record, codes) => {
    const { fair } = await played();
    const found = await verdictOf(record, fair.of(SNAPSHOT.table, 1));
    expect(found.verdict).toBe("wrong");
    expect(found.findings.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
  });

  test.each<[string, Partial<Fair>, string]>([
    ["the secret in upper case", { secret: FAIR.secret.replace("0a", "0A") }, "page-format"],
    ["more behind the secret", { secret: `${FAIR.secret}!` }, "page-format"],
    ["a nonce in upper case", { nonces: FAIR.nonces.with(1, "AB".repeat(32)) }, "page-format"],
    ["a fifth nonce", { nonces: [...FAIR.nonces, "-"] }, "page-format"],
    ["a nonce that is none", { nonces: FAIR.nonces.with(1, "") }, "page-format"],
    ["a number of the deal that is a text", { deal: "1" as unknown as number }, "page-format"],
    ["no table", { table: "" }, "page-format"],
    ["another table", { table: `${FAIR.table}x` }, "page-table"],
  ])("is wrong with %s, though the seed gives the cards", async (_, changes, code) => {
    const { record, dealt, scored } = await forged(changes);
    const { fair } = await played(keeper(), until("dealt"));
    fair.received({ ...dealt, deal: { ...dealt.deal, deal: 1 } }, SEAT);
    const found = await verdictOf(record, fair.of(SNAPSHOT.table, 1), { ...scored, deal: 1 });
    expect(found.findings.map((each) => each.code)).toContain(code);
    expect(found.verdict).toBe("wrong");
  });

  test("is wrong as another deal than the one that was played", async () => {
    expect(await verdictOf(RECORD, null, { ...SCORED, deal: 2 })).toMatchObject({
      verdict: "wrong",
      findings: [{ code: "page-table" }],
    });
  });

  test("is wrong when it was dealt again from another secret after the nonces were open", async () => {
    const secret = "ab".repeat(32);
    const commitment = await commitmentOf(secret);
    const { record, dealt, scored } = await forged({ secret, commitment });
    const { fair } = await played(keeper(), until("dealt"));
    fair.received({ ...SNAPSHOT, commitment }, SEAT);
    await fair.ready(1);
    fair.received({ ...COMMITTED, server: commitment }, SEAT);
    fair.received(dealt, SEAT);
    const found = await verdictOf(record, fair.of(SNAPSHOT.table, 1), scored);
    expect(found).toMatchObject({ verdict: "wrong", findings: [{ code: "page-commitment" }] });
  });

  const others = RECORD.deal.hands[1]!;
  test.each<[string, Outgoing]>([
    ["a hand that is shown later", { ...SNAPSHOT, state: "play", deal: { ...DEALT.deal, hand: others } }],
    ["a card turned up that is shown later", { ...SNAPSHOT, state: "play", deal: { ...DEALT.deal, turn_up: "2s" } }],
    ["cards that come after the auction", { type: "acted", n: 10, seat: 2, action: "pass", actions: { pass: { kind: "pass", word: "pass" } }, hand: others }],
    ["a card that is played", { type: "acted", n: 10, seat: SEAT, action: others[0]! }],
    ["a card that was played before", { ...SNAPSHOT, state: "play", deal: { ...DEALT.deal, plays: ["2s"], players: [2] } }],
  ])("is wrong with %s, and is not of the seed", async (_, message) => {
    const { fair } = await played(keeper(), [...until("dealt"), { got: DEALT }, { got: message }]);
    const found = await verdictOf(RECORD, fair.of(SNAPSHOT.table, 1));
    expect(found).toMatchObject({ verdict: "wrong", findings: [{ code: "page-cards" }] });
  });

  test("does not hold against cards of an auction that was taken back", async () => {
    const later: Outgoing = { type: "acted", n: 10, seat: 2, action: "pass", actions: { pass: { kind: "pass", word: "pass" } }, hand: others };
    const back: Outgoing = { type: "taken_back", n: 11, deal: DEALT.deal };
    const { fair } = await played(keeper(), [...until("dealt"), { got: DEALT }, { got: later }, { got: back }]);
    expect(await verdictOf(RECORD, fair.of(SNAPSHOT.table, 1))).toMatchObject({ verdict: "proved" });
  });

  /** What the page saw of a deal whose game and dealer were told, or not, before the nonces were opened. */
  const seenWith = async (told: Partial<Committed>, dealt: Dealt, ...between: Outgoing[]) => {
    const messages = [...until("committed"), { got: { ...COMMITTED, ...told } }, ...between.map((got) => ({ got })), { got: dealt }];
    return (await played(keeper(), messages)).fair.of(SNAPSHOT.table, 1);
  };
  const BOUND = { game: FACTS.game, dealer: 1 };

  test("is proved with the game and the dealer that were told before", async () => {
    const { record, dealt, scored } = await forged(BOUND);
    const found = await verdictOf(record, await seenWith(BOUND, dealt), scored);
    expect(found).toMatchObject({ verdict: "proved", findings: [] });
    expect(found.seed).not.toBe("6f16880acd3e4c702de3b1afe26bf3f31754efb90bf7a2042b4148eab07c0f40");
  });

  test.each([2, 3, 4])("is wrong when the server makes player %i the dealer after the nonces are open", async (dealer) => {
    const changed = { ...BOUND, dealer };
    const { record, dealt, scored } = await forged(changed, dealer);
    const again: Outgoing = { ...SNAPSHOT, state: "deal", commitments: COMMITTED.seats, dealer };
    const seen = await seenWith(BOUND, dealt, again, { ...COMMITTED, ...changed });
    const found = await verdictOf(record, seen, scored);
    expect(found.findings.map(({ code }) => code)).toContain("page-dealer");
    expect(found.verdict).toBe("wrong");
  });

  test("is wrong when the game is another one after the nonces are open", async () => {
    const { record, dealt, scored } = await forged(BOUND);
    const found = await verdictOf(record, await seenWith({ ...BOUND, game: "sueca:italian" }, dealt), scored);
    expect(found).toMatchObject({ verdict: "wrong", findings: [{ code: "page-game" }] });
  });

  test("is not proved if the dealer was told only with the cards", async () => {
    const { record, dealt, scored } = await forged(BOUND);
    expect((await verdictOf(record, await seenWith({}, dealt), scored)).verdict).toBe("consistent");
  });

  test.each(["game", "dealer"] as const)("is not proved if the %s was not told with the list", async (untold) => {
    const { record, dealt, scored } = await forged(BOUND);
    const { [untold]: _, ...told } = BOUND;
    expect((await verdictOf(record, await seenWith(told, dealt), scored)).verdict).toBe("consistent");
  });

  test("is wrong with a dealer whose turn it was not", async () => {
    const { record, dealt, scored } = await forged({}, 3);
    const { fair } = await played(keeper(), [...until("dealt"), { got: dealt }]);
    const found = await verdictOf(record, fair.of(SNAPSHOT.table, 1), scored);
    expect(found).toMatchObject({ verdict: "wrong", findings: [{ code: "page-turn" }] });
  });

  test("is not certain of the turn where the score decides who deals", async () => {
    const { record, dealt, scored } = await forged({}, 3);
    const { fair } = await played(keeper(), [...until("dealt"), { got: dealt }]);
    const found = await verdictOf(record, fair.of(SNAPSHOT.table, 1), scored, { ...FACTS, deals_in_turn: false });
    expect(found).toMatchObject({ verdict: "consistent", findings: [] });
    expect(found.notes.map(({ code }) => code)).toContain("page-no-turn");
  });

  test.each<[string, Outgoing[], number[]]>([
    ["goes on after a deal", [SCORED], [2]],
    ["stays or goes on where all have passed", [{ ...SCORED, played: false }], [1, 2]],
    ["goes on or begins anew in another match", [SCORED, { type: "restarted", n: 60 }], [2, 1]],
    ["is not known after a deal that was not seen", [{ ...SCORED, next_deal: 3 }], []],
  ])("the turn to deal %s", async (_, messages, due) => {
    const { fair } = await played(keeper(), until("scored"));
    for (const message of messages) fair.received(message, SEAT);
    const deal = (messages[0] as Scored).next_deal;
    await fair.ready(deal);
    fair.received({ ...DEALT, deal: { ...DEALT.deal, deal } }, SEAT);
    expect(fair.of(SNAPSHOT.table, deal)?.due).toEqual(due);
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

test("who is bound before they are ready opens the same nonce", () => {
  const fair = new FairPlayer(keeper());
  fair.received(SNAPSHOT, SEAT);
  const [bound, ready] = [fair.bind(1), fair.ready(1)];
  expect(bound).toMatchObject({ type: "ready", deal: 1, later: true });
  expect(ready).toMatchObject({ commitment: (bound as { commitment: string }).commitment });
  const seen = fair.of(SNAPSHOT.table, 1)!;
  expect(fair.received({ ...COMMITTED, seats: [seen.commitment, "-", "-", "-"] }, SEAT)).toMatchObject({ nonce: seen.nonce });
  expect(fair.bind(1)).toBeNull(); // an open nonce is not given a second time
});

test("the shuffle is that of the documentation", async () => {
  const seed = unhex("6f16880acd3e4c702de3b1afe26bf3f31754efb90bf7a2042b4148eab07c0f40");
  expect((await shuffled(FACTS.pack, seed)).slice(0, 5)).toEqual(["5h", "4c", "Ah", "2c", "Kh"]);
  expect(hex(seed)).toHaveLength(64);
});
