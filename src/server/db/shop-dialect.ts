import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely'
import { DATABASE_WAIT } from '#server/runtime/work-channels.ts'
import { PgConnection, type RecordedEvent } from './pg-connection.ts'
import { createStatementNames } from './statement-names.ts'

/** Where a dialect gets its connections, and what it does with them. */
export interface ConnectionSource {
  acquire(): Promise<PgConnection>
  /** Called once with every acquired connection. */
  release(connection: PgConnection): void
  begin(connection: PgConnection, settings: TransactionSettings): void
  close(): Promise<void>
}

/** PostgreSQL as Kysely uses it, over connections that send what belongs together at once. */
export function createDialect(source: ConnectionSource): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: () => Promise.resolve(),
      acquireConnection: () => source.acquire(),
      beginTransaction(connection, settings) {
        source.begin(toPgConnection(connection), settings)
        return Promise.resolve()
      },
      commitTransaction: (connection) => toPgConnection(connection).commit(),
      rollbackTransaction: (connection) => toPgConnection(connection).rollBack(),
      releaseConnection(connection) {
        source.release(toPgConnection(connection))
        return Promise.resolve()
      },
      destroy: () => source.close(),
    }),
  }
}

/** Who is told of what happens in a database. */
export interface DatabaseWatchers {
  /** Called with the newest event of each committed transaction that recorded some, before its caller goes on. */
  readonly onEvents?: ((event: RecordedEvent) => void) | undefined
  /** Called with every error of a statement or of connecting, before it is thrown. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** The dialect of a pool's connections. */
export function createPoolDialect(
  pool: PostgresPool,
  { onEvents = () => undefined, onError = () => undefined }: DatabaseWatchers = {},
): Dialect {
  const parts = { names: createStatementNames(), onEvents, onError }
  const connect = () =>
    DATABASE_WAIT.tracePromise(() =>
      pool.connect().catch((error: unknown) => {
        onError(error)
        throw error
      }),
    )
  return createDialect({
    acquire: async () => new PgConnection(await connect(), parts),
    release(connection) {
      connection.release()
    },
    begin(connection, settings) {
      connection.begin(settings)
    },
    close: () => pool.end(),
  })
}

export function toPgConnection(connection: DatabaseConnection): PgConnection {
  if (!(connection instanceof PgConnection))
    throw new TypeError("expected a connection of the shop's own dialect")
  return connection
}
