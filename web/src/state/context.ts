/** The session, for every part of the page, and who hears what is done at a table. */
import { createContext } from "svelte";
import type { Hinted } from "../net/messages";
import type { Session } from "./session.svelte";

/** Who hears what a player does: the session, or a lesson. */
export interface Acting {
  /** Do something, or say a word and then play the card to which it belongs. */
  act(action: string, card?: string): void;
  readonly hint: Hinted | null;
}

export const [useSession, provideSession] = createContext<Session>();
export const [useActing, provideActing] = createContext<Acting>();
