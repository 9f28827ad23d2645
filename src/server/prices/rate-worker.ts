import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import { collectRates, type CollectOptions } from './collect-rates.ts'
import { RATE_SOURCES, type RateSource } from './rate-sources.ts'
import type { Quoted } from './rates.ts'

interface RateWorkerDeps extends LoggedDbDeps {
  /** The coins that orders may be paid in, and the currency of their prices. */
  readonly quoted: readonly Quoted[]
  /** Default: the real exchanges. */
  readonly sources?: readonly RateSource[]
  readonly everyMs?: number
}

const EVERY_MS = 60_000
/** Four tries before what is stored is too old to be quoted. */
const AGAIN_AFTER_MS = 15_000

/** Creates the worker that stores the rates every minute, in one process. It may be restarted after it was stopped. */
export function createRateWorker(options: RateWorkerDeps): BackgroundWorker {
  const { log, sources = RATE_SOURCES, everyMs = EVERY_MS } = options
  return createIntervalWorker({
    name: 'rates',
    firstAfterMs: 0,
    everyMs: Math.min(everyMs, AGAIN_AFTER_MS),
    idleEveryMs: everyMs,
    work: async (signal) => !(await storeRates({ ...options, sources, signal })),
    log,
    onFailure: 'rates could not be stored; it is retried',
  })
}

/** @returns whether every coin and currency has a rate now. */
async function storeRates({
  db,
  log,
  ...options
}: CollectOptions & { readonly db: Db; readonly log: Log; readonly signal: AbortSignal }): Promise<boolean> {
  const { verdicts, failures } = await collectRates(options)
  if (options.signal.aborted) return false
  const at = options.clock()
  if (failures.length > 0) log.info({ failures }, 'some exchanges returned no rate')
  let isWhole = true
  for (const coin of options.quoted) {
    const verdict = verdicts[coin]
    if (verdict === undefined) continue
    if (verdict.kind === 'refused') {
      isWhole = false
      log.warn({ coin, reason: verdict.reason, failures }, 'a coin has no rate now')
      continue
    }
    await db
      .insertInto('rates')
      .values({ coin, at, rate_e8: verdict.rate, sources: verdict.sources.join(',') })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return isWhole
}

/** Asks the exchanges once, for the operator's check. @returns a sentence that describes the fault; null if there is none. */
export async function ratesFault({
  clock,
  quoted,
  sources = RATE_SOURCES,
}: {
  readonly clock: Clock
  readonly quoted: readonly Quoted[]
  readonly sources?: readonly RateSource[]
}): Promise<string | null> {
  const { verdicts, failures } = await collectRates({ clock, quoted, sources })
  const refused = quoted.flatMap((one) => {
    const verdict = verdicts[one]
    return verdict?.kind === 'refused' ? [`${one} (${verdict.reason})`] : []
  })
  if (refused.length === 0) return null
  const why = failures.length === 0 ? '' : `; failed: ${failures.join(', ')}`
  return `no rate for ${refused.join(', ')}${why}. Orders in these coins are refused meanwhile`
}
