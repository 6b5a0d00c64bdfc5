// Written by `python -m scripts.message_types` from src/overtrick/protocol: change it there.

export const VERSION = 1;

/** A call, a discard, a word or a card, as `parse_action` reads them. */
export interface Act {
  type: "act";
  id: string;
  at: number;
  action: string;
}

/** A call, a discard, a word or a card, and what it changed. */
export interface Acted {
  type: "acted";
  n: number;
  id?: string;
  seat: number;
  action: string;
  by?: "" | "clock" | "stand-in";
  phase?: "auction" | "discard" | "exchange" | "over" | "play" | null;
  turn?: number | null;
  actor?: number | null;
  legal?: string[];
  out_of_turn?: string[];
  until?: number | null;
  contract?: ContractInfo | null;
  turn_up?: string | null;
  hand?: string[] | null;
  plays_for?: number | null;
  sizes?: number[] | null;
  said?: [number, string][];
  actions?: Record<string, ActionInfo>;
  words?: Record<string, ActionInfo>;
  declared?: [number, string][];
  shown?: [number, string[]][];
  dummy?: [number, string[]] | null;
  trick?: TrickInfo | null;
  points?: [number, number] | null;
}

/** An action that is no card, in its parts, so that nobody has to take its notation apart. */
export interface ActionInfo {
  kind: "accept" | "alone" | "bid" | "double" | "look" | "name" | "pass" | "promise" | "redouble" | "belote" | "claim" | "declare" | "rebelote" | "roem" | "silent" | "stoeck" | "discard" | "give";
  word: string;
  value?: number | string | null;
  strain?: string | null;
  alone?: boolean;
  seat?: number | null;
  gap?: string;
  card?: string | null;
  tricks?: number | null;
  cards?: string[];
  names?: string[];
}

/** Puts a bot on an empty seat, on all of them, or on that of another bot. */
export interface AddBot {
  type: "add_bot";
  id?: string;
  bot?: string;
  seat?: number | null;
}

/** What the side of a contract had to reach, and what it had of it. */
export interface AimInfo {
  side: number;
  unit: "points" | "tricks";
  needed: number;
  won: number;
  besides?: [string, number][];
}

/** A played deal. */
export interface Analysis {
  game: string;
  unit: "points" | "tricks";
  total: number;
  steps: Step[];
  won: [number, number];
}

/** Agrees to what was proposed, or does not. */
export interface Answer {
  type: "answer";
  id: string;
  at: number;
  yes: boolean;
}

/** Somebody agrees to a proposal, or does not, which ends it. */
export interface Answered {
  type: "answered";
  n: number;
  id?: string;
  seat: number;
  yes: boolean;
}

/** A program with a key waits for invitations while it is in the lobby. */
export interface Available {
  type: "available";
  id?: string;
  games?: string[] | null;
}

/** The next deal waits for those who are not ready, and for how long. */
export interface Awaited {
  type: "awaited";
  n: number;
  id?: string;
  until?: number | null;
}

/** A player is back on their seat, or goes on with another device. */
export interface Back {
  type: "back";
  n: number;
  id?: string;
  seat: number;
}

/** The server closes the connection. */
export interface Bye {
  type: "bye";
  code: string;
  text: string;
}

/** What a call tells of the hand of its maker, with their calls before it, by the system that bots play. */
export interface CallShown {
  seat: number;
  shows: ShownInfo | null;
}

/** Asks for a text to sign, by which a client shows that it has a key. */
export interface Challenge {
  type: "challenge";
  id?: string;
}

/** The answer to `challenge`: random digits that are signed once, with the name of the server before them. */
export interface Challenged {
  type: "challenged";
  nonce: string;
  id?: string;
}

/** The table is no more. */
export interface Closed {
  type: "closed";
  n: number;
  id?: string;
}

/** All are ready for a deal: the commitments to what its cards will come from. Nobody has opened theirs yet. */
export interface Committed {
  type: "committed";
  n: number;
  id?: string;
  deal: number;
  server: string;
  seats: [string, string, string, string];
  until: number;
  game?: string;
  dealer?: number;
}

/** What is played. */
export interface ContractInfo {
  strain: string;
  side?: number | null;
  seat?: number | null;
  value?: number | string | null;
  double?: number;
  alone?: number[];
}

/** Makes a table and takes a seat at it. */
export interface Create {
  type: "create";
  id?: string;
  game: string;
  options?: Options;
  seat?: number;
  bots?: string;
  daily?: boolean;
}

/** The deals of the days of a game. */
export interface DailyDeals {
  game: string;
  bot: string;
  today: DayDeal;
  yesterday: DayDeal;
  tomorrow: DayDeal;
}

/** The deal of a day in a game. */
export interface DayDeal {
  day: string;
  name: string;
  commitment: string;
  secret?: string;
  results?: DayResult[];
  is_complete?: boolean;
}

/** What somebody made of the deal of a day. */
export interface DayResult {
  net: number;
  bot?: string;
  path?: string;
}

/** A deal as a seat sees it: `View`, written down. */
export interface DealInfo {
  deal: number;
  board?: number | null;
  dealer: number;
  vulnerable?: number[];
  phase: "auction" | "discard" | "exchange" | "over" | "play";
  turn?: number | null;
  actor?: number | null;
  legal?: string[];
  out_of_turn?: string[];
  hand?: string[];
  plays_for?: number | null;
  sizes: number[];
  turn_up?: string | null;
  turned?: string[];
  discard?: string | null;
  exchanged?: number;
  given?: string[];
  calls?: string[];
  callers?: number[];
  contract?: ContractInfo | null;
  plays?: string[];
  players?: number[];
  takers?: number[];
  said?: [number, string][];
  actions?: Record<string, ActionInfo>;
  words?: Record<string, ActionInfo>;
  declared?: [number, string][];
  shown?: [number, string[]][];
  dummy?: [number, string[]] | null;
  points?: [number, number];
  tricks?: [number, number];
}

/** How a deck is dealt: `Dealing`, written down. */
export interface DealingInfo {
  packets: [number, number, number, number][];
  turn_up: "dealers_first" | "dealers_last" | "next" | "none";
  later: [number, number, number, number][];
  backwards: boolean;
  beside: string[];
  first_turned: string | null;
}

/** The cards are dealt. */
export interface Dealt {
  type: "dealt";
  n: number;
  id?: string;
  nonces: [string, string, string, string];
  marks: ["bot" | "committed" | "missing" | "uncommitted", "bot" | "committed" | "missing" | "uncommitted", "bot" | "committed" | "missing" | "uncommitted", "bot" | "committed" | "missing" | "uncommitted"];
  deal: DealInfo;
  until?: number | null;
}

/** Does not take the seat of an invitation; who takes it says `sit`. */
export interface Decline {
  type: "decline";
  id?: string;
  table: string;
  seat: number;
  why?: "busy" | "game" | "no" | "too-fast" | "too-slow";
}

/** A program does not take the seat to which the client has invited it. */
export interface Declined {
  type: "declined";
  seat: number;
  player: string;
  name: string;
  why: "busy" | "game" | "no" | "too-fast" | "too-slow" | "gone";
}

/** A command is accepted that led to no event of its own, or had been accepted before. */
export interface Done {
  type: "done";
  id: string;
  n: number;
}

/** One of a few things to say, for all at the table. */
export interface Emote {
  type: "emote";
  id?: string;
  what: "bye" | "good-luck" | "hello" | "oops" | "sorry" | "thanks" | "thinking" | "well-played";
}

/** One of the few things that can be said without words. */
export interface Emoted {
  type: "emoted";
  n: number;
  id?: string;
  seat: number;
  name: string;
  what: "bye" | "good-luck" | "hello" | "oops" | "sorry" | "thanks" | "thinking" | "well-played";
}

/** The match is over: won, drawn, given up, or broken off since somebody is gone. */
export interface Ended {
  type: "ended";
  n: number;
  id?: string;
  why: "drawn" | "gone" | "resigned" | "won";
  winner?: number | null;
  totals?: [number, number];
  seat?: number | null;
  name?: string;
  secret?: string;
  next_deal: number;
  commitment: string;
}

/** Lets the server forget the player: ratings, name, and who they were in matches of others. */
export interface Forget {
  type: "forget";
  id?: string;
}

/** The server knows nothing of the player any more. */
export interface Forgotten {
  type: "forgotten";
  id?: string;
}

/** A game. */
export interface GameInfo {
  game: string;
  name: string;
  preset: string;
  hand_size: number;
  direction: "anticlockwise" | "clockwise";
  seats: [string, string, string, string];
  may_claim: boolean;
  deals_in_turn: boolean;
  has_vulnerability: boolean;
  formats: string[];
  counts: "points" | "tricks";
  target: number | null;
  pack: string[];
  dealing: DealingInfo;
  orders: Record<string, OrderInfo>;
  actions: Record<string, NumberedAction>;
}

/** What the text of a game says. */
export interface GameParts {
  name: string;
  preset: string;
  house?: string[];
}

/** A player's connection is lost; the seat is held. */
export interface Gone {
  type: "gone";
  n: number;
  id?: string;
  seat: number;
  until: number;
}

/** The first message: who is there. With a table and its token, or a code, a player takes their seat. */
export interface Hello {
  type: "hello";
  id?: string;
  v: number;
  name?: string;
  lang?: "en" | "fr" | "pt";
  table?: string;
  token?: string;
  move?: string;
  last?: number;
}

/** Asks what is best to do now, where all others are bots. */
export interface Hint {
  type: "hint";
  id: string;
  at: number;
}

/** The answer to `hint`, unless something has happened meanwhile: what is best to do, and why. */
export interface Hinted {
  type: "hinted";
  id: string;
  action: string;
  options?: OptionInfo[];
  actions?: Record<string, ActionInfo>;
  worlds?: number;
  for_match?: boolean;
  shows?: ShownInfo | null;
  partner?: ShownInfo | null;
  reasons?: ReasonInfo[];
}

/** Whether the bots of a deal decide the same when the cards that they cannot see are dealt anew. */
export interface Honesty {
  decisions: number;
  changed: number;
  same: number;
  unsteady: number;
  sample: SampleInfo | null;
}

/** The client has shown that it has a key. */
export interface Identified {
  type: "identified";
  player: string;
  id?: string;
}

/** Signs what `challenged` has told: the client is the player with this key, wherever it sits down from now on. */
export interface Identify {
  type: "identify";
  id?: string;
  key: string;
  signature: string;
  program?: boolean;
}

/** The client has no seat: it has just come, has left, or its table is closed. */
export interface InLobby {
  type: "in_lobby";
  why: "closed" | "gone" | "hello" | "kicked" | "left" | "moved" | "over" | "waiting";
  who?: string;
  waiting?: number;
}

/** A better card than the one that was played. */
export interface InsteadInfo {
  card: string;
  reasons: ReasonInfo[];
}

/** Asks a program that is `available` to take an empty seat; at a private table, with its code. */
export interface Invite {
  type: "invite";
  id?: string;
  player: string;
  seat: number;
  code?: string;
}

/** Somebody wants the client to take a seat: it says `sit` with table or code, and seat, or else `decline`. */
export interface Invited {
  type: "invited";
  table: string;
  seat: number;
  code?: string;
  game: string;
  parts: GameParts;
  options: Options;
  by: number;
  name: string;
  player?: string;
  program?: boolean;
}

/** Keeps the next deal waiting while the player still looks at the last one, or no longer. */
export interface Keep {
  type: "keep";
  id?: string;
  on: boolean;
}

/** A player keeps the next deal waiting, or no longer. */
export interface Kept {
  type: "kept";
  n: number;
  id?: string;
  seat: number;
  on: boolean;
}

/** Takes the seat from a player, as if they had left; for the host of the table. */
export interface Kick {
  type: "kick";
  id?: string;
  seat: number;
}

/** Gives up the seat, or stops to look on. */
export interface Leave {
  type: "leave";
  id?: string;
}

/** A seat is empty again. */
export interface Left {
  type: "left";
  n: number;
  id?: string;
  seat: number;
  by?: number;
}

/** A deal that somebody plays for the first time, step by step. */
export interface Lesson {
  table: Snapshot;
  steps: LessonStep[];
  puzzle?: number;
  puzzles?: number;
}

/** A step of a lesson: what is said, and what is to be done. */
export interface LessonStep {
  text: string;
  events?: Acted[];
  action?: string | null;
  wrong?: string;
  refusals?: Record<string, string>;
}

/** A match that has counted. */
export interface MatchInfo {
  table: string;
  game: string;
  ended: number;
  why: "drawn" | "gone" | "resigned" | "won";
  winner: number | null;
  totals: [number, number];
  seats: MatchSeat[];
}

/** Who played a match on a seat. */
export interface MatchSeat {
  player: string;
  name: string;
  is_bot: boolean;
  rating: number;
  change: number;
}

/** Asks for a code with which another device can take over this seat, once; an earlier one is void from then on. */
export interface Move {
  type: "move";
  id?: string;
}

/** The answer to `move`: a code for the `hello` of another device. */
export interface Moving {
  type: "moving";
  code: string;
  until: number;
  id?: string;
}

/** What somebody who looks on has said to the others who do. Players never get it, and it is no event. */
export interface Murmured {
  type: "murmured";
  name: string;
  text: string;
  id?: string;
}

/** Lets a player say nothing any more at this table, or again; for its host. */
export interface Mute {
  type: "mute";
  id?: string;
  seat: number;
  on?: boolean;
}

/** The host lets a player say nothing any more, or again. */
export interface Muted {
  type: "muted";
  n: number;
  id?: string;
  seat: number;
  on: boolean;
}

/** An action of a game that is no card, with its number among all actions of the game. */
export interface NumberedAction {
  kind: "accept" | "alone" | "bid" | "double" | "look" | "name" | "pass" | "promise" | "redouble" | "belote" | "claim" | "declare" | "rebelote" | "roem" | "silent" | "stoeck" | "discard" | "give";
  word: string;
  value?: number | string | null;
  strain?: string | null;
  alone?: boolean;
  seat?: number | null;
  gap?: string;
  card?: string | null;
  tricks?: number | null;
  cards?: string[];
  names?: string[];
  number: number;
}

/** What is expected of something that may be done now. */
export interface OptionInfo {
  action: string;
  worth: number;
  wins: number;
  points: number;
}

/** How a table is run, whatever is played at it. */
export interface Options {
  private?: boolean;
  clock?: number | null;
  grace?: number;
  when_gone?: "bot" | "end" | "pause";
  bot?: string;
  bot_delay?: number;
  spectators?: boolean;
  once?: boolean;
  trick_delay?: number | null;
  rated?: boolean;
  hand_over?: boolean;
}

/** How the cards rank. */
export interface OrderInfo {
  suits: string[][];
  trump: boolean;
}

/** Changes how long bots take and complete tricks lie, as in `options`; for the host of the table. */
export interface Pace {
  type: "pace";
  id?: string;
  bot_delay: number;
  trick_delay: number;
}

/** The host has changed how long bots take and complete tricks lie, in seconds. */
export interface Paced {
  type: "paced";
  n: number;
  id?: string;
  seat: number;
  bot_delay: number;
  trick_delay: number;
}

/** Points that a side marks for a reason; the reason is a key of the texts, `score.REASON`. */
export interface PartInfo {
  side: number;
  reason: string;
  points: number;
}

/** The match waits for a player who is gone, or for somebody else on the seat. */
export interface Paused {
  type: "paused";
  n: number;
  id?: string;
  seat: number;
}

/** Asks for a sign of life. */
export interface Ping {
  type: "ping";
  id?: string;
}

/** A player in the list of a game. */
export interface PlayerInfo {
  player: string;
  name: string;
  is_bot: boolean;
  rating: RatingInfo;
}

/** A player. */
export interface PlayerPage {
  player: string;
  name: string;
  is_bot: boolean;
  ratings: RatingInfo[];
  matches: MatchInfo[];
}

/** A sign of life. */
export interface Pong {
  type: "pong";
  id?: string;
}

/** A program that is connected and waits for invitations. */
export interface ProgramInfo {
  player: string;
  name: string;
  games: string[];
}

/** What somebody has proposed, and who has agreed. */
export interface ProposalInfo {
  seat: number;
  what: "claim" | "rematch" | "resign" | "take-back";
  tricks?: number;
  agreed?: number[];
}

/** Asks the others for their agreement. */
export interface Propose {
  type: "propose";
  id: string;
  at: number;
  what: "claim" | "rematch" | "resign" | "take-back";
  tricks?: number;
}

/** Somebody asks the others for their agreement. */
export interface Proposed {
  type: "proposed";
  n: number;
  id?: string;
  seat: number;
  what: "claim" | "rematch" | "resign" | "take-back";
  tricks?: number;
}

/** Takes any seat at an open table of a game, or makes one. */
export interface Quick {
  type: "quick";
  id?: string;
  game: string;
}

/** How good a player is at a game. */
export interface RatingInfo {
  game: string;
  rating: number;
  doubt: number;
  matches: number;
}

/** Waits for a deal; with the commitment to a nonce, has a part in its cards (docs/fairness.md). */
export interface Ready {
  type: "ready";
  id?: string;
  deal: number;
  commitment?: string;
  later?: boolean;
}

/** A reason for a call or a card, as players say it; all that it claims is true by what the player can see. */
export interface ReasonInfo {
  code: string;
  card?: string | null;
  cards?: string[];
  strain?: string | null;
  number?: number | null;
}

/** A message was not accepted, and nothing was done. */
export interface Refused {
  type: "refused";
  code: string;
  text: string;
  id?: string;
}

/** Takes a bot from its seat before a match. */
export interface RemoveBot {
  type: "remove_bot";
  id?: string;
  seat: number;
}

/** Tells whoever runs the server of a player, with what was said last; nobody else gets it. */
export interface Report {
  type: "report";
  id?: string;
  seat: number;
  reason?: string;
}

/** Another match begins with the same seats. */
export interface Restarted {
  type: "restarted";
  n: number;
  id?: string;
}

/** The match goes on. */
export interface Resumed {
  type: "resumed";
  n: number;
  id?: string;
  until?: number | null;
}

/** Opens the nonce of a commitment. */
export interface Reveal {
  type: "reveal";
  id?: string;
  deal: number;
  nonce: string;
}

/** A short line. */
export interface Said {
  type: "said";
  n: number;
  id?: string;
  seat: number;
  name: string;
  text: string;
}

/** Gives words as a part of the next deal, for those whose client can make no commitment. */
export interface Salt {
  type: "salt";
  id?: string;
  words: string;
}

/** A card that a bot decided on, in the deal as it was and with other hidden cards; hands are by seat. */
export interface SampleInfo {
  seat: number;
  trick: number;
  action: string;
  other: string;
  hands: string[][];
  changed: string[][];
}

/** A seat is taken by a person or a bot. */
export interface Sat {
  type: "sat";
  n: number;
  id?: string;
  seat: number;
  kind: "bot" | "person";
  name: string;
  bot?: string;
  player?: string;
  program?: boolean;
}

/** A short line for all at the table; of those who look on, for the others who do. */
export interface Say {
  type: "say";
  id?: string;
  text: string;
}

/** A deal is over, with what it is worth, all cards, and the secret they came from. */
export interface Scored {
  type: "scored";
  n: number;
  id?: string;
  deal: number;
  parts: PartInfo[];
  scores: [number, number];
  winner?: number | null;
  played?: boolean;
  aim?: AimInfo | null;
  claimed?: number | null;
  points?: [number, number, number, number];
  standing: StandingInfo;
  hands: string[][];
  secret: string;
  next_deal: number;
  commitment: string;
}

/** Who sits on a seat. */
export interface SeatInfo {
  kind?: "bot" | "empty" | "person";
  name?: string;
  bot?: string;
  present?: boolean;
  ready?: boolean;
  keeps?: boolean;
  sat?: number;
  muted?: boolean;
  player?: string;
  program?: boolean;
}

/** What calls of Bridge tell of a hand: the least and the most. */
export interface ShownInfo {
  points: [number, number];
  suits: [[number, number], [number, number], [number, number], [number, number]];
}

/** Takes a seat: the one asked for, or the first that is empty. A private table wants its code. */
export interface Sit {
  type: "sit";
  id?: string;
  table?: string;
  code?: string;
  seat?: number | null;
}

/** All that a seat, or somebody who looks on, may know of a table, as of event `n`. */
export interface Snapshot {
  type: "snapshot";
  n: number;
  table: string;
  game: string;
  day?: string;
  options: Options;
  state: "closed" | "deal" | "open" | "over" | "play";
  seat?: number | null;
  seats: [SeatInfo, SeatInfo, SeatInfo, SeatInfo];
  standing: StandingInfo;
  next_deal: number;
  commitment: string;
  commitments?: string[];
  dealer?: number;
  deal?: DealInfo | null;
  scored?: Scored | null;
  ended?: Ended | null;
  proposal?: ProposalInfo | null;
  paused?: boolean;
  until?: number | null;
  parts?: GameParts | null;
}

/** Where the match stands. */
export interface StandingInfo {
  totals?: [number, number];
  over?: boolean;
  winner?: number | null;
  held?: number;
  games?: [number, number];
  below?: [number, number];
  vulnerable?: number[];
  bags?: [number, number];
  rows?: [number, number];
}

/** A card that was played, and the position before it. */
export interface Step {
  seat: number;
  card: string;
  best: number | null;
  cost: number | null;
  options: Record<string, number>;
  shown: string[][];
  won: [number, number];
  instead: InsteadInfo | null;
}

/** A bot plays for a player who is gone, until they are back. */
export interface StoodIn {
  type: "stood_in";
  n: number;
  id?: string;
  seat: number;
  bot: string;
}

/** A table in the list. */
export interface TableInfo {
  table: string;
  game: string;
  state: "closed" | "deal" | "open" | "over" | "play";
  seats: [SeatInfo, SeatInfo, SeatInfo, SeatInfo];
  watchers?: number;
  deals?: number;
  parts?: GameParts | null;
  rated?: boolean;
}

/** The open tables, or the one that was asked for. */
export interface TableList {
  type: "table_list";
  tables: TableInfo[];
  id?: string;
}

/** Asks for the open tables, or for the one to which somebody is invited. */
export interface Tables {
  type: "tables";
  id?: string;
  table?: string;
  code?: string;
}

/** The client has a seat. Only it ever gets this token, with which it can come back. */
export interface Taken {
  type: "taken";
  table: string;
  seat: number;
  token: string;
  code?: string;
}

/** All agreed: the deal stands again as it did before an action. */
export interface TakenBack {
  type: "taken_back";
  n: number;
  id?: string;
  deal: DealInfo;
  until?: number | null;
}

/** A trick is complete. */
export interface TrickInfo {
  seat: number;
  points: [number, number];
  tricks: [number, number];
}

/** A player waits for the deal. */
export interface WasReady {
  type: "ready";
  n: number;
  id?: string;
  seat: number;
  commitment?: string;
}

/** Looks on, without a seat. */
export interface Watch {
  type: "watch";
  id?: string;
  table?: string;
  code?: string;
}

/** The answer to `hello`. */
export interface Welcome {
  type: "welcome";
  v: number;
  name: string;
  now: number;
}

export type Incoming =
  | Act
  | AddBot
  | Answer
  | Available
  | Challenge
  | Create
  | Decline
  | Emote
  | Forget
  | Hello
  | Hint
  | Identify
  | Invite
  | Keep
  | Kick
  | Leave
  | Move
  | Mute
  | Pace
  | Ping
  | Propose
  | Quick
  | Ready
  | RemoveBot
  | Report
  | Reveal
  | Salt
  | Say
  | Sit
  | Tables
  | Watch;

export type Outgoing =
  | Acted
  | Answered
  | Awaited
  | Back
  | Bye
  | Challenged
  | Closed
  | Committed
  | Dealt
  | Declined
  | Done
  | Emoted
  | Ended
  | Forgotten
  | Gone
  | Hinted
  | Identified
  | InLobby
  | Invited
  | Kept
  | Left
  | Moving
  | Murmured
  | Muted
  | Paced
  | Paused
  | Pong
  | Proposed
  | Refused
  | Restarted
  | Resumed
  | Said
  | Sat
  | Scored
  | Snapshot
  | StoodIn
  | TableList
  | Taken
  | TakenBack
  | WasReady
  | Welcome;

export type TableEvent =
  | Acted
  | Answered
  | Awaited
  | Back
  | Closed
  | Committed
  | Dealt
  | Emoted
  | Ended
  | Gone
  | Kept
  | Left
  | Muted
  | Paced
  | Paused
  | Proposed
  | Restarted
  | Resumed
  | Said
  | Sat
  | Scored
  | StoodIn
  | TakenBack
  | WasReady;
