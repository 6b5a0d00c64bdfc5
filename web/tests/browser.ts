/** What a browser has, for tests of what talks to the server. To be imported before anything that looks for it. */
import { vi } from "vitest";
import type { Incoming, Outgoing } from "../src/net/messages";

/** A socket whose other end is the test. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Incoming[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  /** the one that was made last */
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("nobody has connected");
    return last;
  }

  get isClosed(): boolean {
    return this.readyState === 3;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Incoming);
  }

  close(): void {
    this.readyState = 3;
  }

  open(...messages: Outgoing[]): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    this.tell(...messages);
  }

  tell(...messages: Outgoing[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }

  break(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

function store(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  } as unknown as Storage;
}

/** A browser of somebody who was never here. */
export function newBrowser(): void {
  FakeSocket.all = [];
  const stores = { localStorage: store(), sessionStorage: store() };
  const nothing = () => undefined;
  vi.stubGlobal("window", stores);
  vi.stubGlobal("localStorage", stores.localStorage);
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", { documentElement: {}, addEventListener: nothing });
  vi.stubGlobal("addEventListener", nothing);
  vi.stubGlobal("history", { replaceState: nothing });
  vi.stubGlobal("WebSocket", FakeSocket);
  goTo("");
}

/** The fragment of the address by which the next page is opened. */
export function goTo(hash: string): void {
  vi.stubGlobal("location", { hash, pathname: "/", origin: "https://cards.example" });
}

newBrowser();
