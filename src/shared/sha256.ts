const ROUNDS = 64
const BLOCK_BYTES = 64

const PRIMES = firstPrimes(ROUNDS)
const START = PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)))
const CONSTANTS = PRIMES.map((prime) => fractionBits(Math.cbrt(prime)))

/**
 * SHA-256 of some bytes, as 32 bytes. For code that runs in browsers, on pages over plain http too, and must not wait:
 * `crypto.subtle` is asynchronous and missing there. Servers use `node:crypto`. Source: FIPS 180-4, section 6.2.
 */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = Uint32Array.from(START)
  const message = padded(bytes)
  for (let at = 0; at < message.byteLength; at += BLOCK_BYTES) {
    addBlock(state, scheduleOf(new DataView(message.buffer, at, BLOCK_BYTES)))
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word)
  return new Uint8Array(digest.buffer)
}

/** Appends a one bit, zeros, and the length in bits, up to whole blocks. */
function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES)
  message.set(bytes)
  message[bytes.length] = 0x80
  new DataView(message.buffer).setUint32(message.length - 4, bytes.length * 8)
  return message
}

function scheduleOf(block: DataView): Uint32Array {
  const words = new Uint32Array(ROUNDS)
  for (let t = 0; t < 16; t += 1) words[t] = block.getUint32(t * 4)
  for (let t = 16; t < ROUNDS; t += 1) {
    const before15 = words[t - 15] ?? 0
    const before2 = words[t - 2] ?? 0
    const small0 = rotate(before15, 7) ^ rotate(before15, 18) ^ (before15 >>> 3)
    const small1 = rotate(before2, 17) ^ rotate(before2, 19) ^ (before2 >>> 10)
    words[t] = (words[t - 16] ?? 0) + small0 + (words[t - 7] ?? 0) + small1
  }
  return words
}

function addBlock(state: Uint32Array, schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < ROUNDS; t += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = h + big1 + ((e & f) ^ (~e & g)) + (CONSTANTS[t] ?? 0) + (schedule[t] ?? 0)
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = big0 + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The first 32 bits of a number's fraction. */
function fractionBits(value: number): number {
  return Math.floor((value % 1) * 2 ** 32)
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return primes
}
