import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import type { Listener } from '#server/db/listener.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { FixedEdition } from '#shared/editions.ts'
import { readEditionStock } from './read-edition-stock.ts'

/** Many orders at the same time announce many changes; they are handled together. */
const DEBOUNCE_MS = 100
/** A hold expires by time, without an announcement, so the stock is also polled. */
const CHECK_INTERVAL_MS = 5_000
/** Where no edition can sell out. */
const SELDOM_MS = 24 * 3600_000

interface StockWatchDeps extends LoggedDbDeps {
  readonly listener: Pick<Listener, 'subscribe'>
  readonly editions: readonly FixedEdition[]
  /** Called when an edition has sold out or is available again. */
  readonly onChanged: () => Promise<void>
}

/** Watches whether editions are sold out, and reports changes. It does nothing if no edition can sell out. */
export function createStockWatch(options: StockWatchDeps): BackgroundWorker {
  const { db, clock, log, listener, editions, onChanged } = options
  const canSellOut = editions.some(({ stock }) => stock === 'reserve')
  let last: string | null = null
  const check = async () => {
    if (!canSellOut) return false
    const answer = JSON.stringify(await readEditionStock(db, editions, clock()))
    const isFirst = last === null
    if (answer === last) return true
    last = answer
    if (!isFirst) await onChanged()
    return true
  }
  return createIntervalWorker({
    name: 'stock',
    everyMs: CHECK_INTERVAL_MS,
    idleEveryMs: SELDOM_MS,
    wokenBy: { topic: 'stock', listener, afterMs: DEBOUNCE_MS },
    before: async () => void (await check()),
    work: check,
    log,
    onFailure: 'the stock could not be read; will retry in 5 s',
  })
}
