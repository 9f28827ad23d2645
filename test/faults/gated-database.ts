import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Admit, Db } from '#server/db/database.ts'
import type { RecordedEvent } from '#server/db/pg-connection.ts'
import type { ServerIdentity } from '#server/db/server-identity.ts'
import type { Session as LeaderSession } from '#server/db/session.ts'
import type { ShopClient } from '#server/db/shop-client.ts'
import type { DB } from '#server/db/schema.ts'
import { createPoolDialect } from '#server/db/shop-dialect.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { processIdOf, type Connections, type Session } from './connections.ts'
import { LIMITS, type GateFault, type GateKind, type Gates, type GateState } from './gates.ts'
import { connectionError, failing, idleEndedError, isStatementFault } from './statement-faults.ts'
import type { Timers } from './timers.ts'

/** The database as one process of the shop uses it. */
export interface GatedDatabase {
  readonly db: Db
  /** Connections that are not compared with anything, as a process uses them before it serves. */
  readonly pool: Pick<pg.Pool, 'connect'>
  /** A connection of its own, for locks that are held as long as it is open. */
  openSession(name: string): Promise<LeaderSession>
  /** Ends all its transactions as PostgreSQL does when a client dies. */
  kill(): Promise<void>
}

/** A statement that takes longer may wait for a lock; asking costs as much as a statement, so that it is done less and less. */
const LOOK_AFTER_MS = 2
const LOOK_EVERY_MS = 64
const DEADLOCK = '40P01'

/** What the world is told about each statement that PostgreSQL did. */
export interface StatementNote {
  readonly process: string
  /** The texts of the statements whose changes it made visible to others. */
  readonly committed: readonly string[]
  /** The events of orders that it announced. */
  readonly events: readonly RecordedEvent[]
}

/** Where the statements of a process go. */
export interface GatedServer {
  readonly gates: Gates
  readonly connections: Connections
  readonly timers: Timers
  readonly clock: Clock
  /** Whether it refuses to write now, as a standby does. */
  isReadOnly(): boolean
  /** Which server it is now, but for the process of the connection. */
  identity(): Omit<ServerIdentity, 'pid'>
  note(statement: StatementNote): void
  /** A transaction within a lease has committed. */
  noteFenced(process: string, epoch: number): void
}

/** What a process of the shop does with its connections. */
export interface PoolUse {
  /** Resolves once the process serves. */
  readonly ready: () => Promise<void>
  readonly admit: Admit
  readonly onEvents: (event: RecordedEvent) => void
}

/** Opens the database of one process; all its statements pass the gates. */
export function openGatedDatabase(process: string, server: GatedServer, use: PoolUse): GatedDatabase {
  const { gates, connections, timers, clock } = server
  const sessions = new Set<Session>()
  /** Open connections that nothing uses. */
  let idle: Session[] = []
  let isKilled = false

  const openSession = (name: string | null = null): Session => {
    const session: Session = {
      name,
      client: null,
      isBroken: false,
      isSilent: false,
      isIdleEnded: false,
      life: connections.life(),
      pending: null,
      isInTransaction: false,
      idleSinceMs: clock().getTime(),
      isTerminated: false,
      onEnd: null,
      epoch: null,
      written: [],
      events: [],
    }
    sessions.add(session)
    return session
  }

  const isUsable = (session: Session) =>
    !session.isBroken && !session.isIdleEnded && !session.isTerminated && session.life === connections.life()

  const release = (session: Session) => {
    if (session.isSilent) return
    connections.sessions.delete(session)
    if (session.client !== null) connections.give(session.client)
    session.client = null
    if (isUsable(session)) idle.push(session)
    else sessions.delete(session)
  }

  const clientOf = (session: Session) =>
    ({
      identity: { ...server.identity(), pid: 1 },
      processID: 1,
      query: (text: string, values: readonly unknown[] = []) => statement(session, text, values),
      release: () => {
        release(session)
      },
    }) as unknown as pg.PoolClient & ShopClient & PostgresPoolClient

  const connect = async (): Promise<PostgresPoolClient> => {
    await use.ready()
    for (const one of idle) if (!isUsable(one)) sessions.delete(one)
    idle = idle.filter(isUsable)
    const known = idle.pop()
    if (known !== undefined) return clientOf(known)
    const session = openSession()
    const client = clientOf(session)
    try {
      await use.admit(client)
      return client
    } catch (error) {
      session.isBroken = true
      await connections.end(session)
      throw error
    }
  }

  /** No answer comes any more: the process gives up after its limit, the server after its own. */
  const fallSilent = async (session: Session): Promise<void> => {
    session.isBroken = true
    session.pending = null
    if (session.client === null || !session.isInTransaction) {
      await connections.end(session)
      return
    }
    session.isSilent = true
    sessions.delete(session)
    timers.after(LIMITS.idleInTransactionMs, 'awaited', async () => {
      await connections.end(session)
      return ['the server ends a session that fell silent', ...(await gates.unblock())]
    })
  }

  const statement = (session: Session, text: string, values: readonly unknown[]) =>
    new Promise((resolve, reject) => {
      // nobody is there to be answered
      if (isKilled) return
      // how a process shows that it lives while its transaction waits for something else
      if (text === 'select') session.idleSinceMs = clock().getTime()
      const kind = kindOf(text)
      let outcome: () => string = () => 'nothing'
      const fail = (error: Error, words: string) => {
        outcome = () => (reject(error), words)
      }
      const settle = (done: Promise<pg.QueryResult>, fault: GateFault | null) =>
        done.then(
          async (result) => {
            noteEvents(session, text, result)
            await connections.terminate(terminatedBy(text, result))
            if (text.includes('enter_lease(')) session.epoch = Number(values[1])
            if (kind === 'commit' && session.epoch !== null) server.noteFenced(process, session.epoch)
            if (kind === 'commit' || kind === 'rollback') session.epoch = null
            server.note({ process, ...followTransaction(session, kind, text) })
            session.idleSinceMs = clock().getTime()
            if (fault === 'lost after') {
              session.isBroken = true
              session.pending = null
              await connections.end(session)
              fail(connectionError(), 'done, reply lost')
            } else outcome = () => (resolve(result), `${result.command} ${String(result.rowCount)}`)
          },
          async (thrown: unknown) => {
            // the server tells of an error before it has rolled back and freed what was locked
            await session.client?.query('')
            session.idleSinceMs = clock().getTime()
            const error = thrown instanceof Error ? thrown : new Error(String(thrown))
            if (session.isBroken) fail(connectionError(), 'connection lost')
            else fail(error, `failed ${codeOf(error)}`)
          },
        )
      const wait = async (firstLookMs: number): Promise<'done' | 'blocked'> => {
        const { client, pending } = session
        if (client === null || pending === null) return 'done'
        const isDone = pending.then(() => true)
        for (let ms = firstLookMs; ; ms = Math.min(2 * ms + 1, LOOK_EVERY_MS)) {
          const left = ms === 0 ? Promise.resolve(false) : delay(ms, false)
          if (!mayWait(session) ? await isDone : await Promise.race([isDone, left])) {
            session.pending = null
            return 'done'
          }
          if (!(await connections.blockersOf(client)).some(isAtRest)) continue
          if (!(await isInCycle(client))) return 'blocked'
          await connections.cancel(client)
          await pending
          session.pending = null
          fail(Object.assign(new Error('deadlock detected'), { code: DEADLOCK }), 'deadlock')
          return 'done'
        }
      }
      // only a transaction, or a statement that itself waits, holds locks
      const mayWait = (asking: Session) =>
        [...connections.sessions].some(
          (one) => one !== asking && (one.isInTransaction || one.pending !== null),
        )
      // any other holds its lock for a moment only, whatever happens next
      const isAtRest = (processId: number) =>
        [...connections.sessions].some(
          ({ client, isInTransaction, pending }) =>
            client !== null && processIdOf(client) === processId && (isInTransaction || pending !== null),
        )
      const isInCycle = async (client: pg.Client): Promise<boolean> => {
        const start = processIdOf(client)
        const byId = new Map(
          [...connections.sessions].map((one) => [one.client === null ? 0 : processIdOf(one.client), one]),
        )
        const seen = new Set<number>()
        const ahead = [...(await connections.blockersOf(client))]
        for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
          if (next === start) return true
          if (seen.has(next)) continue
          seen.add(next)
          const other = byId.get(next)?.client
          if (other !== undefined && other !== null) ahead.push(...(await connections.blockersOf(other)))
        }
        return false
      }
      gates.park({
        process,
        kind,
        label: nameOf(text),
        async perform(fault): Promise<GateState> {
          if (session.isIdleEnded || session.isTerminated) {
            session.isBroken = true
            fail(session.isIdleEnded ? idleEndedError() : terminatedError(), 'session was ended')
            return 'done'
          }
          if (session.isBroken || session.life !== connections.life() || fault === 'lost before') {
            session.isBroken = true
            await connections.end(session)
            fail(connectionError(), 'connection lost')
            return 'done'
          }
          if (fault === 'silent before') {
            await fallSilent(session)
            return 'unanswered'
          }
          if (session.client === null) {
            session.client = await connections.take()
            if (session.name !== null) await session.client.query(`set application_name = '${session.name}'`)
          }
          connections.sessions.add(session)
          const answer = isStatementFault(fault)
            ? fault
            : kind === 'write' && server.isReadOnly()
              ? ('read only' as const)
              : null
          const asked =
            answer !== null
              ? session.client.query(failing(answer))
              : session.client.query(queryOf(text, values, clock()))
          session.pending = settle(asked, fault)
          const state = await wait(LOOK_AFTER_MS)
          if (fault !== 'silent after') return state
          if (state === 'blocked') await giveUpWaiting(session)
          await fallSilent(session)
          return 'unanswered'
        },
        // a lock is granted before its holder's commit is answered: what has blockers now goes on waiting
        recheck: () => wait(0),
        async expire() {
          if (session.isBroken) {
            fail(connectionError(), 'given up')
            return
          }
          await giveUpWaiting(session)
          fail(lockTimeoutError(), 'lock timeout')
        },
        deliver: () => outcome(),
      })
    })

  const giveUpWaiting = async (session: Session): Promise<void> => {
    if (session.client === null || session.pending === null) return
    await connections.cancel(session.client)
    await session.pending
    session.pending = null
  }

  const pool: PostgresPool = { connect, end: () => Promise.resolve() } as unknown as PostgresPool
  return {
    db: new Kysely<DB>({ dialect: createPoolDialect(pool, { onEvents: use.onEvents }) }),
    openSession(name) {
      const session = openSession(name)
      const ended = new Promise<void>((resolve) => (session.onEnd = resolve))
      return Promise.resolve({
        query: async <Row>(text: string, values: readonly unknown[] = []) =>
          ((await statement(session, text, values)) as { rows: Row[] }).rows,
        onNotification: () => undefined,
        ended,
        close: async () => {
          session.isBroken = true
          sessions.delete(session)
          await connections.end(session)
        },
      })
    },
    pool: { connect: (() => Promise.resolve(clientOf(openSession()))) as pg.Pool['connect'] },
    async kill() {
      isKilled = true
      for (const session of sessions) await connections.end(session)
      sessions.clear()
    },
  }
}

const CLOCK = 'clock_timestamp()'
const TERMINATE = /pg_terminate_backend\((\w+\.)?pid\)/

/** A statement as it is sent: the time is the world's, and which sessions are ended is told instead of done at some moment. */
function queryOf(text: string, values: readonly unknown[], now: Date): pg.QueryConfig {
  const isOfWorld = text.includes(CLOCK) || TERMINATE.test(text)
  if (!isOfWorld) return { text, values: [...values], name: nameOf(text) }
  const sent = text
    .replaceAll(CLOCK, `timestamptz '${now.toISOString()}'`)
    .replace(TERMINATE, (_call, of: string | undefined) => `${of ?? ''}pid as terminated`)
  return { text: sent, values: [...values] }
}

function terminatedBy(text: string, { rows }: pg.QueryResult<{ terminated?: number }>): readonly number[] {
  return TERMINATE.test(text) ? rows.map(({ terminated = 0 }) => terminated) : []
}

function terminatedError(): Error {
  const message = 'terminating connection due to administrator command'
  return Object.assign(new Error(message), { code: '57P01' })
}

function lockTimeoutError(): Error {
  return Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
}

/** Keeps the event that a statement of `recordEvents` answers with, which its transaction announces. */
function noteEvents(session: Session, text: string, { rows }: pg.QueryResult<Partial<RecordedEvent>>): void {
  const [{ id, at } = {}] = rows
  if (text.includes("'event:' ||") && id !== undefined && at !== undefined) session.events.push({ id, at })
}

/** @returns what it made visible to others. */
function followTransaction(session: Session, kind: GateKind, text: string): Omit<StatementNote, 'process'> {
  const { written, events } = session
  if (kind === 'write') written.push(text)
  if (kind === 'begin') session.isInTransaction = true
  if (kind === 'commit' || kind === 'rollback') session.isInTransaction = false
  if (session.isInTransaction) return { committed: [], events: [] }
  const isRolledBack = kind === 'rollback'
  const made = isRolledBack ? { committed: [], events: [] } : { committed: [...written], events: [...events] }
  written.length = 0
  events.length = 0
  return made
}

function kindOf(text: string): GateKind {
  if (text === 'commit') return 'commit'
  if (text === 'rollback') return 'rollback'
  if (text === 'begin') return 'begin'
  return /(?<!for )\bupdate\b|\binsert into\b|\bdelete from\b|\bpg_notify\b/i.test(text) ? 'write' : 'read'
}

const names = new Map<string, string>()

/** A short stable name of a statement: its first words and a digest. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const words = text.replace(/\s+/g, ' ').trim().slice(0, 48)
  // also the name of the prepared statement, of which PostgreSQL keeps 63 bytes
  const name = `${words.slice(0, 40)} ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
  names.set(text, name)
  return name
}

/** What the log of a run shows of an error: its SQLSTATE if it has one. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
