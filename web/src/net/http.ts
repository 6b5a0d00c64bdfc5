/** What the page asks of the server by HTTP. */
import type { Deal } from "../state/deal";
import { currentLanguage, say } from "../words/texts.svelte";
import type { CallShown, GameInfo, Lesson, PlayerInfo, PlayerPage, ProgramInfo } from "./messages";

/** What is fixed about a game, so that the page need know no rules; how its cards rank under a strain. */
export type { GameInfo as GameFacts, OrderInfo as Order } from "./messages";

/** A refusal of the server, or `no-answer` where there was none of it: a stable code, and a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

export interface RuleSection {
  title: string;
  sentences: string[];
  table: string[][];
  /** the sentences of house rules, each with `RULE=VALUE; OTHER VALUES`, and whether it changes nothing as the others are */
  house: { sentence: string; rule: string; moot?: boolean }[];
}

export async function getJson<T>(path: string, key = ""): Promise<T> {
  return parsed<T>(await getText(path, key));
}

export async function postJson<T>(path: string, body: string): Promise<T> {
  return parsed<T>((await ask(path, { method: "POST", body })).text);
}

/** A text, for which a key may be needed. */
export async function getText(path: string, key = ""): Promise<string> {
  return (await getPlaced(path, key)).text;
}

/** A text, and the address under which anybody finds it, where it has one. */
export interface Placed {
  text: string;
  address: string;
}

/** As `getText`, with the address. */
export async function getPlaced(path: string, key = ""): Promise<Placed> {
  return ask(path, key ? { headers: { Authorization: `Bearer ${key}` } } : {});
}

/** What the server answers. */
async function ask(path: string, options: RequestInit = {}): Promise<Placed> {
  const address = `${path}${path.includes("?") ? "&" : "?"}lang=${currentLanguage()}`;
  let response: Response, text: string;
  try {
    response = await fetch(address, { ...options, credentials: "omit" });
    text = await response.text();
  } catch {
    throw noAnswer(); // what a browser says about it is not for people
  }
  if (response.ok) return { text, address: response.headers.get("Content-Location") ?? "" };
  const refused = parsed<{ code?: string; text?: string }>(text);
  throw new Refusal(refused.code ?? "", refused.text ?? response.statusText);
}

/** What a text of JSON says; other texts are those of somebody between the server and us. */
function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw noAnswer();
  }
}

function noAnswer(): Refusal {
  return new Refusal("no-answer", say("web.no-answer"));
}

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/** Ask again, more and more rarely, until there is an answer: for what a table cannot be shown without. */
export async function patiently<T>(question: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

const facts = new Map<string, Promise<GameInfo>>();

/** The facts of a game, asked for once. */
export function gameFacts(game: string): Promise<GameInfo> {
  const known = facts.get(game) ?? getJson<GameInfo>(`/api/games/${encodeURIComponent(game)}`);
  facts.set(game, known);
  known.catch(() => facts.delete(game));
  return known;
}

/** A game that the server has, with its presets, of which the first is the usual one. */
export interface GameChoice {
  name: string;
  presets: string[];
  /** whether there is a first deal to be learned step by step */
  lesson: boolean;
  /** how many puzzles there are */
  puzzles: number;
}

let games: Promise<GameChoice[]> | null = null;
let bots: Promise<string[]> | null = null;

/** The games of the server, asked for once. */
export function gameChoices(): Promise<GameChoice[]> {
  games ??= getJson<{ games: GameChoice[] }>("/api/rules").then((answer) => answer.games);
  games.catch(() => (games = null));
  return games;
}

/** A text to try the referee with. */
export interface Sample {
  name: string;
  text: string;
}

let samples: Promise<Sample[]> | null = null;

/** The samples of the server's games, asked for once. */
export function judgeSamples(): Promise<Sample[]> {
  samples ??= getJson<{ samples: Sample[] }>("/api/samples").then((answer) => answer.samples);
  samples.catch(() => (samples = null));
  return samples;
}

/** The bots that the server can play, asked for once. */
export function botChoices(): Promise<string[]> {
  bots ??= getJson<{ bots: string[] }>("/api/bots").then((answer) => answer.bots);
  bots.catch(() => (bots = null));
  return bots;
}

/** The games in which there are ratings; null on a server where nobody has one. */
export async function ratedGames(): Promise<string[] | null> {
  try {
    return (await getJson<{ games: string[] }>("/api/players")).games;
  } catch (error) {
    if (error instanceof Refusal && error.code === "no-players") return null;
    throw error;
  }
}

/** Who has a rating in a game, first those who are surely good: everybody, or by "1" only bots, by "0" only people. */
export async function ratedPlayers(game: string, bots: string): Promise<PlayerInfo[]> {
  const asked = new URLSearchParams({ game, bots });
  return (await getJson<{ players: PlayerInfo[] }>(`/api/players?${asked}`)).players;
}

/** The programs that wait for invitations to a game; none on a server where nobody has a key. */
export async function waitingPrograms(game: string): Promise<ProgramInfo[]> {
  try {
    return (await getJson<{ programs: ProgramInfo[] }>(`/api/programs?${new URLSearchParams({ game })}`)).programs;
  } catch (error) {
    if (error instanceof Refusal && error.code === "no-players") return [];
    throw error;
  }
}

/** What is known of a player. */
export function playerPage(player: string): Promise<PlayerPage> {
  return getJson<PlayerPage>(`/api/players/${encodeURIComponent(player)}`);
}

/** The rules of a game, as they are played with its preset and house rules. */
export async function ruleSections(game: string): Promise<RuleSection[]> {
  return (await getJson<{ sections: RuleSection[] }>(`/api/rules/${encodeURIComponent(game)}`)).sections;
}

const shown = new Map<string, Promise<CallShown>>();

/** What a call of a deal shows, with those before it; asked for once. */
export function callShown(game: string, deal: Pick<Deal, "dealer" | "vulnerable" | "calls">, number: number): Promise<CallShown> {
  const vulnerable = deal.vulnerable.length > 1 ? "All" : deal.vulnerable.includes(1) ? "NS" : deal.vulnerable.includes(2) ? "EW" : "None";
  const calls = deal.calls.slice(0, number + 1).map((call) => call.text);
  const auction = new URLSearchParams({ dealer: String(deal.dealer), vulnerable, calls: calls.join(",") });
  const address = `/api/calls/${encodeURIComponent(game)}?${auction}`;
  const answer = shown.get(address) ?? getJson<CallShown>(address);
  shown.set(address, answer);
  answer.catch(() => shown.delete(address));
  return answer;
}

/** The first deal of a game, step by step; or a puzzle of it, by its number. */
export function gameLesson(game: string, puzzle = ""): Promise<Lesson> {
  return getJson<Lesson>(`/api/lessons/${encodeURIComponent(game)}${puzzle && `?${new URLSearchParams({ puzzle })}`}`);
}
