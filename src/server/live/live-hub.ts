import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import { writePush } from './frames.ts'

/** Someone who listens; `send` takes a finished frame. */
export interface Listener {
  send(frame: string): void
}

/** Who listens to what, and what they are told. A push is a hint: whoever gets it reads again. */
export interface LiveHub {
  join(topic: string, listener: Listener): void
  leave(topic: string, listener: Listener): void
  /** Something was announced, by this process or another. */
  announced(topic: string): void
  /** Announcements may have been missed: everyone reads again. */
  rereadAll(): void
  /** Waits for the pushes under way. */
  stop(): Promise<void>
}

const COUNTERS_EVERY_MS = 250
const PAYMENT_TOPIC = /^payment:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Which topics may be joined. A payment's is its own capability: who knows the id may know the status. */
export function isLiveTopic(topic: string): boolean {
  return topic === 'counters' || topic === 'rails' || PAYMENT_TOPIC.test(topic)
}

export function createLiveHub(db: Db, log: Log): LiveHub {
  const listeners = new Map<string, Set<Listener>>()
  const underway = new Set<Promise<void>>()
  let countersTimer: NodeJS.Timeout | null = null
  let isStopped = false

  const push = (topic: string, payload: unknown) => {
    const audience = listeners.get(topic)
    if (audience === undefined) return
    const frame = writePush(topic, 'changed', payload)
    for (const listener of [...audience]) listener.send(frame)
  }
  /** Without what it would have said, a push is still the hint to read again. */
  const pushRead = (topic: string, read: () => Promise<unknown>) => {
    const work = read()
      .catch((error: unknown) => {
        log.warn({ error }, 'a live push goes out without its payload, since it could not be read')
        return {}
      })
      .then((payload) => {
        push(topic, payload)
      })
      .finally(() => underway.delete(work))
    underway.add(work)
  }
  const pushCounters = () => {
    countersTimer = null
    pushRead('counters', async () => ({ counters: await readCounters(db) }))
  }

  return {
    join(topic, listener) {
      const audience = listeners.get(topic) ?? new Set()
      listeners.set(topic, audience.add(listener))
    },
    leave(topic, listener) {
      const audience = listeners.get(topic)
      audience?.delete(listener)
      if (audience?.size === 0) listeners.delete(topic)
    },
    announced(topic) {
      if (isStopped || !listeners.has(topic)) return
      if (topic === 'counters') countersTimer ??= setTimeout(pushCounters, COUNTERS_EVERY_MS)
      else if (topic.startsWith('payment:'))
        pushRead(topic, () => readStatus(db, topic.slice('payment:'.length)))
      else push(topic, {})
    },
    rereadAll() {
      for (const topic of [...listeners.keys()]) push(topic, {})
    },
    async stop() {
      isStopped = true
      if (countersTimer !== null) clearTimeout(countersTimer)
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
