// Contree-KFFR with the bot of its page; `asked_tables.js` tells how it is asked.

import { chooseBotBid, chooseBotCard } from "other/bots/simpleBot";
import { createInitialGame } from "other/engine/game";
import { trickPoints } from "other/engine/rules";
import { answer, calls, hands, tricks } from "./asked_tables.js";

const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const STATUS = { 0: "normal", 1: "coinched", 2: "surcoinched" };
const HIGHEST = 160; // it knows no capot

const theirs = (card) => ({ suit: SUITS[card[1]], rank: card[0] === "T" ? "10" : card[0] });
const ours = ({ suit, rank }) => (rank === "10" ? "T" : rank) + suit[0];
const height = (value) => (value === "capot" ? HIGHEST : Number(value));

function bid({ player, kind, value, strain }) {
  if (kind !== "bid") return { playerId: player, action: kind };
  return { playerId: player, action: "bid", value: height(value), trump: SUITS[strain.toLowerCase()] };
}

function state(asked) {
  const bids = calls(asked).map(bid);
  const trump = asked.contract && SUITS[asked.contract.strain.toLowerCase()];
  const points = { 0: 0, 1: 0 };
  const played = tricks(asked).map(({ cards, winner }, number) => {
    const plays = cards.map(({ card, player }) => ({ playerId: player, card: theirs(card) }));
    const worth = trickPoints(plays, trump, number === 7);
    if (plays.length === 4) points[winner % 2] += worth;
    return { leaderId: plays[0].playerId, cards: plays, winnerId: winner, points: worth };
  });
  const current = asked.turn - 1;
  const trick =
    played.length && played.at(-1).cards.length < 4 ? played.pop() : { leaderId: current, cards: [] };
  const { seat, value, double } = asked.contract ?? {};
  return {
    ...createInitialGame(),
    phase: asked.phase === "auction" ? "bidding" : "playing",
    startingPlayerId: asked.dealer % 4,
    trump,
    hands: hands(asked).map((hand) => hand.map(theirs)),
    currentPlayerId: current,
    currentTrick: trick,
    completedTricks: played,
    bids,
    contract:
      asked.phase === "auction"
        ? null
        : { playerId: seat - 1, teamId: (seat - 1) % 2, value: height(value), trump, status: STATUS[double] },
    trickPoints: points,
  };
}

answer((asked) => {
  const seen = state(asked);
  if (asked.phase !== "auction") return ours(chooseBotCard(seen));
  const { action, value, trump } = chooseBotBid(seen);
  return action === "bid" ? `${value} ${trump[0].toUpperCase()}` : action;
});
