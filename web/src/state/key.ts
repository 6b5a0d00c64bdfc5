/**
 * The key of this browser's player, a pair of Ed25519. Browsers have that of their own only for pages that come by https or
 * from the same machine, and few of them for long: a small library does it, which is loaded when somebody has a key.
 */
import { hex, unhex } from "./fair";
import { isText, read, wholeOf, write } from "./kept";
import { sha256 } from "./sha256";

const KEPT = "overtrick/key";
/** what a file says that it is; the commands of Overtrick write the same ones */
const KIND = "overtrick player key";
const SECRET = /^[0-9a-f]{64}$/;
const BYTES = 32;
const ID_DIGITS = 32;

/** The secret of a key, as hexadecimal digits. */
export type Secret = string;

export const keptKey = {
  load: (): Secret => secretIn(read(KEPT)) ?? "",
  keep: (secret: Secret) => write(KEPT, secret ? contentOf(secret) : null),
};

export function newSecret(): Secret {
  return hex(crypto.getRandomValues(new Uint8Array(BYTES)));
}

/** A key as it stands in a file. */
export function fileOf(secret: Secret): string {
  return `${JSON.stringify(contentOf(secret))}\n`;
}

/** The secret in the text of a file, or null. */
export function secretOf(text: string): Secret | null {
  try {
    return secretIn(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The link by which another device gets a key: it stands behind the `#`, which no server ever gets to see. */
export function keyLink(secret: Secret): string {
  return `${location.origin}/#key=${secret}`;
}

/** Whether the page was opened by such a link. */
export function isKeyLink(fragment: string): boolean {
  return fragment.startsWith("#key=");
}

/** The key of such a link, or nothing; it leaves the address at once, where others might see it. */
export function takeKey(): Secret {
  if (!isKeyLink(location.hash)) return "";
  const secret = location.hash.slice("#key=".length);
  history.replaceState(null, "", location.pathname);
  return SECRET.test(secret) ? secret : "";
}

/** What shows a server that was found by a name, `HOST[:PORT]`, that the page has the key. */
export async function signed(secret: Secret, host: string, nonce: string): Promise<{ key: string; signature: string }> {
  const ed25519 = await library();
  const bytes = unhex(secret);
  const text = new TextEncoder().encode(`overtrick player\n${host.toLowerCase()}\n${nonce}`);
  return { key: hex(ed25519.getPublicKey(bytes)), signature: hex(ed25519.sign(text, bytes)) };
}

/** What a server calls the player of a key. */
export async function playerOf(secret: Secret): Promise<string> {
  const ed25519 = await library();
  return hex(sha256(ed25519.getPublicKey(unhex(secret)))).slice(0, ID_DIGITS);
}

async function library(): Promise<typeof import("@noble/ed25519")> {
  const [ed25519, { sha512 }] = await Promise.all([import("@noble/ed25519"), import("@noble/hashes/sha2.js")]);
  ed25519.hashes.sha512 = sha512; // its own one would need what plain http has not
  return ed25519;
}

function contentOf(secret: Secret): { type: string; v: number; secret: Secret } {
  return { type: KIND, v: 1, secret };
}

function secretIn(content: unknown): Secret | null {
  const found = wholeOf<{ type: string; secret: string }>(content, { type: isText, secret: isText });
  return found?.type === KIND && SECRET.test(found.secret) ? found.secret : null;
}
