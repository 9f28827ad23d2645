import pg from 'pg'
import type { RecordedEvent } from '#server/db/pg-connection.ts'
import { typeReaders } from '#server/db/type-readers.ts'

/** A connection as a process of the shop holds it; its place in PostgreSQL is taken when it is first used. */
export interface Session {
  /** What PostgreSQL is told of its use; null for those of the pool. */
  readonly name: string | null
  client: pg.Client | null
  isBroken: boolean
  /** Whether nothing that is said on it arrives: the server still has it, and what it had locked. */
  isSilent: boolean
  /** Whether the server ended it for doing nothing within a transaction; its process is told with its next statement. */
  isIdleEnded: boolean
  /** The server's life in which it was opened. */
  readonly life: number
  pending: Promise<unknown> | null
  isInTransaction: boolean
  /** When its last statement was done, in the world's time. */
  idleSinceMs: number
  /** Whether an administrator, or another process of the shop, ended it. */
  isTerminated: boolean
  /** Called once when it has ended, whatever ended it. */
  onEnd: (() => void) | null
  /** The epoch of the lease that its transaction has entered. */
  epoch: number | null
  /** What the transaction wrote: the texts of its statements. */
  readonly written: string[]
  /** The events of orders that it recorded, of which every process is told when it commits. */
  readonly events: RecordedEvent[]
}

/** The connections to the database; each statement on them is released by the scheduler. */
export interface Connections {
  /** The sessions of all processes, to find cycles of waiting transactions. */
  readonly sessions: Set<Session>
  /** How often the server was started; sessions of earlier lives are gone. */
  life(): number
  take(): Promise<pg.Client>
  give(client: pg.Client): void
  /** Ends a session as PostgreSQL does when its client is gone: what it did is rolled back, its locks are free. */
  end(session: Session): Promise<void>
  /** Ends the sessions whose transaction has done nothing since then. @returns how many. */
  endIdle(sinceMs: number): Promise<number>
  /** Ends the sessions of these processes in PostgreSQL. */
  terminate(processIds: readonly number[]): Promise<void>
  /** Ends all sessions, as a server that stops does. */
  restart(): Promise<void>
  /** The processes in PostgreSQL that hold a lock which `client` waits for. */
  blockersOf(client: pg.Client): Promise<readonly number[]>
  cancel(client: pg.Client): Promise<void>
  /** Makes the connections ready for the next run, in the same order for every run. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** The number of a connection's process in PostgreSQL, which `pg` does not declare. */
export function processIdOf(client: pg.Client): number {
  return (client as unknown as { processID: number }).processID
}

// cycles are found by the scheduler, so that which transaction fails does not depend on time; and a plan that does not
// depend on the values costs its planning once, and cannot differ between two runs
const OPTIONS = '-c deadlock_timeout=3600000 -c plan_cache_mode=force_generic_plan'

/** Opens connections as they are needed. */
export function createConnections(url: string): Connections {
  let idle: pg.Client[] = []
  let all: pg.Client[] = []
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, types: typeReaders, options: OPTIONS })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const open = async (): Promise<pg.Client> => {
    const client = await connect()
    all.push(client)
    return client
  }
  let monitor: pg.Client | null = null
  const ask = async (text: string, client: pg.Client) => {
    monitor ??= await connect()
    return monitor.query<{ answer: number[] }>({ name: text, text, values: [processIdOf(client)] })
  }
  const sessions = new Set<Session>()
  let life = 1
  const cancel = async (client: pg.Client) => void (await ask('select pg_cancel_backend($1)', client))
  const end = async (session: Session): Promise<void> => {
    const { client } = session
    session.client = null
    session.isInTransaction = false
    session.written.length = 0
    session.events.length = 0
    session.epoch = null
    sessions.delete(session)
    session.onEnd?.()
    session.onEnd = null
    if (client === null) return
    if (session.pending !== null) {
      await cancel(client)
      await session.pending.catch(() => undefined)
    }
    await client.query('rollback')
    await client.query('select pg_advisory_unlock_all()')
    await client.query('reset application_name')
    idle.push(client)
  }
  return {
    sessions,
    life: () => life,
    end,
    async endIdle(sinceMs) {
      const over = [...sessions].filter(
        (one) =>
          one.client !== null && one.isInTransaction && one.pending === null && one.idleSinceMs < sinceMs,
      )
      for (const session of over) {
        session.isIdleEnded = true
        await end(session)
      }
      return over.length
    },
    async terminate(processIds) {
      for (const session of [...sessions])
        if (session.client !== null && processIds.includes(processIdOf(session.client))) {
          session.isTerminated = true
          await end(session)
        }
    },
    async restart() {
      life += 1
      for (const session of [...sessions]) {
        session.isBroken = true
        await end(session)
      }
    },
    take: async () => idle.pop() ?? (await open()),
    give: (client) => void idle.push(client),
    blockersOf: async (client) =>
      (await ask('select pg_blocking_pids($1) as answer', client)).rows[0]?.answer ?? [],
    cancel,
    async reset() {
      sessions.clear()
      const lost = all.filter((client) => !idle.includes(client))
      all = all.filter((client) => idle.includes(client))
      idle = [...all].reverse()
      await Promise.all(lost.map((client) => client.end()))
    },
    close: async () => {
      await Promise.all([...all, ...(monitor === null ? [] : [monitor])].map((client) => client.end()))
    },
  }
}
