import type { Clock } from '#server/runtime/clock.ts'
import type { Rate } from '#shared/money.ts'
import { askSource, PRICE_DECIMALS, type Said } from './ask-source.ts'
import { judgeRate, pegged, type RateVerdict, type SourceRate } from './judge-rate.ts'
import type { RateSource } from './rate-sources.ts'
import { RATED_COINS, type RatedCoin } from './rates.ts'

export interface CollectOptions {
  readonly clock: Clock
  readonly sources: readonly RateSource[]
  readonly signal?: AbortSignal
  /** For each exchange. Default 5,000. */
  readonly timeoutMs?: number
}

/** What every coin costs now by what the exchanges say, and who of them failed, as `'kraken BTC: no answer'`. */
export interface CollectedRates {
  readonly verdicts: Readonly<Record<RatedCoin, RateVerdict>>
  readonly failures: readonly string[]
}

interface Answer {
  readonly source: RateSource
  readonly coin: RatedCoin
  readonly said: Said
}

const ONE = 10n ** BigInt(PRICE_DECIMALS)
const RATE_STEP = 10n ** BigInt(PRICE_DECIMALS - 8)

/** Asks every source about every coin at once. */
export async function collectRates(options: CollectOptions): Promise<CollectedRates> {
  const { clock, sources, signal = new AbortController().signal, timeoutMs = 5000 } = options
  const asked = RATED_COINS.flatMap((coin) =>
    sources.map(async (source): Promise<Answer[]> => {
      const said = await askSource(source, coin, { clock, timeoutMs, signal })
      return said === null ? [] : [{ source, coin, said }]
    }),
  )
  const answers = (await Promise.all(asked)).flat()
  const now = clock()
  const dollars = answers.flatMap((answer) => inDollars(answer, null))
  const usdt = judgeRate(ofCoin(dollars, 'USDT'), now)
  const usdtRate = usdt.kind === 'rate' ? usdt.rate : null
  const all = answers.flatMap((answer) => inDollars(answer, usdtRate))
  return {
    verdicts: {
      BTC: judgeRate(ofCoin(all, 'BTC'), now),
      ETH: judgeRate(ofCoin(all, 'ETH'), now),
      USDT: usdt.kind === 'rate' ? { ...usdt, rate: pegged(usdt.rate) } : usdt,
    },
    failures: answers.flatMap(({ source, coin, said }) =>
      said.kind === 'failed' ? [`${source.name} ${coin}: ${said.reason}`] : [],
    ),
  }
}

type CoinRate = SourceRate & { readonly coin: RatedCoin }

/** A price in USDT is worth what USDT is; without a rate of that it is worth nothing to us. */
function inDollars({ source, coin, said }: Answer, usdtRate: Rate | null): readonly CoinRate[] {
  if (said.kind === 'failed' || (source.quotedIn === 'USDT' && usdtRate === null)) return []
  const factor = source.quotedIn === 'USD' ? ONE : (usdtRate ?? 0n) * RATE_STEP
  const rate = ((said.price * factor) / ONE / RATE_STEP) as Rate
  return [{ source: source.name, coin, rate, at: said.at }]
}

function ofCoin(all: readonly CoinRate[], coin: RatedCoin): readonly SourceRate[] {
  return all.filter((one) => one.coin === coin)
}
