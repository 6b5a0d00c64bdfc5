/** The connection to the server: opened again when it is lost, sooner at first and then more rarely. */
import type { Incoming, Outgoing } from "./messages";

/** What a connection is in; `refused`: the server has closed it for good. */
export type ConnectionState = "connecting" | "open" | "lost" | "refused";

export interface Listener {
  /** A connection is there: what to say first. */
  opened(): Incoming;
  received(message: Outgoing): void;
  changed(state: ConnectionState): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
/** A closed lid leaves connections that look alive, and some never open: so long without an answer, and there is another. */
const PING_EVERY = 15_000;
const PONG_WITHIN = 5_000;

export class Connection {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #isRefused = false;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", () => this.#retryUnlessRefused());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#check();
    });
  }

  open(): void {
    clearTimeout(this.#timer);
    this.listener.changed("connecting");
    const socket = (this.#socket = new WebSocket(this.url));
    this.#watch();
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.listener.changed("open");
      this.send(this.listener.opened());
      this.#watch();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#watch();
      const message = JSON.parse(event.data) as Outgoing;
      if (message.type === "bye") this.#isRefused = message.code !== "shutdown";
      if (message.type !== "pong") this.listener.received(message);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  /** Say something; what is said while there is no connection is lost: false, and `opened` is to make up for it. */
  send(message: Incoming): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Try again at once, if there is no connection; also where the server has closed it for good. */
  retry(): void {
    this.#isRefused = false;
    if (this.#socket === null) this.open();
  }

  /** Begin anew: with another connection the server tells what it tells only at the beginning. */
  reopen(): void {
    this.#drop();
    this.retry();
  }

  #retryUnlessRefused(): void {
    if (!this.#isRefused) this.retry();
  }

  /** Hear nothing more of this connection. */
  #drop(): void {
    clearTimeout(this.#ping);
    const socket = this.#socket;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#socket = null;
  }

  #lost(): void {
    clearTimeout(this.#ping);
    this.#socket = null;
    this.listener.changed(this.#isRefused ? "refused" : "lost");
    if (this.#isRefused) return;
    this.#timer = setTimeout(() => this.open(), this.#wait * (0.5 + Math.random()));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #watch(): void {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => this.#check(), PING_EVERY);
  }

  #check(): void {
    if (this.#socket === null) return this.#retryUnlessRefused();
    clearTimeout(this.#ping);
    this.send({ type: "ping" });
    this.#ping = setTimeout(() => {
      this.#drop();
      this.#lost();
    }, PONG_WITHIN);
  }
}
