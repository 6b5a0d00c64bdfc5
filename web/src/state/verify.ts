/**
 * Whether the cards of a deal that is over come from where they should, and whether that is proved by what this page
 * saw: docs/fairness.md, for one deal.
 */
import type { GameFacts } from "../net/http";
import type { Scored } from "../net/messages";
import type { Card } from "../words/cards";
import { type Dealt, dealtFrom, dealtLater, deckOf, firstOfMatch } from "./deck";
import { commitmentOf, hex, NOTHING, type Seen } from "./fair";
import { sha256 } from "./sha256";

const SEATS = [1, 2, 3, 4] as const;
const HASH = /^[0-9a-f]{64}$/;
const NAME = /^\P{C}+$/u;
const MARK = /^(committed|uncommitted|missing|bot)$/;
const HASH_OR_NOTHING = /^([0-9a-f]{64}|-)$/;

/** What the cards of a deal come from: the field `fair` of its record. */
export interface Fair {
  table: string;
  deal: number;
  commitment: string;
  secret: string;
  commitments: string[];
  nonces: string[];
  marks: string[];
  /** to which all were bound, too; records of older versions do not have it */
  game?: string;
  dealer?: number;
}

/** A deal that is to be verified: what its record says. */
export interface Claim {
  game: string;
  preset: string;
  dealer: number;
  hands: Card[][];
  turnUp: Card | null;
  kitty: Card[];
  /** what partners have given each other */
  given: Card[];
  /** who has the contract, if there is one; they may have got other cards than the others */
  taker: number | null;
  fair: Fair;
}

/** What this page was told of the deal while it was there. */
export interface Told {
  table: string;
  seat: number | null;
  seen: Seen | null;
  scored: Pick<Scored, "deal" | "secret" | "hands">;
}

/** `fair-…`: as the server's own verification says it; `page-…`: what contradicts what the page was told. */
export interface Finding {
  code: string;
  seats: number[];
}

export interface Verification {
  verdict: "proved" | "consistent" | "wrong";
  /** all that is wrong */
  findings: Finding[];
  /** who had no part in the cards, and whether it is certain whose turn it was to deal */
  notes: Finding[];
  /** whether the page's own nonce is in the deal, and was opened when all others were bound */
  hadPart: boolean;
  /** empty if the record does not say where the cards come from */
  seed: string;
}

/** How a seat can be marked that was bound to a nonce or not, and gave one or not. */
const MARKS: Record<string, readonly string[]> = {
  "bound gave": ["committed", "uncommitted"],
  "bound none": ["missing", "bot", "uncommitted"],
  "free gave": ["uncommitted"],
  "free none": ["uncommitted", "bot"],
};

/** Whether this is the field `fair` to the letter: what is written in another way makes another seed. */
export function isFair(value: Fair): boolean {
  const isText = (text: unknown, shape: RegExp) => typeof text === "string" && shape.test(text);
  const isFour = (texts: unknown, shape: RegExp) =>
    Array.isArray(texts) && texts.length === SEATS.length && texts.every((text) => isText(text, shape));
  return (
    isText(value.table, NAME) &&
    Number.isSafeInteger(value.deal) &&
    [value.commitment, value.secret].every((text) => isText(text, HASH)) &&
    [value.commitments, value.nonces].every((texts) => isFour(texts, HASH_OR_NOTHING)) &&
    isFour(value.marks, MARK) &&
    (value.game === undefined) === (value.dealer === undefined) &&
    (value.game === undefined || isText(value.game, NAME)) &&
    (value.dealer === undefined || SEATS.some((seat) => seat === value.dealer))
  );
}

export function verify(claim: Claim, facts: GameFacts, told: Told): Verification {
  const { fair } = claim;
  if (!isFair(fair)) {
    return { verdict: "wrong", findings: [{ code: "page-format", seats: [] }], notes: [], hadPart: false, seed: "" };
  }
  const seed = seedOf(fair);
  const findings = [
    ...wrongParts(fair),
    ...wrongCards(claim, facts, seed, told),
    ...contradictions(claim, facts, told),
  ];
  const own = told.seat === null ? NOTHING : (fair.nonces[told.seat - 1] ?? NOTHING);
  const hadPart = told.seen !== null && told.seen.opened && own === told.seen.nonce;
  // A server that binds itself to the dealer after the nonces are open could choose among four deals; so with the game.
  const wasTold = told.seen?.dealer === fair.dealer && told.seen?.game === fair.game;
  const isTurnKnown = dueOf(told.seen, facts).length === 1;
  const isBound = fair.dealer === undefined ? isTurnKnown : wasTold;
  const isProof = hadPart && isBound && seatsWith(fair, "free gave").length === 0;
  const verdict = findings.length > 0 ? "wrong" : isProof ? "proved" : "consistent";
  const notes = [...parts(fair), ...(hadPart && !(isBound && isTurnKnown) ? [{ code: "page-no-turn", seats: [] }] : [])];
  return { verdict, findings, notes, hadPart, seed: hex(seed) };
}

/** Who could be to deal, as far as this page knows; nobody where the score decides, which it does not follow. */
function dueOf(seen: Told["seen"], { deals_in_turn }: GameFacts): readonly number[] {
  return deals_in_turn ? (seen?.due ?? []) : [];
}

/** The seed of a deal: the hash of ten lines, or eight by older versions, without an end to the last one. */
function seedOf({ table, deal, game, dealer, secret, nonces }: Fair): Uint8Array {
  const bound = game === undefined ? [] : [game, String(dealer)];
  const version = game === undefined ? "overtrick/deal/1" : "overtrick/deal/2";
  const lines = [version, table, String(deal), ...bound, secret, ...nonces].join("\n");
  return sha256(new TextEncoder().encode(lines));
}

/** What was opened and is not what somebody was bound to. */
function wrongParts(fair: Fair): Finding[] {
  const findings: Finding[] = [];
  if (commitmentOf(fair.secret) !== fair.commitment) findings.push({ code: "fair-secret", seats: [] });
  for (const seat of SEATS) {
    const [nonce, bound] = [fair.nonces[seat - 1] ?? NOTHING, fair.commitments[seat - 1] ?? NOTHING];
    const kind = kindOf(fair, seat);
    if (kind === "bound gave" && commitmentOf(nonce) !== bound) findings.push({ code: "fair-nonce", seats: [seat] });
    if (!MARKS[kind]?.includes(fair.marks[seat - 1] ?? "")) findings.push({ code: "fair-mark", seats: [seat] });
  }
  return findings;
}

/** The cards that are not those of the seed: in the record, or on this page whenever it was shown some. */
function wrongCards(claim: Claim, facts: GameFacts, seed: Uint8Array, told: Told): Finding[] {
  const deck = deckOf(facts, seed);
  const isFirst = claim.turnUp === facts.dealing.first_turned; // as in the first deal of a match
  const first = dealtFrom(isFirst ? firstOfMatch(deck, facts) : deck, facts, claim.dealer);
  const dealt = claim.taker === null ? first : dealtLater(first, facts, claim.dealer, claim.taker);
  const findings: Finding[] = SEATS.filter((seat) => !same(claim.hands[seat - 1], dealt.hands[seat - 1])).map((seat) => ({
    code: "fair-hand",
    seats: [seat],
  }));
  if (claim.turnUp !== dealt.turnUp) findings.push({ code: "fair-turn-up", seats: [] });
  const { beside } = facts.dealing;
  // In their order cards beside the pack are turned up.
  const isKitty = beside.length > 0 ? equal(claim.kitty, dealt.stock) : same(claim.kitty, dealt.stock);
  if (!isKitty) findings.push({ code: "fair-kitty", seats: [] });
  if (told.seen && isShownOther(told.seen, told.seat, first, dealt, claim.given, beside)) findings.push({ code: "page-cards", seats: [] });
  return findings;
}

/** Whether the page was shown cards that are not those of a deal, as it was `first` and when all was dealt. */
function isShownOther(seen: Seen, seat: number | null, first: Dealt, dealt: Dealt, given: Card[], beside: Card[]): boolean {
  const wasThere = seen.nonces.length > 0 && seat !== null;
  // Whoever has picked up the card that was turned up, or got one from their partner, held it too.
  const isOfSeat = (card: Card, index: number) =>
    card === dealt.turnUp ||
    dealt.hands[index]?.includes(card) ||
    (given.includes(card) && dealt.hands[(index + 2) % 4]?.includes(card));
  // Where all have passed, the next card beside the pack is turned up.
  const isTurnedLater = (card: Card | null) => beside.length > 0 && card === first.stock[0];
  const isHidden = seen.hand.length === 0; // from a player who may call without having seen it
  return (
    (wasThere && !isHidden && !same(seen.hand, first.hands[seat - 1])) ||
    seen.turnUps.some((turnUp) => turnUp !== first.turnUp && !isTurnedLater(turnUp)) ||
    seen.held.some((cards, index) => !cards.every((card) => isOfSeat(card, index)))
  );
}

/** What this page was told and the record denies. */
function contradictions({ fair, ...claim }: Claim, facts: GameFacts, { table, seat, seen, scored }: Told): Finding[] {
  const denied: Record<string, boolean> = {
    "page-table": fair.table !== table || fair.deal !== scored.deal,
    "page-game":
      claim.game !== facts.name ||
      claim.preset !== facts.preset ||
      (fair.game !== undefined && fair.game !== facts.game) ||
      (seen?.game !== undefined && seen.game !== "" && seen.game !== facts.game),
    "page-secret": scored.secret !== fair.secret,
    "page-hands": scored.hands.some((hand, index) => !same(hand, claim.hands[index])),
  };
  if (seen) {
    const [bound, nonce] = seat === null ? [] : [fair.commitments[seat - 1], fair.nonces[seat - 1]];
    denied["page-commitment"] = seen.server !== "" && seen.server !== fair.commitment;
    denied["page-commitments"] = seen.opened && !equal(seen.seats, fair.commitments);
    denied["page-own-commitment"] = bound !== NOTHING && bound !== seen.commitment;
    denied["page-own-nonce"] = seen.opened && nonce !== seen.nonce;
    const due = dueOf(seen, facts);
    // Who was not there when the cards were dealt was not told this.
    const wasThere = seen.nonces.length > 0;
    denied["page-nonces"] = wasThere && !(equal(seen.nonces, fair.nonces) && equal(seen.marks, fair.marks));
    denied["page-dealer"] =
      (fair.dealer !== undefined && fair.dealer !== claim.dealer) ||
      [...seen.dealers, ...(seen.dealer ? [seen.dealer] : [])].some((dealer) => dealer !== claim.dealer);
    denied["page-turn"] = due.length > 0 && !due.includes(claim.dealer);
  }
  return Object.keys(denied)
    .filter((code) => denied[code])
    .map((code) => ({ code, seats: [] }));
}

/** Who had no part in the cards, or one that may have been chosen. */
function parts(fair: Fair): Finding[] {
  const none = seatsWith(fair, "free none");
  const isBot = (seat: number) => fair.marks[seat - 1] === "bot";
  return [
    { code: "fair-missing", seats: seatsWith(fair, "bound none") },
    { code: "fair-unbound", seats: seatsWith(fair, "free gave") },
    { code: "fair-bots", seats: none.filter(isBot) },
    { code: "fair-none", seats: none.filter((seat) => !isBot(seat)) },
  ].filter(({ seats }) => seats.length > 0);
}

function seatsWith(fair: Fair, kind: string): number[] {
  return SEATS.filter((seat) => kindOf(fair, seat) === kind);
}

function kindOf(fair: Fair, seat: number): string {
  const bound = fair.commitments[seat - 1] === NOTHING ? "free" : "bound";
  return `${bound} ${fair.nonces[seat - 1] === NOTHING ? "none" : "gave"}`;
}

/** Whether these are the same cards, in whichever order. */
function same(cards: readonly Card[] = [], others: readonly Card[] = []): boolean {
  return equal([...cards].sort(), [...others].sort());
}

function equal(texts: readonly string[], others: readonly string[]): boolean {
  return texts.length === others.length && texts.every((text, index) => text === others[index]);
}
