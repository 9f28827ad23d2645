import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { AnnouncementSubscriber } from '#server/db/listener.ts'
import type { Log } from '#server/runtime/log.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import type { Edition } from '#shared/editions.ts'
import { readEditionStock } from './read-edition-stock.ts'

/** Many keys move at once when a rush is on. */
const DEBOUNCE_MS = 100
/** A hold lapses by the clock, which nothing announces. */
const CHECK_INTERVAL_MS = 5_000

interface StockWatchDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly listener: { subscribe(subscriber: AnnouncementSubscriber): () => void }
  readonly editions: readonly Edition[]
  /** Some edition has just sold out, or is to be had again. */
  readonly onChanged: () => Promise<void>
}

/** Watches whether editions are sold out, and tells only when the answer changes. Idle where none can be. */
export function createStockWatch(options: StockWatchDeps): BackgroundWorker {
  const { db, clock, log, listener, editions, onChanged } = options
  const canSellOut = editions.some(({ stock }) => stock === 'reserve')
  let last: string | null = null
  let gathering: NodeJS.Timeout | null = null
  let ticking: NodeJS.Timeout | null = null
  let unsubscribe: (() => void) | null = null
  let work: Promise<void> = Promise.resolve()

  const look = async () => {
    const answer = JSON.stringify(await readEditionStock(db, editions, clock()))
    const isFirst = last === null
    if (answer === last) return
    last = answer
    if (!isFirst) await onChanged()
  }
  const lookSoon = () => {
    work = work.then(look).catch((error: unknown) => {
      log.warn({ error }, 'whether an edition is sold out could not be read; it is asked again in 5 s')
    })
  }
  const gather = () => {
    gathering ??= setTimeout(() => {
      gathering = null
      lookSoon()
    }, DEBOUNCE_MS)
  }
  return {
    name: 'stock',
    async start() {
      if (!canSellOut) return
      await look()
      unsubscribe = listener.subscribe({
        announced: (topic) => {
          if (topic === 'stock') gather()
        },
        rereadAll: gather,
      })
      ticking = setInterval(lookSoon, CHECK_INTERVAL_MS)
    },
    async stop() {
      unsubscribe?.()
      if (gathering !== null) clearTimeout(gathering)
      if (ticking !== null) clearInterval(ticking)
      await work
    },
  }
}
