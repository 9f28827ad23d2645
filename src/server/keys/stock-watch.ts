import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { AnnouncementSubscriber } from '#server/db/listener.ts'
import type { Log } from '#server/runtime/log.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import type { Edition } from '#shared/editions.ts'
import { readEditionStock } from './read-edition-stock.ts'

/** Many orders at the same time announce many changes; they are handled together. */
const DEBOUNCE_MS = 100
/** A hold expires by time, without an announcement, so the stock is also polled. */
const CHECK_INTERVAL_MS = 5_000

interface StockWatchDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly listener: { subscribe(subscriber: AnnouncementSubscriber): () => void }
  readonly editions: readonly Edition[]
  /** Called when an edition has sold out or is available again. */
  readonly onChanged: () => Promise<void>
}

/** Watches whether editions are sold out, and reports changes. It does nothing if no edition can sell out. */
export function createStockWatch(options: StockWatchDeps): BackgroundWorker {
  const { db, clock, log, listener, editions, onChanged } = options
  const canSellOut = editions.some(({ stock }) => stock === 'reserve')
  let last: string | null = null
  let debounceTimer: NodeJS.Timeout | null = null
  let interval: NodeJS.Timeout | null = null
  let unsubscribe: (() => void) | null = null
  let work: Promise<void> = Promise.resolve()

  const check = async () => {
    const answer = JSON.stringify(await readEditionStock(db, editions, clock()))
    const isFirst = last === null
    if (answer === last) return
    last = answer
    if (!isFirst) await onChanged()
  }
  const queueCheck = () => {
    work = work.then(check).catch((error: unknown) => {
      log.warn({ error }, 'the stock could not be read; will retry in 5 s')
    })
  }
  const debounce = () => {
    debounceTimer ??= setTimeout(() => {
      debounceTimer = null
      queueCheck()
    }, DEBOUNCE_MS)
  }
  return {
    name: 'stock',
    async start() {
      if (!canSellOut) return
      await check()
      unsubscribe = listener.subscribe({
        announced: (topic) => {
          if (topic === 'stock') debounce()
        },
        rereadAll: debounce,
      })
      interval = setInterval(queueCheck, CHECK_INTERVAL_MS)
    },
    async stop() {
      unsubscribe?.()
      if (debounceTimer !== null) clearTimeout(debounceTimer)
      if (interval !== null) clearInterval(interval)
      await work
    },
  }
}
