/** What is said of a verdict. */
import { callsIn } from "../state/actions";
import { contractWords } from "../words/calls";
import { longName } from "../words/cards";
import { gameName } from "../words/games";
import { contractBy } from "../words/players";
import { labelled, listed, say } from "../words/texts.svelte";
import { countByStatus, type Fault, type Judgement } from "./judging";

type Seated = Pick<Judgement, "seats">;

/** What the referee calls a player: by a number, or by the letter of the seat. */
export function nameIn({ seats }: Seated, seat: number): string {
  return seats?.[seat - 1] ?? String(seat);
}

/** The two players of a side. */
export function pairIn(judgement: Seated, side: number): string {
  return listed([side, side + 2].map((seat) => nameIn(judgement, seat)));
}

/** The verdict; of a proof by counting without its reasons, which are shown one by one. */
export function sentenceOf(judgement: Judgement): string {
  const { fault, findings } = judgement;
  if (!fault) return findings[0]?.message ?? say("web.judge.clean");
  return fault.shortage ? `${counting(judgement, fault, fault.shortage.message)} ${blame(judgement, fault)}` : fault.message;
}

function counting(judgement: Seated, { player, card, trick }: Fault, room: string): string {
  return say("fault.counting", { player: nameIn(judgement, player), card: longName(card), trick, room });
}

function blame(judgement: Seated, { certain, suspects }: Fault): string {
  const players = listed((certain.length > 0 ? certain : suspects).map((seat) => nameIn(judgement, seat)));
  if (certain.length === 0) return say("fault.suspects", { players });
  return say(certain.length === 1 ? "fault.offender" : "fault.offenders", { players });
}

/** What is played, and by whom; null where that is not known. */
export function judgedContract({ contract, facts, seats }: Judgement): string | null {
  if (!contract) return null;
  const player = contract.seat ? nameIn({ seats }, contract.seat) : contract.side ? pairIn({ seats }, contract.side) : null;
  return contractBy(contract, contractWords(contract, facts ? callsIn(facts) : []), player);
}

/** A game in a line of a list: what is wrong with it, or what it was. */
export function summaryOf(judgement: Judgement): string {
  if (judgement.status !== "clean") return sentenceOf(judgement);
  const { game, final } = judgement;
  const score = final && say("web.judge.after", { first: final[0], second: final[1] });
  return [game && gameName(game), judgedContract(judgement), score].filter(Boolean).join(" · ");
}

/** How many games there are of each verdict. */
export function countsOf(judgements: readonly Judgement[]): string {
  return countByStatus(judgements)
    .map(({ status, count }) => labelled(say(`status.${status}`), count))
    .join(", ");
}
