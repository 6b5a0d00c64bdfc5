// Coincheur (sbbb-git/coinche) at its level "expert"; `asked_tables.js` tells how it is asked.

import { aiBid, aiPlay } from "other/src/engine/ai";
import { DEFAULT_SETTINGS } from "other/src/engine/game";
import { answer, calls, hands, tricks } from "./asked_tables.js";

const settings = { ...DEFAULT_SETTINGS, aiLevel: "expert", expertDepth: "fort", sensHoraire: true };

const theirs = (card) => {
  const rank = card[0] === "T" ? "10" : card[0];
  const suit = card[1].toUpperCase();
  return { suit, rank, id: suit + rank };
};
const ours = ({ suit, rank }) => (rank === "10" ? "T" : rank) + suit.toLowerCase();

function bid({ player, kind, value, strain }) {
  if (kind !== "bid") return { player, kind };
  const capot = value === "capot";
  return { player, kind, value: capot ? 250 : Number(value), mode: strain, capot, generale: false };
}

function state(asked) {
  const bidHistory = calls(asked).map(bid);
  const standing = bidHistory.findLast(({ kind }) => kind === "bid") ?? null;
  const coinche = 2 ** bidHistory.filter(({ kind }) => kind.endsWith("coinche")).length;
  const played = tricks(asked).map(({ cards, winner }) => ({
    cards: cards.map(({ card }) => theirs(card)),
    played: cards.map(({ card, player }) => ({ card: theirs(card), player })),
    winner,
    winnerTeam: winner % 2,
  }));
  const trick = played.length && played.at(-1).cards.length < 4 ? played.pop().played : [];
  const held = hands(asked).map((hand) => hand.map(theirs));
  const current = asked.turn - 1;
  return {
    settings,
    phase: asked.phase === "auction" ? "bidding" : "playing",
    dealer: asked.dealer - 1,
    current,
    hands: held,
    dealtHands: held,
    bidHistory,
    standing,
    coinche,
    passStreak: bidHistory.length - 1 - bidHistory.findLastIndex(({ kind }) => kind !== "pass"),
    contract: asked.phase === "auction" ? null : { ...standing, taker: standing.player, coinche },
    trick,
    trickLeader: trick.length ? trick[0].player : current,
    completedTricks: played,
    scores: [0, 0],
    lastResult: null,
    message: "",
  };
}

answer((asked) => {
  const seen = state(asked);
  if (asked.phase !== "auction") return ours(aiPlay(seen));
  const { action, value, mode, capot } = aiBid(seen, seen.current);
  return action === "bid" ? `${capot ? "capot" : value} ${mode}` : action;
});
