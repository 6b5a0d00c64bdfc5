/** Who this browser's user is, if they want to be known again: a key, and what becomes of it. */
import { keptKey, newSecret, playerOf, type Secret, takeKey } from "./key";

class Identity {
  /** of the key; empty without one */
  secret = $state<Secret>(keptKey.load());
  /** a key that a link has brought, about which the page asks first: links come from anybody */
  offered = $state<Secret>(takeKey());
  /** what servers call its player, once that is worked out */
  player = $state("");
  /** whether the server of this page has let it be shown */
  isKnown = $state(false);
  /** asks the server to forget the player; null on pages without a connection */
  forget = $state.raw<(() => void) | null>(null);

  constructor() {
    if (this.offered === this.secret) this.offered = "";
    void this.#name();
  }

  /** Have a new key. */
  make(): void {
    this.use(newSecret());
  }

  /** Have another key, or none. */
  use(secret: Secret): void {
    this.secret = secret;
    this.player = "";
    this.isKnown = false;
    keptKey.keep(secret);
    void this.#name();
  }

  async #name(): Promise<void> {
    const { secret } = this;
    const player = secret ? await playerOf(secret) : "";
    if (secret === this.secret) this.player = player;
  }
}

export const identity = new Identity();
