import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { createPoolDialect } from '#server/db/shop-dialect.ts'
import { processIdOf, type Connections, type Session } from './connections.ts'
import type { GateFault, GateKind, Gates } from './gates.ts'

/** The database as one process of the shop uses it. */
export interface GatedDatabase {
  readonly db: Db
  /** Ends all its transactions as PostgreSQL does when a client dies. */
  kill(): Promise<void>
}

const DISK_FULL = `do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`
/** A statement that takes longer may wait for a lock; asking costs as much as a statement, so that it is done less and less. */
const LOOK_AFTER_MS = 2
const LOOK_EVERY_MS = 64
const DEADLOCK = '40P01'

/** What the world is told about each statement that PostgreSQL did. */
export interface StatementNote {
  readonly process: string
  /** The texts of the statements whose changes it made visible to others. */
  readonly committed: readonly string[]
}

/** Opens the database of one process; all its statements pass the gates. */
export function openGatedDatabase(
  process: string,
  gates: Gates,
  connections: Connections,
  noteStatement: (note: StatementNote) => void,
): GatedDatabase {
  const sessions = new Set<Session>()

  const endSession = async (session: Session): Promise<void> => {
    const { client } = session
    session.client = null
    if (client === null) return
    if (session.pending !== null) {
      await connections.cancel(client)
      await session.pending.catch(() => undefined)
    }
    await client.query('rollback')
    await client.query('select pg_advisory_unlock_all()')
    connections.give(client)
  }

  const connect = (): Promise<PostgresPoolClient> => {
    const session: Session = {
      client: null,
      isBroken: false,
      pending: null,
      isInTransaction: false,
      written: [],
    }
    sessions.add(session)
    const client = {
      processID: 1,
      query: (text: string, values: readonly unknown[]) => statement(session, text, values),
      release: () => {
        sessions.delete(session)
        connections.sessions.delete(session)
        if (session.client !== null) connections.give(session.client)
        session.client = null
      },
    }
    return Promise.resolve(client as unknown as PostgresPoolClient)
  }

  const statement = (session: Session, text: string, values: readonly unknown[]) =>
    new Promise((resolve, reject) => {
      const kind = kindOf(text)
      let outcome: () => string = () => 'nothing'
      const settle = (done: Promise<pg.QueryResult>, fault: GateFault | null) =>
        done.then(
          async (result) => {
            noteStatement({ process, committed: followTransaction(session, kind, text) })
            if (fault === 'lost after') {
              session.isBroken = true
              session.pending = null
              await endSession(session)
              outcome = () => (reject(connectionError()), 'done, reply lost')
            } else outcome = () => (resolve(result), `${result.command} ${String(result.rowCount)}`)
          },
          (thrown: unknown) => {
            const error = thrown instanceof Error ? thrown : new Error(String(thrown))
            outcome = () => (reject(error), `failed ${codeOf(error)}`)
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
          outcome = () => (
            reject(Object.assign(new Error('deadlock detected'), { code: DEADLOCK })),
            'deadlock'
          )
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
        async perform(fault) {
          if (session.isBroken || fault === 'lost before') {
            session.isBroken = true
            await endSession(session)
            outcome = () => (reject(connectionError()), 'connection lost')
            return 'done'
          }
          session.client ??= await connections.take()
          connections.sessions.add(session)
          const asked =
            fault === 'disk full'
              ? session.client.query(DISK_FULL)
              : session.client.query({ text, values: [...values], name: nameOf(text) })
          session.pending = settle(asked, fault)
          return wait(LOOK_AFTER_MS)
        },
        // a lock is granted before its holder's commit is answered: what has blockers now goes on waiting
        recheck: () => wait(0),
        deliver: () => outcome(),
      })
    })

  const pool: PostgresPool = { connect, end: () => Promise.resolve() } as unknown as PostgresPool
  return {
    db: new Kysely<DB>({ dialect: createPoolDialect(pool) }),
    async kill() {
      for (const session of sessions) await endSession(session)
      sessions.clear()
    },
  }
}

/** @returns the statements whose changes it made visible to others. */
function followTransaction(session: Session, kind: GateKind, text: string): readonly string[] {
  const { written } = session
  if (kind === 'write') written.push(text)
  if (kind === 'begin') session.isInTransaction = true
  if (kind === 'commit' || kind === 'rollback') session.isInTransaction = false
  if (session.isInTransaction || written.length === 0) return []
  const committed = kind === 'rollback' ? [] : [...written]
  written.length = 0
  return committed
}

function connectionError(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
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
