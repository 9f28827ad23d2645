import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { assetsOf, type Rail } from '#shared/rails.ts'
import { createRateWorker } from './rate-worker.ts'
import { fixedRates, liveRates, type Rates } from './rates.ts'

interface PricesDeps extends LoggedDbDeps {
  readonly settings: {
    readonly rates: 'live' | Parameters<typeof fixedRates>[0]
    readonly rails: readonly Rail[]
  }
}

interface Prices {
  readonly rates: Rates
  /** Run by the process that reads the chains. */
  readonly leaderWorkers: readonly BackgroundWorker[]
}

/** Registers the rates: read from exchanges, or fixed by the settings. */
export function registerPrices({ db, clock, log, settings }: PricesDeps): Prices {
  if (settings.rates !== 'live') return { rates: fixedRates(settings.rates, clock), leaderWorkers: [] }
  return {
    rates: liveRates({ db, clock }),
    leaderWorkers: [createRateWorker({ db, clock, log, assets: assetsOf(settings.rails) })],
  }
}
