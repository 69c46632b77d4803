// What is not to be read by chance: bytes that were mixed with what SHA-256 (FIPS 180-4) makes of a key. Browsers have it
// only where a page came from their own machine or by https, and a published page may come from anywhere; so it is here.

const PRIMES = firstPrimes(64);
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const BEGIN = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const DIGEST = 8; // so many bytes tell whether a key is the right one

/** Return the bytes that were locked with a key; null where it is another key. `packing.py` is the other side. */
export function unlocked(locked, key) {
  const encoder = new TextEncoder();
  const bytes = Uint8Array.from(locked);
  for (let block = 0; block * 32 < bytes.length; block++)
    sha256(encoder.encode(`${key} ${block}`)).forEach((byte, place) => {
      if (block * 32 + place < bytes.length) bytes[block * 32 + place] ^= byte;
    });
  const plain = bytes.subarray(DIGEST);
  const digest = sha256(plain);
  return bytes.subarray(0, DIGEST).every((byte, place) => byte === digest[place]) ? plain : null;
}

/** Return the SHA-256 of bytes. */
export function sha256(bytes) {
  const padded = new Uint8Array((Math.floor((bytes.length + 8) / 64) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = BEGIN.slice();
  for (let block = 0; block < padded.length; block += 64) mix(state, view, block);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => out.setUint32(place * 4, word));
  return new Uint8Array(out.buffer);
}

/** Mix a block of 64 bytes into a state. */
function mix(state, view, block) {
  const words = new Uint32Array(64);
  for (let place = 0; place < 64; place++) {
    if (place < 16) words[place] = view.getUint32(block + place * 4);
    else {
      const [two, fifteen] = [words[place - 2], words[place - 15]];
      const low = turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3);
      const high = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
      words[place] = words[place - 16] + low + words[place - 7] + high;
    }
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let place = 0; place < 64; place++) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[place] + words[place]) | 0;
    const other = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most;
    [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] += word));
}

function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

function firstPrimes(number) {
  const found = [];
  for (let next = 2; found.length < number; next++) if (found.every((prime) => next % prime)) found.push(next);
  return found;
}

/** Return the first 32 bits behind the point. */
function fraction(number) {
  return Math.floor((number % 1) * 0x100000000);
}
