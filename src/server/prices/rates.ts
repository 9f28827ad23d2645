import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { RATE_NEAR_S } from '#shared/constants.ts'
import type { Rate } from '#shared/money.ts'
import type { SoldAsset } from '#shared/assets.ts'

/** The current rate of a coin, its sources and its time. */
export interface RateQuote {
  readonly rate: Rate
  /** Names joined by commas, such as `'coinbase,kraken'`; `'fixed'` for a table. */
  readonly sources: string
  readonly at: Date
}

/** Rates of coins, for quotes and for late payments. */
export interface Rates {
  /** The current rate; null if none is reliable: then nothing may be quoted. */
  current(asset: SoldAsset): Promise<RateQuote | null>
  /** The rate nearest to a time; null if none is known within ten minutes of it. */
  near(asset: SoldAsset, at: Date): Promise<Rate | null>
}

/** A rate older than this is not quoted. */
const QUOTE_MAX_AGE_S = 120

/** Rates that never change, for the demo and tests; an asset missing in the table has no rate. */
export function fixedRates(table: { readonly [Asset in SoldAsset]?: Rate }, clock: Clock): Rates {
  const rateOf = (asset: SoldAsset) => table[asset] ?? null
  return {
    current: (asset) => {
      const rate = rateOf(asset)
      return Promise.resolve(rate === null ? null : { rate, sources: 'fixed', at: clock() })
    },
    near: (asset) => Promise.resolve(rateOf(asset)),
  }
}

/** The rates stored in the database by `createRateWorker`, which may run in another process. */
export function liveRates({ db, clock }: { readonly db: Db; readonly clock: Clock }): Rates {
  return {
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
  }
}

function neighbour(db: Db, coin: SoldAsset, at: Date, side: '<=' | '>=') {
  return db
    .selectFrom('rates')
    .select(['rate_e8', 'at'])
    .where('coin', '=', coin)
    .where('at', side, at)
    .orderBy('at', side === '<=' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()
}
