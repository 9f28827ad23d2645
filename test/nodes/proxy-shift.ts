import { createHash } from 'node:crypto'

/** A block's wire form, or anything else a node answers. */
export type Wire = Record<string, unknown>

/**
 * Block numbers of a long history that was never mined: the node's block 0 stands at `shift`, and below it lie empty blocks
 * that are made up, linked by their hashes. anvil mines a thousand blocks in seconds and more than that in minutes.
 */
export interface BlockShift {
  /** The node's own number; below 0 for a made-up block. */
  toNode(height: number): number
  /** An answer with the numbers the client sees. */
  fromNode(answer: unknown): unknown
  /** A made-up block, for heights below the shift. */
  madeUp(height: number, genesisAtS: number): Wire
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
    // The node's first block has no parent; here it follows the made-up ones.
    const isFirst = 'parentHash' in shifted && shifted['number'] === hex(shift)
    return isFirst ? { ...shifted, parentHash: madeUpHash(shift - 1) } : shifted
  }
  return {
    toNode: (height) => height - shift,
    fromNode: (answer) => (shift === 0 ? answer : walk(answer)),
    madeUp: (height, genesisAtS) => ({
      number: hex(height),
      hash: madeUpHash(height),
      parentHash: madeUpHash(height - 1),
      timestamp: hex(genesisAtS - (shift - height) * SECONDS_PER_BLOCK),
      transactions: [],
    }),
  }
}

export function hex(value: number): string {
  return `0x${value.toString(16)}`
}

function madeUpHash(height: number): string {
  return `0x${createHash('sha256')
    .update(`made-up block ${String(height)}`)
    .digest('hex')}`
}
