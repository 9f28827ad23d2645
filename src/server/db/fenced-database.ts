import { CompiledQuery, Kysely, type DatabaseConnection } from 'kysely'
import type { Db } from './database.ts'
import { codeOf } from './error-code.ts'
import type { Guard, PgConnection } from './pg-connection.ts'
import type { DB } from './schema.ts'
import { createDialect, toPgConnection } from './shop-dialect.ts'

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

/** The SQLSTATE with which `enter_lease` refuses. */
const LEASE_LOST = 'KH001'

/**
 * Wraps a database so that every transaction, and every statement that writes, commits only while the process has its lease.
 * A transaction first takes a shared advisory lock of its epoch, then checks that the epoch is the current one: a successor
 * ends the sessions that hold the lock of an earlier epoch before it begins to work. Statements that only read are not
 * checked.
 */
export function fenceDatabase(db: Db, fence: Fence): Db {
  const guard = createGuard(fence)
  const releases = new WeakMap<PgConnection, () => void>()
  return new Kysely<DB>({
    dialect: createDialect({
      acquire: () =>
        new Promise((resolve, reject) => {
          const use = (connection: DatabaseConnection) =>
            new Promise<void>((release) => {
              const guarded = toPgConnection(connection).behind(guard)
              releases.set(guarded, release)
              resolve(guarded)
            })
          db.getExecutor().provideConnection(use).catch(reject)
        }),
      release(connection) {
        releases.get(connection)?.()
      },
      begin(connection, settings) {
        if (settings.isolationLevel !== undefined || settings.accessMode !== undefined)
          throw new Error('a fenced transaction is read committed')
        connection.begin(settings)
      },
      close: () => Promise.resolve(),
    }),
  })
}

function createGuard({ role, epoch }: Fence): Guard {
  return {
    statements() {
      const current = epoch()
      if (current === null) throw new LeaseLostError(role)
      return [CompiledQuery.raw('select enter_lease($1, $2::int)', [role, current])]
    },
    explain: (error) => (codeOf(error) === LEASE_LOST ? new LeaseLostError(role) : error),
  }
}
