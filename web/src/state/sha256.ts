/**
 * SHA-256 (FIPS 180-4). Browsers have one of their own only for pages that come by https or from the same machine; at a
 * club's own network the cards are to be proved, too.
 */

const BLOCK = 64;
const ROUNDS = 64;

/** The fractional parts of the roots of the first primes, as 32 bits. */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

const START = fractions(8, Math.sqrt);
const ADDED = fractions(ROUNDS, Math.cbrt);

export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = START.slice();
  const message = padded(bytes);
  for (let block = 0; block < message.byteLength; block += BLOCK) mix(state, message, block);
  const digest = new DataView(new ArrayBuffer(4 * state.length));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

/** The bytes with a one behind them, nothing, and their number of bits, in whole blocks. */
function padded(bytes: Uint8Array): DataView {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(message.length - 8, 8n * BigInt(bytes.length));
  return view;
}

function mix(state: Uint32Array, message: DataView, start: number): void {
  const words = new Uint32Array(ROUNDS);
  for (let i = 0; i < 16; i++) words[i] = message.getUint32(start + 4 * i);
  const at = (i: number) => words[i] ?? 0;
  for (let i = 16; i < ROUNDS; i++) {
    const [early, late] = [at(i - 15), at(i - 2)];
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = at(i - 16) + small + at(i - 7) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < ROUNDS; i++) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ADDED[i] ?? 0) + at(i)) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index] ?? 0) + word));
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
