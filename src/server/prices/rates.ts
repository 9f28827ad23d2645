import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { FIXED_RATES_SOURCE, RATE_NEAR_S } from '#shared/constants.ts'
import { USD, type Currency } from '#shared/currency.ts'
import type { Rate } from '#shared/money.ts'
import { quotingOf, type SoldAsset } from '#shared/assets.ts'
import { applyPeg } from './judge-rate.ts'

/** The current rate of a coin, its sources and its time. One through dollars is as old as the older of its two parts. */
export interface RateQuote {
  readonly rate: Rate
  /** Names joined by commas, such as `'coinbase,kraken'`; {@link FIXED_RATES_SOURCE} for a table. */
  readonly sources: string
  readonly at: Date
}

/** Rates of coins, for quotes and for late payments. */
export interface Rates {
  /** The current rate in a currency; null if none is reliable: then nothing may be quoted. */
  current(asset: SoldAsset, currency: Currency): Promise<RateQuote | null>
  /** The rate in a currency nearest to a time; null if none is known within ten minutes of it. */
  near(asset: SoldAsset, at: Date, currency: Currency): Promise<Rate | null>
  /** The dollars that one of a currency is worth, times 10^8; null if that is not known reliably. */
  dollarsPer(currency: Currency): Promise<Rate | null>
}

/** What has a rate in dollars: an asset or a currency, by its code. */
export type Quoted = string

/** Rates in dollars, of coins and of currencies. */
interface DollarRates {
  current(quoted: Quoted): Promise<RateQuote | null>
  near(quoted: Quoted, at: Date): Promise<Rate | null>
}

const ONE = 100_000_000n as Rate

/** A rate older than this is not quoted. */
const QUOTE_MAX_AGE_S = 120

/** Dollars for one coin or one of a currency. */
export type RateTable = Readonly<Record<string, Rate>>

/** Rates that never change, for the demo and tests; what is missing in the table has no rate. */
export function fixedRates(table: RateTable, clock: Clock): Rates {
  const rateOf = (quoted: Quoted) => table[quoted] ?? null
  return inCurrencies({
    current: (quoted) => {
      const rate = rateOf(quoted)
      return Promise.resolve(rate === null ? null : { rate, sources: FIXED_RATES_SOURCE, at: clock() })
    },
    near: (quoted) => Promise.resolve(rateOf(quoted)),
  })
}

/** Rates in any currency: through dollars, in which all are read. A coin that stands for the currency is held to its peg. */
function inCurrencies(dollars: DollarRates): Rates {
  const through = (asset: SoldAsset, coin: Rate, currency: Currency, unit: Rate) => {
    const rate = ((coin * ONE) / unit) as Rate
    return quotingOf(asset).peg === currency ? applyPeg(rate) : rate
  }
  return {
    async current(asset, currency) {
      if (currency === USD) return dollars.current(asset)
      const [coin, unit] = await Promise.all([dollars.current(asset), dollars.current(currency)])
      if (coin === null || unit === null) return null
      const sources = coin.sources === unit.sources ? coin.sources : `${coin.sources};${unit.sources}`
      return {
        rate: through(asset, coin.rate, currency, unit.rate),
        sources,
        at: coin.at < unit.at ? coin.at : unit.at,
      }
    },
    async near(asset, at, currency) {
      if (currency === USD) return dollars.near(asset, at)
      const [coin, unit] = await Promise.all([dollars.near(asset, at), dollars.near(currency, at)])
      return coin === null || unit === null ? null : through(asset, coin, currency, unit)
    },
    dollarsPer: async (currency) =>
      currency === USD ? ONE : ((await dollars.current(currency))?.rate ?? null),
  }
}

/** The rates stored in the database by `createRateWorker`, which may run in another process. */
export function liveRates({ db, clock }: { readonly db: Db; readonly clock: Clock }): Rates {
  return inCurrencies({
    current: async (coin) => {
      const now = clock()
      const row = await db
        .selectFrom('rates')
        .select(['rate_e8', 'sources', 'at'])
        .where('coin', '=', coin)
        // a row of the future, from a clock that was ahead, would be current until then
        .where('at', '<=', now)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined || now.getTime() - row.at.getTime() > QUOTE_MAX_AGE_S * 1000) return null
      return { rate: row.rate_e8 as Rate, sources: row.sources, at: row.at }
    },
    near: async (coin, at) => {
      const [before, after] = await Promise.all([
        neighbour(db, coin, at, '<='),
        neighbour(db, coin, at, '>='),
      ])
      const known = [before, after].filter((row) => row !== undefined)
      const distanceMs = (row: { at: Date }) => Math.abs(row.at.getTime() - at.getTime())
      const [nearest] = known.sort((a, b) => distanceMs(a) - distanceMs(b))
      if (nearest === undefined || distanceMs(nearest) > RATE_NEAR_S * 1000) return null
      return nearest.rate_e8 as Rate
    },
  })
}

function neighbour(db: Db, coin: Quoted, at: Date, side: '<=' | '>=') {
  return db
    .selectFrom('rates')
    .select(['rate_e8', 'at'])
    .where('coin', '=', coin)
    .where('at', side, at)
    .orderBy('at', side === '<=' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()
}
