/** The session, for every part of the page. */
import { createContext } from "svelte";
import type { Session } from "./session.svelte";

export const [useSession, provideSession] = createContext<Session>();
