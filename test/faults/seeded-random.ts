import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** A stream of pseudo-random numbers; the same seed gives the same stream on every machine. */
export interface RandomStream {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Picks by weight; at least one weight is above 0. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item
}

/** Creates a stream (sfc32, seeded by a hash of the text). */
export function randomStream(seed: string): RandomStream {
  const words = crypto.createHash('sha256').update(seed).digest()
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => words.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ]
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new RangeError('expected something to pick from')
    return item
  }
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick,
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) if ((left -= weight) < 0) return item
      return pick(items.filter(([, weight]) => weight > 0))[0]
    },
  }
}

const real = {
  randomBytes: crypto.randomBytes,
  randomUUID: crypto.randomUUID,
  randomInt: crypto.randomInt,
  mathRandom: Math.random,
}

/**
 * Replaces the random sources of this Node process, so that ids, secrets and jitter are the same in every run of a seed.
 *
 * @returns a function that restores them.
 */
export function seedRandomSources(seed: string): () => void {
  const stream = randomStream(`sources ${seed}`)
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => stream.between(0, 255)))
  const uuid = () => {
    const hex = bytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  const int = (min: number, max?: number) =>
    max === undefined ? stream.between(0, min - 1) : stream.between(min, max - 1)
  install({ randomBytes: bytes, randomUUID: uuid, randomInt: int, mathRandom: stream.next })
  return () => {
    install(real)
  }
}

interface Sources {
  readonly randomBytes: unknown
  readonly randomUUID: unknown
  readonly randomInt: unknown
  readonly mathRandom: () => number
}

function install({ mathRandom, ...sources }: Sources): void {
  Object.assign(crypto, sources)
  syncBuiltinESMExports()
  Math.random = mathRandom
}
