import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type TransactionSettings,
} from 'kysely'
import type { Db } from './database.ts'
import type { DB } from './schema.ts'

/** Thrown by the writes of a process that no longer has its role; what they wrote is rolled back. */
export class LeaseLostError extends Error {
  constructor(role: string) {
    super(`this process no longer has the role ${role}; its transaction is rolled back`)
    this.name = 'LeaseLostError'
  }
}

/** The lease that a fenced database checks. */
export interface Fence {
  readonly role: string
  /** The epoch of this process's lease; null if it has none. */
  epoch(): number | null
}

/**
 * Wraps a database so that every transaction, and every statement that writes, commits only while the process has its lease.
 * A transaction first takes a shared advisory lock of its epoch, then checks that the epoch is the current one: a successor
 * ends the sessions that hold the lock of an earlier epoch before it begins to work. Statements that only read are not
 * checked.
 */
export function fenceDatabase(db: Db, fence: Fence): Db {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createFencedDriver(db, fence),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

interface FencedConnection extends DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly release: () => void
  isInTransaction: boolean
}

const isFenced = (connection: DatabaseConnection): connection is FencedConnection => 'release' in connection

function createFencedDriver(db: Db, fence: Fence): Driver {
  const run = (connection: DatabaseConnection, text: string, values: readonly unknown[] = []) =>
    connection.executeQuery(CompiledQuery.raw(text, [...values]))

  /** Fails only if the connection is broken: its transaction is gone then, and why matters more. */
  const rollBack = async (connection: DatabaseConnection): Promise<void> => {
    await run(connection, 'rollback').catch(() => undefined)
  }

  const begin = async (connection: DatabaseConnection) => {
    const epoch = fence.epoch()
    if (epoch === null) throw new LeaseLostError(fence.role)
    await run(connection, 'begin')
    try {
      // two statements: the second must see what was committed before the lock was granted
      await run(
        connection,
        `select pg_advisory_xact_lock_shared(hashtext('keyhold lease ' || $1), $2::int)`,
        [fence.role, epoch],
      )
      const { rows } = await run(connection, 'select from leases where role = $1 and epoch = $2', [
        fence.role,
        epoch,
      ])
      if (rows.length === 0) throw new LeaseLostError(fence.role)
    } catch (error) {
      await rollBack(connection)
      throw error
    }
  }

  const writeFenced = async <Row>(connection: DatabaseConnection, query: CompiledQuery) => {
    await begin(connection)
    try {
      const result = await connection.executeQuery<Row>(query)
      await run(connection, 'commit')
      return result
    } catch (error) {
      await rollBack(connection)
      throw error
    }
  }

  const fenced = (inner: DatabaseConnection, release: () => void): FencedConnection => ({
    inner,
    release,
    isInTransaction: false,
    executeQuery(query) {
      const isRead = /^\s*select\b/i.test(query.sql)
      return this.isInTransaction || isRead ? inner.executeQuery(query) : writeFenced(inner, query)
    },
    streamQuery: () => {
      throw new Error('a fenced database does not stream')
    },
  })

  return {
    init: () => Promise.resolve(),
    acquireConnection: () =>
      new Promise((resolve, reject) => {
        db.getExecutor()
          .provideConnection((inner) => new Promise<void>((release) => void resolve(fenced(inner, release))))
          .catch(reject)
      }),
    async beginTransaction(connection, { isolationLevel, accessMode }: TransactionSettings) {
      if (isolationLevel !== undefined || accessMode !== undefined)
        throw new Error('a fenced transaction is read committed')
      if (!isFenced(connection)) throw new TypeError('expected a connection of the fenced database')
      await begin(connection.inner)
      connection.isInTransaction = true
    },
    commitTransaction: (connection) => end(connection, (inner) => run(inner, 'commit')),
    rollbackTransaction: (connection) => end(connection, rollBack),
    releaseConnection(connection) {
      if (isFenced(connection)) connection.release()
      return Promise.resolve()
    },
    destroy: () => Promise.resolve(),
  }

  async function end(
    connection: DatabaseConnection,
    how: (inner: DatabaseConnection) => Promise<unknown>,
  ): Promise<void> {
    if (!isFenced(connection)) throw new TypeError('expected a connection of the fenced database')
    connection.isInTransaction = false
    await how(connection.inner)
  }
}
