/** Calls and contracts in the words and symbols of each language. */
import { describe, expect, test } from "vitest";
import type { ContractInfo } from "../src/net/messages";
import { actionOf, callsOf } from "../src/state/actions";
import { callAloud, callWords, contractAloud, contractWords, doublerOf, wordingOf } from "../src/words/calls";
import { contractAt } from "../src/words/players";
import { LANGUAGES } from "../src/words/texts.svelte";
import { allOf, BELOTE, BRIDGE, COINCHE, EUCHRE, JASS } from "./actions";
import { speaking } from "./speaking";

/** a call, and how it is written and said in English, French and Portuguese */
const CALLS: [string, [string, string][]][] = [
  ["pass", [["pass", "pass"], ["passe", "passe"], ["passo", "passo"]]],
  ["take", [["take", "take"], ["je prends", "je prends"], ["tomo", "tomo"]]],
  ["name H", [["name ♥", "name hearts"], ["je prends à ♥", "je prends à cœur"], ["tomo a ♥", "tomo a copas"]]],
  ["name AT", [["name AT", "name all trumps"], ["je prends à TA", "je prends à tout-atout"], ["tomo a TT", "tomo a tudo trunfo"]]],
  ["90 S", [["90 ♠", "90 spades"], ["90 ♠", "90 pique"], ["90 ♠", "90 espadas"]]],
  ["120 NT", [["120 NT", "120 no trumps"], ["120 SA", "120 sans-atout"], ["120 ST", "120 sem trunfo"]]],
  ["capot D", [["capot ♦", "capot diamonds"], ["capot ♦", "capot carreau"], ["capot ♦", "capot ouros"]]],
  ["generale C", [["generale ♣", "generale clubs"], ["générale ♣", "générale trèfle"], ["generale ♣", "generale paus"]]],
  ["coinche", [["coinche", "coinche"], ["coinche", "coinche"], ["coinche", "coinche"]]],
  ["coinche 4", [["coinche", "coinche"], ["coinche", "coinche"], ["coinche", "coinche"]]],
  ["order", [["order up", "order up"], ["je commande", "je commande"], ["mando", "mando"]]],
  ["order alone", [["order up alone", "order up alone"], ["je commande seul", "je commande seul"], ["mando sozinho", "mando sozinho"]]],
  ["call C alone", [["call ♣ alone", "call clubs alone"], ["je choisis ♣ seul", "je choisis trèfle seul"], ["escolho ♣ sozinho", "escolho paus sozinho"]]],
  ["discard Jc", [["discard J♣", "discard the jack of clubs"], ["j'écarte V♣", "j'écarte le valet de trèfle"], ["descarto V♣", "descarto o valete de paus"]]],
  ["discard", [["discard", "discard"], ["j'écarte", "j'écarte"], ["descarto", "descarto"]]],
  ["1NT", [["1NT", "1 no trumps"], ["1SA", "1 sans-atout"], ["1ST", "1 sem trunfo"]]],
  ["4S", [["4♠", "4 spades"], ["4♠", "4 piques"], ["4♠", "4 espadas"]]],
  ["1H", [["1♥", "1 heart"], ["1♥", "1 cœur"], ["1♥", "1 copas"]]],
  ["name LO", [["name Undenufe", "name Undenufe (turned round)"], ["je prends à Undenufe", "je prends à Undenufe (à l'envers)"], ["tomo a Undenufe", "tomo a Undenufe (ao contrário)"]]],
  ["X", [["double", "double"], ["contre", "contre"], ["dobro", "dobro"]]],
  ["XX", [["redouble", "redouble"], ["surcontre", "surcontre"], ["redobro", "redobro"]]],
  ["Th", [["10♥", "the ten of hearts"], ["10♥", "le dix de cœur"], ["10♥", "o dez de copas"]]],
  ["rebelote", [["rebelote", "rebelote"], ["rebelote", "rebelote"], ["rebelote", "rebelote"]]],
];

const CONTRACTS: [string, ContractInfo, [string, string][]][] = [
  ["Belote", { strain: "H", side: 1, seat: 1 }, [["♥", "hearts"], ["♥", "cœur"], ["♥", "copas"]]],
  ["Sueca", { strain: "D" }, [["♦", "diamonds"], ["♦", "carreau"], ["♦", "ouros"]]],
  ["Coinche", { strain: "H", side: 2, seat: 2, value: 90, double: 1 }, [["90 ♥ coinched", "90 hearts coinched"], ["90 ♥ coinché", "90 cœur coinché"], ["90 ♥ coinchado", "90 copas coinchado"]]],
  ["capot", { strain: "NT", side: 2, seat: 2, value: "capot", double: 2 }, [["capot NT surcoinched", "capot no trumps surcoinched"], ["capot SA surcoinché", "capot sans-atout surcoinché"], ["capot ST surcoinchado", "capot sem trunfo surcoinchado"]]],
  ["a bid that stood before the first call", { strain: "H", side: 1, value: 85 }, [["85 ♥", "85 hearts"], ["85 ♥", "85 cœur"], ["85 ♥", "85 copas"]]],
  ["Euchre", { strain: "C", side: 1, seat: 3 }, [["♣", "clubs"], ["♣", "trèfle"], ["♣", "paus"]]],
  ["Euchre alone", { strain: "C", side: 1, seat: 3, value: "alone", alone: [3] }, [["♣ alone", "clubs alone"], ["♣ seul", "trèfle seul"], ["♣ sozinho", "paus sozinho"]]],
  ["Bridge", { strain: "S", side: 1, seat: 1, value: 4, double: 1 }, [["4♠ X", "4 spades doubled"], ["4♠ X", "4 piques contré"], ["4♠ X", "4 espadas dobrado"]]],
  ["Bridge redoubled", { strain: "NT", side: 1, seat: 1, value: 3, double: 2 }, [["3NT XX", "3 no trumps redoubled"], ["3SA XX", "3 sans-atout surcontré"], ["3ST XX", "3 sem trunfo redobrado"]]],
];

describe.each(LANGUAGES.map((language, index) => ({ language, index })))("in $language", ({ language, index }) => {
  test.each(CALLS)("%s", async (call, words) => {
    await speaking(language);
    const action = actionOf(call, { ...BELOTE, ...COINCHE, ...EUCHRE, ...JASS, ...BRIDGE });
    expect([callWords(action), callAloud(action)]).toEqual(words[index]);
  });

  test.each(CONTRACTS)("the contract of %s", async (name, contract, words) => {
    await speaking(language);
    const calls = allOf(name.startsWith("Bridge") ? BRIDGE : COINCHE);
    expect([contractWords(contract, calls), contractAloud(contract, calls)]).toEqual(words[index]);
  });
});

test.each([
  ["en", "90 ♥ by Ana, coinched by Rui", "90 ♥ by you, coinched by Rui", "90 ♥ by Ana, coinched by you", "4♠ X by Ana"],
  ["fr", "90 ♥ par Ana, coinché par Rui", "90 ♥ par vous, coinché par Rui", "90 ♥ par Ana, coinché par vous", "4♠ X par Ana"],
  ["pt", "90 ♥ por Ana, coinchado por Rui", "90 ♥ por si, coinchado por Rui", "90 ♥ por Ana, coinchado por si", "4♠ X por Ana"],
] as const)("who bid and who doubled, in %s", async (language, others, ownBid, ownDouble, bridge) => {
  await speaking(language);
  const seats = ["Ana", "Rui", "Eva", "Zoé"].map((name) => ({ kind: "person" as const, name, bot: "", present: true, ready: false, keeps: false, sat: 0, muted: false, player: "", program: false }));
  const contract = { strain: "H", side: 1, seat: 1, value: 90, double: 1 };
  const calls = callsOf(["90 H", "coinche"], COINCHE);
  const doubler = doublerOf({ calls, callers: [1, 2] });
  const words = wordingOf(contract, allOf(COINCHE));
  expect(contractAt({ seats, seat: 3 }, contract, words, doubler)).toBe(others);
  expect(contractAt({ seats, seat: 1 }, contract, words, doubler)).toBe(ownBid);
  expect(contractAt({ seats, seat: 2 }, contract, words, doubler)).toBe(ownDouble);
  const spades = { strain: "S", side: 1, seat: 1, value: 4, double: 1 };
  expect(contractAt({ seats, seat: 3 }, spades, wordingOf(spades, allOf(BRIDGE)), 2)).toBe(bridge);
});

test.each([
  ["en", "♣ alone, by you", "♣ alone, by Zoé", "90 ♥ by you", "90 ♥ by Zoé"],
  ["fr", "♣ seul, par vous", "♣ seul, par Zoé", "90 ♥ par vous", "90 ♥ par Zoé"],
  ["pt", "♣ sozinho, por si", "♣ sozinho, por Zoé", "90 ♥ por si", "90 ♥ por Zoé"],
] as const)("whose contract it is, in %s", async (language, ownAlone, hersAlone, own, hers) => {
  await speaking(language);
  const seats = [{ kind: "person" as const, name: "Zoé", bot: "", present: true, ready: false, keeps: false, sat: 0, muted: false, player: "", program: false }];
  const alone = { strain: "C", side: 1, seat: 1, value: "alone", alone: [1] };
  const bid = { strain: "H", side: 1, seat: 1, value: 90 };
  expect(contractAt({ seats, seat: 1 }, alone, wordingOf(alone, []))).toBe(ownAlone);
  expect(contractAt({ seats, seat: 2 }, alone, wordingOf(alone, []))).toBe(hersAlone);
  expect(contractAt({ seats, seat: 1 }, bid, wordingOf(bid, []))).toBe(own);
  expect(contractAt({ seats, seat: null }, bid, wordingOf(bid, []))).toBe(hers);
});
