import type { Db } from '#server/db/database.ts'
import type { AnnouncementSubscriber } from '#server/db/listener.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { writePush } from './frames.ts'

/** A connected page; `send` takes a formatted frame. */
export interface ConnectedPage {
  send(frame: string): void
}

/** Tracks which pages joined which topics and pushes changes to them. A push is only a hint: the page reads again. */
export interface LiveHub extends AnnouncementSubscriber {
  join(topic: string, page: ConnectedPage): void
  leave(topic: string, page: ConnectedPage): void
  /** Waits for the pushes in progress. */
  stop(): Promise<void>
}

/** A topic is pushed four times a second at most, so that a page that all buyers look at costs no more with more of them. */
const PUSH_EVERY_MS = 250
const SHARED_TOPICS: ReadonlySet<string> = new Set(['counters', 'rails', 'editions'])
const PAYMENT_TOPIC = /^payment:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a topic may be joined. The id of a payment is a capability: anyone who knows it may read the status. */
export function isLiveTopic(topic: string): boolean {
  return SHARED_TOPICS.has(topic) || PAYMENT_TOPIC.test(topic)
}

export function createLiveHub(db: Db, log: Log): LiveHub {
  const audiences = new Map<string, Set<ConnectedPage>>()
  const underway = new Set<Promise<void>>()
  /** The topics that were pushed a moment ago, or wait for the first push. */
  const pauses = new Map<string, { isChanged: boolean; readonly timer: NodeJS.Timeout }>()
  let isStopped = false

  const push = (topic: string, payload: unknown) => {
    const audience = audiences.get(topic)
    if (audience === undefined) return
    const frame = writePush(topic, 'changed', payload)
    for (const page of [...audience]) page.send(frame)
  }
  /** Pushes what `read` returns; if it fails, pushes without payload, which still makes the page read again. */
  const pushRead = (topic: string, read: () => Promise<unknown>) => {
    const work = read()
      .catch((error: unknown) => {
        log.warn(
          { error: describeError(error) },
          'a live push is sent without its payload, which could not be read',
        )
        return {}
      })
      .then((payload) => {
        push(topic, payload)
      })
      .finally(() => underway.delete(work))
    underway.add(work)
  }
  const pushNow = (topic: string) => {
    if (topic === 'counters') pushRead(topic, async () => ({ counters: await readCounters(db) }))
    else if (topic.startsWith('payment:'))
      pushRead(topic, () => readStatus(db, topic.slice('payment:'.length)))
    else push(topic, {})
  }
  /** @param isChanged whether the topic is pushed at the end in any case. */
  const pause = (topic: string, isChanged: boolean) => {
    const timer = setTimeout(() => {
      const hasChanged = pauses.get(topic)?.isChanged === true
      pauses.delete(topic)
      if (!hasChanged || !audiences.has(topic)) return
      pushNow(topic)
      pause(topic, false)
    }, PUSH_EVERY_MS)
    pauses.set(topic, { isChanged, timer })
  }

  return {
    join(topic, page) {
      const audience = audiences.get(topic) ?? new Set()
      audiences.set(topic, audience.add(page))
    },
    leave(topic, page) {
      const audience = audiences.get(topic)
      audience?.delete(page)
      if (audience?.size === 0) audiences.delete(topic)
    },
    announced(topic) {
      if (isStopped || !audiences.has(topic)) return
      const paused = pauses.get(topic)
      if (paused !== undefined) {
        paused.isChanged = true
        return
      }
      // counters change together, with each order; everything else is pushed at once
      const waits = topic === 'counters'
      if (!waits) pushNow(topic)
      pause(topic, waits)
    },
    rereadAll() {
      for (const topic of [...audiences.keys()]) push(topic, {})
    },
    async stop() {
      isStopped = true
      for (const { timer } of pauses.values()) clearTimeout(timer)
      pauses.clear()
      await Promise.all(underway)
    },
  }
}

async function readStatus(db: Db, paymentId: string): Promise<{ status?: string }> {
  const row = await db.selectFrom('payments').select('status').where('id', '=', paymentId).executeTakeFirst()
  return row === undefined ? {} : { status: row.status }
}

async function readCounters(db: Db) {
  const rows = await db.selectFrom('purchase_counters').selectAll().orderBy('id').execute()
  return rows.map(({ id, count, last_updated }) => ({ id, count, last_updated: last_updated.toISOString() }))
}
