const LANES = 25
const ROUNDS = 24
/** Bytes of a block: 1600 bits of state less twice the 256 bits of the digest. */
const RATE = 136
const LANE_BITS = 64n

/**
 * Keccak-256 of some bytes, as 32 bytes: with the padding Ethereum uses, which is not SHA-3's. For code that runs in
 * browsers; the server's chain readers use @noble/hashes. Source: "The Keccak reference", version 3.0.
 */
export function keccak256(bytes: Uint8Array): Uint8Array {
  const message = new Uint8Array(Math.ceil((bytes.length + 1) / RATE) * RATE)
  message.set(bytes)
  message[bytes.length] = 0x01
  message[message.length - 1] = (message[message.length - 1] ?? 0) | 0x80
  const view = new DataView(message.buffer)
  const state = new BigUint64Array(LANES)
  for (let block = 0; block < message.length; block += RATE) {
    for (let lane = 0; lane < RATE / 8; lane += 1)
      state[lane] = laneOf(state, lane) ^ view.getBigUint64(block + lane * 8, true)
    permute(state)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (let lane = 0; lane < 4; lane += 1) digest.setBigUint64(lane * 8, laneOf(state, lane), true)
  return new Uint8Array(digest.buffer)
}

/** Keccak-f[1600]. Lane x, y of the reference is element x + 5 y. */
function permute(state: BigUint64Array): void {
  for (let round = 0, noise = 1; round < ROUNDS; round += 1) {
    mixColumns(state)
    turnLanes(state)
    mixRows(state)
    // ι: a constant of the round, whose bits come from a shift register
    for (let bit = 0; bit < 7; bit += 1) {
      if ((noise & 1) !== 0) state[0] = laneOf(state, 0) ^ (1n << BigInt(2 ** bit - 1))
      noise = (noise << 1) ^ ((noise & 0x80) === 0 ? 0 : 0x171)
    }
  }
}

/** θ: every lane is mixed with the two columns beside it. */
function mixColumns(state: BigUint64Array): void {
  const columns = [0, 1, 2, 3, 4].map((x) =>
    [0, 5, 10, 15, 20].reduce((sum, row) => sum ^ laneOf(state, x + row), 0n),
  )
  for (let lane = 0; lane < LANES; lane += 1) {
    const x = lane % 5
    const [before = 0n, after = 0n] = [columns[(x + 4) % 5], columns[(x + 1) % 5]]
    state[lane] = laneOf(state, lane) ^ before ^ rotate(after, 1n)
  }
}

/** ρ and π: every lane but the first is rotated, and moved to another place. */
function turnLanes(state: BigUint64Array): void {
  let [x, y, moved] = [1, 0, laneOf(state, 1)]
  for (let step = 0; step < LANES - 1; step += 1) {
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    const at = x + 5 * y
    const next = laneOf(state, at)
    state[at] = rotate(moved, BigInt(((step + 1) * (step + 2)) / 2) % LANE_BITS)
    moved = next
  }
}

/** χ: every lane is mixed with the two lanes after it in its row. */
function mixRows(state: BigUint64Array): void {
  for (let row = 0; row < LANES; row += 5) {
    const lanes = [0, 1, 2, 3, 4].map((x) => laneOf(state, row + x))
    for (const [x, lane] of lanes.entries())
      state[row + x] = lane ^ (~(lanes[(x + 1) % 5] ?? 0n) & (lanes[(x + 2) % 5] ?? 0n))
  }
}

function laneOf(state: BigUint64Array, at: number): bigint {
  return state[at] ?? 0n
}

function rotate(lane: bigint, bits: bigint): bigint {
  return BigInt.asUintN(64, (lane << bits) | (lane >> (LANE_BITS - bits)))
}
