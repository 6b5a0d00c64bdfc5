// A boardgame.io server with Sueca: 40 cards, suits are followed, the last card dealt shows the trumps.
// Each player gets his own cards and what he may play; deals follow each other without end.

const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const RANKS = "23456QJK7A";
const POINTS = { A: 11, 7: 10, K: 4, J: 3, Q: 2 };
const PACK = [..."shdc"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

function deal(G, random) {
  const deck = random.Shuffle(PACK);
  G.trump = deck[39][1];
  G.trick = [];
  for (let seat = 0; seat < 4; seat++) {
    G.players[seat] = { hand: deck.slice(10 * seat, 10 * seat + 10), legal: [] };
  }
}

function legal(G, seat) {
  const hand = G.players[seat].hand;
  const following = G.trick.length ? hand.filter((card) => card[1] === G.trick[0].card[1]) : [];
  return following.length ? following : hand;
}

function strength(G, card) {
  const suit = card[1] === G.trump ? 20 : card[1] === G.trick[0].card[1] ? 10 : -100;
  return suit + RANKS.indexOf(card[0]);
}

function play({ G, playerID, events, random }, card) {
  if (!legal(G, playerID).includes(card)) return INVALID_MOVE;
  const player = G.players[playerID];
  player.hand = player.hand.filter((held) => held !== card);
  player.legal = [];
  G.trick.push({ seat: playerID, card });
  let next = String((Number(playerID) + 1) % 4);
  if (G.trick.length === 4) {
    const best = G.trick.reduce((a, b) => (strength(G, b.card) > strength(G, a.card) ? b : a));
    next = best.seat;
    G.points[next % 2] += G.trick.reduce((sum, each) => sum + (POINTS[each.card[0]] || 0), 0);
    G.trick = [];
    if (!player.hand.length) deal(G, random);
  }
  G.players[next].legal = legal(G, next);
  events.endTurn({ next });
}

const sueca = {
  name: "sueca",
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ random }) => {
    const G = { trump: "", trick: [], points: [0, 0], players: {} };
    deal(G, random);
    G.players[0].legal = legal(G, 0);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  moves: { play: { move: play, client: false } },
};

Server({ games: [sueca], origins: [Origins.LOCALHOST] })
  .run({ port: { host: "127.0.0.1", port: 0 } })
  .then(({ appServer }) => console.log(`ready: http://127.0.0.1:${appServer.address().port}`));
