import { setFlagsFromString } from 'node:v8'

/**
 * `small`: garbage is collected early and memory is given back, as `--optimize-for-size` says. `large`: about 20 MB more, for a
 * fifth less CPU of an order; a shop that sells hundreds a minute wants it.
 */
export const MEMORY_WORDS = ['small', 'large'] as const

export type MemoryWord = (typeof MEMORY_WORDS)[number]

/** A heap may grow by this share before it is collected again; V8's own share lets it grow to twice as much. */
const LARGE_GROWS_BY_PERCENT = 40

/** Tells V8 how much memory it may take for speed. The flags with which the process was started are those of `small`. */
export function useMemory(word: MemoryWord): void {
  if (word === 'small') return
  setFlagsFromString('--no-optimize-for-size')
  setFlagsFromString(`--heap-growing-percent=${String(LARGE_GROWS_BY_PERCENT)}`)
}
