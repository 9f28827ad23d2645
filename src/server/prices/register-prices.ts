import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { USD, type Currency } from '#shared/currency.ts'
import { assetsOf, type Rail } from '#shared/rails.ts'
import { createRateWorker } from './rate-worker.ts'
import { fixedRates, liveRates, type Quoted, type Rates, type RateTable } from './rates.ts'

interface PricesDeps extends LoggedDbDeps {
  readonly settings: {
    readonly rates: 'live' | RateTable
    readonly rails: readonly Rail[]
  }
  /** In which there are prices, the shop's own first. */
  readonly currencies: readonly Currency[]
}

interface Prices {
  readonly rates: Rates
  /** Of the currencies beside the shop's own, whose rails are closed without one: those that have no rate now. */
  readonly currenciesWithoutRate: () => Promise<readonly Currency[]>
  /** Run by the process that reads the chains. */
  readonly leaderWorkers: readonly BackgroundWorker[]
}

/** Registers the rates: read from exchanges, or fixed by the settings. */
export function registerPrices({ db, clock, log, settings, currencies }: PricesDeps): Prices {
  const rates = settings.rates === 'live' ? liveRates({ db, clock }) : fixedRates(settings.rates, clock)
  const currenciesWithoutRate = () => withoutRate(rates, currencies.slice(1))
  if (settings.rates !== 'live') return { rates, currenciesWithoutRate, leaderWorkers: [] }
  return {
    rates,
    currenciesWithoutRate,
    leaderWorkers: [createRateWorker({ db, clock, log, quoted: quotedBy(settings.rails, currencies) })],
  }
}

async function withoutRate(rates: Rates, currencies: readonly Currency[]): Promise<readonly Currency[]> {
  const read = currencies.map(async (one) => ((await rates.dollarsPer(one)) === null ? [one] : []))
  return (await Promise.all(read)).flat()
}

/** What a shop needs rates of: the coins of its rails, and the currencies of its prices but for the dollar. */
export function quotedBy(rails: readonly Rail[], currencies: readonly Currency[]): readonly Quoted[] {
  return [...assetsOf(rails), ...currencies.filter((currency) => currency !== USD)]
}
