import { createHash } from 'node:crypto'

/** A block in wire format, or any other result of a node. */
export type Wire = Record<string, unknown>

/**
 * Simulates a long history that was never mined: the node's block 0 is at height `shift`, and below it are generated
 * empty blocks, linked by their hashes. anvil mines a thousand blocks in seconds and more than that in minutes.
 */
export interface BlockShift {
  /** The node's number; below 0 for a generated block. */
  toNode(height: number): number
  /** Returns a result with the block numbers that the client sees. */
  fromNode(answer: unknown): unknown
  /** Returns a generated block, for heights below the shift. */
  generatedBlock(height: number, genesisAtS: number): Wire
}

const SECONDS_PER_BLOCK = 1
const NUMBERS = new Set(['number', 'blockNumber'])

export function createBlockShift(shift: number): BlockShift {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, field]): [string, unknown] => [
      key,
      NUMBERS.has(key) && typeof field === 'string' ? hex(Number(field) + shift) : walk(field),
    ])
    const shifted = Object.fromEntries(entries)
    // The node's first block has no parent; here it follows the generated blocks.
    const isFirst = 'parentHash' in shifted && shifted['number'] === hex(shift)
    return isFirst ? { ...shifted, parentHash: generatedHash(shift - 1) } : shifted
  }
  return {
    toNode: (height) => height - shift,
    fromNode: (answer) => (shift === 0 ? answer : walk(answer)),
    generatedBlock: (height, genesisAtS) => ({
      number: hex(height),
      hash: generatedHash(height),
      parentHash: generatedHash(height - 1),
      timestamp: hex(genesisAtS - (shift - height) * SECONDS_PER_BLOCK),
      transactions: [],
    }),
  }
}

export function hex(value: number): string {
  return `0x${value.toString(16)}`
}

function generatedHash(height: number): string {
  return `0x${createHash('sha256')
    .update(`generated block ${String(height)}`)
    .digest('hex')}`
}
