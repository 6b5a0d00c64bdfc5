/**
 * A bot for Overtrick that talks to a server itself, without any package: docs/network-bots.md tells what is said.
 *
 *   node network_bot.mjs HOST:PORT KEY_FILE [GAME]     Node 22; Node 20 with --experimental-websocket
 *
 * It waits for challenges to all games or, with GAME, plays at any open table of it. One connection, one seat.
 */
import { createPrivateKey, createPublicKey, randomBytes, sign } from "node:crypto";
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";

const [host, keyFile, game] = process.argv.slice(2);
if (!keyFile) end("node network_bot.mjs HOST:PORT KEY_FILE [GAME]");
if (typeof WebSocket === "undefined") end("This bot needs Node.js 22, or 20 with --experimental-websocket.");
const NAME = "JavaScript bot";
const PAUSE = 2000; // milliseconds before a lost connection is made again
const SIGN_OF_LIFE = 600_000;

// The key of the bot: 32 random bytes in a file, made once. Whoever has it is this player. Bots of one key may start at
// once: the file gets its name when it is whole, and the first one stays.
if (!existsSync(keyFile)) {
  const made = { type: "overtrick player key", v: 1, secret: randomBytes(32).toString("hex") };
  const whole = `${keyFile}.${process.pid}`;
  writeFileSync(whole, `${JSON.stringify(made)}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(whole, keyFile);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    unlinkSync(whole);
  }
}
const secret = Buffer.from(JSON.parse(readFileSync(keyFile, "utf-8")).secret, "hex");
const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), secret]);
const key = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32).toString("hex");

let socket; // the connection
let seat = null; // { table, seat, token }: what opens our seat again
let last = 0; // the number of the last event that we have seen
let deal = null; // what we know of the deal on the table
let isRated = false; // whether the match counts for ratings
let orders = {}; // of the game's cards, by what is trumps
let ids = 0;

function end(why) {
  console.error(why);
  process.exit(2);
}

function say(message) {
  socket.send(JSON.stringify(message));
}

/** Say what concerns the position: with an id of its own, and the event that it answers. */
function act(message) {
  say({ id: `${process.pid}.${(ids += 1)}`, at: last, ...message });
}

function connect() {
  socket = new WebSocket(`ws://${host}/ws`);
  socket.onopen = () => say({ type: "hello", v: 1, name: NAME, table: seat?.table, token: seat?.token });
  socket.onmessage = ({ data }) => hear(JSON.parse(data));
  socket.onclose = () => setTimeout(connect, PAUSE);
  socket.onerror = () => {}; // it is closed next
}

const hearing = {
  welcome: () => say({ type: "challenge" }), // first of all, show who we are
  challenged({ nonce }) {
    const signed = Buffer.from(`overtrick player\n${host.toLowerCase()}\n${nonce}`);
    say({ type: "identify", key: publicKey, signature: sign(null, signed, key).toString("hex"), program: true });
  },
  identified: ({ player }) => {
    console.log(`player ${player}`);
    if (!seat) play();
  },
  in_lobby: ({ why }) => {
    [seat, deal] = [null, null];
    if (why !== "hello") play(); // after a match; else we have to be known first
  },
  invited: ({ table, code, seat }) => say({ type: "sit", ...(code ? { code } : { table }), seat }),
  taken: (message) => (seat = message),
  async snapshot(table) {
    const answer = await fetch(`http://${host}/api/games/${encodeURIComponent(table.game)}`);
    orders = (await answer.json()).orders;
    deal = table.deal ? begun(table.deal) : null;
    isRated = table.options.rated ?? false;
    if (table.state === "open" || table.state === "deal") say({ type: "ready", deal: table.next_deal });
  },
  dealt: (event) => (deal = begun(event.deal)),
  taken_back: (event) => (deal = begun(event.deal)),
  acted({ seat: whose, action, legal = [], actions = {}, contract, hand, trick }) {
    if (!deal) return;
    if (/^[2-9TJQKA][shdc]$/.test(action)) {
      deal.trick.push([whose, action]);
      deal.hand = deal.hand.filter((card) => card !== action);
    }
    if (trick) deal.trick = [];
    deal = { ...deal, legal, actions, contract: contract ?? deal.contract, hand: hand ?? deal.hand };
  },
  proposed: ({ what, seat: whose }) => whose !== seat?.seat && act({ type: "answer", yes: what !== "claim" && !(what === "resign" && isRated) }),
  scored({ next_deal, standing }) {
    deal = null;
    if (!standing.over) say({ type: "ready", deal: next_deal });
  },
  ended: () => say({ type: "leave" }),
  refused: ({ code, text }) => console.error(`${code}: ${text}`),
  bye: ({ text }) => console.error(text),
};

/** Messages are heard one after the other, since some wait for something. */
let heard = Promise.resolve();
function hear(message) {
  heard = heard.then(async () => {
    last = message.n ?? last;
    await hearing[message.type]?.(message);
    if (message.n && deal?.legal?.length) act({ type: "act", action: choose(deal) });
    if (deal) deal.legal = []; // we have answered
  });
}

function play() {
  say(game ? { type: "quick", game } : { type: "available" });
}

/** A deal as we keep it: with the cards of the trick that is not complete, and who played them. */
function begun(seen) {
  const { plays = [], players = [], takers = [], contract } = seen;
  const from = takers.length * (4 - (contract?.alone?.length ?? 0));
  const trick = plays.slice(from).map((card, index) => [players[from + index], card]);
  return { hand: [], legal: [], actions: {}, ...seen, trick };
}

/** Words that bring points are said; then calls by length of suits, and cards by who holds the trick. */
function choose({ legal, actions, trick, hand, contract }) {
  const word = legal.find((each) => ["declare", "belote", "rebelote", "stoeck", "roem"].includes(actions[each]?.kind));
  const cards = legal.filter((each) => !actions[each]);
  if (word) return word;
  if (!cards.length) return call(legal, actions, hand);
  const { suits, trump: hasTrumps } = orders[contract?.strain ?? ""] ?? Object.values(orders)[0];
  const suitOf = (card) => suits.findIndex((suit) => suit.includes(card));
  const place = (card) => suits[suitOf(card)].indexOf(card); // 0 is the highest
  const beats = (one, other) =>
    suitOf(one) === suitOf(other) ? place(one) < place(other) : hasTrumps && suitOf(one) === 0;
  const cost = (card) => (hasTrumps && suitOf(card) === 0 ? 100 : 0) - place(card);
  const cheapest = (some) => some.reduce((best, card) => (cost(card) < cost(best) ? card : best));
  if (!trick.length) return cards.find((card) => place(card) === 0) ?? cheapest(cards);
  const [holder, top] = trick.reduce((best, next) => (beats(next[1], best[1]) ? next : best));
  const winning = cards.filter((card) => beats(card, top));
  const isOurs = holder % 2 === seat.seat % 2;
  return !isOurs && winning.length ? cheapest(winning) : cheapest(cards);
}

/** Name or accept what we have most of; pass where that is little; where we must bid, bid our aces and kings. */
function call(legal, actions, hand) {
  const length = (each) => hand.filter((card) => card[1].toUpperCase() === actions[each].strain).length;
  const named = legal.filter((each) => ["name", "discard"].includes(actions[each].kind));
  named.sort((one, other) => length(other) - length(one));
  if (legal.includes("pass") && !(named.length && length(named[0]) * 2 >= hand.length)) return "pass";
  const tops = hand.filter((card) => "AK".includes(card[0])).length;
  const bids = legal.filter((each) => Number.isInteger(actions[each].value));
  const far = (each) => Math.abs(actions[each].value - tops);
  return named[0] ?? bids.sort((a, b) => far(a) - far(b))[0] ?? legal[0];
}

setInterval(() => socket.readyState === WebSocket.OPEN && say({ type: "ping" }), SIGN_OF_LIFE);
connect();
