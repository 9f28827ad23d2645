import type { Rate } from '#shared/money.ts'

/** The rate of a coin on one source. */
export interface SourceRate {
  readonly source: string
  readonly rate: Rate
  /** The time of the rate, by the source's clock if it reports one. */
  readonly at: Date
}

export type RateVerdict =
  | { readonly kind: 'rate'; readonly rate: Rate; readonly sources: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string }

const SOURCES_MIN = 2
const SOURCE_MAX_AGE_MS = 60_000
const APART_MAX_PERCENT = 2n
const PAR = 100_000_000n as Rate
const PEG_MAX_APART_PERCENT = 1n

/**
 * Computes the median of the sources' rates, without rates that are stale or differ from it by more than 2 %. The result is
 * refused if fewer than two rates remain, or if the remaining ones are more than 2 % apart.
 */
export function judgeRate(said: readonly SourceRate[], now: Date): RateVerdict {
  const fresh = said.filter(
    ({ rate, at }) => rate > 0n && Math.abs(now.getTime() - at.getTime()) < SOURCE_MAX_AGE_MS,
  )
  if (fresh.length < SOURCES_MIN) return tooFew(fresh.length)
  const middle = median(fresh)
  const near = fresh.filter(({ rate }) => !isApart(rate, middle, middle, APART_MAX_PERCENT))
  if (near.length < SOURCES_MIN) return tooFew(near.length)
  const inOrder = near.map(({ rate }) => rate).sort(ascending)
  const rate = median(near)
  if (isApart(inOrder[0] ?? rate, inOrder.at(-1) ?? rate, rate, APART_MAX_PERCENT)) {
    return { kind: 'refused', reason: 'the sources are more than 2 % apart' }
  }
  return { kind: 'rate', rate, sources: near.map(({ source }) => source) }
}

/**
 * A coin within 1 % of the currency it stands for counts as one of it, so that a price of 64 dollars is 64 USDT.
 *
 * @param rate in that currency.
 */
export function applyPeg(rate: Rate): Rate {
  return isApart(rate, PAR, PAR, PEG_MAX_APART_PERCENT) ? rate : PAR
}

function tooFew(count: number): RateVerdict {
  return {
    kind: 'refused',
    reason: `expected ${String(SOURCES_MIN)} sources that are fresh and agree, got ${String(count)}`,
  }
}

function isApart(one: bigint, other: bigint, whole: bigint, percent: bigint): boolean {
  const apart = one > other ? one - other : other - one
  return apart * 100n > whole * percent
}

/** For an even number of rates, the mean of the middle two, rounded down. */
function median(said: readonly SourceRate[]): Rate {
  const inOrder = said.map(({ rate }) => rate).sort(ascending)
  const upper = inOrder[inOrder.length >> 1] ?? (0n as Rate)
  const lower = inOrder[(inOrder.length - 1) >> 1] ?? upper
  return ((lower + upper) / 2n) as Rate
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
