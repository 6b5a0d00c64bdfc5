// What players of others in JavaScript are asked by lines of JSON; `programs.py` tells what is asked and answered.

import readline from "node:readline";

const RANKS = "789TJQKA";
const SUITS = "shdc";

/** Tell what is chosen and the CPU time that it took, until nobody asks any more. */
export const answer = (choose) => {
  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const start = process.cpuUsage();
    const action = choose(JSON.parse(line));
    const { user, system } = process.cpuUsage(start);
    process.stdout.write(`${JSON.stringify({ action, seconds: (user + system) / 1e6 })}\n`);
  });
};

/** The calls with who made them, from 0: what each is, and its value and strain where it is a bid. */
export const calls = ({ calls, callers }) =>
  calls.map((call, place) => {
    const [value, strain] = call.split(" ");
    return { player: callers[place] - 1, kind: strain ? "bid" : value, value, strain };
  });

/** The tricks so far, the last of which may not be complete: plays with their players, and who has won them. */
export const tricks = ({ plays, players, takers }) => {
  const tricks = [];
  for (let first = 0; first < plays.length; first += 4) {
    const cards = plays.slice(first, first + 4).map((card, place) => ({ card, player: players[first + place] - 1 }));
    tricks.push({ cards, winner: takers[first / 4] - 1 });
  }
  return tricks;
};

/** Four hands: one's own, and for the others as many cards as they hold, any of those that were not seen. */
export const hands = ({ turn, hand, sizes, plays }) => {
  const pack = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  const unseen = pack.filter((card) => !hand.includes(card) && !plays.includes(card));
  return sizes.map((size, seat) => (seat === turn - 1 ? hand : unseen.splice(0, size)));
};
