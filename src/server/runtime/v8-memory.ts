import { setFlagsFromString } from 'node:v8'

/**
 * `small`: memory is given back after each collection, as `--optimize-for-size` says. `large`: about 35 MB more, for a tenth less
 * CPU of the server for an order; a shop that sells hundreds a minute wants it.
 */
export const MEMORY_WORDS = ['small', 'large'] as const

export type MemoryWord = (typeof MEMORY_WORDS)[number]

/**
 * A heap may grow by this share before all of it is collected. V8's own share is 10 % with `--optimize-for-size`, which costs a
 * fifth of the server's CPU for an order, and 100 % without it.
 */
const HEAP_GROWS_BY_PERCENT = 60

/** Tells V8 how much memory it may take for speed. */
export function useMemory(word: MemoryWord): void {
  setFlagsFromString(`--heap-growing-percent=${String(HEAP_GROWS_BY_PERCENT)}`)
  if (word === 'large') setFlagsFromString('--no-optimize-for-size')
}
