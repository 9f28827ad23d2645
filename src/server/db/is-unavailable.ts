import { codeOf } from './error-code.ts'

const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']

/**
 * SQLSTATEs of a database that cannot do now what it could do at another time: class 08, connection; 25006, a standby;
 * 25P03 and 25P04, a transaction that was left open; 40001 and 40P01, conflicts; class 53, no disk, memory or connection
 * left; 55P03, a lock; 57014, a limit of a statement; 57P01 to 57P05, shut down or starting; 58030, its disk fails.
 */
const FOR_NOW = /^(08...|25006|25P0[34]|40001|40P01|53...|55P03|57014|57P0[1235]|58030)$/

/** pg's own errors, which have no code. */
const OF_PG =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** Whether a query failed because the database is not available for it now, and not because of the query. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return FOR_NOW.test(codeOf(error)) || isConnectionLost(error)
}

/** Whether it is the database that fails, and not two transactions that got in each other's way. */
export function isOutage(error: unknown): boolean {
  return isUnavailable(error) && !/^(40001|40P01|55P03|57014)$/.test(codeOf(error))
}

/** Whether the connection ended without a word of PostgreSQL, while an answer was awaited, or could not be opened. */
export function isConnectionLost(error: unknown): boolean {
  // what PostgreSQL itself says has a severity
  if (!(error instanceof Error) || 'severity' in error) return false
  const code = codeOf(error)
  return NETWORK.includes(code) || /^08...$/.test(code) || OF_PG.test(error.message)
}
