import type { Clock } from '#server/runtime/clock.ts'
import { USD } from '#shared/currency.ts'
import { quotingOf, SOLD_ASSETS, type SoldAsset } from '#shared/assets.ts'
import { parseRate, type Rate } from '#shared/money.ts'
import { askSource, PRICE_DECIMALS, type SourceAnswer } from './ask-source.ts'
import { judgeRate, applyPeg, type RateVerdict, type SourceRate } from './judge-rate.ts'
import type { RateSource } from './rate-sources.ts'
import type { Quoted } from './rates.ts'

export interface CollectOptions {
  readonly clock: Clock
  readonly sources: readonly RateSource[]
  /** The requested coins and currencies. A source that quotes in a coin outside this list is ignored. */
  readonly quoted: readonly Quoted[]
  readonly signal?: AbortSignal
  /** For each exchange, in ms. Default 5,000. */
  readonly timeoutMs?: number
}

/** The current rate of each coin and currency, and the sources that failed, such as `'kraken BTC: no answer'`. */
export interface CollectedRates {
  readonly verdicts: Readonly<Record<string, RateVerdict>>
  readonly failures: readonly string[]
}

interface Answer {
  readonly source: RateSource
  readonly quoted: Quoted
  readonly said: SourceAnswer
}

const ONE = 10n ** BigInt(PRICE_DECIMALS)
const RATE_STEP = 10n ** BigInt(PRICE_DECIMALS - 8)
const DOLLAR = parseRate('1')

/** Reads the price of every coin and currency from every source concurrently. */
export async function collectRates(options: CollectOptions): Promise<CollectedRates> {
  const { clock, sources, quoted: wanted, signal = new AbortController().signal, timeoutMs = 5000 } = options
  const asked = wanted.flatMap((quoted) =>
    sources.map(async (source): Promise<Answer[]> => {
      const said = await askSource(source, quoted, { clock, timeoutMs, signal })
      return said === null ? [] : [{ source, quoted, said }]
    }),
  )
  const answers = (await Promise.all(asked)).flat()
  const now = clock()
  const dollars = answers.flatMap((answer) => inDollars(answer, () => null))
  const quoteRate = (asset: SoldAsset): Rate | null => {
    const verdict = judgeRate(ratesOf(dollars, asset), now)
    return verdict.kind === 'rate' ? verdict.rate : null
  }
  const all = answers.flatMap((answer) => inDollars(answer, quoteRate))
  return {
    verdicts: Object.fromEntries(wanted.map((one) => [one, verdictOn(one, ratesOf(all, one), now)])),
    failures: answers.flatMap(({ source, quoted, said }) =>
      said.kind === 'failed' ? [`${source.name} ${quoted}: ${said.reason}`] : [],
    ),
  }
}

type QuotedRate = SourceRate & { readonly quoted: Quoted }

/**
 * Converts a price to dollars. A price in an asset without a rate is dropped.
 *
 * @param quoteRate dollars for one of the asset that a source quotes in; null if no rate is known.
 */
function inDollars(
  { source, quoted, said }: Answer,
  quoteRate: (asset: SoldAsset) => Rate | null,
): readonly QuotedRate[] {
  if (said.kind === 'failed') return []
  const unit = source.quotedIn === 'USD' ? DOLLAR : quoteRate(source.quotedIn)
  if (unit === null) return []
  const rate = ((said.price * unit * RATE_STEP) / ONE / RATE_STEP) as Rate
  return [{ source: source.name, quoted, rate, at: said.at }]
}

function ratesOf(all: readonly QuotedRate[], quoted: Quoted): readonly SourceRate[] {
  return all.filter((one) => one.quoted === quoted)
}

function verdictOn(quoted: Quoted, said: readonly SourceRate[], now: Date): RateVerdict {
  const verdict = judgeRate(said, now)
  const asset = SOLD_ASSETS.find((one) => one === quoted)
  const isPegged = verdict.kind === 'rate' && asset !== undefined && quotingOf(asset).peg === USD
  return isPegged ? { ...verdict, rate: applyPeg(verdict.rate) } : verdict
}
