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
  /** Of the shop's prices. */
  readonly currency: Currency
}

interface Prices {
  readonly rates: Rates
  /** Run by the process that reads the chains. */
  readonly leaderWorkers: readonly BackgroundWorker[]
}

/** Registers the rates: read from exchanges, or fixed by the settings. */
export function registerPrices({ db, clock, log, settings, currency }: PricesDeps): Prices {
  if (settings.rates !== 'live') return { rates: fixedRates(settings.rates, clock), leaderWorkers: [] }
  return {
    rates: liveRates({ db, clock }),
    leaderWorkers: [createRateWorker({ db, clock, log, quoted: quotedBy(settings.rails, currency) })],
  }
}

/** What a shop needs rates of: the coins of its rails, and its currency where that is not the dollar. */
export function quotedBy(rails: readonly Rail[], currency: Currency): readonly Quoted[] {
  return currency === USD ? assetsOf(rails) : [...assetsOf(rails), currency]
}
