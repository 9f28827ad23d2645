/** How long one kind of work waits for PostgreSQL, in ms; 0: as long as the server works on it. */
export interface WaitLimits {
  /** Until a connection is open, its server known and its session set up. */
  readonly connectMs: number
  /** For a lock that another session holds. */
  readonly lockMs: number
  /** For the next statement of an open transaction, after which PostgreSQL ends it. It frees the locks of a frozen process. */
  readonly idleInTransactionMs: number
  /** For a statement, however busy the server is with it. */
  readonly statementMs: number
}

/**
 * All limits of waiting for PostgreSQL, by the kind of work. They depend on each other: a call gives up first, a lock of a
 * frozen process is free soon after, and no limit of the server is longer than an hour's patience of somebody who looks.
 */
export const WAIT_LIMITS = {
  /**
   * The pool: calls, and the work of the background, which goes on with its next round. A transaction that waits for
   * something else than the database, a mail server, is kept open by `keepOpen`.
   */
  shop: { connectMs: 5_000, lockMs: 5_000, idleInTransactionMs: 10_000, statementMs: 60_000 },
  /** One connection for as long as the process runs: its statements are small, and a new leader waits for a fence. */
  session: { connectMs: 5_000, lockMs: 15_000, idleInTransactionMs: 10_000, statementMs: 30_000 },
  /** Backups, restores, migrations, checks: minutes on a large database, and files are read and written in between. */
  long: { connectMs: 10_000, lockMs: 30_000, idleInTransactionMs: 300_000, statementMs: 0 },
} as const satisfies Record<string, WaitLimits>

export type WorkKind = keyof typeof WAIT_LIMITS

/**
 * For any byte of an answer. Then the server is asked, over another connection, whether it still works on it: an overdue
 * answer of a working server is waited for, any other connection is destroyed.
 */
export const OVERDUE_MS = 5_000
/** For the server's answer to that question. */
export const PROBE_MS = 3_000
/** For a process of the same release that migrates. */
export const MIGRATION_WAIT_MS = 600_000
/** How often a transaction that waits for something else shows that its process lives. */
export const KEPT_OPEN_EVERY_MS = 3_000
/** A call's answer: less than the 15 s after which people press the button again. */
export const CALL_MS = 12_000
/** The answer of a call that reads or writes a whole list, asks nodes, or carries a file. */
export const LONG_CALL_MS = 600_000
/** An orderly end of a connection, before its socket is closed. */
export const END_MS = 1_000
