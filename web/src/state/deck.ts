/** From a seed to the cards, as docs/fairness.md says: the shuffle, and the dealing as the server tells it of a game. */
import type { GameFacts } from "../net/http";
import { type Card, rankOf, SUITS, suitOf } from "../words/cards";
import { sha256 } from "./sha256";

const RANKS = "AKQJT98765432";
const WORDS = 2 ** 32;
const WORDS_OF_BLOCK = 8;

/** The cards as they lay before the auction or, if somebody's contract is known, after it. */
export interface Dealt {
  hands: Card[][];
  turnUp: Card | null;
  /** what nobody got */
  stock: Card[];
}

/** A pack in its order: spades, hearts, diamonds, clubs, each from the ace down. */
export function inOrder(pack: readonly Card[]): Card[] {
  const indexOf = (card: Card) => SUITS.indexOf(suitOf(card)) * RANKS.length + RANKS.indexOf(rankOf(card));
  return [...pack].sort((one, other) => indexOf(one) - indexOf(other));
}

/** The pack in the order that a seed gives it. */
export function shuffled(pack: readonly Card[], seed: Uint8Array): Card[] {
  const [deck, words] = [[...pack], wordsOf(seed)];
  for (let among = deck.length; among > 1; among--) {
    const fair = WORDS - (WORDS % among);
    let word = words.next().value;
    while (word >= fair) word = words.next().value;
    const [last, chosen] = [among - 1, word % among];
    [deck[last], deck[chosen]] = [deck[chosen] ?? "", deck[last] ?? ""];
  }
  return deck;
}

/** The deck of a seed: the pack, shuffled with the cards beside it, which then lie behind it: of each rank one in turn. */
export function deckOf({ pack, dealing: { beside } }: Pick<GameFacts, "pack" | "dealing">, seed: Uint8Array): Card[] {
  const deck = shuffled(inOrder([...pack, ...beside]), seed);
  const ranks = [...RANKS].reverse().map((rank) => deck.filter((card) => beside.includes(card) && rankOf(card) === rank));
  const inTurn = [0, 1, 2, 3].flatMap((turn) => ranks.flatMap((cards) => cards.slice(turn, turn + 1)));
  return [...deck.filter((card) => !beside.includes(card)), ...inTurn];
}

/** The deck of the first deal of a match: where a game says which card is turned up then, that is so. */
export function firstOfMatch(deck: readonly Card[], { pack, dealing }: Pick<GameFacts, "pack" | "dealing">): Card[] {
  const [card, place] = [dealing.first_turned, pack.length];
  return deck.map((other, index) => (card === null ? other : index === place ? card : other === card ? (deck[place] ?? "") : other));
}

/** The numbers of a seed: block i is the hash of the seed and of i as eight bytes. */
function* wordsOf(seed: Uint8Array): Generator<number, never> {
  for (let block = 0; ; block++) {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setBigUint64(0, BigInt(block));
    const digest = sha256(new Uint8Array([...seed, ...new Uint8Array(counter.buffer)]));
    const numbers = new DataView(digest.buffer);
    for (let word = 0; word < WORDS_OF_BLOCK; word++) yield numbers.getUint32(4 * word);
  }
}

/** What becomes of a deck before the auction. */
export function dealtFrom(deck: readonly Card[], { dealing }: Pick<GameFacts, "dealing">, dealer: number): Dealt {
  const [stock, hands] = [[...deck], [[], [], [], []] as Card[][]];
  for (const packets of dealing.packets) {
    order(dealing, dealer).forEach((seat, index) => hands[seat - 1]?.push(...stock.splice(0, packets[index])));
  }
  if (dealing.turn_up === "next") return { hands, turnUp: stock.shift() ?? null, stock };
  const dealers = hands[dealer - 1] ?? [];
  const turnUp = { none: null, dealers_first: dealers[0], dealers_last: dealers.at(-1) }[dealing.turn_up] ?? null;
  return { hands, turnUp, stock };
}

/** The deal after the packets that follow an auction; a taker who has the turned-up card gets fewer others. */
export function dealtLater(before: Dealt, { dealing }: Pick<GameFacts, "dealing">, dealer: number, taker: number): Dealt {
  const [stock, hands] = [[...before.stock], before.hands.map((hand) => [...hand])];
  dealing.later.forEach((packets, round) => {
    order(dealing, dealer).forEach((seat, index) => {
      const turnUp = round === 0 && seat === taker && before.turnUp !== null ? [before.turnUp] : [];
      hands[seat - 1]?.push(...turnUp, ...stock.splice(0, (packets[index] ?? 0) - turnUp.length));
    });
  });
  return { ...before, hands, stock };
}

/** The seats in the order in which they get cards. */
function order({ backwards }: GameFacts["dealing"], dealer: number): number[] {
  return [0, 1, 2, 3].map((step) => (((backwards ? dealer - 1 - step : dealer + step) + 4) % 4) + 1);
}
