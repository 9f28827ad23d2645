import type { Clock } from '#server/runtime/clock.ts'
import { type SoldAsset, quotingOf } from '#shared/assets.ts'
import { parseRate, type Rate } from '#shared/money.ts'
import { askSource, PRICE_DECIMALS, type SourceAnswer } from './ask-source.ts'
import { judgeRate, applyPeg, type RateVerdict, type SourceRate } from './judge-rate.ts'
import type { RateSource } from './rate-sources.ts'

export interface CollectOptions {
  readonly clock: Clock
  readonly sources: readonly RateSource[]
  /** The requested assets. A source that quotes in an asset outside this list is ignored. */
  readonly assets: readonly SoldAsset[]
  readonly signal?: AbortSignal
  /** For each exchange, in ms. Default 5,000. */
  readonly timeoutMs?: number
}

/** The current rate of each asset, and the exchanges that failed, such as `'kraken BTC: no answer'`. */
export interface CollectedRates {
  readonly verdicts: { readonly [Asset in SoldAsset]?: RateVerdict }
  readonly failures: readonly string[]
}

interface Answer {
  readonly source: RateSource
  readonly asset: SoldAsset
  readonly said: SourceAnswer
}

const ONE = 10n ** BigInt(PRICE_DECIMALS)
const RATE_STEP = 10n ** BigInt(PRICE_DECIMALS - 8)
const DOLLAR = parseRate('1')

/** Reads the price of every asset from every source concurrently. */
export async function collectRates(options: CollectOptions): Promise<CollectedRates> {
  const { clock, sources, assets, signal = new AbortController().signal, timeoutMs = 5000 } = options
  const asked = assets.flatMap((asset) =>
    sources.map(async (source): Promise<Answer[]> => {
      const said = await askSource(source, asset, { clock, timeoutMs, signal })
      return said === null ? [] : [{ source, asset, said }]
    }),
  )
  const answers = (await Promise.all(asked)).flat()
  const now = clock()
  const dollars = answers.flatMap((answer) => inDollars(answer, () => null))
  const quoteRate = (asset: SoldAsset): Rate | null => {
    const verdict = judgeRate(ofAsset(dollars, asset), now)
    return verdict.kind === 'rate' ? verdict.rate : null
  }
  const all = answers.flatMap((answer) => inDollars(answer, quoteRate))
  return {
    verdicts: Object.fromEntries(assets.map((asset) => [asset, verdictOn(asset, ofAsset(all, asset), now)])),
    failures: answers.flatMap(({ source, asset, said }) =>
      said.kind === 'failed' ? [`${source.name} ${asset}: ${said.reason}`] : [],
    ),
  }
}

type AssetRate = SourceRate & { readonly asset: SoldAsset }

/**
 * Converts a price to dollars. A price in an asset without a rate is dropped.
 *
 * @param quoteRate dollars for one of the asset that a source quotes in; null if no rate is known.
 */
function inDollars(
  { source, asset, said }: Answer,
  quoteRate: (asset: SoldAsset) => Rate | null,
): readonly AssetRate[] {
  if (said.kind === 'failed') return []
  const unit = source.quotedIn === 'USD' ? DOLLAR : quoteRate(source.quotedIn)
  if (unit === null) return []
  const rate = ((said.price * unit * RATE_STEP) / ONE / RATE_STEP) as Rate
  return [{ source: source.name, asset, rate, at: said.at }]
}

function ofAsset(all: readonly AssetRate[], asset: SoldAsset): readonly SourceRate[] {
  return all.filter((one) => one.asset === asset)
}

function verdictOn(asset: SoldAsset, said: readonly SourceRate[], now: Date): RateVerdict {
  const verdict = judgeRate(said, now)
  const isPegged = verdict.kind === 'rate' && quotingOf(asset).isDollar
  return isPegged ? { ...verdict, rate: applyPeg(verdict.rate) } : verdict
}
