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
import type { Connections, Session } from './connections.ts'
import { LIMITS, type GateFault, type GateKind, type Gates, type GateState } from './gates.ts'
import { LOOK_AFTER_MS, waitForAnswer } from './lock-waits.ts'
import {
  connectionError,
  failing,
  idleEndedError,
  isStatementFault,
  lockTimeoutError,
  terminatedError,
} from './statement-faults.ts'
import { kindOf, nameOf, queryOf, terminatedBy } from './statement-text.ts'
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
      await gates.doFirst(connections.end(session))
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
      const wait = (firstLookMs: number) =>
        waitForAnswer(session, connections, firstLookMs, () => {
          fail(Object.assign(new Error('deadlock detected'), { code: DEADLOCK }), 'deadlock')
        })
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
          await gates.doFirst(connections.end(session))
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

/** What the log of a run shows of an error: its SQLSTATE if it has one. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
